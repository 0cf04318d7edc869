"""Many frames in one drawing: what stays from frame to frame is there once, and each part knows when it is seen.

A frame is SVG text as `bottega.svg` makes it. Frames that follow each other are compared element by element; groups that
open alike are compared inside. So a game of sixty moves takes little more room than its last position.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import chain, groupby, takewhile
from typing import TypeAlias

_TAG = re.compile(r"<(/?)[A-Za-z][^>]*?(/?)>")  # no attribute holds a bare ">": `bottega.svg` escapes it


def elements(body: str) -> list[str]:
    """The elements side by side in a piece of SVG text."""
    found = []
    depth = start = 0
    for tag in _TAG.finditer(body):
        closes, is_empty = tag.groups()
        if closes:
            depth -= 1
        else:
            if depth == 0:
                start = tag.start()
            depth += not is_empty
        if depth == 0:
            found.append(body[start : tag.end()])
    return found


def _opening(text: str) -> str:
    """The tag that opens a group; empty for any other element."""
    return text[: text.index(">") + 1] if text.startswith(("<g>", "<g ")) and not text.endswith("/>") else ""


def _insides(group: str) -> list[str]:
    return elements(group[group.index(">") + 1 : -len("</g>")])


Times: TypeAlias = tuple[tuple[int, int | None], ...]  # from a frame up to, not with, another; None: to the last one
ALWAYS: Times = ((0, None),)


@dataclass
class Part:
    """An element, or a group whose insides change, and the frames in which it is seen."""

    text: str  # as it is in the latest frame that has it
    times: Times
    inside: list["Part"] | None = field(default=None, repr=False)  # of a group that has changed since it came

    @property
    def is_seen(self) -> bool:
        """Whether it is there still."""
        return self.times[-1][1] is None

    def end(self, frame: int) -> None:
        """From this frame on it is not seen."""
        self.times = (*self.times[:-1], (self.times[-1][0], frame))

    def come_back(self, frame: int) -> None:
        """From this frame on it is seen again."""
        *before, (first, end) = self.times
        self.times = (*before, (first, None)) if end == frame else (*self.times, (frame, None))

    def change(self, text: str, frame: int) -> None:
        """From this frame on the group has other insides."""
        if self.inside is None:
            self.inside = [Part(inner, ALWAYS) for inner in _insides(self.text)]
        self.text = text
        advance(self.inside, _insides(text), frame)


def advance(parts: list[Part], wanted: Sequence[str], frame: int) -> None:
    """Let the parts show, from this frame on, exactly the wanted elements in their order."""
    place = 0
    for part, text in list(_aligned([part for part in parts if part.is_seen], wanted)):
        if part is None:
            place = _begin(parts, place, text or "", frame)
        else:
            while parts[place] is not part:
                place += 1
            if text is None:
                part.end(frame)
            elif text != part.text:
                part.change(text, frame)
        place += 1


def _begin(parts: list[Part], place: int, text: str, frame: int) -> int:
    """Show an element from this frame on, between what is seen before and after this place; where it then is.

    One that was there before comes back: what changes to and fro, such as whose turn it is, is kept once.
    """
    around = chain(
        takewhile(lambda i: not parts[i].is_seen, range(place - 1, -1, -1)),
        takewhile(lambda i: not parts[i].is_seen, range(place, len(parts))),
    )
    for i in around:
        if parts[i].text == text and parts[i].inside is None:
            parts[i].come_back(frame)
            return i
    parts.insert(place, Part(text, ((frame, None),)))
    return place


def _aligned(old: list[Part], wanted: Sequence[str]) -> Iterator[tuple[Part | None, str | None]]:
    """The old parts beside what they become, in order: one of a pair is None where something ends or begins."""
    steps = SequenceMatcher(None, [part.text for part in old], wanted, autojunk=False).get_opcodes()
    for step, i, j, k, m in steps:
        yield from zip(old[i:j], wanted[k:m], strict=True) if step == "equal" else _paired(old[i:j], wanted[k:m])


def _paired(old: list[Part], wanted: Sequence[str]) -> Iterator[tuple[Part | None, str | None]]:
    """Pair groups that open alike. Between pairs what ends comes first, so that the new fades in on top of it."""
    pairs: list[tuple[int, int]] = []
    for number, text in enumerate(wanted):
        opening, start = _opening(text), pairs[-1][0] + 1 if pairs else 0
        twin = next((i for i in range(start, len(old)) if opening and _opening(old[i].text) == opening), None)
        if twin is not None:
            pairs.append((twin, number))
    i = k = 0
    for twin, number in [*pairs, (len(old), len(wanted))]:
        yield from ((part, None) for part in old[i:twin])
        yield from ((None, text) for text in wanted[k:number])
        if twin < len(old):
            yield old[twin], wanted[number]
        i, k = twin + 1, number + 1


class Film:
    """The frames of a game, laid over each other."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.count = 0

    def add(self, body: str) -> None:
        """One more frame."""
        advance(self.parts, elements(body), self.count)
        self.count += 1

    def body(self, wrap: Callable[[Times, str], str]) -> str:
        """All that is ever seen; `wrap` puts something around elements that come and go together."""
        return _wrapped(self.parts, wrap)

    def frame(self, number: int) -> str:
        """One frame again, as it was added."""
        return "".join(_seen(self.parts, number))


def _wrapped(parts: Iterable[Part], wrap: Callable[[Times, str], str]) -> str:
    result = ""
    for times, run in groupby(parts, key=lambda part: part.times):
        text = "".join(_whole(part, _wrapped(part.inside or (), wrap)) for part in run)
        result += text if times == ALWAYS else wrap(times, text)
    return result


def _whole(part: Part, insides: str) -> str:
    return part.text if part.inside is None else f"{_opening(part.text)}{insides}</g>"


def _seen(parts: Iterable[Part], number: int) -> Iterator[str]:
    for part in parts:
        if any(first <= number and (end is None or number < end) for first, end in part.times):
            yield _whole(part, "".join(_seen(part.inside or (), number)))
