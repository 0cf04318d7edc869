"""The API over HTTP: what is described is what is answered, and every no has its reason."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import AsyncClient, Response
from server.visiting import arrive, running

from bottega.games import GAMES, spec
from bottega.server.settings import Settings
from bottega.server.shapes import Picture, Scene, Turn

pytestmark = pytest.mark.asyncio

PAIR = [{"kind": "me"}, {"kind": "open"}]


async def lay(client: AsyncClient, **wanted: Any) -> str:
    answer = await client.post("/api/tables", json={"game": "toscana", **wanted})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def sit(client: AsyncClient, table: str, seat: int = 1) -> Response:
    return await client.post(f"/api/tables/{table}/do", json={"do": "sit", "seat": seat})


async def listed(client: AsyncClient, which: str) -> list[str]:
    return [table["id"] for table in (await client.get("/api/tables", params={"which": which})).json()]


async def test_the_games_are_told_with_everything_that_can_be_chosen(client: AsyncClient) -> None:
    told = (await client.get("/api/games")).json()
    assert [game["name"] for game in told["games"]] == list(GAMES)
    for game in told["games"]:
        options = {option.name for option in spec(game["name"]).options if not option.is_shuffle and not option.is_local}
        assert {option["name"] for option in game["options"]} == options
        for players in game["players"]:
            seats = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]
            await lay(client, game=game["name"], seats=seats)
    for machine in told["machines"]:
        await lay(client, seats=[{"kind": "open"}, {"kind": "machine", "name": machine}])
    assert set(told["levels"]) <= set(told["machines"])


async def test_a_table_goes_from_the_lobby_to_the_running_games(app: FastAPI) -> None:
    anna, bruno, carla = await arrive(app), await arrive(app), await arrive(app)
    table = await lay(anna, listed=True)
    assert await listed(carla, "open") == [table]
    assert await listed(carla, "running") == await listed(carla, "mine") == []
    assert (await sit(bruno, table)).status_code == 200
    assert await listed(carla, "open") == []
    assert await listed(carla, "running") == [table]
    assert await listed(anna, "mine") == await listed(bruno, "mine") == [table]
    turns = []
    for guest in (anna, bruno):
        (mine,) = (await guest.get("/api/tables?which=mine")).json()
        assert (mine["is_mine"], mine["state"]) == (True, "running")
        turns.append(mine["is_my_turn"])
    assert sorted(turns) == [False, True]
    (watched,) = (await carla.get("/api/tables?which=running")).json()
    assert (watched["is_mine"], watched["is_my_turn"]) == (False, False)


async def test_a_table_that_is_not_listed_is_found_by_its_link_alone(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    table = await lay(anna)
    assert await listed(bruno, "open") == []
    assert (await bruno.get(f"/api/tables/{table}")).json()["can"] == ["sit"]


async def test_a_move_over_http_is_there_for_everybody(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    table = await lay(anna, game="firenze", seats=PAIR)
    await sit(bruno, table)
    scene = (await anna.get(f"/api/tables/{table}")).json()
    move = next(iter(scene["turn"]["places"].values()))[0][3]
    for guest, status in ((bruno, 403), (anna, 200), (anna, 409)):  # not his turn; hers; that ply is past
        answer = await guest.post(f"/api/tables/{table}/do", json={"do": "play", "ply": 0, "move": move})
        assert answer.status_code in (status, 409), answer.text
    seen = (await bruno.get(f"/api/tables/{table}")).json()
    assert [played["move"] for played in seen["moves"]] == [move]
    assert seen["seq"] == scene["seq"] + 1


@pytest.mark.parametrize("game", GAMES)
async def test_answers_have_the_form_that_is_described(app: FastAPI, game: str) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    table = await lay(anna, game=game, seats=PAIR)
    before = Scene.model_validate((await anna.get(f"/api/tables/{table}")).json())
    assert before.state == "waiting"
    await sit(bruno, table)
    scenes = [Scene.model_validate((await guest.get(f"/api/tables/{table}")).json()) for guest in (anna, bruno)]
    assert [(scene.state, scene.viewer, scene.mine) for scene in scenes] == [("running", 0, [0]), ("running", 1, [1])]
    for guest, scene in zip((anna, bruno), scenes, strict=True):
        Picture.model_validate((await guest.get(f"/api/tables/{table}/picture")).json())
        turn = (await guest.get(f"/api/tables/{table}/turn")).json()
        assert (turn and Turn.model_validate(turn)) == scene.turn
        assert (turn is None) == (scene.seat not in scene.mine)


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess"},
        {"game": "toscana", "options": {"edition": "swiss"}},
        {"game": "toscana", "options": {"grey": "ABCDEFGHIJKLMNOP"}},
        {"game": "florentine", "options": {"cards": "/etc/passwd"}},
        {"game": "toscana", "seats": [{"kind": "me"}]},
        {"game": "toscana", "seats": [{"kind": "me"}, {"kind": "machine", "name": "engine:rm"}]},
        {"game": "toscana", "seats": [{"kind": "me"}, {"kind": "machine", "name": "mcts:999999999"}]},
        {"game": "toscana", "clock": {"kind": "move", "seconds": 0}},
        {"game": "firenze", "match": True},
        {"game": "toscana", "host": "somebody else"},
        {},
        None,
    ],
)
async def test_tables_that_make_no_sense_are_not_laid(client: AsyncClient, wanted: Any) -> None:
    answer = await client.post("/api/tables", json=wanted)
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"reason"}
    assert await listed(client, "mine") == []


async def test_nobody_lays_more_tables_than_can_be_played(settings: Settings) -> None:
    async with running(replace(settings, open_tables=2)) as app:
        anna, bruno = await arrive(app), await arrive(app)
        first = await lay(anna, seats=[{"kind": "me"}, {"kind": "here", "name": "Bruno"}])
        await lay(anna)
        answer = await anna.post("/api/tables", json={"game": "toscana"})
        assert answer.status_code == 429
        await lay(bruno)
        assert (await anna.post(f"/api/tables/{first}/do", json={"do": "resign"})).status_code == 200
        await lay(anna)


@pytest.mark.parametrize("path", ["/api/tables/AAAAAAAA", "/api/tables/x", "/api/tables/%00", "/api/tables/AAAAAAAA/picture"])
async def test_what_is_not_there_is_not_found(client: AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, set(answer.json())) == (404, {"reason"})


async def test_reasons_are_in_the_language_of_the_guest(client: AsyncClient) -> None:
    english = (await client.get("/api/tables/AAAAAAAA")).json()["reason"]
    await client.patch("/api/me", json={"language": "de"})
    assert (await client.get("/api/tables/AAAAAAAA")).json()["reason"] != english


async def test_every_error_in_the_description_has_a_reason(app: FastAPI) -> None:
    description = app.openapi()
    for path, methods in description["paths"].items():
        for method, described in methods.items():
            for status, answer in described["responses"].items():
                if not status.startswith("2"):
                    name = answer["content"]["application/json"]["schema"]["$ref"].rsplit("/")[-1]
                    assert "reason" in description["components"]["schemas"][name]["required"], (method, path, status)


async def test_what_is_no_text_is_refused(client: AsyncClient) -> None:
    for body in (b"\xff\xfe", b"{", b"", b"[1]"):
        answer = await client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, set(answer.json())) == (422, {"reason"})
