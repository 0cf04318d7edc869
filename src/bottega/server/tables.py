"""All tables: laying them, finding their rooms, going on with them after a start."""

import asyncio
import gc
import logging
import re
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from bottega.i18n import _
from bottega.server import store as stores
from bottega.server.actions import NewTable
from bottega.server.errors import NotFound, TooMany
from bottega.server.guests import Guest
from bottega.server.laying import first_entries, laid, next_of_match, rematch_of
from bottega.server.machines import Machines
from bottega.server.rehearsal import rehearsal
from bottega.server.room import Room
from bottega.server.settings import Settings
from bottega.server.state import ID_BYTES
from bottega.server.store import Conflict, Store
from bottega.server.table import Table

logger = logging.getLogger("bottega.server")

IDLE = 600_000  # milliseconds after which a table that nobody watches leaves the memory
SWEEP = 60.0  # seconds between two looks for such tables

_ID = re.compile(r"[A-Za-z0-9_-]{8}")


class NoSuchTable(NotFound):
    """There is no table of this id."""


class Tables:
    """The rooms of the tables that are in use."""

    def __init__(self, store: Store, machines: Machines, settings: Settings, now: Callable[[], int] = stores.now) -> None:
        self.store, self.machines, self.now = store, machines, now
        self._settings = settings
        self._opened = now()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; it ends with the server."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("unexpected error in the background", exc_info=task.exception())

    # ---------------------------------------------------------------- laying

    async def lay(self, guest: Guest, wanted: NewTable) -> str:
        """Lay a table as a guest wants it; raises BottegaError with the reason why not. Its id."""
        data = laid(guest, wanted)
        if await self.store.open_tables(guest.id) >= self._settings.open_tables:
            raise TooMany(_("you have too many tables that are not over: play or leave some of them first"))
        table_id = secrets.token_urlsafe(ID_BYTES)
        self.machines.want(wanted.game)
        await self._lay(table_id, data)
        return table_id

    async def _lay(self, table_id: str, data: dict[str, Any]) -> None:
        table = Table(table_id)
        entries = first_entries(table, data, self.now())
        await self.store.append(table_id, entries, table.summary())
        await self._enter(Room(self, table))

    async def lay_following(self, table: Table) -> None:
        """Lay the next game of a match, or the rematch, unless that has been done."""
        for table_id, following in ((table.next, next_of_match), (table.rematch, rematch_of)):
            if table_id is not None and table_id not in self._rooms and await self.store.summary(table_id) is None:
                try:
                    await self._lay(table_id, following(table))
                except Conflict:
                    logger.info("table %s has been laid by somebody else", table_id)

    # ---------------------------------------------------------------- finding

    async def room(self, table_id: str) -> Room:
        """The room of a table, read from the log if it is not in memory; raises NoSuchTable."""
        room = self._rooms.get(table_id)
        if room is None and _ID.fullmatch(table_id):
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.create_task(self._load(table_id))
                self._loading[table_id].add_done_callback(lambda _task: self._loading.pop(table_id))
            room = await asyncio.shield(self._loading[table_id])
        if room is None:
            raise NoSuchTable(_("there is no such table"))
        room.used = self.now()
        return room

    async def _load(self, table_id: str) -> Room | None:
        table = await self.read(table_id)
        if not table.seq:
            return None
        await self.lay_following(table)
        return await self._enter(Room(self, table))

    async def read(self, table_id: str) -> Table:
        """The table as the log has it; without any event if there is none."""
        table = Table(table_id)
        for entry in await self.store.entries(table_id):
            table.apply(entry)
        return table

    async def _enter(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        await room.begin(is_new_start=room.table.updated < self._opened)
        return room

    # ---------------------------------------------------------------- from start to end

    async def resume(self) -> None:
        """After a start: go on with the tables where a clock runs or a machine is to move."""
        self.spawn(self._sweep())
        if self._settings.is_eager:
            self.spawn(self._rehearse())
        for table_id in await self.store.unfinished():
            summary = await self.store.summary(table_id)
            if summary is not None and (summary.clock["kind"] != "none" or not summary.deciding):
                await self.room(table_id)

    async def _rehearse(self) -> None:
        """Step by step in another thread: answers and the end of the server do not wait for all of it."""
        steps, end = rehearsal(), object()
        while await asyncio.to_thread(next, steps, end) is not end:
            pass
        gc.collect()
        gc.freeze()  # all that was loaded is there to stay: looking through it again and again would take 200 ms each time

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.forget_idle()

    def forget_idle(self) -> None:
        """Forget the tables that nobody has used for a while."""
        before = self.now() - IDLE
        self._rooms = {table_id: room for table_id, room in self._rooms.items() if not room.is_idle or room.used > before}

    async def close(self) -> None:
        """Before the server ends: stop the clocks, and whatever is under way."""
        for room in list(self._rooms.values()):
            await room.pause()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
