"""A lesson in Toscana: nine small tasks for Grey, four of them from one game. What a move did is asked of the rules."""

import numpy as np

from bottega.games.toscana import rules
from bottega.games.toscana.layout import ALLOW, CENTRE, GREY, MOVES, PASS, RED, SEATS
from bottega.i18n import _
from bottega.kernels import State
from bottega.stage import Step

STORY = {"first": "grey", "edition": "piatnik", "grey": "FEDPHLAGOJBNKIMC", "red": "GFMPLAKEDOBCJHNI"}
OPENED = ("allow",)
SECOND = (*OPENED, "F@i9r2", "allow", "G@h7r0", "allow")
THIRD = (*SECOND, "E@g9r3", "allow", "F@d7r0", "allow")
ASKED = (*THIRD, "D@e9r3")

PARTED = {"first": "grey", "edition": "piatnik", "grey": "ABPEFCNJLKDMHIOG", "red": "IGKHPLCBAMODJNFE"}
TWO_ZONES = ("allow", "A@i6r1", "veto", "G@h4r0", "veto", "P@e7r0", "K@f3r1")

THREATENED = {"first": "grey", "edition": "piatnik", "grey": "MEFCHABINKLOGDJP", "red": "NPLCKBEGADIJMFHO"}
THREAT = (
    *("allow", "M@i9r0", "veto", "P@h7r0", "allow", "E@m8r3"),
    *("L@f7r1", "veto", "C@l6r2", "C@i11r2", "H@h5r0", "K@e11r0"),
)

HARMLESS = {"first": "grey", "edition": "piatnik", "grey": "NADCELIGOBPHKFMJ", "red": "PJLIOAKMBNCEHFGD"}
WEAK_TILE = ("allow", "N@f9r0", "allow", "P@d8r1", "allow", "A@f5r1", "allow", "J@f11r3", "allow", "D@b6r0")

DUTCH = {"first": "grey", "edition": "dutch", "grey": "LPJHDOIMNCEKGBFA", "red": "PKDIOGBEAHJCMFNL"}
LAST_TILE = (
    *("veto", "P@h8r0", "veto", "K@f6r1", "J@h6r2", "D@l8r3", "H@f10r0", "I@j10r1", "D@d5r3"),
    *("O@f13r0", "O@b9r0", "G@l4r1", "I@j2r3", "B@l2r2", "M@d11r3", "E@g15r2", "N@c15r0", "A@l12r2"),
    *("C@o4r1", "H@n8r2", "E@k15r0", "J@a14r3", "K@p10r1", "C@b5r3", "G@b3r0", "M@g2r3"),
)

SECOND_GAME = {"first": "red", "edition": "piatnik", "grey": "DCHLBKJOGPFINMEA", "red": "OINKEDMALHBPJFGC"}
RED_PASSED = (
    *("veto", "I@i8r1", "veto", "C@k9r3", "N@k5r1", "H@m6r1", "K@i12r3", "L@k13r1", "E@g12r1", "B@m2r1"),
    *("D@k1r1", "K@m10r1", "M@g3r0", "J@m14r3", "A@f16r2", "O@o9r1", "L@o2r1", "G@e11r1", "H@g8r1", "P@c13r1"),
    *("B@c9r2", "F@a11r2", "P@c3r0", "I@d1r0", "J@a7r1", "N@a2r3", "F@c5r3", "M@e6r0", "pass"),
)


