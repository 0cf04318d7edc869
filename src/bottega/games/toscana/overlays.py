"""What can be laid over the board of Toscana: places for the tile, zones and their worth, where they can grow, good moves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import dist

import numpy as np
from numpy.typing import NDArray

from bottega.games.toscana import layout, rules, spaces
from bottega.games.toscana.material import CELL, PAPER, Material, material, tile_art
from bottega.games.toscana.notation import COLOURS, parse_move
from bottega.games.toscana.reasons import MOST_ZONES
from bottega.kernels import State
from bottega.placing import Cell
from bottega.svg import Look, Point, element, group, number, outline, path, text

SHOWN_CANDIDATES = 5


@dataclass(frozen=True)
class Zone:
    """A zone of one colour (T9)."""

    squares: layout.Words
    tiles: int  # what it is worth


def overlays(state: State, look: Look) -> str:
    """Everything that the look asks for, in the order in which it lies."""
    asked: list[tuple[bool, Callable[[State, Look], str]]] = [
        (look.worth, worth),
        (look.legal, legal),
        (look.threats, threats),
        (bool(look.candidates), candidates),
    ]
    return "".join(draw(state, look) for is_asked, draw in asked if is_asked)


def rectangle(move: int) -> tuple[Cell, int, int]:
    """The north-west cell of a placement, and its width and height in cells."""
    (row, column), upright = divmod(move // layout.ROTATIONS, layout.SIDE), move % 2 == layout.UPRIGHT
    return (column, row), *((2, 4) if upright else (4, 2))


def _cells(squares: layout.Words) -> list[Cell]:
    """The cells of a board of bits, in reading order."""
    is_set: NDArray[np.bool_] = (squares[layout.BAND_OF] >> layout.BIT_OF) & layout.ONE_BIT != 0
    return [(cell % layout.SIDE, cell // layout.SIDE) for cell in np.flatnonzero(is_set).tolist()]


def _middle(cell: Cell) -> Point:
    return (cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL


# ---------------------------------------------------------------- legal places

_POINT = "M0 -9L2.4 0H-2.4Z"


def legal(state: State, look: Look) -> str:
    """The cells that the tile can cover; on the north-west cell of each place a star with a point for each rotation.

    The point of r0 looks north and is turned with the tile: r1 east, r2 south, r3 west.
    """
    out = np.zeros(layout.MOVES, np.int32)
    places = [move for move in out[: rules.moves(state, out)].tolist() if move < layout.PLACEMENTS]
    if not places:
        return ""
    covered: set[Cell] = set()
    points: dict[Point, list[str]] = {}  # by the middle of the north-west cell
    for move in sorted(places):
        (x, y), width, height = rectangle(move)
        covered.update((x + dx, y + dy) for dx in range(width) for dy in range(height))
        turn = 90 * (move % layout.ROTATIONS)
        points.setdefault(_middle((x, y)), []).append(path(_POINT, transform=f"rotate({turn})" if turn else None))
    stars = [
        group(*star, element("circle", r=2.2), transform=f"translate({number(x)} {number(y)})") for (x, y), star in points.items()
    ]
    colour = look.theme.good
    return group(
        path(outline(covered, CELL), fill=colour, fill_opacity=0.2, stroke=colour, stroke_width=1, stroke_opacity=0.7),
        group(*stars, fill=colour),
        data_overlay="legal",
    )


# ---------------------------------------------------------------- zones


def zones(state: State, colour: int) -> list[Zone]:
    """All zones of a colour, the best first (T9)."""
    out = np.zeros((MOST_ZONES, layout.BANDS + 2), np.uint64)
    count = spaces.zones(state, colour, out)
    found = [Zone(squares, int(spaces.count_tiles(state, squares))) for squares in out[:count]]
    return sorted(found, key=lambda zone: -zone.tiles)


def worth(state: State, look: Look) -> str:
    """Each zone with the number of its tiles. Those that count, the best of each colour, stand out from all others."""
    best: list[str] = []
    others: list[str] = []
    numbers: list[str] = []
    for colour in range(layout.SEATS):
        found = zones(state, colour)
        for zone in found:
            cells = _cells(zone.squares)
            if zone.tiles == found[0].tiles:
                best.append(_best_zone(cells, zone.tiles, colour, look))
            else:
                x, y = _middle(_heart(cells))
                others.append(path(outline(cells, CELL, 1)))
                numbers.append(text(str(zone.tiles), x, y + 3.4, 10))
    veil = {"fill": look.theme.colours["frame"], "fill_opacity": "0.65", "stroke": look.theme.ink, "stroke_opacity": "0.5"}
    return group(
        group(*others, **veil) if others else "",
        group(*numbers, fill=look.theme.ink) if numbers else "",
        *best,
        data_overlay="worth",
        text_anchor="middle",
    )


def _best_zone(cells: list[Cell], tiles: int, colour: int, look: Look) -> str:
    deep = look.theme.colours[f"{COLOURS[colour]}_deep"]
    border = outline(cells, CELL, 1.6)
    x, y = _middle(_heart(cells))
    return group(
        path(border, stroke=PAPER, stroke_width=4.4, stroke_opacity=0.85),
        path(border, stroke=deep, stroke_width=2.6),
        element("circle", cx=x, cy=y, r=9.5, fill=deep, stroke=PAPER, stroke_width=1.2),
        text(str(tiles), x, y + 4.1, 12, fill=PAPER, font_weight="bold"),
        fill="none",
        stroke_linejoin="round",
        data_zone=f"{COLOURS[colour]} {tiles}",
    )


def _heart(cells: list[Cell]) -> Cell:
    """The cell of a zone nearest to its middle: its number stands there."""
    middle = tuple(sum(axis) / len(cells) for axis in zip(*cells, strict=True))
    return min(cells, key=lambda cell: (dist(cell, middle), cell))


# ---------------------------------------------------------------- where zones can grow


def threats(state: State, look: Look) -> str:
    """Open cells beside the best zone of each colour, and what a square there would join to it."""
    made = material(look.theme)
    marks: list[str] = []
    found = [growth(state, colour) for colour in range(layout.SEATS)]
    for colour, cells in enumerate(found):
        for cell, gain in sorted(cells.items(), key=lambda item: (item[0][1], item[0][0])):
            marks.append(_growth_mark(cell, gain, colour, is_shared=cell in found[1 - colour], made=made))
    return group(*marks, data_overlay="threats", text_anchor="middle", font_weight="bold") if marks else ""


def growth(state: State, colour: int) -> dict[Cell, int]:
    """The open cells beside the best zone, or one of those that are level, and how many more tiles the zone would have if a
    square there joined it with the zones around, the new tile left out.
    """
    found = zones(state, colour)
    cells = np.zeros(layout.BANDS + 2, np.uint64)
    spaces.open_cells(state, cells)
    around = [_around(zone, cells) for zone in found]
    gains: dict[Cell, int] = {}
    for best, near in zip(found, around, strict=True):
        if best.tiles < found[0].tiles:
            break
        for cell in near:
            joined = best.squares.copy()
            for zone, beside in zip(found, around, strict=True):
                if cell in beside:
                    joined |= zone.squares
            gain = int(spaces.count_tiles(state, joined)) - best.tiles
            gains[cell] = max(gains.get(cell, 0), gain)
    return gains


def _around(zone: Zone, open_cells: layout.Words) -> set[Cell]:
    """The open cells beside a zone."""
    out = np.zeros(layout.BANDS + 2, np.uint64)
    spaces.spread(zone.squares, open_cells, out)
    return set(_cells(out & ~zone.squares))


def _growth_mark(cell: Cell, gain: int, colour: int, is_shared: bool, made: Material) -> str:
    """A gable for red, a slab for grey; with the gain where zones would join. A shared cell has one on each side."""
    x, y = _middle(cell)
    if is_shared:
        x += CELL / 4 * (1 if colour == layout.RED else -1)
    deep = made.colours[f"{COLOURS[colour]}_deep"]
    size = 4.6 if gain else 3.2
    shape = f"M0 {number(-size)}L{number(size)} {number(size)}H{number(-size)}Z" if colour == layout.RED else _square(size)
    mark = path(shape, fill=deep, stroke=PAPER, stroke_width=0.8)
    words = text(f"+{gain}", 0, -6.2, 8, fill=deep, stroke=PAPER, stroke_width=2, paint_order="stroke") if gain else ""
    return group(mark, words, transform=f"translate({number(x)} {number(y + (3 if gain else 0))})", data_growth=COLOURS[colour])


def _square(size: float) -> str:
    low, side = number(-size * 0.85), number(size * 1.7)
    return f"M{low} {low}h{side}v{side}h-{side}z"


# ---------------------------------------------------------------- good moves


def candidates(state: State, look: Look) -> str:
    """The tile as it would lie after each of the best moves, with the chance to win; the best on top of the others.

    Decisions without a place (veto, allow, pass) do not show on a board.
    """
    made = material(look.theme)
    owner = int(state.turn)
    tile = rules.top_tile(state, owner)
    ghosts: list[str] = []
    words: list[str] = []
    taken: list[Point] = []
    for name, chance in look.candidates:
        move = parse_move(state, name)
        if move >= layout.PLACEMENTS or len(ghosts) == SHOWN_CANDIDATES:
            continue
        is_best = not ghosts
        (x, y), width, height = rectangle(move)
        art = group(tile_art(made, owner, tile, move % layout.ROTATIONS), opacity=0.88 if is_best else 0.6)
        rim = element(
            "rect",
            width=width * CELL,
            height=height * CELL,
            rx=1.6,
            fill="none",
            stroke=look.theme.good if is_best else look.theme.ink,
            stroke_width=2.4 if is_best else 1,
            stroke_opacity=None if is_best else 0.7,
            stroke_dasharray=None if is_best else "4 2.5",
        )
        ghosts.append(group(art, rim, transform=f"translate({number(x * CELL)} {number(y * CELL)})", data_candidate=name))
        spot = _free_spot((x, y), width, height, taken)
        taken.append(spot)
        words.append(_percentage(chance, spot, look, is_best))
    return group(*reversed(ghosts), *reversed(words), data_overlay="candidates") if ghosts else ""


def _free_spot(corner: Cell, width: int, height: int, taken: Iterable[Point]) -> Point:
    """Where on a tile its number is farthest from the numbers of the others: in the middle if there are none."""
    x, y = corner
    spots = [((x + width / 2) * CELL, (y + height / 2) * CELL)]
    spots += [_middle((x + dx, y + dy)) for dy in range(height) for dx in range(width)]
    return max(spots, key=lambda spot: min((dist(spot, other) for other in taken), default=0))


def _percentage(chance: float, spot: Point, look: Look, is_best: bool) -> str:
    theme = look.theme
    width, height = (31, 15) if is_best else (26, 12)
    x, y = spot
    pill = element(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=height / 2,
        fill=theme.good if is_best else theme.table,
        stroke=theme.table if is_best else theme.ink,
        stroke_width=0.8,
    )
    size = 11 if is_best else 9
    fill = theme.table if is_best else theme.ink
    return pill + text(f"{chance:.0%}", x, y + size * 0.35, size, fill=fill, text_anchor="middle", font_weight="bold")
