"""How light the first page and the table are, and how steady while they arrive. How quick they are is printed."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.conftest import NewGuest
from browser.slow_line import slow_line
from browser.test_games import lay
from playwright.sync_api import Page, Request

from bottega.games import GAMES

MOST = 200_000  # bytes of a page with all that it loads, as transferred
STEADY = 0.001  # layout shift that nobody sees

#: When there was something to see, on a table a board with a drawing in it; and what has moved.
WATCHING = """() => {
    const seen = (window.__seen = { board: null, shift: 0, moved: [] });
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            seen.shift += entry.value;
            seen.moved.push(...entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 100) ?? String(node)));
        }
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
        const drawn = document.querySelector("#board .board-picture > g > *, .home h1");
        if (drawn?.getBoundingClientRect().width > 0) seen.board = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""


def arrive(page: Page, path: str) -> tuple[int, dict[str, Any]]:
    """Go there as somebody who has never been here: how many bytes that takes, and what is seen meanwhile."""
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.add_init_script(f"({WATCHING})()")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => window.__seen.board !== null")
    sizes = [request.sizes() for request in loaded]
    seen: dict[str, Any] = page.evaluate("window.__seen")
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes), seen


def newcomer(new_guest: NewGuest, name: str, width: int) -> tuple[Page, str]:
    """Somebody on the way home or to a table, and the path there."""
    size = {"width": width, "height": 800}
    laying = new_guest(viewport=size)
    path = "/"
    if name != "home":
        lay(laying, name, {"kind": "machine", "name": "random"})
        path = urlsplit(laying.url).path
    return new_guest(viewport=size, storage_state=laying.context.storage_state()), path


@pytest.mark.parametrize("name", ["home", *GAMES])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_page_is_light_and_stays_where_it_is(new_guest: NewGuest, name: str, width: int) -> None:
    page, path = newcomer(new_guest, name, width)
    weight, seen = arrive(page, path)
    print(f"{name} at {width} px: {weight / 1000:.0f} kB, drawn after {seen['board']:.0f} ms")
    assert weight < MOST
    assert seen["shift"] < STEADY, seen["moved"]


@pytest.mark.parametrize("name", ["home", *GAMES])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_page_that_comes_in_pieces_stays_where_it_is(new_guest: NewGuest, server: str, name: str, width: int) -> None:
    page, path = newcomer(new_guest, name, width)
    with slow_line(server) as address:
        _, seen = arrive(page, address + path)
        assert seen["shift"] < STEADY, seen["moved"]
