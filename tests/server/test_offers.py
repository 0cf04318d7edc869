"""Draws, moves taken back: who offers, who agrees, and what has come to light."""

import random

import pytest
from server.playing import ANNA, BRUNO, CARLA, MACHINE, ME, OPEN, do, here, play, position, table_of

from bottega.server.errors import Forbidden, NotNow
from bottega.server.table import Table


def offered(table: Table) -> list[str]:
    return [offer.what for offer in table.offers]


# ---------------------------------------------------------------- draws


def test_a_draw_is_agreed_on_by_everybody_else() -> None:
    table = table_of("firenze", [ME, OPEN, OPEN])
    do(table, BRUNO, do="offer", what="draw")
    do(table, ANNA, do="answer", what="draw", accept=True)
    assert table.state == "running"
    with pytest.raises(NotNow, match="answered already"):
        do(table, ANNA, do="answer", what="draw", accept=True)
    do(table, CARLA, do="answer", what="draw", accept=True)
    assert (table.state, table.result, table.ending, table.winners) == ("over", "draw", "agreement", [0, 1, 2])


def test_nobody_answers_or_withdraws_the_wrong_offer() -> None:
    table = table_of("firenze", [ME, OPEN])
    do(table, ANNA, do="offer", what="draw")
    with pytest.raises(Forbidden, match="your own offer"):
        do(table, ANNA, do="answer", what="draw", accept=True)
    with pytest.raises(Forbidden, match="not your offer"):
        do(table, BRUNO, do="withdraw", what="draw")
    with pytest.raises(NotNow, match="no such offer"):
        do(table, BRUNO, do="answer", what="take_back", accept=True)
    with pytest.raises(NotNow, match="offered already"):
        do(table, BRUNO, do="offer", what="draw")
    do(table, ANNA, do="withdraw", what="draw")
    with pytest.raises(NotNow, match="no such offer"):
        do(table, BRUNO, do="answer", what="draw", accept=True)


def test_one_refusal_is_enough() -> None:
    table = table_of("firenze", [ME, OPEN, OPEN])
    do(table, BRUNO, do="offer", what="draw")
    do(table, ANNA, do="answer", what="draw", accept=False)
    assert offered(table) == []
    assert table.state == "running"


def test_playing_on_declines_but_keeps_the_own_offer() -> None:
    table = table_of("firenze", [ME, OPEN])
    do(table, ANNA, do="offer", what="draw")
    play(table, 1, random.Random(1))
    assert offered(table) == ["draw"]
    play(table, 1, random.Random(1))
    assert offered(table) == []


def test_machines_play_on() -> None:
    table = table_of("firenze", [ME, OPEN, MACHINE])
    with pytest.raises(NotNow, match="machines"):
        do(table, ANNA, do="offer", what="draw")


def test_people_at_one_device_have_talked_about_it() -> None:
    table = table_of("firenze", [ME, here("Bruno")])
    do(table, ANNA, do="offer", what="draw")
    assert table.ending == "agreement"


# ---------------------------------------------------------------- taking back


def test_a_move_is_taken_back_if_the_other_one_agrees() -> None:
    table = table_of("firenze", [ME, OPEN])
    play(table, 4, random.Random(1))
    before = position(table).history
    do(table, ANNA, do="offer", what="take_back")
    do(table, BRUNO, do="answer", what="take_back", accept=True)
    assert position(table).history == before[:2], "back to Anna's own last decision"
    assert (table.seat, len(table.spent), offered(table)) == (0, 2, [])


def test_against_machines_a_move_is_taken_back_at_once() -> None:
    table = table_of("firenze", [MACHINE, ME])
    play(table, 3, random.Random(1))
    do(table, ANNA, do="offer", what="take_back")
    assert (table.ply, table.seat) == (1, 1)
    with pytest.raises(NotNow, match="no move yet"):
        do(table, ANNA, do="offer", what="take_back")


def test_at_one_device_the_last_decision_is_taken_back() -> None:
    table = table_of("firenze", [ME, here("Bruno")])
    play(table, 4, random.Random(1))
    do(table, ANNA, do="offer", what="take_back")
    assert table.ply == 3


def test_what_was_offered_is_what_is_taken_back_whatever_machines_do_meanwhile() -> None:
    table = table_of("firenze", [ME, MACHINE, OPEN])
    play(table, 4, random.Random(1))
    assert table.ply == 4
    do(table, ANNA, do="offer", what="take_back")
    play(table, 1, random.Random(1))
    assert table.seat == 2
    do(table, BRUNO, do="answer", what="take_back", accept=True)
    assert (table.ply, table.seat) == (3, 0)


@pytest.mark.parametrize("game", ["toscana", "florentine"])
def test_nothing_is_taken_back_once_something_hidden_has_been_seen(game: str) -> None:
    table = table_of(game, [ME, OPEN])
    play(table, 5, random.Random(1))
    for guest in (ANNA, BRUNO):
        with pytest.raises(NotNow, match="has been seen since"):
            do(table, guest, do="offer", what="take_back")


def test_a_veto_decision_that_has_shown_nothing_is_taken_back() -> None:
    table = table_of("toscana", [ME, OPEN])
    do(table, BRUNO, do="play", ply=0, move="allow")
    do(table, BRUNO, do="offer", what="take_back")
    do(table, ANNA, do="answer", what="take_back", accept=True)
    assert table.ply == 0


def test_what_comes_to_light_between_offer_and_answer_counts() -> None:
    table = table_of("toscana", [ME, OPEN])
    do(table, BRUNO, do="play", ply=0, move="allow")
    do(table, BRUNO, do="offer", what="take_back")
    play(table, 1, random.Random(1))
    with pytest.raises(NotNow, match="no such offer"):
        do(table, ANNA, do="answer", what="take_back", accept=True)


def test_nothing_is_taken_back_after_the_end() -> None:
    table = table_of("firenze", [ME, MACHINE])
    play(table, 1000, random.Random(1))
    for what in ("take_back", "draw"):
        with pytest.raises(NotNow, match="over"):
            do(table, ANNA, do="offer", what=what)
