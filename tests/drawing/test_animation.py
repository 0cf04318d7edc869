"""Games that play themselves: what a browser shows at each move, and where nothing may move."""

import math
from base64 import b64encode

from conftest import DATA
from drawing.chromium import Chromium, Pixels, coarse, difference, pixels
from playwright.sync_api import Page

from bottega.drawing import Reel, Style, animated, reel
from bottega.drawing.picture import sheet
from bottega.record import Record, read_file

STYLE = "body{margin:0}body>svg,img{display:block;width:800px;height:auto}"
SAME = 0.0005  # of the pixels may differ: layers have other edges
SMALLER = 4  # an animation is at least that much smaller than all its pictures
LARGEST = 400_000  # bytes

#: Stops all animations at a time in seconds, for good: as long as something may move, Chromium rounds its place to pixels.
STOP = """time => document.getAnimations().forEach(each => {
  each.pause(); each.currentTime = 1000 * time; each.commitStyles(); each.cancel();
})"""


def shown(page: Page) -> bytes:
    return page.locator("body > *:last-child").screenshot()


def stopped(browser: Chromium, animation: str, time: float) -> Pixels:
    """What is seen at a time, in seconds."""
    with browser.page(f"<!doctype html><style>{STYLE}</style>{animation}") as page:
        page.evaluate(STOP, time)
        return coarse(pixels(shown(page)))


def still(browser: Chromium, drawn: Reel, move: int) -> Pixels:
    """The picture that should be seen then."""
    return coarse(browser.image(drawn.picture(move), 800))


def test_at_each_move_it_shows_the_position(name: str, record: Record, browser: Chromium) -> None:
    drawn = reel(record, Style())
    playing = animated(drawn, pace=1)
    for move in (0, 1, len(drawn) // 2, len(drawn) - 1):
        apart = difference(stopped(browser, playing, move + 0.9), still(browser, drawn, move))
        assert apart.share <= SAME, f"after {move} moves: {apart}"


def test_it_holds_the_end_and_starts_again(record: Record, browser: Chromium) -> None:
    drawn = reel(record, Style(), until=3)
    playing = animated(drawn, pace=0.5)
    with browser.page(f"<!doctype html>{playing}") as page:
        timing = "document.getAnimations().map(each => each.effect.getTiming())"
        assert {(one["duration"], one["iterations"]) for one in page.evaluate(timing)} == {(6000, math.inf)}
    for time, move in ((5.9, 3), (6.2, 0)):
        assert difference(stopped(browser, playing, time), still(browser, drawn, move)).share <= SAME


def test_a_tile_more_or_less_would_be_noticed(record: Record, browser: Chromium) -> None:
    drawn = reel(record, Style(layout="board", mark=False))
    last = max(number for number, move in enumerate(record.moves, 1) if "@" in move)
    assert difference(still(browser, drawn, last), still(browser, drawn, last - 1)).share > SAME


def test_who_wants_no_motion_sees_the_end(record: Record, browser: Chromium) -> None:
    drawn = reel(record, Style())
    page_text = f"<!doctype html><style>{STYLE}</style>{animated(drawn)}"
    with browser.page(page_text, reduced_motion="reduce") as page:
        assert page.evaluate("document.getAnimations().length") == 0
        assert difference(coarse(pixels(shown(page))), still(browser, drawn, len(drawn) - 1)).share <= SAME


def test_it_plays_as_a_picture_of_a_page(browser: Chromium) -> None:
    """As README files show it, where no script and no style of the page reaches it."""
    pace = 0.05
    drawn = reel(read_file(DATA / "drawing" / "firenze.bgn"), Style(layout="board"), until=30)
    data = b64encode(animated(drawn, pace).encode()).decode()
    with browser.page(f'<!doctype html><style>{STYLE}</style><img src="data:image/svg+xml;base64,{data}">') as page:
        images = {shown(page) for _look in range(8)}
    assert len(images) > 1


def test_it_is_much_smaller_than_its_pictures(name: str, record: Record) -> None:
    drawn = reel(record, Style())
    pictures = sum(len(drawn.picture(number)) for number in range(len(drawn)))
    assert len(animated(drawn)) < min(pictures / SMALLER, LARGEST)


def test_a_seat_sees_what_it_saw_during_the_game(record: Record) -> None:
    drawn = reel(record, Style(), seat=1)
    for move in (0, 5, len(drawn) - 1):
        position = record.replay(move)
        last = position.history[-1] if move else ""
        assert drawn.sheets[move] == sheet(position.view(1), Style(players=record.players), last)
