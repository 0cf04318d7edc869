"""Windows of all sizes, terminals of all kinds, the mouse."""

import pytest
from terminal.hands import PLAIN, SANDWICH, SMALL, Ponderer, after, at_table, in_the_middle, run, start

from bottega.terminal.dialogs import Reading
from bottega.terminal.means import SIXTEEN, Means


def test_help_and_the_table_in_words_can_be_read_in_a_small_window(name: str) -> None:
    async def play() -> None:
        async with at_table(in_the_middle(name, 20), ["me", "random"]) as hands:
            await hands.until(lambda: hands.app.holding is not None)
            await hands.press("question_mark")
            assert isinstance(hands.app.screen, Reading)
            assert "take back" in hands.screen
            assert "small ones move" in hands.screen, "the last line is to be seen"
            await hands.press("escape", "t")
            last = hands.app._view.text.split()[-1]
            await hands.press("pagedown", "pagedown", "pagedown")
            assert last in hands.screen

    run(play)


def test_the_window_may_change_its_size(name: str) -> None:
    async def play() -> None:
        async with at_table(in_the_middle(name, 14), ["me", "random"]) as hands:
            await hands.until(lambda: hands.app.holding is not None)
            small = hands.app.board._cell_size()
            await hands.pilot.resize_terminal(150, 60)
            assert hands.app.board._cell_size() > small
            await hands.pilot.resize_terminal(30, 8)
            await hands.press("right", "down", "r")
            await hands.pilot.resize_terminal(*SMALL)
            assert hands.app.board._cell_size() == small
            await hands.press("plus")
            assert hands.app.board._cell_size() > small
            await hands.press("minus")
            assert hands.app.board._cell_size() == small

    run(play)


def test_an_unbounded_board_follows_the_piece() -> None:
    async def play() -> None:
        async with at_table(after("firenze", *SANDWICH)) as hands:
            for way in ("right", "down", "left", "up"):
                await hands.press(*[way] * 70)
                assert hands.screen.count("×") >= 2, "both squares of the domino are to be seen"
            await hands.press("space")
            assert hands.app.holding is not None
            assert hands.app.holding.verdict == ""
            assert hands.screen.count("✓") == 3, "two squares and the verdict"

    run(play)


@pytest.mark.parametrize("means", [PLAIN, Means(SIXTEEN, False)], ids=["ascii", "sixteen colours"])
def test_other_terminals(name: str, means: Means) -> None:
    async def play() -> None:
        async with at_table(in_the_middle(name, 9), ["me", "me"], means=means) as hands:
            for keys in ([], ["space"], ["question_mark"], ["t"], ["n"], ["s"]):
                await hands.press(*keys)
                if means.is_ascii:
                    assert hands.screen.isascii(), [char for char in hands.screen if not char.isascii()]
                if keys:
                    await hands.press("escape")
                await hands.sit_down()

    run(play)


def test_the_mouse_points_turns_and_lays() -> None:
    async def play() -> None:
        async with at_table(after("firenze", "PG@0,0h")) as hands:
            board, holding = hands.app.board, hands.app.holding
            assert holding is not None
            assert board._sheet is not None
            assert board._origin is not None
            column, row = board._sheet.corner((0, 1))
            place = column - board._origin[0], row - board._origin[1]
            await hands.pilot.hover(board, place)
            assert (holding.cell, holding.verdict) == ((0, 1), "")
            await hands.pilot.click(board, place, button=3)
            assert holding.grip.turn == 1
            await hands.pilot.click(hands.app.sidebar, (8, 5))
            assert holding.grip.piece == "WG"
            await hands.pilot.click(board, place)
            assert hands.position.history[-1] == "WG@0,1v"

    run(play)


def test_a_click_on_the_board_is_no_yes() -> None:
    async def play() -> None:
        async with at_table(in_the_middle("florentine", 4), ["me", "random"]) as hands:
            board, holding = hands.app.board, hands.app.holding
            assert holding is not None
            assert board._sheet is not None
            assert board._origin is not None
            column, row = board._sheet.corner(holding.cell)
            await hands.press("x")
            await hands.pilot.click(board, (column - board._origin[0] + 1, row - board._origin[1] + 1))
            assert holding.asked is None
            assert len(hands.position.history) == 4

    run(play)


def test_older_moves_can_be_read() -> None:
    async def play() -> None:
        async with at_table(in_the_middle("firenze", 40), ["me", "random"]) as hands:
            await hands.until(lambda: hands.app.holding is not None)
            first = hands.position.history[0]
            assert first not in hands.app.sidebar.text
            await hands.press(*["pageup"] * 30)
            assert first in hands.app.sidebar.text
            await hands.press("pagedown")
            assert first not in hands.app.sidebar.text, "one step back is one step back, however long one has pressed"

    run(play)


def test_another_game_while_a_machine_thinks() -> None:
    ponderer = Ponderer()

    async def play() -> None:
        position = start("florentine", 1, players="4")
        async with at_table(position, ["random"] * 4, prepare=ponderer.sit_down) as hands:
            await hands.until(lambda: len(hands.position.history) == 3)
            await hands.press("n", "right", "enter")
            assert hands.position.spec.name == "firenze"
            ponderer.release.set()
            await hands.until(lambda: hands.position.is_over)

    run(play)


def test_the_mouse_says_words() -> None:
    async def play() -> None:
        async with at_table(start("toscana")) as hands:
            line = next(number for number, text in enumerate(hands.app.sidebar.text.split("\n")) if "Allow" in text)
            await hands.pilot.click(hands.app.sidebar, (5, line))
            assert hands.position.history == ("allow",)
            place = hands.screen.split("\n")[-1].index("help")
            await hands.pilot.click(offset=(place, SMALL[1] - 1))
            assert isinstance(hands.app.screen, Reading)

    run(play)
