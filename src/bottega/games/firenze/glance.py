"""How good a move of Firenze looks at a glance, without making it: for putting moves in order and for quick random games."""

import numpy as np
from numpy.typing import NDArray

from bottega.games.firenze.layout import (
    ACROSS,
    COLOURING,
    COLOURINGS,
    COVERED,
    EMPTY,
    GREEN,
    GROUP,
    PINK,
    SLOT,
    SLOTS,
    SQUARE,
    WHITE,
)
from bottega.games.firenze.rules import other_cell, pick_place, sandwiched, shift
from bottega.geometry import NORTH, STEP, WEST
from bottega.kernels import Ints, Random, State, kernel

# What is seen of a move at a glance. First, for each new square, by what it becomes; for own squares, then for rivals':
FOUNDS = 0  # makes a new group that counts
MERGES = 1  # merges groups that count, once for each group lost
FEEDS = 2  # adds to one group that counts
ABSORBS = 3  # takes a pair or a single square into such a group, once for each
NEW_PAIR = 4  # [4] makes a pair with none, one, two, more cells to grow to
NEW_SINGLE = 8  # [4] is a single square with none, one, two, three cells to grow to
OWN, RIVAL = 0, 12
# Then the cells that the new squares take from small groups of another colour: own groups, then rivals'.
TAKES = 24  # [2, 2, 3] from a single square, a pair; that has none, one, more cells left
# Then the pyramids.
COVERS = 36  # [2, 3] own, rival's square: the groups that count become fewer, stay, become more
COVERS_NEUTRAL = 42
COVERS_NEW = 43  # [2] a square of this very domino: own or neutral, a rival's
GLANCES = 45

#: The weights of the glances change with the number of dominoes left: up to 10, 25, 45, more.
STAGES = np.array([10, 25, 45])

