"""The table for everybody: no violations found by axe, in any theme, from the first chair to the counting."""

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types
from browser.conftest import NewGuest
from browser.players import HAND_OVER, OVER, WAITING, Mouse, Person, play_on
from browser.test_games import CALM, PHONE, lay
from playwright.sync_api import Page, expect

from bottega.games import GAMES
from bottega.server.showcase import THEMES

MACHINE = {"kind": "machine", "name": "random"}


class Judge:
    """Looks at pages, and keeps what is wrong with them."""

    def __init__(self) -> None:
        self.found: dict[str, list[Any]] = {}

    def look(self, page: Page, what: str) -> None:
        for each in Axe().run(page).response["violations"]:
            nodes = [(node["html"], node["failureSummary"]) for node in each["nodes"]]
            self.found.setdefault(what, []).append((each["id"], nodes))

    def verdict(self) -> str:
        return json.dumps(self.found, indent=1) if self.found else ""


def choose(page: Page, theme: str) -> None:
    """As people do at the table."""
    page.get_by_text("Menu").click()
    page.get_by_label("Theme").select_option(theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.keyboard.press("Escape")
    if page.locator("details.menu").get_attribute("open") is not None:
        page.get_by_text("Menu").click()


@pytest.mark.parametrize(("theme", "device"), [(THEMES[0], PHONE), *((theme, {}) for theme in THEMES[1:])])
def test_everybody_can_use_a_table(new_guest: NewGuest, theme: str, device: dict[str, Any]) -> None:
    page = new_guest(**CALM, **device)
    person, judge = Person(page), Judge()
    lay(page, "firenze", {"kind": "open"})
    person.wait(WAITING)
    choose(page, theme)
    judge.look(page, "waiting")
    lay(page, "florentine", {"kind": "here", "name": "Berta"})
    person.wait(HAND_OVER)
    judge.look(page, "handing on")
    for name in GAMES:
        lay(page, name, MACHINE)
        play_on(person, Mouse(), turns=3)
        judge.look(page, f"deciding in {name}")
    page.get_by_text("The position in words").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice h2")).to_be_visible()
    judge.look(page, "a hint, and the position in words")
    page.get_by_role("button", name="Resign").click()
    judge.look(page, "a question")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    person.wait(OVER)
    judge.look(page, "over")
    page.get_by_role("button", name="Show the counting").click()
    expect(page.locator("#counting, #ending").filter(visible=True)).to_have_count(1)
    judge.look(page, "counting")
    assert not judge.verdict(), judge.verdict()
