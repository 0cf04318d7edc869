"""Every language from the front page to a game: each page speaks it, and nothing on it is left in English."""

import re
from collections.abc import Sequence
from functools import cache

import pytest
from babel.messages.mofile import read_mo
from browser.conftest import NewGuest
from browser.players import Keys, Person, play_on
from browser.test_games import CALM, lay
from playwright.sync_api import Page, expect

from bottega.games import GAMES
from bottega.i18n import LANGUAGES, LOCALES

PAGES = ("/", "/lobby", "/settings", "/about", "/study")
TURNS = 4
FILLED = re.compile(r"\{.*?\}")  # what is filled in
WORD = re.compile(r"[A-Za-z]{3}")

#: Everything on a page that is meant for people: what is seen, and what is read aloud.
TEXTS = """() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent.closest("script, style, [lang]:not(html)")) found.add(walker.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"])
        for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name));
    found.add(document.title);
    return [...found].map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text));
}"""


@cache
def patterns(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a page says in English, and what it says in this language: all messages that differ, whatever is filled in."""
    with (LOCALES / code / "LC_MESSAGES" / "bottega.mo").open("rb") as file:
        pairs = [(str(message.id), str(message.string)) for message in read_mo(file) if message.id != message.string]
    english, own = zip(*((message, text) for message, text in pairs if WORD.search(FILLED.sub("", message))), strict=True)
    return pattern(english), pattern(own)


def pattern(messages: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join("(?:.+)".join(re.escape(part) for part in FILLED.split(message)) for message in messages))


def left_in_english(page: Page, code: str) -> list[str]:
    """Texts of the page that are English, or in which something was not filled in."""
    texts: list[str] = page.evaluate(TEXTS)
    unfilled = [text for text in texts if FILLED.search(text)]
    if code == LANGUAGES[0]:
        return unfilled
    english, own = patterns(code)
    return unfilled + [text for text in texts if english.fullmatch(text) and not own.fullmatch(text)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_speaks_the_language_of_the_browser(new_guest: NewGuest, code: str) -> None:
    page = new_guest(locale=f"{code}-{code.upper()}", **CALM)
    person = Person(page)
    left: dict[str, list[str]] = {}
    for path in (*PAGES, *(f"/{kind}/{game}" for kind in ("new", "learn", "rules") for game in GAMES)):
        page.goto(path)
        if path.startswith("/learn/"):
            page.locator(".board-picture [id]").first.wait_for(state="attached")
        expect(page.locator("html")).to_have_attribute("lang", code)
        left[path] = left_in_english(page, code)
    for game in GAMES:
        lay(page, game, {"kind": "machine", "name": "random"})
        play_on(person, Keys(), turns=TURNS)
        expect(page.locator("html")).to_have_attribute("lang", code)
        left[f"a table of {game}"] = left_in_english(page, code)
    if code == LANGUAGES[0]:
        assert left_in_english(page, LANGUAGES[-1]), "nothing would be found"
    assert {path: texts for path, texts in left.items() if texts} == {}
