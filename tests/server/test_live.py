"""Live tables over the socket: what is announced to whom, and what malformed, forged and slow clients get."""

import asyncio
import json
import random

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from server.playing import ME, OPEN, here
from server.sockets import Closed, Socket, live
from server.visiting import arrive, running

from bottega.kernels import SPECTATOR
from bottega.server import live as live_module
from bottega.server.settings import Settings

pytestmark = pytest.mark.asyncio


async def laid(client: AsyncClient, *others: AsyncClient, **wanted: object) -> str:
    """A table with these guests in its seats."""
    answer = await client.post("/api/tables", json={"game": "firenze", "seats": [ME, OPEN], **wanted})
    assert answer.is_success, answer.text
    table: str = answer.json()["id"]
    for other in others:
        answer = await other.post(f"/api/tables/{table}/do", json={"do": "sit"})
        assert answer.status_code == 200, answer.text
    return table


def a_move(scene: dict[str, object]) -> str:
    turn = scene["turn"]
    assert isinstance(turn, dict)
    move: str = next(iter(turn["places"].values()))[0][3]
    return move


# ---------------------------------------------------------------- play


async def test_a_move_reaches_everybody(app: FastAPI, client: AsyncClient) -> None:
    other = await arrive(app)
    table = await laid(client, other)
    async with live(app, client, table) as anna, live(app, other, table) as bruno, live(app, await arrive(app), table) as ugo:
        scene = await anna.scene(0)
        assert (scene["viewer"], scene["seat"]) == (0, 0)
        move = a_move(scene)
        done = await anna.do(do="play", ply=0, move=move)
        assert done["type"] == "done"
        for socket, viewer in ((anna, 0), (bruno, 1), (ugo, SPECTATOR)):
            scene = await socket.scene(1)
            assert (scene["viewer"], scene["seq"], scene["from"]) == (viewer, done["seq"], 0)
            assert scene["moves"][-1]["move"] == move
            assert (scene["turn"] is not None) == (viewer == 1)


async def test_a_game_to_its_end_and_what_was_missed(app: FastAPI, client: AsyncClient) -> None:
    """Florentine Dominoes, with somebody who comes and goes."""
    other = await arrive(app)
    table = await laid(client, other, game="florentine")
    chance = random.Random(1)
    seen: list[str] = []
    async with live(app, client, table) as anna, live(app, other, table) as bruno:
        sockets: list[Socket] = [anna, bruno]
        ply, scenes = 0, [await anna.scene(0), await bruno.scene(0)]
        while scenes[0]["state"] == "running":
            seat = scenes[0]["seat"]
            turn = scenes[seat]["turn"]
            moves = [place[3] for places in turn["places"].values() for place in places] + [
                word["move"] for word in turn["words"]
            ]
            sockets[seat].say(json.dumps({"do": "play", "id": ply, "ply": ply, "move": chance.choice(moves)}))
            ply += 1
            scenes = [await anna.scene(ply), await bruno.scene(ply)]
            seen[scenes[1]["from"] :] = [move["move"] for move in scenes[1]["moves"]]
            if ply % 25 == 0:
                async with live(app, other, table, f"seq={scenes[1]['seq']}") as again:
                    caught_up = await again.scene(ply)
                    assert [move["move"] for move in caught_up["moves"]] == seen
                    assert caught_up["viewer"] == 1
        assert scenes[0]["result"]["ended"] == "played"
        assert len(seen) == ply
    counting = (await client.get(f"/api/tables/{table}/counting")).json()
    totals = [sum(step["points"] for step in counting["steps"] if step["seat"] == seat) for seat in (0, 1)]
    assert totals == [seat["score"][0] for seat in scenes[0]["seats"]]


async def test_what_was_taken_back_is_cut_off(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, seats=[ME, here("Bruno")])
    async with live(app, client, table) as anna:
        for ply in range(3):
            await anna.do(do="play", ply=ply, move=a_move(await anna.scene(ply)))
        await anna.scene(3)
        await anna.do(do="offer", what="take_back")
        scene = await anna.scene(2)
        assert (scene["from"], scene["moves"]) == (2, [])


async def test_others_see_who_is_there(app: FastAPI, client: AsyncClient) -> None:
    other = await arrive(app)
    table = await laid(client, other)
    async with live(app, client, table) as anna:
        assert [seat["is_online"] for seat in (await anna.scene(0))["seats"]] == [True, False]
        async with live(app, other, table), live(app, other, table):
            assert [seat["is_online"] for seat in (await anna.scene(0))["seats"]] == [True, True]
        assert [seat["is_online"] for seat in (await anna.scene(0))["seats"]] == [True, False]


async def test_everybody_is_answered_in_the_own_language(app: FastAPI, client: AsyncClient) -> None:
    await client.patch("/api/me", json={"language": "it"})
    table = await laid(client)
    async with live(app, client, table) as anna:
        refused = await anna.do(do="resign")
    over_http = await client.post(f"/api/tables/{table}/do", json={"do": "resign"})
    assert refused["reason"] == over_http.json()["reason"]


# ---------------------------------------------------------------- one device


