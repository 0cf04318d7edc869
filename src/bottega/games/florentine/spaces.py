"""Spaces of Florentine Dominoes: how far they reach, which are closed, and what lies in them (D11, D12).

A set of triangles is four words, one for each side: bit `cell` is set if the triangle of that cell on that side is in it.
"""

from typing import TypeAlias

import numpy as np

from bottega.bits import NONE, ONE, amount, lowest, only
from bottega.games.florentine.layout import EDGE, NOT_PLACED, ROW
from bottega.geometry import EAST, NORTH, SOUTH, WEST
from bottega.kernels import Ints, State, kernel

Triangles: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@kernel
def scores(state: State, out: Ints) -> None:
    """The stones in closed spaces of each seat's colour (D12)."""
    for seat in range(int(state.players)):
        out[seat, 0] = closed_stones(state, seat)


@kernel
def triangle(cell: int, side: int) -> Triangles:
    """The set with that one triangle."""
    it = only(cell)
    return (
        it if side == NORTH else NONE,
        it if side == EAST else NONE,
        it if side == SOUTH else NONE,
        it if side == WEST else NONE,
    )


@kernel
def spread(state: State, colour: int, triangles: Triangles) -> Triangles:
    """The whole spaces of that colour in which the given triangles of that colour lie (D11)."""
    all_n, all_e, all_s, all_w = all_of(state, colour)
    row = np.uint64(ROW)
    n, e, s, w = triangles
    spreading = True
    while spreading:
        before = n, e, s, w
        n |= (e | w | s << row) & all_n
        s |= (e | w | n >> row) & all_s
        e |= (n | s | w >> ONE) & all_e
        w |= (n | s | e << ONE) & all_w
        spreading = (n, e, s, w) != before
    return n, e, s, w


@kernel
def uncovered(state: State, colour: int) -> Triangles:
    """The triangles of that colour with no card on their outer side, black cards aside (D11)."""
    filled = state.filled
    row = np.uint64(ROW)
    return (
        state.triangles[NORTH, colour] & ~(filled << row),
        state.triangles[EAST, colour] & ~(filled >> ONE),
        state.triangles[SOUTH, colour] & ~(filled >> row),
        state.triangles[WEST, colour] & ~(filled << ONE),
    )


@kernel
def size(triangles: Triangles) -> int:
    """How many triangles there are."""
    n, e, s, w = triangles
    return amount(n) + amount(e) + amount(s) + amount(w)


@kernel
def both(some: Triangles, others: Triangles) -> Triangles:
    """The triangles that are in both sets."""
    return some[0] & others[0], some[1] & others[1], some[2] & others[2], some[3] & others[3]


@kernel
def without(some: Triangles, others: Triangles) -> Triangles:
    """The triangles of the first set that are not in the other."""
    return some[0] & ~others[0], some[1] & ~others[1], some[2] & ~others[2], some[3] & ~others[3]


@kernel
def all_of(state: State, colour: int) -> Triangles:
    """All triangles of that colour."""
    every = state.triangles
    return every[NORTH, colour], every[EAST, colour], every[SOUTH, colour], every[WEST, colour]


@kernel
def with_stones(state: State, triangles: Triangles) -> Triangles:
    """Those of the triangles that carry a stone."""
    stones = state.stones
    return both(triangles, (stones[NORTH], stones[EAST], stones[SOUTH], stones[WEST]))


@kernel
def stones_in(state: State, triangles: Triangles) -> int:
    """How many stones lie on the triangles."""
    return size(with_stones(state, triangles))


@kernel
def at_edge(triangles: Triangles) -> Triangles:
    """Those of the triangles whose outer side is at the edge of the square."""
    return both(triangles, (EDGE[NORTH], EDGE[EAST], EDGE[SOUTH], EDGE[WEST]))


@kernel
def any_of(triangles: Triangles) -> Triangles:
    """The set with one of the triangles, which are not none."""
    n, e, s, w = triangles
    if n != NONE:
        return triangle(lowest(n), NORTH)
    if e != NONE:
        return triangle(lowest(e), EAST)
    if s != NONE:
        return triangle(lowest(s), SOUTH)
    return triangle(lowest(w), WEST)


@kernel
def closed_by_black(state: State, cell: int, side: int, colour: int) -> int:
    """The stones that a black card closes against a triangle of its colour at the edge (D10, D11)."""
    space = spread(state, colour, triangle(cell, side))
    return stones_in(state, space) if size(both(space, uncovered(state, colour))) == 1 else 0


@kernel
def closed_stones(state: State, seat: int) -> int:
    """The stones in the closed spaces of a seat's colour (D11).

    What is open spreads: first the triangles with nothing on their outer side, then all that are joined to them within
    a card or across the side between two cards. What it does not reach is closed.
    """
    colour = int(state.colours[seat])
    n, e, s, w = uncovered(state, colour)
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
    return stones_in(state, without(all_of(state, colour), spread(state, colour, (n, e, s, w))))
