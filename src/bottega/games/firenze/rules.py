"""The rules of Firenze (F1 to F10 of the rulings) as kernels on one state record.

`layout` says how cells, places and moves are numbered and what the record holds.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.bits import amount
from bottega.games.firenze.layout import (
    ACROSS,
    COLOURING,
    COLOURINGS,
    COVERED,
    DOWN,
    EMPTY,
    GREEN,
    GROUP,
    KINDS,
    OPEN,
    SLOT,
    SLOTS,
    SQUARE,
    WHITE,
)
from bottega.games.firenze.layout import SETUP as SETUP
from bottega.games.firenze.layout import STATES as STATES
from bottega.geometry import STEP
from bottega.kernels import NOBODY, Ints, Random, Setup, State, allocating_kernel, copy_record, kernel, random_below, random_word


@kernel
def side(state: State) -> int:
    """The side of the torus; a constant to the compiler."""
    return 128 if state.board.shape[0] == 128 * 128 else 256


@kernel
def shift(state: State, cell: int, dx: int, dy: int) -> int:
    """The cell `dx` to the east and `dy` to the south."""
    width = side(state)
    return ((cell + dy * width) & (width * width - width)) | ((cell + dx) & (width - 1))


@kernel
def point(state: State, cell: int) -> tuple[int, int]:
    """The coordinates (x, y) of a cell on the table: the torus is cut open two cells beyond the last square.

    All squares and all places beside them lie between east - side + 3 and east + 2, and likewise from north to south.
    """
    x = cell & (side(state) - 1)
    y = cell // side(state)
    return (
        x if x <= int(state.east) + 2 else x - side(state),
        y if y <= int(state.south) + 2 else y - side(state),
    )


@kernel
def other_cell(state: State, place: int) -> int:
    """The second cell of a place."""
    down = place & 1
    return shift(state, place >> 1, 1 - down, down)


@kernel
def is_free(state: State, place: int) -> bool:
    """Whether both cells of a place are empty."""
    return ((int(state.board[place >> 1]) | int(state.board[other_cell(state, place)])) & SQUARE) == 0


@kernel
def touches(state: State, place: int) -> bool:
    """Whether one of the two cells, both empty, is next to a square (F3)."""
    return ((int(state.board[place >> 1]) | int(state.board[other_cell(state, place)])) & OPEN) != 0


@kernel
def has_room(state: State, cell: int) -> bool:
    """Whether a domino can still be laid on the cell: it is empty, and so is one of the cells beside it."""
    if int(state.board[cell]) & SQUARE != EMPTY:
        return False
    for direction in range(4):
        if int(state.board[shift(state, cell, STEP[direction, 0], STEP[direction, 1])]) & SQUARE == EMPTY:
            return True
    return False


@kernel
def to_come(state: State, colour: int) -> int:
    """How many squares of the colour are still to be laid: each kind of domino shows two colours (F1)."""
    count = 0
    for kind in range(KINDS):
        if int(COLOURING[2 * kind, 0]) == colour or int(COLOURING[2 * kind, 1]) == colour:
            count += int(state.dominoes[kind])
    return count


@kernel
def start(state: State, setup: Setup, random: Random) -> None:
    """The empty table (F1, F2). The first place is always the same (F3); nothing is left to chance."""
    state.board[:] = EMPTY
    state.laid[:] = 0
    state.places[:] = 0
    state.places[0] = ACROSS
    state.listed = 1
    state.crowded = 64
    state.turns = 0
    state.east = 0
    state.south = 0
    state.dominoes[:] = 20 * setup.sets
    state.pyramids = 12 * setup.sets
    state.players = setup.players
    state.colours[:] = EMPTY
    taken = 0
    for colour in range(WHITE, GREEN + 1):
        if colour != setup.neutral:
            state.colours[taken] = colour
            taken += 1


@kernel
def is_over(state: State) -> bool:
    """Every domino is placed (F8)."""
    return int(state.turns) == len(state.laid)


@kernel
def seat(state: State) -> int:
    """The seats take turns, seat 0 first (F2)."""
    return NOBODY if is_over(state) else int(state.turns) % int(state.players)


@kernel
def _shows(state: State, cell: int, dx: int, dy: int, colour: int) -> int:
    """1 if the square beside the cell shows the colour uncovered, else 0."""
    return 1 if int(state.board[shift(state, cell, dx, dy)]) == colour else 0


@kernel
def _is_bare(state: State, cell: int, dx: int, dy: int) -> int:
    """1 if there is a square without a pyramid beside the cell, else 0."""
    there = int(state.board[shift(state, cell, dx, dy)]) & SQUARE
    return 1 if there != EMPTY and there < COVERED else 0


@kernel
def _between(state: State, cell: int, dx: int, dy: int, colour: int) -> int:
    """1 if the square beside the cell is bare and the one behind it shows the colour."""
    return _is_bare(state, cell, dx, dy) & _shows(state, cell, 2 * dx, 2 * dy, colour)


@kernel
def sandwiched(state: State, place: int, colouring: int) -> int:
    """The slots of the squares that the mover would sandwich by this placement (F4, F5), as bits.

    At most one square of the domino is the mover's, so the squares in question are: both squares of the domino, and
    the three outer neighbours of the mover's own one.
    """
    cell = place >> 1
    colour = int(state.colours[int(state.turns) % int(state.players)])
    first = int(COLOURING[colouring, 0]) == colour
    second = int(COLOURING[colouring, 1]) == colour
    if place & 1 == ACROSS:
        slots = (_shows(state, cell, 0, -1, colour) & _shows(state, cell, 0, 1, colour)) << 3
        slots |= (_shows(state, cell, 1, -1, colour) & _shows(state, cell, 1, 1, colour)) << 4
        if first:
            slots |= _shows(state, cell, 2, 0, colour) << 4
            slots |= _between(state, cell, -1, 0, colour) << 2
            slots |= _between(state, cell, 0, -1, colour) | _between(state, cell, 0, 1, colour) << 6
        elif second:
            east = shift(state, cell, 1, 0)
            slots |= _shows(state, cell, -1, 0, colour) << 3
            slots |= _between(state, east, 1, 0, colour) << 5
            slots |= _between(state, east, 0, -1, colour) << 1 | _between(state, east, 0, 1, colour) << 7
    else:
        slots = (_shows(state, cell, -1, 0, colour) & _shows(state, cell, 1, 0, colour)) << 2
        slots |= (_shows(state, cell, -1, 1, colour) & _shows(state, cell, 1, 1, colour)) << 5
        if first:
            slots |= _shows(state, cell, 0, 2, colour) << 5
            slots |= _between(state, cell, 0, -1, colour)
            slots |= _between(state, cell, -1, 0, colour) << 1 | _between(state, cell, 1, 0, colour) << 3
        elif second:
            south = shift(state, cell, 0, 1)
            slots |= _shows(state, cell, 0, -1, colour) << 2
            slots |= _between(state, south, 0, 1, colour) << 7
            slots |= _between(state, south, -1, 0, colour) << 4 | _between(state, south, 1, 0, colour) << 6
    return slots


@kernel
def moves(state: State, out: Ints) -> int:
    """Every free place, every colouring whose kind is left, every subset of the sandwiched squares (F3, F5)."""
    count = 0
    if is_over(state):
        return count
    for index in range(int(state.listed)):
        place = int(state.places[index])
        if not is_free(state, place):
            continue
        for colouring in range(COLOURINGS):
            if state.dominoes[colouring >> 1] == 0:
                continue
            slots = sandwiched(state, place, colouring)
            subset = 0
            while True:
                if amount(np.uint64(subset)) <= state.pyramids:
                    if count < out.shape[0]:
                        out[count] = (place * COLOURINGS + colouring) << SLOTS | subset
                    count += 1
                subset = (subset - slots) & slots  # the next larger subset, zero after the last
                if subset == 0:
                    break
    return count


@kernel
def pick_place(state: State, random: Random) -> int:
    """A free place, all being equally likely."""
    while True:
        place = 0 + int(state.places[random_below(random, int(state.listed))])  # the sum is a signed number to the compiler
        if is_free(state, place):
            return place


@kernel
def pick(state: State, random: Random) -> int:
    """A placement, all being equally likely; then each sandwiched square is covered with probability 1/2."""
    place = pick_place(state, random)
    colouring = random_below(random, COLOURINGS)
    while state.dominoes[colouring >> 1] == 0:
        colouring = random_below(random, COLOURINGS)
    slots = sandwiched(state, place, colouring)
    if slots != 0:
        slots &= int(random_word(random) >> np.uint64(32))
        while amount(np.uint64(slots)) > state.pyramids:
            slots &= slots - 1
    return (place * COLOURINGS + colouring) << SLOTS | slots


@kernel
def play(state: State, move: int) -> None:
    """Place the domino and the pyramids."""
    pyramids = move & ((1 << SLOTS) - 1)
    placement = move >> SLOTS
    place = placement // COLOURINGS
    colouring = placement - place * COLOURINGS
    cell = place >> 1
    second = other_cell(state, place)
    state.board[cell] = COLOURING[colouring, 0]
    state.board[second] = COLOURING[colouring, 1]
    if pyramids != 0:
        for slot in range(SLOTS):
            if pyramids >> slot & 1:
                state.board[shift(state, cell, SLOT[place & 1, slot, 0], SLOT[place & 1, slot, 1])] |= COVERED
                state.pyramids -= 1
    x, y = point(state, second)
    state.east = max(int(state.east), x)
    state.south = max(int(state.south), y)
    state.laid[state.turns] = move
    state.turns += 1
    state.dominoes[colouring >> 1] -= 1
    _open_around(state, cell)
    _open_around(state, second)
    if state.listed >= state.crowded:
        _throw_out_taken(state)


@kernel
def _open_around(state: State, cell: int) -> None:
    """List the places that have become possible beside a new square."""
    _open(state, shift(state, cell, 0, -1))
    _open(state, shift(state, cell, 1, 0))
    _open(state, shift(state, cell, 0, 1))
    _open(state, shift(state, cell, -1, 0))


@kernel
def _open(state: State, cell: int) -> None:
    """The empty cell now touches a square; its places with cells that already did are listed already."""
    if state.board[cell] != EMPTY:
        return
    state.board[cell] = OPEN
    listed = int(state.listed)
    north = shift(state, cell, 0, -1)
    if state.board[north] == EMPTY:
        state.places[listed] = north * 2 + DOWN
        listed += 1
    if state.board[shift(state, cell, 1, 0)] == EMPTY:
        state.places[listed] = cell * 2 + ACROSS
        listed += 1
    if state.board[shift(state, cell, 0, 1)] == EMPTY:
        state.places[listed] = cell * 2 + DOWN
        listed += 1
    west = shift(state, cell, -1, 0)
    if state.board[west] == EMPTY:
        state.places[listed] = west * 2 + ACROSS
        listed += 1
    state.listed = listed


@kernel
def _throw_out_taken(state: State) -> None:
    """Keep only the free places in the list: done now and then, it costs little for each turn."""
    kept = 0
    for index in range(int(state.listed)):
        place = state.places[index]
        state.places[kept] = place
        if is_free(state, int(place)):
            kept += 1
    state.places[kept : int(state.listed)] = 0
    state.listed = kept
    state.crowded = min(kept + kept // 2 + 16, state.places.shape[0] - 18)


@kernel
def group(state: State, cell: int, seen: NDArray[np.uint64], members: Ints) -> int:
    """Write the cells of the group of an uncovered square to `members`, mark them in `seen` (a bit for each cell), count them."""
    colour = state.board[cell]
    members[0] = cell
    seen[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
    count = 1
    done = 0
    while done < count:
        here = int(members[done])
        done += 1
        for direction in range(4):
            if direction == 0:
                there = shift(state, here, 0, -1)
            elif direction == 1:
                there = shift(state, here, 1, 0)
            elif direction == 2:
                there = shift(state, here, 0, 1)
            else:
                there = shift(state, here, -1, 0)
            if state.board[there] == colour and not seen[there >> 6] >> np.uint64(there & 63) & np.uint64(1):
                seen[there >> 6] |= np.uint64(1) << np.uint64(there & 63)
                members[count] = there
                count += 1
    return count


@allocating_kernel
def scores(state: State, out: Ints) -> None:
    """For each seat its groups of three or more squares, and its largest group (F8)."""
    players = int(state.players)
    out[:players, :] = 0
    seen = np.zeros(state.board.shape[0] >> 6, np.uint64)
    members = np.empty(2 * state.laid.shape[0], np.int32)
    for turn in range(int(state.turns)):
        place = (int(state.laid[turn]) >> SLOTS) // COLOURINGS
        for half in range(2):
            cell = place >> 1 if half == 0 else other_cell(state, place)
            if seen[cell >> 6] >> np.uint64(cell & 63) & np.uint64(1):
                continue
            for player in range(players):
                if state.board[cell] == state.colours[player]:
                    size = group(state, cell, seen, members)
                    out[player, 0] += 1 if size >= GROUP else 0
                    out[player, 1] = max(int(out[player, 1]), size)


@kernel
def view(state: State, viewer: int, out: State) -> None:
    """Nothing is hidden: every viewer sees the same, however it came about is public too."""
    copy_record(state, out)


@kernel
def sample(view: State, random: Random, out: State) -> None:
    """Nothing is hidden: the view is the state."""
    copy_record(view, out)
