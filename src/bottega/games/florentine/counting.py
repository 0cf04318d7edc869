"""How Florentine Dominoes is counted at the table: closed space by closed space, finger on the stones (D11, D12)."""

from bottega.games.florentine.cards import STONE_PLACES, corner_of
from bottega.games.florentine.material import centred
from bottega.games.florentine.outlines import Space, outline, spaces_of
from bottega.games.florentine.reasons import stones_text
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Count
from bottega.svg import Look, Theme, element, group, path


def counting(state: State, look: Look) -> tuple[Count, ...]:
    """Seat by seat; the stones of a seat are numbered through."""
    steps = []
    for seat, colour in enumerate(state.colours[: state.players].tolist()):
        counted = 0
        for space in spaces_of(state, colour):
            if space.is_closed and space.stones:
                words = _("a closed space with {stones}").format(stones=stones_text(colour, len(space.stones)))
                steps.append(Count(seat, len(space.stones), words, _numbered(space, counted, look.theme)))
                counted += len(space.stones)
    return tuple(steps)


def _numbered(space: Space, counted: int, theme: Theme) -> str:
    """The space lit, and on each stone its number."""
    border, rim = outline(space.triangles, 3), theme.colours["rim"]
    chips = []
    for number, (cell, side) in enumerate(sorted(space.stones), counted + 1):
        x, y = (corner + place for corner, place in zip(corner_of(cell), STONE_PLACES[side], strict=True))
        chips.append(element("circle", cx=x, cy=y, r=11.5, fill="#000000", stroke=rim, stroke_width=2))
        chips.append(centred(str(number), x, y, 14, fill="#ffffff", font_weight="bold"))
    return group(
        path(border, fill="#ffffff", fill_opacity=0.14, stroke="#000000", stroke_width=7, stroke_opacity=0.6),
        path(border, fill="none", stroke=rim, stroke_width=4.4),
        *chips,
        stroke_linejoin="round",
    )