#: [(players - 2) * 4 + stage, glance] points for the mover and against the others on average
# fmt: off
URGES = np.array(
    [
        [  # two players, the last ten dominoes
            0.49, -0.20, -0.20, -0.01,  # own square: founds, merges, feeds, absorbs
            -0.33, 0.08, 0.23, 0.02,  # makes a pair
            -0.14, -0.16, -0.18, -0.18,  # is single
            -0.35, 0.90, 0.18, 0.02,  # rival's square: founds, merges, feeds, absorbs
            0.29, -0.09, -0.06, 0.02,  # makes a pair
            0.26, 0.15, 0.12, 0.12,  # is single
            -0.05, -0.04, -0.11, -0.06, -0.07, -0.04,  # takes a cell from an own single square, from an own pair
            0.03, 0.02, 0.06, 0.16, -0.05, 0.01,  # from a rival's
            -0.73, -0.18, 0.88,  # covers an own square
            0.65, 0.09, -0.25,  # a rival's
            -0.13, 0.00, 0.47,  # a neutral one; a new one
        ],
        [  # two players, up to 25 left
            0.28, -0.20, -0.19, 0.00,  # own square: founds, merges, feeds, absorbs
            -0.33, 0.09, 0.24, 0.17,  # makes a pair
            -0.15, -0.17, -0.19, -0.20,  # is single
            -0.28, 0.90, 0.22, 0.02,  # rival's square: founds, merges, feeds, absorbs
            0.29, -0.09, -0.08, -0.05,  # makes a pair
            0.26, 0.16, 0.15, 0.15,  # is single
            -0.06, -0.03, -0.09, -0.08, -0.11, -0.05,  # takes a cell from an own single square, from an own pair
            0.04, 0.01, 0.05, 0.18, -0.04, 0.02,  # from a rival's
            -0.71, -0.23, 0.88,  # covers an own square
            0.65, 0.10, -0.25,  # a rival's
            -0.13, -0.01, 0.46,  # a neutral one; a new one
        ],
        [  # two players, up to 45 left
            0.11, -0.20, -0.17, -0.01,  # own square: founds, merges, feeds, absorbs
            -0.33, 0.08, 0.20, 0.25,  # makes a pair
            -0.14, -0.13, -0.10, -0.14,  # is single
            -0.18, 0.90, 0.22, 0.03,  # rival's square: founds, merges, feeds, absorbs
            0.29, -0.11, -0.08, -0.16,  # makes a pair
            0.26, 0.14, 0.10, 0.11,  # is single
            -0.08, -0.06, -0.05, -0.05, -0.14, -0.10,  # takes a cell from an own single square, from an own pair
            0.05, 0.01, 0.02, 0.18, -0.03, 0.11,  # from a rival's
            -0.69, -0.23, 0.88,  # covers an own square
            0.64, 0.14, -0.25,  # a rival's
            -0.12, 0.01, 0.35,  # a neutral one; a new one
        ],
        [  # two players, more
            0.09, -0.20, -0.14, 0.00,  # own square: founds, merges, feeds, absorbs
            -0.33, 0.10, 0.26, 0.29,  # makes a pair
            -0.14, -0.11, -0.07, -0.13,  # is single
            -0.15, 0.90, 0.20, 0.02,  # rival's square: founds, merges, feeds, absorbs
            0.29, -0.12, -0.08, -0.21,  # makes a pair
            0.27, 0.12, 0.05, 0.06,  # is single
            -0.08, -0.09, -0.05, -0.08, -0.14, -0.14,  # takes a cell from an own single square, from an own pair
            0.04, 0.03, 0.03, 0.19, -0.08, 0.17,  # from a rival's
            -0.68, -0.25, 0.88,  # covers an own square
            0.65, 0.13, -0.25,  # a rival's
            -0.13, 0.02, 0.35,  # a neutral one; a new one
        ],
        [  # three players, the last ten dominoes
            0.37, -0.32, -0.14, 0.09,  # own square: founds, merges, feeds, absorbs
            -0.15, 0.02, 0.14, 0.12,  # makes a pair
            -0.14, -0.15, -0.17, -0.21,  # is single
            -0.23, 0.16, 0.05, 0.02,  # rival's square: founds, merges, feeds, absorbs
            0.14, -0.12, -0.13, -0.11,  # makes a pair
            0.07, 0.04, 0.03, 0.02,  # is single
            0.00, -0.02, 0.00, -0.10, 0.02, 0.05,  # takes a cell from an own single square, from an own pair
            0.00, 0.00, -0.01, 0.06, 0.01, 0.01,  # from a rival's
            -0.81, -0.41, 0.67,  # covers an own square
            0.23, 0.04, -0.29,  # a rival's
            -0.23, -0.03, 0.16,  # a neutral one; a new one
        ],
        [  # three players, up to 25 left
            0.26, -0.32, -0.10, 0.11,  # own square: founds, merges, feeds, absorbs
            -0.15, 0.02, 0.16, 0.20,  # makes a pair
            -0.14, -0.14, -0.15, -0.19,  # is single
            -0.19, 0.17, 0.05, 0.03,  # rival's square: founds, merges, feeds, absorbs
            0.14, -0.12, -0.16, -0.16,  # makes a pair
            0.07, 0.05, 0.03, 0.02,  # is single
            -0.02, -0.02, 0.00, -0.10, 0.00, 0.02,  # takes a cell from an own single square, from an own pair
            0.00, 0.00, -0.01, 0.07, 0.03, 0.02,  # from a rival's
            -0.80, -0.36, 0.67,  # covers an own square
            0.25, 0.05, -0.29,  # a rival's
            -0.23, -0.03, 0.12,  # a neutral one; a new one
        ],
        [  # three players, up to 45 left
            0.33, -0.32, -0.06, 0.11,  # own square: founds, merges, feeds, absorbs
            -0.15, -0.01, 0.10, 0.12,  # makes a pair
            -0.14, -0.11, -0.10, -0.13,  # is single
            -0.23, 0.16, 0.03, 0.03,  # rival's square: founds, merges, feeds, absorbs
            0.14, -0.11, -0.13, -0.12,  # makes a pair
            0.06, 0.03, 0.00, -0.01,  # is single
            -0.03, -0.03, -0.01, -0.10, 0.00, 0.02,  # takes a cell from an own single square, from an own pair
            0.00, 0.00, 0.00, 0.07, 0.03, 0.03,  # from a rival's
            -0.81, -0.33, 0.67,  # covers an own square
            0.27, 0.04, -0.29,  # a rival's
            -0.23, -0.03, 0.08,  # a neutral one; a new one
        ],
        [  # three players, more
            0.31, -0.32, -0.04, 0.10,  # own square: founds, merges, feeds, absorbs
            -0.15, 0.00, 0.14, 0.12,  # makes a pair
            -0.14, -0.10, -0.09, -0.12,  # is single
            -0.24, 0.16, 0.03, 0.03,  # rival's square: founds, merges, feeds, absorbs
            0.15, -0.13, -0.15, -0.13,  # makes a pair
            0.07, 0.03, -0.01, -0.04,  # is single
            -0.02, -0.04, -0.02, -0.11, -0.01, 0.02,  # takes a cell from an own single square, from an own pair
            0.00, 0.01, 0.00, 0.07, 0.02, 0.02,  # from a rival's
            -0.81, -0.42, 0.67,  # covers an own square
            0.25, 0.06, -0.29,  # a rival's
            -0.23, -0.03, 0.10,  # a neutral one; a new one
        ],
    ]
)
# fmt: on


