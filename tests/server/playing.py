"""Guests and tables for the tests of live tables: no sockets, no sleeping, a clock that stands still until it is set."""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bottega.game import Position
from bottega.server.actions import ACTION, NewTable
from bottega.server.guests import Guest
from bottega.server.laying import first_entries, laid
from bottega.server.machines import Machines
from bottega.server.room import Room
from bottega.server.settings import Settings
from bottega.server.store import Store
from bottega.server.table import Table
from bottega.server.tables import Tables

ANNA, BRUNO, CARLA, DINO = GUESTS = tuple(
    Guest(f"{name}-0123456789abcdef"[:20], name, "en", "warm") for name in ("Anna", "Bruno", "Carla", "Dino")
)
STRANGER = Guest("Ugo-0123456789abcdef", "Ugo", "en", "warm")
START = 1_750_000_000_000  # milliseconds since 1970
ME, OPEN = {"kind": "me"}, {"kind": "open"}
MACHINE = {"kind": "machine", "name": "random"}


def here(name: str) -> dict[str, str]:
    return {"kind": "here", "name": name}


class Time:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


def action(**given: Any) -> Any:
    """An action as it comes over the wire."""
    return ACTION.validate_python(given)


def new_table(game: str, seats: Sequence[dict[str, str]] = (), **settings: Any) -> NewTable:
    return NewTable.model_validate({"game": game, "seats": list(seats), **settings})


def table_of(game: str, seats: Sequence[dict[str, str]] = (), guests: Sequence[Guest] = GUESTS[1:], **settings: Any) -> Table:
    """A table that Anna laid, with the guests in its open seats; no store, no room."""
    table = Table("test-tbl")
    first_entries(table, laid(ANNA, new_table(game, seats, **settings)), START)
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    for seat, guest in zip(free, guests, strict=False):
        do(table, guest, do="sit", seat=seat)
    return table


def do(table: Table, guest: Guest, now: int = START, **given: Any) -> None:
    """Decide and apply."""
    for entry in table.decide(guest, action(**given), now):
        table.apply(entry)


def owner(table: Table, seat: int) -> Guest:
    """Who decides for a seat."""
    return next(guest for guest in GUESTS if guest.id == table.seats[seat].guest)


def play(table: Table, moves: int, chance: random.Random, now: int = START) -> None:
    """Some random moves, of people and machines."""
    for _ in range(moves):
        assert table.position is not None
        if table.position.is_over:
            return
        move = chance.choice(table.position.moves())
        if table.thinking:
            for entry in table.machine_plays(move, now):
                table.apply(entry)
        else:
            do(table, owner(table, table.seat), now, do="play", ply=table.ply, move=move)


def position(table: Table) -> Position:
    assert table.position is not None
    return table.position


@asynccontextmanager
async def open_tables(path: Path, time: Time, machines: Machines | None = None) -> AsyncIterator[Tables]:
    """Tables in a database of this folder. Without machines that are awake, nobody may ask for one."""
    settings = Settings(f"sqlite:///{path / 'bottega.sqlite'}", b"only for tests: thirty-two bytes", open_tables=20)
    store = Store(settings.database)
    tables = Tables(store, machines or Machines(1, is_eager=False), settings, time)
    try:
        yield tables
    finally:
        await tables.close()
        store.close()


async def laid_room(tables: Tables, game: str, seats: Sequence[dict[str, str]] = (), **settings: Any) -> Room:
    """A table with Anna as host, and the others in its open seats."""
    room = await tables.room(await tables.lay(ANNA, new_table(game, seats, **settings)))
    free = [number for number, seat in enumerate(room.table.seats) if seat.kind == "open"]
    for seat, guest in zip(free, GUESTS[1:], strict=False):
        await room.act(guest, action(do="sit", seat=seat))
    return room
