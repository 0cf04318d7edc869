"""The server is killed in the middle of many games and started again: nothing is lost, nothing happens twice, all play on."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import RunningServer
from playwright.sync_api import Browser, expect

from bottega.games import GAMES
from bottega.server.client import Place, Visitor, choices

TABLES = 50
MOVES = 8  # of each table until the test ends
KILLS = 2
LONGEST = 120.0  # seconds for everything between two starts


@dataclass
class Played:
    """What the clients of one table know of it."""

    game: str
    accepted: dict[int, str] = field(default_factory=dict)  # moves that the server said were done, by the moves before
    ply: int = 0
    places: tuple[Place, ...] = ()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[RunningServer]:
    """A server of this test's own."""
    server = RunningServer(tmp_path)
    server.start()
    yield server
    server.stop()


async def play(place: Place, played: Played, chance: random.Random) -> None:
    """One seat: play at random until there are moves enough, whatever happens to the server in between."""
    while True:
        scene = await place.latest()
        played.ply = max(played.ply, scene["ply"])
        if scene["ply"] >= MOVES or scene["state"] == "over":
            return
        if scene["turn"] is None or scene["ply"] in played.accepted:  # somebody has only come or gone
            continue
        move = chance.choice(choices(scene["turn"]))
        try:
            answer = await place.act(do="play", ply=scene["ply"], move=move)
        except ConnectionError:
            continue  # whether it was accepted, the next scene will tell
        assert answer["type"] == "done", answer
        played.accepted[scene["ply"]] = move


async def table(url: str, number: int, played: Played, room: asyncio.Semaphore, all_here: asyncio.Barrier) -> None:
    async with room:
        first, second = await Visitor.arrive(url), await Visitor.arrive(url)
        laid = await first.post("/api/tables", {"game": played.game, "seats": [{"kind": "me"}, {"kind": "open"}]})
    async with first.live(laid["id"]) as one, second.live(laid["id"]) as other:
        played.places = one, other
        await other.act(do="sit", seat=1)
        await all_here.wait()
        await asyncio.gather(*(play(place, played, random.Random(number)) for place in (one, other)))
        while min(one.reconnected, other.reconnected) < KILLS:  # who is through already comes back as well
            await asyncio.sleep(0.05)


def back(played: Played, kills: int) -> bool:
    """Whether both clients of the table have come back from that many kills: who is still away cannot be cut off again."""
    return bool(played.places) and all(place.reconnected == kills for place in played.places)


async def course(server: RunningServer, tables: list[Played]) -> None:
    """All tables; twice, when a good part of the moves is made, the server is killed and started again."""
    room, all_here = asyncio.Semaphore(8), asyncio.Barrier(len(tables))
    games = asyncio.gather(*(table(server.url, number, played, room, all_here) for number, played in enumerate(tables)))
    for kill, part in enumerate((1 / 4, 2 / 3)[:KILLS]):
        while not all(back(played, kill) for played in tables) or sum(played.ply for played in tables) < part * MOVES * TABLES:
            assert not games.done(), "everything was over before the server was killed"
            await asyncio.sleep(0.02)
        server.kill()
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(games, LONGEST)


def log(folder: Path) -> dict[str, list[tuple[int, str, str]]]:
    """The events of each table as they lie in the database: number, kind, data."""
    with sqlite3.connect(folder / "bottega.sqlite") as database:
        rows = database.execute("select table_id, seq, kind, data from events order by table_id, seq").fetchall()
    found: dict[str, list[tuple[int, str, str]]] = {}
    for table_id, seq, kind, data in rows:
        found.setdefault(table_id, []).append((seq, kind, data))
    return found


def test_a_killed_server_loses_nothing(mortal: RunningServer) -> None:
    tables = [Played(GAMES[number % len(GAMES)]) for number in range(TABLES)]
    asyncio.run(course(mortal, tables))
    events = log(mortal.folder)
    assert len(events) == TABLES
    for played in tables:
        one, other = played.places
        assert played.ply >= MOVES
        assert one.moves[:MOVES] == other.moves[:MOVES]
        for ply, move in played.accepted.items():
            assert one.moves[ply].split("^")[0] == move.split("^")[0], "an accepted move is not there"
        stored = events[one.table]
        assert [seq for seq, _kind, _data in stored] == list(range(1, len(stored) + 1))
        assert sum(kind == "played" for _seq, kind, _data in stored) == len(one.moves), "a move is there twice"
        for place in played.places:
            assert place.reconnected == KILLS
            assert all(before <= after for before, after in pairwise(place.seqs)), "a client was sent back in time"


async def unread(server: RunningServer) -> tuple[int, int]:
    """A client that has not read all scenes when its server is killed: how many are there to be read, and came, after that."""
    first, second = await Visitor.arrive(server.url), await Visitor.arrive(server.url)
    laid = await first.post("/api/tables", {"game": "firenze", "seats": [{"kind": "me"}, {"kind": "open"}]})
    async with first.live(laid["id"]) as place, second.live(laid["id"]) as other:
        await place.scene()
        done = await other.act(do="sit", seat=1)
        while place.seq < done["seq"]:
            await asyncio.sleep(0.02)
        before = len(place.seqs)
        server.kill()
        await asyncio.to_thread(server.start)
        scenes = [await place.scene()]
        with suppress(TimeoutError):
            while True:
                scenes.append(await asyncio.wait_for(place.scene(), 1.0))
        return len(scenes), len(place.seqs) - before


def test_scenes_of_a_broken_connection_are_not_read_later(mortal: RunningServer) -> None:
    """Who acts by such a scene may do a second time what the server had accepted without saying so."""
    scenes, came = asyncio.run(asyncio.wait_for(unread(mortal), LONGEST))
    assert scenes == came


def test_a_browser_comes_back_by_itself(mortal: RunningServer, browser: Browser) -> None:
    context: Any = browser.new_context(base_url=mortal.url)
    page = context.new_page()
    page.goto("/")
    token = page.get_attribute("meta[name=token]", "content")
    seats = [{"kind": "me"}, {"kind": "machine", "name": "random"}]
    answer = page.request.post(
        "/api/tables", data={"game": "toscana", "seats": seats}, headers={"X-Bottega-Token": token, "Origin": mortal.url}
    )
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['id']}")
    hand, moves = page.locator("#hand [data-act=turn]"), page.locator("#moves ol li")
    hand.wait_for()
    before = moves.count()
    mortal.kill()
    mortal.start()
    page.locator("#board").focus()
    page.keyboard.press("f")  # to a place where the tile may lie
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(moves.nth(before)).to_be_visible(timeout=60_000)
    context.close()