async def test_at_one_device_a_hand_is_shown_to_whoever_says_to_be_there(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, game="florentine", seats=[ME, here("Bruno")])
    async with live(app, client, table) as both:
        scene = await both.scene(0)
        assert (scene["viewer"], scene["waits_for_look"], scene["turn"]) == (SPECTATOR, 0, None)
        assert (await both.do(do="look", seat=1))["type"] == "refused"
        both.say(json.dumps({"do": "look", "seat": 0}))
        scene = await both.scene(0, viewer=0)
        move = a_move(scene)
        await both.do(do="play", ply=0, move=move)
        scene = await both.scene(1)
        assert (scene["viewer"], scene["waits_for_look"]) == (SPECTATOR, 1)
        both.say(json.dumps({"do": "look", "seat": 1}))
        scene = await both.scene(1, viewer=1)
        await both.do(do="play", ply=1, move=a_move(scene))
        scene = await both.scene(2)
        assert (scene["viewer"], scene["waits_for_look"]) == (SPECTATOR, 0), "Anna has looked before, but Bruno is at the screen"


async def test_nobody_looks_with_foreign_eyes(app: FastAPI, client: AsyncClient) -> None:
    other = await arrive(app)
    table = await laid(client, other, game="florentine")
    async with live(app, other, table) as bruno:
        assert (await bruno.do(do="look", seat=0))["type"] == "refused"
        assert (await bruno.do(do="hint"))["type"] == "refused"
    for path in ("picture?seat=0", "turn?seat=0", "why?seat=0&piece=x&x=0&y=0", "fits?seat=0&x=3&y=2"):
        assert (await other.get(f"/api/tables/{table}/{path}")).status_code == 403


# ---------------------------------------------------------------- hints


async def test_a_hint_at_a_table_that_allows_it(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, game="toscana", seats=[ME, here("Bruno")])
    async with live(app, client, table) as anna:
        hint = await anna.do(do="hint")
        assert hint["type"] == "hint"
        assert {one["move"] for one in hint["candidates"]} <= {"veto", "allow"}
        assert hint["candidates"]
    strict = await laid(client, game="toscana", seats=[ME, here("Bruno")], hints=False, fits=False)
    async with live(app, client, strict) as anna:
        scene = await anna.scene(0)
        assert not {"hint", "fits"} & set(scene["can"])
        assert "no hints" in (await anna.do(do="hint"))["reason"]
    assert (await client.get(f"/api/tables/{strict}/fits?x=8&y=8")).status_code == 403


# ---------------------------------------------------------------- whoever means no good

NONSENSE: list[str | bytes] = [
    "",
    "hello",
    "[]",
    "null",
    "7",
    '"play"',
    "{}",
    '{"do": "win"}',
    '{"do": "play"}',
    '{"do": "play", "ply": -1, "move": "PG@0,0h"}',
    '{"do": "play", "ply": "x", "move": "PG@0,0h"}',
    '{"do": "play", "ply": 0, "move": ""}',
    '{"do": "play", "ply": 0, "move": 5}',
    '{"do": "play", "ply": 0, "move": "PG@0,0h", "extras": [[1]]}',
    '{"do": "play", "ply": 0, "move": "PG@0,0h", "extras": [[1e9, 0]]}',
    '{"do": "play", "ply": 0, "move": "PG@0,0h", "winner": 1}',
    '{"do": "play", "ply": 0, "move": "PG@0,0h", "seat": 99}',
    '{"do": "play", "ply": 0, "move": "PG@0,0h\\u0000"}',
    '{"do": "play", "ply": 0, "move": "PG@99999999999,0h"}',
    '{"do": "play", "ply": 0, "move": "PG@0,0h", "extras": [[0, 0]]}',
    '{"do": "answer", "what": "everything", "accept": true}',
    '{"do": "offer", "what": "take_back", "id": -4}',
    '{"do": "resign", "id": {"a": 1}}',
    "[" * 1500,
    '{"do": "play", "ply": 0, "move": "\\ud83d"}',
    b"\xff\xfe\x00",
    b'{"do": "resign"',
]


async def test_nonsense_is_refused_and_changes_nothing(app: FastAPI, client: AsyncClient) -> None:
    other = await arrive(app)
    table = await laid(client, other)
    before = (await client.get(f"/api/tables/{table}")).json()["seq"]
    for text in NONSENSE:
        async with live(app, client, table) as anna:
            anna.say(text)
            assert (await anna.hear_until("refused"))["reason"]
            assert (await anna.do(do="play", ply=5, move="PG@0,0h"))["type"] == "refused", "the socket is still alive"
    assert (await client.get(f"/api/tables/{table}")).json()["seq"] == before


async def test_a_message_that_is_too_long_closes_the_socket(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, await arrive(app))
    async with live(app, client, table) as anna:
        anna.say('{"do": "resign", "id": 1' + " " * 5000 + "}")
        with pytest.raises(Closed) as closed:
            await anna.hear_until("done")
        assert closed.value.code == live_module.TOO_LARGE
    assert (await client.get(f"/api/tables/{table}")).json()["state"] == "running"


