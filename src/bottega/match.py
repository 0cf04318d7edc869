"""Several games that count as one (T10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bottega.errors import BottegaError
from bottega.game import Game, Position
from bottega.i18n import _


@dataclass(frozen=True)
class Finished:
    """What a game that is over counts in a match."""

    winners: tuple[int, ...]
    points: tuple[int, ...]  # [seat] the first number of the score


def wins(games: Sequence[Finished]) -> tuple[int, ...]:
    """How many of these games each seat has won alone."""
    return tuple(sum(game.winners == (seat,) for game in games) for seat in range(len(games[0].points))) if games else ()


def outcome(games: Sequence[Finished]) -> str:
    """The result text of a match with all these games: who won more of them, then who has the higher total, else `draw`."""
    totals = (sum(points) for points in zip(*(game.points for game in games), strict=True))
    standing = list(zip(wins(games), totals, strict=True))
    leaders = [seat for seat, score in enumerate(standing) if score == max(standing)]
    return "draw" if len(leaders) == len(standing) else "+".join(map(str, leaders))


class Match:
    """The games of a match, to be started in order: `[game.start() for game in Match(bottega.game("toscana")).games]`."""

    def __init__(self, first: Game) -> None:
        if first.spec.match is None:
            raise BottegaError(_("{game} is played game by game, not in matches").format(game=first.spec.title))
        self.games = tuple(Game(first.spec, options) for options in first.spec.match(first.options))

    def result(self, positions: Sequence[Position]) -> str:
        """The result text of the match; `*` while it runs."""
        if len(positions) > len(self.games):
            raise BottegaError(_("a match has {games} games, not {given}").format(games=len(self.games), given=len(positions)))
        if len(positions) < len(self.games) or not all(position.is_over for position in positions):
            return "*"
        return outcome([Finished(position.winners, tuple(score[0] for score in position.scores())) for position in positions])
