"""The server on PostgreSQL: tables outlive it, and it outlives its connections. The store itself is tested in test_store."""

from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from server.postgres import new_database
from server.visiting import arrive, running, stranger

from bottega.server.settings import Settings
from bottega.server.store import Entry, Store, Summary, now

pytestmark = [pytest.mark.asyncio, pytest.mark.xdist_group("postgres")]


async def test_a_table_is_there_after_a_restart(settings: Settings, postgres: Path) -> None:
    settings = replace(settings, database=new_database(postgres))
    async with running(settings) as app:
        anna, bruno = await arrive(app), await arrive(app)
        table = (await anna.post("/api/tables", json={"game": "firenze"})).json()["id"]
        await bruno.post(f"/api/tables/{table}/do", json={"do": "sit", "seat": 1})
        turn = (await anna.get(f"/api/tables/{table}/turn")).json()
        move = next(iter(turn["places"].values()))[0][3]
        played = await anna.post(f"/api/tables/{table}/do", json={"do": "play", "ply": 0, "move": move})
        assert played.status_code == 200
    async with running(settings) as app:
        again = stranger(app)
        again.cookies = bruno.cookies
        scene = (await again.get(f"/api/tables/{table}")).json()
        assert [made["move"] for made in scene["moves"]] == [move]
        assert scene["mine"] == [1]
        assert scene["turn"] is not None


async def test_connections_that_were_cut_are_made_again(postgres: Path) -> None:
    address = new_database(postgres)
    store = Store(address)
    some = Summary("firenze", "running", True, [], ["anna"], ply=0, updated=now())
    try:
        await store.append("one", [Entry(1, 1, "laid", {})], some)
        with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        await store.append("one", [Entry(2, 2, "played", {})], some)
        assert [entry.seq for entry in await store.entries("one")] == [1, 2]
    finally:
        store.close()
