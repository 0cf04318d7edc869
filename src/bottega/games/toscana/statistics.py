"""What a report on Toscana asks of played games, and how often each rule of it matters."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bottega.games.toscana import layout, rules
from bottega.games.toscana.notation import COLOURS
from bottega.i18n import _
from bottega.kernels import Ints, State
from bottega.spec import Options

#: The tones of a report in light and dark: for the games of a sensible player, and for random ones.
ACCENT, QUIET = ("#b4532c", "#dd8a5f"), ("#8d8579", "#a39b8e")


def paints() -> dict[str, str]:
    """The colour of each seat by its name."""
    return {_("Grey"): "#938c82", _("Red"): "#b4532c"}


def ways() -> dict[str, dict[str, str]]:
    """The ways to play that are worth comparing, as changes of the options."""
    return {_("Piatnik edition"): {"edition": "piatnik"}, _("Dutch edition"): {"edition": "dutch"}}


def note(options: Options) -> str:
    """What every reader has to know first: nothing."""
    return ""


def castings(options: Options) -> list[dict[str, str]]:
    """The same game with either colour starting (T3)."""
    return [{**options, "first": colour} for colour in COLOURS]


def starter(options: Options) -> int:
    """The seat that places the first tile (T3)."""
    return COLOURS.index(options["first"])


def minor(moves: Ints) -> NDArray[np.bool_]:
    """Which moves are small decisions that a plot of choices leaves out: those on a veto."""
    return np.isin(moves, (layout.VETO, layout.ALLOW))


def minor_name() -> str:
    """What such a decision is called; empty where there is none."""
    return _("veto or allow")


def questions() -> dict[str, dict[str, str]]:
    """What `count` answers, under the name of the rule in question."""
    return {
        _("Veto"): {
            "vetoes": _("vetoes used in a game"),
            "by_starter": _("games in which the starting player uses it"),
            "by_second": _("games in which the second player uses it"),
            "tiles_before": _("tiles on the board when a veto is used"),
            "on_stuck": _("vetoes against a tile that fitted nowhere"),
            "stops": _("vetoes after which the new tile fits nowhere"),
            "won_later": _("games won by the player who used it later, draws left out"),
            "won_used": _("games won by a player who used the veto, draws left out"),
            "won_kept": _("games won by a player who never did, draws left out"),
        },
        _("Passes and tiles that do not fit"): {
            "placed": _("tiles placed by both players"),
            "passes": _("passes in a game"),
            "stuck": _("passes with a tile that fits nowhere"),
            "goes_on": _("games in which someone passes and later places a tile"),
            "all_placed": _("games in which all 32 tiles are placed"),
            "left": _("tiles left in both stacks"),
        },
        _("Zones"): {
            "best": _("tiles in the larger of the two best zones"),
            "last_tiles": _("points won by both players with the last quarter of the tiles"),
        },
    }


def count(states: Sequence[State], moves: Sequence[int]) -> dict[str, bool | float | Sequence[float] | None]:
    """The answers for one game, given the state before each move and at the end.

    True or False: whether it happened; a number: for the game; a list: one of either for each time it happened; None: it
    did not come to that.
    """
    end = states[-1]
    first = int(states[0].turn)
    vetoes = [turn for turn, move in enumerate(moves) if move == layout.VETO]
    users = {1 - int(states[turn].turn) for turn in vetoes}
    passes = [turn for turn, move in enumerate(moves) if move == layout.PASS]
    placements = [turn for turn, move in enumerate(moves) if move < layout.PLACEMENTS]
    placed = len(placements)
    late = placements[-(placed // 4) - 1] if placed else 0  # the last quarter of the tiles comes after this move
    scores = [_scores(states[late + 1]), _scores(end)]
    decided = range(layout.SEATS) if scores[1][0] != scores[1][1] else ()
    winner = scores[1].index(max(scores[1]))
    return {
        "vetoes": len(vetoes),
        "by_starter": first in users,
        "by_second": 1 - first in users,
        "tiles_before": [sum(turn < veto for turn in placements) for veto in vetoes],
        "on_stuck": [not _fits(states[veto]) for veto in vetoes],
        "stops": [moves[veto + 1] == layout.PASS for veto in vetoes],
        "won_later": winner == 1 - int(states[vetoes[1]].turn) if len(vetoes) == layout.SEATS and decided else None,
        "won_used": [seat == winner for seat in decided if seat in users],
        "won_kept": [seat == winner for seat in decided if seat not in users],
        "placed": placed,
        "passes": len(passes),
        "stuck": sum(int(states[turn].left[states[turn].turn]) > 0 for turn in passes),
        "goes_on": bool(passes and placements and passes[0] < placements[-1]),
        "all_placed": placed == layout.SEATS * layout.TILES,
        "left": int(end.left.sum()),
        "best": max(scores[1]),
        "last_tiles": sum(scores[1]) - sum(scores[0]),
    }


def _scores(state: State) -> list[int]:
    out = np.zeros((layout.SEATS, 1), np.int32)
    rules.scores(state, out)
    scores: list[int] = out[:, 0].tolist()
    return scores


def _fits(state: State) -> bool:
    """Whether the tile that a veto is decided on would have had a place."""
    allowed = state.copy()
    rules.play(allowed, layout.ALLOW)
    return bool(rules.count_places(allowed))
