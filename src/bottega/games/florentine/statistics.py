"""What a report on Florentine Dominoes asks of played games, and how often each rule of it matters."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bottega.bits import amount
from bottega.games.florentine import layout, rules
from bottega.i18n import _
from bottega.kernels import Ints, State
from bottega.spec import Options

#: The tones of a report in light and dark: for the games of a sensible player, and for random ones.
ACCENT, QUIET = ("#9e2238", "#e0697c"), ("#27548f", "#7ea6dc")

_LETTERS = "RBGO"


def paints() -> dict[str, str]:
    """The colour of each seat by its name."""
    return {_("Red"): "#a8283f", _("Blue"): "#2a5a9a", _("Green"): "#2f7d4e", _("Ochre"): "#c58f22"}


def ways() -> dict[str, dict[str, str]]:
    """The ways to play that are worth comparing, as changes of the options."""
    return {_("two players"): {"players": "2"}, _("three players"): {"players": "3"}, _("four players"): {"players": "4"}}


def note(options: Options) -> str:
    """What every reader has to know first: the pictures of the original cards are lost (D2)."""
    if options.get("cards") != "reconstruction" or "deck" in options:
        return ""
    return _("What the original cards looked like is lost. The deck here is a reconstruction; see the rules.")


def castings(options: Options) -> list[dict[str, str]]:
    """The same game with the colours going round, so that each sits in each seat (D4)."""
    players = int(options["players"])
    return [{**options, "colours": (_LETTERS * 2)[first : first + players]} for first in range(len(_LETTERS))]


def starter(options: Options) -> int:
    """The seat that begins (D4)."""
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
        _("Cards, discards and redeals"): {
            "placed": _("cards placed in the square, of 49 cells"),
            "discards": _("cards discarded in a game"),
            "forced": _("of these because no card of the hand fitted"),
            "redeals": _("redeals in a game"),
            "has_redeal": _("games with a redeal"),
        },
        _("Cross and pool"): {
            "has_cross": _("games in which the cross is completed"),
            "cross": _("move that completes the cross"),
            "pool": _("moves made from the open pool"),
            "pool_stones": _("stones closed from the open pool on, before the black cards"),
        },
        _("Black cards"): {
            "blacks": _("black cards placed in a game"),
            "declined": _("declined although there was a place"),
            "no_place": _("declined for lack of a place"),
            "black_stones": _("stones that a black card closes"),
            "useless": _("black cards that close no stone"),
            "black_decides": _("games in which the black cards change who wins"),
        },
        _("Stones"): {
            "stones": _("stones closed by all players together"),
            "none": _("games in which nobody closes a stone"),
        },
    }


def count(states: Sequence[State], moves: Sequence[int]) -> dict[str, bool | float | Sequence[float] | None]:
    """The answers for one game, given the state before each move and at the end.

    True or False: whether it happened; a number: for the game; a list: one of either for each time it happened; None: it
    did not come to that.
    """
    blacks = [turn for turn, state in enumerate(states[:-1]) if state.stage == layout.BLACK_CARDS]
    pool = [turn for turn, state in enumerate(states[:-1]) if state.stage == layout.OPEN_POOL]
    discards = [turn for turn, move in enumerate(moves) if layout.DISCARD <= move < layout.BLACK]
    cross = next((turn for turn, state in enumerate(states) if rules.cross_is_complete(state)), None)
    before, after = _scores(states[blacks[0]]), _scores(states[-1])
    pool_from = pool[0] if pool else blacks[0]
    closed = [
        float(_scores(states[turn + 1])[seat] - _scores(states[turn])[seat])
        for turn in blacks
        if moves[turn] != layout.DECLINE
        for seat in [int(states[turn].turn)]
    ]
    has_place = [any(rules.black_places(states[turn], side) for side in range(4)) for turn in blacks]
    redeals = sum(_redeals(state, following) for state, following in pairwise(states))
    return {
        "placed": amount(states[-1].filled),
        "discards": len(discards),
        "forced": sum(not rules.any_fits(states[turn], rules.usable(states[turn])) for turn in discards),
        "redeals": redeals,
        "has_redeal": redeals > 0,
        "has_cross": cross is not None,
        "cross": cross,
        "pool": len(pool),
        "pool_stones": sum(before) - sum(_scores(states[pool_from])),
        "blacks": len(closed),
        "declined": sum(moves[turn] == layout.DECLINE and place for turn, place in zip(blacks, has_place, strict=True)),
        "no_place": sum(not place for place in has_place),
        "black_stones": closed,
        "useless": [stones == 0 for stones in closed],
        "black_decides": _winners(before) != _winners(after),
        "stones": sum(after),
        "none": sum(after) == 0,
    }


def _redeals(state: State, following: State) -> int:
    """How often the hands were dealt anew after the move between two states (D8).

    The mover draws one card; whatever else is gone from the stock was dealt, four cards to a seat as long as there were any.
    """
    if state.stage != layout.HIDDEN_STOCK:
        return 0
    dealt = int(state.left) - 1 - int(following.left)
    return -(-dealt // (layout.HAND * int(state.players)))


def _scores(state: State) -> list[int]:
    out = np.zeros((int(state.players), 1), np.int32)
    rules.scores(state, out)
    scores: list[int] = out[:, 0].tolist()
    return scores


def _winners(scores: list[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]
