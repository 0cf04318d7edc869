"""The store: what has been written is there after whatever happens to the server."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.server.store.engine import open_engine
from bottega.server.store.migrate import migrate
from bottega.server.store.rows import Entry, GuestRow, Study, Summary
from bottega.server.store.schema import analyses, events, guests, sitting, studies, tables
from bottega.server.store.writer import Writer

Answer = TypeVar("Answer")

READERS = 4
WAITING, RUNNING, OVER = "waiting", "running", "over"
OPEN_FOR = 7 * 86_400_000  # milliseconds that a table waits in the lobby for people to sit down
#: What of a summary has a column of its own; the rest is kept together.
COLUMNS = ("game", "state", "is_listed", "ply", "created", "updated", "host")


class Conflict(BottegaError):
    """What is to be written has been written already, or changed, by somebody else: read it again."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """Whatever must survive. Writing waits until it is durable, also if whoever waits for it has gone."""

    def __init__(self, address: str) -> None:
        self._engine = open_engine(address)
        migrate(self._engine)
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(READERS, "reader")

    def close(self) -> None:
        """Finish writing, and let go of the database."""
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    @property
    def commits(self) -> int:
        """How often it has waited for the disk."""
        return self._writer.commits

    async def _write(self, do: Callable[[Connection], Answer]) -> Answer:
        return await asyncio.shield(asyncio.wrap_future(self._writer.submit(do)))

    async def _read(self, do: Callable[[Connection], Answer]) -> Answer:
        def read() -> Answer:
            with self._engine.connect() as connection:
                return do(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, read)

    # ---------------------------------------------------------------- tables

    async def append(self, table: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Add events to the log of a table. Durable when it returns; Conflict if one of these numbers exists already."""
        row = {name: getattr(summary, name) for name in COLUMNS}
        row["shown"] = {name: value for name, value in asdict(summary).items() if name not in COLUMNS}
        added = [{"table_id": table, **asdict(entry)} for entry in entries]
        holders = sorted(set(summary.guests))

        def do(connection: Connection) -> None:
            if not connection.execute(update(tables).where(tables.c.id == table).values(**row)).rowcount:
                connection.execute(insert(tables), {"id": table, **row})
            if added:
                connection.execute(insert(events), added)
            found = connection.scalars(select(sitting.c.guest).where(sitting.c.table_id == table)).all()
            if sorted(found) != holders:
                connection.execute(delete(sitting).where(sitting.c.table_id == table))
                if holders:
                    connection.execute(insert(sitting), [{"guest": guest, "table_id": table} for guest in holders])

        try:
            await self._write(do)
        except IntegrityError as error:
            raise Conflict(_("somebody else was quicker: please look again")) from error

    async def entries(self, table: str) -> list[Entry]:
        """The log of a table from its first event; empty if there is no such table."""
        columns = (events.c.seq, events.c.at, events.c.kind, events.c.data)
        query = select(*columns).where(events.c.table_id == table).order_by(events.c.seq)
        return await self._read(lambda connection: [Entry(*row) for row in connection.execute(query)])

    async def summaries(self, which: str, guest: str = "", limit: int = 60) -> list[tuple[str, Summary]]:
        """Short descriptions, newest first: of listed tables that are `open` or `running`, or of those of a guest (`mine`)."""
        query = select(tables).order_by(tables.c.updated.desc(), tables.c.id).limit(limit)
        if which == "open":
            query = query.where(tables.c.state == WAITING, tables.c.is_listed, tables.c.updated > now() - OPEN_FOR)
        elif which == "running":
            query = query.where(tables.c.state == RUNNING, tables.c.is_listed)
        elif which == "mine":
            query = query.join(sitting, sitting.c.table_id == tables.c.id).where(sitting.c.guest == guest)
        else:
            raise BottegaError(_("lists of tables are open, running or mine, not {which!r}").format(which=which))
        return await self._summaries(query)

    async def summary(self, table: str) -> Summary | None:
        """The short description of one table."""
        found = await self._summaries(select(tables).where(tables.c.id == table))
        return found[0][1] if found else None

    async def _summaries(self, query: Select[Any]) -> list[tuple[str, Summary]]:
        def do(connection: Connection) -> list[tuple[str, Summary]]:
            rows = connection.execute(query).mappings()
            return [(row["id"], Summary(**{name: row[name] for name in COLUMNS}, **row["shown"])) for row in rows]

        return await self._read(do)

    async def unfinished(self) -> list[str]:
        """The tables where a game runs: to go on with after a start."""
        query = select(tables.c.id).where(tables.c.state == RUNNING).order_by(tables.c.updated)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def open_tables(self, guest: str) -> int:
        """How many tables this guest laid that are not over."""
        query = select(func.count()).select_from(tables).where(tables.c.host == guest, tables.c.state != OVER)
        return await self._read(lambda connection: connection.scalar(query) or 0)

    # ---------------------------------------------------------------- guests

    async def guest(self, who: str) -> GuestRow | None:
        """What this guest chose; None if nothing yet."""
        query = select(guests).where(guests.c.id == who)
        row = await self._read(lambda connection: connection.execute(query).mappings().first())
        return GuestRow(**row) if row else None

    async def save_guest(self, row: GuestRow) -> None:
        """Keep what a guest chose."""
        values = asdict(row)

        def do(connection: Connection) -> None:
            if not connection.execute(update(guests).where(guests.c.id == row.id).values(**values)).rowcount:
                connection.execute(insert(guests), values)

        await self._write(do)

    # ---------------------------------------------------------------- studies

    async def study(self, study: str) -> Study | None:
        """A study by its id."""
        query = select(studies).where(studies.c.id == study)
        row = await self._read(lambda connection: connection.execute(query).mappings().first())
        return Study(**row) if row else None

    async def studies(self, guest: str, limit: int = 60) -> list[Study]:
        """The studies of a guest, newest first."""
        query = select(studies).where(studies.c.guest == guest).order_by(studies.c.updated.desc(), studies.c.id).limit(limit)
        return await self._read(lambda connection: [Study(**row) for row in connection.execute(query).mappings()])

    async def count_studies(self, guest: str) -> int:
        """How many studies a guest has."""
        query = select(func.count()).select_from(studies).where(studies.c.guest == guest)
        return await self._read(lambda connection: connection.scalar(query) or 0)

    async def save_study(self, study: Study) -> None:
        """A new study (version 1), or the next version of one: Conflict unless the kept version is the one before."""
        values = asdict(study)

        def do(connection: Connection) -> bool:
            if study.version == 1:
                connection.execute(insert(studies), values)
                return True
            before = (studies.c.id == study.id) & (studies.c.version == study.version - 1)
            return connection.execute(update(studies).where(before).values(**values)).rowcount == 1

        try:
            is_kept = await self._write(do)
        except IntegrityError:
            is_kept = False
        if not is_kept:
            raise Conflict(_("somebody else was quicker: please look again"))

    # ---------------------------------------------------------------- analyses

    async def analysis(self, key: str) -> Any:
        """What was computed under this key; None if nothing was."""
        query = select(analyses.c.data).where(analyses.c.key == key)
        return await self._read(lambda connection: connection.scalar(query))

    async def save_analysis(self, key: str, data: Any) -> None:
        """Keep what was computed; under the same key it replaces what was there."""
        values = {"key": key, "data": data, "created": now()}

        def do(connection: Connection) -> None:
            if not connection.execute(update(analyses).where(analyses.c.key == key).values(**values)).rowcount:
                connection.execute(insert(analyses), values)

        await self._write(do)
