"""The page of a table beside the hand: offers, giving up, another game, advice, the past, the counting, who watches."""

import re
from typing import Any

import pytest
from browser.conftest import NewGuest
from playwright.sync_api import Locator, Page, expect

from bottega.games import GAMES, spec

OPEN, HERE, GREEDY = {"kind": "open"}, {"kind": "here", "name": "Bianca"}, {"kind": "machine", "name": "greedy"}
CALM = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}

#: Moves of Firenze, one after the other.
OPENING = ("PG@0,0h", "WG@2,0h", "WP@0,1h")

#: What lies on the board, however it got there.
DRAWN = "document.querySelector('#board .board-picture > g').innerHTML.replace(/ class=.is-new./g, '')"

#: Where the middle of an empty cell is in the window.
CELL = """([column, row, side]) => {
    const picture = document.querySelector("#board .board-picture");
    const seen = new DOMPoint((column + 0.5) * side, (row + 0.5) * side).matrixTransform(picture.getScreenCTM());
    return [seen.x, seen.y];
}"""


def ask(page: Page, path: str, body: dict[str, Any]) -> Any:
    """Ask the server as the scripts of a page would."""
    if page.url == "about:blank":
        page.goto("/about")
    token = page.get_attribute("meta[name=token]", "content") or ""
    origin = "/".join(page.url.split("/")[:3])
    answer = page.request.post(path, data=body, headers={"X-Bottega-Token": token, "Origin": origin})
    assert answer.ok, answer.text()
    return answer.json()


def do(page: Page, table: str, **action: Any) -> None:
    ask(page, f"/api/tables/{table}/do", action)


def lay(page: Page, game: str, *others: dict[str, str], moves: tuple[str, ...] = (), **wanted: Any) -> str:
    """Lay a table, and make these moves at it."""
    table: str = ask(page, "/api/tables", {"game": game, "seats": [{"kind": "me"}, *others], **wanted})["id"]
    for ply, move in enumerate(moves):
        do(page, table, do="play", ply=ply, move=move)
    return table


def sit(page: Page, table: str) -> None:
    """Look at the table, with everything drawn and the line to the server open."""
    with page.expect_websocket() as line:
        page.goto(f"/t/{table}")
    line.value.wait_for_event("framereceived")
    page.locator("#board svg [id]").first.wait_for(state="attached")


def pair(new_guest: NewGuest, game: str = "firenze") -> tuple[Page, Page, str]:
    """Two people with a browser each at a table, and the table."""
    anna, bruno = new_guest(**CALM), new_guest(**CALM)
    table = lay(anna, game, OPEN)
    do(bruno, table, do="sit", seat=1)
    return anna, bruno, table


def play_any(page: Page, table: str) -> dict[str, Any]:
    """Make the first of all moves that whoever decides can make; the scene before it."""
    scene: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    turn = scene["turn"]
    if turn:
        places = [place[3] for found in turn["places"].values() for place in found]
        words = [word["move"] for word in turn["words"]]
        do(page, table, do="play", ply=turn["ply"], seat=turn["seat"], move=[*places, *words][0])
    return scene


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def moves(page: Page) -> Locator:
    return page.locator("#moves ol button")


def result(page: Page) -> Locator:
    return page.locator("#ending [data-result]")


# ---------------------------------------------------------------- offers


def test_a_draw_is_offered_and_accepted(new_guest: NewGuest) -> None:
    anna, bruno, table = pair(new_guest)
    for page in (anna, bruno):
        sit(page, table)
    button(anna, "Offer a draw").click()
    expect(anna.locator("#talk")).to_contain_text("You have offered a draw.")
    expect(button(anna, "Offer a draw")).to_be_hidden()
    expect(bruno.locator("#talk")).to_contain_text("offers a draw.")
    expect(button(bruno, "Withdraw")).to_have_count(0)
    button(bruno, "Accept").click()
    for page in (anna, bruno):
        expect(result(page)).to_have_text("A draw by agreement")
        expect(page.locator("#talk")).to_be_empty()
        expect(page.locator("#hand")).to_be_hidden()


def test_a_draw_is_declined_or_withdrawn(new_guest: NewGuest) -> None:
    anna, bruno, table = pair(new_guest)
    for page in (anna, bruno):
        sit(page, table)
    for page, answer in ((bruno, "Decline"), (anna, "Withdraw")):
        button(anna, "Offer a draw").click()
        button(page, answer).click()
        for either in (anna, bruno):
            expect(either.locator("#talk")).to_be_empty()
            expect(button(either, "Offer a draw")).to_be_visible()
    expect(result(anna)).to_be_hidden()


