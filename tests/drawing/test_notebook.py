"""The widget for notebooks, in a real browser with a model as small as can be."""

import json
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
import traitlets
from conftest import DATA
from drawing.chromium import Chromium, coarse, difference, pixels
from playwright.sync_api import Page

import bottega
from bottega.drawing import Style, reel
from bottega.drawing.notebook import Stepper, layered
from bottega.record import Record, read_file

SAME = 0.0005  # of the pixels may differ

#: What a notebook does with a widget: a model with traits, an element, and a call of `render`.
NOTEBOOK = """async ([module, state]) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([module], { type: "text/javascript" })));
  const calls = new Set();
  const model = {
    saved: 0,
    get: (name) => state[name],
    set: (name, value) => { if (state[name] !== value) { state[name] = value; for (const call of calls) call(); } },
    save_changes: () => { model.saved += 1; },
    on: (event, call) => { if (event === "change:move") calls.add(call); },
    off: (event, call) => calls.delete(call),
  };
  const stop = widget.render({ model, el: document.body.appendChild(document.createElement("div")) });
  window.notebook = { model, state, stop, calls };
}"""


@pytest.fixture(scope="module")
def toscana() -> Record:
    return read_file(DATA / "drawing" / "toscana.bgn")


@pytest.fixture
def page(browser: Chromium, toscana: Record) -> Iterator[Page]:
    """A page that shows the widget."""
    stepper = Stepper(toscana)
    state = {"picture": stepper.picture, "moves": stepper.moves, "move": stepper.move, "words": stepper.words}
    with browser.page(f"<!doctype html><style>body{{margin:0}}{stepper._css}</style>", 800) as shown:
        shown.evaluate(NOTEBOOK, [str(stepper._esm), json.loads(json.dumps(state))])
        yield shown


def move_of(page: Page) -> int:
    return int(page.evaluate("notebook.state.move"))


def press(page: Page, step: str) -> None:
    page.locator(f"button[data-step={step}]").click()


def test_buttons(page: Page, toscana: Record) -> None:
    last = len(toscana.moves)
    moves = []
    for step in ("forward", "forward", "back", "last", "back", "first", "forward"):
        press(page, step)
        moves.append(move_of(page))
    assert moves == [1, 2, 1, last, last - 1, 0, 1]
    assert page.evaluate("notebook.model.saved") == 7
    assert page.locator("output").inner_text() == f"1. {toscana.moves[0]}"


def test_buttons_that_lead_nowhere_are_off(page: Page) -> None:
    def off() -> list[bool]:
        return [page.locator(f"button[data-step={step}]").is_disabled() for step in ("first", "back", "forward", "last")]

    assert off() == [True, True, False, False]
    press(page, "forward")
    assert off() == [False, False, False, False]
    press(page, "last")
    assert off() == [False, False, True, True]


def test_the_slider(page: Page) -> None:
    page.locator("input[type=range]").fill("17")
    assert move_of(page) == 17
    page.evaluate("notebook.model.set('move', 5)")
    assert page.locator("input[type=range]").input_value() == "5"


def test_the_keyboard(page: Page, toscana: Record) -> None:
    last = len(toscana.moves)
    moves = []
    page.locator(".bottega-stepper").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft", "a"):
        page.keyboard.press(key)
        moves.append(move_of(page))
    assert moves == [1, 2, 1, last, last, 0, 0, 0]
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    assert move_of(page) == 1, "one step, not one of the slider and one of the widget"


def test_each_move_looks_as_its_picture(page: Page, browser: Chromium, toscana: Record) -> None:
    drawn = reel(toscana, Style())
    for move in (0, 7, len(toscana.moves)):
        page.evaluate("move => notebook.model.set('move', move)", move)
        shown = coarse(pixels(page.locator(".bottega-stepper > div > svg").screenshot()))
        assert difference(shown, coarse(browser.image(drawn.picture(move), 800))).share <= SAME


def test_a_widget_that_is_closed_hears_nothing_more(page: Page) -> None:
    page.evaluate("notebook.stop()")
    assert page.evaluate("notebook.calls.size") == 0


def seen(node: ElementTree.Element, move: int) -> list[ElementTree.Element]:
    """What a picture with layers shows after so many moves."""
    times = node.attrib.pop("data-seen", None)
    children = [shown for child in node for shown in seen(child, move)]
    if times is None:
        node[:] = children
        return [node]
    spans = (map(int, time.split("-")) for time in times.split(" "))
    return children if any(first <= move <= last for first, last in spans) else []


def test_every_move_is_in_the_picture(name: str, record: Record) -> None:
    drawn = reel(record, Style())
    text = layered(drawn)
    for move in range(len(drawn)):
        (shown,) = seen(ElementTree.fromstring(text), move)
        expected = ElementTree.fromstring(drawn.picture(move))
        defs = "{http://www.w3.org/2000/svg}defs"
        for root in (shown, expected):
            for symbols in root.findall(defs):
                root.remove(symbols)
        assert ElementTree.tostring(shown) == ElementTree.tostring(expected)


def test_the_move_can_be_set_from_python(toscana: Record) -> None:
    stepper = Stepper(toscana, move=3, theme="dark")
    assert stepper.move == 3
    stepper.move = len(toscana.moves)
    for wrong in (-1, len(toscana.moves) + 1):
        with pytest.raises(traitlets.TraitError, match=f"the game has {len(toscana.moves)} moves, not {wrong}"):
            stepper.move = wrong


def test_without_anywidget_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "bottega.drawing.notebook")
    with pytest.raises(bottega.BottegaError, match=r"pip install 'bottega\[notebook\]'"):
        from bottega.drawing import Stepper  # noqa: F401  # the import itself is what is tested
