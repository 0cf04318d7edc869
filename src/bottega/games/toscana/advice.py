"""What is known about playing Toscana well: for search, and for explanations in words.

A zone grows where tiles have room. So the outlook of a colour is measured by a wave that starts from its best zone and goes on
step by step, over open cells (those that a tile has room to cover) and over squares of its colour: how many open cells it comes
to, which of them before the opponent's wave, and which tiles it could take in on the way. A small network (`judgement`) that
sees many such numbers says how a game is likely to end. A few of them, weighed, say which moves a search should try.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.bits import amount
from bottega.games.toscana.judgement import judge
from bottega.games.toscana.layout import (
    ALLOW,
    BAND_MASK,
    BANDS,
    CELLS,
    DUTCH,
    GREY,
    NO_TILE,
    OFFSETS,
    ONE,
    ONE_ROW,
    OTHER_CELLS,
    PASS,
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
from bottega.games.toscana.outlook import BEST as BEST_ZONE
from bottega.games.toscana.outlook import NUMBERS, OPEN, STUCK, WORKING, look
from bottega.games.toscana.reasons import reasons as reasons
from bottega.games.toscana.rules import count_places, top_tile
from bottega.games.toscana.spaces import Bands, bands, best_zone, both, either, onward, open_cells, size, tiles_on, without
from bottega.geometry import STEP
from bottega.kernels import State, allocating_kernel, kernel

# ---------------------------------------------------------------- what things are worth

#: What both zones together are expected to grow by: a polynomial of the share of the board that is open
GROWTH = (8.5, 13.11, 4.4)

#: [feature] points of lead for each unit: fixed, by the share of the board that is open, by its square
BEST, REACH, TIED, GROUND, AROUND, IN_SIGHT, TURN, TILE = range(8)
WEIGHTS = np.array(
    [
        [1.0, 0.2451, -0.7031],  # BEST: tiles in the best zone
        [0.0167, 0.0369, -0.0081],  # REACH: open cells within 8 steps of it
        [-0.3730, 0.2827, -1.8461],  # TIED: tiles in other zones that are level with it
        [0.0223, 0.0086, -0.0330],  # GROUND: the open cells that the opponent's wave does not come to as early
        [0.0638, -0.1519, 0.1937],  # AROUND: open cells within 2 steps of any square of the colour
        [0.4234, -0.3927, 0.3493],  # IN_SIGHT: tiles outside the zone with squares of its colour within 4 steps
        [0.0, 1.4048, 0.4270],  # TURN: to place the next tile
        [0.0, 0.6352, 0.7866],  # TILE: the worth of the tile on top of the stack
    ]
)
AROUND_STEPS, IN_SIGHT_STEPS, STEPS = 2, 4, 8

#: [tile] how much better than the average tile it is for its owner, roughly in points of lead on an open board; TILE weighs it. A
#: tile that the two squares of the other colour cut in two (K, L, O) is worst. Mirrored tiles are worth the same.
TILE_WORTH = np.array([0.28, 0.34, 0.22, -0.13, -0.2, 0.24, -0.18, 0.45, 0.34, -0.2, -0.52, -0.49, 0.28, 0.24, -0.49, -0.18])

#: What the right to veto is worth, in points of lead on an open board
VETO_WORTH = 0.4

# ---------------------------------------------------------------- evaluate and forecast


@allocating_kernel
def evaluate(state: State, out: NDArray[np.float64]) -> None:
    """The number of tiles that each seat's best zone can hope to hold at the end, whatever tile is turned up next."""
    _foresee(state, True, out, np.zeros(SEATS))


@allocating_kernel
def forecast(state: State, spread: float, points: NDArray[np.float64], wins: NDArray[np.float64]) -> None:
    """The same with the tiles that are on top, and the chances to win."""
    _foresee(state, False, points, wins)


