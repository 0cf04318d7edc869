"""How Toscana is counted at the table: a chip on each tile of the best zone of a colour, one by one (T9)."""

from math import dist

import numpy as np

from bottega.games.toscana import layout, rules
from bottega.games.toscana.material import CELL, PAPER
from bottega.games.toscana.notation import COLOURS
from bottega.games.toscana.overlays import rectangle, zones
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Cell
from bottega.stage import Count
from bottega.svg import Look, Point, element, group, outline, path, text


def counting(state: State, look: Look) -> tuple[Count, ...]:
    """Colour by colour; with the first chip of a colour its zone is shown, of several that are level one."""
    steps = []
    for colour in range(layout.SEATS):
        found = zones(state, colour)
        if not found:
            continue
        squares = found[0].squares
        cells = [cell for cell in range(layout.CELLS) if squares[layout.BAND_OF[cell]] >> layout.BIT_OF[cell] & layout.ONE_BIT]
        shown = _zone([(cell % layout.SIDE, cell // layout.SIDE) for cell in cells], colour, look)
        spots = _spots(state, cells)
        for number, spot in enumerate(_walk(list(spots)), 1):
            steps.append(Count(colour, 1, _name(spots[spot]), shown + _chip(number, spot, colour, look)))
            shown = ""
    return tuple(steps)


def _name(number: int) -> str:
    owner, tile = divmod(number, layout.TILES)
    return (_("grey's tile {tile}"), _("red's tile {tile}"))[owner].format(tile=layout.TILE_NAMES[tile])


def _spots(state: State, cells: list[int]) -> dict[Cell, int]:
    """The tiles of the zone by the square of it that is nearest to the middle of the tile: the chip goes there."""
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    squares: dict[int, list[Cell]] = {}
    for cell in cells:
        squares.setdefault(int(lying[cell]), []).append((cell % layout.SIDE, cell // layout.SIDE))
    spots = {}
    for number, own in squares.items():
        owner, tile = divmod(number, layout.TILES)
        (x, y), width, height = rectangle(int(state.placed[owner, tile]))
        middle: Point = (x + (width - 1) / 2, y + (height - 1) / 2)
        spots[min(own, key=lambda cell: (dist(cell, middle), cell))] = number
    return spots


def _walk(spots: list[Cell]) -> list[Cell]:
    """From the north on, always to the nearest tile that has no chip yet."""
    walk = [spots[0]]
    left = spots[1:]
    while left:
        walk.append(min(left, key=lambda spot: (dist(spot, walk[-1]), spot)))
        left.remove(walk[-1])
    return walk


def _zone(cells: list[Cell], colour: int, look: Look) -> str:
    border = outline(cells, CELL, 1.6)
    return group(
        path(border, stroke=PAPER, stroke_width=4.4, stroke_opacity=0.85),
        path(border, stroke=look.theme.colours[f"{COLOURS[colour]}_deep"], stroke_width=2.6),
        fill="none",
        stroke_linejoin="round",
    )


def _chip(number: int, spot: Cell, colour: int, look: Look) -> str:
    x, y = (spot[0] + 0.5) * CELL, (spot[1] + 0.5) * CELL
    deep, plain = look.theme.colours[f"{COLOURS[colour]}_deep"], look.theme.colours[COLOURS[colour]]
    return group(
        element("circle", cx=x, cy=y, r=10, fill=deep, stroke=PAPER, stroke_width=1.4),
        element("circle", cx=x, cy=y, r=8, fill="none", stroke=plain, stroke_width=0.9),
        text(str(number), x, y + 3.8, 11, fill=PAPER, font_weight="bold", text_anchor="middle"),
    )