def lesson() -> tuple[Step, ...]:
    """Laying, touching, zones, joining, blocking, the veto, the end, a match (T5 to T10)."""
    return (
        Step(
            _("The first tile"),
            (
                _(
                    "You build the grey streets, your opponent the red roofs. Each of your tiles has six grey squares and two "
                    "red ones. The first tile of a game covers the star in the middle, turned as you like."
                ),
            ),
            STORY,
            OPENED,
            task=_("Lay the tile so that a grey square lies on the star."),
            accepts=lambda before, move, after: bool(rules.colour_at(after, CENTRE) == GREY),
            hint=_("A red square lies on the star. Move the tile by a cell, or turn it."),
            praise=_("The first street. A tile always lies on free cells and wholly inside the board."),
        ),
        Step(
            _("Grey to grey"),
            (
                _(
                    "From now on a grey square of your new tile must share a side with a grey square on the board, whoever laid "
                    "that one. Grey squares that hang together are a zone. You score the tiles that your best zone runs over."
                ),
            ),
            STORY,
            SECOND,
            task=_("Your best zone runs over two tiles. Make it three."),
            accepts=lambda before, move, after: _gained(before, after, GREY) > 0,
            hint=_("The tile touches grey, but not your best zone. Look for the zone with the number."),
            praise=_("Three tiles: three points. Squares do not count, only tiles."),
            show=("worth",),
        ),
        Step(
            _("Red tiles count too"),
            (
                _(
                    "Every red tile has two grey squares. When your zone reaches one of them, that tile counts for you as well. "
                    "A tile counts once, however many of its squares you have."
                ),
            ),
            STORY,
            THIRD,
            task=_("Bring your zone from three tiles to five, with one tile."),
            accepts=lambda before, move, after: _gained(before, after, GREY) >= 2,
            hint=_("The new tile is one. Let it touch your zone and a grey square of the red tile in the west."),
            praise=_("Five: your new tile, and a red one that was laid against you."),
            show=("worth",),
        ),
        Step(
            _("Join your zones"),
            (
                _(
                    "Only your best zone counts; all others are worth nothing. Here you have two zones, and each runs over two "
                    "tiles. One tile between them makes a single zone of five."
                ),
            ),
            PARTED,
            TWO_ZONES,
            task=_("Join the two zones."),
            accepts=lambda before, move, after: _gained(before, after, GREY) >= 3,
            hint=_("Go round the roofs in the west, upright. Grey must lead all the way from one zone to the other."),
            praise=_("Two and two and one: five tiles. Nothing grows faster than zones that join."),
            show=("worth",),
        ),
        Step(
            _("Stand in the way"),
            (
                _(
                    "Red thinks of joining, too. There are red zones of four tiles and of three, and you see the tile that Red "
                    "will lay next. In the west it could make one zone of eight."
                ),
            ),
            THREATENED,
            THREAT,
            task=_("Lay your tile so that Red cannot join the two zones."),
            accepts=lambda before, move, after: _best_answer(after) <= _score(before, RED) + 1,
            hint=_("Red still gets through. Build on the cells to the west, where the two red zones come close."),
            praise=_("No way through. A tile in the right place is worth more than a point."),
            show=("worth",),
        ),
        Step(
            _("Say no, once"),
            (
                _(
                    "Before Red lays a tile you are asked: allow or veto? A vetoed tile goes under the stack, and Red takes the "
                    "next one. You can do that once in a game."
                ),
                _("This tile can bring Red three tiles. Half of those below could bring only one."),
            ),
            STORY,
            ASKED,
            task=_("Do not let Red have it."),
            accepts=lambda before, move, after: not after.vetoes[GREY],
            hint=_("Allowed! Red would now go from three tiles to six. Try the veto."),
            praise=_("Your veto is spent. Red gets that tile at the very end, if at all."),
            show=("worth",),
        ),
        Step(
            _("Or save it"),
            (
                _(
                    "Nobody knows which tile comes next, so a veto can help the wrong player. The red squares of this tile fall "
                    "apart into two pieces: it can bring Red one tile. Each of the others could bring two."
                ),
            ),
            HARMLESS,
            WEAK_TILE,
            task=_("Veto or allow?"),
            accepts=lambda before, move, after: bool(after.vetoes[GREY]),
            hint=_("Now Red has a better tile, and you have no veto any more."),
            praise=_("Let Red have it. The veto is still yours."),
            show=("worth",),
        ),
        Step(
            _("The end"),
            (
                _(
                    "A tile that fits must be laid; one that fits nowhere makes you pass. Two passes in a row end the game. In "
                    "the Dutch edition, which this is, the first pass does. Eleven to eleven, and you see Red’s tile."
                ),
            ),
            DUTCH,
            LAST_TILE,
            task=_("Take the lead and leave that tile no place."),
            accepts=lambda before, move, after: _must_pass(after) and _score(after, GREY) > _score(after, RED),
            hint=_("Red can still lay the tile. Where would it go? Be there first."),
            praise=_("Red passes, and the game is over. You have won!"),
            show=("worth",),
        ),
        Step(
            _("A match"),
            (
                _(
                    "A match is two games, and each of you begins one. If you win one each, the total decides. You won the "
                    "first by 18 to 11. Here Red leads by 17 to 10, and has just passed."
                ),
            ),
            SECOND_GAME,
            RED_PASSED,
            task=_("One point more wins the match. Find it."),
            accepts=lambda before, move, after: _gained(before, after, GREY) > 0,
            hint=_("Your best zone lies in the east. Let the tile touch it."),
            praise=_("29 to 28! Now you know the rules, and the town is yours to build."),
            show=("worth",),
        ),
    )


def _score(state: State, seat: int) -> int:
    """The tiles in the best zone of a seat (T9)."""
    out = np.zeros((SEATS, 1), np.int32)
    rules.scores(state, out)
    return int(out[seat, 0])


def _gained(before: State, after: State, seat: int) -> int:
    return _score(after, seat) - _score(before, seat)


def _places(state: State) -> list[int]:
    """The moves with the top tile of the player on turn, if nobody vetoes it."""
    out = np.zeros(MOVES, np.int32)
    return [move for move in out[: rules.moves(_allowed(state), out)].tolist() if move != PASS]


def _allowed(state: State) -> State:
    return _played(state, ALLOW) if state.deciding else state


def _played(state: State, move: int) -> State:
    after = state.copy()
    rules.play(after, move)
    return after


def _best_answer(after: State) -> int:
    """The most that Red can have after the next turn."""
    return max((_score(_played(_allowed(after), place), RED) for place in _places(after)), default=_score(after, RED))


def _must_pass(after: State) -> bool:
    return not _places(after)
