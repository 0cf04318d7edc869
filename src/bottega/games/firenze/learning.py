"""Firenze for learning programs: planes of a window on the table, numbers for the supply, and a number for every action.

The table has no edge and a placement may cover up to five squares, so that moves are far too many to be numbered. Two things
bring them down. A *window* of W x W cells around the first domino bounds what can be seen and done:

    columns -(W/2 - 1) .. W/2, rows -W/2 .. W/2 - 1          the first domino lies on (0, 0) and (1, 0)

Placements that do not lie in it altogether are left out; a game in which nothing else is left cannot go on. A window as wide as
the torus (128, or 256 with two sets) leaves out nothing. And a move is made by several actions: first the placement, then for
each square that it sandwiches, in the order of the notation, to leave it or to cover it, as long as there are pyramids.

    action = ((pair * 2 + orientation) * W + y) * W + x      place a domino; x, y count from the north-west of the window
             12 * W * W, 12 * W * W + 1                      leave the square, cover it

Everything is seen from one seat. Colours are counted from it: 0 is its own, then come those of the seats after it, then the one
that nobody plays. A pair is (first, second) colour of a domino, counted like that from the seat that acts.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from bottega.bits import amount
from bottega.errors import OptionError
from bottega.games.firenze import rules
from bottega.games.firenze.layout import COLOURING, COLOURINGS, COVERED, DOWN, GREEN, KINDS, PINK, SLOT, SLOTS, SQUARE, WHITE
from bottega.games.firenze.notation import move_name
from bottega.i18n import _
from bottega.kernels import NO_ACTION, WHOLE, Random, Setup, State, kernel, random_below
from bottega.learning import Feature, Space

#: [sets - 1] fewer than one random game in 10,000 ever has a placement outside of it; docs/envs.md says how that was measured.
WINDOWS = (46, 56)
SMALLEST_WINDOW = 8
COLOURS = 3
ORIENTATIONS = 2
SHAPES = COLOURINGS * ORIENTATIONS  # kinds of placements on one cell
TRIES = 32  # to hit a place in the window by chance, before all of them are looked through

#: [first colour, second colour] the colouring of a domino
COLOURING_OF = np.zeros((GREEN + 1, GREEN + 1), np.int64)
COLOURING_OF[COLOURING[:, 0], COLOURING[:, 1]] = range(COLOURINGS)

PLANES = (
    Feature("squares", "by colour, counted from the viewer's: uncovered squares", COLOURS),
    Feature("covered", "squares under a pyramid"),
    Feature("places", "first cells of free places, across and down", ORIENTATIONS),
    Feature("last", "the domino that was laid last, or that is being laid"),
    Feature("asked", "the square that is to be covered or left"),
    Feature("chosen", "squares that are to be covered by the move being made"),
)
COVERED_PLANE, PLACES, LAST, ASKED, CHOSEN = 3, 4, 6, 7, 8

NUMBERS = (
    Feature("dominoes", "left of own-next, own-third and next-third colour", KINDS, 40),
    Feature("pyramids", "left, those already chosen not counted", 1, 24),
    Feature("turns", "dominoes still to be laid", 1, 120),
    Feature("covering", "1 if the decision is about a pyramid, 0 if it is about a domino"),
    Feature("decides", "who decides, counted from the viewer", COLOURS),
    Feature("seat", "which seat the viewer has", COLOURS),
    Feature("three", "1 with three players"),
    Feature("two_sets", "1 with two sets"),
)
PYRAMIDS, TURNS, COVERING, DECIDES, SEAT, THREE, TWO_SETS = 3, 4, 5, 6, 9, 12, 13


def space(setup: Setup, window: int) -> Space:
    """What environments of Firenze show and take; `window` 0: the one that was found to be wide enough."""
    torus = 128 * int(setup.sets)
    side = window or WINDOWS[int(setup.sets) - 1]
    if side % 2 or not SMALLEST_WINDOW <= side <= torus:
        raise OptionError(
            _("a window is an even number of cells from {least} to {most}, not {window}; leave it out for {usual}").format(
                least=SMALLEST_WINDOW, most=torus, window=window, usual=WINDOWS[int(setup.sets) - 1]
            )
        )
    actions = (
        Feature("place", "by pair of colours, across or down, row and column", SHAPES * side * side),
        Feature("leave", "the square that is asked about"),
        Feature("cover", "the square that is asked about"),
    )
    return Space(side, side, PLANES, NUMBERS, actions, partial(_action_name, side), side)


def _action_name(window: int, state: State, half: int, action: int) -> str:
    if half == WHOLE:
        return move_name(state, placement_of(state, window, action) << SLOTS)
    square = move_name(state, placement_in(half) << SLOTS | 1 << slot_of(half)).partition("^")[2]
    return f"{'leave' if action == SHAPES * window * window else 'cover'} {square}"


# ---------------------------------------------------------------- half-made moves


@kernel
def _half(placement: int, chosen: int, slot: int) -> int:
    return (placement << SLOTS | chosen) << 3 | slot


@kernel
def placement_in(half: int) -> int:
    """The placement of a half-made move: place * 6 + colouring."""
    return half >> (SLOTS + 3)


@kernel
def chosen_in(half: int) -> int:
    """The slots that are to be covered, as bits."""
    return half >> 3 & ((1 << SLOTS) - 1)


@kernel
def slot_of(half: int) -> int:
    """The slot of the square that is asked about."""
    return half & 7


# ---------------------------------------------------------------- cells and colours


@kernel
def column(state: State, window: int, cell: int) -> int:
    """The column in the window, from its west; `window` or more: outside."""
    return ((cell & (rules.side(state) - 1)) + window // 2 - 1) & (rules.side(state) - 1)


@kernel
def row(state: State, window: int, cell: int) -> int:
    """The row in the window, from its north; `window` or more: outside."""
    return (cell // rules.side(state) + window // 2) & (rules.side(state) - 1)


@kernel
def is_inside(state: State, window: int, cell: int) -> bool:
    return column(state, window, cell) < window and row(state, window, cell) < window


@kernel
def seat_after(state: State, seat: int, after: int) -> int:
    """The seat that is so many, fewer than there are players, after the seat: quicker than a remainder."""
    place = seat + after
    return place if place < state.players else place - int(state.players)


@kernel
def rank(state: State, viewer: int, colour: int) -> int:
    """A colour as it is counted from the viewer's."""
    players = int(state.players)
    for after in range(players):
        if state.colours[seat_after(state, viewer, after)] == colour:
            return after
    return players


