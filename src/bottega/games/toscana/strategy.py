"""Advice on playing Toscana well, for those who ask for it.

The figures are of 150 games in which `mcts:2000` played both sides, Grey beginning, Piatnik edition. Plain `uct:2000`, which
knows nothing of the tiles, vetoes alike: in 119 games 86% of the whole tiles and 2.5% of the broken ones, where it could.
"""

from bottega.i18n import _
from bottega.stage import Advice


def strategy() -> tuple[Advice, ...]:
    """What we know so far."""
    return (
        Advice(
            _("One zone from the start"),
            (
                _(
                    "Only your best zone counts, so every tile beside it should have a reason. In games of our search nearly "
                    "two thirds of all points are there when half of the tiles lie; the last quarter of the tiles brings two "
                    "points to each player. Grow while there is room. A second zone is good for one thing: to be joined to "
                    "the first, soon."
                ),
            ),
        ),
        Advice(
            _("Whole tiles and broken tiles"),
            (
                _(
                    "On five tiles, E, J, K, L and O, your own six squares fall apart into two pieces. They are the weak ones. "
                    "Our search vetoed B, F or H nine times out of ten when it could, and E, K, L and O almost never. Lay a "
                    "broken tile where both pieces touch your zone, or use the second piece as a bridge to squares that lie "
                    "apart."
                ),
            ),
        ),
        Advice(
            _("Do not hoard the veto"),
            (
                _(
                    "Our search spends its veto early: half of all vetoes came when at most two tiles lay, three quarters "
                    "when at most three did. Early a good tile shapes the whole game, later it brings a point or two. Veto a "
                    "tile that is much better than what may follow; you know which tiles are left in the stack. If most of "
                    "them would serve your opponent just as well, keep it."
                ),
            ),
        ),
        Advice(
            _("Who begins is ahead"),
            (
                _(
                    "The player who begins won 110 of 150 games of our search against itself and lost 26. So play a match of "
                    "two games. When you begin, win by as much as you can, since the total decides if each of you wins one. "
                    "When you do not, keep it close: losing by two is better than risking to lose by eight."
                ),
            ),
        ),
        Advice(
            _("Two squares for the other side"),
            (
                _(
                    "Each tile of yours carries two squares of your opponent. With the first tile of the game they even decide "
                    "where the opponent has to begin: there is no other square to touch. Later, turn every tile so that they "
                    "lie at the edge, between squares of yours, or far from your opponent’s zone. Where they lie beside it, you "
                    "have given a point away."
                ),
            ),
        ),
        Advice(
            _("Visit the other tiles"),
            (
                _(
                    "The other way round, each tile of your opponent carries two squares of yours, and it is worth a full point "
                    "when your zone reaches one of them. A move that touches your zone with one end and such a square with the "
                    "other gains two. Remember them while they are in reach; once they are walled in, they are lost."
                ),
            ),
        ),
        Advice(
            _("Read the next tile"),
            (
                _(
                    "You see what your opponent will lay next. Before you choose a place, ask where that tile would hurt "
                    "most: does it join two zones, does it shut yours in? If so, the best place for your tile may be right "
                    "there. A move that stops four points is better than one that makes two. If you still have your veto, "
                    "there is a second way."
                ),
            ),
        ),
        Advice(
            _("Room is everything"),
            (
                _(
                    "A tile needs two by four free cells. Cells that are free but too narrow are no use to anybody, and about "
                    "five of the 32 tiles never find a place. Lead your zone towards the open part of the board, leave no "
                    "narrow gaps on your side, and make the other side narrow: a zone that no tile can reach any more has "
                    "reached its end."
                ),
            ),
        ),
        Advice(
            _("The end comes by itself"),
            (
                _(
                    "Towards the end count the places that are left for your top tile and for your opponent’s. A place that "
                    "only you can use can wait; one that both can use cannot. In the Dutch edition the first pass ends the "
                    "game: whoever is ahead takes away the last place for the other tile, whoever is behind keeps one open."
                ),
            ),
        ),
    )
