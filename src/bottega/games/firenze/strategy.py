"""Advice on playing Firenze well, for those who ask for it.

The figures are of games for two between our own players, begun with four random moves: 106 of `greedy` (sizes of groups: 60 of
them), 41 of `mcts:300` (pyramids and supply: 29 of them).
"""

from bottega.i18n import _
from bottega.stage import Advice


def strategy() -> tuple[Advice, ...]:
    """What we know so far."""
    return (
        Advice(
            _("Three is enough"),
            (
                _(
                    "A fourth square adds nothing to a group. Where our machines play, well over half of all groups that count "
                    "have exactly three squares. So when a group has its three, go elsewhere, and let new squares of your "
                    "colour meet it at a corner at most. Every square that you lay into a finished group is missing in the "
                    "next one."
                ),
            ),
        ),
        Advice(
            _("Pairs with room"),
            (
                _(
                    "A pair is nearly a point, but only while there is room for the third square. One domino fills two cells, so "
                    "a pair with three or more free cells around it cannot be walled in at once. A pair with a single free cell "
                    "can. Count free cells that do not touch another group of yours: a third square that joins two groups makes "
                    "no new one."
                ),
            ),
        ),
        Advice(
            _("The other half"),
            (
                _(
                    "Most dominoes that you lay show a rival’s colour as well. Do not ask only what your half does. The best "
                    "place for the other half is a group of the rival that counts already: there it is wasted. Nearly as good "
                    "is a cell with hardly any free cell beside it. The worst is beside a rival’s pair, or in the open next to "
                    "a single square."
                ),
            ),
        ),
        Advice(
            _("Join what is not yours"),
            (
                _(
                    "A cell between two groups of a rival is worth a point to you: one square of the rival’s colour there, and "
                    "two groups are one. Such a cell costs you a domino, a new group costs you two or three. Look for these "
                    "cells on both sides before each move: fill those of the rival, and put another colour on your own before "
                    "somebody else uses them."
                ),
            ),
        ),
        Advice(
            _("Stay out of the sandwich"),
            (
                _(
                    "One pyramid ends a group of three, whichever square it covers. A square of yours is in danger when the "
                    "rival’s colour lies on one side of it and the cell opposite is free. So build beside neutral marble, "
                    "beside pyramids and along your own squares, and take the free cell opposite in time, with any other "
                    "colour. Where you cannot, a fourth square may be a good insurance."
                ),
            ),
        ),
        Advice(
            _("Pyramids do not wait"),
            (
                _(
                    "The pyramids belong to whoever sets them first. In games of our search nine or ten of the twelve are used, "
                    "and six out of seven of these within the first forty dominoes. The best ones break a group that counts or "
                    "kill a pair. One that only covers a single square is one less for the day when you need it, and one less "
                    "for your rival: ask who has more to lose."
                ),
            ),
        ),
        Advice(
            _("The supply is common"),
            (
                _(
                    "There are twenty dominoes of each kind. With two players our search lays those with both played colours "
                    "first; after forty dominoes they are as good as gone. Then every domino shows the neutral colour and one "
                    "other, and half of those that are laid show the rival’s: a square that you waste for your rival is one "
                    "that your rival cannot use. Keep an eye on what is left."
                ),
            ),
        ),
        Advice(
            _("The last ten dominoes"),
            (
                _(
                    "Between a fifth and a third of all groups are completed with the last ten dominoes, and a lead after fifty "
                    "is no promise: with our one-move player the leader lost three games out of four. So arrive there with "
                    "pairs that nobody can stop, complete first what is in danger, and leave for last what is safe. With two "
                    "players the second one lays the last domino."
                ),
            ),
        ),
        Advice(
            _("One large group"),
            (
                _(
                    "About one game in five is level in groups and goes to the larger largest group. That is no reason to build "
                    "a large one early. But towards the end some squares of your colour have no better use: lay them into the "
                    "group that is your largest already. And do not feed the rival’s largest one when the groups are level."
                ),
            ),
        ),
    )
