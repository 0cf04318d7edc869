"""Whole games in real browsers, played through the page as people play."""

import json
import re
from typing import Any

import pytest
from browser.conftest import NewGuest
from browser.hidden import secrets_told
from browser.players import (
    DECIDE,
    HAND_OVER,
    OVER,
    SAID,
    WAITING,
    WATCHING,
    Finger,
    Heard,
    Keys,
    Mouse,
    Person,
    Place,
    Played,
    Standing,
    grip,
    play_on,
)
from playwright.sync_api import Page, expect

from bottega.game import game
from bottega.games import GAMES, spec
from bottega.kernels import SPECTATOR
from bottega.light import has_secrets
from bottega.record import Record, read, write
from bottega.server.showcase import player_counts

#: What lies on the board, however it got there.
DRAWN = "document.querySelector('#board .board-picture > g').innerHTML.replace(/ class=.is-new./g, '')"

#: Where the piece in the hand is seen, in the units of the board: where its cell begins, and its box from there.
HELD = """() => {
    const ghost = document.querySelector("#board .ghost.is-seen");
    const [x, y = 0] = ghost.style.translate.split(" ").map(Number.parseFloat);
    const number = (name) => Number(ghost.querySelector(".ghost-rim").getAttribute(name));
    return [x, y, number("x"), number("y"), number("width"), number("height")];
}"""

#: What moves on the page at this moment, for longer than a moment.
MOVING = """() => document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().activeDuration > 20)
    .map((animation) => animation.effect.target.outerHTML.slice(0, 80))"""

#: Keep what the banner says while it can be seen.
KEEP_BANNERS = """() => {
    window.__banners = "";
    const banner = document.getElementById("banner");
    const look = () => {
        const style = getComputedStyle(banner);
        if (style.visibility === "visible" && Number(style.opacity) === 1) window.__banners += banner.textContent;
        requestAnimationFrame(look);
    };
    look();
}"""

CALM = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def lay(page: Page, name: str, *seats: dict[str, str], **wanted: Any) -> None:
    """Lay a table without the pages that do so, and sit down at it."""
    page.goto("/about")
    laid = page.evaluate(
        """async (wanted) => {
            const token = document.querySelector('meta[name="token"]').content;
            const headers = {"Content-Type": "application/json", "X-Bottega-Token": token};
            return await (await fetch("/api/tables", {method: "POST", headers, body: JSON.stringify(wanted)})).json();
        }""",
        {"game": name, "seats": [{"kind": "me"}, *seats], **wanted},
    )
    page.goto(f"/t/{laid['id']}")


def record(page: Page) -> str:
    """The record of the game, as the menu offers it."""
    page.get_by_text("Menu").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    return download.value.path().read_text()


def count_and_analyse(person: Person) -> None:
    """After the game: who won, the counting step by step up to the score, and on to the study."""
    page = person.page
    ending = page.get_by_role("region", name="After the game")
    expect(ending.get_by_role("heading")).to_have_text(person.scene["result"]["words"])
    ending.get_by_role("button", name="Show the counting").click()
    scores = {seat["player"]: seat["score"][0] for seat in person.scene["seats"]}
    counting = page.locator("#counting")
    if any(scores.values()):
        expect(counting).to_be_visible()
    totals = dict.fromkeys(scores, 0)
    while counting.is_visible():
        told = re.fullmatch(r"(.+?): .* = (\d+)", counting.locator("[data-says]").inner_text())
        assert told, counting.inner_text()
        totals[told[1]] = int(told[2])
        counting.get_by_role("button", name="On").click()
    assert totals == scores
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url("**/study/*")
    expect(page.locator("h1")).to_contain_text(person.scene["title"])


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_a_machine(new_guest: NewGuest, name: str) -> None:
    page = new_guest(**CALM)
    person = Person(page)
    page.goto("/")
    page.get_by_role("article", name=spec(name).title).get_by_role("button", name="Play against a machine").click()
    page.get_by_role("dialog").get_by_role("button", name="Garzone").click()
    page.wait_for_url("**/t/*")
    standing = play_on(person, Mouse())
    assert standing.what == OVER
    assert page.locator("#board [data-tile], #board [data-card], #board use").count() > 20
    count_and_analyse(person)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_between_two_browsers_and_somebody_who_watches(new_guest: NewGuest, name: str) -> None:
    """The link is sent, the other one sits down, a third one sees every move; and nobody is told what is not for him or her."""
    first, second, watching = (Person(new_guest(**CALM), seed) for seed in range(3))
    first.page.goto("/")
    card = first.page.get_by_role("article", name=spec(name).title)
    card.get_by_role("button", name="With a friend, by link").click()
    assert first.wait(WAITING).moves == []
    link = first.page.get_by_label("Send this link").input_value()
    for person in (second, watching):
        person.page.goto(link)
        person.wait(WAITING)
    second.page.get_by_role("button", name="Sit down here").click()

    way = Mouse()
    players = (first, second)
    played: list[Played] = []
    while (seen := watching.wait(WATCHING, OVER, moves=len(played))).what == WATCHING:
        ply = len(seen.moves)
        assert (watching.scene["viewer"], watching.scene["mine"], watching.scene["turn"]) == (SPECTATOR, [], None)
        assert [each.is_listed_as(move) for each, move in zip(played, seen.moves, strict=True)] == [True] * ply
        deciding = players[watching.scene["seat"]]
        deciding.wait(DECIDE, moves=ply)
        played.append(way.play(deciding, deciding.turn(ply)))
    assert all(person.wait(OVER).moves == seen.moves for person in players)

    told = record(watching.page)
    for person, viewer in ((watching, SPECTATOR), (first, 0), (second, 1)):
        expect(person.page.locator("#ending [data-result]")).to_have_text(person.scene["result"]["words"])
        heard = person.heard()
        assert len({each.ply for each in heard}) > len(played) / 2
        assert secrets_told(told, viewer, heard) == []
    if has_secrets(read(told).start(), (0, 1)):
        assert secrets_told(told, 1, first.heard()), "one's own hand is not for the other: nothing would be found"


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_what_is_hidden_would_be_found(name: str) -> None:
    """Whoever gets the record of a running game knows everything: that is noticed."""
    position = game(name).start(seed=1)
    half = 20
    while not position.is_over:
        position.play(position.moves()[0])
    told = write(Record.from_position(position))
    assert secrets_told(told, SPECTATOR, [Heard(half, told, "a record")])
    assert secrets_told(told, SPECTATOR, [Heard(len(position.past), told, "a record")]) == []
    shown = position.at(half).view(0)
    assert secrets_told(told, 0, [Heard(half, shown.text, "a view")]) == []


