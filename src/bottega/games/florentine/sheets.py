"""Florentine Dominoes to be printed: the cards of a deck, the black cards, and an aid for each colour."""

from collections import Counter
from collections.abc import Mapping
from textwrap import shorten

from bottega.games.florentine import deck
from bottega.games.florentine.cards import back, black, black_name, card, put
from bottega.games.florentine.leaflet import emblem, leaflet
from bottega.games.florentine.material import CARD, drawn, prefix
from bottega.i18n import _
from bottega.sheets import Aid, Block, Cutout, PrintedSet, Printing, Sheet
from bottega.svg import Box, Drawing, Look, Theme, element, use

CARDS_IN_ROW = 4
LONGEST_NAME, LONGEST_NOTE = 80, 1200  # characters of a deck's name and note that are printed
BLEED = 8.0  # how far colour goes on beyond a card, in units of the drawings: more than is printed of it
WHOLE = Box(0, 0, CARD, CARD)
SMALLER = 0.9  # the rosette on the back: its border stays away from cuts that are a little off


def make(options: Mapping[str, str], look: Look) -> PrintedSet:
    """The cards of any deck. That ours is a reconstruction stands on every page (D2)."""
    chosen, theme = deck.named(options["cards"]), look.theme
    faces = {name: _bled(card(name, theme), theme.colours["gold"], theme) for name in dict.fromkeys(chosen.cards)}
    rosette = put(back(theme), CARD * (1 - SMALLER) / 2, CARD * (1 - SMALLER) / 2, SMALLER)
    backs = _bled(rosette, theme.colours["onyx"], theme)
    cutouts = [Cutout(name, faces[name], backs) for name in chosen.cards]
    lattice = _bled(use(prefix(theme) + "black"), theme.colours["onyx"], theme)
    cutouts += [
        Cutout(black_name(colour), _bled(black(colour, theme), theme.colours["gold"], theme), lattice)
        for colour in range(len(deck.COLOUR_LETTERS))
    ]
    aids = tuple(Cutout(_("aid"), _aid(colour, theme)) for colour in range(len(deck.COLOUR_LETTERS)))
    note = _note(chosen)
    return PrintedSet(
        leaflet(chosen, note, look),
        (Sheet(_("Cards, black cards and aids"), (Block(tuple(cutouts), CARDS_IN_ROW), Block(aids, columns=2))),),
        note,
        shorten(chosen.note, LONGEST_NOTE, placeholder=" …"),
    )


def _note(chosen: deck.Deck) -> str:
    if Counter(chosen.cards) == Counter(deck.named("reconstruction").cards):
        return _("The cards are a reconstruction: the pictures of the real ones are lost.")
    return _("Deck: {name}").format(name=shorten(chosen.name, LONGEST_NAME, placeholder=" …")) if chosen.name else ""


def _bled(body: str, colour: str, theme: Theme) -> Drawing:
    """A card on a ground that goes on beyond it."""
    wide = WHOLE.padded(BLEED)
    ground = element("rect", x=wide.x, y=wide.y, width=wide.width, height=wide.height, fill=colour)
    return drawn(WHOLE, ground + body, theme)


def _aid(colour: int, theme: Theme) -> Aid:
    title = (_("Red · jade"), _("Blue · amber"), _("Green · ruby"), _("Ochre · lapis lazuli"))[colour]
    return Aid(
        title,
        theme.colours[deck.COLOUR_LETTERS[colour]],
        drawn(WHOLE, emblem(colour, theme), theme),
        (
            _("Place a card or discard one, then draw. Touching triangles have the same colour."),
            _("First the cross, 13 cards; then wherever two cards are neighbours."),
            _("No stock left: all cards are open, and you place one of them if any fits."),
            _("At the end your black card may close one triangle at the edge. Your stones in closed spaces count."),
        ),
    )


PRINTING = Printing(options=("cards",), make=make)
