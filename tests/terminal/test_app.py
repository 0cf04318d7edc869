"""The full-screen game, played by keys as a person would."""

import random

import pytest
from terminal.hands import SANDWICH, Ponderer, after, at_table, in_the_middle, run, start

from bottega.game import Game
from bottega.games import spec
from bottega.terminal import course
from bottega.terminal.dialogs import Reading
from bottega.testing import random_game

# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("name", "options"),
    [("firenze", {"players": "3"}), ("toscana", {}), ("florentine", {"players": "4"})],
)
def test_people_play_a_whole_game_by_keys(name: str, options: dict[str, str]) -> None:
    async def play() -> None:
        choose = random.Random(2)
        async with at_table(start(name, 2, **options)) as hands:
            while not hands.position.is_over:
                await hands.make(choose.choice(hands.position.moves()))
            assert "The game is over" in hands.app.sidebar.text
            assert hands.position.history[-1] in hands.app.sidebar.text

    run(play)


def test_a_whole_game_against_a_machine(name: str) -> None:
    """Whoever only ever takes the next legal place, or says the first word there is, gets to the end as well."""

    async def play() -> None:
        async with at_table(start(name, 3), ["me", "random"]) as hands:
            await hands.until(lambda: hands.app.holding is not None or hands.position.is_over)
            while not hands.position.is_over:
                holding, before = hands.app.holding, len(hands.position.history)
                assert holding is not None
                if holding.fitting:
                    await hands.press("space", "enter")
                    if holding.covering:
                        await hands.press("1", "enter")
                else:
                    await hands.say(holding.words[0].move)
                assert len(hands.position.history) > before
                await hands.until(lambda: hands.app.holding is not None or hands.position.is_over)

    run(play)


def test_machines_among_themselves_can_be_paused() -> None:
    ponderer = Ponderer()

    async def play() -> None:
        async with at_table(start("toscana", 3), ["random", "random"], prepare=ponderer.sit_down) as hands:
            await hands.press("space")
            assert "Paused" in hands.app.sidebar.text
            ponderer.release.set()
            await hands.press("down", "enter", "x", "H", "u")
            assert not hands.position.history
            await hands.press("space")
            await hands.until(lambda: hands.position.is_over)
            assert "The game is over" in hands.app.sidebar.text

    run(play)


def test_a_machine_that_gives_up_leaves_its_seat_to_the_person() -> None:
    async def play() -> None:
        async with at_table(start("firenze"), ["me", "engine:false"]) as hands:
            await hands.make("PG@0,0h")
            await hands.until(lambda: hands.app.holding is not None)
            assert hands.app.table.names == ["me", "me"]
            assert "gave up" in hands.app.sidebar.text
            await hands.make(hands.position.moves()[0])
            assert len(hands.position.history) == 2

    run(play)


# ---------------------------------------------------------------- one decision


def test_what_is_wrong_is_said_at_once_and_not_played() -> None:
    async def play() -> None:
        async with at_table(after("firenze", "PG@0,0h")) as hands:
            assert "is taken" in hands.app.sidebar.text
            await hands.press("enter")
            assert hands.position.history == ("PG@0,0h",)
            await hands.press(*["up"] * 5)
            assert "touches no square" in " ".join(hands.app.sidebar.text.split())
            await hands.press(*["down"] * 4)
            assert hands.app.holding is not None
            assert hands.app.holding.verdict == ""
            assert hands.app.holding.text in hands.app.sidebar.text

    run(play)


def test_letters_move_turn_and_choose_as_arrows_do() -> None:
    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            await hands.press("l", "l", "j", "h", "k", "k", "3", "R", "e", "r")
            assert hands.app.holding is not None
            assert (hands.app.holding.grip.piece, hands.app.holding.cell, hands.app.holding.grip.turn) == ("PG", (1, -1), 1)
            await hands.press("shift+tab")
            assert hands.app.holding.grip.piece == "WG"

    run(play)


def test_pyramids_are_seen_before_they_are_confirmed() -> None:
    async def play() -> None:
        async with at_table(after("firenze", *SANDWICH)) as hands:
            holding = hands.app.holding
            assert holding is not None
            holding.show("PW@2,0h")
            await hands.press("enter")
            assert holding.covering is not None
            assert holding.covering.cells == ((1, 0),)
            assert "▲" not in hands.screen.replace("▲ Cover", "")
            await hands.press("1")
            assert "▲" in hands.screen.replace("▲ Cover", "")
            assert "PW@2,0h^1,0" in hands.app.sidebar.text.replace("\n", "")
            await hands.press("escape")
            assert holding.covering is None
            assert len(hands.position.history) == 2
            await hands.press("enter", "space", "space", "enter")
            assert hands.position.history[-1] == "PW@2,0h"

    run(play)


