"""The rules of Firenze on one page."""

from bottega.games.firenze.material import SIDE, Stones
from bottega.i18n import _
from bottega.placing import Cell
from bottega.sheets import Figure, Leaflet, Section
from bottega.svg import Box, Drawing, Look, outline, path

#: Dominoes of the pictures: colours, column, row, whether it runs to the south.
SANDWICH = (("PG", 0, 0, False), ("WG", 0, 1, False), ("PW", 2, 0, False))
FILLING: Cell = (1, 0)
FLOOR = (
    ("WP", 0, 0, False),
    ("PW", 2, 0, False),
    ("PG", 2, 1, False),
    ("GW", 4, 1, False),
    ("WG", 1, 2, False),
    ("GP", 3, 2, False),
    ("GP", 3, 3, True),
    ("PW", 4, 3, False),
    ("PG", 4, 4, False),
)
GROUPS: dict[str, tuple[tuple[Cell, ...], ...]] = {
    "P": (((1, 0), (2, 0), (2, 1)), ((4, 2), (4, 3), (4, 4), (3, 4))),
    "G": (((3, 1), (4, 1), (2, 2), (3, 2), (3, 3)),),
}
BANNER = "WPGWGPWPGPWGPGWPWGPWGWPG"  # squares of marble in a row


def leaflet(look: Look) -> Leaflet:
    """The rules in short (F1 to F8)."""
    return Leaflet(
        _banner(look),
        _(
            "The cathedral of Florence wears marble in white, pink and green. You lay such marble, two squares at a time, on a "
            "floor that has no walls. One of the colours is yours: make many separate groups of it."
        ),
        (
            Section(
                _("What you need"),
                (
                    _(
                        "60 dominoes, 20 of each pair of colours, and 12 black pyramids. They lie in the middle and belong to "
                        "everybody. There is no board: the table is an endless grid."
                    ),
                    _(
                        "Three players take White, Pink and Green and play in this order. With two players one colour belongs "
                        "to nobody, usually White; the other two keep the order, so Pink begins."
                    ),
                ),
            ),
            Section(
                _("Your turn"),
                steps=(
                    _(
                        "Lay any domino that is left, either way round, on two free cells of the grid. At least one of its "
                        "squares shares a side with a square that lies there already; corners do not count. (The very first "
                        "domino lies wherever you like.)"
                    ),
                    _("If you have sandwiched something, you may cover it with pyramids."),
                ),
            ),
            Section(
                _("Lampredotto"),
                (
                    _(
                        "So they call what goes into the sandwich of Florence. When your domino lies, look for a square with "
                        "your colour on two opposite sides: left and right, or above and below. It is sandwiched if none of "
                        "the three squares has a pyramid and at least one of them is on the domino you have just laid."
                    ),
                    _(
                        "The square in between may be of any colour, even yours, and may be half of the new domino. Find all "
                        "sandwiched squares first. Then cover as many of them as you like, or none, while there are pyramids."
                    ),
                ),
                figure=Figure(
                    _sandwich(look),
                    76,
                    _("Pink lays the domino on the right: green is sandwiched. Pink covers it."),
                ),
            ),
            Section(
                _("Covered squares"),
                (
                    _(
                        "A covered square has no colour any more. It is part of no group and of no sandwich, but it still "
                        "fills its cell, and dominoes may be laid against it. Pyramids stay to the end."
                    ),
                    _(
                        "A sandwich left uncovered is a chance gone. The square can be covered later only if a later domino "
                        "sandwiches it anew."
                    ),
                ),
            ),
            Section(
                _("End and score"),
                (
                    _(
                        "The game is over when all dominoes lie. A group is made of uncovered squares of one colour that hang "
                        "together by their sides. Each of your groups of three or more squares is one point, however large it "
                        "is."
                    ),
                    _(
                        "Among players who are level, the one whose largest group is larger is ahead; groups of any size count "
                        "for that. Still level: the win is shared."
                    ),
                ),
                figure=Figure(
                    _floor(look),
                    56,
                    _("Pink has two groups that count, of three and of four squares: 2 points. Green has one, of five: 1 point."),
                ),
            ),
            Section(
                _("A longer game"),
                (_("Play with two sets, 120 dominoes and 24 pyramids. Everything else stays as it is."),),
            ),
        ),
    )


def _banner(look: Look) -> Drawing:
    stones = Stones(look.theme)
    squares = "".join(stones.piece(letter, column, 0) for column, letter in enumerate(BANNER))
    return Drawing(Box(0, 0, len(BANNER) * SIDE, SIDE), squares, stones.symbols)


def _sandwich(look: Look) -> Drawing:
    """Before and after the pyramid, with an arrow between."""
    stones = Stones(look.theme)
    before = "".join(stones.piece(*domino) for domino in SANDWICH)
    column, row = FILLING
    ring = path(outline([FILLING], SIDE, 3), fill="none", stroke=look.theme.mark, stroke_width=3)
    new = path(outline([(2, 0), (3, 0)], SIDE, 0.8), fill="none", stroke=look.theme.mark, stroke_width=1.6)
    shift = 5.5 * SIDE
    middle = shift - 0.75 * SIDE
    arrow = path(f"M{middle - 12:g} {SIDE:g}h24m-7 -7l7 7l-7 7", fill="none", stroke="#2b211b", stroke_width=2)
    after = f'<g transform="translate({shift:g} 0)">{before}{stones.pyramid(column, row)}</g>'
    return Drawing(Box(0, 0, shift + 4 * SIDE, 2 * SIDE), before + new + ring + arrow + after, stones.symbols)


def _floor(look: Look) -> Drawing:
    """A few dominoes with lines around the groups that count."""
    stones = Stones(look.theme)
    tiles = "".join(stones.piece(*domino) for domino in FLOOR)
    lines = "".join(
        path(outline(group, SIDE, 4), fill="none", stroke=colour, stroke_width=width)
        for colour, width in (("#ffffff", 4), (look.theme.mark, 2.2))
        for groups in GROUPS.values()
        for group in groups
    )
    return Drawing(Box(0, 0, 6 * SIDE, 5 * SIDE), tiles + lines, stones.symbols)
