"""What a position of Toscana looks like to the player on turn, in numbers: what `judgement` goes by.

From the best zone of each colour a wave goes out over open cells and squares of the colour, step by step. How early both waves
come to a cell says whom it is likely to serve. Everything is counted from the view of the player on turn, the *mover*, and
neither turning nor mirroring the board changes any of it; so a position and its images are judged alike.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.bits import amount
from bottega.games.toscana.layout import (
    BAND_OF,
    BANDS,
    BIT_OF,
    BOARD,
    CELLS,
    DUTCH,
    GREY,
    MIRRORED,
    NO_BITS,
    NO_TILE,
    ONE,
    ONE_BIT,
    ONE_ROW,
    RED,
    SEATS,
    SIDE,
    TILES,
    TWO_ROWS,
    Words,
)
from bottega.games.toscana.rules import count_places, top_tile
from bottega.games.toscana.spaces import beside, best_zone, corners_of_tiles_on, count_tiles, open_cells, rooms, spread
from bottega.kernels import State, kernel

# ---------------------------------------------------------------- how cells and tiles are told apart

STEPS = 8
#: [step] how early a wave comes to a cell, as one of so many classes; the last one is for cells that it does not come to
ARRIVALS = 6
ARRIVAL = np.array([0, 0, 1, 2, 3, 3, 4, 4, 4])
NEVER = ARRIVALS - 1

#: [ring, band] the cells at the edge of the board, the two rows and columns inside it, and the middle
RINGS = 3
RING = np.zeros((RINGS, BANDS + 2), np.uint64)
for _cell in range(CELLS):
    _y, _x = divmod(_cell, SIDE)
    _from_edge = min(_y, _x, SIDE - 1 - _y, SIDE - 1 - _x)
    RING[(_from_edge > 0) + (_from_edge > 2), BAND_OF[_cell]] |= ONE_BIT << BIT_OF[_cell]

AT_ZONE, AT_SQUARE, APART = range(3)  # what a place for a tile touches of a colour: its best zone, else a square of it, else none
TOUCHES = 3


#: [tile] a number of its own for each kind of tile: mirrored tiles are of the same kind
KIND = np.unique([min(tile, MIRRORED[tile][0]) for tile in range(TILES)], return_inverse=True)[1]
KINDS = int(KIND.max()) + 1

# ---------------------------------------------------------------- the numbers

#: Where each group of numbers begins. A player is the mover or the other one, in this order.
GROUND = 0  # [arrival of the mover's wave, of the other's, ring, 0: all four cells beside it are open, 1: not] open cells
PLACES = GROUND + ARRIVALS * ARRIVALS * RINGS * 2  # [what it touches of the mover's colour, of the other's] room for a tile
IN_SIGHT = (
    PLACES + TOUCHES * TOUCHES
)  # [player, 1, 2, 4 or 8 steps] tiles outside the best zone to which its wave has come by then
SIGHTS = np.array([-1, 0, 1, -1, 2, -1, -1, -1, 3])  # [step]
BEST = IN_SIGHT + SEATS * 4  # [player] tiles in the best zone
TIED = BEST + SEATS  # [player] tiles in other zones that are level with it
LEFT = TIED + SEATS  # [player] tiles in the stack
VETO_LEFT = LEFT + SEATS  # [player] a veto that can still be used
TOP = VETO_LEFT + SEATS  # [player, kind or none] the tile on top of the stack
BELOW = TOP + SEATS * (KINDS + 1)  # [player, kind] tiles below it
DECIDING = BELOW + SEATS * KINDS  # the other one has still to decide on a veto
PASSED = DECIDING + 1  # there was a pass just before
ENDS_AT_ONCE = PASSED + 1  # the Dutch edition
OPEN = ENDS_AT_ONCE + 1  # open cells
CHOICES = OPEN + 1  # [any, at the mover's zone, at the other's] ways to place the tile, while there is no decision on a veto
STUCK = CHOICES + 3  # there is none
NUMBERS = STUCK + 1

WORKING = 24  # boards of working memory


@kernel
def look(state: State, memory: Words, out: NDArray[np.float32]) -> None:
    """Write the numbers to `out` [NUMBERS]. `memory` [WORKING, band] is working memory; its outer bands are empty.

    It holds the open cells, those in the midst of others, two zones, and for each player one board for each class of arrival.
    """
    mover = int(state.turn)
    cells, midst, zones, arrivals, rest = memory[0], memory[1], memory[2:4], memory[4:16], memory[16:24]
    out[:] = 0.0
    out[OPEN] = open_cells(state, cells)
    for band in range(1, BANDS + 1):
        here = cells[band]
        midst[band] = here & (here << ONE) & (here >> ONE)
        midst[band] &= ((here << ONE_ROW) | (cells[band - 1] >> TWO_ROWS)) & ((here >> ONE_ROW) | (cells[band + 1] << TWO_ROWS))
    for player in range(SEATS):
        colour = mover if player == 0 else 1 - mover
        first = player * ARRIVALS
        best = best_zone(state, colour, zones[player], rest[0], rest[1])
        _send_wave(state, colour, player, best, zones[player], cells, arrivals[first : first + ARRIVALS], rest, out)
        out[BEST + player] = best
        out[TIED + player] = count_tiles(state, zones[player]) - best
        _look_at_stack(state, colour, player, out)
    _count_ground(midst, arrivals, out)
    _count_places(state, cells, zones, rest, out)
    out[DECIDING] = state.deciding
    out[PASSED] = state.passes
    out[ENDS_AT_ONCE] = 1.0 if state.edition == DUTCH else 0.0
    if not state.deciding:
        out[CHOICES] = count_places(state)
        out[STUCK] = 1.0 if out[CHOICES] == 0.0 else 0.0


@kernel
def _send_wave(
    state: State,
    colour: int,
    player: int,
    best: int,
    zone: Words,
    cells: Words,
    arrivals: Words,
    rest: Words,
    out: NDArray[np.float32],
) -> None:
    """Write to `arrivals` [class, band] when a wave from the zone comes to which open cells, and count the tiles in its sight."""
    ways, in_sight = rest[2], rest[3]
    for band in range(1, BANDS + 1):
        ways[band] = cells[band] | state.squares[colour, band]
        rest[0, band] = zone[band]
        for arrival in range(ARRIVALS):
            arrivals[arrival, band] = NO_BITS
    for step in range(1, STEPS + 1):
        before, now = rest[(step + 1) % 2], rest[step % 2]
        spread(before, ways, now)
        fresh = arrivals[ARRIVAL[step]]
        for band in range(1, BANDS + 1):
            fresh[band] |= now[band] & ~before[band] & cells[band]
        if SIGHTS[step] >= 0:
            for band in range(1, BANDS + 1):
                in_sight[band] = now[band] & state.squares[colour, band]
            out[IN_SIGHT + 4 * player + SIGHTS[step]] = count_tiles(state, in_sight) - best
    for band in range(1, BANDS + 1):
        arrivals[NEVER, band] = cells[band] & ~rest[STEPS % 2, band]


@kernel
def _look_at_stack(state: State, colour: int, player: int, out: NDArray[np.float32]) -> None:
    left = int(state.left[colour])
    out[LEFT + player] = left
    if state.vetoes[colour] and state.left[1 - colour] >= 2:
        out[VETO_LEFT + player] = 1.0
    tile = top_tile(state, colour)
    out[TOP + player * (KINDS + 1) + (KIND[tile] if tile != NO_TILE else KINDS)] = 1.0
    for depth in range(TILES - left + 1, TILES):
        out[BELOW + player * KINDS + KIND[state.stacks[colour, depth]]] += 1.0


@kernel
def _count_ground(midst: Words, arrivals: Words, out: NDArray[np.float32]) -> None:
    """Count the open cells by when both waves come to them; most combinations have none in a band."""
    for band in range(1, BANDS + 1):
        for early in range(ARRIVALS):
            own = arrivals[early, band]
            if own == NO_BITS:
                continue
            for late in range(ARRIVALS):
                both = own & arrivals[ARRIVALS + late, band]
                if both == NO_BITS:
                    continue
                for ring in range(RINGS):
                    here = both & RING[ring, band]
                    inside = amount(here & midst[band])
                    at = GROUND + ((early * ARRIVALS + late) * RINGS + ring) * 2
                    out[at] += inside
                    out[at + 1] += amount(here) - inside


@kernel
def _count_places(state: State, cells: Words, zones: Words, rest: Words, out: NDArray[np.float32]) -> None:
    """Count where a tile has room, by what it would touch of both colours, and the legal placements at both zones."""
    mover = int(state.turn)
    near = rest[4:8]  # the open cells beside any square of the mover's colour, beside its zone, and the same of the other
    for player in range(SEATS):
        colour = mover if player == 0 else 1 - mover
        for band in range(1, BANDS + 1):
            near[2 * player, band] = beside(state.squares[colour], band) & cells[band]
            near[2 * player + 1, band] = beside(zones[player], band) & cells[band]
    free_below = NO_BITS
    for band in range(BANDS, 0, -1):
        free = BOARD[band] & ~(state.squares[GREY, band] | state.squares[RED, band])
        both = rooms(free, free_below)
        free_below = free
        any0, zone0 = corners_of_tiles_on(near[0], band), corners_of_tiles_on(near[1], band)
        any1, zone1 = corners_of_tiles_on(near[2], band), corners_of_tiles_on(near[3], band)
        for lies in range(2):  # FLAT or UPRIGHT
            if not state.deciding:
                legal0, legal1 = state.places[lies, band], state.places[lies + 2, band]
                out[CHOICES + 1] += amount(legal0 & zone0[lies]) + amount(legal1 & zone0[lies])
                out[CHOICES + 2] += amount(legal0 & zone1[lies]) + amount(legal1 & zone1[lies])
            for own in range(TOUCHES):
                place = both[lies] & _touching(own, any0[lies], zone0[lies])
                for other in range(TOUCHES):
                    out[PLACES + TOUCHES * own + other] += amount(place & _touching(other, any1[lies], zone1[lies]))


@kernel
def _touching(touch: int, near_any: np.uint64, near_zone: np.uint64) -> np.uint64:
    """Where a tile touches just so much of a colour."""
    if touch == AT_ZONE:
        return near_zone
    return near_any & ~near_zone if touch == AT_SQUARE else ~near_any
