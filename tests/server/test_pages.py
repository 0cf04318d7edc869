"""The pages around the tables: every one in every language, with words and links that hold."""

import re
from html.parser import HTMLParser

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from pseudo import pseudo, untranslated
from server.visiting import arrive

from bottega.games import GAMES, spec
from bottega.i18n import LANGUAGES
from bottega.players.levels import LEVELS
from bottega.server import showcase
from bottega.server.assets import FOR_GOOD, static_url

pytestmark = pytest.mark.asyncio

PAGES = (
    "/",
    "/lobby",
    "/about",
    "/settings",
    *(f"/{page}/{name}" for page in ("new", "rules", "learn", "strategy") for name in GAMES),
)
NAMES = [spec(name).title for name in GAMES] + [spec(name).designer for name in GAMES] + [level.capitalize() for level in LEVELS]


async def choose(client: AsyncClient, **choice: str) -> None:
    answer = await client.patch("/api/me", json=choice)
    assert answer.status_code == 200, answer.text


async def lay(client: AsyncClient, game: str, *others: dict[str, str], **wanted: object) -> str:
    answer = await client.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}, *others], **wanted})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_speaks_the_guests_language(client: AsyncClient, language: str) -> None:
    await choose(client, language=language)
    titles = {}
    for path in PAGES:
        answer = await client.get(path)
        assert answer.status_code == 200, path
        assert f'<html lang="{language}"' in answer.text
        titles[path] = re.findall("<title>(.*?)</title>", answer.text)[0]
        assert titles[path].strip()
    assert len(set(titles.values())) == len(titles), "two pages have the same title"


async def test_a_new_guest_is_spoken_to_as_the_browser_asks(app: FastAPI) -> None:
    client = await arrive(app)
    answer = await client.get("/", headers={"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.5"})
    assert '<html lang="nl"' in answer.text


@pytest.mark.parametrize("path", PAGES)
async def test_no_text_was_forgotten_by_the_translators(client: AsyncClient, path: str) -> None:
    await choose(client, name="Anna")
    with pseudo():
        page = (await client.get(path)).text
    assert untranslated(page, [*NAMES, "Anna"]) == []


