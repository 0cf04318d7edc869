"""A lesson in Florentine Dominoes: eight small tasks for Red. What a move did is asked of the rules.

But for the discard all are from short games with 26 cards of our deck: the pool opens early, and the end is near.
"""

import numpy as np

from bottega.games.florentine import rules
from bottega.games.florentine.layout import BLACK, CELLS, DISCARD, MOST_CARDS
from bottega.games.florentine.notation import parse_move
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Step

RED, BLUE = range(2)  # seats and colours: Red, who learns, and Blue


def _dealt(deck: str) -> dict[str, str]:
    """The options of a game for two with these cards, the top one first."""
    return {"players": "2", "colours": "RB", "deck": ",".join(deck.split())}


ARMS = _dealt(
    "RBrO RbGB rRGO rRGB RGbB RORO BGbO BOBO rROG RoBO bBoO BoOG RbBO "
    "RgBG rROB rRBG GOGO RBoO RBrG BOgG RbOB BgGO rRoO BgOG BoGO gGoO"
)
TWO_CARDS = ("rRGB@d4r1", "RGbB@e4r3")
FOUR_CARDS = (*TWO_CARDS, "rRGO@c4r3", "BGbO@d3r2")

AMBERS = _dealt(
    "RGoO RbGB RGbB bBgG RbOB RgGB rRoO RGrO RgGO RObB BgGO RGRG rRBO RBoO gGoO rROB RbBO rRbB bBOG RoGO RbBG RORO BoOG ROgG "
    "rRBG rRgG BGbO RBrG BGBG RoOB rROG BGoO BOgG rRGB RgOG BOBO bBGO BoGO RBgG RgBG RBrO RoOG GOGO RBRB bBoO RoBO rRGO BgOG"
)
NO_JADE = ("RGoO@d4r3", "RbOB@c4r1", "x:RbBO", "x:rRoO")

POOL = _dealt(
    "rRbB rROB RbBG GOGO BGoO rRGO RoGO RGRG RGoO RbGB RBrO RBrG RGrO "
    "BGbO RgGB RbBO RORO RgBG RBRB bBGO BoOG BGBG RoBO BgOG BgGO RbOB"
)
OPENED = (
    *("rROB@d4r0", "BGoO@d5r1", "rRbB@c4r2", "RgBG@d3r2", "RbBG@d6r1"),
    *("RoGO@b4r1", "RBRB@d2r1", "BGBG@d7r0", "BoOG@a4r2", "x:rRGO"),
)

CORNER = _dealt(
    "rRGO RBrG RBRB RgGB GOGO RGoO BOgG BgOG ROgG rRBG rRoO BoGO RoBO "
    "RgGO RGrO RbBG bBoO BGbO BoOG bBGO bBOG BGBG RoOB RBoO RBgG rRbB"
)
FIVE_JADES = (
    *("rRGO@d4r2", "BgOG@e4r1", "RBrG@c4r3", "BGbO@f4r3", "RgGB@d3r1", "BOgG@g4r3", "BoOG@d2r2", "GOGO@d1r1", "x:bBoO"),
    *("RGoO@b4r1", "rRoO@d5r3", "RBoO@a4r3", "BoGO@d6r3", "RoBO@d7r1", "rRBG@c5r1", "rRbB@c6r3", "BGBG@b5r1", "RbBG@c7r3"),
)

SHARED = _dealt(
    "RBoO RGoO bBgG BoGO RBrO rRgG bBoO BgGO BGBG rRBG bBOG RgGB RBgG "
    "RoOG rRBO GOGO rRGO rRoO RgOG RgGO RbBO RBRB RbBG BGbO RbGB RoBO"
)
SHARED_MOVES = (
    *("RBoO@d4r1", "bBoO@c4r3", "rRGO@e4r2", "BgGO@f4r0", "bBgG@g4r1", "x:RBrO", "BoGO@d5r0", "RgGO@d3r3", "RbBG@b4r0"),
    *("rRgG@a4r3", "rRBG@d6r1", "rRoO@d7r0", "RgOG@d2r1", "RGoO@d1r1", "RoBO@e5r0", "RoOG@c5r3", "RBRB@e6r1", "RgGB@b5r1"),
)

RIVALS = _dealt(
    "rRBO RBoO RbBO rRGO bBoO RbBG rROG rROB RObB rRBG BOBO ROgG RBgG "
    "RgGB RGrO RbOB RgOG RgGO BGoO gGoO RORO BoGO RBrG RoBO bBgG GOGO"
)
THREAT = (
    *("rRBO@d4r3", "RbBG@d3r2", "rRGO@d5r1", "bBoO@e4r3", "RbBO@d2r0", "RgGO@c4r1", "BGoO@f4r0", "rROG@g4r0"),
    *("RBrG@d6r0", "rROB@d7r3", "RgOG@b4r2", "ROgG@a4r3", "RgGB@d1r2", "rRBG@e3r0", "RbOB@f3r3", "RObB@e5r3"),
)
NOTHING_FITS = (
    *THREAT,
    *("bBgG@c5r2", "RGrO@g3r0", "RBgG@b5r0", "RBoO@e2r2", "BOBO@f5r1"),
    *("BoGO@c3r1", "gGoO@c2r3", "RoBO@f2r0", "RORO@g2r0", "GOGO@b3r1"),
)


