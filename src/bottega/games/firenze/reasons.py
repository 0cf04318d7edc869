"""Why a move of Firenze is good or bad, in a player's words."""

from collections.abc import Iterator

import numpy as np

from bottega.games.firenze import rules
from bottega.games.firenze.layout import COLOURINGS, COVERED, GREEN, GROUP, PINK, SLOTS, WHITE
from bottega.geometry import STEP
from bottega.i18n import _
from bottega.kernels import State

Group = frozenset[int]  # the cells of adjacent squares of one colour
Reason = tuple[float, str]  # how much it matters, in points, and the words

AT_MOST = 4  # reasons for one move
TRIFLE = 0.2  # what matters less is only said where there is nothing better to say


def reasons(before: State, move: int, after: State) -> list[str]:
    """What the move did for and against its mover, most important first."""
    mover = int(before.colours[rules.seat(before)])
    found: list[Reason] = []
    for colour in before.colours[: int(before.players)].tolist():
        old, new = _groups(before, colour), _groups(after, colour)
        words = _OwnWords() if colour == mover else _RivalWords(colour)
        for lost, made in _changes(old - new, new - old):
            found += _change_reasons(words, lost, made, _can_grow(after, made[0], colour) if made else False)
        if not rules.is_over(after):
            for group in sorted(old & new, key=min):
                if len(group) < GROUP and _can_grow(before, group, colour) and not _can_grow(after, group, colour):
                    found.append(words.dead(len(group)))
    found += _buried(after, move, mover)
    if before.pyramids > 0 and after.pyramids == 0 and not rules.is_over(after):
        found.append((0.1, _("takes the last pyramid")))
    found.sort(key=lambda reason: -reason[0])
    worth_saying = [reason for reason in found if reason[0] >= TRIFLE] or found
    return list(dict.fromkeys(text for _weight, text in worth_saying))[:AT_MOST]


# ---------------------------------------------------------------- what has changed


def _groups(state: State, colour: int) -> set[Group]:
    seen = np.zeros(state.board.shape[0] >> 6, np.uint64)
    members = np.zeros(2 * state.laid.shape[0], np.int32)
    found: set[Group] = set()
    taken: set[int] = set()
    for move in state.laid[: int(state.turns)].tolist():
        place = (move >> SLOTS) // COLOURINGS
        for cell in (place >> 1, int(rules.other_cell(state, place))):
            if int(state.board[cell]) == colour and cell not in taken:
                size = rules.group(state, cell, seen, members)
                found.add(frozenset(members[:size].tolist()))
                taken.update(members[:size].tolist())
    return found


def _changes(lost: set[Group], made: set[Group]) -> Iterator[tuple[list[Group], list[Group]]]:
    """Groups that are no more, and those made of their squares and of new ones, sorted into separate events."""
    left = sorted(made | lost, key=min)
    while left:
        event = [left.pop(0)]
        while touching := [group for group in left if any(group & other for other in event)]:
            event += touching
            left = [group for group in left if group not in touching]
        yield [group for group in event if group in lost], [group for group in event if group in made]


def _can_grow(state: State, group: Group, colour: int) -> bool:
    """Whether a square of the colour can still be laid beside the group."""
    if rules.to_come(state, colour) == 0:
        return False
    beside = {int(rules.shift(state, cell, dx, dy)) for cell in group for dx, dy in STEP.tolist()}
    return any(rules.has_room(state, cell) for cell in beside)


def _buried(after: State, move: int, mover: int) -> Iterator[Reason]:
    """Squares of rivals that went under a pyramid as soon as they were laid."""
    place = (move >> SLOTS) // COLOURINGS
    for cell in (place >> 1, int(rules.other_cell(after, place))):
        value = int(after.board[cell])
        if value & COVERED and value - COVERED != mover and value - COVERED in after.colours:
            yield 0.35, _("buries the new {colour} square under a pyramid").format(colour=_colour_name(value - COVERED))


# ---------------------------------------------------------------- in words


def _colour_name(colour: int) -> str:
    return {WHITE: _("white"), PINK: _("pink"), GREEN: _("green")}[colour]


def _sizes(groups: list[Group]) -> str:
    """As in "5, 4 and 3"."""
    *others, last = (str(size) for size in sorted(map(len, groups), reverse=True))
    return _("{sizes} and {last}").format(sizes=", ".join(others), last=last) if others else last


