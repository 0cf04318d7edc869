"""Spaces of Florentine Dominoes: which are closed, and what lies in them (D11, D12)."""

import numpy as np

from bottega.bits import ONE, amount, only
from bottega.games.florentine.layout import NOT_PLACED, ROW
from bottega.geometry import EAST, NORTH, SOUTH, WEST
from bottega.kernels import Ints, State, kernel


@kernel
def scores(state: State, out: Ints) -> None:
    """The stones in closed spaces of each seat's colour (D12)."""
    for seat in range(int(state.players)):
        out[seat, 0] = closed_stones(state, seat)


@kernel
def closed_stones(state: State, seat: int) -> int:
    """The stones in the closed spaces of a seat's colour (D11).

    What is open spreads: first the triangles with nothing on their outer side, then all that are joined to them within
    a card or across the side between two cards. What it does not reach is closed.
    """
    colour = int(state.colours[seat])
    filled = state.filled
    all_n, all_e = state.triangles[NORTH, colour], state.triangles[EAST, colour]
    all_s, all_w = state.triangles[SOUTH, colour], state.triangles[WEST, colour]
    row = np.uint64(ROW)
    n, e, s, w = all_n & ~(filled << row), all_e & ~(filled >> ONE), all_s & ~(filled >> row), all_w & ~(filled << ONE)
    black = int(state.blacks[seat])
    if black != NOT_PLACED:
        closed = ~only(black >> 2)
        side = black & 3
        if side == NORTH:
            n &= closed
        elif side == EAST:
            e &= closed
        elif side == SOUTH:
            s &= closed
        else:
            w &= closed
    spreading = True
    while spreading:
        before = n, e, s, w
        n |= (e | w | s << row) & all_n
        s |= (e | w | n >> row) & all_s
        e |= (n | s | w >> ONE) & all_e
        w |= (n | s | e << ONE) & all_w
        spreading = (n, e, s, w) != before
    stones = state.stones
    return (
        amount(stones[NORTH] & all_n & ~n)
        + amount(stones[EAST] & all_e & ~e)
        + amount(stones[SOUTH] & all_s & ~s)
        + amount(stones[WEST] & all_w & ~w)
    )
