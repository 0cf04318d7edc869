"""What can be seen of a moment, as words and as numbers. All of it comes from views: nobody sees more than a view shows."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from bottega.envs.openspiel.course import NATURE, NO_PLAYER, Course, Moment
from bottega.i18n import LANGUAGES, language
from bottega.kernels import SPECTATOR, State, observe
from bottega.learning import Feature

Bytes = NDArray[np.uint8]


def viewed(moment: Moment, viewer: int) -> State:
    """What a seat or a spectator can know; the game has started."""
    return moment.course.view(moment.state, viewer)


def look(moment: Moment, viewer: int, planes: Bytes, numbers: Bytes) -> None:
    """Fill in the planes and numbers that a seat sees; a spectator looks from seat 0. During the deal there is only a hand."""
    course = moment.course
    if moment.has_started:
        observe(viewed(moment, viewer), moment.half, course.space.window, max(viewer, 0), planes, numbers)
        return
    planes[:], numbers[:] = 0, 0
    own = dealt(moment, viewer, but_not=SPECTATOR)
    for _feature, where in features(course, course.secrets):
        np.add.at(numbers[where], own, 1)


def dealt(moment: Moment, viewer: int, but_not: int | None = None) -> list[int]:
    """The pieces that a viewer, but not another one, has seen so far while nature deals."""
    seen = zip(moment.choices, moment.course.deal, strict=False)
    return [piece for piece, seen_by in seen if viewer in seen_by and but_not not in seen_by]


def numbers_seen(moment: Moment, viewer: int) -> Bytes:
    """Only the numbers, which are remembered."""
    key = "numbers", viewer
    if key not in moment.memory:
        space = moment.course.space
        numbers = np.empty(space.number_count, np.uint8)
        look(moment, viewer, np.empty(space.plane_shape, np.uint8), numbers)
        moment.memory[key] = numbers
    seen: Bytes = moment.memory[key]
    return seen


def features(course: Course, names: tuple[str, ...]) -> list[tuple[Feature, slice]]:
    """Some of the numbers by their names, and where they are."""
    found = []
    for feature in course.space.numbers:
        if feature.name in names:
            first = course.space.first(feature.name)
            found.append((feature, slice(first, first + feature.count)))
    return found


# ---------------------------------------------------------------- words


@contextmanager
def one_language() -> Iterator[None]:
    """Words that serve as keys must not depend on who reads them."""
    token = language.set(LANGUAGES[0])
    try:
        yield
    finally:
        language.reset(token)


def whole_text(moment: Moment) -> str:
    """Everything, secrets included."""
    if "text" not in moment.memory:
        with one_language():
            shown = [moment.course.spec.text(moment.state)] if moment.has_started else []
            chosen = [f"nature chose: {_pieces(moment.course, moment.choices)}"] if moment.choices else []
            moment.memory["text"] = "\n".join([*shown, *_turn(moment), *chosen])
    return str(moment.memory["text"])


def _pieces(course: Course, numbers: Sequence[int]) -> str:
    return " ".join(course.pieces[number] for number in numbers)


def _turn(moment: Moment) -> list[str]:
    """Whose decision it is, and what has been done of a move."""
    who = {NATURE: "nature decides", NO_PLAYER: "the game is over"}.get(moment.player, f"seat {moment.player} decides")
    begun = moment.begun()
    return [f"begun: {' '.join(begun)}", who] if begun else [who]


def text(moment: Moment, viewer: int) -> str:
    """The position as a viewer sees it."""
    key = "text", viewer
    if key not in moment.memory:
        with one_language():
            if moment.has_started:
                shown = moment.course.spec.text(viewed(moment, viewer))
            else:
                shown = f"dealt: {_pieces(moment.course, dealt(moment, viewer))}".rstrip()
            moment.memory[key] = "\n".join([shown, *_turn(moment)])
    return str(moment.memory[key])


def story(moment: Moment, viewer: int) -> str:
    """All moves, and before each of them, and now, what had turned up for that viewer."""
    lines: list[str] = []
    for past, action in moment.past:
        lines += [_turned_up(past, viewer), f"{past.player} {past.chosen(action)}"]
    return "\n".join(line for line in [*lines, _turned_up(moment, viewer)] if line)


def _turned_up(moment: Moment, viewer: int) -> str:
    """What is new since the decision before: `hand -rRBG +BOgG unseen -BOgG`."""
    key = "turned up", viewer
    course = moment.course
    if not course.news:
        return ""
    if key not in moment.memory:
        now = numbers_seen(moment, viewer).astype(np.int64)
        change = now - numbers_seen(moment.past[-1][0], viewer) if moment.past else now
        words = []
        for feature, where in features(course, course.news):
            items = [
                ("+" if change[where][piece] > 0 else "-") + name
                for piece, name in enumerate(course.pieces)
                for _copy in range(abs(int(change[where][piece])))
            ]
            words += [feature.name, *items] if items else []
        moment.memory[key] = " ".join(words)
    return str(moment.memory[key])


def secrets(moment: Moment, seat: int) -> str:
    """What only that seat may know: `hand: rRBG BOgG`, empty where there is nothing of the kind."""
    course = moment.course
    lines = []
    for feature, where in features(course, course.secrets):
        copies = numbers_seen(moment, seat)[where].tolist()
        held = tuple(piece for piece, count in enumerate(copies) for _copy in range(count))
        if held:
            lines.append(f"{feature.name}: {_pieces(course, held)}")
    return "\n".join(lines)
