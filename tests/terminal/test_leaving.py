"""Saving, loading, another game, leaving."""

from pathlib import Path

import pytest
from terminal.hands import SANDWICH, after, at_table, in_the_middle, run, start

from bottega.record import read_file
from bottega.terminal.dialogs import Ask, AskPath
from bottega.terminal.setup import SetUp


def test_a_game_is_saved_loaded_and_played_on(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.bgn"

    async def play() -> None:
        async with at_table(in_the_middle(name, 7), ["me", "random"]) as hands:
            await hands.until(lambda: hands.app.holding is not None)
            hands.app._path = str(path)
            await hands.press("s", "enter")
            saved = hands.position.history
            assert read_file(path).moves == saved
            assert read_file(path).players == {0: "me", 1: "random"}
            await hands.press(*["space", "enter", "enter"] if hands.app.holding and hands.app.holding.fitting else ["a"])
            await hands.until(lambda: hands.app.holding is not None)
            assert len(hands.position.history) > len(saved)
            await hands.press("L")
            assert isinstance(hands.app.screen, Ask), "the moves since would be lost"
            await hands.press("l", "enter")
            assert hands.position.history[: len(saved)] == saved
            await hands.until(lambda: hands.app.holding is not None)
            assert hands.app.table.names == ["me", "random"]

    run(play)


def test_a_file_that_is_there_is_replaced_only_if_wanted(tmp_path: Path) -> None:
    path = tmp_path / "precious.bgn"
    path.write_text("precious", encoding="utf-8")

    async def play() -> None:
        async with at_table(after("firenze", *SANDWICH)) as hands:
            hands.app._default_path = lambda: str(path)  # type: ignore[method-assign]
            await hands.press("s", "enter")
            assert path.read_text(encoding="utf-8") == "precious"
            assert isinstance(hands.app.screen, AskPath)
            await hands.press("escape", "s", "enter", "enter")
            assert path.read_text(encoding="utf-8").startswith("[Game")

    run(play)


@pytest.mark.parametrize(
    ("contents", "reason"), [("[Game firenze]", ":1:7: "), (None, "cannot be read"), ("", ":1:1: expected a record")]
)
def test_a_bad_record_is_refused_with_its_place_and_the_game_goes_on(tmp_path: Path, contents: str | None, reason: str) -> None:
    path = tmp_path / "bad.bgn"
    if contents is not None:
        path.write_text(contents, encoding="utf-8")

    async def play() -> None:
        async with at_table(after("firenze", *SANDWICH), size=(200, 40)) as hands:
            hands.app._default_path = lambda: str(path)  # type: ignore[method-assign]
            await hands.press("L", "enter")
            assert reason in hands.screen.replace("\n", ""), hands.screen
            await hands.press("escape")
            assert hands.position.history == SANDWICH

    run(play)


def test_a_save_that_fails_says_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_table(after("firenze", *SANDWICH), size=(200, 40)) as hands:
            hands.app._default_path = lambda: str(tmp_path / "no" / "where.bgn")  # type: ignore[method-assign]
            await hands.press("s", "enter")
            assert "cannot be written" in hands.screen

    run(play)


def test_a_new_game_of_another_kind() -> None:
    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            await hands.press("n")
            assert isinstance(hands.app.screen, SetUp)
            await hands.press("left", "down", "right", "right", "up", "up", "left", "enter")
            assert hands.position.spec.name == "florentine"
            assert hands.app.table.names == ["me", "me", "random", "me"], "the last row, once to the left"
            assert "Florentine Dominoes" in hands.app.sidebar.text

    run(play)


def test_options_that_contradict_each_other_cannot_be_started() -> None:
    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            await hands.press("n", "down", "right", "down", "down", "right", "enter")
            assert isinstance(hands.app.screen, SetUp)
            assert "no colour is neutral" in hands.screen

    run(play)


def test_an_unfinished_game_is_not_left_by_a_slip() -> None:
    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            await hands.press("enter", "q")
            assert isinstance(hands.app.screen, Ask)
            await hands.press("escape")
            assert not hands.app._exit
            await hands.press("q", "l")
            assert hands.app._exit

    run(play)


def test_leaving_can_save_first(tmp_path: Path) -> None:
    path = tmp_path / "left.bgn"

    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            hands.app._path = str(path)
            await hands.press("enter", "q", "s", "enter")
            assert hands.app._exit
        assert len(read_file(path).moves) == 1

    run(play)


def test_a_game_that_has_not_begun_is_left_at_once() -> None:
    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            await hands.press("q")
            assert hands.app._exit

    run(play)


def test_ctrl_c_leaves_from_wherever_one_is() -> None:
    async def play() -> None:
        async with at_table(after("firenze", *SANDWICH)) as hands:
            await hands.press("s", "ctrl+c")
            assert hands.app._exit
            assert hands.app.return_code == 130

    run(play)
