"""Why a move of Toscana is good or bad, in a player's words.

Only what lies on the board and the top tiles are spoken of: both players see them (T4). What lies below is a guess.
"""

from dataclasses import dataclass

import numpy as np

from bottega.games.toscana import rules, spaces
from bottega.games.toscana.layout import ALLOW, BANDS, CELLS, MOVES, NO_TILE, PASS, SEATS, TILE_NAMES, TILES, VETO
from bottega.i18n import _
from bottega.kernels import State

MOST_REASONS = 4
MOST_ZONES = SEATS * TILES * 2  # the squares of one colour on a tile are in two zones at the most
STEPS = 8  # how far zones look for room
NOTEWORTHY_ROOM = 24  # open cells, three tiles
NOTEWORTHY_ZONE = 2  # tiles

# How much a reason weighs for each tile, or each open cell, it speaks of: the weightiest come first.
END, GAINED, GIVEN, CLOSED_IN, JOINED, CUT_OFF, ROOM, MISSED = 1000.0, 10.0, 9.0, 8.0, 5.0, 4.0, 0.1, 1.0

Reason = tuple[float, str]  # weight and words


@dataclass(frozen=True)
class Zone:
    """A zone of one colour."""

    squares: int  # as bits, band after band
    tiles: int

    def has(self, squares: int) -> bool:
        return self.squares & squares != 0


@dataclass(frozen=True)
class Outlook:
    """What a colour has, and what its best zone, or any of those that are level, can come to."""

    zones: list[Zone]  # the best first
    worth: int  # tiles in the best one
    room: int  # open cells within a few steps of it
    reached: int  # all cells that it can ever come to, as bits

    def best(self) -> list[Zone]:
        """The best zone, and those that are level with it."""
        return [zone for zone in self.zones if zone.tiles == self.worth]


def reasons(before: State, move: int, after: State) -> list[str]:
    """What the move did for and against the seat that made it, most important first."""
    mover = rules.seat(before)
    if move in (VETO, ALLOW):
        found = _decision_reasons(before, move)
    elif move == PASS:
        found = _pass_reasons(before)
    else:
        found = _placement_reasons(mover, before, after)
    if rules.is_over(after):
        found.append((END, _result(mover, after)))
    return [words for _weight, words in sorted(found, key=lambda reason: -reason[0])][:MOST_REASONS]


def _decision_reasons(before: State, move: int) -> list[Reason]:
    """A tile is worth what its owner's best zone can gain with it at once."""
    owner = int(before.turn)
    tile = TILE_NAMES[rules.top_tile(before, owner)]
    points = _points_with_top(before)
    if points is None:
        spent, kept = _("spends the veto on tile {tile}, which fits nowhere"), _("leaves tile {tile} on top: it fits nowhere")
    else:
        spent = _("spends the veto on tile {tile}, worth {points} at once")
        kept = _("keeps the veto: tile {tile} is worth {points} at once")
    return [(GAINED, (spent if move == VETO else kept).format(tile=tile, points=points))]


def _points_with_top(before: State) -> int | None:
    """How much the tile that is decided on can add to its owner's score at once; None if it fits nowhere."""
    owner = int(before.turn)
    allowed = before.copy()
    rules.play(allowed, ALLOW)
    out = np.zeros(MOVES, np.int32)
    places = out[: rules.moves(allowed, out)].tolist()
    if places == [PASS]:
        return None
    return max(_score(_played(allowed, place), owner) for place in places) - _score(before, owner)


def _played(state: State, move: int) -> State:
    copy = state.copy()
    rules.play(copy, move)
    return copy


def _score(state: State, seat: int) -> int:
    out = np.zeros((SEATS, 1), np.int32)
    rules.scores(state, out)
    return int(out[seat, 0])


def _pass_reasons(before: State) -> list[Reason]:
    tile = rules.top_tile(before, int(before.turn))
    if tile == NO_TILE:
        return [(GAINED, _("has no tile left"))]
    return [(GAINED, _("tile {tile} fits nowhere").format(tile=TILE_NAMES[tile]))]


def _result(mover: int, after: State) -> str:
    own, other = _score(after, mover), _score(after, 1 - mover)
    if own > other:
        words = _("ends the game and wins it, {own} to {other}")
    elif own < other:
        words = _("ends the game and loses it, {own} to {other}")
    else:
        words = _("ends the game in a draw, {own} to {other}")
    return words.format(own=own, other=other)


# ---------------------------------------------------------------- placements


def _placement_reasons(mover: int, before: State, after: State) -> list[Reason]:
    own = _outlook(before, mover), _outlook(after, mover)
    other = _outlook(before, 1 - mover), _outlook(after, 1 - mover)
    if own[0].worth == 0:
        return []  # the first tile of the game: there is nothing to compare it with
    return _own_reasons(*own) + _other_reasons(*other)


