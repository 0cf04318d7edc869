"""A game at one keyboard: whose eyes are on the screen, what can be taken back, who goes on with a record."""

from pathlib import Path

import pytest
from terminal.hands import start

from bottega.errors import BottegaError, FileError
from bottega.game import Game, Position
from bottega.games import spec
from bottega.kernels import SPECTATOR
from bottega.record import Record, read_file
from bottega.terminal.table import Table, seating, seating_of
from bottega.testing import random_game


def at_turn(name: str, moves: int, **options: str) -> Position:
    *_, position = (p.copy() for p in random_game(Game(spec(name), options), seed=2) if len(p.history) <= moves)
    return position


# ---------------------------------------------------------------- who sees what


def test_one_person_always_sees_the_own_hand() -> None:
    table = Table(start("florentine", 1, players="3"), ["random", "me", "random"])
    for _ in range(4):
        assert table.viewer == 1
        assert not table.needs_hand_over
        table.play(table.position.moves()[0])


def test_several_people_hand_over_while_there_are_secrets() -> None:
    table = Table(start("florentine"), ["me", "me"])
    assert table.needs_hand_over
    assert table.viewer == SPECTATOR, "nobody has sat down yet"
    table.sit_down()
    assert table.viewer == 0
    table.play(table.position.moves()[0])
    assert table.needs_hand_over
    assert table.viewer == SPECTATOR


def test_whoever_has_just_moved_may_look_while_machines_think() -> None:
    table = Table(start("florentine", 1, players="3"), ["me", "random", "me"])
    table.sit_down()
    table.play(table.position.moves()[0])
    assert not table.needs_hand_over
    assert table.viewer == 0


@pytest.mark.parametrize("name", ["firenze", "toscana"])
def test_where_everybody_sees_the_same_nothing_is_handed_over(name: str) -> None:
    table = Table(start(name), ["me", "me"])
    assert not table.needs_hand_over
    assert table.viewer == table.position.seat


def test_an_open_pool_has_no_secrets() -> None:
    position = at_turn("florentine", 45)
    assert not Table(position, ["me", "me"]).needs_hand_over


def test_who_watches_machines_sees_what_is_open() -> None:
    table = Table(start("florentine"), ["random", "random"])
    assert table.is_demonstration
    assert table.view().to_bytes() == table.position.view(SPECTATOR).to_bytes()


# ---------------------------------------------------------------- taking back


def test_taking_back_one_move_of_people() -> None:
    table = Table(at_turn("firenze", 7), ["me", "me"])
    before = table.position.copy()
    table.play(table.position.moves()[0])
    table.take_back()
    assert table.position == before
    assert len(table.movers) == 7


def test_taking_back_the_moves_of_machines_with_the_own() -> None:
    table = Table(start("firenze", 1, players="3"), ["random", "me", "random"])
    for _ in range(5):
        table.play(table.position.moves()[0])
    table.take_back()
    assert len(table.position.history) == 4
    assert table.position.seat == 1


def test_the_move_of_a_machine_alone_cannot_be_taken_back() -> None:
    table = Table(start("firenze"), ["random", "me"])
    table.play(table.position.moves()[0])
    with pytest.raises(BottegaError, match="no move yet"):
        table.take_back()


def test_a_veto_decision_that_has_shown_nothing_can_be_taken_back() -> None:
    table = Table(start("toscana"), ["me", "me"])
    table.play("allow")
    table.take_back()
    assert table.position.history == ()


@pytest.mark.parametrize("moves", [("veto",), ("allow", "place")])
def test_a_tile_that_has_come_to_light_cannot_be_hidden_again(moves: tuple[str, ...]) -> None:
    """A veto uncovers the next tile, and so does laying the top one."""
    table = Table(start("toscana"), ["me", "me"])
    for move in moves:
        table.play(table.position.moves()[0] if move == "place" else move)
    with pytest.raises(BottegaError, match="has been seen since"):
        table.take_back()


def test_a_card_that_was_drawn_cannot_be_put_back() -> None:
    table = Table(start("florentine"), ["me", "random"])
    table.play(table.position.moves()[0])
    with pytest.raises(BottegaError, match="has been seen since"):
        table.take_back()


def test_with_an_open_pool_moves_can_be_taken_back() -> None:
    table = Table(at_turn("florentine", 45), ["me", "me"])
    table.play(table.position.moves()[0])
    table.take_back()
    assert len(table.position.history) == 45


# ---------------------------------------------------------------- records


def test_what_is_saved_need_not_be_saved_again(tmp_path: Path) -> None:
    table = Table(start("firenze"), ["me", "greedy"])
    assert not table.is_unsaved, "nothing has happened yet"
    table.play("PG@0,0h")
    assert table.is_unsaved
    table.save(tmp_path / "game.bgn")
    assert not table.is_unsaved
    table.play(table.position.moves()[0])
    assert table.is_unsaved
    assert read_file(tmp_path / "game.bgn").moves == ("PG@0,0h",)


def test_a_failed_save_leaves_nothing(tmp_path: Path) -> None:
    table = Table(start("firenze"), ["me", "me"])
    with pytest.raises(FileError, match="cannot be written"):
        table.save(tmp_path / "no" / "where.bgn")
    with pytest.raises(FileError, match="cannot be written"):
        table.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_missing_seats_are_played_by_random_and_too_many_are_refused() -> None:
    position = start("firenze", 1, players="3")
    assert seating(position, ["me", "greedy"]) == ["me", "greedy", "random"]
    with pytest.raises(BottegaError, match="has 3 seats, not 4"):
        seating(position, ["me"] * 4)


def test_a_record_names_its_players_but_never_starts_a_program() -> None:
    position = start("florentine", 1, players="4")
    record = Record.from_position(position, ["me", "mcts:50", "engine:rm -rf somewhere", "Leonardo"])
    assert seating_of(record, position) == ["me", "mcts:50", "me", "me"]