@kernel
def colour_of(state: State, viewer: int, rank: int) -> int:
    """The colour that is counted like that."""
    if rank < state.players:
        return int(state.colours[seat_after(state, viewer, rank)])
    return WHITE + PINK + GREEN - int(state.colours[0]) - int(state.colours[1])


@kernel
def pair_of(state: State, colouring: int) -> int:
    """The two colours of a domino as they are counted from the seat to decide, as a number from 0 to 5."""
    seat = int(state.turns) % int(state.players)
    first = rank(state, seat, int(COLOURING[colouring, 0]))
    second = rank(state, seat, int(COLOURING[colouring, 1]))
    return first * 2 + second - (1 if second > first else 0)


@kernel
def placement_of(state: State, window: int, action: int) -> int:
    """The placement that an action makes: place * 6 + colouring."""
    x = action % window
    y = action // window % window
    shape = action // (window * window)
    side = rules.side(state)
    cell = ((y - window // 2) & (side - 1)) * side + ((x - window // 2 + 1) & (side - 1))
    seat = int(state.turns) % int(state.players)
    first = shape // (2 * ORIENTATIONS)
    second = shape // ORIENTATIONS % 2
    second += second >= first
    colouring = int(COLOURING_OF[colour_of(state, seat, first), colour_of(state, seat, second)])
    return (cell * ORIENTATIONS + shape % ORIENTATIONS) * COLOURINGS + colouring


# ---------------------------------------------------------------- actions


@kernel
def can_place(state: State, window: int, place: int) -> bool:
    """Whether a domino may be laid on a listed place, and in the window."""
    return (
        rules.is_free(state, place)
        and is_inside(state, window, place >> 1)
        and is_inside(state, window, rules.other_cell(state, place))
    )


@kernel
def list_actions(state: State, half: int, window: int, out: NDArray[np.uint8]) -> int:
    """All placements in the window, or leave and cover."""
    out[:] = 0
    cells = window * window
    if half != WHOLE:
        out[SHAPES * cells] = 1
        out[SHAPES * cells + 1] = 1
        return 2
    count = 0
    if rules.is_over(state):
        return count
    pairs = 0  # of which a domino is left, as bits
    for colouring in range(COLOURINGS):
        if state.dominoes[colouring >> 1] > 0:
            pairs |= 1 << pair_of(state, colouring)
    for index in range(int(state.listed)):
        place = int(state.places[index])
        if can_place(state, window, place):
            cell = place >> 1
            action = ((place & 1) * window + row(state, window, cell)) * window + column(state, window, cell)
            for pair in range(COLOURINGS):
                out[action + pair * ORIENTATIONS * cells] = pairs >> pair & 1
            count += 1
    return count * amount(np.uint64(pairs))


@kernel
def can_act(state: State, half: int, window: int, action: int) -> bool:
    """Whether the action is one of those above."""
    placements = SHAPES * window * window
    if action < 0 or action > placements + 1 or rules.is_over(state):
        return False
    if half != WHOLE or action >= placements:
        return half != WHOLE and action >= placements
    placement = placement_of(state, window, action)
    place = placement // COLOURINGS
    if state.dominoes[placement % COLOURINGS >> 1] == 0 or not can_place(state, window, place):
        return False
    return place == 0 if state.turns == 0 else rules.touches(state, place)


@kernel
def pick_action(state: State, half: int, window: int, random: Random) -> int:
    """A placement, all in the window being equally likely; a square is covered with probability 1/2."""
    cells = window * window
    if half != WHOLE:
        return SHAPES * cells + random_below(random, 2)
    if rules.is_over(state):
        return NO_ACTION
    listed = int(state.listed)
    place = int(state.places[random_below(random, listed)])
    tries = 1
    while not can_place(state, window, place) and tries < TRIES:
        place = int(state.places[random_below(random, listed)])
        tries += 1
    if not can_place(state, window, place):
        place = _nth_place(state, window, random)
        if place == NO_ACTION:
            return NO_ACTION
    colouring = random_below(random, COLOURINGS)
    while state.dominoes[colouring >> 1] == 0:
        colouring = random_below(random, COLOURINGS)
    cell = place >> 1
    shape = pair_of(state, colouring) * ORIENTATIONS + (place & 1)
    return shape * cells + row(state, window, cell) * window + column(state, window, cell)


@kernel
def _nth_place(state: State, window: int, random: Random) -> int:
    """A random place in the window, where they are rare; NO_ACTION if there is none."""
    count = 0
    for index in range(int(state.listed)):
        count += can_place(state, window, int(state.places[index]))
    if count == 0:
        return NO_ACTION
    skip = random_below(random, count)
    for index in range(int(state.listed)):
        if can_place(state, window, int(state.places[index])):
            if skip == 0:
                return int(state.places[index])
            skip -= 1
    return NO_ACTION


@kernel
def act(state: State, half: int, window: int, action: int) -> int:
    """Lay the domino unless it sandwiches something; else wait for what is said about each square."""
    if half == WHOLE:
        placement = placement_of(state, window, action)
        chosen = 0
        slot = -1
    else:
        placement = placement_in(half)
        slot = slot_of(half)
        chosen = chosen_in(half) | (action - SHAPES * window * window) << slot
    slots = rules.sandwiched(state, placement // COLOURINGS, placement % COLOURINGS)
    left = slots >> (slot + 1)
    if left == 0 or amount(np.uint64(chosen)) == state.pyramids:
        rules.play(state, placement << SLOTS | chosen)
        return WHOLE
    slot += 1
    while left & 1 == 0:
        left >>= 1
        slot += 1
    return _half(placement, chosen, slot)


# ---------------------------------------------------------------- what is seen


@kernel
def observe(view: State, half: int, window: int, viewer: int, planes: NDArray[np.uint8], numbers: NDArray[np.uint8]) -> None:
    """The window and the supply from the viewer's side."""
    planes[:] = 0
    numbers[:] = 0
    for turn in range(int(view.turns)):
        place = (int(view.laid[turn]) >> SLOTS) // COLOURINGS
        _show(view, window, viewer, place >> 1, planes)
        _show(view, window, viewer, rules.other_cell(view, place), planes)
    for index in range(int(view.listed)):
        place = int(view.places[index])
        if can_place(view, window, place):
            planes[PLACES + (place & 1), row(view, window, place >> 1), column(view, window, place >> 1)] = 1
    _count(view, half, viewer, numbers)
    if half != WHOLE:
        _show_half(view, half, window, viewer, planes)
    elif view.turns > 0:
        place = (int(view.laid[int(view.turns) - 1]) >> SLOTS) // COLOURINGS
        _set(view, window, place >> 1, planes[LAST])
        _set(view, window, rules.other_cell(view, place), planes[LAST])


@kernel
def _set(view: State, window: int, cell: int, plane: NDArray[np.uint8]) -> None:
    if is_inside(view, window, cell):
        plane[row(view, window, cell), column(view, window, cell)] = 1


@kernel
def _show(view: State, window: int, viewer: int, cell: int, planes: NDArray[np.uint8]) -> None:
    """A square that was laid."""
    there = int(view.board[cell]) & SQUARE
    _set(view, window, cell, planes[COVERED_PLANE if there & COVERED else rank(view, viewer, there)])


@kernel
def _show_half(view: State, half: int, window: int, viewer: int, planes: NDArray[np.uint8]) -> None:
    """The domino that is being laid, as if it were, and what has been chosen for its neighbours."""
    placement = placement_in(half)
    place, colouring = placement // COLOURINGS, placement % COLOURINGS
    for part in range(2):
        cell = place >> 1 if part == 0 else rules.other_cell(view, place)
        _set(view, window, cell, planes[rank(view, viewer, int(COLOURING[colouring, part]))])
        _set(view, window, cell, planes[LAST])
    for slot in range(SLOTS):
        cell = rules.shift(view, place >> 1, SLOT[place & DOWN, slot, 0], SLOT[place & DOWN, slot, 1])
        if chosen_in(half) >> slot & 1:
            _set(view, window, cell, planes[CHOSEN])
        if slot == slot_of(half):
            _set(view, window, cell, planes[ASKED])


@kernel
def _count(view: State, half: int, viewer: int, numbers: NDArray[np.uint8]) -> None:
    """The supply, and who decides what."""
    players = int(view.players)
    for kind in range(KINDS):
        first = rank(view, viewer, int(COLOURING[2 * kind, 0]))
        second = rank(view, viewer, int(COLOURING[2 * kind, 1]))
        numbers[first + second - 1] = view.dominoes[kind]
    numbers[PYRAMIDS] = view.pyramids
    if half != WHOLE:
        numbers[PYRAMIDS] -= amount(np.uint64(chosen_in(half)))
        numbers[COVERING] = 1
    numbers[TURNS] = view.laid.shape[0] - view.turns
    if not rules.is_over(view):
        numbers[DECIDES + (int(view.turns) % players - viewer) % players] = 1
    numbers[SEAT + viewer] = 1
    numbers[THREE] = players == 3
    numbers[TWO_SETS] = view.laid.shape[0] > 60
