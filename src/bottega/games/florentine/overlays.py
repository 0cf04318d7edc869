"""What can be laid over the square on request: places, worth, threats, candidates."""

from collections.abc import Iterable

import numpy as np

from bottega.games.florentine import layout, rules
from bottega.games.florentine.cards import black_against, black_box, black_place, card, corner_of, put
from bottega.games.florentine.material import CARD, centred, darker, layer
from bottega.games.florentine.notation import kind_name, parse_move
from bottega.games.florentine.outlines import Space, outline
from bottega.geometry import STEP
from bottega.kernels import State
from bottega.svg import Box, Look, Point, Theme, element, group, path

_NEARLY = 2  # open sides at the most of a space that is nearly closed
_GHOST = 0.62  # how solid a card is that does not lie there


def legal_places(state: State, look: Look) -> str:
    """Where the seat to decide can lay something that this state shows in its hand: a hidden hand shows nothing."""
    out = np.empty(layout.CELLS * 4 * layout.MOST_CARDS, np.int32)
    moves = out[: rules.moves(state, out)].tolist()
    cells = sorted({move >> 2 & 63 for move in moves if move < layout.DISCARD})
    sides = [black_place(move) for move in moves if layout.BLACK <= move < layout.DECLINE]
    lines = "".join(_side_line(cell, side, 5, 14) for cell, side in sides)
    good = look.theme.good
    return layer(
        "legal",
        *(element("rect", x=x + 7, y=y + 7, width=CARD - 14, height=CARD - 14, rx=5) for x, y in map(corner_of, cells)),
        *(element("circle", cx=x + CARD / 2, cy=y + CARD / 2, r=5, fill_opacity=1) for x, y in map(corner_of, cells)),
        path(lines, stroke_width=5, stroke_linecap="round") if lines else "",
        fill=good,
        fill_opacity=0.16,
        stroke=good,
        stroke_width=2,
    )


def _side_line(cell: int, side: int, outwards: float, short: float) -> str:
    """A line along a side of a cell, a little outside of it and shorter."""
    x, y = corner_of(cell)
    dx, dy = float(STEP[side][0]), float(STEP[side][1])
    x += CARD / 2 + dx * (CARD / 2 + outwards)
    y += CARD / 2 + dy * (CARD / 2 + outwards)
    reach = CARD / 2 - short
    return f"M{x - dy * reach:g} {y - dx * reach:g}L{x + dy * reach:g} {y + dx * reach:g}"


def worth(spaces: Iterable[Space], played: frozenset[int], theme: Theme) -> str:
    """The number of stones in each space of a player's colour with stones: in gold where it is closed, faint where it is open."""
    faint = None if theme.is_bold else 0.65
    body = []
    for space in spaces:
        if space.colour in played and space.stones:
            x, y = _beside(*space.stones[0])
            number = str(len(space.stones))
            if space.is_closed:
                face = {"fill": theme.colours["rim"], "stroke": theme.colours["edge"]}
                body.append(element("circle", cx=x, cy=y, r=9, stroke_width=1.5, **face))
                body.append(centred(number, x, y, 13, fill="#000000", font_weight="bold"))
            else:
                line = {"stroke": "#ffffff", "stroke_opacity": faint}
                body.append(path(outline(space.triangles, 3), fill="none", stroke_width=1.6, stroke_dasharray="2 3", **line))
                body.append(element("circle", cx=x, cy=y, r=8, fill="#000000", fill_opacity=faint, **line))
                body.append(centred(number, x, y, 11.5, fill="#ffffff"))
    return layer("worth", *body)


def _beside(cell: int, side: int) -> Point:
    """The room beside the stone of a triangle, along the outer side."""
    x, y = corner_of(cell)
    dx, dy = float(STEP[side][0]), float(STEP[side][1])
    return x + CARD / 2 + dx * 30.5 - dy * 16, y + CARD / 2 + dy * 30.5 + dx * 16


def threats(spaces: Iterable[Space], played: frozenset[int], theme: Theme) -> str:
    """The open sides of spaces with stones that a card or two would close; where one is left, its line is solid."""
    last, others = "", ""
    for space in spaces:
        if space.colour in played and space.stones and 0 < len(space.opened) <= _NEARLY:
            steps = "".join(_side_line(cell, side, 0, 5) for cell, side in space.opened)
            if len(space.opened) == 1:
                last += steps
            else:
                others += steps
    return layer(
        "threats",
        *(
            path(steps, stroke=colour, stroke_width=width, stroke_dasharray=dashes)
            for steps, dashes in ((last, None), (others, "1 9"))
            for colour, width in ((darker(theme.bad, 0.75), 8), (theme.bad, 5))
            if steps
        ),
        stroke_linecap="round",
    )


def candidates(state: State, look: Look) -> str:
    """Cards that could be laid, as ghosts with their chance to win; the best one of each place."""
    body: list[str] = []
    taken: set[Box] = set()
    for rank, (text, chance) in enumerate(look.candidates):
        move = parse_move(state, text)
        if move < layout.DISCARD:
            x, y = corner_of(move >> 2 & 63)
            place = Box(x, y, CARD, CARD)
            ghost = put(card(kind_name(state, move >> 8), look.theme, move & 3), x, y)
        elif layout.BLACK <= move < layout.DECLINE:
            cell, side = black_place(move)
            place = black_box(cell, side)
            ghost = black_against(int(state.colours[state.turn]), cell, side, look.theme)
        else:
            continue
        if place not in taken:
            taken.add(place)
            body.append(group(ghost, opacity=_GHOST))
            body.append(
                chance_label(chance, place.x + place.width / 2, place.y + place.height / 2, look.theme, is_best=rank == 0)
            )
    return layer("candidates", *body)


def chance_label(chance: float, x: float, y: float, theme: Theme, is_best: bool) -> str:
    """A chance to win as a percentage on a small plate."""
    plate = element(
        "rect", x=x - 18, y=y - 9, width=36, height=18, rx=9, fill=theme.good if is_best else "#000000", fill_opacity=0.92
    )
    weight = "bold" if is_best else None
    return plate + centred(f"{chance:.0%}", x, y, 13, fill="#000000" if is_best else "#ffffff", font_weight=weight)
