"""All that a report rests on, and how it speaks about it."""

from collections.abc import Callable
from dataclasses import dataclass

from bottega.arena import Outcome
from bottega.bench import Playouts
from bottega.game import Game
from bottega.i18n import _
from bottega.kernels import Ints
from bottega.report.charts import ACCENT, QUIET, Series
from bottega.report.gather import Games
from bottega.report.page import paragraph
from bottega.report.study import Study


@dataclass(frozen=True)
class Data:
    """The games played for a report, and what was measured beside them."""

    game: Game
    study: Study
    random: Games
    player: Games
    ways: dict[str, Games]
    ladder: list[Outcome]
    speed: Playouts
    machine: str
    seed: int

    @property
    def sources(self) -> tuple[tuple[str, str, Games], ...]:
        """What the two kinds of games are called, the colour that stands for them, and the games."""
        return (_("random play"), QUIET, self.random), (self.player.player, ACCENT, self.player)

    @property
    def seats(self) -> int:
        return int(self.random.points.shape[2])

    @property
    def legend(self) -> list[tuple[str, str]]:
        return [(label, colour) for label, colour, _games in self.sources]

    def series(self, read: Callable[[Games], Ints]) -> list[Series]:
        return [Series(label, colour, read(games).ravel()) for label, colour, games in self.sources]


def rests(data: Data) -> str:
    """How many games, by whom, a section rests on."""
    text = _("From {random:,} random games and {games:,} games that {player} plays in all seats.").format(
        random=len(data.random), games=len(data.player), player=data.player.player
    )
    if data.player.free:
        text += " " + _("The first {free} moves of the latter are random too, so that no two games are alike.").format(
            free=data.player.free
        )
    return paragraph(text, "rests")


def order_names(seats: int) -> list[str]:
    return [_("who starts"), _("second"), _("third"), _("fourth")][:seats]
