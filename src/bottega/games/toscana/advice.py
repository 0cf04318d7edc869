"""What is known about playing Toscana well: for search, and for explanations in words.

A zone grows where tiles have room. So the outlook of a colour is measured by a wave that starts from its best zone and goes on
step by step, over open cells (those that a tile has room to cover) and over squares of its colour: how many open cells it comes
to, which of them before the opponent's wave, and which tiles it could take in on the way. A small network (`judgement`) that
sees many such numbers says how a game is likely to end. A few of them, weighed, say which moves a search should try.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.games.toscana.glance import TILE_WORTH, VETO_WORTH
from bottega.games.toscana.glance import urge as urge
from bottega.games.toscana.glance import urges as urges
from bottega.games.toscana.judgement import judge
from bottega.games.toscana.layout import BANDS, CELLS, DUTCH, GREY, NO_TILE, RED, SEATS, TILES
from bottega.games.toscana.outlook import BEST as BEST_ZONE
from bottega.games.toscana.outlook import NUMBERS, OPEN, STUCK, WORKING, look
from bottega.games.toscana.reasons import reasons as reasons
from bottega.games.toscana.rules import count_places, top_tile
from bottega.games.toscana.spaces import Bands, bands, best_zone, both, either, onward, open_cells, size, tiles_on, without
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