def _own_reasons(before: Outlook, after: Outlook) -> list[Reason]:
    found = []
    joined = _joined(before, after)
    if len(joined) == 2:
        found.append((JOINED * joined[1], _("joins two zones of {first} and {second}").format(first=joined[0], second=joined[1])))
    elif joined:
        weight = JOINED * sum(joined[1:])
        found.append((weight, _("joins zones of {some} and {last}").format(some=_list(joined[:-1]), last=joined[-1])))
    gained = after.worth - before.worth
    if gained:
        words = _("brings the best zone from {before} to {after}")
        found.append((GAINED * gained, words.format(before=before.worth, after=after.worth)))
    else:
        found.append((MISSED, _("adds nothing to the best zone of {worth}").format(worth=before.worth)))
    if before.room and not after.room:
        found.append((CLOSED_IN, _("leaves the best zone no room to grow")))
    elif after.room - before.room >= NOTEWORTHY_ROOM and _is_same(before, after):
        words = _("brings {cells} more open cells within reach")
        found.append((ROOM * (after.room - before.room), words.format(cells=after.room - before.room)))
    if lost := _newly_cut_off(before, after):
        found.append((CUT_OFF * lost, _("leaves a zone of {tiles} cut off from the best one").format(tiles=lost)))
    return found


def _other_reasons(before: Outlook, after: Outlook) -> list[Reason]:
    found = []
    gained = after.worth - before.worth
    joined = _joined(before, after)
    if len(joined) > 1 and joined[1] >= NOTEWORTHY_ZONE:
        words = _("joins the opponent's zones of {some} and {last}")
        found.append((GIVEN * joined[1], words.format(some=_list(joined[:-1]), last=joined[-1])))
    if gained:
        words = _("brings the opponent's best zone from {before} to {after}")
        found.append((GIVEN * gained, words.format(before=before.worth, after=after.worth)))
    if before.room and not after.room:
        found.append((CLOSED_IN * 2, _("leaves the opponent's best zone no room to grow")))
    elif before.room - after.room >= NOTEWORTHY_ROOM and _is_same(before, after):
        words = _("takes {cells} open cells out of the opponent's reach")
        found.append((ROOM * (before.room - after.room), words.format(cells=before.room - after.room)))
    if lost := _newly_cut_off(before, after):
        found.append((CUT_OFF * lost, _("cuts a zone of {tiles} off from the opponent's best one").format(tiles=lost)))
    return found


def _joined(before: Outlook, after: Outlook) -> list[int]:
    """The zones that have become one, in tiles, largest first; where that has happened twice, those of the larger zone."""
    for zone in after.zones:
        parts = [part.tiles for part in before.zones if zone.has(part.squares)]
        if len(parts) > 1:
            return parts
    return []


def _is_same(before: Outlook, after: Outlook) -> bool:
    """Whether one zone was and is the best, so that what it can come to compares."""
    return len(before.best()) == len(after.best()) == 1 and after.zones[0].has(before.zones[0].squares)


def _newly_cut_off(before: Outlook, after: Outlook) -> int:
    """The tiles of the largest zone that the best one could have come to and no longer can; 0 if there is none worth a word."""
    if not _is_same(before, after):
        return 0
    lost = [zone for zone in after.zones if not zone.has(after.reached) and _was_reached(zone, before)]
    return max((zone.tiles for zone in lost if zone.tiles >= NOTEWORTHY_ZONE), default=0)


def _was_reached(zone: Zone, before: Outlook) -> bool:
    return any(zone.has(old.squares) and old.has(before.reached) for old in before.zones)


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _outlook(state: State, colour: int) -> Outlook:
    cells, wave, spare, ways = np.zeros((4, BANDS + 2), np.uint64)
    spaces.open_cells(state, cells)
    worth = spaces.best_zone(state, colour, wave, spare, ways)
    ways[:] = cells | state.squares[colour]
    for step in range(1, CELLS):
        spaces.spread(wave, ways, spare)
        grows = bool((wave != spare).any())
        wave, spare = spare, wave
        if step <= STEPS:
            room = (_bits(wave) & _bits(cells)).bit_count()
        if not grows:
            break
    return Outlook(_zones(state, colour), worth, room, _bits(wave))


def _zones(state: State, colour: int) -> list[Zone]:
    out = np.zeros((MOST_ZONES, BANDS + 2), np.uint64)
    count = spaces.zones(state, colour, out)
    found = [Zone(_bits(squares), spaces.count_tiles(state, squares)) for squares in out[:count]]
    return sorted(found, key=lambda zone: -zone.tiles)


def _bits(board: np.typing.NDArray[np.uint64]) -> int:
    """A board as one number."""
    return int.from_bytes(board.astype("<u8").tobytes(), "little")
