"""A table in use: those who watch it, its clock and its machines.

An action is decided, stored, applied and then announced, one at a time. What is in memory is a cache of the log.
"""

import asyncio
import logging
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Protocol

from bottega.i18n import _
from bottega.server.actions import Action
from bottega.server.errors import NotNow, RequestError
from bottega.server.guests import Guest
from bottega.server.machines import MachineError
from bottega.server.seeing import Seeing
from bottega.server.store import Conflict, Entry
from bottega.server.table import Table

if TYPE_CHECKING:
    from bottega.server.tables import Tables

logger = logging.getLogger("bottega.server")

AGAIN = 5.0  # seconds after which a machine that could not answer is asked again


class Watcher(Protocol):
    """Somebody who wants to know what happens at a table."""

    @property
    def guest(self) -> Guest: ...

    def tell(self, table: Table) -> None:
        """Something has happened. Called at every event, before the next one."""


class Room:
    """A table, and everything around it that is not in the log."""

    def __init__(self, tables: "Tables", table: Table) -> None:
        self._tables = tables
        self.table = table
        self.seeing = Seeing()
        self.watchers: list[Watcher] = []
        self.used = tables.now()
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None

    # ---------------------------------------------------------------- who watches

    @property
    def online(self) -> set[str]:
        """The guests who are here."""
        return {watcher.guest.id for watcher in self.watchers}

    def enter(self, watcher: Watcher) -> None:
        """Somebody comes to watch."""
        was_here = watcher.guest.id in self.online
        self.watchers.append(watcher)
        if not was_here:
            self._announce()

    def leave(self, watcher: Watcher) -> None:
        """Somebody goes."""
        self.watchers.remove(watcher)
        self.used = self._tables.now()
        if watcher.guest.id not in self.online:
            self._announce()

    def _announce(self) -> None:
        for watcher in self.watchers:
            watcher.tell(self.table)

    def scene(self, guest: Guest, theme: str = "", look: int | None = None, known: int | None = None) -> dict[str, Any]:
        """What this guest sees now; see `Seeing.scene`."""
        now, eyes = self._tables.now(), theme or guest.theme
        return self.seeing.scene(
            self.table, guest.id, now, look=look, known=known, online=self.online, theme=eyes, is_warming=self._is_warming
        )

    @property
    def _is_warming(self) -> bool:
        """Whether the machine that is to move has yet to get ready: compiling takes a while, once."""
        return bool(self.table.thinking) and not self._tables.machines.is_ready(self.table.laid["game"])

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost by forgetting it: the log has it all."""
        return not self.watchers and not self._lock.locked() and self._thinking is None and self.table.deadline is None

    # ---------------------------------------------------------------- what happens

    async def act(self, guest: Guest, action: Action) -> int:
        """Do what a guest asks for; raises RequestError with the reason why not. The number of the last event."""

        async def do() -> int:
            async with self._lock:
                self.used = now = self._tables.now()
                await self._happen(self.table.time_up(now))  # the timer may be late
                await self._happen(self.table.decide(guest, action, now))
                return self.table.seq

        return await asyncio.shield(asyncio.ensure_future(do()))  # whoever asked may go: what has begun is finished

    async def begin(self, is_new_start: bool) -> None:
        """It has been read from the log: go on with it. After a new start of the server its clock has stood still."""
        async with self._lock:
            if is_new_start and self.table.deadline is not None:
                await self._happen(self.table.resumed(self._tables.now()))
            else:
                self._go_on()

    async def pause(self) -> None:
        """The server is going: what a running clock has counted until now is not lost."""
        self._stop_clock()
        if self._thinking is not None:
            self._thinking.cancel()
        async with self._lock:
            if self.table.deadline is not None:
                paused = self.table.paused(self._tables.now())
                await self._tables.store.append(self.table.id, paused, self.table.summary())

    async def _happen(self, entries: Sequence[Entry]) -> None:
        """Store events, let them happen, and then tell everybody."""
        if not entries:
            return
        after = self.table.copy()
        for entry in entries:
            after.apply(entry)
        try:
            await self._tables.store.append(after.id, entries, after.summary())
        except Conflict:  # somebody else wrote to the log: it is right, and we are not
            self.table = await self._tables.read(after.id)
            self._go_on()
            self._announce()
            raise NotNow(_("the game has moved on since: look again")) from None
        await self._tables.lay_following(after)
        self.table = after
        self._go_on()
        self._announce()

    def _go_on(self) -> None:
        """Set the clock, and let the machine think whose turn it is."""
        self._stop_clock()
        deadline = self.table.deadline
        if deadline is not None:
            seconds = max(0, deadline - self._tables.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._tables.spawn(self.watch_clock()))
        if self.table.thinking and self._thinking is None:
            self._thinking = self._tables.spawn(self._think())

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def watch_clock(self) -> None:
        """See whether the time of the seat to decide is up."""
        async with self._lock:
            await self._happen(self.table.time_up(self._tables.now()))

    # ---------------------------------------------------------------- machines

    async def _think(self) -> None:
        """Let machines decide as long as it is their turn."""
        try:
            while player := self.table.thinking:
                try:
                    await self._machine_turn(player)
                except (MachineError, RequestError):
                    logger.exception("machine %s at table %s, after %s moves", player, self.table.id, self.table.ply)
                    await asyncio.sleep(AGAIN)
        finally:
            self._thinking = None

    async def _machine_turn(self, player: str) -> None:
        table = self.table
        view = self.seeing.view(table, table.seat)
        move = await self._tables.machines.choose(player, view, seed_of(table.id, table.ply))
        async with self._lock:
            if self.table.moved == table.moved and self.table.thinking == player:  # else it was taken back meanwhile, or is over
                await self._happen(self.table.machine_plays(move, self._tables.now()))


def seed_of(table: str, ply: int) -> int:
    """What a machine at this table is given instead of chance: it would choose the same move again."""
    return int.from_bytes(blake2b(f"{table} {ply}".encode(), digest_size=8).digest())
