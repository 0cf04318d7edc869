"""Whoever chooses moves, by name.

random            any legal move
greedy            looks one move ahead
mcts:5000         searches with 5000 simulations a move
mcts:200ms        searches for 200 milliseconds a move (also mcts:1s)
uct:5000          the same without any knowledge of the game: plain UCT
garzone apprendista lavorante artigiano maestro     five levels for people, from beginner to master
"""

import difflib
import re
import secrets
from collections.abc import Callable

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.players.external import ExternalPlayer
from bottega.players.greedy import GreedyPlayer
from bottega.players.levels import LEVELS
from bottega.players.player import Candidate, Player
from bottega.players.random import RandomPlayer
from bottega.players.searching import Limit, SearchingPlayer
from bottega.search import Settings

__all__ = ["PLAYERS", "Candidate", "Player", "player"]

#: Who can be asked for: a name and what makes the player from a seed.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    **LEVELS,
}
ENGINE = "engine:"
_SEARCH = re.compile(r"(mcts|uct):([0-9]{1,9})(ms|s)?")


def player(name: str, seed: int | None = None) -> Player:
    """The player of that name. The same seed and the same views give the same moves, unless it is limited by time."""
    seed = secrets.randbits(64) if seed is None else seed
    if name in PLAYERS:
        return PLAYERS[name](seed)
    if name.startswith(ENGINE):
        return ExternalPlayer.named(name.removeprefix(ENGINE), seed)
    found = _SEARCH.fullmatch(name)
    if found and int(found[2]) > 0:
        number = int(found[2])
        limit = Limit(simulations=number) if not found[3] else Limit(seconds=number / (1000 if found[3] == "ms" else 1))
        return SearchingPlayer(limit, seed, Settings() if found[1] == "uct" else None)
    near = difflib.get_close_matches(name, [*PLAYERS, "mcts:5000", "mcts:200ms"], 1)
    hint = _(" Did you mean {name}?").format(name=near[0]) if near else ""
    others = "mcts:5000 (simulations), mcts:200ms (time), engine:COMMAND"
    reason = _("there is no player {name!r}: the players are {players}.")
    raise BottegaError(reason.format(name=name[:60], players=", ".join([*PLAYERS, others])) + hint)