def _change_reasons(words: "_OwnWords | _RivalWords", lost: list[Group], made: list[Group], grows: bool) -> list[Reason]:
    """One event: groups were laid together, squares were covered, or both."""
    counted = [group for group in lost if len(group) >= GROUP]
    counts = [group for group in made if len(group) >= GROUP]
    if len(counts) > len(counted):
        return [words.split(len(counted[0]), _sizes(made)) if counted else words.complete(len(counts[0]), lost)]
    if len(counts) < len(counted):
        return [words.merge(_sizes(counted)) if counts else words.cut(len(counted[0]), made)]
    if counts:
        grown = len(counts) == len(counted) == 1 and len(counts[0]) > len(counted[0])
        return [words.feed(len(counted[0]))] if grown else []
    if not made or (len(lost) == 1 and len(lost[0]) > len(made[0])):
        return [words.cover(sum(map(len, lost)))]
    return [words.small(len(made[0]), grows)]


class _OwnWords:
    """What happens to groups of the mover."""

    def complete(self, size: int, parts: list[Group]) -> Reason:
        if len(parts) > 1:
            return 2.0, _("joins {parts} into a group of {size}").format(parts=_sizes(parts), size=size)
        return 2.0, _("completes a group of {size}").format(size=size)

    def split(self, size: int, parts: str) -> Reason:
        return 2.0, _("splits the own group of {size} into {parts}").format(size=size, parts=parts)

    def merge(self, sizes: str) -> Reason:
        return 1.8, _("merges own groups of {sizes} into one").format(sizes=sizes)

    def cut(self, size: int, _parts: list[Group]) -> Reason:
        return 1.8, _("gives up the own group of {size}").format(size=size)

    def feed(self, size: int) -> Reason:
        return 0.15, _("adds to the own group of {size}").format(size=size)

    def cover(self, size: int) -> Reason:
        return 0.5, _("covers a square of an own pair") if size == 2 else _("covers a single own square")

    def small(self, size: int, grows: bool) -> Reason:
        if size == 2:
            return (0.5, _("makes a pair with room to grow")) if grows else (0.3, _("makes a pair that cannot grow"))
        return (0.1, _("starts with a single square")) if grows else (0.3, _("leaves the new square no room to grow"))

    def dead(self, size: int) -> Reason:
        return (0.8, _("leaves an own pair dead")) if size == 2 else (0.3, _("leaves a single own square dead"))


class _RivalWords:
    """What happens to groups of another seat, named by its colour."""

    def __init__(self, colour: int) -> None:
        self.colour = _colour_name(colour)

    def complete(self, size: int, _parts: list[Group]) -> Reason:
        return 1.7, _("completes a {colour} group of {size}").format(colour=self.colour, size=size)

    def split(self, size: int, parts: str) -> Reason:
        return 1.7, _("splits the {colour} group of {size} into {parts}").format(colour=self.colour, size=size, parts=parts)

    def merge(self, sizes: str) -> Reason:
        return 1.9, _("merges the {colour} groups of {sizes} into one").format(colour=self.colour, sizes=sizes)

    def cut(self, size: int, parts: list[Group]) -> Reason:
        if len(parts) > 1:
            text = _("breaks the {colour} group of {size} into {parts}")
        else:
            text = _("cuts the {colour} group of {size} down to {parts}")
        return 1.9, text.format(colour=self.colour, size=size, parts=_sizes(parts))

    def feed(self, size: int) -> Reason:
        return 0.4, _("wastes a {colour} square on the group of {size}").format(colour=self.colour, size=size)

    def cover(self, size: int) -> Reason:
        text = _("cuts a {colour} pair") if size == 2 else _("covers a single {colour} square")
        return 0.6, text.format(colour=self.colour)

    def small(self, size: int, grows: bool) -> Reason:
        if size == 2:
            text = _("gives {colour} a pair with room to grow") if grows else _("makes a {colour} pair that cannot grow")
        else:
            text = _("gives {colour} a single square") if grows else _("buries a {colour} square where it cannot grow")
        return (0.05 if grows and size == 1 else 0.35), text.format(colour=self.colour)

    def dead(self, size: int) -> Reason:
        text = _("leaves the {colour} pair dead") if size == 2 else _("leaves a single {colour} square dead")
        return (0.7 if size == 2 else 0.25), text.format(colour=self.colour)