def test_a_veto_asks_first() -> None:
    async def play() -> None:
        async with at_table(start("toscana")) as hands:
            assert hands.position.moves() == ["allow", "veto"]
            assert "Veto: grey's tile" in " ".join(hands.app.sidebar.text.split())
            await hands.press("v", "escape")
            assert not hands.position.history
            await hands.press("v", "enter")
            assert "".join(hands.position.history) == "veto"
            await hands.press("space", "enter", "a")
            assert hands.position.history[-1] == "allow"

    run(play)


def test_a_discard_asks_first() -> None:
    async def play() -> None:
        position = in_the_middle("florentine", 4)
        async with at_table(position, ["me", "random"]) as hands:
            await hands.press("2", "x")
            assert hands.app.holding is not None
            assert hands.app.holding.asked is not None
            card = hands.app.holding.asked.piece
            await hands.press("up")
            assert hands.app.holding.asked is None, "doing something else is no yes"
            await hands.press("x", "enter")
            assert hands.position.history[4] == f"x:{card}"

    run(play)


def test_a_black_card_is_pushed_over_the_side_that_it_lies_against() -> None:
    async def play() -> None:
        for seed in range(20):
            *_, position = (p.copy() for p in random_game(Game(spec("florentine"), {}), seed) if p.state.stage < 3)
            if any(move.endswith(("W", "E")) for move in position.moves()):
                break
        async with at_table(position) as hands:
            lies = hands.app.board._origin
            await hands.press(*["up"] * 9, *["left"] * 9)
            assert hands.app.board._origin == lies, "all of the board was to be seen, and is"
            assert hands.app.holding is not None
            assert hands.app.holding.text.endswith("W")
            await hands.press(*["right"] * 9)
            assert hands.app.holding.text.endswith("E")
            await hands.make(next(move for move in hands.position.moves() if move.endswith(("W", "E"))))

    run(play)


# ---------------------------------------------------------------- taking back, hints


def test_taking_back_goes_to_the_last_decision_of_a_person() -> None:
    async def play() -> None:
        async with at_table(start("firenze"), ["me", "random"]) as hands:
            await hands.make("PG@0,0h")
            await hands.until(lambda: hands.app.holding is not None)
            assert len(hands.position.history) == 2
            await hands.press("u")
            assert not hands.position.history
            await hands.press("u")
            assert "you have made no move yet" in hands.app.sidebar.text.replace("\n", " ")

    run(play)


def test_taking_back_while_a_machine_thinks() -> None:
    ponderer = Ponderer()

    async def play() -> None:
        async with at_table(start("firenze"), ["me", "random"], prepare=ponderer.sit_down) as hands:
            await hands.press("enter")
            assert "is thinking" in " ".join(hands.app.sidebar.text.split())
            await hands.press("u")
            assert not hands.position.history
            assert hands.app.holding is not None
            assert hands.app.table.players[1] is not ponderer, "the one that still thinks is not asked again"
            ponderer.release.set()
            await hands.press("right", "left")
            assert not hands.position.history, "nor is it listened to"

    run(play)


def test_the_screen_is_alive_while_a_machine_thinks() -> None:
    ponderer = Ponderer()

    async def play() -> None:
        async with at_table(start("firenze"), ["me", "random"], prepare=ponderer.sit_down) as hands:
            await hands.press("enter", "question_mark")
            assert isinstance(hands.app.screen, Reading)
            await hands.press("escape")
            ponderer.release.set()
            await hands.until(lambda: hands.app.holding is not None)
            assert len(hands.position.history) == 2

    run(play)


def test_what_was_seen_cannot_be_taken_back() -> None:
    async def play() -> None:
        async with at_table(start("florentine", 6), ["me", "random"]) as hands:
            await hands.press("space", "enter")
            await hands.until(lambda: hands.app.holding is not None)
            before = hands.position.history
            await hands.press("u")
            assert hands.position.history == before
            assert "has been seen since" in " ".join(hands.app.sidebar.text.split())

    run(play)


def test_a_hint_shows_a_legal_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "ADVISER", "mcts:30")

    async def play() -> None:
        async with at_table(in_the_middle(name, 6), ["me", "me"]) as hands:
            await hands.sit_down()
            await hands.press("H")
            await hands.until(lambda: "Hint:" in hands.app.sidebar.text)
            assert hands.app.holding is not None
            assert not hands.app.holding.piece or hands.app.holding.verdict == ""
            hinted = hands.app.sidebar.text.split("Hint:")[1].split()[0]
            assert any(move.startswith(hinted.rstrip(",")) for move in hands.position.moves())

    run(play)


def test_a_hint_that_comes_too_late_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "ADVISER", "mcts:30")

    async def play() -> None:
        async with at_table(start("firenze")) as hands:
            await hands.press("i", "enter")
            assert len(hands.position.history) == 1
            late = course.Advised(hands.app._turn - 1)
            hands.app.post_message(late)
            await hands.press("down")
            assert "Hint" not in hands.app.sidebar.text

    run(play)
