"""Zones and the room they have: facts about the squares on the board that follow from T5 and T9.

Boards are words of bits as `layout` lays them out, with an empty band before the first and after the last. Where much is done
with a board, its six bands are taken out of memory as a tuple: compiled code holds them in registers.
"""

from typing import TypeAlias

import numpy as np

from bottega.bits import amount
from bottega.games.toscana.layout import (
    BAND_MASK,
    BANDS,
    BOARD,
    FLAT,
    GREY,
    INNER_BANDS_FIRST,
    NO_BITS,
    ONE,
    ONE_BIT,
    ONE_ROW,
    RED,
    TWO,
    TWO_ROWS,
    UPRIGHT,
    Words,
)
from bottega.kernels import State, allocating_kernel, kernel

# ---------------------------------------------------------------- the six bands of a board

Bands: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]


@kernel
def bands(board: Words) -> Bands:
    return board[1], board[2], board[3], board[4], board[5], board[6]


@kernel
def store(cells: Bands, board: Words) -> None:
    """Write the cells to a board; its outer bands stay as they are."""
    board[1], board[2], board[3], board[4], board[5], board[6] = cells


@kernel
def either(a: Bands, b: Bands) -> Bands:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4], a[5] | b[5]


@kernel
def both(a: Bands, b: Bands) -> Bands:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3], a[4] & b[4], a[5] & b[5]


@kernel
def without(a: Bands, b: Bands) -> Bands:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3], a[4] & ~b[4], a[5] & ~b[5]


@kernel
def size(cells: Bands) -> int:
    """How many cells there are."""
    return amount(cells[0]) + amount(cells[1]) + amount(cells[2]) + amount(cells[3]) + amount(cells[4]) + amount(cells[5])


@kernel
def beside(cells: Bands) -> Bands:
    """The cells, and more beyond the board, that are adjacent to one of these cells."""
    a, b, c, d, e, f = cells
    return (
        _beside(NO_BITS, a, b),
        _beside(a, b, c),
        _beside(b, c, d),
        _beside(c, d, e),
        _beside(d, e, f),
        _beside(e, f, NO_BITS),
    )


@kernel
def _beside(above: np.uint64, here: np.uint64, below: np.uint64) -> np.uint64:
    """The cells of a band that are adjacent to one of these cells, given those of the bands above and below it as well."""
    near: np.uint64 = (here << ONE) | (here >> ONE) | (here << ONE_ROW) | (here >> ONE_ROW)
    return near | (above >> TWO_ROWS) | (below << TWO_ROWS)


@kernel
def in_midst(cells: Bands) -> Bands:
    """Those of these cells that have others on all four sides."""
    a, b, c, d, e, f = cells
    return (
        _in_midst(NO_BITS, a, b),
        _in_midst(a, b, c),
        _in_midst(b, c, d),
        _in_midst(c, d, e),
        _in_midst(d, e, f),
        _in_midst(e, f, NO_BITS),
    )


@kernel
def _in_midst(above: np.uint64, here: np.uint64, below: np.uint64) -> np.uint64:
    """The same for one band, given the cells of the bands above and below it as well."""
    inside: np.uint64 = here & (here << ONE) & (here >> ONE)
    return inside & ((here << ONE_ROW) | (above >> TWO_ROWS)) & ((here >> ONE_ROW) | (below << TWO_ROWS))


@kernel
def onward(reached: Bands, ways: Bands) -> Bands:
    """The cells reached and, out of `ways`, those adjacent to them."""
    return either(reached, both(beside(reached), ways))


# ---------------------------------------------------------------- zones


@kernel
def best_zone(state: State, colour: int, best: Words, rest: Words, zone: Words) -> int:
    """The number of tiles in the zone of this colour that has most (T9); its squares are written to `best`.

    Zones that are level with it are written to `best` as well. `rest` and `zone` are working memory; the outer bands of all
    three are empty. Starts in the middle, where the large zones are, and stops when what remains cannot be as good.
    """
    squares = state.squares[colour]
    worth = 0
    for band in range(1, BANDS + 1):
        rest[band] = squares[band]
        best[band] = NO_BITS
        zone[band] = NO_BITS
    for seed in INNER_BANDS_FIRST:
        while rest[seed] != NO_BITS:
            if worth > 1 and count_tiles(state, rest) < worth:
                return worth
            zone[seed] = rest[seed] & ~(rest[seed] - ONE_BIT)
            _grow(zone, squares, seed)
            tiles = count_tiles(state, zone)
            for band in range(1, BANDS + 1):
                if tiles > worth:
                    best[band] = zone[band]
                elif tiles == worth:
                    best[band] |= zone[band]
                rest[band] &= ~zone[band]
                zone[band] = NO_BITS
            worth = max(worth, tiles)
    return worth


@allocating_kernel
def zones(state: State, colour: int, out: Words) -> int:
    """How many zones of this colour there are; as many of them as `out` [zone, band] has room for are written to it."""
    squares = state.squares[colour]
    rest = squares.copy()
    zone = np.zeros(BANDS + 2, np.uint64)
    count = 0
    for seed in range(1, BANDS + 1):
        while rest[seed] != NO_BITS:
            zone[seed] = rest[seed] & ~(rest[seed] - ONE_BIT)
            _grow(zone, squares, seed)
            for band in range(1, BANDS + 1):
                rest[band] &= ~zone[band]
                if count < out.shape[0]:
                    out[count, band] = zone[band]
                zone[band] = NO_BITS
            count += 1
    return count


