"""Hidden hands stay hidden between people at one screen."""

import random

from terminal.hands import Hands, at_table, in_the_middle, run, start
from textual.widgets import Static

from bottega.game import Game, Position
from bottega.terminal.dialogs import Ask, HandOver


def dealt_otherwise(position: Position, **changed: str) -> Position:
    return Game(position.spec, {**position.options, **changed}).start(0)


def everything_shown(hands: Hands) -> str:
    """Colours and characters of all screens, also those that lie below another one, and the text of all widgets."""
    shown = [str(strip._segments) for screen in hands.app.screen_stack for strip in screen._compositor.render_strips()]
    widgets = [str(widget.render()) for screen in hands.app.screen_stack for widget in screen.query(Static)]
    return "\n".join(shown + widgets)


def test_nothing_is_to_be_seen_of_any_hand_while_the_screen_is_handed_over() -> None:
    """Two games that look alike to somebody who only watches look alike on the screen."""
    first = start("florentine", 6, players="3")
    cards = first.options["deck"].split(",")
    hidden = cards[:12] + cards[16:]  # three hands and the stock; four cards lie aside, for all to see
    random.Random(1).shuffle(hidden)
    second = dealt_otherwise(first, deck=",".join(hidden[:12] + cards[12:16] + hidden[12:]))
    assert first.view(-1) == second.view(-1)
    shown = []

    async def look(position: Position) -> None:
        async with at_table(position) as hands:
            assert isinstance(hands.app.screen, HandOver)
            await hands.press("t", "question_mark", "escape", "x")
            assert isinstance(hands.app.screen, HandOver), "nothing can be looked up meanwhile"
            assert hands.app.holding is None
            shown.append(everything_shown(hands))

    run(lambda: look(first))
    run(lambda: look(second))
    assert shown[0] == shown[1]


def test_a_person_sees_nothing_of_the_hand_of_another() -> None:
    first = start("florentine", 6)
    cards = first.options["deck"].split(",")
    hidden = cards[4:8] + cards[16:]  # the hand of the other one, and the stock
    random.Random(1).shuffle(hidden)
    second = dealt_otherwise(first, deck=",".join(cards[:4] + hidden[:4] + cards[8:16] + hidden[4:]))
    assert first.view(0) == second.view(0)
    shown = []

    async def look(position: Position) -> None:
        async with at_table(position) as hands:
            await hands.press("enter", "tab", "space")
            assert hands.app.holding is not None
            shown.append(everything_shown(hands))
            await hands.press("t")
            shown[-1] += everything_shown(hands)

    run(lambda: look(first))
    run(lambda: look(second))
    assert shown[0] == shown[1]


def test_the_screen_is_handed_over_after_every_move_while_hands_are_hidden() -> None:
    async def play() -> None:
        async with at_table(start("florentine", 6), ["me", "me"]) as hands:
            await hands.press("enter", "space", "enter")
            assert len(hands.position.history) == 1
            assert isinstance(hands.app.screen, HandOver)
            assert hands.app.table.view().viewer == -1
            await hands.press("enter")
            assert hands.app.table.view().viewer == 1

    run(play)


def test_a_page_that_is_open_is_closed_before_the_next_person_comes() -> None:
    async def play() -> None:
        async with at_table(start("florentine", 6, players="3"), ["me", "random", "me"]) as hands:
            await hands.press("enter", "space", "enter", "t")
            await hands.until(lambda: isinstance(hands.app.screen, HandOver))
            assert len(hands.app.screen_stack) == 2

    run(play)


def test_whoever_is_handed_the_screen_can_leave() -> None:
    async def play() -> None:
        async with at_table(in_the_middle("florentine", 3)) as hands:
            hands.app.table.saved = 0
            await hands.press("q")
            assert isinstance(hands.app.screen, Ask)
            await hands.press("escape")
            assert isinstance(hands.app.screen, HandOver)
            await hands.press("q", "l")
            assert hands.app._exit

    run(play)
