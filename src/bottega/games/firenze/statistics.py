"""What a report on Firenze asks of played games, and how often each rule of it matters."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bottega.games.firenze import layout, rules
from bottega.games.firenze.notation import colour_name
from bottega.i18n import _
from bottega.kernels import Ints, State
from bottega.spec import Options

#: The tones of a report in light and dark: for the games of a sensible player, and for random ones.
ACCENT, QUIET = ("#2f6b4f", "#7fbf9b"), ("#c98695", "#d9a0ad")

_SLOT_BITS = (1 << layout.SLOTS) - 1


def paints() -> dict[str, str]:
    """The colour of each seat by its name."""
    return {colour_name(layout.WHITE): "#efeae0", colour_name(layout.PINK): "#d08a99", colour_name(layout.GREEN): "#3f7d5c"}


def ways() -> dict[str, dict[str, str]]:
    """The ways to play that are worth comparing, as changes of the options."""
    return {
        _("two players"): {"players": "2", "sets": "1"},
        _("three players"): {"players": "3", "sets": "1"},
        _("two players, two sets"): {"players": "2", "sets": "2"},
        _("three players, two sets"): {"players": "3", "sets": "2"},
    }


def note(options: Options) -> str:
    """What every reader has to know first: nothing."""
    return ""


def castings(options: Options) -> list[dict[str, str]]:
    """The same game with the colours dealt to the seats in every way that the rules allow (F2)."""
    if options["players"] == "3":
        return [dict(options)]
    return [{**options, "neutral": neutral} for neutral in "WPG"]


def starter(options: Options) -> int:
    """The seat that begins (F2)."""
    return 0


def minor(moves: Ints) -> NDArray[np.bool_]:
    """Which moves are small decisions that a plot of choices leaves out."""
    return np.zeros(len(moves), np.bool_)


def minor_name() -> str:
    """What such a decision is called; empty where there is none."""
    return ""


def questions() -> dict[str, dict[str, str]]:
    """What `count` answers, under the name of the rule in question."""
    return {
        _("Lampredotto and pyramids"): {
            "offered": _("squares sandwiched in a game"),
            "covered": _("of these covered with a pyramid"),
            "possible": _("turns in which some placement would sandwich a square"),
            "on_opponents": _("pyramids on an opponent's square"),
            "on_neutral": _("pyramids on a square of the neutral colour"),
            "on_own": _("pyramids on a square of the player's own"),
            "double": _("turns in which two or more squares were covered"),
            "all_used": _("games that use every pyramid"),
            "used_up": _("turn of the last pyramid, where all are used"),
        },
        _("Groups and the tie-break"): {
            "tie_break": _("games decided by the largest group"),
            "still_level": _("games level even after the tie-break"),
            "largest": _("squares in the largest group of anyone"),
        },
        _("Room on the table"): {
            "width": _("longer side of the table needed, in squares"),
            "height": _("shorter side"),
        },
    }


def count(states: Sequence[State], moves: Sequence[int]) -> dict[str, bool | float | Sequence[float] | None]:
    """The answers for one game, given the state before each move and at the end.

    True or False: whether it happened; a number: for the game; a list: one of either for each time it happened; None: it
    did not come to that.
    """
    covered = [0, 0, 0]  # on own, opponents' and neutral squares
    offered = possible = double = 0
    used_up = None
    room = np.empty(1 << 15, np.int32)
    for turn, (state, move, after) in enumerate(zip(states, moves, states[1:], strict=False), 1):
        place, colouring = divmod(move >> layout.SLOTS, layout.COLOURINGS)
        offered += int(rules.sandwiched(state, place, colouring)).bit_count()
        listed = min(len(room), int(rules.moves(state, room)))
        possible += bool((room[:listed] & _SLOT_BITS).any())
        own = int(state.colours[rules.seat(state)])
        chosen = [slot for slot in range(layout.SLOTS) if move >> slot & 1]
        double += len(chosen) > 1
        for slot in chosen:
            cell = rules.shift(state, place >> 1, *layout.SLOT[place & 1, slot].tolist())
            colour = int(after.board[cell]) & ~layout.COVERED
            covered[0 if colour == own else 1 if colour in after.colours.tolist() else 2] += 1
        if chosen and after.pyramids == 0:
            used_up = turn
    end = states[-1]
    scores = np.zeros((int(end.players), 2), np.int32)
    rules.scores(end, scores)
    best = sorted((tuple(score) for score in scores.tolist()), reverse=True)
    sides = _sides(end)
    return {
        "offered": offered,
        "covered": sum(covered),
        "possible": possible,
        "on_own": covered[0],
        "on_opponents": covered[1],
        "on_neutral": covered[2] if int(end.players) == 2 else None,
        "double": double,
        "all_used": used_up is not None,
        "used_up": used_up,
        "tie_break": best[0][0] == best[1][0] and best[0] != best[1],
        "still_level": best[0] == best[1],
        "largest": int(scores[:, 1].max()),
        "width": max(sides),
        "height": min(sides),
    }


def _sides(state: State) -> tuple[int, int]:
    """How many squares the table reaches from west to east and from north to south."""
    points = []
    for move in state.laid[: int(state.turns)].tolist():
        place = (move >> layout.SLOTS) // layout.COLOURINGS
        points += [rules.point(state, place >> 1), rules.point(state, rules.other_cell(state, place))]
    xs, ys = zip(*points, strict=True)
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
