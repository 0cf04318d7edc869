"""The pages in a real browser: readable for everybody, at every size, in every theme; two clicks to a game."""

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types
from browser.conftest import NewGuest
from playwright.sync_api import Page, Request, expect
from schooling import Answer, answer

from bottega.games import GAMES, spec
from bottega.players.levels import LEVELS
from bottega.server.showcase import THEMES

PAGES = ("/", "/lobby", "/about", "/settings", "/nowhere", "/new/{game}", "/rules/{game}", "/learn/{game}", "/strategy/{game}")
WIDTHS = (360, 768, 1280, 2560)
MOST = 200_000  # bytes of the front page with all that it loads, as transferred


def choose(page: Page, **choice: str) -> None:
    """Change settings as the pages do."""
    page.goto("/about")
    changed = page.evaluate(
        """async (choice) => {
            const token = document.querySelector('meta[name="token"]').content;
            const headers = {"Content-Type": "application/json", "X-Bottega-Token": token};
            return (await fetch("/api/me", {method: "PATCH", headers, body: JSON.stringify(choice)})).status;
        }""",
        choice,
    )
    assert changed == 200


def some_pages() -> list[str]:
    """Every kind of page, each with one of the games in turn."""
    return [path.format(game=GAMES[number % len(GAMES)]) for number, path in enumerate(PAGES)]


def settled(page: Page, path: str) -> None:
    """Go there, and wait until the page is as it is meant to be."""
    page.goto(path)
    if path.startswith("/learn/"):
        page.locator("#paragraphs p").first.wait_for()


@pytest.mark.parametrize("theme", THEMES)
def test_everybody_can_read_every_page(new_guest: NewGuest, theme: str) -> None:
    """No violations found by axe, with everything unfolded."""
    page = new_guest(reduced_motion="reduce")
    choose(page, theme=theme)
    found: dict[str, Any] = {}
    for path in some_pages():
        settled(page, path)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        if path == "/":
            page.get_by_role("button", name="Play against a machine").first.click()
        violations = Axe().run(page).response["violations"]
        if violations:
            found[path] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]
    assert not found, json.dumps(found, indent=1)