# ---------------------------------------------------------------- at one device


@pytest.mark.parametrize("name", GAMES)
def test_as_many_as_can_play_at_one_device(new_guest: NewGuest, name: str) -> None:
    """The table is laid with the form. Where hands are hidden, nobody sees another's while the device is handed on."""
    page = new_guest(**CALM)
    person = Person(page)
    most = max(player_counts(spec(name)))
    page.goto(f"/new/{name}")
    page.wait_for_load_state("networkidle")
    if most > 2:
        page.get_by_role("group", name="Players").get_by_text(str(most), exact=True).click()
    for seat in range(1, most):
        page.locator(f"#seat-{seat}").select_option("here")
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/t/*")
    handed_on: list[int] = []

    def look(standing: Standing) -> None:
        assert len(person.scene["mine"]) == most
        if standing.what == HAND_OVER:
            handed_on.append(len(standing.moves))
            expect(page.locator("#hand [data-piece]")).to_have_count(0)
            expect(page.locator(".seat .tray [data-card]:not([data-card^=black])")).to_have_count(0)

    assert play_on(person, Mouse(), look=look).what == OVER
    seats = {move["seat"] for heard in person.frames for move in json.loads(heard.text).get("moves", [])}
    assert seats == set(range(most))
    open_to_all = [each for each in person.heard() if '"viewer":-1' in each.text or is_of_nobody(each)]
    told = record(page)
    assert secrets_told(told, SPECTATOR, open_to_all) == []
    assert {each.ply for each in open_to_all} >= set(handed_on)
    assert handed_on == list(range(len(handed_on))), "the device is handed on at every turn until everything lies open"
    assert bool(handed_on) == has_secrets(read(told).start(), range(most))


def is_of_nobody(heard: Heard) -> bool:
    """Whether it is a picture that is seen with nobody's eyes."""
    return "/picture?" in heard.where and "seat=" not in heard.where


# ---------------------------------------------------------------- interruptions


@pytest.mark.parametrize("name", GAMES)
def test_a_page_that_is_loaded_again_goes_on(new_guest: NewGuest, name: str) -> None:
    page = new_guest(**CALM)
    person = Person(page)
    lay(page, name, {"kind": "machine", "name": "random"})
    before = play_on(person, Mouse(), turns=3)
    seen = page.evaluate(DRAWN)
    page.reload()
    after = person.wait(DECIDE)
    assert after.moves == before.moves
    assert page.evaluate(DRAWN) == seen
    assert len(play_on(person, Mouse(), turns=2).moves) > len(before.moves)


@pytest.mark.parametrize("name", GAMES)
def test_a_move_made_without_a_line_arrives_when_it_is_back(new_guest: NewGuest, name: str) -> None:
    page = new_guest(**CALM)
    person = Person(page)
    lay(page, name, {"kind": "machine", "name": "random"})
    before = play_on(person, Mouse(), turns=2)
    page.context.set_offline(True)
    played = Mouse().play(person, person.turn(len(before.moves)))
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    assert person.scene["ply"] == len(before.moves)
    page.context.set_offline(False)
    after = person.wait(DECIDE, moves=len(before.moves) + 1)
    assert played.is_listed_as(after.moves[len(before.moves)])
    expect(page.get_by_text("Reconnecting")).to_be_hidden()
    assert len(play_on(person, Mouse(), turns=2).moves) > len(after.moves)


# ---------------------------------------------------------------- other hands


@pytest.mark.parametrize("name", GAMES)
def test_some_turns_on_a_phone_by_tapping(new_guest: NewGuest, name: str) -> None:
    page = new_guest(**CALM, **PHONE)
    person = Person(page)
    page.goto("/")
    page.get_by_role("article", name=spec(name).title).get_by_role("button", name="Play against a machine").tap()
    page.get_by_role("dialog").get_by_role("button", name="Garzone").tap()
    page.wait_for_url("**/t/*")
    sideways: list[int] = []

    def look(standing: Standing) -> None:
        if page.evaluate("document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollLeft > 0"):
            sideways.append(len(standing.moves))

    assert len(play_on(person, Finger(), turns=8, look=look).moves) >= 8
    assert sideways == []


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _press in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no Tab leads to {selector}")


@pytest.mark.parametrize("name", GAMES)
def test_without_a_mouse(new_guest: NewGuest, name: str) -> None:
    """From the front page to the table by keys alone. Toscana is played to the end, and on to the study."""
    page = new_guest(**CALM)
    person = Person(page)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    tab_to(page, f"[data-choose={name}]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    if not page.evaluate("document.activeElement.matches('[data-level=garzone]')"):
        tab_to(page, "[data-level=garzone]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    if name != "toscana":
        play_on(person, Keys(), turns=6)
        return
    assert play_on(person, Keys()).what == OVER
    tab_to(page, "[data-end=study]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/study/*")


@pytest.mark.parametrize("name", GAMES)
def test_arrows_carry_a_piece_and_a_move_can_be_typed(new_guest: NewGuest, name: str) -> None:
    """Cell by cell to where it shall lie, and turned there; taken back, and the same move by its name."""
    page = new_guest(**CALM)
    person = Person(page)
    lay(page, name, {"kind": "machine", "name": "random"})
    standing = play_on(person, Keys(), turns=3)
    while not (turn := person.turn(len(standing.moves)))["pieces"]:
        standing = play_on(person, Keys(), turns=1)
    place = person.places(turn)[0]
    Keys().take(person, place.piece["name"])
    carry(person, place)
    page.keyboard.press("Enter")
    for _turn in range(place.piece["turns"]):
        if f"{place.move} " not in page.evaluate(SAID):
            page.keyboard.press("r")
    assert f"{place.move} " in page.evaluate(SAID)
    page.keyboard.press("Escape")
    assert f"{place.move} " not in page.evaluate(SAID)
    tab_to(page, ".hand-type summary")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Move", exact=True)).to_be_focused()
    page.keyboard.type(place.move)
    page.keyboard.press("Enter")
    assert f"{place.move} " in page.evaluate(SAID)
    page.keyboard.press("Enter")
    assert person.wait(moves=len(standing.moves) + 1).moves[len(standing.moves)] == place.move


def carry(person: Person, wanted: Place) -> None:
    """Move the piece in the hand with the arrows until it is held over the place where it is wanted."""
    page, side = person.page, spec(person.scene["game"]).artist.side
    goal = wanted.grip(side)
    page.keyboard.press("ArrowRight")  # it comes over the board
    for _step in range(100):
        x, y, *box = page.evaluate(HELD)
        at = grip(wanted.piece, side, (x, y), box)
        east, south = goal[0] - at[0], goal[1] - at[1]
        if abs(east) < 1 and abs(south) < 1:
            return
        if abs(east) >= abs(south):
            page.keyboard.press("ArrowRight" if east > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if south > 0 else "ArrowUp")
    raise AssertionError(f"no arrows lead to {wanted.move}")


def test_nothing_moves_for_those_who_want_it_calm(new_guest: NewGuest) -> None:
    """Neither what is laid nor what is celebrated moves; but it is there to be read."""
    page = new_guest(**CALM)
    person = Person(page)
    lay(page, "firenze", {"kind": "machine", "name": "random"})
    moving: set[str] = set()

    def look(standing: Standing) -> None:
        moving.update(page.evaluate(MOVING))

    page.evaluate(KEEP_BANNERS)
    while "ampredotto" not in page.evaluate("window.__banners"):  # a domino in a few dozen makes one
        assert play_on(person, Mouse(), turns=10, look=look).what != OVER, "a whole game, and nothing was celebrated"
    assert moving == set()