# What lies on one side of a cell, in one number: FREE, or the colour of a square of a player with the size of its group and
# the room of it; 0 for everything else.
FREE = 8  # an empty cell
SIZE, ROOM = 4, 6  # from which bit on
JOINED = 512  # the square is joined, around a corner of the cell, with one on an earlier side

Sides = tuple[int, int, int, int]


@kernel
def urge(state: State, move: int) -> float:
    """What the new squares join, block and cover, as far as a look at the next few cells tells."""
    place = (move >> SLOTS) // COLOURINGS
    mover, neutral, row = _outlook(state)
    first, second = _sides_of_place(state, place, neutral)
    return _urge(state, move, first, second, mover, neutral, row)


@kernel
def urges(state: State, listed: Ints, out: NDArray[np.float64]) -> None:
    """The moves at one place follow one another in a list, and take one look around it."""
    mover, neutral, row = _outlook(state)
    here = -1
    first = (0, 0, 0, 0)
    second = (0, 0, 0, 0)
    for index in range(listed.shape[0]):
        move = int(listed[index])
        place = (move >> SLOTS) // COLOURINGS
        if place != here:
            first, second = _sides_of_place(state, place, neutral)
            here = place
        out[index] = _urge(state, move, first, second, mover, neutral, row)


@kernel
def _urge(state: State, move: int, first: Sides, second: Sides, mover: int, neutral: int, row: int) -> float:
    """The urge of a move between the sides of its first and its second square."""
    pyramids = move & ((1 << SLOTS) - 1)
    placement = move >> SLOTS
    place = placement // COLOURINGS
    colouring = placement - place * COLOURINGS
    slot = _slot_of_first(place)
    value = _new_square(first, int(COLOURING[colouring, 0]), mover, neutral, row, pyramids >> slot & 1)
    value += _new_square(second, int(COLOURING[colouring, 1]), mover, neutral, row, pyramids >> (7 - slot) & 1)
    pyramids &= ~(1 << slot | 1 << (7 - slot))
    if pyramids != 0:
        for other in range(SLOTS):
            if pyramids >> other & 1:
                value += _covered_square(state, _slot_cell(state, place, other), mover, neutral, row)
    return value


