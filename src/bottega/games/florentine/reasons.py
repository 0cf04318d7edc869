"""Why a move of Florentine Dominoes is good or bad, in a player's words.

Each kind of stone belongs to one colour, so naming the stones says whose they are. What is said rests on the square, on the
cards that are not on it, and, for a discard, on the mover's hand if the given record shows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bottega.games.florentine import rules, spaces
from bottega.games.florentine.layout import BLACK, BLACK_CARDS, DECLINE, DISCARD, EDGE, HIDDEN_STOCK, STEP
from bottega.i18n import _
from bottega.kernels import State

MOST_REASONS = 4

# How much a reason weighs for each stone it speaks of: the weightiest come first.
CLOSED, GIVEN_AWAY, GIVEN_UP, KILLED, JOINED, FOR_BLACK, TO_THE_EDGE, NEARLY, BROUGHT, EVENT = 30, 25, 22, 20, 15, 12, 10, 8, 6, 1

Reason = tuple[int, str]  # weight and words


@dataclass(frozen=True)
class Space:
    """A space with stones in it."""

    triangles: tuple[int, ...]  # [side] the cells whose triangle on that side is in it, as bits
    sides: tuple[int, ...]  # [side] those with no card on their outer side
    stones: int

    @property
    def edges(self) -> int:
        """Open sides at the edge of the square."""
        return sum((cells & int(edge)).bit_count() for cells, edge in zip(self.sides, EDGE, strict=True))

    @property
    def open_sides(self) -> int:
        return sum(cells.bit_count() for cells in self.sides)

    @property
    def faced(self) -> Iterator[int]:
        """The empty cells that it faces."""
        for side, cells in enumerate(self.sides):
            for cell in _members(cells & ~int(EDGE[side])):
                yield cell + int(STEP[side])

    def holds(self, cell: int) -> bool:
        """Whether the card on that cell is part of it."""
        return any(cells >> cell & 1 for cells in self.triangles)

    def covers(self, other: "Space") -> bool:
        """Whether all of the other space is in this one."""
        return all(theirs & ~ours == 0 for ours, theirs in zip(self.triangles, other.triangles, strict=True))


def reasons(before: State, move: int, after: State) -> list[str]:
    """What the move did for and against the seat that made it, most important first."""
    if move >= BLACK:
        return _black_reasons(before, move)
    found = _discard_reasons(before, move - DISCARD, after) if move >= DISCARD else _placement_reasons(before, move, after)
    found += _events(before, after)
    return [words for _weight, words in sorted(found, key=lambda reason: -reason[0])][:MOST_REASONS]


def stones_text(colour: int, count: int) -> str:
    """So many stones of a colour: 2 jade, 1 ruby."""
    one = (_("1 jade"), _("1 amber"), _("1 ruby"), _("1 lapis lazuli"))
    many = (_("{count} jade"), _("{count} amber"), _("{count} rubies"), _("{count} lapis lazuli"))
    return one[colour] if count == 1 else many[colour].format(count=count)


def _members(cells: int) -> Iterator[int]:
    return (cell for cell in range(cells.bit_length()) if cells >> cell & 1)


def _spaces(state: State, colour: int) -> list[Space]:
    """The spaces of a colour with stones in them."""
    found: list[Space] = []
    uncovered = [int(cells) for cells in spaces.uncovered(state, colour)]
    for side in range(4):
        for cell in _members(int(state.stones[side]) & int(state.triangles[side, colour])):
            if not any(space.triangles[side] >> cell & 1 for space in found):
                n, e, s, w = (np.uint64(int(side == other) << cell) for other in range(4))
                triangles = tuple(int(cells) for cells in spaces.spread(state, colour, (n, e, s, w)))
                stones = sum((cells & int(state.stones[at])).bit_count() for at, cells in enumerate(triangles))
                sides = tuple(cells & uncovered[at] for at, cells in enumerate(triangles))
                found.append(Space(triangles, sides, stones))
    return found


def _is_dead(state: State, space: Space) -> bool:
    """Whether the space can never be closed: one black card is not enough, or nothing will ever lie on a cell that it faces."""
    if space.edges > 1:
        return True
    kinds = rules.unplaced(state)
    return any(all(int(rules.fitting(state, cell, turn)) & int(kinds) == 0 for turn in range(4)) for cell in space.faced)


def _dead_stones(state: State, colour: int) -> int:
    return sum(space.stones for space in _spaces(state, colour) if _is_dead(state, space))


# ---------------------------------------------------------------- placements


def _placement_reasons(before: State, move: int, after: State) -> list[Reason]:
    cell = move >> 2 & 63
    found: list[Reason] = []
    for seat in range(int(before.players)):
        colour, is_own = int(before.colours[seat]), seat == before.turn
        past = _spaces(before, colour)
        touched = [space for space in _spaces(after, colour) if space.holds(cell)]
        closed = [space for space in touched if space.open_sides == 0]
        if closed:
            found.append(_closing(colour, closed, is_own))
        killed = _dead_stones(after, colour) - _dead_stones(before, colour)
        if killed > 0:
            stones = stones_text(colour, killed)
            if is_own:
                found.append(
                    (GIVEN_UP * killed, _("gives up {stones}: the space cannot be closed any more").format(stones=stones))
                )
            else:
                found.append((KILLED * killed, _("leaves {stones} dead").format(stones=stones)))
        for space in touched:
            parts = [part for part in past if space.covers(part)]
            if is_own and len(parts) > 1:
                found.append(_joining(colour, parts))
            if space.open_sides > 0 and not _is_dead(after, space):
                found += _growing(colour, space, parts, is_own)
    return found


def _closing(colour: int, closed: list[Space], is_own: bool) -> Reason:
    count = sum(space.stones for space in closed)
    stones = stones_text(colour, count)
    if is_own and len(closed) == 1:
        return CLOSED * count, _("closes a space with {stones}").format(stones=stones)
    if is_own:
        return CLOSED * count, _("closes {spaces} spaces with {stones} in all").format(spaces=len(closed), stones=stones)
    if len(closed) == 1:
        return GIVEN_AWAY * count, _("closes a space with {stones} for an opponent").format(stones=stones)
    words = _("closes {spaces} spaces with {stones} in all for an opponent").format(spaces=len(closed), stones=stones)
    return GIVEN_AWAY * count, words


def _joining(colour: int, parts: list[Space]) -> Reason:
    *first, last = sorted((part.stones for part in parts), reverse=True)
    words = _("joins spaces with {some} and {others}").format(
        some=", ".join(stones_text(colour, count) for count in first), others=stones_text(colour, last)
    )
    return JOINED * last, words


def _growing(colour: int, space: Space, parts: list[Space], is_own: bool) -> list[Reason]:
    """Of a space that is open and alive after the move: whether it came to the edge, what is new, how near it is to closing."""
    stones = stones_text(colour, space.stones)
    if space.edges == 1 and not any(part.edges for part in parts):
        if is_own and space.open_sides == 1:
            return [(FOR_BLACK * space.stones, _("leaves a space with {stones} to the black card").format(stones=stones))]
        return [(TO_THE_EDGE * space.stones, _("takes {stones} to the edge of the square").format(stones=stones))]
    if not is_own:
        return []
    new = space.stones - sum(part.stones for part in parts)
    if new > 0:
        brought = stones_text(colour, new)
        if space.open_sides == 1:
            return [(BROUGHT * new, _("brings {stones} to a space with one open side").format(stones=brought))]
        words = _("brings {stones} to a space with {sides} open sides").format(stones=brought, sides=space.open_sides)
        return [(BROUGHT * new, words)]
    if space.open_sides == 1 and all(part.open_sides > 1 for part in parts):
        if space.edges == 1:
            return [(FOR_BLACK * space.stones, _("leaves a space with {stones} to the black card").format(stones=stones))]
        return [(NEARLY * space.stones, _("leaves one open side around {stones}").format(stones=stones))]
    return []


# ---------------------------------------------------------------- the other moves


def _discard_reasons(before: State, kind: int, after: State) -> list[Reason]:
    found: list[Reason] = []
    mover = int(before.turn)
    if not rules.is_hidden(before, mover) and not rules.any_fits(before, before.zones[mover]):
        found.append((CLOSED, _("nothing in the hand fits")))
    if after.stage == HIDDEN_STOCK:
        card = int(before.cards[kind])
        for seat in range(int(before.players)):
            colour = int(before.colours[seat])
            triangles = (triangle for triangle in range(4) if rules.side_colour(card, 0, triangle) == colour)
            count = sum(int(rules.side_stone(card, 0, triangle)) for triangle in triangles)
            if count and seat == mover:
                words = _("gives up {stones} until the pool opens").format(stones=stones_text(colour, count))
                found.append((GIVEN_UP * count, words))
            elif count:
                words = _("keeps {stones} off the square until the pool opens").format(stones=stones_text(colour, count))
                found.append((KILLED * count, words))
    return found


def _black_reasons(before: State, move: int) -> list[str]:
    colour = int(before.colours[before.turn])
    best = max((space.stones for space in _spaces(before, colour) if space.edges == space.open_sides == 1), default=0)
    if move == DECLINE:
        return [_missed(colour, best) if best else _("the black card could close nothing")]
    closed = int(spaces.closed_by_black(before, (move - BLACK) >> 2, (move - BLACK) & 3, colour))
    if closed == 0:
        return [_("the black card closes no stones here")]
    found = [_("closes a space with {stones}").format(stones=stones_text(colour, closed))]
    return found if closed == best else [*found, _missed(colour, best)]


def _missed(colour: int, count: int) -> str:
    return _("leaves a space with {stones} open that the black card could close").format(stones=stones_text(colour, count))


def _events(before: State, after: State) -> list[Reason]:
    """What the move brings about for everybody."""
    found: list[Reason] = []
    if rules.cross_is_complete(after) and not rules.cross_is_complete(before):
        found.append((EVENT, _("completes the cross")))
    if before.stage == HIDDEN_STOCK and after.stage != HIDDEN_STOCK:
        found.append((EVENT, _("opens the pool")))
    if before.stage < BLACK_CARDS <= after.stage:
        found.append((EVENT, _("after it nothing fits any more")))
    return found
