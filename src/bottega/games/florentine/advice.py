"""What is known about playing Florentine Dominoes well: for search, and for explanations in words (`reasons`).

A seat ends with the stones in its closed spaces. So the hope of a seat is the number of its stones, each times the chance
that its space will be closed in the end. That chance depends on what the open sides of the space face: the edge of the
square, where nothing but the black card helps, or empty cells, for which there are cards that close the space and cards that
carry it on. The numbers were fitted to games of the one-move player that goes by them, with two, three and four seats.
Hands count for nothing here: every seat comes to the same numbers.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.bits import NONE, ONE, amount, lowest, only
from bottega.games.florentine.layout import (
    ANY,
    BLACK,
    BLACK_CARDS,
    CELLS,
    DECLINE,
    DISCARD,
    EDGE,
    HIDDEN_STOCK,
    INWARDS,
    MARGIN,
    ROW,
    STEP,
)
from bottega.games.florentine.reasons import reasons as reasons
from bottega.games.florentine.rules import unplaced
from bottega.games.florentine.spaces import (
    Triangles,
    all_of,
    any_of,
    at_edge,
    both,
    closed_by_black,
    closed_stones,
    size,
    spread,
    stones_in,
    triangle,
    uncovered,
    with_stones,
    without,
)
from bottega.geometry import EAST, NORTH, SOUTH, WEST
from bottega.kernels import State, kernel

# ---------------------------------------------------------------- what was fitted

EARLY, LATE, POOLED, ENDING = range(4)  # phases: much or little stock left, the pool is open, few cells are left
LATE_STOCK = 16  # cards in the stock from which on it is LATE
ENDING_CELLS = 38  # cards on the square from which on it is ENDING

#: [phase, edge] logarithm of the odds that a space gets closed, before its cells are looked at: without a side at the edge;
#: with one, if it is the best of these for the black card; with one, if it is not. With two it never will be.
SPACE = np.array([(3.06, -0.49, -1.86), (2.89, 0.03, -1.28), (1.94, 0.81, -1.74), (0.54, 1.84, -3.40)])

#: What an empty cell is like that a space faces: it touches one card so far; two, one of them in this space; two in this space.
HALF_OPEN, SHARED, OWN = range(3)

#: [phase, cell] what each such cell adds to that: always; if no card left closes the space there; times log(1 + ways to close the
#: space there); times log(1 + ways to carry it on there).
CELL = np.array(
    [
        [(-3.63, 0.00, 0.80, 0.39), (-3.29, 0.00, 1.89, 0.46), (-0.63, 0.00, 0.05, 0.00)],
        [(-2.35, 0.00, 0.42, 0.24), (-3.36, -0.77, 1.94, -0.03), (-4.32, -0.84, 2.67, 0.00)],
        [(-3.14, 0.00, 0.74, 0.24), (-1.76, -3.11, 1.21, -0.11), (-3.77, -2.67, 3.41, 0.00)],
        [(-3.25, -0.44, 0.86, 0.15), (-0.42, -3.97, 1.58, 0.15), (-1.41, -3.10, 2.01, 0.00)],
    ]
)

#: [phase] the stones that are to come: always; for each own stone that is not on the square; for each own open side that faces
#: a cell; for each at the edge; if it is the seat's turn; for each such stone times each side that faces a cell.
FUTURE = np.array(
    [
        (-1.309, 0.789, 0.207, -0.073, 0.022, -0.0197),
        (-0.128, 0.618, -0.010, -0.062, 0.044, 0.0088),
        (0.073, 0.411, -0.024, -0.032, 0.234, 0.0270),
        (0.150, 0.086, -0.018, -0.023, 0.140, 0.0506),
    ]
)

#: [phase, sides at the edge, sides that face a cell] how often a stone in such a space counts in the end; two at the edge: never.
#: Counted in those games up to two sides in all. The cards of the reconstruction make no more: the rest is a guess.
CHANCE = np.array(
    [
        [(1.00, 0.97, 0.97, 0.60), (0.34, 0.31, 0.25, 0.15)],
        [(1.00, 0.94, 0.90, 0.60), (0.45, 0.31, 0.25, 0.15)],
        [(1.00, 0.78, 0.67, 0.40), (0.51, 0.29, 0.20, 0.10)],
        [(1.00, 0.37, 0.19, 0.10), (0.52, 0.14, 0.05, 0.00)],
    ]
)

#: [phase] for a glance at a move: a stone that is not on the square; an open side that faces a cell; one at the edge
GLANCE = np.array([(0.70, 0.01, -0.07), (0.66, 0.06, -0.06), (0.53, 0.08, -0.03), (0.22, 0.03, -0.02)])
DISCARDING = -0.05  # what a discard looks like, and what each stone on the card adds: an own one, an opponent's
OWN_STONE_LOST, OTHER_STONE_LOST = -0.05, 0.01

MOST_WAYS = 64  # to place a card on a cell that make a difference
_WAYS = np.arange(MOST_WAYS)
#: [phase, edge] and [phase, cell, ways] the same as factors of the odds
SPACE_ODDS = np.exp(SPACE)
CLOSING_ODDS = np.exp(CELL[:, :, 0:1] + CELL[:, :, 1:2] * (_WAYS == 0) + CELL[:, :, 2:3] * np.log1p(_WAYS))
CARRYING_ODDS = np.exp(CELL[:, :, 3:4] * np.log1p(_WAYS))

COUNT_BITS = 16
COUNT = (1 << COUNT_BITS) - 1
#: [card] its stones of each colour, COUNT_BITS for a colour
STONES = np.array(
    [sum(1 << COUNT_BITS * (card >> 2 * corner & 3) for corner in range(4) if card >> 8 + corner & 1) for card in range(1 << 12)],
    np.int64,
)

# A set of sides is four bits: NORTH is bit 0.
#: [colours of a card, colour] the sides of that colour
SIDES = np.array(
    [[sum(1 << side for side in range(4) if colours >> 2 * side & 3 == colour) for colour in range(4)] for colours in range(256)],
    np.uint8,
)
#: [cell] the sides at the edge of the square
EDGE_SIDES = np.array([sum(1 << side for side in range(4) if int(EDGE[side]) >> cell & 1) for cell in range(CELLS)], np.uint8)
OPPOSITE = (1 << NORTH | 1 << SOUTH, 1 << EAST | 1 << WEST)  # the sides of one colour that only meet in a point (D11)

# ---------------------------------------------------------------- the hope of each seat


@kernel
def evaluate(state: State, out: NDArray[np.float64]) -> None:
    """The stones that each seat can hope to end with; exact once nothing fits any more, if all use their black card well."""
    if state.stage >= BLACK_CARDS:
        for seat in range(int(state.players)):
            out[seat] = closed_stones(state, seat) + best_black(state, seat)
        return
    phase = phase_of(state)
    kinds = unplaced(state)
    in_deck = stones_in_deck(state)
    for seat in range(int(state.players)):
        colour = int(state.colours[seat])
        every = all_of(state, colour)
        sides = uncovered(state, colour)
        stones = with_stones(state, every)
        coming = float(((in_deck >> COUNT_BITS * colour) & COUNT) - size(stones))
        edges = float(size(at_edge(sides)))
        facing = float(size(sides)) - edges
        future = FUTURE[phase]
        out[seat] = (
            hope(state, phase, kinds, colour, stones, sides)
            + future[0]
            + future[1] * coming
            + future[2] * facing
            + future[3] * edges
            + (future[4] if state.turn == seat else 0.0)
            + future[5] * coming * facing
        )


@kernel
def phase_of(state: State) -> int:
    """EARLY, LATE, POOLED or ENDING. While there is a stock every move takes one card of it, so that moves compare."""
    if state.stage == HIDDEN_STOCK:
        return EARLY if state.left > LATE_STOCK else LATE
    return POOLED if amount(state.filled) < ENDING_CELLS else ENDING


@kernel
def stones_in_deck(state: State) -> int:
    """The stones of each colour on all cards of the deck, COUNT_BITS for a colour."""
    total = 0
    for kind in range(amount(state.shows[NORTH, ANY])):
        total += int(STONES[int(state.cards[kind])]) * int(state.deck[kind])
    return total


@kernel
def hope(state: State, phase: int, kinds: np.uint64, colour: int, stones: Triangles, sides: Triangles) -> float:
    """The stones on the square, each times the chance that it will count; one space at the most gets the black card."""
    total = 0.0
    best = 0.0
    best_as_other = 0.0
    while size(stones) > 0:
        space = spread(state, colour, any_of(stones))
        count = float(size(both(stones, space)))
        stones = without(stones, space)
        opened = both(space, sides)
        edges = at_edge(opened)
        at_edges = size(edges)
        if at_edges > 1:
            continue
        if size(opened) == 0:
            total += count
            continue
        odds = cells_odds(state, phase, kinds, colour, without(opened, edges))
        if at_edges == 0:
            total += expected(count, odds * SPACE_ODDS[phase, 0])
            continue
        as_best = expected(count, odds * SPACE_ODDS[phase, 1])
        as_other = expected(count, odds * SPACE_ODDS[phase, 2])
        if as_best > best:
            total += best_as_other
            best = as_best
            best_as_other = as_other
        else:
            total += as_other
    return total + best


@kernel
def expected(count: float, odds: float) -> float:
    """So many stones times the chance that they count."""
    return count * odds / (1.0 + odds)


@kernel
def cells_odds(state: State, phase: int, kinds: np.uint64, colour: int, sides: Triangles) -> float:
    """How the empty cells that the sides of a space face change the odds that it gets closed."""
    row = np.uint64(ROW)
    # a side of the space that faces south touches the north side of the cell there
    to_n, to_e, to_s, to_w = sides[SOUTH] << row, sides[WEST] >> ONE, sides[NORTH] >> row, sides[EAST] << ONE
    cells = to_n | to_e | to_s | to_w
    odds = 1.0
    while cells != NONE:
        cell = lowest(cells)
        it = only(cell)
        cells &= ~it
        touched = (
            ((1 << NORTH) if to_n & it else 0)
            | ((1 << EAST) if to_e & it else 0)
            | ((1 << SOUTH) if to_s & it else 0)
            | ((1 << WEST) if to_w & it else 0)
        )
        odds *= cell_odds(state, phase, kinds, colour, cell, touched)
    return odds


@kernel
def cell_odds(state: State, phase: int, kinds: np.uint64, colour: int, cell: int, touched: int) -> float:
    """The same for one cell, of which the space touches the sides in the bits of `touched`."""
    first = int(INWARDS[cell])
    second, third, fourth = (first + 1) & 3, (first + 2) & 3, (first + 3) & 3
    first_colour = int(state.demands[MARGIN + cell, first])
    second_colour = int(state.demands[MARGIN + cell, second])
    at_first, at_second = (touched >> first) & 1, (touched >> second) & 1
    closing = 0
    carrying = 0
    for turn in range(4):
        fit = (
            kinds
            & state.looks[turn]
            & state.shows[(first - turn) & 3, first_colour]
            & state.shows[(second - turn) & 3, second_colour]
        )
        going_on = NONE  # the kinds that show the colour on a side beside a touched one with no card on its outer side
        if at_first:
            going_on |= state.shows[(fourth - turn) & 3, colour]
            if second_colour == ANY:
                going_on |= state.shows[(second - turn) & 3, colour]
        if at_second:
            going_on |= state.shows[(third - turn) & 3, colour]
            if first_colour == ANY:
                going_on |= state.shows[(first - turn) & 3, colour]
        closing += amount(fit & ~going_on)
        carrying += amount(fit & going_on)
    sort = OWN
    if first_colour == ANY or second_colour == ANY:
        sort = HALF_OPEN
    elif at_first + at_second == 1:
        sort = SHARED
    return float(
        CLOSING_ODDS[phase, sort, min(closing, MOST_WAYS - 1)] * CARRYING_ODDS[phase, sort, min(carrying, MOST_WAYS - 1)]
    )


@kernel
def best_black(state: State, seat: int) -> int:
    """The most stones that the seat can still close with its black card once players are asked for it (D10)."""
    players = int(state.players)
    if (int(state.turn) + players - 1 - seat) % players < state.asked:
        return 0
    colour = int(state.colours[seat])
    best = 0
    for side in range(4):
        cells = state.triangles[side, colour] & EDGE[side]
        while cells != NONE:
            best = max(best, closed_by_black(state, lowest(cells), side, colour))
            cells &= cells - ONE
    return best


# ---------------------------------------------------------------- a glance at a move


@kernel
def urge(state: State, move: int) -> float:
    """What the move changes in the spaces that it touches, for the mover and against the others on average, in stones."""
    if move == DECLINE:
        return 0.0
    if move >= BLACK:
        place = move - BLACK
        return float(closed_by_black(state, place >> 2, place & 3, int(state.colours[int(state.turn)])))
    if move >= DISCARD:
        return discard_urge(state, move - DISCARD)
    return placement_urge(state, int(state.cards[move >> 8]), (move >> 2) & 63, move & 3)


@kernel
def discard_urge(state: State, kind: int) -> float:
    """Rather without own stones, and with those of the others."""
    stones = int(STONES[int(state.cards[kind])])
    players = int(state.players)
    total = DISCARDING
    for seat in range(players):
        count = (stones >> COUNT_BITS * int(state.colours[seat])) & COUNT
        total += count * (OWN_STONE_LOST if seat == state.turn else OTHER_STONE_LOST / (players - 1))
    return total


@kernel
def placement_urge(state: State, card: int, cell: int, turn: int) -> float:
    """Sums up what becomes of the spaces that the card is part of: for each seat the runs of sides of its colour."""
    phase = phase_of(state)
    players = int(state.players)
    colours = (card & 255) << 2 * turn
    colours = (colours | colours >> 8) & 255
    stones = (card >> 8) << turn
    stones = stones | stones >> 4
    covered = 0
    for side in range(4):
        if state.demands[MARGIN + cell, side] != ANY:
            covered |= 1 << side
    total = 0.0
    for seat in range(players):
        colour = int(state.colours[seat])
        sides = int(SIDES[colours, colour])
        if sides == 0:
            continue
        if sides in OPPOSITE:
            low, high = sides & 3, sides & 12
            gain = run_urge(state, phase, colour, cell, low, covered, stones)
            gain += run_urge(state, phase, colour, cell, high, covered, stones)
        else:
            gain = run_urge(state, phase, colour, cell, sides, covered, stones)
        total += gain if seat == state.turn else -gain / (players - 1)
    return total


@kernel
def run_urge(state: State, phase: int, colour: int, cell: int, sides: int, covered: int, stones: int) -> float:
    """What joined sides of one colour do for its seat: the worth of their space after the placement less that before.

    `sides`, `covered` (with a card on their outer side) and `stones` have a bit for each side of the card.
    """
    edges = amount(np.uint64(sides & int(EDGE_SIDES[cell])))
    facing = amount(np.uint64(sides & ~covered)) - edges
    placed = amount(np.uint64(sides & stones))
    gain = float(GLANCE[phase, 1] * facing + GLANCE[phase, 2] * edges - GLANCE[phase, 0] * placed)
    touched = sides & covered
    joined = (NONE, NONE, NONE, NONE)
    while touched != 0:
        side = lowest(np.uint64(touched))
        touched &= touched - 1
        facing -= 1
        gain -= GLANCE[phase, 1]
        neighbour = triangle(cell + int(STEP[side]), side ^ 2)
        if size(both(neighbour, joined)) == 0:
            joined = spread(state, colour, neighbour)
            opened = both(joined, uncovered(state, colour))
            its_stones = stones_in(state, joined)
            its_edges = size(at_edge(opened))
            its_facing = size(opened) - its_edges
            gain -= worth_of(phase, its_stones, its_edges, its_facing)
            placed += its_stones
            edges += its_edges
            facing += its_facing
    return gain + worth_of(phase, placed, edges, facing)


@kernel
def worth_of(phase: int, stones: int, edges: int, facing: int) -> float:
    """The stones of a space, each times its chance."""
    if edges > 1:
        return 0.0
    return float(stones * CHANCE[phase, edges, min(facing, 3)])