def test_on_a_phone_an_offer_is_seen_at_once(new_guest: NewGuest) -> None:
    anna, bruno = new_guest(**CALM), new_guest(**PHONE)
    table = lay(anna, "firenze", OPEN)
    do(bruno, table, do="sit", seat=1)
    sit(bruno, table)
    do(anna, table, do="offer", what="draw")
    expect(button(bruno, "Accept")).to_be_in_viewport()
    button(bruno, "Accept").tap()
    expect(result(bruno)).to_be_in_viewport()


def test_a_move_is_taken_back_if_the_other_one_grants_it(new_guest: NewGuest) -> None:
    anna, bruno, table = pair(new_guest)
    do(anna, table, do="play", ply=0, move=OPENING[0])
    for page in (anna, bruno):
        sit(page, table)
        expect(moves(page)).to_have_count(1)
    expect(button(bruno, "Take back")).to_be_hidden()  # of whoever has made no move
    button(anna, "Take back").click()
    expect(bruno.locator("#talk")).to_contain_text("asks to take the last move back.")
    expect(moves(anna)).to_have_count(1)
    button(bruno, "Accept").click()
    for page in (anna, bruno):
        expect(moves(page)).to_have_count(0)
    expect(anna.locator("#hand:not(.is-idle):not(.is-ahead)")).to_be_visible()


