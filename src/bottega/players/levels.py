"""Five players for people, named after the ranks of a workshop."""

from collections.abc import Callable
from functools import partial

from bottega.players.greedy import GreedyPlayer
from bottega.players.player import Player
from bottega.players.searching import Limit, SearchingPlayer
from bottega.search import Settings

LONGEST = 1.0  # seconds that a level thinks about a move at the most

#: From the beginner, who knows nothing and tries a few random games, to the master, who knows the game and searches.
LEVELS: dict[str, Callable[[int], Player]] = {
    "garzone": partial(SearchingPlayer, Limit(20, LONGEST), settings=Settings()),
    "apprendista": partial(SearchingPlayer, Limit(200, LONGEST), settings=Settings()),
    "lavorante": GreedyPlayer,
    "artigiano": partial(SearchingPlayer, Limit(500, LONGEST)),
    "maestro": partial(SearchingPlayer, Limit(6000, LONGEST)),
}
