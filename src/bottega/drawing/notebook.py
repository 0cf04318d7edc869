"""A widget for notebooks to step through a game: `bottega.drawing.Stepper(record)` (`pip install 'bottega[notebook]'`)."""

from pathlib import Path
from typing import Any

from bottega.drawing.film import Times
from bottega.drawing.picture import document
from bottega.drawing.reel import Reel, reel
from bottega.drawing.style import Style
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.record import Record
from bottega.svg import group

try:
    import anywidget
    import traitlets
except ImportError:
    raise BottegaError(_("stepping through a game in a notebook needs anywidget: pip install 'bottega[notebook]'")) from None

_HERE = Path(__file__).parent


class Stepper(anywidget.AnyWidget):
    """A game to step through, with buttons, a slider and the keyboard.

    `stepper.move` is the number of moves shown; it can be read and set. The page has the whole game: it needs no Python
    to step, and goes on working where a notebook was saved and is only looked at.
    """

    _esm = _HERE / "stepper.js"
    _css = _HERE / "stepper.css"
    picture = traitlets.Unicode().tag(sync=True)  # all moves laid over each other
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    move = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)  # what buttons say, in the language of the reader

    def __init__(self, record: Record, *, seat: int | None = None, move: int = 0, **choices: Any) -> None:
        """Everything is open, or seen as by a seat; the choices are those of `Style`."""
        drawn = reel(record, Style(**choices), seat)
        super().__init__(picture=layered(drawn), moves=list(drawn.moves), move=move, words=_words())

    @traitlets.validate("move")
    def _within_the_game(self, proposal: Any) -> int:
        move = int(proposal["value"])
        if not 0 <= move <= len(self.moves):
            raise traitlets.TraitError(_("the game has {count} moves, not {moves}").format(count=len(self.moves), moves=move))
        return move


def layered(drawn: Reel) -> str:
    """One SVG with the pictures of all moves; `data-seen="0-2 5-9"` tells the moves in which something is seen."""

    def wrap(times: Times, text: str) -> str:
        moves = " ".join(f"{first}-{(len(drawn) if end is None else end) - 1}" for first, end in times)
        return group(text, **{"data-seen": moves})

    return document(drawn.film().body(wrap), drawn.plan, drawn.symbols.values(), drawn.prefix, drawn.title)


def _words() -> dict[str, str]:
    return {
        "first": _("To the start"),
        "back": _("One move back"),
        "forward": _("One move on"),
        "last": _("To the end"),
        "slider": _("Move"),
        "before": _("Before the first move"),
    }
