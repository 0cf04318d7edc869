"""Spaces as shapes: which triangles they have, what is open, and the line around them.

What a space is and how far it reaches, the kernels of `spaces` say; here their sets become lists and lines.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import atan2, hypot
from typing import TypeAlias

import numpy as np

from bottega.games.florentine import layout, spaces
from bottega.games.florentine.material import CARD
from bottega.geometry import EAST, NORTH, SOUTH, WEST
from bottega.kernels import State

Triangle: TypeAlias = tuple[int, int]  # cell and side
Corner: TypeAlias = tuple[int, int]  # in half cards from the north-west corner of the square
Edge: TypeAlias = tuple[Corner, Corner]


@dataclass(frozen=True)
class Space:
    """A space on the square (D11)."""

    colour: int
    triangles: tuple[Triangle, ...]
    stones: tuple[Triangle, ...]  # its triangles with a stone
    opened: tuple[Triangle, ...]  # its triangles with nothing on their outer side

    @property
    def is_closed(self) -> bool:
        return not self.opened


def spaces_of(state: State, colour: int) -> list[Space]:
    """All spaces of a colour, in the order of their first triangles, side by side."""
    every = _words(spaces.all_of(state, colour))
    stones = _numbers(spaces.with_stones(state, every))
    opened = _numbers(_opened(state, colour))
    left = _numbers(every)
    found = []
    for side in range(4):
        while left[side]:
            first = spaces.triangle(next(cells_in(left[side])), side)
            space = _numbers(spaces.spread(state, colour, _words(first)))
            found.append(Space(colour, *(_listed(space, others) for others in (space, stones, opened))))
            left = [word & ~other for word, other in zip(left, space, strict=True)]
    return found


def closed_by_blacks(state: State) -> dict[int, Triangle]:
    """The triangles on whose outer side a black card lies, by the colour of the card."""
    places = zip(state.colours[: state.players].tolist(), state.blacks[: state.players].tolist(), strict=True)
    return {colour: (place >> 2, place & 3) for colour, place in places if place != layout.NOT_PLACED}


def _opened(state: State, colour: int) -> spaces.Triangles:
    opened = _words(spaces.uncovered(state, colour))
    black = closed_by_blacks(state).get(colour)
    return opened if black is None else spaces.without(opened, _words(spaces.triangle(*black)))


def _words(triangles: spaces.Triangles) -> spaces.Triangles:
    """Outside of kernels their words are plain numbers; back inside they must be words."""
    n, e, s, w = triangles
    return np.uint64(n), np.uint64(e), np.uint64(s), np.uint64(w)


def _numbers(triangles: spaces.Triangles) -> list[int]:
    return [int(word) for word in triangles]


def _listed(some: list[int], others: list[int]) -> tuple[Triangle, ...]:
    """The triangles that are in both sets."""
    return tuple((cell, side) for side in range(4) for cell in cells_in(some[side] & others[side]))


def cells_in(word: int) -> Iterator[int]:
    """The cells of a set."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


# ---------------------------------------------------------------- lines


def outline(triangles: Iterable[Triangle], inset: float) -> str:
    """The steps of a path around the triangles, inside of them by so much; around their holes too."""
    return "".join(_line(corners, inset) for corners in _loops(triangles))


#: [side] the corners of its triangle, clockwise
_CORNERS = {
    NORTH: ((0, 0), (2, 0), (1, 1)),
    EAST: ((2, 0), (2, 2), (1, 1)),
    SOUTH: ((2, 2), (0, 2), (1, 1)),
    WEST: ((0, 2), (0, 0), (1, 1)),
}


def _edges_of(cell: int, side: int) -> tuple[Edge, Edge, Edge]:
    y, x = divmod(cell, layout.ROW)
    first, second, third = ((2 * x + dx, 2 * y + dy) for dx, dy in _CORNERS[side])
    return (first, second), (second, third), (third, first)


_EDGES = {(cell, side): _edges_of(cell, side) for cell in range(layout.CELLS) for side in range(4)}

#: [step from corner to corner] what is to its right, one unit long
_RIGHT = {(x, y): (-y / hypot(x, y), x / hypot(x, y)) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2) if x or y}


def _loops(triangles: Iterable[Triangle]) -> Iterator[list[Corner]]:
    """The corners around the triangles, these to the right. Where a shape touches itself in a point the loops part."""
    edges = dict.fromkeys(edge for triangle in triangles for edge in _EDGES[triangle])
    left = dict.fromkeys(edge for edge in edges if edge[::-1] not in edges)
    ways: dict[Corner, list[Corner]] = {}
    for start, end in left:
        ways.setdefault(start, []).append(end)
    while left:
        loop = []
        edge = next(iter(left))
        while edge in left:
            del left[edge]
            start, here = edge
            loop.append(here)
            choices = ways[here]
            edge = here, choices[0] if len(choices) == 1 else max(choices, key=partial(_rightness, start, here))
        yield loop


def _rightness(start: Corner, here: Corner, end: Corner) -> float:
    """How far the way from the start over here to the end turns to the right, as an angle."""
    (ax, ay), (bx, by) = (here[0] - start[0], here[1] - start[1]), (end[0] - here[0], end[1] - here[1])
    return atan2(ax * by - ay * bx, ax * bx + ay * by)


def _line(corners: list[Corner], inset: float) -> str:
    """A closed line by the corners, moved to its right."""
    points = []
    x, y = corners[-1]
    ax, ay = _RIGHT[x - corners[-2][0], y - corners[-2][1]]
    for after in corners:
        bx, by = _RIGHT[after[0] - x, after[1] - y]
        straightness = 1 + ax * bx + ay * by  # from 0, straight back, to 2, straight on
        if straightness < 1.99:
            shift = inset / straightness
            points.append(f"{x * CARD / 2 + (ax + bx) * shift:.4g} {y * CARD / 2 + (ay + by) * shift:.4g}")
        (x, y), ax, ay = after, bx, by
    return f"M{'L'.join(points)}Z"
