"""Whoever chooses moves, by name."""

import difflib
import secrets
from collections.abc import Callable

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.players.player import Candidate, Player
from bottega.players.random import RandomPlayer

__all__ = ["PLAYERS", "Candidate", "Player", "player"]

#: Who can be asked for: a name and what makes the player from a seed.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
}


def player(name: str, seed: int | None = None) -> Player:
    """The player of that name. The same seed and the same views give the same moves."""
    if name not in PLAYERS:
        near = difflib.get_close_matches(name, PLAYERS, 1)
        hint = _(" Did you mean {name}?").format(name=near[0]) if near else ""
        raise BottegaError(
            _("there is no player {name!r}: the players are {players}.").format(name=name, players=", ".join(PLAYERS)) + hint
        )
    return PLAYERS[name](secrets.randbits(64) if seed is None else seed)
