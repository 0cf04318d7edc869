"""How Firenze is counted at the table: one colour after the other, group by group (F8)."""

import numpy as np

from bottega.games.firenze import layout, rules
from bottega.games.firenze.material import SIDE
from bottega.games.firenze.notation import LETTERS
from bottega.games.firenze.overlays import groups
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Cell
from bottega.stage import Count
from bottega.svg import Look, Theme, element, group, outline, path, text


def counting(state: State, look: Look) -> tuple[Count, ...]:
    """Each group that counts with its number on it; where seats are level at the end, their largest groups as well."""
    found: list[list[list[Cell]]] = [[] for _seat in range(int(state.players))]
    for seat, cells in groups(state):
        found[seat].append(sorted(cells, key=_reading_order))
    steps = []
    for seat, own in enumerate(found):
        counted = sorted((cells for cells in own if len(cells) >= layout.GROUP), key=lambda cells: _reading_order(cells[0]))
        for number, cells in enumerate(counted, 1):
            words = _("a group of {size}").format(size=len(cells))
            steps.append(Count(seat, 1, words, _marked(cells, number, *_faces(state, seat, look.theme), look.theme)))
    return *steps, *_ties(state, found, look)


def _ties(state: State, found: list[list[list[Cell]]], look: Look) -> list[Count]:
    """The largest group of each seat that is level with another one at the top."""
    scores = np.zeros((int(state.players), 2), np.int32)
    rules.scores(state, scores)
    level = np.flatnonzero(scores[:, 0] == scores[:, 0].max()).tolist()
    if not rules.is_over(state) or len(level) == 1:
        return []
    steps = []
    for seat in level:
        largest = max(found[seat], key=len, default=[])
        words = _("the largest group, of {size}, to break the tie").format(size=len(largest))
        steps.append(Count(seat, 0, words, _marked(largest, len(largest), look.theme.table, look.theme.mark, look.theme)))
    return steps


def _reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _faces(state: State, seat: int, theme: Theme) -> tuple[str, str]:
    """The marble of a seat, and what can be read on it."""
    letter = LETTERS[int(state.colours[seat])]
    return theme.colours[letter], theme.colours[f"{letter} ink"]


def _marked(cells: list[Cell], number: int, face: str, ink: str, theme: Theme) -> str:
    """A line around the group, and a chip with a number on the square nearest to its middle."""
    if not cells:
        return ""
    border = outline(cells, SIDE, 3)
    middle = sum(x for x, _y in cells) / len(cells), sum(y for _x, y in cells) / len(cells)
    x, y = min(cells, key=lambda cell: ((cell[0] - middle[0]) ** 2 + (cell[1] - middle[1]) ** 2, cell))
    cx, cy = (x + 0.5) * SIDE, (y + 0.5) * SIDE
    return group(
        path(border, fill="none", stroke=theme.table, stroke_width=5.4),
        path(border, fill="none", stroke=theme.mark, stroke_width=3.2),
        element("circle", cx=cx, cy=cy, r=13, fill=ink, stroke=theme.table, stroke_width=1.2),
        element("circle", cx=cx, cy=cy, r=10.6, fill=face),
        text(str(number), cx, cy + 4.9, 14, text_anchor="middle", font_weight="bold", fill=ink),
        stroke_linejoin="round",
    )
