"""Players who search."""

from dataclasses import dataclass

from bottega.game import View
from bottega.players.player import Candidate
from bottega.search import Search, Settings


@dataclass(frozen=True)
class Limit:
    """How long to think about a move: so many simulations, so many seconds, or whichever comes first."""

    simulations: int | None = None
    seconds: float | None = None


class SearchingPlayer:
    """Thinks about every move up to a limit. Without `settings` it searches as the game itself advises."""

    def __init__(self, limit: Limit, seed: int, settings: Settings | None = None) -> None:
        self.limit, self.seed, self.settings = limit, seed, settings
        self._search: Search | None = None

    def choose(self, view: View) -> str:
        legal = view.legal()
        if len(legal) == 1:
            return view.spec.move_name(view.state, legal[0])
        return view.spec.move_name(view.state, self._think(view, settle=True).best(view))

    def analyse(self, view: View) -> list[Candidate]:
        search = self._think(view)
        return [
            Candidate(view.spec.move_name(view.state, found.move), found.visits, found.wins, found.points)
            for found in search.found(view)
        ]

    def _think(self, view: View, settle: bool = False) -> Search:
        if self._search is None:
            settings = self.settings or Settings(**view.spec.search)
            self._search = Search(settings, self.seed)
        self._search.think(view, self.limit.simulations, self.limit.seconds, settle)
        return self._search
