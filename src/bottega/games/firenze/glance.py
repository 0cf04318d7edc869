"""How good a move of Firenze looks at a glance, without making it: for putting moves in order and for quick random games."""

import numpy as np

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
from bottega.games.firenze.rules import other_cell, shift
from bottega.geometry import NORTH, STEP, WEST
from bottega.kernels import State, kernel

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


@kernel
def urge(state: State, move: int) -> float:
    """What the new squares join, block and cover, as far as a look at the next few cells tells."""
    pyramids = move & ((1 << SLOTS) - 1)
    placement = move >> SLOTS
    place = placement // COLOURINGS
    colouring = placement - place * COLOURINGS
    cell = place >> 1
    second = other_cell(state, place)
    row = (int(state.players) - 2) * 4  # of URGES
    left = state.laid.shape[0] - int(state.turns)
    for stage in range(STAGES.shape[0]):
        row += 1 if left > STAGES[stage] else 0
    mover = int(state.colours[int(state.turns) % int(state.players)])
    neutral = WHITE + PINK + GREEN - int(state.colours[0]) - int(state.colours[1]) - int(state.colours[2])  # or EMPTY
    slot = 3 if place & 1 == ACROSS else 2  # of the first square; with that of the second they make 7
    value = _new_square(state, cell, second, int(COLOURING[colouring, 0]), mover, neutral, row, pyramids >> slot & 1)
    value += _new_square(state, second, cell, int(COLOURING[colouring, 1]), mover, neutral, row, pyramids >> (7 - slot) & 1)
    pyramids &= ~(1 << slot | 1 << (7 - slot))
    if pyramids != 0:
        for other in range(SLOTS):
            if pyramids >> other & 1:
                covered = shift(state, cell, SLOT[place & 1, other, 0], SLOT[place & 1, other, 1])
                value += _covered_square(state, covered, mover, neutral, row)
    return value


@kernel
def _new_square(state: State, cell: int, mate: int, colour: int, mover: int, neutral: int, row: int, is_covered: int) -> float:
    """What a new square does; `mate` is the cell of the other half of the domino, `row` that of URGES."""
    value = 0.0
    joined = 0
    counting = 0
    small = 0
    room = 0
    for direction in range(4):
        there = shift(state, cell, STEP[direction, 0], STEP[direction, 1])
        if there == mate:
            continue
        shown = int(state.board[there])
        if shown & SQUARE == EMPTY:
            room += 1
        elif shown == neutral or shown & COVERED:
            continue
        elif shown != colour or is_covered:
            size, left = _size_and_room(state, there, cell, mate)
            if size < GROUP:
                value += URGES[row, TAKES + (0 if shown == mover else 6) + (size - 1) * 3 + min(left, 2)]
        elif not _meets_earlier(state, cell, direction, colour):
            size, left = _size_and_room(state, there, cell, mate)
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
