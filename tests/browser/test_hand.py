"""The hand at a table: how pieces are taken, turned, laid down, taken back, with mouse, fingers and keys."""

import json
from collections.abc import Callable
from copy import copy
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it ships no types
from browser.conftest import NewGuest
from playwright.sync_api import CDPSession, Page, Request, WebSocketRoute, expect

from bottega.games import GAMES
from bottega.server.showcase import THEMES

HERE = {"kind": "here", "name": "Bianca"}
MOST = 200_000  # bytes of the page with all that it loads
SIDE = 40  # units of a cell of Firenze
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}

#: In Firenze the next domino of pink sandwiches the white square at (2,0), and the green one at (1,1) if it lies at (1,2).
SANDWICH = ("GP@0,0h", "WG@2,0v")


class Table:
    """A table on a page, as somebody sees it who sits at it."""

    def __init__(self, page: Page, game: str, *others: dict[str, str], moves: tuple[str, ...] = (), **wanted: Any) -> None:
        self.page = page
        page.goto("/about")
        self.id = self._post("/api/tables", {"game": game, "seats": [{"kind": "me"}, *others], **wanted})["id"]
        for ply, move in enumerate(moves):
            self._post(f"/api/tables/{self.id}/do", {"do": "play", "ply": ply, "move": move})
        self._look_at(page)

    def _look_at(self, page: Page) -> None:
        self.page = page
        page.goto(f"/t/{self.id}")
        self.ghost, self.moves = page.locator(".ghost"), page.locator("#moves ol button")
        self.says, self.heard = page.locator(".board-says"), page.locator("#board + .unseen")

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        """As the scripts of the page would."""
        token = self.page.get_attribute("meta[name=token]", "content")
        headers = {"X-Bottega-Token": token or "", "Origin": self.page.url.rsplit("/", 1)[0]}
        answer = self.page.request.post(path, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def joined_by(self, page: Page) -> "Table":
        """The same table on the page of somebody who sits down at it."""
        theirs = copy(self)
        theirs._look_at(page)
        page.get_by_role("button", name="Sit down here").click()
        return theirs

    def ready(self) -> "Table":
        """Wait until there is something to decide."""
        self.page.locator("#hand:not(.is-idle):not(.is-ahead):not(.is-sent)").wait_for()
        return self

    def take(self, piece: str) -> None:
        self.page.locator(f'#hand [data-piece="{piece}"]').click()

    def press(self, button: str) -> None:
        self.page.locator(f'#hand [data-act="{button}"]').click()

    def at(self, column: float, row: float, side: float = SIDE) -> tuple[float, float]:
        """Where a point of the board, counted in cells, is in the window."""
        x, y = self.page.evaluate(
            """(point) => {
                const matrix = document.querySelector(".board-picture").getScreenCTM();
                const seen = new DOMPoint(...point).matrixTransform(matrix);
                return [seen.x, seen.y];
            }""",
            [column * side, row * side],
        )
        return x, y

    def point(self, column: float, row: float, side: float = SIDE) -> None:
        self.page.mouse.move(*self.at(column, row, side))

    def click(self, column: float, row: float, side: float = SIDE) -> None:
        self.page.mouse.click(*self.at(column, row, side))

    def lies(self, kind: str, column: int, row: int, side: float = SIDE) -> None:
        """Expect the piece there: held where it may lie (legal) or may not (illegal), or laid."""
        expect(self.ghost).to_have_class(f"ghost is-seen is-{kind}")
        where = " ".join(f"{value * side:g}px" for value in ((column, row) if row else (column,)))
        expect(self.ghost).to_have_css("translate", where)

    def box(self) -> list[float]:
        """The piece around the cell that it is held over: column, row, width and height in cells."""
        rim = self.page.locator(".ghost-rim")
        return [float(rim.get_attribute(name) or 0) / SIDE for name in ("x", "y", "width", "height")]

    def look(self) -> list[float]:
        """The part of the table that is seen."""
        return [float(value) for value in (self.page.locator(".board-picture").get_attribute("viewBox") or "").split()]


EAST, SOUTH, WEST, NORTH = [0, 0, 2, 1], [0, 0, 1, 2], [-1, 0, 2, 1], [0, -1, 1, 2]


# ---------------------------------------------------------------- mouse


def test_the_piece_follows_the_pointer_and_snaps(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.point(3.5, 0.5)
    expect(table.ghost).to_have_class("ghost")  # nothing is in the hand
    table.take("WP")
    table.point(2.2, 0.3)
    table.lies("legal", 2, 0)
    table.point(2.8, 0.9)
    table.lies("legal", 2, 0)
    table.point(2.5, 1.9)
    table.lies("illegal", 2, 1)
    table.point(2.5, 1.1)  # a little beyond the cell: it is drawn to where it fits
    table.lies("legal", 2, 0)


def test_where_it_does_not_fit_the_reason_is_said(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.take("WP")
    table.point(0.5, 0.5)
    table.lies("illegal", 0, 0)
    expect(table.says).to_have_text("the cell 0,0 is taken")
    expect(table.heard).to_have_text("the cell 0,0 is taken")
    table.click(0.5, 0.5)
    expect(table.ghost).to_have_class("ghost is-seen is-illegal")
    table.point(2.5, 0.5)
    expect(table.says).to_be_hidden()


def test_a_piece_stays_on_the_board(page: Page) -> None:
    """Pointing beyond the edge holds the tile at the edge: where, the rules say."""
    table = Table(page, "toscana", HERE).ready()
    page.keyboard.press("a")
    table.ready()
    table.point(-0.4, 3, side=24)
    table.lies("illegal", 0, 2, side=24)


def test_turning_by_wheel_right_click_and_key(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.take("WP")
    table.point(3.5, 0.5)
    assert table.box() == EAST
    page.mouse.wheel(0, 100)
    assert table.box() == SOUTH
    page.mouse.wheel(0, -100)
    assert table.box() == EAST
    page.mouse.click(*table.at(3.5, 0.5), button="right")
    assert table.box() == SOUTH
    page.keyboard.press("r")
    assert table.box() == WEST
    page.keyboard.press("r")
    assert table.box() == NORTH
    page.keyboard.press("Shift+R")
    assert table.box() == WEST
    table.lies("legal", 3, 0)


def test_only_turns_that_fit_are_offered(page: Page) -> None:
    """A click where the piece does not fit as it is turned lays it as it does; what lies there turns on to what fits."""
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.take("WP")
    table.point(-0.5, 0.5)
    table.lies("illegal", -1, 0)  # to the east lies something
    expect(page.locator(".dial-dot.is-good")).to_have_count(3)
    expect(page.locator(".dial-dot")).to_have_count(4)
    table.click(-0.5, 0.5)
    table.lies("laid", -1, 0)
    turns = [table.box()]
    for _turn in range(3):
        table.press("turn")
        turns.append(table.box())
    assert turns == [SOUTH, WEST, NORTH, SOUTH]


def test_place_and_turn_in_one_gesture(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.take("WP")
    for column, row, box in ((2.5, 2.5, SOUTH), (2.5, -1.5, NORTH), (4.5, 0.5, EAST)):
        page.mouse.move(*table.at(2.5, 0.5))
        page.mouse.down()
        page.mouse.move(*table.at(column, row), steps=4)
        assert table.box() == box
        expect(page.locator(".dial-ring.is-wide")).to_be_visible()
        page.mouse.up()
        table.lies("laid", 2, 0)
        page.keyboard.press("Escape")
    expect(table.moves).to_have_count(1)


def test_nothing_counts_before_it_is_confirmed(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.take("WP")
    table.click(2.5, 0.5)
    table.lies("laid", 2, 0)
    table.click(5.5, -1.5)  # not there
    table.lies("laid", 2, 0)
    expect(table.says).to_have_text("It does not fit there.")
    table.click(0.5, 1.5)  # but here
    table.lies("laid", 0, 1)
    table.press("take_back")
    table.point(2.5, 0.5)
    table.lies("legal", 2, 0)
    page.keyboard.press("Escape")
    expect(table.ghost).to_have_class("ghost is-legal")  # and not seen: it is out of the hand
    expect(table.moves).to_have_count(1)
    table.take("WP")
    table.click(2.5, 0.5)
    table.click(2.5, 0.5)
    expect(table.moves.nth(1)).to_have_attribute("title", "WP@2,0h")


def test_what_lies_there_can_be_moved(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    table.take("WP")
    table.click(2.5, 0.5)
    page.mouse.move(*table.at(3.5, 0.5))
    page.mouse.down()
    page.mouse.move(*table.at(2.5, -0.5), steps=5)
    table.lies("legal", 1, -1)
    page.mouse.up()
    table.lies("laid", 1, -1)


def test_dragging_a_piece_from_the_hand(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    piece = page.locator('#hand [data-piece="WG"]')
    piece.hover()
    page.mouse.down()
    page.mouse.move(*table.at(2.5, 7), steps=3)
    expect(page.locator(".carried")).to_be_visible()
    page.mouse.move(*table.at(2.5, 0.5), steps=3)
    expect(page.locator(".carried")).to_be_hidden()
    table.lies("legal", 2, 0)
    page.mouse.up()
    table.lies("laid", 2, 0)
    expect(piece).to_have_attribute("aria-pressed", "true")
    table.press("confirm")
    expect(table.moves.nth(1)).to_have_attribute("title", "WG@2,0h")


def test_pan_and_zoom_stay_as_they_are(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    start = table.look()
    page.mouse.move(*table.at(1, 2))
    page.mouse.wheel(0, -300)
    nearer = table.look()
    assert nearer[2] < start[2] * 0.8
    page.mouse.down()
    page.mouse.move(*table.at(2, 1), steps=3)
    page.mouse.up()
    moved = table.look()
    assert moved[:2] == pytest.approx([nearer[0] - SIDE, nearer[1] + SIDE], abs=1)
    table.take("WG")
    table.click(2.5, 0.5)
    table.press("confirm")
    expect(table.moves).to_have_count(2)
    table.ready()
    assert table.look() == moved
    page.locator('#board-tools [data-zoom="fit"]').click()
    page.locator(".board.is-fitted").wait_for()
    expect(page.locator(".board-picture")).not_to_have_attribute("viewBox", " ".join(map(str, moved)))


# ---------------------------------------------------------------- what covers, and words


def test_pyramids_are_chosen_before_the_move_counts(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=SANDWICH).ready()
    table.take("PG")
    table.click(3.5, 0.5)
    table.lies("laid", 3, 0)
    extra = page.locator(".extra")
    expect(extra).to_have_count(1)
    expect(page.locator(".extra-body")).to_have_count(0)
    table.click(2.5, 0.5)
    expect(extra).to_have_class("extra is-chosen is-pointed")
    expect(page.locator(".extra-body")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator(".extra-body")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator(".extra-body")).to_have_count(1)
    expect(table.heard).to_have_text("1 of 1 covered.")
    expect(table.moves).to_have_count(2)
    page.keyboard.press("Enter")
    expect(table.moves.nth(2)).to_have_attribute("title", "PG@3,0h^2,0")
    expect(page.locator("#banner")).to_have_text("Lampredotto!")


def test_a_word_that_would_be_a_pity_is_asked_twice(page: Page) -> None:
    table = Table(page, "toscana", HERE).ready()
    page.keyboard.press("v")
    expect(page.locator("#hand .sure")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#hand .sure")).to_have_count(0)
    table.press("veto")
    expect(table.moves).to_have_count(0)
    table.press("veto")
    expect(table.moves.first).to_have_attribute("title", "veto")


def test_the_device_is_handed_on_before_anything_is_shown(page: Page) -> None:
    Table(page, "florentine", HERE)
    expect(page.locator("#handover")).to_be_visible()
    expect(page.locator("#hand [data-piece]")).to_have_count(0)
    page.locator("#handover button").click()
    expect(page.locator("#hand [data-piece]")).to_have_count(4)
    expect(page.locator("#handover")).to_be_hidden()


# ---------------------------------------------------------------- keys, and those who hear


def test_a_move_by_keys_alone(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    page.locator("#board").focus()
    page.keyboard.press("2")
    expect(table.heard).to_contain_text("In the hand")
    page.keyboard.press("f")
    expect(table.heard).to_have_text("It fits: Green lays a white and green domino at 2,0 to the east.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(table.heard).to_have_text("the cell 0,0 is taken")
    page.keyboard.press("ArrowDown")
    expect(table.heard).to_have_text("It fits: Green lays a white and green domino at 0,1 to the east.")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(table.heard).to_contain_text("WG@0,1v lies there")
    expect(table.moves).to_have_count(1)
    page.keyboard.press("Enter")
    expect(table.moves.nth(1)).to_have_attribute("title", "WG@0,1v")


def test_pieces_are_reached_by_tab(page: Page) -> None:
    table = Table(page, "firenze", HERE).ready()
    page.locator("#board").focus()
    for _tab in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.piece") == "PG":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(table.moves).to_have_count(1)


def test_a_move_can_be_typed(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    page.get_by_text("Type a move").click()
    field = page.get_by_label("Move", exact=True)
    field.fill("wg@7,7h")
    field.press("Enter")
    expect(table.says).to_have_class("board-says is-bad")
    words = page.locator("#hand-moves option").evaluate_all("(options) => options.map((option) => [option.value, option.text])")
    assert ["WG@2,0h", "Green lays a white and green domino at 2,0 to the east"] in words
    field.fill("wg@2,0h")
    field.press("Enter")
    table.lies("laid", 2, 0)
    page.keyboard.press("Enter")
    expect(table.moves.nth(1)).to_have_attribute("title", "WG@2,0h")


def test_a_typed_move_can_cover_something(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=SANDWICH).ready()
    page.get_by_text("Type a move").click()
    field = page.get_by_label("Move", exact=True)
    field.fill("PG@3,0h^2,0")
    field.press("Enter")
    expect(page.locator(".extra.is-chosen")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(table.moves.nth(2)).to_have_attribute("title", "PG@3,0h^2,0")


def test_stepping_through_the_moves(page: Page) -> None:
    table = Table(page, "firenze", HERE, moves=SANDWICH).ready()
    page.keyboard.press("ArrowLeft")
    expect(table.moves.nth(0)).to_have_attribute("aria-current", "step")
    page.keyboard.press("1")  # what is past cannot be played
    expect(page.locator('#hand [aria-pressed="true"]')).to_have_count(0)
    page.keyboard.press("]")
    expect(table.moves.nth(1)).to_have_attribute("aria-current", "step")


# ---------------------------------------------------------------- fingers


def touches(page: Page) -> Callable[..., None]:
    """Fingers on the glass: `touch("touchMove", (x, y), ...)`."""
    glass: CDPSession = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    return touch


def test_tap_adjust_confirm(new_guest: NewGuest) -> None:
    page = new_guest(**PHONE)
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    page.locator('#hand [data-piece="WP"]').tap()
    page.touchscreen.tap(*table.at(2.5, 0.5))
    table.lies("laid", 2, 0)
    page.touchscreen.tap(*table.at(2.5, 0.5))
    assert table.box() == SOUTH
    touch = touches(page)
    touch("touchStart", table.at(2.5, 1.5))
    for row in (1.3, 1.0, 0.6, 0.5):
        touch("touchMove", table.at(2.5, row))
    touch("touchEnd")
    table.lies("laid", 2, -1)
    expect(table.moves).to_have_count(1)
    page.locator('#hand [data-act="confirm"]').tap()
    expect(table.moves.nth(1)).to_have_attribute("title", "WP@2,-1v")


def test_two_fingers_turn_or_zoom(new_guest: NewGuest) -> None:
    page = new_guest(**PHONE)
    table = Table(page, "firenze", HERE, moves=("PG@0,0h",)).ready()
    touch = touches(page)
    start = table.look()
    (x, y) = table.at(1, 0)
    touch("touchStart", (x - 40, y), (x + 40, y))
    for step in range(1, 8):
        touch("touchMove", (x - 40 - 6 * step, y), (x + 40 + 6 * step, y))
    touch("touchEnd")
    assert table.look()[2] < start[2] * 0.7
    page.locator('#board-tools [data-zoom="fit"]').tap()
    page.locator(".board.is-fitted").wait_for()
    page.locator('#hand [data-piece="WG"]').tap()
    page.touchscreen.tap(*table.at(2.5, 0.5))
    table.lies("laid", 2, 0)
    before = table.look()
    touch("touchStart", (x - 40, y), (x + 40, y))
    for dx, dy in ((39, 10), (35, 20), (28, 28), (20, 35)):
        touch("touchMove", (x - dx, y - dy), (x + dx, y + dy))
    touch("touchEnd")
    assert table.box() == SOUTH
    assert table.look()[2] == pytest.approx(before[2])


# ---------------------------------------------------------------- off turn


def begun(page: Page, friend: Page) -> tuple[Table, Table]:
    """A game of two people, on the page of each, after the first one's first move."""
    table = Table(page, "firenze", {"kind": "open"})
    theirs = table.joined_by(friend)
    table.ready()
    table.take("PG")
    table.click(0.5, 0.5)
    table.press("confirm")
    return table, theirs


def test_what_was_tried_ahead_is_ready_when_the_turn_comes(new_guest: NewGuest) -> None:
    page, friend = new_guest(), new_guest()
    table, theirs = begun(page, friend)
    expect(theirs.moves).to_have_count(1)
    theirs.ready()
    expect(page.locator("#hand.is-ahead")).to_be_visible()
    table.take("WG")
    table.click(2.5, 0.5)
    expect(table.ghost).to_have_class("ghost is-seen is-try")
    expect(page.locator('#hand [data-act="confirm"]')).to_have_count(0)
    theirs.take("WP")
    theirs.click(0.5, 1.5)
    theirs.press("confirm")
    expect(table.moves).to_have_count(2)
    table.lies("laid", 2, 0)
    table.press("confirm")
    expect(theirs.moves.nth(2)).to_have_attribute("title", "WG@2,0h")


def test_nothing_is_to_be_decided_about_a_move_that_the_page_has_not_been_told(new_guest: NewGuest) -> None:
    """The server may have gone on when it answers what could be tried ahead: then the socket brings what is to be decided."""
    page, friend = new_guest(), new_guest()
    held: list[str | bytes] = []
    lines: list[WebSocketRoute] = []
    is_slow = False

    def delay(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda message: held.append(message) if is_slow else line.send(message))

    page.route_web_socket("**/live?*", delay)
    table, theirs = begun(page, friend)
    expect(page.locator("#hand.is-ahead")).to_be_visible()
    is_slow = True
    theirs.ready()
    theirs.take("WP")
    theirs.click(0.5, 1.5)
    theirs.press("confirm")
    expect(theirs.moves).to_have_count(2)
    for key, where in ("[", "0 / 1"), ("]", "1 / 1"):  # the page asks again
        page.keyboard.press(key)
        expect(page.locator("#moves [data-where]")).to_have_text(where)
    expect(page.locator("#hand.is-idle")).to_be_visible()
    expect(table.moves).to_have_count(1)
    is_slow = False
    for message in held:
        lines[-1].send(message)
    expect(table.moves).to_have_count(2)
    table.ready()


# ---------------------------------------------------------------- the past


def test_steps_through_the_moves_count_faster_than_pictures_come(new_guest: NewGuest) -> None:
    table = Table(new_guest(), "firenze", HERE, moves=("PG@0,0h", "WG@2,0h", "WP@0,1h"))
    page, where = table.page, table.page.locator("#moves [data-where]")
    expect(where).to_have_text("3 / 3")
    page.evaluate("""() => {
        for (const key of ["[", "[", "[", "]"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }""")
    expect(where).to_have_text("1 / 3")


# ---------------------------------------------------------------- the page


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_light_and_nothing_jumps(page: Page, new_guest: NewGuest, game: str) -> None:
    table = Table(page, game, HERE)
    again = new_guest()  # the same person, with a browser that has seen nothing
    again.context.add_cookies([{**cookie} for cookie in page.context.cookies()])  # type: ignore[typeddict-item]  # what came from it
    loaded: list[Request] = []
    again.on("requestfinished", lambda request: loaded.append(request))
    again.goto(f"/t/{table.id}")
    again.locator("#board g > *").first.wait_for(state="attached")
    again.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in loaded]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < MOST
    shift = again.evaluate(
        """() => new Promise((told) => {
            new PerformanceObserver((list) => told(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)))
                .observe({type: "layout-shift", buffered: true});
            requestAnimationFrame(() => requestAnimationFrame(() => told(0)));
        })"""
    )
    assert shift < 0.02


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_everybody_can_read_the_table(new_guest: NewGuest, game: str, theme: str) -> None:
    """No violations found by axe, with a piece on the board and everything unfolded; and nothing sticks out at any size."""
    options = {"color_scheme": "dark" if theme == "dark" else "light", "contrast": "more" if theme == "contrast" else None}
    page = new_guest(reduced_motion="reduce", **options)
    table = Table(page, game, {"kind": "machine", "name": "greedy"}).ready()
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    expect(table.ghost).to_have_class("ghost is-seen is-laid")
    for width in (360, 768, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 800})
        assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"), width
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    violations = Axe().run(page).response["violations"]
    assert not violations, json.dumps([(each["id"], [node["html"] for node in each["nodes"]]) for each in violations], indent=1)
