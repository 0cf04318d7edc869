"""Advice on playing Florentine Dominoes well, for those who ask for it.

The figures are of 300 games for two in which `mcts:400` played both sides, with the reconstructed deck.
"""

from bottega.i18n import _
from bottega.stage import Advice


def strategy() -> tuple[Advice, ...]:
    """What we know so far."""
    return (
        Advice(
            _("Half the work"),
            (
                _(
                    "A space with two open sides needs two cards. Nobody should lay the first of them for somebody else. If a "
                    "rival’s space with stones has two open sides, look elsewhere; if yours has, wait for the others to run out "
                    "of harmless moves. This is the heart of the game once the pool is open and everybody sees which cards are "
                    "left."
                ),
            ),
        ),
        Advice(
            _("The pool is the main part"),
            (
                _(
                    "In games of our search, both players taken together, some five stones were closed before the pool opened, "
                    "ten from the pool, and nearly three by the black cards. So do not hurry. While hands are hidden, put "
                    "stones of yours on the square, with few open sides, and let others have theirs where they are hard to "
                    "close. The points come later."
                ),
            ),
        ),
        Advice(
            _("Mind the edge"),
            (
                _(
                    "A triangle that looks out of the square can never get a card behind it. One such side can be closed by the "
                    "black card; a space with two of them is dead. So turn your colour inwards when you lay a card at the "
                    "edge, and turn a rival’s colour outwards. The ends of the cross are at the edge too: look at them before "
                    "they are gone."
                ),
            ),
        ),
        Advice(
            _("Feed the black card"),
            (
                _(
                    "You can count on one triangle more than the cards give you. Plan for it: one space of yours, with as many "
                    "stones as possible, that is open at a single side, at the edge. In our games the black cards changed the "
                    "result in one game out of four. And when you are asked last, you know what you need."
                ),
            ),
        ),
        Advice(
            _("Cards that close, cards that carry on"),
            (
                _(
                    "A card closes a side if its triangle there has neighbours of other colours. If your colour is on two "
                    "triangles side by side, the card carries the space on to the next side. A card with your colour on opposite "
                    "triangles closes one space and opens another. Before you leave a side open, count the cards left "
                    "that close it: are there several, you can wait."
                ),
            ),
        ),
        Advice(
            _("What to put away"),
            (
                _(
                    "Our search puts away about five cards for each player in a game. One in twenty carried a stone of its own, "
                    "nearly half a stone of the rival. But nothing is gone for good: what you put away lies in the pool later, "
                    "for everybody. So it is best when the places for that stone have been taken by then, or have come to the "
                    "edge."
                ),
            ),
        ),
        Advice(
            _("Small change and great spaces"),
            (
                _(
                    "Three out of five closed spaces hold a single stone, one in four holds two. Take what is certain. But a "
                    "space with one open side, and several cards left that close it, may grow first: the last card often brings "
                    "a stone of its own. Join two spaces only if the new one has not more open sides than you can close."
                ),
            ),
        ),
        Advice(
            _("Nobody may pass"),
            (
                _(
                    "In about half of all positions with an open pool, every single move lets the rival close something at "
                    "once. Then give the smallest present. Before it comes to that, save the moves that hurt nobody, and "
                    "use up those of your rivals: a cell that fits no card any more is a move less for everyone."
                ),
            ),
        ),
    )
