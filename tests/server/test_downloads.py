"""Games to take away: while a game runs, nobody gets more than what he or she sees."""

import io
import random

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from PIL import Image
from server.visiting import arrive

from bottega.drawing import Style
from bottega.drawing.picture import picture
from bottega.game import Position
from bottega.games import spec
from bottega.kernels import SPECTATOR
from bottega.record import read
from bottega.server.state import OVER

pytestmark = pytest.mark.asyncio


async def laid(app: FastAPI, game: str, moves: int) -> tuple[AsyncClient, AsyncClient, str, Position]:
    """Anna's table with Bruno, after some moves."""
    anna, bruno = await arrive(app), await arrive(app)
    table = (await anna.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]})).json()["id"]
    await bruno.post(f"/api/tables/{table}/do", json={"do": "sit", "seat": 1})
    room = await app.state.house.tables.room(table)
    chance = random.Random(1)
    for ply in range(moves):
        mover = (anna, bruno)[room.table.seat]
        move = chance.choice(room.table.position.moves())
        assert (await mover.post(f"/api/tables/{table}/do", json={"do": "play", "ply": ply, "move": move})).status_code == 200
    return anna, bruno, table, room.table.position.copy()


def drawn(shown: object, position: Position, names: dict[int, str]) -> str:
    style = Style(theme="dark", players=names, coordinates=True)
    return picture(shown, style, position.history[-1])  # type: ignore[arg-type]


async def test_a_record_of_a_running_game_has_no_shuffles(app: FastAPI, name: str) -> None:
    anna, bruno, table, position = await laid(app, name, 5)
    stranger = await arrive(app)
    texts = {(await guest.get(f"/api/tables/{table}/game.bgn")).text for guest in (anna, bruno, stranger)}
    (text,) = texts
    record = read(text)
    hidden = {option.name for option in spec(name).options if option.is_shuffle}
    assert record.moves == position.history
    assert not hidden & set(record.options)
    for option in hidden & set(position.options):
        assert position.options[option] not in text


async def test_a_picture_of_a_running_game_shows_what_the_guest_sees(app: FastAPI, name: str) -> None:
    anna, bruno, table, position = await laid(app, name, 5)
    stranger = await arrive(app)
    names = {seat: taken.player for seat, taken in enumerate((await app.state.house.tables.room(table)).table.seats)}
    position.seats = (await app.state.house.tables.room(table)).table.colours()
    for guest, viewer in ((anna, 0), (bruno, 1), (stranger, SPECTATOR)):
        answer = await guest.get(f"/api/tables/{table}/game.svg", params={"theme": "dark"})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text == drawn(position.view(viewer), position, names)
    assert (await stranger.get(f"/api/tables/{table}/game.svg", params={"seat": 0})).status_code == 403
    assert (await anna.get(f"/api/tables/{table}/game.svg", params={"theme": "nonsense"})).status_code == 400


async def test_after_the_game_everything_is_open(app: FastAPI) -> None:
    anna, bruno, table, position = await laid(app, "florentine", 3)
    stranger = await arrive(app)
    answer = await anna.get(f"/api/tables/{table}/game.gif")
    assert (answer.status_code, answer.json()["reason"]) == (409, "the game is not over yet")
    await bruno.post(f"/api/tables/{table}/do", json={"do": "resign"})
    room = await app.state.house.tables.room(table)
    assert room.table.state == OVER
    record = read((await stranger.get(f"/api/tables/{table}/game.bgn")).text)
    assert record.is_complete
    assert (record.replay().to_bytes(), record.ended, record.result) == (position.to_bytes(), "resigned", "0")
    assert record.players == {0: room.table.seats[0].player, 1: room.table.seats[1].player}
    position.seats = room.table.colours()
    svg = (await stranger.get(f"/api/tables/{table}/game.svg", params={"theme": "dark"})).text
    assert svg == drawn(position, position, record.players)
    answer = await stranger.get(f"/api/tables/{table}/game.gif")
    assert Image.open(io.BytesIO(answer.content)).n_frames == 4  # type: ignore[attr-defined]  # of the kinds that move
    assert f"florentine-{table}.gif" in answer.headers["content-disposition"]


async def test_a_table_where_nobody_sits_has_nothing_to_take_away(app: FastAPI) -> None:
    anna = await arrive(app)
    table = (await anna.post("/api/tables", json={"game": "toscana"})).json()["id"]
    for what in ("game.bgn", "game.svg", "game.gif"):
        assert (await anna.get(f"/api/tables/{table}/{what}")).status_code == 409


async def test_a_study_can_be_taken_away(app: FastAPI) -> None:
    anna, bruno, table, _position = await laid(app, "toscana", 4)
    await anna.post(f"/api/tables/{table}/do", json={"do": "resign"})
    study = (await anna.post(f"/api/tables/{table}/study")).json()["id"]
    whole = (await bruno.get(f"/api/studies/{study}/game.bgn")).text
    assert read(whole).moves == read((await bruno.get(f"/api/tables/{table}/game.bgn")).text).moves
    svg = [(await bruno.get(f"/api/studies/{study}/game.svg", params={"path": path})).text for path in ("", "0.0")]
    assert [text.startswith("<svg") for text in svg] == [True, True]
    assert svg[0] != svg[1]
    assert (await bruno.get(f"/api/studies/{study}/game.svg", params={"path": "7"})).status_code == 404
    film = await bruno.get(f"/api/studies/{study}/game.gif")
    assert Image.open(io.BytesIO(film.content)).n_frames == 5  # type: ignore[attr-defined]