async def test_too_many_messages_close_the_socket(settings: Settings) -> None:
    from dataclasses import replace

    async with running(replace(settings, messages_a_second=0.001, burst_of_messages=5)) as app:
        client = await arrive(app)
        table = await laid(client)
        async with live(app, client, table) as anna:
            for _ in range(5):
                assert (await anna.do(do="resign"))["type"] == "refused"
            anna.say('{"do": "leave"}')
            with pytest.raises(Closed):
                await anna.hear_until("done")
        assert (await client.get(f"/api/tables/{table}")).json()["mine"] == [0]


async def test_endless_nonsense_closes_the_socket(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client)
    async with live(app, client, table) as anna:
        for _ in range(live_module.MOST_FAULTS + 1):
            anna.say("?")
        with pytest.raises(Closed):
            await anna.hear_until("done")


async def test_foreign_pages_and_unknown_tables_get_no_socket(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client)
    with pytest.raises(Closed):
        async with live(app, client, table, origin="https://evil.example"):
            pass
    for unknown in ("AAAAAAAA", "x", "%00"):
        async with live(app, client, unknown) as socket:
            with pytest.raises(Closed) as closed:
                await socket.hear_until("scene")
            assert closed.value.code == live_module.NO_SUCH_TABLE
    async with live(app, client, table, "theme=neon") as socket:
        with pytest.raises(Closed):
            await socket.hear_until("scene")


async def test_a_forged_cookie_is_a_stranger(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, await arrive(app))
    name, value = next(iter(client.cookies.items()))
    forger = await arrive(app)
    forger.cookies.clear()
    forger.cookies.set(name, value[:-3] + "abc")
    async with live(app, forger, table) as socket:
        scene = await socket.scene(0)
        assert (scene["viewer"], scene["mine"]) == (SPECTATOR, [])
        assert (await socket.do(do="resign"))["type"] == "refused"


# ---------------------------------------------------------------- slow and silent clients


async def test_a_slow_client_misses_nothing_and_keeps_nobody_waiting(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, seats=[ME, here("Bruno")])
    async with live(app, client, table) as quick, live(app, await arrive(app), table) as slow:
        await slow.scene(0)
        slow.can_take.clear()
        for ply in range(8):
            await quick.do(do="play", ply=ply, move=a_move(await quick.scene(ply)))
        slow.can_take.set()
        seen: list[str] = []
        scenes = 0
        while len(seen) < 8:
            scene = await slow.hear_until("scene")
            seen[scene["from"] :] = [move["move"] for move in scene["moves"]]
            scenes += 1
        assert scenes <= 2, "what it missed was not kept for it scene by scene"


async def test_a_client_that_takes_nothing_is_let_go(app: FastAPI, client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "PATIENCE", 0.01)
    table = await laid(client, seats=[ME, here("Bruno")])
    async with live(app, client, table) as watcher:
        async with live(app, client, table) as stuck:
            await stuck.scene(0)
            stuck.can_take.clear()
            await client.post(f"/api/tables/{table}/do", json={"do": "resign"})
            room = await app.state.house.tables.room(table)
            async with asyncio.timeout(30):
                while len(room.watchers) > 1:
                    await asyncio.sleep(0)
        assert (await watcher.hear_until("scene"))["state"] in ("running", "over")


async def test_the_server_says_that_it_is_there(app: FastAPI, client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "BEAT", 0.01)
    table = await laid(client)
    async with live(app, client, table) as anna:
        assert (await anna.hear_until("beat"))["now"] > 0


# ---------------------------------------------------------------- machines


async def test_a_machine_answers_and_a_take_back_makes_it_think_again(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, game="firenze", seats=[ME, {"kind": "machine", "name": "random"}])
    async with live(app, client, table) as anna:
        await anna.do(do="play", ply=0, move=a_move(await anna.scene(0)))
        thinking = await anna.scene(1)
        assert thinking["thinking"] == "random"
        first = await anna.scene(2)
        assert first["thinking"] is None
        await anna.do(do="offer", what="take_back")
        scene = await anna.scene(0)
        assert scene["turn"] is not None
        await anna.do(do="play", ply=0, move=thinking["moves"][0]["move"])
        again = await anna.scene(2)
        assert again["moves"][-1]["move"] == first["moves"][-1]["move"], "the same decision gets the same answer"


async def test_machines_go_on_after_a_restart(settings: Settings) -> None:
    """A machine had the move when the server ended."""
    from bottega.server.actions import NewTable
    from bottega.server.guests import Guest
    from bottega.server.machines import Machines
    from bottega.server.store import Store
    from bottega.server.tables import Tables

    store = Store(settings.database)
    tables = Tables(store, Machines(1, is_eager=False), settings)  # its machines sleep
    seats = [{"kind": "machine", "name": "random"}, {"kind": "me"}]
    wanted = NewTable.model_validate({"game": "firenze", "seats": seats})
    table = await tables.lay(Guest("a" * 20, "Anna", "en", "warm"), wanted)
    await tables.close()
    store.close()
    async with running(settings) as app, live(app, await arrive(app), table) as watcher:
        assert (await watcher.scene(1))["moves"]
