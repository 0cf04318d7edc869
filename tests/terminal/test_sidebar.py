"""In a window of 80 x 24 everything can be seen: nothing is cut off, whatever happens."""

import re

import pytest

from bottega.drawing.style import Style
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.terminal.board import Scene, drawn
from bottega.terminal.holding import Grip, Holding
from bottega.terminal.means import MANY, NONE, SIXTEEN, Means
from bottega.terminal.sidebar import PAD, Page, Sides, laid_out, verdict
from bottega.testing import random_game

WIDTH, HEIGHT = 27 - 2 * PAD, 23  # of the sidebar in a window of 80 x 24
LONG = "Hint: PG@-10,-12v^-10,-13^-11,-12 62%, WP@10,-12h 61%, WG@-10,-11h^-9,-11 60%"
TRUE_COLOURS = Means(MANY, False)


def sides_of(position: Position, note: str = "", scrolled: int = 0, means: Means = TRUE_COLOURS) -> Sides:
    view = position.view(position.seat)
    holding = None if position.is_over else Holding(view, (3, 3), Grip())
    palette = means.palette(position.spec.cells, Style().look(position.spec).theme)
    moves = tuple((number % len(position.seats), move) for number, move in enumerate(position.history))
    players = ("apprendista",) * len(position.seats)
    return Sides(view, palette, players, moves, holding, "The game is over", note, scrolled)


def shown(page: Page) -> str:
    return "\n".join("".join(spot.char for spot in line).rstrip() for line in page.lines)


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in GAMES for number in range(len(spec(name).variants))])
@pytest.mark.parametrize("note", ["", LONG])
def test_nothing_is_cut_off(name: str, number: int, note: str) -> None:
    for position in random_game(Game(spec(name), spec(name).variants[number]), seed=number):
        if len(position.history) % 6 and not position.is_over:
            continue
        sides = sides_of(position, note)
        page = laid_out(sides, WIDTH, HEIGHT)
        assert len(page.lines) <= HEIGHT
        assert all(len(line) <= WIDTH for line in page.lines)
        below = Page(WIDTH, sides.palette)
        verdict(below, sides)
        assert shown(below) in shown(page), "what is said about the piece is there in full"
        for seat, score in zip(position.seats, position.score_text.split(), strict=True):
            assert re.search(rf"(?mi){seat}.* {score}$", shown(page))
        for _columns, rows, _what in page.places:
            assert rows.stop <= HEIGHT, "what can be clicked is there"


def test_the_whole_move_list_can_be_read_by_scrolling() -> None:
    *_, position = random_game(Game(spec("florentine"), {}), seed=1)
    seen = set()
    for scrolled in range(len(position.history)):
        seen |= set(shown(laid_out(sides_of(position, scrolled=scrolled), WIDTH, HEIGHT)).split())
    assert set(position.history) <= seen


def test_every_card_of_the_pool_comes_into_view_when_it_is_held() -> None:
    for position in random_game(Game(spec("florentine"), {}), seed=1):
        if position.state.stage == 1:
            break
    sides = sides_of(position)
    assert sides.holding is not None
    assert len(sides.holding.pieces) > 9
    for index in range(len(sides.holding.pieces)):
        sides.holding.take(index)
        assert re.search(rf"▸\(?{index + 1}\)?", shown(laid_out(sides, WIDTH, HEIGHT)))


@pytest.mark.parametrize(
    "means", [TRUE_COLOURS, Means(MANY, True), Means(SIXTEEN, False), Means(SIXTEEN, True), Means(NONE, True)]
)
@pytest.mark.parametrize("theme", ["warm", "dark", "contrast"])
def test_every_size_can_be_drawn_with_every_means(name: str, means: Means, theme: str) -> None:
    """Colours are there by the names that the drawing uses, every spot is one character, and ASCII is ASCII."""
    cells = spec(name).cells
    palette = means.palette(cells, Style(theme=theme).look(spec(name)).theme)
    for position in random_game(Game(spec(name), {}), seed=3):
        if len(position.history) not in (0, 1, 9) and not position.is_over:
            continue
        for size in cells.sizes:
            sheet = drawn(cells, Scene(position.view(-1), palette), size)
            assert all(len(spot.char) == 1 for spot in sheet.spots.values())
            if means.is_ascii:
                assert all(spot.char.isascii() for spot in sheet.spots.values())
            if means.colours == NONE:
                assert all(not spot.ink and not spot.ground for spot in sheet.spots.values())
            for cell in [(0, 0), (1, 0), (3, 3)]:
                column, row = sheet.corner(cell)
                assert sheet.cell_at(column, row) == cell
