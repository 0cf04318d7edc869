"""What is celebrated in Florentine Dominoes: spaces that close, the cross; and what happens by itself is said."""

from bottega.games.florentine import layout, rules
from bottega.games.florentine.cards import corner_of
from bottega.games.florentine.material import CARD
from bottega.games.florentine.outlines import Space, cells_in, outline, spaces_of
from bottega.games.florentine.reasons import stones_text
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Moment
from bottega.svg import Look, Theme, element, group, path
from bottega.svg import outline as around


def moments(before: State, move: int, after: State, look: Look) -> tuple[Moment, ...]:
    found = [_closing(space, look.theme) for space in _newly_closed(before, after)]
    if rules.cross_is_complete(after) and not rules.cross_is_complete(before):
        found.append(Moment(_("The cross is complete"), _cross(look.theme)))
    return *found, *(Moment(words) for words in _turns_of_events(before, after))


def _newly_closed(before: State, after: State) -> list[Space]:
    """Spaces with stones of a player's colour that the move has closed: what was closed before has the same triangles."""
    found = []
    for colour in after.colours[: after.players].tolist():
        known = {space.triangles for space in spaces_of(before, colour) if space.is_closed}
        closed = (space for space in spaces_of(after, colour) if space.is_closed and space.stones)
        found += [space for space in closed if space.triangles not in known]
    return found


def _turns_of_events(before: State, after: State) -> list[str]:
    """What follows from the move by itself and changes what can be done (D8, D9, D10)."""
    found = []
    if int(before.left) - int(after.left) > 1:  # more than the card that the mover draws
        found.append(_("Nobody could lay a card: all hands are discarded and dealt anew"))
    if before.stage == layout.HIDDEN_STOCK != after.stage:
        found.append(_("The stock is empty: all cards form one open pool"))
    if before.stage < layout.BLACK_CARDS <= after.stage:
        found.append(_("Nothing fits any more: now the black cards"))
    return found


def _closing(space: Space, theme: Theme) -> Moment:
    words = (
        _("A red space closes: {stones}"),
        _("A blue space closes: {stones}"),
        _("A green space closes: {stones}"),
        _("An ochre space closes: {stones}"),
    )[space.colour]
    border, rim = outline(space.triangles, 2.9), theme.colours["rim"]
    lit = group(
        path(border, fill="#ffffff", fill_opacity=0.3, stroke=rim, stroke_width=9, stroke_opacity=0.5),
        path(border, fill="none", stroke="#ffffff", stroke_width=2.4),
        stroke_linejoin="round",
    )
    return Moment(words.format(stones=stones_text(space.colour, len(space.stones))), lit)


def _cross(theme: Theme) -> str:
    cells = [(int(x / CARD), int(y / CARD)) for x, y in map(corner_of, cells_in(int(layout.CROSS)))]
    border = around(cells, CARD)
    return element("g", path(border, fill="none", stroke=theme.colours["rim"], stroke_width=6, stroke_linejoin="round"))
