"""Single parts of a game as pictures: one piece, or what lies in front of a seat."""

from bottega.drawing.style import Style
from bottega.errors import BottegaError
from bottega.game import Position, View
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.kernels import SPECTATOR


def piece(game: str, name: str, *, theme: str = "", width: float | None = None) -> str:
    """A domino, tile, card, pyramid or token as the text of an SVG file: `piece("toscana", "grey A")`."""
    spec = find_spec(game)
    names = spec.artist.pieces()
    if name not in names:
        raise BottegaError(
            _("{game} has no piece {name!r}; it has {names}").format(game=spec.title, name=name[:60], names=", ".join(names))
        )
    drawn = spec.artist.piece(name, Style(theme=theme).look(spec))
    return drawn.document(f"{spec.title}: {name}", width)


def tray(table: Position | View, seat: int, *, theme: str = "", width: float | None = None) -> str:
    """What lies in front of a seat, or for all (seat -1): hand, stack, supply. A view shows no more than its viewer sees."""
    spec = table.spec
    if not SPECTATOR <= seat < len(table.seats):
        raise BottegaError(
            _("a tray is that of a seat from 0 to {last}, or -1 for what lies there for all, not {seat}").format(
                last=len(table.seats) - 1, seat=seat
            )
        )
    drawn = spec.artist.tray(table.state, seat, Style(theme=theme).look(spec))
    if not drawn.body:
        raise BottegaError(_("in {game} nothing lies there").format(game=spec.title))
    name = _("the table") if seat == SPECTATOR else table.seats[seat]
    return drawn.document(f"{spec.title}: {name}", width)