@allocating_kernel
def _foresee(state: State, blurred: bool, points: NDArray[np.float64], wins: NDArray[np.float64]) -> None:
    """What the end will be like, by all that was learned from how games end (see `judgement`)."""
    numbers = np.empty(NUMBERS, np.float32)
    look(state, np.zeros((WORKING, BANDS + 2), np.uint64), blurred, numbers)
    mover = int(state.turn)
    ends = state.edition == DUTCH or state.passes == 1  # a forced pass ends the game then
    if numbers[OPEN] == 0.0 or state.over != 0 or (ends and numbers[STUCK] > 0.0):
        points[mover], points[1 - mover] = numbers[BEST_ZONE], numbers[BEST_ZONE + 1]
        wins[mover] = 0.5 + 0.5 * np.sign(points[mover] - points[1 - mover])
    else:
        odds, lead, total = judge(numbers)
        points[mover], points[1 - mover] = (total + lead) / 2, (total - lead) / 2
        wins[mover] = 1.0 / (1.0 + np.exp(-odds))
    wins[1 - mover] = 1.0 - wins[mover]


@kernel
def turned_up(state: State, fully: bool) -> int:
    """The tile that is to be placed or vetoed (T4), plus one; 0 if the stack is empty. `fully`: with that on the other stack."""
    mover = int(state.turn)
    tile = top_tile(state, mover) - NO_TILE
    return tile * (TILES + 1) + top_tile(state, 1 - mover) - NO_TILE if fully else tile


# ---------------------------------------------------------------- hunch


@allocating_kernel
def hunch(state: State, out: NDArray[np.float64]) -> None:
    """The same as `evaluate`, quickly and by few numbers: what it overrates is not what the network overrates."""
    memory = np.zeros((5, BANDS + 2), np.uint64)
    number_open = open_cells(state, memory[0])
    for seat in range(SEATS):
        out[seat] = best_zone(state, seat, memory[1 + seat], memory[3], memory[4])
    if number_open == 0 or _is_decided(state):
        return
    cells, grey, red = bands(memory[0]), bands(memory[1 + GREY]), bands(memory[1 + RED])
    share = number_open / CELLS
    seen = np.zeros((SEATS, WEIGHTS.shape[0]))
    for seat in range(SEATS):
        seen[seat, BEST] = out[seat]
        seen[seat, TIED] = tiles_on(state, grey if seat == GREY else red) - out[seat]
        seen[seat, TURN] = 1.0 if state.turn == seat else 0.0
        tile = top_tile(state, seat)
        seen[seat, TILE] = TILE_WORTH[tile] if tile != NO_TILE else 0.0
        seen[seat, AROUND] = _around(bands(state.squares[seat]), cells)
    _follow_waves(state, cells, grey, red, seen)
    lead = 0.0
    for feature in range(WEIGHTS.shape[0]):
        weight = WEIGHTS[feature]
        lead += (seen[GREY, feature] - seen[RED, feature]) * (weight[0] + share * (weight[1] + share * weight[2]))
    for seat in range(SEATS):
        if state.vetoes[seat] and state.left[1 - seat] >= 2:
            lead += share * (VETO_WORTH if seat == GREY else -VETO_WORTH)
    total = out[GREY] + out[RED] + share * (GROWTH[0] + share * (GROWTH[1] + share * GROWTH[2]))
    out[GREY] = (total + lead) / 2
    out[RED] = (total - lead) / 2


@kernel
def _is_decided(state: State) -> bool:
    """Whether the game is over or a forced pass will end it (T8)."""
    ends = state.edition == DUTCH or state.passes == 1
    return bool(state.over != 0 or (ends and not state.deciding and count_places(state) == 0))


@kernel
def _around(squares: Bands, cells: Bands) -> int:
    """How many of the open cells are near a square of a colour."""
    near, ways = squares, either(squares, cells)
    for _step in range(AROUND_STEPS):
        near = onward(near, ways)
    return size(both(near, cells))


