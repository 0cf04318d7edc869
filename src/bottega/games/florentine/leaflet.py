"""The rules of Florentine Dominoes on one page."""

from bottega.games.florentine import layout
from bottega.games.florentine.cards import card, put
from bottega.games.florentine.deck import COLOUR_LETTERS, Deck
from bottega.games.florentine.material import CARD, SQUARE, STONES, drawn, prefix
from bottega.games.florentine.outlines import cells_in, outline
from bottega.geometry import EAST, NORTH, WEST
from bottega.i18n import _
from bottega.sheets import Figure, Leaflet, Section
from bottega.svg import Box, Drawing, Look, Theme, element, group, path, use

BANNER = 18  # cards in a row

#: Two cards side by side with their turns, and the red space that they make.
CLOSED = (("RBrG", 3), ("RBrO", 1)), ((0, EAST), (1, WEST))
OPEN = (("RBrG", 3), ("rRGO", 3)), ((0, EAST), (1, WEST), (1, NORTH))


def leaflet(deck: Deck, note: str, look: Look) -> Leaflet:
    """The rules in short (D1 to D12), with a note about the cards."""
    theme = look.theme
    return Leaflet(
        _banner(deck, theme),
        _(
            "Florence was full of goldsmiths, and you are one of them. Together you lay a square of cards, colour against "
            "colour. Close off spaces of your own colour, with as many precious stones in them as you can."
        ),
        (
            Section(
                _("What you need"),
                (
                    _(
                        "{count} cards, each cut by its diagonals into four triangles of red, blue, green or ochre; some "
                        "triangles carry a stone. Four more cards are black but for one triangle."
                    ).format(count=len(deck.cards)),
                    *([note] if note else []),
                ),
                figure=Figure(_stones(theme), 58, _("Jade in red, amber in blue, ruby in green, lapis lazuli in ochre.")),
            ),
            Section(
                _("Setting up"),
                (
                    _(
                        "Each player takes a black card: its colour is yours. Shuffle the other cards and deal four to each "
                        "player, to be hidden from the others. With three players lay 4 cards aside, with two players 8, face "
                        "up. The rest is the stock, face down. The youngest begins."
                    ),
                ),
            ),
            Section(
                _("Your turn"),
                (
                    _(
                        "Place one card of your hand, or discard one face up, as you like; then draw one. Only the very first "
                        "card of the game must be placed. Discards and cards aside rest until the stock is used up."
                    ),
                ),
            ),
            Section(
                _("Where a card may lie"),
                (
                    _(
                        "The cards form a square of seven by seven. The first one lies in the middle. Then comes the cross, "
                        "the middle row and the middle column: until its 13 cards lie, a card goes on a cell of the cross next "
                        "to a card. After that it goes on any cell of the square with cards on at least two of its sides."
                    ),
                    _("Cards may be turned. Wherever two cards meet, the triangles that touch have the same colour."),
                ),
                figure=Figure(_square(theme), 32, _("The cross comes first; then the cells with a dot are open, and so on.")),
            ),
            Section(
                _("When nobody can place"),
                (
                    _(
                        "Only while the cross is unfinished and there is a stock: if at the start of a turn not a single card "
                        "in any hand fits, all players discard their hands, face up. Then each draws as many again, beginning "
                        "with the player on turn, as far as the stock goes. Do so again if need be; then the turn goes on."
                    ),
                ),
            ),
            Section(
                _("When the stock is used up"),
                (
                    _(
                        "At once all hands, discards and cards aside are laid open and form one pool. In turn each player "
                        "places a card of the pool, any that fits; you may not pass. The cross still comes first. When no card "
                        "fits any more, the black cards follow."
                    ),
                ),
            ),
            Section(
                _("The black cards"),
                (
                    _(
                        "Beginning with the player on turn, everybody may once put their black card against the square from "
                        "outside, where the outer triangle of a card has their colour, or decline. Then the game is over."
                    ),
                ),
            ),
            Section(
                _("The score"),
                (
                    _(
                        "Triangles of one colour form a space if they are joined: across a diagonal of a card, or across the "
                        "side between two cards. (Opposite triangles of a card only meet in a point.) A space is closed if "
                        "every one of its triangles has a card, or the black card of its colour, on its outer side."
                    ),
                    _(
                        "Each stone in a closed space of your colour is a point. Most points win; whoever is level shares the "
                        "win."
                    ),
                ),
                figure=Figure(
                    _spaces(theme),
                    80,
                    _(
                        "Left: a closed red space, two jades for Red. Right: no card lies above the red triangle, the space is "
                        "open."
                    ),
                ),
            ),
        ),
    )


def emblem(colour: int, theme: Theme) -> str:
    """A card all of one colour with its stone in the middle: there is none like it in our deck."""
    letter = COLOUR_LETTERS[colour]
    return card(letter * 4, theme) + put(use(prefix(theme) + STONES[letter]), CARD / 2, CARD / 2, 1.7)


def _banner(deck: Deck, theme: Theme) -> Drawing:
    names = [deck.cards[place * len(deck.cards) // BANNER] for place in range(BANNER)]
    cards = (put(card(name, theme), place * CARD, 0) for place, name in enumerate(names))
    return drawn(Box(0, 0, BANNER * CARD, CARD), "".join(cards), theme)


def _stones(theme: Theme) -> Drawing:
    step = 1.35 * CARD
    body = (put(emblem(colour, theme), colour * step, 0) for colour in range(len(COLOUR_LETTERS)))
    return drawn(Box(0, 0, 3 * step + CARD, CARD), "".join(body), theme)


def _square(theme: Theme) -> Drawing:
    """The cells of the square: the cross, and where one may go when it is complete."""
    ink, ochre = "#2b211b", theme.colours["O"]
    cross = set(cells_in(int(layout.CROSS)))
    middle = layout.SIDE // 2
    body = []
    for cell in cells_in(int(layout.SQUARE)):
        y, x = divmod(cell, layout.ROW)
        fill = ochre if cell in cross else "none"
        body.append(element("rect", x=x * CARD + 4, y=y * CARD + 4, width=CARD - 8, height=CARD - 8, fill=fill))
        if abs(x - middle) == abs(y - middle) == 1:
            body.append(element("circle", cx=(x + 0.5) * CARD, cy=(y + 0.5) * CARD, r=11, fill=ink, stroke="none"))
    star = element("circle", cx=SQUARE / 2, cy=SQUARE / 2, r=22, fill="none", stroke_width=5)
    cells = group(*body, star, stroke=ink, stroke_width=3)
    return drawn(Box(0, 0, SQUARE, SQUARE), cells, theme)


def _spaces(theme: Theme) -> Drawing:
    """A space that is closed and one that is not."""
    shift = 2.7 * CARD
    body = put(_pair(CLOSED, theme, None), 0, 0) + put(_pair(OPEN, theme, "7 6"), shift, 0)
    return drawn(Box(0, 0, shift + 2 * CARD, CARD), body, theme)


def _pair(shown: tuple[tuple[tuple[str, int], ...], tuple[tuple[int, int], ...]], theme: Theme, dashes: str | None) -> str:
    cards, triangles = shown
    body = "".join(put(card(name, theme, turn), place * CARD, 0) for place, (name, turn) in enumerate(cards))
    return body + path(outline(triangles, 4), fill="none", stroke=theme.colours["rim"], stroke_width=4, stroke_dasharray=dashes)
