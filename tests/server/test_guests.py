"""Guests: what they choose is kept, and cookies and tokens are theirs alone."""

import asyncio

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from server.visiting import SECRET, arrive, running, stranger

from bottega.server.errors import RequestError
from bottega.server.guests import COOKIE, LONGEST_NAME, Guests, checked_name
from bottega.server.security import TOKEN
from bottega.server.settings import Settings
from bottega.server.store import Store

pytestmark = pytest.mark.asyncio


async def test_a_guest_is_known_again_by_the_cookie(app: FastAPI) -> None:
    async with stranger(app) as client:
        first = await client.get("/api/me")
        cookie = first.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Path=/" in cookie
        assert "Secure" not in cookie
        second = await client.get("/api/me")
        assert "Set-Cookie" not in second.headers
        assert second.json()["name"] == first.json()["name"]


async def test_over_https_the_cookie_stays_there(app: FastAPI) -> None:
    async with stranger(app) as client:
        assert "; Secure" in (await client.get("https://bottega.test/api/me")).headers["Set-Cookie"]


@pytest.mark.parametrize("change", ["cut", "letter", "swap", "garbage", "long"])
async def test_a_forged_cookie_is_that_of_nobody(client: AsyncClient, change: str) -> None:
    await client.patch("/api/me", json={"name": "Anna"})
    kept = client.cookies[COOKIE]
    who, _dot, signature = kept.partition(".")
    forged = {
        "cut": kept[:-1],
        "letter": ("B" if kept[0] == "A" else "A") + kept[1:],
        "swap": f"{signature}.{who}",
        "garbage": '"\\377\\0',
        "long": "x" * 5000,
    }[change]
    client.cookies.clear()
    answer = await client.get("/api/me", headers={"Cookie": f"{COOKIE}={forged}"})
    assert answer.status_code == 200
    assert answer.json()["name"] != "Anna"
    assert "Set-Cookie" in answer.headers


async def test_what_a_guest_chose_is_there_after_a_restart(settings: Settings) -> None:
    async with running(settings) as app:
        client = await arrive(app)
        answer = await client.patch("/api/me", json={"name": "  Anna   Maria ", "language": "de"})
        assert answer.status_code == 200
        assert (answer.json()["name"], answer.json()["language"], answer.json()["theme"]) == ("Anna Maria", "de", "auto")
    async with running(settings) as app:
        again = stranger(app)
        again.cookies = client.cookies
        me = (await again.get("/api/me")).json()
        assert (me["name"], me["language"], me["theme"]) == ("Anna Maria", "de", "auto")


async def test_choices_at_the_same_time_do_not_undo_each_other(client: AsyncClient) -> None:
    choices: list[dict[str, str]] = [{"name": "Anna"}, {"theme": "dark"}, {"language": "it"}]
    await asyncio.gather(*(client.patch("/api/me", json=choice) for choice in choices))
    me = (await client.get("/api/me")).json()
    assert (me["name"], me["language"], me["theme"]) == ("Anna", "it", "dark")


async def test_an_empty_name_is_none(client: AsyncClient) -> None:
    before = (await client.get("/api/me")).json()["name"]
    await client.patch("/api/me", json={"name": "Anna"})
    assert (await client.patch("/api/me", json={"name": "  "})).json()["name"] == before


async def test_who_chose_no_language_gets_that_of_the_browser(client: AsyncClient) -> None:
    wish = {"Accept-Language": "pt, fr-CH;q=0.9, it;q=0.5"}
    assert (await client.get("/api/me", headers=wish)).json()["language"] == "fr"
    await client.patch("/api/me", json={"language": "nl"})
    assert (await client.get("/api/me", headers=wish)).json()["language"] == "nl"


@pytest.mark.parametrize(
    "chosen",
    [
        {"name": "a" * (LONGEST_NAME + 1)},
        {"name": "Anna\u202e"},
        {"name": "An\0na"},
        {"language": "klingon"},
        {"theme": "../../etc"},
        {"name": 7},
        {"id": "somebody else"},
        ["Anna"],
    ],
)
async def test_what_makes_no_sense_is_refused_with_a_reason(client: AsyncClient, chosen: object) -> None:
    before = (await client.get("/api/me")).json()
    answer = await client.patch("/api/me", json=chosen)
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"reason"}
    after = (await client.get("/api/me")).json()
    assert {**after, "token": ""} == {**before, "token": ""}


async def test_tokens_differ_from_page_to_page_and_belong_to_one_guest(store: Store) -> None:
    guests = Guests(store, SECRET)
    anna, bruno = guests.new(), guests.new()
    tokens = {guests.token(anna) for _page in range(5)}
    assert len(tokens) == 5
    assert all(guests.is_token(anna, token) and not guests.is_token(bruno, token) for token in tokens)
    assert not Guests(store, b"another secret of 32 bytes......").is_token(anna, tokens.pop())
    for forged in ("", ".", "x.y", guests.sign(anna), "é.é"):
        assert not guests.is_token(anna, forged)
    assert guests.read(guests.token(anna)) is None


async def test_names_of_all_countries_are_names() -> None:
    for name in ("Zoë", "Łukasz", "山田 太郎", "Ève-Marie d’Été", "Søren 2"):
        assert checked_name(name) == name
    with pytest.raises(RequestError, match="at most"):
        checked_name("x" * 25)


async def test_the_token_of_another_guest_does_not_help(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    bruno.headers[TOKEN] = anna.headers[TOKEN]
    assert (await bruno.patch("/api/me", json={"name": "Bruno"})).status_code == 403
