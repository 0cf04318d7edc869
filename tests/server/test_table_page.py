"""The page of a table: it comes with its first scene and picture, and with nothing that the guest must not see."""

import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from server.visiting import arrive

from bottega.games import GAMES, spec
from bottega.server.assets import STATIC
from bottega.server.table_page import SEEN_THEME, modules, seating
from bottega.server.words import words

pytestmark = pytest.mark.asyncio

ME, OPEN, HERE = {"kind": "me"}, {"kind": "open"}, {"kind": "here", "name": "Bianca"}


async def laid(client: AsyncClient, game: str, *others: dict[str, str], **wanted: object) -> str:
    answer = await client.post("/api/tables", json={"game": game, "seats": [ME, *others], **wanted})
    assert answer.is_success, answer.text
    return str(answer.json()["id"])


async def page_of(client: AsyncClient, table: str) -> tuple[str, dict[str, Any]]:
    """The page, and what comes with it for its scripts."""
    answer = await client.get(f"/t/{table}")
    assert answer.status_code == 200, answer.text
    found = re.search(r'<script type="application/json" id="first">(.*?)</script>', answer.text, re.DOTALL)
    assert found
    return answer.text, json.loads(found[1])


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_picture_comes_with_the_page(client: AsyncClient, game: str) -> None:
    table = await laid(client, game, HERE)
    text, first = await page_of(client, table)
    assert first["scene"] == (await client.get(f"/api/tables/{table}")).json() | {"now": first["scene"]["now"]}
    assert first["picture"] == (await client.get(f"/api/tables/{table}/picture?theme=warm")).json()
    assert len(first["score_parts"]) == len(spec(game).score_parts)
    for tray in first["picture"]["trays"]:
        box = " ".join(map(str, tray["box"]))
        assert not tray["body"] or f'viewBox="{box}"' in text, "there is no room for the tray when it arrives"


async def test_nothing_of_a_hidden_hand_comes_with_the_page(app: FastAPI, client: AsyncClient) -> None:
    """Two people hide their cards from each other; neither the other one, nor a spectator, nor whoever is at one device with
    them gets any before it is the right one who looks."""
    other = await arrive(app)
    table = await laid(client, "florentine", OPEN)
    await other.post(f"/api/tables/{table}/do", json={"do": "sit"})
    _text, first = await page_of(client, table)
    cards = {piece["name"] for piece in first["scene"]["turn"]["pieces"]}
    assert cards
    for stranger in (other, await arrive(app)):
        text, first = await page_of(stranger, table)
        assert first["scene"]["turn"] is None
        assert not re.search(rf"\b({'|'.join(cards)})\b", text)
    shared = await laid(client, "florentine", HERE)
    text, first = await page_of(client, shared)
    assert (first["scene"]["viewer"], first["scene"]["waits_for_look"], first["scene"]["turn"]) == (-1, 0, None)


async def test_before_the_game_there_is_no_picture(client: AsyncClient) -> None:
    table = await laid(client, "toscana", OPEN)
    text, first = await page_of(client, table)
    assert first["picture"] is None
    assert first["scene"]["state"] == "waiting"
    assert 'class="table-page seats-2 is-waiting"' in text


async def test_no_such_table(client: AsyncClient) -> None:
    assert (await client.get("/t/AAAAAAAA")).status_code == 404


@pytest.mark.parametrize(("seen", "theme"), [("dark", "dark"), ("contrast", "contrast"), ("", "warm"), ("nonsense", "warm")])
async def test_the_theme_that_the_browser_had_last(client: AsyncClient, seen: str, theme: str) -> None:
    """Who leaves the theme to the browser gets a picture in the one that it came to."""
    table = await laid(client, "firenze", HERE)
    client.cookies.set(SEEN_THEME, seen)
    _text, first = await page_of(client, table)
    assert first["picture"]["theme"]["name"] == theme


async def test_a_chosen_theme_counts_more(client: AsyncClient) -> None:
    table = await laid(client, "firenze", HERE)
    await client.patch("/api/me", json={"theme": "contrast"})
    client.cookies.set(SEEN_THEME, "dark")
    _text, first = await page_of(client, table)
    assert first["picture"]["theme"]["name"] == "contrast"


