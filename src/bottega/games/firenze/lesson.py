"""A lesson in Firenze: nine small tasks, Pink to move in each. What a move did is read off the board and the scores."""

import numpy as np

from bottega.games.firenze import rules
from bottega.games.firenze.layout import COVERED, GREEN, PINK
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Step

OPTIONS = {"players": "2", "sets": "1", "neutral": "W"}
US, THEM = range(2)  # seats: Pink, who learns, and Green

FIRST = ("PG@0,0h", "WG@0,1h")
THREE = (*FIRST, "PW@0,-1h", "GP@1,2v")
SANDWICH = (*THREE, "WP@-2,0h", "GW@2,3h")
APART = ("WP@0,0h", "PG@1,1h", "PW@0,1v", "GP@2,2v", "GP@1,2v", "PG@3,1v", "PW@4,1v", "PG@3,0h")
SEVEN = (
    *("PG@0,0h", "WG@0,1h", "PG@0,-1h", "WG@2,1h", "GP@3,0h"),
    *("WG@2,2h", "GP@3,-1h", "WG@3,-3v", "PG@4,1v", "WG@4,-3v"),
)
GAP = ("GP@0,0h", "WG@-2,0h", "WP@1,-2v", "GP@-2,-2v")
OWN = ("GP@0,0h", "GP@0,-2v", "WP@2,-1v", "GP@-1,-2v", "GP@-2,-2v", "WG@1,1h", "PW@-2,0h", "GW@3,0v")
GIFT = ("PG@0,0h", "WG@1,-2v", "GP@-1,0v", "WG@-1,-2v", "PG@0,1h", "GW@-2,-1v")
LEVEL = (
    *("GP@0,0h", "GW@0,1h", "PW@-2,0h", "WG@-2,1h", "WP@-4,0h", "PG@-2,2h", "PW@-3,1v"),
    *("GP@1,2v", "WP@0,2v", "GW@-2,3h", "PW@1,4h", "WG@-4,3h", "GP@-1,4h", "GW@-3,4h"),
)


