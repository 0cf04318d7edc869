"""How the square, the cards and a position of Florentine Dominoes lie in memory.

The square is kept in rows of eight, so that a set of cells is a word of 64 bits and its neighbours are four shifts; the
eighth column, the gutter, is no part of the square.

    cell = y * 8 + x          a1 is 0, g1 is 6, 7 is gutter, a2 is 8, d4 is 27, g7 is 54

A *kind* is a card of the deck whatever the number of its copies: equal cards are one kind. Kinds are numbered by their
names, not by the deal, so that their numbers tell nothing. A set of kinds is a word of 64 bits too. `shows` says which
kinds have a colour on a triangle; the kinds that fit a cell are the intersection of a few of those words.

    colour = 0 to 3, in the order red, blue, green, ochre
    card   = two bits of colour for each triangle, clockwise from the north, then a bit for the stone of each
    turn   = clockwise quarter turns: side d of a turned card is its triangle (d - turn) % 4

    move   = kind * 256 + cell * 4 + turn      place
             DISCARD + kind                    discard
             BLACK + cell * 4 + side           black card against that side of the square
             DECLINE                           leave the black card where it is
"""

from collections.abc import Callable

import numpy as np

from bottega.geometry import DIRECTION_LETTERS

MOST_PLAYERS = 4
MOST_CARDS = 64
FEWEST_CARDS = 16
HAND = 4  # cards in a hand, always, until the pool is open (D6, D9)

ANY = 4  # in place of a colour: no card touches there
EMPTY = 255  # in place of a kind: no card lies on the cell
NOT_PLACED = 255  # in place of a side of the square: the black card is still with its player

HIDDEN_STOCK, OPEN_POOL, BLACK_CARDS, OVER = range(4)  # the stages of a game: D6, D9, D10, the end

# The zones a card can be in, besides the square and the stock. Zones 0 to 3 are the hands of the seats.
DISCARDS, ASIDE, POOL = 4, 5, 6
ZONES = 7

DISCARD = MOST_CARDS * 256
BLACK = DISCARD + MOST_CARDS
DECLINE = BLACK + 256

SIDE = 7  # of the square, in cells
ROW = 8  # cells from one row to the next
CELLS = SIDE * ROW
CENTRE = 3 * ROW + 3
MARGIN = ROW  # `demands` has a row more at the north and at the south


def _cells(condition: Callable[[int, int], bool]) -> np.uint64:
    return np.uint64(sum(1 << y * ROW + x for x in range(SIDE) for y in range(SIDE) if condition(x, y)))


SQUARE = _cells(lambda x, y: True)
CROSS = _cells(lambda x, y: x == 3 or y == 3)

#: [side] the cells on that side of the square, where a black card can lie (D10)
EDGE = np.array(
    [
        _cells(lambda x, y: y == 0),
        _cells(lambda x, y: x == SIDE - 1),
        _cells(lambda x, y: y == SIDE - 1),
        _cells(lambda x, y: x == 0),
    ],
    np.uint64,
)

#: [side] the step to the neighbour on that side
STEP = np.array([-ROW, 1, ROW, -1], np.int64)

#: The side to the cross. Where a card may lie it touches cards there and, off the cross, on the next side clockwise, and
#: nowhere else: arms grow outwards, and within each quadrant the cards form a staircase (D7). For the centre any will do.
_INWARDS = (
    "EEESSSS",
    "EEESSSS",
    "EEESSSS",
    "EEENWWW",
    "NNNNWWW",
    "NNNNWWW",
    "NNNNWWW",
)
#: [cell] the same as a number
INWARDS = np.array([DIRECTION_LETTERS.index(letter) for row in _INWARDS for letter in row + "N"], np.int64)

STATE = np.dtype(
    (
        np.record,
        [
            ("shows", np.uint64, (4, 5)),  # [triangle, colour] kinds with that colour on that triangle; ANY: all kinds
            ("looks", np.uint64, (4,)),  # [turn] kinds that look unlike any smaller turn of theirs (D13)
            ("zones", np.uint64, (ZONES,)),  # [zone] kinds with a card in that zone; empty: a hand that is hidden
            ("filled", np.uint64),  # cells with a card
            ("triangles", np.uint64, (4, 4)),  # [side, colour] cells whose triangle on that side has that colour
            ("stones", np.uint64, (4,)),  # [side] cells whose triangle on that side has a stone
            ("asked", np.uint32),  # how many seats have decided about their black card
            ("cards", np.uint16, (MOST_CARDS,)),  # [kind] what it looks like; 0 beyond the last kind
            ("deck", np.uint8, (MOST_CARDS,)),  # [kind] copies in the whole deck
            ("held", np.uint8, (ZONES, MOST_CARDS)),  # [zone, kind] copies in that zone
            ("stock", np.uint8, (MOST_CARDS,)),  # [left] kinds, the top card last; 0 where hidden and beyond
            ("board", np.uint8, (CELLS,)),  # [cell] a kind or EMPTY
            ("turned", np.uint8, (CELLS,)),  # [cell] the turn of the card there
            ("demands", np.uint8, (CELLS + 2 * MARGIN, 4)),  # [MARGIN + cell, side] the colour of the neighbour there or ANY
            ("colours", np.uint8, (MOST_PLAYERS,)),  # [seat] the colour it plays
            ("blacks", np.uint8, (MOST_PLAYERS,)),  # [seat] cell * 4 + side of its black card or NOT_PLACED
            ("players", np.uint8),
            ("left", np.uint8),  # cards in the stock
            ("stage", np.uint8),  # HIDDEN_STOCK, OPEN_POOL, BLACK_CARDS or OVER
            ("turn", np.uint8),  # the seat to decide, also when the game is over
        ],
    )
)

SETUP = np.dtype(
    (
        np.record,
        [
            ("cards", np.uint16, (MOST_CARDS,)),  # [kind] what it looks like, kinds in ASCII order of their names
            ("order", np.uint8, (MOST_CARDS,)),  # [total] the kinds of the deck, top card first
            ("colours", np.uint8, (MOST_PLAYERS,)),  # [seat] the colour it plays
            ("players", np.uint8),
            ("kinds", np.uint8),  # how many kinds
            ("total", np.uint8),  # how many cards
            ("is_fixed", np.uint8),  # 1: `order` is given, 0: `start` shuffles it
        ],
    )
)