@pytest.mark.parametrize("game", GAMES)
async def test_every_move_in_words(app: FastAPI, client: AsyncClient, game: str) -> None:
    """All that can be decided, no two alike; and nothing for who has nothing to decide."""
    other = await arrive(app)
    table = await laid(client, game, OPEN)
    assert (await client.get(f"/api/tables/{table}/spoken")).status_code == 409
    await other.post(f"/api/tables/{table}/do", json={"do": "sit"})
    scene = (await client.get(f"/api/tables/{table}")).json()
    deciding, waiting = (client, other) if scene["turn"] else (other, client)
    turn = (await deciding.get(f"/api/tables/{table}")).json()["turn"]
    moves = {place[3] for places in turn["places"].values() for place in places} | {word["move"] for word in turn["words"]}
    said = (await deciding.get(f"/api/tables/{table}/spoken")).json()
    assert set(said) == moves
    assert len(set(said.values())) == len(moves)
    assert (await waiting.get(f"/api/tables/{table}/spoken")).json() == {}


async def test_a_move_is_taken_apart(client: AsyncClient) -> None:
    """Whole texts, as records and machines have them, are what the hand can do: a placement, and what it covers besides."""
    table = await laid(client, "firenze", HERE)
    for ply, move in enumerate(("GP@0,0h", "WG@2,0v")):
        answer = await client.post(f"/api/tables/{table}/do", json={"do": "play", "ply": ply, "move": move})
        assert answer.is_success, answer.text
    for text, extras in (("PG@3,0h^2,0", [[2, 0]]), ("PG@3,0h", [])):
        read = (await client.get(f"/api/tables/{table}/read", params={"text": text})).json()
        assert (read["move"], read["extras"]) == ("PG@3,0h", extras)
        assert ("2,0" in read["words"]) == bool(extras)
    for text in ("PG@0,0h", "PG@9,9h", "PG@3,0h^1,0", "nonsense"):
        answer = await client.get(f"/api/tables/{table}/read", params={"text": text})
        assert answer.status_code == 400, text
        assert answer.json()["reason"]
    toscana = await laid(client, "toscana", HERE)
    read = (await client.get(f"/api/tables/{toscana}/read", params={"text": "veto"})).json()
    assert (read["move"], read["extras"]) == ("veto", [])


async def test_who_has_nothing_to_decide_reads_nothing(app: FastAPI, client: AsyncClient) -> None:
    table = await laid(client, "firenze", HERE)
    stranger = await arrive(app)
    assert (await stranger.get(f"/api/tables/{table}/read", params={"text": "GP@0,0h"})).status_code == 409
    assert (await stranger.get(f"/api/tables/{table}/spoken")).json() == {}


async def test_one_sits_below_and_the_others_follow_in_their_order() -> None:
    assert seating([2], 4) == (2, [3, 0, 1])
    assert seating([0, 1, 2], 3) == (0, [1, 2])
    assert seating([], 3) == (2, [0, 1])


async def test_scripts_are_fetched_all_at_once(client: AsyncClient) -> None:
    """Whatever a module of the page names is among those that the page announces: no round trip after the other."""
    text, _first = await page_of(client, await laid(client, "firenze", HERE))
    names = modules()
    for name in (*names, "js/table/main.js"):
        address = re.search(rf"/static/\w+/{re.escape(name)}", text)
        assert address, name
        script = (await client.get(address[0])).text
        for wanted in re.findall(r'^import .*? from "(.*?)";', script, re.MULTILINE):
            folder = name.rsplit("/", 1)[0].split("/")
            parts = wanted.removeprefix("./").split("/")
            while parts[0] == "..":
                parts, folder = parts[1:], folder[:-1]
            assert "/".join([*folder, *parts]) in names, f"{name} needs {wanted}"


async def test_scripts_and_words_agree() -> None:
    """Every word that the scripts say is there, and none that nobody says."""
    scripts = "".join((STATIC / name).read_text() for name in modules() if name != "js/words.js")
    said = set(words("table"))
    assert set(re.findall(r'\bword\(\s*"(\w+)"', scripts)) <= said | set(words("base"))
    made = {
        f"{who}_{what}" for who in ("offers", "offered") for what in re.findall(r"\w+", scripts.split("const OFFERS")[1][:60])
    }
    made |= {f"hand_{name}" for name in re.findall(r'add\(.*?"(\w+)"', scripts)} | {"hand_cover_none", "hand_cover_all"}
    assert {key for key in said if f'"{key}"' not in scripts} <= made
