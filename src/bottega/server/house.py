"""Everything that an answer needs, in one place."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from bottega.server.guests import Guests
from bottega.server.machines import Machines
from bottega.server.settings import Settings
from bottega.server.store import Store
from bottega.server.study_shelf import Studies
from bottega.server.tables import Tables


@dataclass(frozen=True)
class House:
    """The parts of a running server."""

    settings: Settings
    store: Store
    guests: Guests
    machines: Machines
    tables: Tables
    studies: Studies

    @classmethod
    async def open(cls, settings: Settings, store: Store) -> "House":
        """Wake the machines, and go on with the games that were running."""
        machines = Machines(settings.machines, settings.is_eager)
        await machines.start()
        tables = Tables(store, machines, settings)
        await tables.resume()
        return cls(settings, store, Guests(store, settings.secret), machines, tables, Studies(store, machines))

    async def close(self) -> None:
        """Stop the clocks, send the machines home, and finish writing."""
        await self.tables.close()
        await self.studies.close()
        await self.machines.close()
        self.store.close()


def house(connection: HTTPConnection) -> House:
    """The house that this request came to."""
    return cast(House, connection.app.state.house)