def lesson() -> tuple[Step, ...]:
    """The cross, closing, discards, the pool, corners, whose stones, stopping a rival, black cards and the end (D6 to D12)."""
    return (
        Step(
            _("The cross comes first"),
            (
                _(
                    "You are Red, with four cards that Blue does not see. All cards together form a cross first. A new card "
                    "lies next to a card, and where two cards meet, the triangles that touch have the same colour."
                ),
                _("(The cards are our reconstruction; here we play with 26 of them.)"),
            ),
            ARMS,
            TWO_CARDS,
            task=_("Lay a card on the cross."),
            accepts=lambda before, move, after: bool(after.filled != before.filled),
            hint=_("You put a card away. Take one, hold it over the cross and turn it until the colours agree."),
            praise=_("It fits. Then you draw a card, so that you have four again."),
            show=("legal",),
        ),
        Step(
            _("Close a space"),
            (
                _(
                    "Triangles of one colour that touch form a space. It is closed when each of them has a card behind its "
                    "outer side. Every jade in a closed red space is a point for you."
                ),
            ),
            ARMS,
            FOUR_CARDS,
            task=_("Close a space with two jades."),
            accepts=lambda before, move, after: _gained(before, after, RED) >= 2,
            hint=_("The red space of the middle card is open in the south. Lay a red triangle with a jade there."),
            praise=_("Two jades, two points. No card can take them away from you."),
            show=("worth",),
        ),
        Step(
            _("Put a card away"),
            (
                _(
                    "In your turn you lay a card or put one away, face up, as you like; then you draw. Nobody can use such cards "
                    "until the stock is used up. Your hand has no jade, but ambers on every card: they are Blue’s stones."
                ),
            ),
            AMBERS,
            NO_JADE,
            task=_("Do not help Blue. Put a card away."),
            accepts=lambda before, move, after: DISCARD <= parse_move(before, move) < BLACK,
            hint=_("That amber lies on the square now. Choose a card and discard it instead."),
            praise=_("Out of the way, for the time being. Perhaps the next card brings a jade."),
        ),
        Step(
            _("The open pool"),
            (
                _(
                    "The stock is used up. From now on all hands, all discards and all cards laid aside are one open pool. In "
                    "turn everybody lays a card of it, any that fits; nobody may pass. The cross still comes first."
                ),
            ),
            POOL,
            OPENED,
            task=_("Find a card in the pool that closes two jades for you."),
            accepts=lambda before, move, after: _gained(before, after, RED) >= 2,
            hint=_("The red space of the middle card is open in the east. Lay a red triangle with a jade there."),
            praise=_("A whole shop to choose from. Blue chooses next, though."),
            show=("worth",),
        ),
        Step(
            _("Into the corners"),
            (
                _(
                    "When the cross is complete, the rest of the square opens: a card goes on a cell with cards on at least two "
                    "of its sides, and its colours must agree with all of them."
                ),
            ),
            CORNER,
            FIVE_JADES,
            task=_("One side of your great red space is still open. Close it: five jades!"),
            accepts=lambda before, move, after: _gained(before, after, RED) >= 5,
            hint=_("The line marks the open side. Lay a card against it whose red goes no further."),
            praise=_("Five at one stroke. It pays to let a space grow, if it can still be closed."),
            show=("worth", "threats"),
        ),
        Step(
            _("Whose stones?"),
            (
                _(
                    "Each colour has its stone: jade in red, amber in blue, ruby in green, lapis lazuli in ochre. Whoever "
                    "closes a space, the stones are for the player of its colour. So look at what else your card closes."
                ),
            ),
            SHARED,
            SHARED_MOVES,
            task=_("Close two jades, and no amber."),
            accepts=lambda before, move, after: _gained(before, after, RED) >= 2 and _gained(before, after, BLUE) == 0,
            hint=_("Watch both scores. There is a place at the southern edge, and more than one card for it."),
            praise=_("Two for you, none for Blue."),
            show=("worth",),
        ),
        Step(
            _("Half the work"),
            (
                _(
                    "A space with two open sides takes two cards to close. Lay the first one, and your opponent lays the "
                    "second: you have done half the work for Blue. The dotted lines mark such sides."
                ),
            ),
            RIVALS,
            THREAT,
            task=_("Make a move after which Blue cannot close anything at once."),
            accepts=lambda before, move, after: _best_answer(after) == _score(after, BLUE),
            hint=_("Now Blue can close something. Leave the dotted sides of blue spaces alone."),
            praise=_("Patience is an art. Now Blue has to make a move."),
            show=("worth", "threats"),
        ),
        Step(
            _("Black card and end"),
            (
                _(
                    "No card fits any more. Now each player may put the own black card against the square from outside: it "
                    "closes one triangle of the own colour. Then the game is over, and most stones win. Blue leads by four to "
                    "three."
                ),
            ),
            RIVALS,
            NOTHING_FITS,
            task=_("Win with your black card."),
            accepts=lambda before, move, after: _score(after, RED) > _score(after, BLUE),
            hint=_("Nothing was closed. Look for jades whose space is open at the edge only, and there only once."),
            praise=_("Five to four! You know the rules now. The goldsmiths of Florence await you."),
            show=("worth", "threats"),
        ),
    )


def _score(state: State, seat: int) -> int:
    """The stones in closed spaces of a seat (D12)."""
    out = np.zeros((int(state.players), 1), np.int32)
    rules.scores(state, out)
    return int(out[seat, 0])


def _gained(before: State, after: State, seat: int) -> int:
    return _score(after, seat) - _score(before, seat)


def _best_answer(after: State) -> int:
    """The most that Blue can have after the next move; everything lies open."""
    out = np.zeros(MOST_CARDS * CELLS * 4, np.int32)
    best = _score(after, BLUE)
    for move in out[: rules.moves(after, out)].tolist():
        answer = after.copy()
        rules.play(answer, move)
        best = max(best, _score(answer, BLUE))
    return best
