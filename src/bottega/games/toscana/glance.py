"""How good a move of Toscana looks at a glance, without making it: for putting the moves of a position in order.

All placements share one look at the board: in how many steps the wave of either colour comes to each cell (see `advice`). What a
placement is worth is a sum: for each cell by how soon both waves would have come there, for what its squares connect, and for
where it lies. `scripts/learn_toscana_glance.py` fits the weights, in `glance.npz`, to what the moves lead to.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bottega.bits import amount, lowest
from bottega.games.toscana.layout import (
    BAND_CELLS,
    BAND_MASK,
    BANDS,
    CELL_OF,
    CELLS,
    GREY,
    NO_BITS,
    OFFSETS,
    ONE,
    ONE_BIT,
    ONE_ROW,
    OTHER_CELLS,
    RED,
    ROTATIONS,
    ROW_BITS,
    SEATS,
    SIDE,
    TILE_CELLS,
    TILES,
    TWO_ROWS,
    VETO,
    Words,
)
from bottega.games.toscana.rules import top_tile
from bottega.games.toscana.spaces import bands, best_zone, both, either, onward, open_cells, store, without
from bottega.geometry import STEP
from bottega.kernels import Ints, State, allocating_kernel, kernel

# ---------------------------------------------------------------- what is seen of a placement

WAVE_STEPS = 8  # how far waves are followed
FAR = 4  # from so many steps on it makes no difference how many they are
STEPS = FAR + 1  # 0: the wave does not come there
NEAR = 1

#: The kind of a cell is `steps of the mover's wave * STEPS + steps of the other wave`. How many squares on cells of each kind:
KINDS = STEPS * STEPS
OWN = 0  # [kind] squares of the mover's colour
OTHER = KINDS  # [kind] squares of the other colour
#: And then
TOUCHES, GIVES, JOINED, ROOT_JOINED, GIVEN, ROOT_GIVEN, BLOCKED, ROOT_BLOCKED, OFF_CENTRE = range(2 * KINDS, 2 * KINDS + 9)
# TOUCHES, GIVES: 1 if an own square comes beside the mover's best zone, one of the other colour beside the other best zone
# JOINED: own squares that it connects with, GIVEN: squares of the opponent that the two other squares connect with, BLOCKED:
# squares of the opponent connected with those that own squares of the tile stand against; and the square roots of these numbers
# OFF_CENTRE: how far from the centre its middle lies, east-west or north-south, in half cells
SIGHTS = OFF_CENTRE + 1

WEIGHTS_FILE = Path(__file__).with_name("glance.npz")
with np.load(WEIGHTS_FILE) as _file:
    #: [sight] points of lead for each unit: fixed, and by the share of tiles still in the stacks
    FIXED, BY_SHARE = (_file[name].astype(np.float64) for name in ("fixed", "by_share"))

#: [tile] how much better than the average tile it is for its owner, roughly in points of lead on an open board. A tile that the
#: two squares of the other colour cut in two (K, L, O) is worst. Mirrored tiles are worth the same.
TILE_WORTH = np.array([0.28, 0.34, 0.22, -0.13, -0.2, 0.24, -0.18, 0.45, 0.34, -0.2, -0.52, -0.49, 0.28, 0.24, -0.49, -0.18])

#: What the right to veto is worth, in points of lead on an open board
VETO_WORTH = 0.4


def _cells(own: bool) -> NDArray[np.int64]:
    """[tile, rotation, square] how far from the first cell the squares of the owner's colour lie, or the two others."""
    numbers = OFFSETS @ np.array([SIDE, 1])
    return np.array([[[n for i, n in enumerate(turned) if (i in pair) != own] for turned in numbers] for pair in OTHER_CELLS])


OWN_SQUARES = _cells(own=True)
OTHER_SQUARES = _cells(own=False)

# ---------------------------------------------------------------- urges


