"""How the table, the dominoes and a position of Firenze lie in memory.

The unbounded table is a torus. A connected group of n squares is at most n wide, so with 120 squares and a torus of
128 x 128 cells (two sets: 240 and 256 x 256) no square ever meets another one around the back: nothing is lost.

    cell   = y * side + x, both taken modulo the side of the torus
    place  = cell * 2 + ACROSS or DOWN      two adjacent cells; the cell is the west or the north one
    move   = (place * 6 + colouring) * 256 + pyramids

`pyramids` has a bit for each of the eight squares that a placement can sandwich: its own two and their six neighbours,
in the order in which the notation lists them (by y, then by x):

    ACROSS     0 1         DOWN      0
             2 3 4 5               1 2 3
               6 7                 4 5 6
                                     7
"""

from typing import Any

import numpy as np

WHITE, PINK, GREEN = 1, 2, 3
EMPTY = 0
COVERED = 4  # this bit is set under a pyramid: the square has no colour (F6), the lower bits remember it for drawing
OPEN = 8  # this bit is set on an empty cell next to a square
SQUARE = 7  # these bits are zero on an empty cell
ACROSS, DOWN = 0, 1
KINDS = 3  # of dominoes: white-pink, white-green, pink-green
COLOURINGS = 6  # kind * 2, plus one where the second colour of the kind lies first
SLOTS = 8
GROUP = 3  # squares that make a group count (F8)


def _state_type(side: int, sets: int, places: int) -> np.dtype[Any]:
    place = np.uint16 if side == 128 else np.uint32
    fields = [
        ("laid", np.int32, (60 * sets,)),  # the moves so far, in order
        ("places", place, (places,)),  # [listed] places next to a square, each once; some are taken by now
        ("listed", np.int32),  # length of `places` in use
        ("crowded", np.int32),  # at this length the taken ones are thrown out
        ("turns", np.int32),  # length of `laid` in use
        ("east", np.int32),  # the easternmost column with a square, at least 0: tells where the torus is cut open
        ("south", np.int32),  # the southernmost row with a square, at least 0
        ("dominoes", np.int32, (KINDS,)),  # left of each kind
        ("pyramids", np.int32),  # left
        ("players", np.int32),
        ("colours", np.int32, (3,)),  # [seat] the colour it plays
        ("board", np.uint8, (side * side,)),  # [cell] a colour, COVERED or OPEN
    ]
    return np.dtype((np.record, fields))


# Before the last turn 118 squares have at most 2 * 118 + 2 open cells around them, each with at most three empty
# neighbours: 714 places; a turn adds fewer than 18. Two sets: 1434.
STATES = (_state_type(128, 1, 768), _state_type(256, 2, 1536))

SETUP = np.dtype(
    (
        np.record,
        [
            ("players", np.int32),
            ("sets", np.int32),
            ("neutral", np.int32),  # the colour that nobody plays, EMPTY with three players
        ],
    )
)

#: [colouring] the colour of the west or north square, and of the other one
COLOURING = np.array([(WHITE, PINK), (PINK, WHITE), (WHITE, GREEN), (GREEN, WHITE), (PINK, GREEN), (GREEN, PINK)], np.int64)

#: [orientation, slot] the square (dx, dy) seen from the first cell
SLOT = np.array(
    [
        [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (2, 0), (0, 1), (1, 1)],
        [(0, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1), (0, 2)],
    ],
    np.int64,
)
