"""What is celebrated in Firenze: a lampredotto."""

from bottega.games.firenze import layout
from bottega.games.firenze.material import BASE, EDGE, SIDE
from bottega.games.firenze.overlays import slot_cells
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Moment
from bottega.svg import Look, group, outline, path


def moments(before: State, move: int, after: State, look: Look) -> tuple[Moment, ...]:
    """Squares were covered: they light up around their pyramids (F5)."""
    covered = slot_cells(after, move, move & ((1 << layout.SLOTS) - 1))
    if not covered:
        return ()
    many = _("Lampredotto, {count} at once!").format(count=len(covered))
    words = {1: _("Lampredotto!"), 2: _("Double lampredotto!"), 3: _("Triple lampredotto!")}.get(len(covered), many)
    inner = "".join(outline([cell], SIDE, EDGE - BASE - 1) for cell in covered)
    outer = "".join(outline([cell], SIDE, -3) for cell in covered)
    mark = look.theme.mark
    lit = group(
        path(outer + inner, fill=mark, fill_opacity=0.4, fill_rule="evenodd"),
        path(inner, fill="none", stroke=mark, stroke_width=3, stroke_linejoin="round"),
    )
    return (Moment(words, lit),)