@kernel
def _follow_waves(state: State, cells: Bands, grey: Bands, red: Bands, seen: NDArray[np.float64]) -> None:
    """Count what the waves of both colours, which start from these zones, come to."""
    grey_squares, red_squares = bands(state.squares[GREY]), bands(state.squares[RED])
    grey_ways, red_ways = either(cells, grey_squares), either(cells, red_squares)
    grey_first, red_first = both(cells, grey), both(cells, red)  # the open cells where each was first or level: none so far
    for step in range(1, STEPS + 1):
        grey, red = onward(grey, grey_ways), onward(red, red_ways)
        fresh = without(cells, either(grey_first, red_first))
        grey_first, red_first = either(grey_first, both(fresh, grey)), either(red_first, both(fresh, red))
        if step == IN_SIGHT_STEPS:
            seen[GREY, IN_SIGHT] = tiles_on(state, both(grey, grey_squares)) - seen[GREY, BEST]
            seen[RED, IN_SIGHT] = tiles_on(state, both(red, red_squares)) - seen[RED, BEST]
    seen[GREY, REACH], seen[RED, REACH] = size(both(grey, cells)), size(both(red, cells))
    level = size(both(grey_first, red_first))
    seen[GREY, GROUND], seen[RED, GROUND] = size(grey_first) - level, size(red_first) - level


# ---------------------------------------------------------------- urge

#: What a placement does, [fixed or by the share of tiles still in the stacks] points of lead for each unit
JOINED = (0.0, 0.26)  # square root of the number of own squares it connects with
GIVEN = (-0.026, -0.075)  # squares of the opponent that the two other squares connect with
BLOCKED = (0.009, 0.015)  # squares of the opponent connected with those that the own squares of the tile stand against
OFF_CENTRE = (0.05, -0.26)  # how far from the centre its middle lies, east-west or north-south, in half cells
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
def urge(state: State, move: int) -> float:
    """How many points of lead a move seems to bring: a placement by what it connects nearby, a veto by the worth of the tile."""
    share = (int(state.left[GREY]) + int(state.left[RED])) / (SEATS * TILES)
    if move == VETO:
        return share * (_worth_of_top(state) - VETO_WORTH)
    if move in (ALLOW, PASS):
        return 0.0
    joined, given, blocked, off_centre = _glance(state, move)
    lead = (JOINED[0] + share * JOINED[1]) * np.sqrt(joined) + (GIVEN[0] + share * GIVEN[1]) * given
    lead += (BLOCKED[0] + share * BLOCKED[1]) * blocked + (OFF_CENTRE[0] + share * OFF_CENTRE[1]) * off_centre
    return float(lead)


@kernel
def _worth_of_top(state: State) -> float:
    """How much better the tile to be placed is than the average of those below it; there are some."""
    mover = int(state.turn)
    top = TILES - int(state.left[mover])
    below = 0.0
    for depth in range(top + 1, TILES):
        below += TILE_WORTH[state.stacks[mover, depth]]
    return float(TILE_WORTH[state.stacks[mover, top]] - below / (TILES - 1 - top))


@kernel
def _glance(state: State, move: int) -> tuple[int, int, int, int]:
    """What a placement does: squares joined, given and blocked, and its distance from the centre."""
    mover = int(state.turn)
    tile = top_tile(state, mover)
    rotation = move % ROTATIONS
    y, x = move // ROTATIONS // SIDE, move // ROTATIONS % SIDE
    first = y - ROWS_BEFORE[rotation % 2]
    own0, own1 = _six_rows(state.squares[mover], first)
    other0, other1 = _six_rows(state.squares[1 - mover], first)
    column = np.uint64(x)
    beside0, beside1 = (BESIDE_OWN[tile, rotation, 0] << column) >> ONE, (BESIDE_OWN[tile, rotation, 1] << column) >> ONE
    joined = _connected(own0 & beside0, own1 & beside1, own0, own1)
    blocked = _connected(other0 & beside0, other1 & beside1, other0, other1)
    beside0, beside1 = (BESIDE_OTHER[tile, rotation, 0] << column) >> ONE, (BESIDE_OTHER[tile, rotation, 1] << column) >> ONE
    given = _connected(other0 & beside0, other1 & beside1, other0, other1)
    height = 4 if rotation % 2 else 2
    off_centre = max(abs(2 * y + height - SIDE), abs(2 * x + 6 - height - SIDE))
    return joined, given, blocked, off_centre


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
