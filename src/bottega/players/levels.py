"""Five players for people, named after the ranks of a workshop."""

from collections.abc import Callable
from functools import partial

from bottega.players.player import Player
from bottega.players.searching import Limit, SearchingPlayer

#: Simulations a move of each rank, and never more than a second.
SIMULATIONS = {"garzone": 10, "apprendista": 40, "lavorante": 160, "artigiano": 640, "maestro": 2560}
LEVELS: dict[str, Callable[[int], Player]] = {
    name: partial(SearchingPlayer, Limit(simulations, seconds=1.0)) for name, simulations in SIMULATIONS.items()
}
