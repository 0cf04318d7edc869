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
    FLAT,
    MIRRORED,
    NO_BITS,
    ONE_BIT,
    ROTATIONS,
    SEATS,
    SIDE,
    TILES,
    UPRIGHT,
    Words,
)
from bottega.games.toscana.rules import count_places, hidden_part
from bottega.games.toscana.spaces import (
    Bands,
    all_rooms,
    bands,
    beside,
    best_zone,
    both,
    corners_of_tiles_on,
    either,
    in_midst,
    onward,
    open_cells,
    size,
    store,
    tiles_on,
    without,
)
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

WORKING = 4 + SEATS * ARRIVALS  # boards of working memory


@kernel
def look(state: State, memory: Words, blurred: bool, out: NDArray[np.float32]) -> None:
    """Write the numbers to `out` [NUMBERS]. `memory` [WORKING, band] is working memory; its outer bands are empty.

    It holds the open cells, a zone and later the cells in the midst of others, and for each player one board for each arrival.
    Where it is `blurred`, nobody looks which tile the other one will have next: each that it may be counts its share.
    """
    mover = int(state.turn)
    arrivals = memory[4:]
    out[:] = 0.0
    out[OPEN] = open_cells(state, memory[0])
    cells = bands(memory[0])
    out[BEST] = best_zone(state, mover, memory[1], memory[2], memory[3])
    zone = bands(memory[1])
    _follow_wave(state, mover, 0, zone, cells, arrivals[:ARRIVALS], out)
    out[BEST + 1] = best_zone(state, 1 - mover, memory[1], memory[2], memory[3])
    other_zone = bands(memory[1])
    _follow_wave(state, 1 - mover, 1, other_zone, cells, arrivals[ARRIVALS:], out)
    for player in range(SEATS):
        _look_at_stack(state, mover if player == 0 else 1 - mover, player, blurred and player == 1, out)
    store(in_midst(cells), memory[1])
    _count_ground(memory[1], arrivals, out)
    _count_places(state, cells, zone, other_zone, out)
    out[DECIDING] = state.deciding
    out[PASSED] = state.passes
    out[ENDS_AT_ONCE] = 1.0 if state.edition == DUTCH else 0.0
    if not state.deciding:
        out[CHOICES] = count_places(state)
        out[STUCK] = 1.0 if out[CHOICES] == 0.0 else 0.0


@kernel
def _follow_wave(
    state: State, colour: int, player: int, zone: Bands, cells: Bands, arrivals: Words, out: NDArray[np.float32]
) -> None:
    """Write to `arrivals` [class, band] when a wave from the zone comes to which open cells, and count the tiles in its sight."""
    squares = bands(state.squares[colour])
    ways = either(cells, squares)
    best = out[BEST + player]
    out[TIED + player] = tiles_on(state, zone) - best
    before = wave = zone
    for step in range(1, STEPS + 1):
        wave = onward(wave, ways)
        if SIGHTS[step] >= 0:
            out[IN_SIGHT + 4 * player + SIGHTS[step]] = tiles_on(state, both(wave, squares)) - best
        if step == STEPS or ARRIVAL[step + 1] != ARRIVAL[step]:
            store(both(without(wave, before), cells), arrivals[ARRIVAL[step]])
            before = wave
    store(without(cells, wave), arrivals[NEVER])


@kernel
def _look_at_stack(state: State, colour: int, player: int, blurred: bool, out: NDArray[np.float32]) -> None:
    left = int(state.left[colour])
    out[LEFT + player] = left
    if state.vetoes[colour] and state.left[1 - colour] >= 2:
        out[VETO_LEFT + player] = 1.0
    top, below = TOP + player * (KINDS + 1), BELOW + player * KINDS
    if left == 0:
        out[top + KINDS] = 1.0
        return
    first = TILES - left
    end = max(hidden_part(state, colour)[1], first + 1) if blurred else first + 1
    share = 1.0 / (end - first)  # of each tile that may lie on top
    for depth in range(first, TILES):
        kind = KIND[state.stacks[colour, depth]]
        if depth < end:
            out[top + kind] += share
            out[below + kind] += 1.0 - share
        else:
            out[below + kind] += 1.0


@kernel
def _count_ground(midst: Words, arrivals: Words, out: NDArray[np.float32]) -> None:
    """Count the open cells, in the `midst` of others or not, by when both waves come to them.

    Most combinations have none in a band.
    """
    for band in range(1, BANDS + 1):
        for early in range(ARRIVALS):
            own = arrivals[early, band]
            if own == NO_BITS:
                continue
            for late in range(ARRIVALS):
                both_come = own & arrivals[ARRIVALS + late, band]
                if both_come == NO_BITS:
                    continue
                for ring in range(RINGS):
                    here = both_come & RING[ring, band]
                    inside = amount(here & midst[band])
                    at = GROUND + ((early * ARRIVALS + late) * RINGS + ring) * 2
                    out[at] += inside
                    out[at + 1] += amount(here) - inside


@kernel
def _count_places(state: State, cells: Bands, zone: Bands, other_zone: Bands, out: NDArray[np.float32]) -> None:
    """Count where a tile has room, by what it would touch of both colours, and the legal placements at both zones."""
    own, other = bands(state.squares[state.turn]), bands(state.squares[1 - state.turn])
    flat, upright = all_rooms(without(bands(BOARD), either(own, other)))
    any0, any1 = corners_of_tiles_on(both(beside(own), cells)), corners_of_tiles_on(both(beside(other), cells))
    zone0, zone1 = corners_of_tiles_on(both(beside(zone), cells)), corners_of_tiles_on(both(beside(other_zone), cells))
    _count_touches(flat, any0[FLAT], zone0[FLAT], any1[FLAT], zone1[FLAT], out)
    _count_touches(upright, any0[UPRIGHT], zone0[UPRIGHT], any1[UPRIGHT], zone1[UPRIGHT], out)
    if not state.deciding:
        for rotation in range(ROTATIONS):
            legal = bands(state.places[rotation])
            lies_flat = rotation % 2 == FLAT
            out[CHOICES + 1] += size(both(legal, zone0[FLAT] if lies_flat else zone0[UPRIGHT]))
            out[CHOICES + 2] += size(both(legal, zone1[FLAT] if lies_flat else zone1[UPRIGHT]))


@kernel
def _count_touches(places: Bands, any0: Bands, zone0: Bands, any1: Bands, zone1: Bands, out: NDArray[np.float32]) -> None:
    """Count the places for a tile by where it touches any square of a player, or the zone: whoever does that does the other."""
    _count_touches_of_other(AT_ZONE, both(places, zone0), any1, zone1, out)
    _count_touches_of_other(AT_SQUARE, without(both(places, any0), zone0), any1, zone1, out)
    _count_touches_of_other(APART, without(places, any0), any1, zone1, out)


@kernel
def _count_touches_of_other(own: int, places: Bands, any1: Bands, zone1: Bands, out: NDArray[np.float32]) -> None:
    """The same for places that touch just so much of the mover's colour."""
    at = PLACES + TOUCHES * own
    at_any, at_zone = size(both(places, any1)), size(both(places, zone1))
    out[at + AT_ZONE] += at_zone
    out[at + AT_SQUARE] += at_any - at_zone
    out[at + APART] += size(places) - at_any