def test_against_a_machine_a_move_is_taken_back_at_once(new_guest: NewGuest) -> None:
    """Also by somebody who is looking at what is then no past any more."""
    page = new_guest(**CALM)
    sit(page, lay(page, "firenze", GREEDY, moves=OPENING[:1]))
    expect(page.locator("#moves [data-where]")).to_have_text("2 / 2")
    page.keyboard.press("[")
    expect(page.locator("#moves [data-where]")).to_have_text("1 / 2")
    button(page, "Take back").click()
    expect(moves(page)).to_have_count(0)
    expect(page.locator("#moves [data-where]")).to_have_text("0 / 0")
    page.locator('#hand [data-piece="PG"]').click()
    expect(page.locator('#hand [data-piece="PG"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#talk")).to_be_empty()


def test_what_has_been_seen_is_not_taken_back(new_guest: NewGuest) -> None:
    """In Florentine Dominoes whoever has played has drawn a card."""
    anna, _bruno, table = pair(new_guest, "florentine")
    assert play_any(anna, table)["seat"] == 0
    sit(anna, table)
    expect(moves(anna)).to_have_count(1)
    expect(button(anna, "Offer a draw")).to_be_visible()
    expect(button(anna, "Take back")).to_be_hidden()


# ---------------------------------------------------------------- the end, and the next game


def test_resigning_is_asked_about(new_guest: NewGuest) -> None:
    anna, bruno, table = pair(new_guest)
    for page in (anna, bruno):
        sit(page, table)
    dialog = anna.get_by_role("dialog")
    button(anna, "Resign").click()
    expect(dialog).to_contain_text("Do you really give this game up?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    button(anna, "Resign").click()
    anna.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button(bruno, "Resign")).to_be_visible()
    button(anna, "Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    for page in (anna, bruno):
        expect(result(page)).to_have_text(re.compile(r".+ wins: .+ resigned"))
        expect(button(page, "Resign")).to_be_hidden()
    expect(anna.locator("#others .is-winner")).to_have_count(1)
    expect(bruno.locator("#mine .is-winner")).to_have_count(1)


def test_a_rematch_against_a_machine(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    table = lay(page, "firenze", GREEDY)
    do(page, table, do="resign")
    sit(page, table)
    expect(page.locator("#mine [data-seat='0']")).to_be_visible()
    button(page, "Rematch").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    expect(page.locator("#mine [data-seat='1']")).to_be_visible()
    expect(page.locator("#others .seat-name")).to_have_text("Greedy")
    expect(moves(page)).to_have_count(1)  # the machine begins


def test_a_rematch_of_two_people(new_guest: NewGuest) -> None:
    anna, bruno, table = pair(new_guest)
    do(anna, table, do="resign")
    for page in (anna, bruno):
        sit(page, table)
    button(anna, "Rematch").click()
    expect(button(anna, "Rematch")).to_be_hidden()
    expect(anna.locator("#talk")).to_contain_text("You have offered another game.")
    expect(bruno.locator("#talk")).to_contain_text("would like another game.")
    button(bruno, "Accept").click()
    for page, seat in ((anna, 1), (bruno, 0)):
        page.wait_for_url(lambda url: "/t/" in url and table not in url)
        expect(page.locator(f"#mine [data-seat='{seat}']")).to_be_visible()
    assert anna.url == bruno.url
    anna.goto(f"/t/{table}")
    expect(anna.get_by_role("link", name="To the next game")).to_have_attribute("href", bruno.url[bruno.url.index("/t/") :])


def test_a_match_leads_from_game_to_game(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    table = lay(page, "toscana", {"kind": "machine", "name": "random"}, match=True)
    ending, link = page.locator("#ending"), page.get_by_role("link", name="To the next game of the match")
    sit(page, table)
    for words in ("Game 1 of 2. Games won: 0 : 1", "Random wins the match. Games won: 0 : 2"):
        button(page, "Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(ending.locator("[data-match]")).to_have_text(words)
        if page.url.endswith(table):
            expect(button(page, "Rematch")).to_be_hidden()
            link.click()
            page.wait_for_url(lambda url: "/t/" in url and table not in url)
            expect(page.locator("#mine [data-seat='0']")).to_be_visible()  # nobody moves
    expect(link).to_be_hidden()
    expect(button(page, "Rematch")).to_be_visible()


def test_a_match_with_a_win_each_and_no_points_is_drawn(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    table = lay(page, "toscana", HERE, match=True)
    do(page, table, do="resign", seat=0)
    second = page.request.get(f"/api/tables/{table}").json()["match"]["next"]
    do(page, second, do="resign", seat=1)
    sit(page, second)
    expect(page.locator("#ending [data-match]")).to_have_text("The match is drawn. Games won: 1 : 1")


def test_the_counting_of_a_game_that_was_played(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    table = lay(page, "toscana", HERE)
    scene = play_any(page, table)
    while scene["state"] != "over":
        scene = play_any(page, table)
    sit(page, table)
    expect(result(page)).to_have_text(scene["result"]["words"])
    button(page, "Show the counting").click()
    counting, says = page.locator("#counting"), page.locator("#counting [data-says]")
    expect(counting).to_be_visible()
    expect(result(page)).to_be_hidden()
    first, totals = says.inner_text(), [0, 0]
    names = [seat["player"] for seat in scene["seats"]]
    lit = page.locator('#board [data-layer="count"] > *')
    while counting.is_visible():
        told = re.fullmatch(r"(.+): .+ · \+(\d+) = (\d+)", says.inner_text())
        assert told, says.inner_text()
        totals[names.index(told[1])] += int(told[2])
        assert totals[names.index(told[1])] == int(told[3])
        assert lit.count()
        button(page, "On").click()
    assert totals == [seat["score"][0] for seat in scene["seats"]]
    expect(lit).to_have_count(0)
    button(page, "Show the counting").click()
    button(page, "On").click()
    assert says.inner_text() != first
    button(page, "Back").click()
    expect(says).to_have_text(first)
    button(page, "Close").click()
    expect(result(page)).to_be_visible()


# ---------------------------------------------------------------- advice, and the past


def test_a_hint_is_a_move_with_its_chance_and_reasons(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    sit(page, lay(page, "firenze", HERE, moves=OPENING))
    button(page, "Hint").click()
    best = page.locator("#advice .hints > li").first
    expect(best.locator("button strong")).to_have_text(re.compile(r"^\d+%$"), timeout=30_000)
    expect(best.locator("button span")).to_have_text(re.compile(r"lays a .* domino at"))
    assert best.locator("ul > li").count()
    expect(page.locator(".ghost")).to_have_class("ghost is-seen is-laid")
    expect(moves(page)).to_have_count(3)
    page.locator('#hand [data-act="confirm"]').click()
    expect(moves(page)).to_have_count(4)
    expect(page.locator("#advice")).to_be_empty()


def test_no_hints_where_none_are_allowed(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    sit(page, lay(page, "firenze", HERE, hints=False, fits=False))
    expect(page.locator("#hand [data-piece]")).to_have_count(3)
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#fits")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#talk")).to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_what_fits_where(new_guest: NewGuest, game: str) -> None:
    page = new_guest(**CALM)
    table = lay(page, game, OPEN)
    do(new_guest(), table, do="sit", seat=1)
    sit(page, table)
    asks, pieces = button(page, "What fits where?"), page.locator("#advice .fits figure")
    asks.click()
    expect(page.locator("#advice")).to_contain_text("Point at an empty cell.")
    expect(asks).to_have_attribute("aria-pressed", "true")
    count = moves(page).count()
    turn = page.request.get(f"/api/tables/{table}/turn?ahead=true").json()
    column, row, *_rest = next(place for places in turn["places"].values() for place in places)
    x, y = page.evaluate(CELL, [column, row, spec(game).artist.side])
    page.mouse.click(x, y)
    expect(page.locator("#advice h2")).to_have_text("These could still cover that cell:")
    expect(page.locator("#board .asked")).to_have_count(1)
    expect(pieces.first).to_have_attribute("aria-label", re.compile(r".+ ×\d+"))
    page.keyboard.press("Escape")
    expect(asks).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#board .asked")).to_have_count(0)
    assert moves(page).count() == count


def test_stepping_through_the_game(new_guest: NewGuest) -> None:
    page = new_guest(**CALM)
    sit(page, lay(page, "firenze", HERE, moves=OPENING))
    where, steps = page.locator("#moves [data-where]"), page.locator("#moves .steps")
    expect(where).to_have_text("3 / 3")
    seen = {3: page.evaluate(DRAWN)}
    for ply in (2, 1, 0):
        button(page, "A move back").click()
        expect(where).to_have_text(f"{ply} / 3")
        seen[ply] = page.evaluate(DRAWN)
    assert len(set(seen.values())) == 4
    expect(button(page, "A move back")).to_be_disabled()
    expect(page.locator("#hand")).to_contain_text("You are looking at the past")
    for press, ply in (("]", 1), ("]", 2), ("[", 1), ("Home", 0), ("End", 3), ("[", 2)):
        page.keyboard.press(press)
        expect(where).to_have_text(f"{ply} / 3")
        assert page.evaluate(DRAWN) == seen[ply]
    for name, ply in (("A move on", 3), ("To the start", 0), ("To the end", 3)):
        button(page, name).click()
        expect(where).to_have_text(f"{ply} / 3")
        assert page.evaluate(DRAWN) == seen[ply]
    expect(steps.get_by_role("button", name="To the end")).to_be_disabled()
    moves(page).nth(0).click()
    expect(where).to_have_text("1 / 3")
    expect(moves(page).nth(0)).to_have_attribute("aria-current", "step")


# ---------------------------------------------------------------- links, and who watches


def test_the_link_is_copied(new_guest: NewGuest) -> None:
    page = new_guest(**CALM, permissions=["clipboard-read", "clipboard-write"])
    table = lay(page, "firenze", OPEN)
    sit_down = page.locator("#waiting")
    page.goto(f"/t/{table}")
    expect(sit_down.locator("input")).to_have_value(page.url)
    page.evaluate("navigator.clipboard.writeText('')")
    button(page, "Copy").click()
    expect(sit_down.get_by_role("status")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_text("Menu").click()
    share = page.locator("#share")
    expect(share).to_have_text("Copy the link to this table")
    share.click()
    expect(share).not_to_have_text("Copy the link to this table")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_watching_a_listed_game_from_the_lobby(new_guest: NewGuest) -> None:
    anna, watcher = new_guest(**CALM), new_guest(**CALM)
    table = lay(anna, "firenze", HERE, moves=OPENING[:1], listed=True)
    watcher.goto("/lobby")
    watcher.get_by_role("region", name="Games to watch").locator(f"a[href='/t/{table}']").click()
    watcher.wait_for_url(f"**/t/{table}")
    expect(moves(watcher)).to_have_count(1)
    expect(watcher.locator("#hand")).to_be_hidden()
    for name in ("Resign", "Take back", "Offer a draw", "Hint"):
        expect(button(watcher, name)).to_have_count(0)
    before = watcher.evaluate(DRAWN)
    do(anna, table, do="play", ply=1, move=OPENING[1])
    expect(moves(watcher).nth(1)).to_have_attribute("aria-current", "step")
    assert watcher.evaluate(DRAWN) != before
    do(anna, table, do="resign")
    expect(result(watcher)).to_be_visible()
    expect(button(watcher, "Rematch")).to_have_count(0)


# ---------------------------------------------------------------- small screens


def test_on_a_phone_every_tray_can_be_seen(new_guest: NewGuest) -> None:
    """Florentine Dominoes with four: one tray of the others at a time, and the board stays where it is."""
    page = new_guest(**PHONE)
    sit(page, lay(page, "florentine", GREEDY, GREEDY, GREEDY))
    board, opens = page.locator("#board"), page.locator("#others .seat-opens")
    trays = page.locator("#others .seat .tray")
    before = board.bounding_box()
    expect(trays.filter(visible=True)).to_have_count(0)
    for number in range(3):
        opens.nth(number).tap()
        expect(trays.filter(visible=True)).to_have_count(1)
        expect(trays.nth(number)).to_be_in_viewport(ratio=1)
        assert board.bounding_box() == before
    expect(opens.nth(2)).to_have_attribute("aria-expanded", "true")
    expect(opens.nth(1)).to_have_attribute("aria-expanded", "false")
    opens.nth(2).press("Enter")
    expect(trays.filter(visible=True)).to_have_count(0)
    expect(page.locator("#common")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_seen_anyway_need_not_be_opened(new_guest: NewGuest, width: int) -> None:
    page = new_guest(viewport={"width": width, "height": 740})
    sit(page, lay(page, "firenze", GREEDY, GREEDY))
    expect(page.locator("#others .seat .tray").filter(visible=True)).to_have_count(2)
    expect(page.locator(".seat-opens").filter(visible=True)).to_have_count(0)
