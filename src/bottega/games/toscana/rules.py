"""The rules of Toscana (T1 to T12 of the rulings) as kernels on one state record.

`layout` says how tiles, cells and moves are numbered and what the record holds.
"""

import numpy as np

from bottega.bits import amount, lowest, nth
from bottega.games.toscana.layout import (
    ALLOW,
    ANY_SQUARE,
    BAND_CELLS,
    BAND_MASK,
    BAND_OF,
    BANDS,
    BIT_OF,
    BOARD,
    CELL_OF,
    CENTRE,
    DUTCH,
    FLAT,
    GREY,
    NO_BITS,
    NO_TILE,
    NOT_PLACED,
    OFFSETS,
    ONE,
    ONE_BIT,
    ONE_ROW,
    OWN,
    PASS,
    RED,
    ROTATIONS,
    SEATS,
    SHAPE,
    SIDE,
    STATE,
    THREE,
    THREE_ROWS,
    TILE_CELLS,
    TILES,
    TOUCH,
    TURNS,
    TWO,
    TWO_ROWS,
    UPRIGHT,
    VETO,
    Words,
)
from bottega.games.toscana.layout import SETUP as SETUP
from bottega.games.toscana.spaces import best_zone, rooms
from bottega.kernels import NOBODY, Ints, Random, Setup, State, allocating_kernel, copy_record, kernel, random_below, shuffle

STATES = (STATE,)

# ---------------------------------------------------------------- the table


@kernel
def top_tile(state: State, owner: int) -> int:
    """The tile on top of the stack, or NO_TILE."""
    left = int(state.left[owner])
    return int(state.stacks[owner, TILES - left]) if left > 0 else NO_TILE


@kernel
def hidden_part(state: State, owner: int) -> tuple[int, int]:
    """Where in the stack the tiles begin and end whose order nobody knows (T4).

    That is all below the top, without the last one if a veto put it there.
    """
    first = TILES - int(state.left[owner]) + 1
    end = TILES - 1 + int(state.vetoes[1 - owner])
    return first, max(first, end)


