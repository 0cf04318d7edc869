"""Machines think in processes of their own, so that the server never waits for them.

Some answer quickly: moves and hints, about a second each. Others, of low priority, have time: one analyses games, decision by
decision, so that several games take turns, and one makes films.
"""

import os
from collections.abc import AsyncIterator

from bottega.analysis import ExplainedMove
from bottega.game import View
from bottega.record import Record, write
from bottega.server.crew import Crew, MachineError
from bottega.server.films import Films
from bottega.server.thinker import HOUSE, Judged, Looked, warm_up_steps

__all__ = ["HOUSE", "MachineError", "Machines"]

LOW_PRIORITY = 15  # niceness of those who have time


def default_processes() -> int:
    """All cores but one, which is for the server itself."""
    return max(1, (os.cpu_count() or 1) - 1)


class Machines:
    """Whoever thinks for the house. Everything asked for raises MachineError if it cannot be had."""

    def __init__(self, processes: int | None = None, is_eager: bool = True) -> None:
        """`is_eager`: warm up all games at once, so that the first move of a game is answered quickly."""
        self._quick = Crew(processes or default_processes(), steps=warm_up_steps() if is_eager else ())
        self._analysts = Crew(1, LOW_PRIORITY)
        self._painters = Crew(1, LOW_PRIORITY)
        self._films = Films(self._painters)
        self._crews = (self._quick, self._analysts, self._painters)

    async def start(self) -> None:
        for crew in self._crews:
            crew.start()

    async def close(self) -> None:
        """Leave no process, and nobody waiting."""
        for crew in self._crews:
            await crew.close()

    # ---------------------------------------------------------------- quick answers, from what a seat sees

    async def choose(self, player: str, view: View, seed: int) -> str:
        """The move of a player of the house."""
        move: str = await self._quick.do("choose", view.spec.name, name=player, view=view, seed=seed)
        return move

    async def hint(self, view: View) -> list[ExplainedMove]:
        """The best moves with chances and reasons, after a second."""
        moves: list[ExplainedMove] = await self._quick.do("hint", view.spec.name, view=view)
        return moves

    def want(self, game: str) -> None:
        """Somebody is going to play this game: warm it up first."""
        self._quick.want(game)

    def is_ready(self, game: str) -> bool:
        """Whether a move of this game is answered at once; if not, a machine is warming up."""
        return self._quick.is_warm(game)

    # ---------------------------------------------------------------- what takes its time, of games that are over

    async def judge(self, record: Record, eyes: str, languages: tuple[str, ...]) -> AsyncIterator[Judged]:
        """Every decision of a complete record, one after another."""
        text = write(record)
        for number in range(1, len(record.moves) + 1):
            yield await self._analysts.do("judge_move", text=text, number=number, name=eyes, languages=languages)

    async def look(self, view: View, eyes: str, languages: tuple[str, ...]) -> Looked:
        """The best moves of a position that is studied."""
        found: Looked = await self._analysts.do("look", view=view, name=eyes, languages=languages)
        return found

    async def film(self, record: Record, theme: str) -> bytes:
        """A complete record as a GIF."""
        return await self._films.film(record, theme)

    @property
    def processes(self) -> list[int]:
        """The ids of all processes, for those who watch them."""
        return [process for crew in self._crews for process in crew.processes]
