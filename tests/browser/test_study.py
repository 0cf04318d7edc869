"""Studying a game in a real browser: load, step, let a machine judge, try other moves, share."""

import random
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types
from browser.conftest import NewGuest
from playwright.sync_api import Page, expect

import bottega
from bottega.record import Record, read, read_file, write

ANALYSED = 240_000  # milliseconds: its kernels may have to be compiled
MOVES = 6


def record_of(name: str = "toscana", moves: int = MOVES) -> str:
    position = bottega.game(name).start(seed=1)
    chance = random.Random(1)
    for _move in range(moves):
        position.play(chance.choice(position.moves()))
    return write(Record.from_position(position, ["Anna", "Bruno"]))


def load(page: Page, text: str) -> str:
    """Load a record by pasting it; the address of the study."""
    page.goto("/study")
    page.get_by_label("Record (.bgn)").fill(text)
    page.get_by_role("button", name="Study it").click()
    page.wait_for_url("**/study/*")
    shown(page, 0, len(read(text).moves))
    return page.url


def shown(page: Page, ply: int, count: int) -> None:
    """The page shows the moment after so many moves."""
    expect(page.locator("[data-where]")).to_have_text(f"{ply} / {count}")


def test_a_game_is_stepped_through_by_buttons_keys_and_list(page: Page, name: str) -> None:
    load(page, record_of(name))
    page.get_by_role("button", name="A move on").click()
    shown(page, 1, MOVES)
    for key, ply in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", MOVES), ("Home", 0)):
        page.keyboard.press(key)
        shown(page, ply, MOVES)
    page.locator("#moves ol button").nth(3).click()
    shown(page, 4, MOVES)
    assert page.url.endswith("#4")
    page.reload()
    shown(page, 4, MOVES)
    expect(page.locator("#board")).to_have_attribute("aria-label", re.compile("Move 4: "))
    expect(page.locator("#moves ol [aria-current]")).to_have_count(1)


def test_what_is_wrong_in_a_record_is_shown_where_it_is(page: Page, tmp_path: Path) -> None:
    page.goto("/study")
    text = re.sub(r"\b2\. \S+", "2. nonsense", record_of())
    page.get_by_label("Record (.bgn)").fill(text)
    page.get_by_role("button", name="Study it").click()
    expect(page.locator("#load-says")).to_contain_text("line ")
    selected = page.evaluate(
        "(() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd); })()"
    )
    assert selected == "nonsense"
    expect(page.get_by_label("Record (.bgn)")).to_have_value(text)
    file = tmp_path / "game.bgn"
    file.write_text(record_of())
    page.locator("#file").set_input_files(file)
    page.wait_for_url("**/study/*")


def test_a_machine_judges_the_game_for_everyone_with_the_link(new_guest: NewGuest, tmp_path: Path) -> None:
    anna, bruno = new_guest(), new_guest(accept_downloads=True)
    address = load(anna, record_of())
    anna.get_by_role("button", name="Analyse the game").click()
    expect(anna.locator("#graph")).to_be_visible(timeout=ANALYSED)
    expect(anna.locator("#analysing")).to_be_hidden(timeout=ANALYSED)
    bruno.goto(address)
    graph = bruno.locator("#graph")
    expect(graph).to_be_visible()
    room = graph.bounding_box()
    assert room is not None
    graph.click(position={"x": room["width"] / 2, "y": 20})
    shown(bruno, MOVES // 2, MOVES)
    graph.press("ArrowRight")
    shown(bruno, MOVES // 2 + 1, MOVES)
    expect(graph).to_have_attribute("aria-valuetext", re.compile(rf"After move {MOVES // 2 + 1}: Anna: \d+% to win, Bruno: \d+%"))
    expect(bruno.locator("#here .choices li").first).to_contain_text("%")
    expect(bruno.locator("[data-balances] tbody tr").first).to_contain_text("At the start")
    bruno.locator("#menu summary").click()
    with bruno.expect_download() as started:
        bruno.get_by_role("link", name="Record with the analysis").click()
    started.value.save_as(tmp_path / "analysed.bgn")
    assert read_file(tmp_path / "analysed.bgn").tags["Analysis"]


def test_other_moves_are_tried_and_somebody_else_makes_a_copy(new_guest: NewGuest) -> None:
    anna, bruno = new_guest(), new_guest()
    address = load(anna, record_of("firenze"))
    anna.get_by_role("button", name="A move on").click()
    anna.get_by_role("button", name="Try moves").click()
    expect(anna.locator("#hand .hand-piece").first).to_be_visible()
    decide(anna, "firenze")
    expect(anna.locator(".variation button")).to_have_count(1)
    shown(anna, 2, 2)
    anna.get_by_label("Comment").fill("A quiet move.")
    anna.get_by_role("button", name="Keep").click()
    expect(anna.locator(".variation .comment")).to_have_text("A quiet move.")
    bruno.goto(address.partition("#")[0] + "#2")
    expect(bruno.locator(".variation .comment")).to_have_text("A quiet move.")
    expect(bruno.get_by_label("Comment")).to_be_hidden()
    bruno.get_by_role("button", name="Try moves").click()
    expect(bruno.locator("#hand .hand-piece").first).to_be_visible()
    decide(bruno, "firenze")
    bruno.get_by_role("button", name="Make a copy").click()
    bruno.wait_for_url(lambda url: not url.startswith(address.partition("#")[0]))
    expect(bruno.locator(".variation button")).to_have_count(2)
    anna.reload()
    anna.locator(".variation button").click()
    anna.get_by_role("button", name="Take out this variation").click()
    anna.get_by_role("button", name="Take it out").click()
    expect(anna.locator(".variation button")).to_have_count(0)


def decide(page: Page, name: str) -> None:
    """Type the last move that the hand offers: hardly the one that was played."""
    page.locator(".hand-type summary").click()
    move = page.locator("#hand-moves option").last.get_attribute("value")
    assert move
    page.locator(".hand-type input").fill(move)
    page.locator(".hand-type button").click()
    page.locator("#hand [data-act=confirm]").click()


@pytest.mark.parametrize(
    ("theme", "wish"), [("warm", {}), ("dark", {"color_scheme": "dark"}), ("contrast", {"contrast": "more"})]
)
def test_everybody_can_read_a_study(new_guest: NewGuest, theme: str, wish: dict[str, str]) -> None:
    page = new_guest(reduced_motion="reduce", bypass_csp=True, **wish)
    load(page, record_of("florentine"))
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.get_by_role("button", name="Try moves").click()
    expect(page.locator("#hand .hand-piece").first).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    violations = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations] == []
    for width in (360, 768, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
