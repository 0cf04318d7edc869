"""Players who search."""

from dataclasses import dataclass

from bottega.game import View
from bottega.players.habits import Acquaintance
from bottega.players.player import Candidate
from bottega.search import Search, Settings
from bottega.spec import GameSpec


@dataclass(frozen=True)
class Limit:
    """How long to think about a move: so many simulations, so many seconds, or whichever comes first."""

    simulations: int | None = None
    seconds: float | None = None

    def in_game(self, spec: GameSpec) -> "Limit":
        """What that is in this game."""
        return self


class SearchingPlayer:
    """Thinks about every move up to a limit. Without `settings` it searches as the game itself advises.

    Where the settings give weight to the habits of others, it gets to know them while it plays.
    """

    def __init__(self, limit: Limit, seed: int, settings: Settings | None = None) -> None:
        self.limit, self.seed, self.settings = limit, seed, settings
        self._search: Search | None = None
        self._others = Acquaintance(seed)

    def choose(self, view: View) -> str:
        by_looks = self._others.watch(view) if self._advised(view).habit > 0.0 else 0.0
        legal = view.legal()
        if len(legal) == 1:
            return view.spec.move_name(view.state, legal[0])
        return view.spec.move_name(view.state, self._think(view, settle=True, by_looks=by_looks).best(view))

    def analyse(self, view: View) -> list[Candidate]:
        """What is good against anybody: habits of the others count for nothing here."""
        search = self._think(view)
        return [
            Candidate(view.spec.move_name(view.state, found.move), found.visits, found.wins, found.points)
            for found in search.found(view)
        ]

    def _advised(self, view: View) -> Settings:
        return self.settings or Settings(**view.spec.search)

    def _think(self, view: View, settle: bool = False, by_looks: float = 0.0) -> Search:
        if self._search is None:
            self._search = Search(self._advised(view), self.seed)
        limit = self.limit.in_game(view.spec)
        self._search.think(view, limit.simulations, limit.seconds, settle, by_looks)
        return self._search