@allocating_kernel
def urges(state: State, listed: Ints, out: NDArray[np.float64]) -> None:
    """How many points of lead each move seems to bring: a placement by what is seen of it, a veto by the worth of the tile."""
    if len(listed) == 0:
        return
    share = (int(state.left[GREY]) + int(state.left[RED])) / (SEATS * TILES)
    if listed[0] >= VETO:
        for index in range(len(listed)):
            out[index] = share * (_worth_of_top(state) - VETO_WORTH) if listed[index] == VETO else 0.0
    else:
        weigh(state, listed, FIXED + share * BY_SHARE, out)


@allocating_kernel
def urge(state: State, move: int) -> float:
    """The same for one move."""
    out = np.empty(1)
    urges(state, np.full(1, move, np.int32), out)
    return float(out[0])


@kernel
def _worth_of_top(state: State) -> float:
    """How much better the tile to be placed is than the average of those below it; there are some."""
    mover = int(state.turn)
    top = TILES - int(state.left[mover])
    below = 0.0
    for depth in range(top + 1, TILES):
        below += TILE_WORTH[state.stacks[mover, depth]]
    return float(TILE_WORTH[state.stacks[mover, top]] - below / (TILES - 1 - top))


@allocating_kernel
def weigh(state: State, listed: Ints, weights: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    """Write what is seen of each placement, weighed [sight], to `out`."""
    tile = top_tile(state, state.turn)
    kinds = _kinds(state)
    for index in range(len(listed)):
        move = int(listed[index])
        cell, rotation = move // ROTATIONS, move % ROTATIONS
        touches = gives = False
        lead = 0.0
        for offset in OWN_SQUARES[tile, rotation]:
            kind = kinds[cell + offset]
            lead += weights[OWN + kind]
            touches |= kind // STEPS == NEAR
        for offset in OTHER_SQUARES[tile, rotation]:
            kind = kinds[cell + offset]
            lead += weights[OTHER + kind]
            gives |= kind % STEPS == NEAR
        joined, given, blocked = _connections(state, cell, tile, rotation)
        lead += weights[JOINED] * joined + weights[ROOT_JOINED] * np.sqrt(joined)
        lead += weights[GIVEN] * given + weights[ROOT_GIVEN] * np.sqrt(given)
        lead += weights[BLOCKED] * blocked + weights[ROOT_BLOCKED] * np.sqrt(blocked)
        lead += weights[TOUCHES] * touches + weights[GIVES] * gives + weights[OFF_CENTRE] * _off_centre(cell, rotation)
        out[index] = lead


@kernel
def _off_centre(cell: int, rotation: int) -> int:
    height = 4 if rotation % 2 else 2
    return max(abs(2 * (cell // SIDE) + height - SIDE), abs(2 * (cell % SIDE) + 6 - height - SIDE))


# ---------------------------------------------------------------- waves


@allocating_kernel
def _kinds(state: State) -> NDArray[np.uint8]:
    """[cell] how soon both waves come there."""
    kinds = np.zeros(CELLS, np.uint8)
    memory = np.zeros((5, BANDS + 2), np.uint64)
    open_cells(state, memory[0])
    for colour in (GREY, RED):
        best_zone(state, colour, memory[1 + colour], memory[3], memory[4])
    for colour in (GREY, RED):
        unit = STEPS if colour == state.turn else 1
        cells, wave = bands(memory[0]), bands(memory[1 + colour])
        ways = either(cells, bands(state.squares[colour]))
        for step in range(1, WAVE_STEPS + 1):
            before = wave
            wave = onward(wave, ways)
            store(without(both(wave, cells), before), memory[3])
            _add(memory[3], unit * min(step, FAR), kinds)
    return kinds


@kernel
def _add(board: Words, more: int, kinds: NDArray[np.uint8]) -> None:
    """Add that much to the kinds of these cells."""
    for band in range(BANDS):
        rest = board[1 + band]
        while rest != NO_BITS:
            kinds[band * BAND_CELLS + CELL_OF[lowest(rest)]] += np.uint8(more)
            rest &= rest - ONE_BIT


# ---------------------------------------------------------------- connections

GLANCE_STEPS = 5  # how far connections are followed, in six rows with the tile in their middle

#: [FLAT or UPRIGHT] how many of the six rows come before the tile
ROWS_BEFORE = np.array([2, 1], np.int64)


def _beside(own: bool) -> NDArray[np.uint64]:
    """[tile, rotation, half] the cells beside the squares of the owner's colour, or beside the two others.

    They lie in six rows with the tile in their middle, three in each half; the column before the tile is bit 0.
    """
    table = np.zeros((TILES, ROTATIONS, 2), np.uint64)
    for tile, pair in enumerate(OTHER_CELLS):
        for rotation in range(ROTATIONS):
            shape = {(int(dy), int(dx)) for dy, dx in OFFSETS[rotation]}
            for i in range(TILE_CELLS):
                y, x = OFFSETS[rotation, i]
                for dx, dy in STEP.tolist():
                    if (i in pair) != own and (y + dy, x + dx) not in shape:
                        half, row = divmod(int(y + dy) + int(ROWS_BEFORE[rotation % 2]), 3)
                        table[tile, rotation, half] |= np.uint64(1 << row * ROW_BITS + int(x + dx) + 1)
    return table


BESIDE_OWN = _beside(own=True)
BESIDE_OTHER = _beside(own=False)


@kernel
def _connections(state: State, cell: int, tile: int, rotation: int) -> tuple[int, int, int]:
    """How many squares a placement joins, gives and blocks."""
    mover = int(state.turn)
    first = cell // SIDE - ROWS_BEFORE[rotation % 2]
    own0, own1 = _six_rows(state.squares[mover], first)
    other0, other1 = _six_rows(state.squares[1 - mover], first)
    column = np.uint64(cell % SIDE)
    beside0, beside1 = (BESIDE_OWN[tile, rotation, 0] << column) >> ONE, (BESIDE_OWN[tile, rotation, 1] << column) >> ONE
    joined = _connected(own0 & beside0, own1 & beside1, own0, own1)
    blocked = _connected(other0 & beside0, other1 & beside1, other0, other1)
    beside0, beside1 = (BESIDE_OTHER[tile, rotation, 0] << column) >> ONE, (BESIDE_OTHER[tile, rotation, 1] << column) >> ONE
    given = _connected(other0 & beside0, other1 & beside1, other0, other1)
    return joined, given, blocked


@kernel
def _six_rows(squares: Words, first: int) -> tuple[np.uint64, np.uint64]:
    """Six rows of a board in two words, given the first one, which is -2 at the least."""
    band, row = (first + 3) // 3, (first + 3) % 3
    up, down = np.uint64(row * ROW_BITS), np.uint64((3 - row) * ROW_BITS)
    half0 = (squares[band] >> up) | (squares[band + 1] << down)
    half1 = (squares[band + 1] >> up) | (squares[band + 2] << down)
    return half0 & BAND_MASK, half1 & BAND_MASK


@kernel
def _connected(part0: np.uint64, part1: np.uint64, squares0: np.uint64, squares1: np.uint64) -> int:
    """How many squares out of six rows are connected with a part of them, as far as a few steps tell."""
    for _step in range(GLANCE_STEPS):
        near0 = (part0 << ONE) | (part0 >> ONE) | (part0 << ONE_ROW) | (part0 >> ONE_ROW) | (part1 << TWO_ROWS)
        near1 = (part1 << ONE) | (part1 >> ONE) | (part1 << ONE_ROW) | (part1 >> ONE_ROW) | (part0 >> TWO_ROWS)
        part0 |= near0 & squares0
        part1 |= near1 & squares1
    return amount(part0) + amount(part1)
