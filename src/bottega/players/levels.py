"""Five players for people, named after the ranks of a workshop."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bottega.players.greedy import GreedyPlayer
from bottega.players.player import Player
from bottega.players.searching import Limit, SearchingPlayer
from bottega.search import Settings
from bottega.spec import GameSpec

LONGEST = 1.0  # seconds that a level thinks about a move at the most

#: An idea of what a position is worth, after a few random moves and without looking for good ones.
ROUGH = Settings(ripe=1, cutoff=4, points=0.5, spread=1.5)


@dataclass(frozen=True)
class Craft(Limit):
    """As many simulations as make a craftsman: how many, differs from game to game."""

    def in_game(self, spec: GameSpec) -> Limit:
        return Limit(spec.craft, self.seconds)


#: From the beginner, who knows nothing and tries a few random games, to the master, who knows the game and searches.
LEVELS: dict[str, Callable[[int], Player]] = {
    "garzone": partial(SearchingPlayer, Limit(20, LONGEST), settings=Settings(ripe=1)),
    "apprendista": partial(SearchingPlayer, Limit(30, LONGEST), settings=ROUGH),
    "lavorante": GreedyPlayer,
    "artigiano": partial(SearchingPlayer, Craft(seconds=LONGEST)),
    "maestro": partial(SearchingPlayer, Limit(300_000, LONGEST)),
}