class Links(HTMLParser):
    """Addresses within the house that a page names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.ids: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.found.add(value)
            if name == "id" and value:
                assert value not in self.ids, f"two elements have the id {value}"
                self.ids.add(value)


async def test_every_link_leads_somewhere(client: AsyncClient) -> None:
    """From the front page, wherever one can go, and whatever the pages load."""
    await lay(client, "firenze", {"kind": "here", "name": "Bruno"}, listed=True)
    seen: set[str] = set()
    ahead = ["/"]
    while ahead:
        address = ahead.pop()
        seen.add(address)
        answer = await client.get(address)
        assert answer.status_code == 200, address
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        links = Links(answer.text)
        for link in links.found:
            path, _hash, place = link.partition("#")
            assert link.startswith(("/", "#")), f"{address} asks another site: {link}"
            assert path or place in links.ids, f"{address} has no place {link}"
            is_page = path and not path.startswith("/api/")
            if is_page and path not in seen and path not in ahead:
                ahead.append(path)
    assert set(PAGES) - {path for path in PAGES if path.startswith(("/learn/", "/strategy/"))} <= seen


async def test_lists_show_what_one_may_know(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    hidden = await lay(anna, "toscana", {"kind": "open"})
    listed = await lay(
        anna, "florentine", {"kind": "open"}, listed=True, clock={"kind": "fischer", "seconds": 600, "increment": 5}
    )
    mine, others = (await anna.get("/lobby")).text, (await bruno.get("/lobby")).text
    assert f"/t/{hidden}" in mine
    assert f"/t/{hidden}" not in others
    assert f"/t/{listed}" in others
    assert "10 min + 5 s" in others
    assert "Sit down" in others
    assert f"/t/{listed}" in (await bruno.get("/")).text
    assert f"/t/{hidden}" in (await anna.get("/")).text
    await bruno.post(f"/api/tables/{listed}/do", json={"do": "sit", "seat": 1})
    assert "Your turn" in (await anna.get("/lobby/tables")).text
    watching = (await (await arrive(app)).get("/lobby/tables")).text
    assert "Move 0" in watching
    assert "Your turn" not in watching
    assert "<html" not in watching


async def test_names_are_shown_as_they_are_and_never_run(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    await choose(anna, name="<b>&'\"</b>")
    await lay(anna, "toscana", {"kind": "open"}, listed=True)
    for page in ((await bruno.get("/lobby")).text, (await anna.get("/settings")).text, (await anna.get("/new/toscana")).text):
        assert "<b>&" not in page
        assert "&lt;b&gt;&amp;" in page


@pytest.mark.parametrize("theme", ["auto", "warm", "dark", "contrast"])
async def test_the_theme_is_there_before_any_script(client: AsyncClient, theme: str) -> None:
    await choose(client, theme=theme)
    page = (await client.get("/about")).text
    assert f'data-choice="{theme}" data-theme="{"warm" if theme == "auto" else theme}"' in page


async def test_nothing_in_a_page_needs_a_weaker_policy(client: AsyncClient) -> None:
    for path in PAGES:
        answer = await client.get(path)
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert " style=" not in answer.text
        assert not re.search(r"\son\w+=", answer.text)
        for attributes in re.findall(r"<script([^>]*)>", answer.text):
            assert "src=" in attributes or 'type="application/json"' in attributes


async def test_what_is_not_there_is_said_in_the_guests_language(client: AsyncClient) -> None:
    await choose(client, language="it")
    for path in ("/nowhere", "/rules/chess", "/new/chess", "/learn/chess", "/pictures/chess/warm/board.svg", "/print/chess.pdf"):
        answer = await client.get(path)
        assert answer.status_code == 404, path
        assert '<html lang="it"' in answer.text
        assert 'href="/"' in answer.text
    for path in (
        "/pictures/toscana/pink/board.svg",
        "/pictures/toscana/warm/figure-99.svg",
        "/pictures/toscana/warm/figure-0.svg",
    ):
        assert (await client.get(path)).status_code == 404, path


# ---------------------------------------------------------------- a new table


async def test_the_form_asks_for_every_option_that_a_guest_can_choose(client: AsyncClient, name: str) -> None:
    page = (await client.get(f"/new/{name}")).text
    for option in spec(name).options:
        is_asked = f'data-option="{option.name}"' in page or (option.name == "players" and 'name="players"' in page)
        assert is_asked == (not option.is_shuffle and not option.is_local), option.name
    assert ('name="match"' in page) == (spec(name).match is not None)
    for level in LEVELS:
        assert f'value="machine:{level}"' in page


async def test_seats_follow_the_options(client: AsyncClient) -> None:
    async def seats(query: str) -> object:
        return (await client.get(f"/new/firenze/seats?{query}")).json()

    assert await seats("") == {"seats": ["Pink", "Green"], "reason": ""}
    assert await seats("neutral=G&players=2&sets=") == {"seats": ["White", "Pink"], "reason": ""}
    assert await seats("players=3") == {"seats": ["White", "Pink", "Green"], "reason": ""}
    refused = (await client.get("/new/firenze/seats?players=3&neutral=G")).json()
    assert refused["seats"] == []
    assert "neutral" in refused["reason"]
    assert (await client.get("/new/firenze/seats?wine=red")).json()["reason"]


async def test_no_file_of_the_server_is_read_for_a_guest(client: AsyncClient) -> None:
    answer = (await client.get("/new/florentine/seats", params={"cards": "/etc/passwd"})).json()
    assert answer == {"seats": ["Red", "Blue"], "reason": ""}


# ---------------------------------------------------------------- files


async def test_files_are_kept_for_good_under_their_own_address_alone(client: AsyncClient) -> None:
    address = static_url("css/base.css")
    answer = await client.get(address)
    assert answer.headers["cache-control"] == FOR_GOOD
    assert answer.headers["content-type"].startswith("text/css")
    old = await client.get("/static/of-yesterday/css/base.css")
    assert old.text == answer.text
    assert old.headers["cache-control"] == "no-cache"
    for path in (
        "/static/x/nothing.css",
        "/static/",
        "/static/x/../../templates/base.html",
        "/static/x/%2e%2e/templates/base.html",
    ):
        assert (await client.get(path)).status_code == 404, path


async def test_pictures_differ_by_theme(client: AsyncClient, name: str) -> None:
    pictures = set()
    for theme in showcase.THEMES:
        for what in ("board", "emblem", "banner"):
            answer = await client.get(f"/pictures/{name}/{theme}/{what}.svg")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.startswith("<svg")
            pictures.add(answer.text)
    assert len(pictures) == 3 * len(showcase.THEMES)


async def test_a_set_to_print(client: AsyncClient) -> None:
    answer = await client.get("/print/toscana.pdf?paper=letter")
    assert answer.content.startswith(b"%PDF")
    assert answer.headers["content-type"] == "application/pdf"
    assert (await client.get("/print/toscana.pdf?paper=papyrus")).status_code == 400


async def test_rules_show_every_section_with_its_picture(client: AsyncClient, name: str) -> None:
    page = (await client.get(f"/rules/{name}")).text
    for place, section in enumerate(showcase.leaflet(name).sections):
        assert section.heading in page
        assert (f"figure-{place}.svg" in page) == (section.figure is not None)