@kernel
def _grow(zone: Words, squares: Words, seed: int) -> None:
    """Grow the zone, so far some squares in band `seed`, over all squares connected with it, sweeping south and north in turn."""
    zone[seed] = _fill(zone[seed], squares[seed])
    grows = True
    while grows:
        grows = False
        for step in range(2 * BANDS - 1):
            band = 1 + step if step < BANDS else 2 * BANDS - 1 - step
            here = zone[band] | (((zone[band - 1] >> TWO_ROWS) | (zone[band + 1] << TWO_ROWS)) & squares[band])
            if here != zone[band]:
                zone[band] = _fill(here, squares[band])
                grows = True


@kernel
def _fill(part: np.uint64, squares: np.uint64) -> np.uint64:
    """Grow a part of the squares of one band over all of them connected with it inside the band."""
    before = NO_BITS
    while part != before:
        before = part
        part |= ((part << ONE) | (part >> ONE)) & squares
        part |= ((part << ONE_ROW) | (part >> ONE_ROW)) & squares
    return part


@kernel
def count_tiles(state: State, squares: Words) -> int:
    """How many tiles, of either owner, have one of these squares."""
    return tiles_on(state, bands(squares))


@kernel
def tiles_on(state: State, squares: Bands) -> int:
    """The same for the bands of a board."""
    flat, upright = corners_of_tiles_on(squares)
    return size(both(bands(state.corners[FLAT]), flat)) + size(both(bands(state.corners[UPRIGHT]), upright))


@kernel
def corners_of_tiles_on(cells: Bands) -> tuple[Bands, Bands]:
    """Where the north-west corner of a tile lies, flat and upright, that covers one of these cells."""
    a, b, c, d, e, f = cells
    flat0, upright0 = _corners(a, b)
    flat1, upright1 = _corners(b, c)
    flat2, upright2 = _corners(c, d)
    flat3, upright3 = _corners(d, e)
    flat4, upright4 = _corners(e, f)
    flat5, upright5 = _corners(f, NO_BITS)
    return (flat0, flat1, flat2, flat3, flat4, flat5), (upright0, upright1, upright2, upright3, upright4, upright5)


@kernel
def _corners(here: np.uint64, below: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The same for one band, given the cells of the one below it as well."""
    two_rows = here | (here >> ONE_ROW) | (below << TWO_ROWS)
    four_rows = two_rows | (here >> TWO_ROWS) | (below << ONE_ROW) | below
    wide = two_rows | (two_rows >> ONE)
    return wide | (wide >> TWO), four_rows | (four_rows >> ONE)


# ---------------------------------------------------------------- room


@kernel
def rooms(free: np.uint64, free_below: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Where in a band the north-west corner of a tile can lie, flat and upright, given the free cells there and below."""
    # row n: the cells n rows to the south; pair n: that cell and the one to its east are free
    pair0 = free & (free >> ONE)
    row1 = (free >> ONE_ROW) | (free_below << TWO_ROWS)
    pair1 = row1 & (row1 >> ONE)
    row2 = (free >> TWO_ROWS) | (free_below << ONE_ROW)
    pair2 = row2 & (row2 >> ONE)
    pair3 = free_below & (free_below >> ONE)
    return pair0 & (pair0 >> TWO) & pair1 & (pair1 >> TWO), pair0 & pair1 & pair2 & pair3


@kernel
def all_rooms(free: Bands) -> tuple[Bands, Bands]:
    """The same on the whole board."""
    a, b, c, d, e, f = free
    flat0, upright0 = rooms(a, b)
    flat1, upright1 = rooms(b, c)
    flat2, upright2 = rooms(c, d)
    flat3, upright3 = rooms(d, e)
    flat4, upright4 = rooms(e, f)
    flat5, upright5 = rooms(f, NO_BITS)
    return (flat0, flat1, flat2, flat3, flat4, flat5), (upright0, upright1, upright2, upright3, upright4, upright5)


@kernel
def open_cells(state: State, out: Words) -> int:
    """Write to `out` the free cells that a tile, whatever its colours, has room to cover; returns how many there are."""
    free_below = NO_BITS
    out[BANDS + 1] = NO_BITS
    for band in range(BANDS, 0, -1):
        free = BOARD[band] & ~(state.squares[GREY, band] | state.squares[RED, band])
        flat, upright = rooms(free, free_below)
        free_below = free
        tall = upright | (upright << ONE)
        wide = flat | (flat << ONE)
        wide |= tall | (wide << TWO)
        out[band] = (wide | (wide << ONE_ROW) | (tall << TWO_ROWS)) & BAND_MASK
        out[band + 1] |= (wide >> TWO_ROWS) | (tall >> ONE_ROW) | tall
    count = 0
    for band in range(1, BANDS + 1):
        count += amount(out[band])
    return count


@kernel
def spread(reached: Words, ways: Words, out: Words) -> None:
    """Write to `out` the cells reached and, out of `ways`, those adjacent to them."""
    store(onward(bands(reached), bands(ways)), out)