@kernel
def tiles_on_board(state: State, out: Ints) -> None:
    """Write to `out` [cell] the tile that lies there, as owner * 16 + tile, or NO_TILE."""
    out[:] = NO_TILE
    for owner in range(SEATS):
        for tile in range(TILES):
            place = int(state.placed[owner, tile])
            if place != NOT_PLACED:
                for i in range(TILE_CELLS):
                    dy, dx = OFFSETS[place % ROTATIONS, i]
                    out[place // ROTATIONS + dy * SIDE + dx] = owner * TILES + tile


@kernel
def colour_at(state: State, cell: int) -> int:
    """GREY or RED, the colour of the square on this cell; a tile lies there."""
    return int((state.squares[RED, BAND_OF[cell]] >> BIT_OF[cell]) & ONE_BIT)


# ---------------------------------------------------------------- start and turns


@kernel
def start(state: State, setup: Setup, random: Random) -> None:
    """Shuffle what is not fixed into `setup` and lay out the game (T4)."""
    for owner in range(SEATS):
        if not setup.fixed[owner]:
            for tile in range(TILES):
                setup.stacks[owner, tile] = tile
            shuffle(setup.stacks[owner], 0, TILES, random)
        state.left[owner] = TILES
        state.vetoes[owner] = 1
        for tile in range(TILES):
            state.stacks[owner, tile] = setup.stacks[owner, tile]
            state.placed[owner, tile] = NOT_PLACED
        for band in range(BANDS + 2):
            state.squares[owner, band] = NO_BITS
    for rotation in range(ROTATIONS):
        for band in range(BANDS + 2):
            state.places[rotation, band] = NO_BITS
    for band in range(BANDS + 2):
        state.corners[FLAT, band] = NO_BITS
        state.corners[UPRIGHT, band] = NO_BITS
    state.last = NO_TILE
    state.passes = 0
    state.edition = setup.edition
    state.over = 0
    _open_turn(state, int(setup.first))


@kernel
def _open_turn(state: State, mover: int) -> None:
    """The opponent decides on a veto first, if there is one left and a second tile to play instead (T6)."""
    state.turn = mover
    if state.vetoes[1 - mover] and state.left[mover] >= 2:
        state.deciding = 1
    else:
        state.deciding = 0
        _find_places(state)


@kernel
def _find_places(state: State) -> None:
    """Fill `places` for the top tile of the player on turn: on free cells, and in touch with the own colour (T5).

    Works from the last band up, because the lower part of a tile may lie in the band below. Bits that a shift brings into
    the unused columns do no harm: no tile fits there.
    """
    mover = int(state.turn)
    tile = top_tile(state, mover)
    if tile == NO_TILE:
        return
    is_first = int(state.left[GREY]) + int(state.left[RED]) == SEATS * TILES
    turns = TURNS[tile]
    touch = TOUCH[ANY_SQUARE if is_first else tile]
    free_below = NO_BITS
    near_below = NO_BITS
    for band in range(BANDS, 0, -1):
        own = state.squares[mover, band]
        free = BOARD[band] & ~(own | state.squares[1 - mover, band])
        if is_first:
            near = (ONE_BIT << BIT_OF[CENTRE]) if band == BAND_OF[CENTRE] else NO_BITS
        else:
            north = (own << ONE_ROW) | (state.squares[mover, band - 1] >> TWO_ROWS)
            south = (own >> ONE_ROW) | (state.squares[mover, band + 1] << TWO_ROWS)
            near = free & ((own << ONE) | (own >> ONE) | north | south)

        flat, upright = rooms(free, free_below)
        near1 = (near >> ONE_ROW) | (near_below << TWO_ROWS)
        near2 = (near >> TWO_ROWS) | (near_below << ONE_ROW)
        for rotation in range(0, turns, 2):
            t = touch[rotation]
            touching = (near & t[0]) | ((near >> ONE) & t[1]) | ((near >> TWO) & t[2]) | ((near >> THREE) & t[3])
            touching |= (near1 & t[4]) | ((near1 >> ONE) & t[5]) | ((near1 >> TWO) & t[6]) | ((near1 >> THREE) & t[7])
            state.places[rotation, band] = flat & touching
            t = touch[rotation + 1]
            touching = (near & t[0]) | ((near >> ONE) & t[1]) | (near1 & t[2]) | ((near1 >> ONE) & t[3])
            touching |= (near2 & t[4]) | ((near2 >> ONE) & t[5]) | (near_below & t[6]) | ((near_below >> ONE) & t[7])
            state.places[rotation + 1, band] = upright & touching
        free_below = free
        near_below = near


# ---------------------------------------------------------------- moves


@kernel
def count_places(state: State) -> int:
    """In how many ways the tile can be placed; 0 at other times."""
    count = 0
    for rotation in range(ROTATIONS):
        for band in range(1, BANDS + 1):
            count += amount(state.places[rotation, band])
    return count


@kernel
def moves(state: State, out: Ints) -> int:
    """The legal moves: `veto` and `allow`, or all places of the tile, or `pass` if there is none (T6, T7)."""
    if state.over:
        return 0
    if state.deciding:
        if out.size > 0:
            out[0] = VETO
        if out.size > 1:
            out[1] = ALLOW
        return 2
    count = 0
    for rotation in range(ROTATIONS):
        for band in range(1, BANDS + 1):
            word = state.places[rotation, band]
            while word != NO_BITS:
                if count < out.size:
                    out[count] = _placement(rotation, band, lowest(word))
                word &= word - ONE_BIT
                count += 1
    if count == 0:
        if out.size > 0:
            out[0] = PASS
        return 1
    return count


@kernel
def _placement(rotation: int, band: int, bit: int) -> int:
    return int((band - 1) * BAND_CELLS + CELL_OF[bit]) * ROTATIONS + rotation


@kernel
def pick(state: State, random: Random) -> int:
    """A legal move, each with the same chance."""
    if state.deciding:
        return VETO + random_below(random, 2)
    count = count_places(state)
    if count == 0:
        return PASS
    skip = random_below(random, count)
    for rotation in range(ROTATIONS):
        for band in range(1, BANDS + 1):
            word = state.places[rotation, band]
            here = amount(word)
            if skip < here:
                return _placement(rotation, band, nth(word, skip))
            skip -= here
    return PASS


@kernel
def play(state: State, move: int) -> None:
    """Make the move. The caller guarantees that it is legal."""
    mover = int(state.turn)
    if move == VETO:
        _put_under(state, mover)
        state.vetoes[1 - mover] = 0
        state.deciding = 0
        _find_places(state)
    elif move == ALLOW:
        state.deciding = 0
        _find_places(state)
    elif move == PASS:
        state.passes += 1
        if state.edition == DUTCH or state.passes == 2:  # T8
            state.over = 1
        else:
            _open_turn(state, 1 - mover)
    else:
        _place(state, mover, move)
        _open_turn(state, 1 - mover)


@kernel
def _put_under(state: State, owner: int) -> None:
    """Move the top tile under the stack (T6)."""
    top = TILES - int(state.left[owner])
    tile = state.stacks[owner, top]
    for depth in range(top, TILES - 1):
        state.stacks[owner, depth] = state.stacks[owner, depth + 1]
    state.stacks[owner, TILES - 1] = tile


@kernel
def _place(state: State, owner: int, move: int) -> None:
    """Put the top tile on the board."""
    top = TILES - int(state.left[owner])
    tile = int(state.stacks[owner, top])
    state.stacks[owner, top] = NO_TILE
    state.left[owner] -= 1
    state.placed[owner, tile] = move
    state.last = owner * TILES + tile
    state.passes = 0
    cell, rotation = move // ROTATIONS, move % ROTATIONS
    state.corners[rotation % 2, BAND_OF[cell]] |= ONE_BIT << BIT_OF[cell]
    _add_squares(state.squares[owner], cell, OWN[tile, rotation])
    _add_squares(state.squares[1 - owner], cell, SHAPE[rotation] ^ OWN[tile, rotation])
    for r in range(ROTATIONS):
        for band in range(1, BANDS + 1):
            state.places[r, band] = NO_BITS


@kernel
def _add_squares(squares: Words, cell: int, pattern: np.uint64) -> None:
    """Add squares, given from the north-west corner of a tile, to those of a colour."""
    band, bit = BAND_OF[cell], BIT_OF[cell]
    squares[band] |= (pattern << bit) & BAND_MASK
    squares[band + 1] |= pattern >> (THREE_ROWS - bit)


@kernel
def seat(state: State) -> int:
    """The player on turn, or the other one while it decides on a veto (T6)."""
    if state.over:
        return NOBODY
    return 1 - int(state.turn) if state.deciding else int(state.turn)


@kernel
def is_over(state: State) -> bool:
    return bool(state.over != 0)


# ---------------------------------------------------------------- scores


@allocating_kernel
def scores(state: State, out: Ints) -> None:
    """The worth of the best zone of each colour (T9)."""
    memory = np.zeros((3, BANDS + 2), np.uint64)
    for colour in range(SEATS):
        out[colour, 0] = best_zone(state, colour, memory[0], memory[1], memory[2])


# ---------------------------------------------------------------- views


@kernel
def view(state: State, viewer: int, out: State) -> None:
    """Everyone knows the same: all but the order of the hidden parts of the stacks, which are sorted here (T4)."""
    copy_record(state, out)
    for owner in range(SEATS):
        first, end = hidden_part(state, owner)
        for depth in range(first + 1, end):
            tile = out.stacks[owner, depth]
            hole = depth
            while hole > first and out.stacks[owner, hole - 1] > tile:
                out.stacks[owner, hole] = out.stacks[owner, hole - 1]
                hole -= 1
            out.stacks[owner, hole] = tile


@kernel
def sample(view: State, random: Random, out: State) -> None:
    """Shuffle the hidden parts of the stacks (T4)."""
    copy_record(view, out)
    for owner in range(SEATS):
        first, end = hidden_part(view, owner)
        shuffle(out.stacks[owner], first, end, random)