@pytest.mark.parametrize("language", ["en", "de", "it", "fr", "nl"])
def test_nothing_sticks_out(new_guest: NewGuest, language: str) -> None:
    """At no size does a page scroll sideways, whatever the length of the words."""
    page = new_guest()
    choose(page, language=language, name="Bartholomäus von Bingen")
    sticking = []
    for path in [*some_pages(), *(f"/new/{game}" for game in GAMES)]:
        settled(page, path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                sticking.append((path, width))
    assert sticking == []


def test_the_front_page_is_light(page: Page) -> None:
    """Everything that the front page loads, as it goes over the wire."""
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.goto("/")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_load_state("networkidle")
    sizes = {}
    for request in loaded:
        parts = request.sizes()
        sizes[request.url] = parts["responseBodySize"] + parts["responseHeadersSize"]
    assert len([url for url in sizes if url.endswith("board.svg")]) == len(GAMES), "one picture of each game, of one theme"
    assert sum(sizes.values()) < MOST, sizes


def test_nothing_jumps_when_the_pictures_arrive(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    shift = page.evaluate(
        """() => new Promise((told) => {
            new PerformanceObserver((list) => told(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)))
                .observe({type: "layout-shift", buffered: true});
            requestAnimationFrame(() => requestAnimationFrame(() => told(0)));
        })"""
    )
    assert shift < 0.02


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [next(iter(LEVELS)), list(LEVELS)[-1]])
def test_two_clicks_to_a_game_against_a_machine(page: Page, name: str, level: str) -> None:
    page.goto("/")
    page.get_by_role("article", name=spec(name).title).get_by_role("button", name="Play against a machine").click()
    page.get_by_role("dialog").get_by_role("button", name=level.capitalize()).click()
    page.wait_for_url("**/t/*")
    table = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    assert (table["game"], table["state"]) == (name, "running")
    assert sorted(str(seat["level"]) for seat in table["seats"]) == sorted(["None", level])


def test_one_click_to_a_table_for_two(page: Page, new_guest: NewGuest) -> None:
    page.goto("/")
    page.get_by_role("article", name="Toscana").get_by_role("button", name="Two at this device").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    page.get_by_role("article", name="Firenze").get_by_role("button", name="With a friend, by link").click()
    page.wait_for_url("**/t/*")
    link = page.url
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables").get_by_role("link")
    expect(mine).to_have_count(2)
    friend = new_guest()
    friend.goto(link)
    state = friend.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    assert state["state"] == "waiting"
    assert "sit" in state["can"]


def test_a_new_table_by_keyboard_alone(page: Page) -> None:
    page.goto("/new/firenze")
    page.wait_for_load_state("networkidle")
    page.get_by_role("radio", name="2").focus()
    page.keyboard.press("ArrowRight")
    third = page.get_by_role("combobox", name="Green", exact=True)
    expect(third).to_be_visible()
    expect(page.get_by_role("combobox", name="White", exact=True)).to_be_visible()
    third.focus()
    page.keyboard.type("Some")
    expect(page.locator("[name=name-2]")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type("Carla")
    page.get_by_role("combobox", name="Clock").focus()
    page.keyboard.type("Time for the")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    table = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    assert table["options"]["players"] == "3"
    assert table["clock"] == {"kind": "fischer", "seconds": 1200, "increment": 10}
    assert table["seats"][2]["player"] == "Carla"


def test_what_cannot_be_is_said_beside_the_form_and_nothing_is_lost(page: Page) -> None:
    page.goto("/new/firenze")
    page.wait_for_load_state("networkidle")
    page.get_by_text("3", exact=True).click()
    page.get_by_label("Neutral colour").select_option("G")
    alert = page.locator("#new-error")
    expect(alert).to_contain_text("neutral")
    page.get_by_role("button", name="Lay the table").click()
    expect(alert).to_contain_text("neutral")
    assert page.url.endswith("/new/firenze")
    expect(page.get_by_label("Neutral colour")).to_have_value("G")
    page.get_by_label("Neutral colour").select_option("")
    expect(alert).to_be_empty()
    page.get_by_label("White", exact=True).select_option("me")
    page.get_by_label("Pink", exact=True).select_option("me")
    page.get_by_role("button", name="Lay the table").click()
    expect(alert).not_to_be_empty()


def test_language_name_and_theme_are_kept(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("Name").fill("Anna")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_label("Name").fill("x" * 30)
    page.locator("main").get_by_label("Theme").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    with page.expect_navigation():
        page.get_by_role("banner").get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/lobby")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("banner")).to_contain_text("Anna")


@pytest.mark.parametrize(
    ("media", "theme"),
    [({"color_scheme": "dark"}, "dark"), ({"color_scheme": "light"}, "warm"), ({"contrast": "more"}, "contrast")],
)
def test_the_theme_follows_the_system_unless_chosen(new_guest: NewGuest, media: dict[str, Any], theme: str) -> None:
    page = new_guest(**media)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator(f"img.for-{theme}").first).to_be_visible()


def test_the_lobby_looks_again_by_itself(page: Page, new_guest: NewGuest) -> None:
    page.clock.install()
    page.goto("/lobby")
    other = new_guest()
    choose(other, name="Lobbina")
    other.goto("/new/toscana?listed=true")
    other.wait_for_load_state("networkidle")
    other.get_by_label("Red").select_option("open")
    other.get_by_role("button", name="Lay the table").click()
    other.wait_for_url("**/t/*")
    waiting = page.get_by_role("region", name="Tables with a free seat").get_by_role("link", name="Lobbina")
    expect(waiting).to_have_count(0)
    page.clock.run_for(6000)
    expect(waiting).to_have_count(1)
    waiting.focus()
    page.clock.run_for(6000)
    expect(waiting).to_be_focused()


def test_the_first_tab_skips_to_the_content(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_by_keyboard_alone(page: Page, name: str) -> None:
    """Every step, with the field for moves where something is to be done; then one is told to play."""
    page.goto(f"/learn/{name}")
    steps = spec(name).stage.lesson()
    forward = page.get_by_role("button", name="Next")
    for number, step in enumerate(steps):
        expect(page.locator("#title")).to_have_text(step.title)
        is_last = number + 1 == len(steps)
        if step.task:
            expect(page.get_by_role("heading", name="Now play!") if is_last else page.locator("#forward:enabled")).to_have_count(
                0
            )
            lay_by_keys(page, answer(name, number))
            expect(page.locator("#outcome")).to_have_class("outcome good")
            expect(page.locator("#outcome")).to_contain_text(step.praise)
        if not is_last:
            forward.press("Enter")
    expect(page.get_by_role("heading", name="Now play!")).to_be_visible()
    page.reload()
    expect(page.locator("#title")).to_have_text(steps[-1].title)


def lay_by_keys(page: Page, wanted: Answer) -> None:
    """Type a move; choose what it covers; confirm."""
    field = page.locator("#hand input[name=move]")
    if not field.is_visible():
        page.locator("#hand summary").press("Enter")
    for _ in range(2 if wanted.asks else 1):
        field.fill(wanted.move)
        page.keyboard.press("Enter")
    if not wanted.is_word:
        expect(page.locator("#board")).to_be_focused()
        for digit in wanted.digits:
            page.keyboard.press(digit)
        page.keyboard.press("Enter")


def test_strategy_is_hidden_until_asked_for(page: Page) -> None:
    page.goto("/strategy/toscana")
    first = spec("toscana").stage.strategy()[0]
    expect(page.get_by_role("heading", name=first.title)).to_be_hidden()
    page.locator("summary").press("Enter")
    expect(page.get_by_role("heading", name=first.title)).to_be_visible()