def lesson() -> tuple[Step, ...]:
    """Laying, groups, keeping them apart, sandwiches of all kinds, spoiling, the end (F3 to F8)."""
    return (
        Step(
            _("Lay marble"),
            (
                _(
                    "You play Pink. In your turn you take any domino, turn it as you like, and lay it so that one of its "
                    "squares shares a side with a square on the table. A corner is not enough."
                ),
            ),
            OPTIONS,
            FIRST,
            task=_("Lay a domino so that two pink squares lie side by side."),
            accepts=lambda before, move, after: _largest(after) == 2,
            hint=_("Take the white and pink domino and put its pink half against the pink square."),
            praise=_("A pair! It counts for nothing yet, but it is a good start."),
            show=("legal",),
        ),
        Step(
            _("Three make a group"),
            (
                _("Squares of one colour that hang together by their sides are a group. A group of three or more is one point."),
                _("Green has three in a column, and a point. You have a pair."),
            ),
            OPTIONS,
            THREE,
            task=_("Complete a pink group of three."),
            accepts=lambda before, move, after: _gained(before, after, US) == 1,
            hint=_("Your pair needs one more pink square beside it, not at a corner."),
            praise=_("One point each. Twelve squares in a group would be worth no more than these three."),
            show=("worth",),
        ),
        Step(
            _("Many and small"),
            (
                _(
                    "A large group is worth as much as a small one, so you want many of them. Keep them apart: two groups that "
                    "join are one group from then on."
                ),
            ),
            OPTIONS,
            APART,
            task=_("You have two points and a pair. Make it three points."),
            accepts=lambda before, move, after: _gained(before, after, US) == 1,
            hint=_("That made no third group. Lay pink against the pair at the bottom."),
            praise=_("Three groups, three points. Pink in the gap above would have made one group out of two."),
            show=("worth",),
        ),
        Step(
            _("Lampredotto!"),
            (
                _(
                    "That is what goes into the sandwich of Florence. If your domino puts a square between two pink ones, west "
                    "and east or north and south, you may cover it with a pyramid. It has no colour from then on."
                ),
            ),
            OPTIONS,
            SANDWICH,
            task=_("Sandwich a green square and cover it."),
            accepts=lambda before, move, after: _buried(before, after, GREEN) > 0 and _gained(before, after, THEM) < 0,
            hint=_("The green square at the top has pink on its west side. Lay pink on its east side, then set the pyramid."),
            praise=_("Lampredotto! Two green squares are left of the three, and the point is gone."),
        ),
        Step(
            _("Look before you cover"),
            (
                _(
                    "One domino can sandwich several squares. Cover all of them, some or none: the pyramids are few and belong "
                    "to everybody. And look first: a pyramid in the middle of a large group can make two groups of it."
                ),
            ),
            OPTIONS,
            SEVEN,
            task=_("Sandwich two green squares at once. Cover what costs Green a point."),
            accepts=lambda before, move, after: _gained(before, after, THEM) < 0 and _set(before, after) > 0,
            hint=_("Lay pink into the narrow gap. Then cover a square of the three; the seven could become three and three."),
            praise=_("One point less for Green. With the wrong pyramid the seven would have become three and three."),
            show=("worth",),
        ),
        Step(
            _("Bury it at once"),
            (
                _(
                    "The square that you cover may be half of the very domino that you lay. A green square that goes under a "
                    "pyramid at once is one that Green will never use."
                ),
            ),
            OPTIONS,
            GAP,
            task=_("Lay a pink and green domino into the gap: a group for you, and a pyramid on its green half."),
            accepts=lambda before, move, after: (
                _gained(before, after, US) == 1
                and _buried(before, after, GREEN) == 1
                and _open(after, GREEN) == _open(before, GREEN)
            ),
            hint=_("The pink half belongs beside your pair. Then the green half lies between two pinks: cover it."),
            praise=_("Three for you. Without the pyramid Green would have three as well."),
            show=("worth",),
        ),
        Step(
            _("Two out of one"),
            (
                _(
                    "Your own squares can be covered too. Your pair has a single free cell at its side, and pink on that cell "
                    "joins the pair to your group of four: seven squares, still one point."
                ),
            ),
            OPTIONS,
            OWN,
            task=_("Lay pink there all the same, and make two groups with a pyramid."),
            accepts=lambda before, move, after: _gained(before, after, US) == 1 and _buried(before, after, PINK) > 0,
            hint=_("Lay pink into the gap, then cover the pink square to the west of it."),
            praise=_("Three here, three there: two points where one would have been."),
            show=("worth",),
        ),
        Step(
            _("A gift that hurts"),
            (
                _(
                    "All dominoes are yours to take, also those without pink. And what is true for you is true for Green: two "
                    "groups that join are one point less."
                ),
            ),
            OPTIONS,
            GIFT,
            task=_("Take a point from Green without a pyramid: lay a green square."),
            accepts=lambda before, move, after: _gained(before, after, THEM) < 0 and _set(before, after) == 0,
            hint=_("There is one free cell between the two green groups. Lay green there."),
            praise=_("Seven green squares in one group. Green will not thank you."),
            show=("worth",),
        ),
        Step(
            _("The last domino"),
            (
                _(
                    "The game ends when all 60 dominoes lie. More groups win. If that is level, the larger largest group wins; "
                    "if that is level too, you share the win."
                ),
                _("Both of you have two groups, of three and of four."),
            ),
            OPTIONS,
            LEVEL,
            task=_("Imagine that this is the last domino, and win."),
            accepts=lambda before, move, after: _scores(after)[US] > _scores(after)[THEM],
            hint=_("Make your four larger, but not Green’s."),
            praise=_("Won! You know all there is to know. The rest you find out by playing."),
            show=("worth",),
        ),
    )


def _scores(state: State) -> list[list[int]]:
    """Groups that count and the largest group, of each seat (F8)."""
    out = np.zeros((int(state.players), 2), np.int32)
    rules.scores(state, out)
    scores: list[list[int]] = out.tolist()
    return scores


def _largest(state: State) -> int:
    return _scores(state)[US][1]


def _gained(before: State, after: State, seat: int) -> int:
    """How many more groups count."""
    return _scores(after)[seat][0] - _scores(before)[seat][0]


def _open(state: State, colour: int) -> int:
    """How many squares of the colour have no pyramid."""
    return int((state.board == colour).sum())


def _buried(before: State, after: State, colour: int) -> int:
    """How many squares of the colour have gone under pyramids, those of the new domino included."""
    covered = colour | COVERED
    return int((after.board == covered).sum()) - int((before.board == covered).sum())


def _set(before: State, after: State) -> int:
    """How many pyramids the move has set."""
    return int(before.pyramids) - int(after.pyramids)