@kernel
def pick_well(state: State, random: Random, candidates: int) -> int:
    """The best looking move at a few places: each place has up to six colourings, and all of them take one look."""
    mover, neutral, row = _outlook(state)
    best = 0
    best_looks = -np.inf
    for _place in range((candidates + COLOURINGS - 1) // COLOURINGS):
        move, looks = _best_at(state, pick_place(state, random), mover, neutral, row)
        if looks > best_looks:
            best, best_looks = move, looks
    return best


@kernel
def _best_at(state: State, place: int, mover: int, neutral: int, row: int) -> tuple[int, float]:
    """The best looking move at a free place, and its urge; pyramids go where they look best, as long as there are any."""
    first, second = _sides_of_place(state, place, neutral)
    slot = _slot_of_first(place)
    best = 0
    best_looks = -np.inf
    for colouring in range(COLOURINGS):
        if state.dominoes[colouring >> 1] == 0:
            continue
        left = int(state.pyramids)
        slots = sandwiched(state, place, colouring) if left > 0 else 0
        covered = 0
        looks = 0.0
        for half in range(2):
            sides = first if half == 0 else second
            here = slot if half == 0 else 7 - slot
            colour = int(COLOURING[colouring, half])
            value = _new_square(sides, colour, mover, neutral, row, 0)
            if slots >> here & 1:
                slots &= ~(1 << here)
                under = _new_square(sides, colour, mover, neutral, row, 1)
                if under > value and left > 0:
                    value = under
                    covered |= 1 << here
                    left -= 1
            looks += value
        if slots != 0:
            for other in range(SLOTS):
                if slots >> other & 1 and left > 0:
                    value = _covered_square(state, _slot_cell(state, place, other), mover, neutral, row)
                    if value > 0.0:
                        looks += value
                        covered |= 1 << other
                        left -= 1
        if looks > best_looks:
            best_looks = looks
            best = (place * COLOURINGS + colouring) << SLOTS | covered
    return best, best_looks


@kernel
def _outlook(state: State) -> tuple[int, int, int]:
    """The mover's colour, the colour that nobody plays or EMPTY, and the row of URGES."""
    row = (int(state.players) - 2) * 4
    left = state.laid.shape[0] - int(state.turns)
    for stage in range(STAGES.shape[0]):
        row += 1 if left > STAGES[stage] else 0
    mover = int(state.colours[int(state.turns) % int(state.players)])
    return mover, WHITE + PINK + GREEN - int(state.colours[0]) - int(state.colours[1]) - int(state.colours[2]), row


@kernel
def _slot_of_first(place: int) -> int:
    """The slot of the first square of a place; with that of the second they make 7."""
    return 3 if place & 1 == ACROSS else 2


@kernel
def _slot_cell(state: State, place: int, slot: int) -> int:
    return shift(state, place >> 1, SLOT[place & 1, slot, 0], SLOT[place & 1, slot, 1])


@kernel
def _sides_of_place(state: State, place: int, neutral: int) -> tuple[Sides, Sides]:
    """What lies around both cells of a place."""
    cell, second = place >> 1, other_cell(state, place)
    return _sides(state, cell, second, neutral), _sides(state, second, cell, neutral)


@kernel
def _sides(state: State, cell: int, mate: int, neutral: int) -> Sides:
    """What lies around a cell, from the north clockwise; `mate` is the cell of the other half of the domino."""
    return (
        _side(state, cell, mate, neutral, 0),
        _side(state, cell, mate, neutral, 1),
        _side(state, cell, mate, neutral, 2),
        _side(state, cell, mate, neutral, 3),
    )


@kernel
def _side(state: State, cell: int, mate: int, neutral: int, direction: int) -> int:
    there = shift(state, cell, STEP[direction, 0], STEP[direction, 1])
    shown = int(state.board[there])
    if there == mate:
        return 0
    if shown & SQUARE == EMPTY:
        return FREE
    if shown == neutral or shown & COVERED:
        return 0
    size, room = _size_and_room(state, there, cell, mate)
    joined = JOINED if _meets_earlier(state, cell, direction, shown) else 0
    return shown | size << SIZE | room << ROOM | joined


@kernel
def _new_square(sides: Sides, colour: int, mover: int, neutral: int, row: int, is_covered: int) -> float:
    """What a new square between these sides does; `row` is that of URGES."""
    value = 0.0
    joined = 0
    counting = 0
    small = 0
    room = 0
    for side in sides:
        if side == FREE:
            room += 1
        elif side != 0:
            size = side >> SIZE & 3
            left = side >> ROOM & 7
            if side & 3 != colour or is_covered:
                if size < GROUP:
                    value += URGES[row, TAKES + (0 if side & 3 == mover else 6) + (size - 1) * 3 + min(left, 2)]
            elif side & JOINED == 0:
                joined += size
                if size >= GROUP:
                    counting += 1
                else:
                    small += 1
                    room += left
    whose = OWN if colour == mover else RIVAL
    if is_covered:
        value += URGES[row, COVERS_NEW + (1 if colour != mover and colour != neutral else 0)]
    elif colour == neutral:
        pass
    elif counting > 1:
        value += URGES[row, whose + MERGES] * (counting - 1) + URGES[row, whose + ABSORBS] * small
    elif counting == 1:
        value += URGES[row, whose + FEEDS] + URGES[row, whose + ABSORBS] * small
    elif joined + 1 >= GROUP:
        value += URGES[row, whose + FOUNDS]
    elif joined == 1:
        value += URGES[row, whose + NEW_PAIR + min(room, 3)]
    else:
        value += URGES[row, whose + NEW_SINGLE + min(room, 3)]
    return value


@kernel
def _covered_square(state: State, cell: int, mover: int, neutral: int, row: int) -> float:
    """What a pyramid on an older square does to its group."""
    colour = int(state.board[cell])
    if colour == neutral:
        return float(URGES[row, COVERS_NEUTRAL])
    squares = 1
    counting = 0
    for direction in range(4):
        there = shift(state, cell, STEP[direction, 0], STEP[direction, 1])
        if state.board[there] == colour and not _meets_earlier(state, cell, direction, colour):
            size, _left = _size_and_room(state, there, cell, cell)
            squares += size
            counting += 1 if size >= GROUP else 0
    change = counting - (1 if squares >= GROUP else 0)
    return float(URGES[row, COVERS + (0 if colour == mover else 3) + 1 + min(change, 1)])


@kernel
def _meets_earlier(state: State, cell: int, direction: int, colour: int) -> bool:
    """Whether the square on that side is joined, around a corner of the cell, with one on an earlier side."""
    if direction == WEST and _meets(state, cell, direction, NORTH, colour):
        return True
    return direction != NORTH and _meets(state, cell, direction, direction - 1, colour)


@kernel
def _meets(state: State, cell: int, one: int, other: int, colour: int) -> bool:
    dx = int(STEP[other, 0])
    dy = int(STEP[other, 1])
    return (
        int(state.board[shift(state, cell, dx, dy)]) == colour
        and int(state.board[shift(state, cell, dx + STEP[one, 0], dy + STEP[one, 1])]) == colour
    )


@kernel
def _size_and_room(state: State, cell: int, outside: int, mate: int) -> tuple[int, int]:
    """The size of a group, 3 standing for more, without the cell `outside`; and how many cells a small one has beside it.

    `mate` is about to be taken.
    """
    colour = int(state.board[cell])
    size = 1
    room = 0
    further = cell
    for direction in range(4):
        there = shift(state, cell, STEP[direction, 0], STEP[direction, 1])
        shown = int(state.board[there])
        if there in (outside, mate):
            continue
        if shown == colour:
            size += 1
            further = there
        elif shown & SQUARE == EMPTY:
            room += 1
    if size == 2:
        for direction in range(4):
            there = shift(state, further, STEP[direction, 0], STEP[direction, 1])
            shown = int(state.board[there])
            if there in (outside, mate, cell):
                continue
            if shown == colour:
                return GROUP, 0
            if shown & SQUARE == EMPTY:
                room += 1
    return min(size, GROUP), room
