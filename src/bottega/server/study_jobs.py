"""Analyses of whole games under way: who asked, how far they are, what came of them."""

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bottega.game import Position
from bottega.i18n import LANGUAGES, _
from bottega.record import Record
from bottega.server.errors import Forbidden, NotNow, RequestError, TooMany
from bottega.server.guests import Guest
from bottega.server.machines import MachineError, Machines
from bottega.server.store import Store
from bottega.server.study_analysis import EYES, kept, kept_look, key_of

logger = logging.getLogger("bottega.server")

MOST_RUNS = 32  # games that are analysed at the same time; they take turns
MOST_OF_A_GUEST = 3


@dataclass(eq=False)
class Run:
    """The analysis of one game under way."""

    guest: str  # who asked for it
    total: int
    decisions: list[dict[str, Any]] = field(default_factory=list)
    reason: str = ""  # why it failed
    task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()


class Analyses:
    """What was found out about games and positions. The same game is analysed once, whoever studies it."""

    def __init__(self, store: Store, machines: Machines) -> None:
        self._store, self._machines = store, machines
        self._looking: Counter[str] = Counter()  # positions that machines look at, by who asked
        self._runs: dict[str, Run] = {}  # by key: those under way, and those that failed

    async def found(self, record: Record) -> tuple[list[dict[str, Any]], bool]:
        """The decisions as far as they have been judged, and whether that is all of them."""
        key = key_of("game", record.replay())
        run = self._runs.get(key)
        if run is not None:
            return list(run.decisions), False
        stored: list[dict[str, Any]] | None = await self._store.analysis(key)
        return stored or [], bool(stored)

    async def progress(self, record: Record) -> dict[str, Any]:
        """How far the analysis of a game is."""
        key = key_of("game", record.replay())
        run = self._runs.get(key)
        if run is not None:
            state = "running" if run.is_running else "failed"
            return {"state": state, "done": len(run.decisions), "total": run.total, "reason": run.reason}
        is_done = await self._store.analysis(key) is not None
        total = len(record.moves)
        return {"state": "done" if is_done else "none", "done": total if is_done else 0, "total": total, "reason": ""}

    async def start(self, guest: Guest, record: Record) -> None:
        """Have a game analysed, unless that has been done or is being done."""
        if not record.moves:
            raise RequestError(_("there is no move to analyse"))
        key = key_of("game", record.replay())
        old = self._runs.get(key)
        if (old is not None and old.is_running) or (old is None and await self._store.analysis(key) is not None):
            return
        running = [run for run in self._runs.values() if run.is_running]
        if len(running) >= MOST_RUNS or sum(run.guest == guest.id for run in running) >= MOST_OF_A_GUEST:
            raise TooMany(_("other games are being analysed: please wait until one of them is done"))
        for other in [other for other, run in self._runs.items() if not run.is_running]:
            del self._runs[other]
        run = self._runs[key] = Run(guest.id, len(record.moves))
        run.task = asyncio.create_task(self._go(key, run, record))

    async def _go(self, key: str, run: Run, record: Record) -> None:
        try:
            async for judged in self._machines.judge(record, EYES, LANGUAGES):
                run.decisions.append(kept(judged))
            await self._store.save_analysis(key, run.decisions)
        except MachineError as error:
            run.reason = str(error)
        except Exception:
            logger.exception("unexpected error in an analysis")
            run.reason = _("something went wrong here, and it has been written down")
        else:
            del self._runs[key]

    def stop(self, guest: Guest, record: Record) -> None:
        """Interrupt an analysis; whoever asked for it may do that."""
        key = key_of("game", record.replay())
        run = self._runs.get(key)
        if run is None or run.task is None or not run.is_running:
            raise NotNow(_("this game is not being analysed"))
        if run.guest != guest.id:
            raise Forbidden(_("somebody else asked for this analysis, and waits for it"))
        run.task.cancel()
        del self._runs[key]

    # ---------------------------------------------------------------- single positions

    async def known(self, position: Position) -> dict[str, Any] | None:
        """What is known about the best moves of a position; None: nothing."""
        found: dict[str, Any] | None = await self._store.analysis(key_of("look", position))
        return found

    async def look(self, guest: Guest, position: Position) -> dict[str, Any]:
        """The same; if nothing is known, a machine looks at it now. The game is not over there."""
        data = await self.known(position)
        if data is not None:
            return data
        if self._looking[guest.id] >= MOST_OF_A_GUEST:
            raise TooMany(_("the machine still looks at other positions: please wait a moment"))
        self._looking[guest.id] += 1
        try:
            data = kept_look(await self._machines.look(position.view(position.seat), EYES, LANGUAGES))
        finally:
            self._looking[guest.id] -= 1
        await self._store.save_analysis(key_of("look", position), data)
        return data

    async def close(self) -> None:
        """Interrupt everything."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
