"""Several games that count as one (T10)."""

from collections.abc import Sequence

from bottega.errors import BottegaError
from bottega.game import Game, Position
from bottega.i18n import _


class Match:
    """The games of a match, to be started in order: `[game.start() for game in Match(bottega.game("toscana")).games]`."""

    def __init__(self, first: Game) -> None:
        if first.spec.match is None:
            raise BottegaError(_("{game} is played game by game, not in matches").format(game=first.spec.title))
        self.games = tuple(Game(first.spec, options) for options in first.spec.match(first.options))

    def result(self, positions: Sequence[Position]) -> str:
        """The result text of the match: who won more games, then who has the higher total, else `draw`; `*` while it runs."""
        if len(positions) > len(self.games):
            raise BottegaError(_("a match has {games} games, not {given}").format(games=len(self.games), given=len(positions)))
        if len(positions) < len(self.games) or not all(position.is_over for position in positions):
            return "*"
        seats = range(len(positions[0].seats))
        standing = [
            (
                sum(position.winners == (seat,) for position in positions),
                sum(position.scores()[seat][0] for position in positions),
            )
            for seat in seats
        ]
        leaders = [seat for seat in seats if standing[seat] == max(standing)]
        return "draw" if len(leaders) == len(seats) else "+".join(map(str, leaders))
