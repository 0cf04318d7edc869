"""How the tiles, the board and a position of Toscana lie in memory.

The board is kept in words of 64 bits, one for each *band* of three rows. A row takes 20 bits: its 17 cells and three that
are never free, so that a tile shifted over the east side meets something that stops it.

    bit   0 .. 16   17 18 19   20 .. 36   37 38 39   40 .. 56   57 58 59   60 .. 63
          row 3b    -  -  -    row 3b+1   -  -  -    row 3b+2   -  -  -    unused

"The cell dx to the east and dy to the south" is then one shift, or two where the cell lies in the next band, and all
places for a tile are found at once, band by band.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

GREY, RED = range(2)  # the seats, and the colours of the squares (T3)
SEATS = 2
PIATNIK, DUTCH = range(2)  # the editions (T8)

# ---------------------------------------------------------------- tiles

SIDE = 17
CELLS = SIDE * SIDE  # cell y * 17 + x lies in column x from the west and row y from the north (T1)
CENTRE = CELLS // 2
TILE_CELLS = 8
ROTATIONS = 4
FLAT, UPRIGHT = range(2)  # how a tile lies: its rotation modulo 2

#: [tile] the two squares of the other colour: of a pair and the same pair turned by 180 degrees, the smaller (T2)
OTHER_CELLS = tuple(
    (i, j) for i in range(TILE_CELLS) for j in range(i + 1, TILE_CELLS) if (i, j) <= (TILE_CELLS - 1 - j, TILE_CELLS - 1 - i)
)
TILE_NAMES = "ABCDEFGHIJKLMNOP"
TILES = len(OTHER_CELLS)
NO_TILE = -1

#: [tile] how many rotations look different: G, L, O and P are the same after 180 degrees (T2)
TURNS = np.array([2 if i + j == TILE_CELLS - 1 else 4 for i, j in OTHER_CELLS], np.int64)


def _mirror_tile(tile: int) -> tuple[int, int]:
    """The tile that this one looks like in a mirror, west and east exchanged, and how often that one is turned for it."""
    i, j = sorted(cell // 4 * 4 + 3 - cell % 4 for cell in OTHER_CELLS[tile])
    if (i, j) in OTHER_CELLS:
        return OTHER_CELLS.index((i, j)), 0
    return OTHER_CELLS.index((TILE_CELLS - 1 - j, TILE_CELLS - 1 - i)), 2


#: [tile] the tile in the mirror and its turns
MIRRORED = tuple(_mirror_tile(tile) for tile in range(TILES))

#: [rotation, cell of the tile in r0] how far (dy, dx) it then lies from the north-west corner of the tile (T11)
OFFSETS = np.array(
    [
        [(y, x) for y in range(2) for x in range(4)],
        [(x, 1 - y) for y in range(2) for x in range(4)],
        [(1 - y, 3 - x) for y in range(2) for x in range(4)],
        [(3 - x, y) for y in range(2) for x in range(4)],
    ]
)

# ---------------------------------------------------------------- moves

#: A placement of the top tile of the player on turn is `cell * 4 + rotation`, the cell being that of its north-west corner.
PLACEMENTS = CELLS * ROTATIONS
VETO = PLACEMENTS
ALLOW = PLACEMENTS + 1
PASS = PLACEMENTS + 2
MOVES = PLACEMENTS + 3
NOT_PLACED = -1

# ---------------------------------------------------------------- the board in bits

BANDS = 6
BAND_ROWS = 3
ROW_BITS = 20
BAND_BITS = BAND_ROWS * ROW_BITS
NO_BITS = np.uint64(0)
ONE_BIT = np.uint64(1)
ALL_BITS = ~NO_BITS
ONE_ROW, TWO_ROWS, THREE_ROWS = (np.uint64(rows * ROW_BITS) for rows in (1, 2, 3))
ONE, TWO, THREE = (np.uint64(columns) for columns in (1, 2, 3))
BAND_MASK = np.uint64((1 << BAND_BITS) - 1)


def _bits(offsets: Any) -> np.uint64:
    """The squares at these (dy, dx), as bits counted from the north-west corner of a band."""
    return np.uint64(sum(1 << int(dy) * ROW_BITS + int(dx) for dy, dx in offsets))


#: [cell] the band of the cell (the first band is number 1: see `squares`) and the bit in it
BAND_OF = np.array([1 + cell // SIDE // BAND_ROWS for cell in range(CELLS)], np.int64)
BIT_OF = np.array([cell // SIDE % BAND_ROWS * ROW_BITS + cell % SIDE for cell in range(CELLS)], np.uint64)
#: [bit] the cell, in the first band
CELL_OF = np.array([bit // ROW_BITS * SIDE + bit % ROW_BITS for bit in range(BAND_BITS)], np.int64)
BAND_CELLS = BAND_ROWS * SIDE
INNER_BANDS_FIRST = (3, 4, 2, 5, 1, 6)

#: [band] the cells of the board
BOARD = np.zeros(BANDS + 2, np.uint64)
for _cell in range(CELLS):
    BOARD[BAND_OF[_cell]] |= ONE_BIT << BIT_OF[_cell]

#: [tile, rotation] the squares of the owner's colour, and [rotation] all squares
OWN = np.array(
    [[_bits(OFFSETS[r, [i for i in range(TILE_CELLS) if i not in pair]]) for r in range(ROTATIONS)] for pair in OTHER_CELLS]
)
SHAPE = np.array([_bits(OFFSETS[r]) for r in range(ROTATIONS)])

#: [tile, rotation, square in reading order] all bits where the square has the owner's colour, else none. The first tile of
#: a game may cover the centre with any square: it uses the last row, ANY_SQUARE.
ANY_SQUARE = TILES
TOUCH = np.zeros((TILES + 1, ROTATIONS, TILE_CELLS), np.uint64)
TOUCH[ANY_SQUARE] = ALL_BITS
for _tile, _pair in enumerate(OTHER_CELLS):
    for _rotation in range(ROTATIONS):
        _reading_order = sorted(range(TILE_CELLS), key=lambda i: tuple(OFFSETS[_rotation, i]))
        TOUCH[_tile, _rotation] = [NO_BITS if i in _pair else ALL_BITS for i in _reading_order]

# ---------------------------------------------------------------- state

STATE = np.dtype(
    (
        np.record,
        [
            ("squares", np.uint64, (SEATS, BANDS + 2)),  # [colour, band] the squares of that colour; the outer bands stay empty
            (
                "places",
                np.uint64,
                (ROTATIONS, BANDS + 2),
            ),  # [rotation, band] where the tile to be placed fits; none at other times
            (
                "corners",
                np.uint64,
                (2, BANDS + 2),
            ),  # [FLAT or UPRIGHT, band] the cells of the north-west corners of the tiles on the board
            ("placed", np.int16, (SEATS, TILES)),  # [owner, tile] the move that placed it, or NOT_PLACED
            ("last", np.int16),  # the tile placed last: owner * 16 + tile, or NO_TILE
            ("stacks", np.int8, (SEATS, TILES)),  # [owner, depth] the tiles, the top one at 16 - left; NO_TILE above it
            ("left", np.int8, (SEATS,)),  # [owner] how many tiles the stack holds
            ("vetoes", np.int8, (SEATS,)),  # [seat] 1 while the seat has its veto, then 0
            ("turn", np.int8),  # the seat whose turn it is to place a tile
            ("deciding", np.int8),  # 1 while the other seat decides on a veto (T6)
            ("passes", np.int8),  # passes since the last placement (T8)
            ("edition", np.int8),  # PIATNIK or DUTCH
            ("over", np.int8),  # 1 when the game has ended
        ],
    )
)

SETUP = np.dtype(
    (
        np.record,
        [
            ("stacks", np.int8, (SEATS, TILES)),  # [owner, depth] the tiles from the top down
            ("fixed", np.int8, (SEATS,)),  # [owner] 1: the stack is as given, 0: `start` shuffles it
            ("first", np.int8),  # the seat that places the first tile
            ("edition", np.int8),  # PIATNIK or DUTCH
        ],
    )
)
