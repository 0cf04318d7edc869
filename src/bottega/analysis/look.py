"""Looks at positions: what a search of a given strength finds, from what one seat can know and nothing else."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

from bottega.analysis.worth import Worth, weighted_mean, worth_at_end, worth_of_games
from bottega.errors import BottegaError
from bottega.game import Position, View
from bottega.i18n import _
from bottega.players import player
from bottega.players.searching import Limit, SearchingPlayer
from bottega.search import Search, Settings
from bottega.search.search import Found

SHARPNESS = 1.5  # how much more a move counts that was visited more: 1 is the mean over all games, a large number the best move
REMEMBERED = 64  # looks that need not be taken again: more than one decision asks for


@dataclass(frozen=True)
class Look:
    """What one search found."""

    found: tuple[Found, ...]  # most visited first
    simulations: int
    worth: Worth


class Eyes:
    """Whoever looks, always in the same way: one view, one answer.

    Chance comes from the seed and from the view alone, so that positions that a seat cannot tell apart are judged alike.
    """

    def __init__(self, limit: Limit, seed: int = 0, settings: Settings | None = None) -> None:
        self.limit, self.seed, self.settings = limit, seed, settings
        self._looks: dict[tuple[int, int], Look] = {}  # oldest first

    @staticmethod
    def of_player(name: str, seed: int = 0) -> "Eyes":
        """Look as the player of that name does when it thinks about a move; it must be one that searches."""
        found = player(name, seed)
        if not isinstance(found, SearchingPlayer):
            raise BottegaError(
                _("an analysis needs a player who searches, such as mcts:1000, and {name!r} does not").format(name=name[:60])
            )
        return Eyes(found.limit, seed, found.settings)

    def chance(self, view: View, purpose: str = "") -> int:
        """A seed that depends on what is seen, who sees it and what it is for."""
        digest = hashlib.sha256(f"{self.seed} {view.viewer} {purpose} ".encode() + view.to_bytes())
        return int.from_bytes(digest.digest()[:8], "big")

    def look(self, view: View, parts: int = 1, number: int = 0) -> Look:
        """Search from what the view shows, with that fraction of the limit. Looks of other numbers have other random games."""
        key = (self.chance(view, f"look {number}" if number else ""), parts)
        if key not in self._looks:
            search = Search(self.settings or Settings(**view.spec.search), key[0])
            search.think(view, *self._part(self.limit.in_game(view.spec), parts))
            found = search.found(view)
            self._looks[key] = Look(tuple(found), search.simulations, worth_of_found(found))
            if len(self._looks) > REMEMBERED:
                del self._looks[next(iter(self._looks))]
        return self._looks[key]

    def worth(self, position: Position, parts: int = 1, number: int = 0) -> Worth:
        """What a position is worth to all seats, as whoever decides there sees it."""
        return worth_at_end(position) if position.is_over else self.look(position.view(position.seat), parts, number).worth

    @staticmethod
    def _part(limit: Limit, parts: int) -> tuple[int | None, float | None]:
        simulations, seconds = limit.simulations, limit.seconds
        return (
            None if simulations is None else max(1, simulations // parts),
            None if seconds is None else seconds / parts,
        )


def worth_of_found(found: Sequence[Found]) -> Worth:
    """What the position is worth, a move counting by its visits to the power of `SHARPNESS`.

    The mean over all games would be spoilt by moves that were tried only to see how bad they are; the best move alone
    would be chance while each has few visits. `docs/analysis.md` has the measurement.
    """
    tried = [each for each in found if each.visits]
    shares = [each.visits**SHARPNESS for each in tried]
    total = math.fsum(shares)
    weights = [share / total for share in shares]
    games = 1.0 / math.fsum(weight**2 / each.visits for weight, each in zip(weights, tried, strict=True))
    return worth_of_games(
        weighted_mean(weights, [each.wins for each in tried]), weighted_mean(weights, [each.points for each in tried]), games
    )
