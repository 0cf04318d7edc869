"""Whole pictures of games: SVG, animation, PNG, GIF, and a widget for notebooks. See docs/drawing.md.

What a game looks like it says itself, in `games/<game>/drawing.py`; here it is laid out, animated and turned into pixels.
"""

from typing import Any

from bottega.drawing.animation import PACE, animated
from bottega.drawing.parts import piece, tray
from bottega.drawing.picture import picture
from bottega.drawing.raster import NoFont, png
from bottega.drawing.reel import Reel, named, reel
from bottega.drawing.style import LAYOUTS, OVERLAYS, Style
from bottega.errors import BottegaError
from bottega.game import Position, View
from bottega.i18n import _
from bottega.record import Record

__all__ = ["LAYOUTS", "OVERLAYS", "NoFont", "Reel", "Style", "animated", "picture", "piece", "png", "reel", "svg", "tray"]


def svg(
    what: Position | View | Record,
    *,
    move: int | None = None,
    seat: int | None = None,
    animate: bool = False,
    pace: float = PACE,
    width: float | None = None,
    **choices: Any,
) -> str:
    """A picture of a position, a view or a record as the text of an SVG file.

    Of a record: after `move` moves or all of them, or if it is to be animated the game up to there, `pace` seconds a move.
    `seat`: as that seat sees it. `width` in pixels; without one the picture fills whatever it is put into. The other choices
    are those of `Style`.
    """
    style = Style(**choices)
    if isinstance(what, Record):
        if animate:
            return animated(reel(what, style, seat, move), pace, width)
        style = named(style, what)
        what = what.replay(move)
    elif animate or move is not None:
        raise BottegaError(_("a position or a view is a single picture: make a Record of the game to choose a move or animate"))
    last = what.history[-1] if isinstance(what, Position) and what.history else ""
    if seat is not None:
        if isinstance(what, View):
            raise BottegaError(_("a view is what one seat sees already: leave out the seat"))
        what = what.view(seat)
    return picture(what, style, last, width)


def __getattr__(name: str) -> Any:
    if name == "Stepper":  # needs anywidget, which only notebooks have
        from bottega.drawing.notebook import Stepper

        return Stepper
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
