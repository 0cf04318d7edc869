"""Who plays whom, in which seats, with which shuffles."""

from collections import Counter

import pytest

from bottega.arena.schedule import Task, all_tables, labels, schedule, seatings
from bottega.errors import BottegaError
from bottega.games import spec


def tasks(game: str, entrants: list[str], games: int, seed: int = 1, **options: str) -> list[Task]:
    return list(schedule(spec(game), options, entrants, games, seed))


def test_every_pair_meets_equally_often_in_both_seats() -> None:
    counts = Counter(task.seating for task in tasks("toscana", ["a", "b", "c"], 10))
    assert counts == dict.fromkeys([("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 5)


def test_both_sides_and_all_tables_of_a_round_get_the_same_shuffle() -> None:
    found = tasks("toscana", ["a", "b", "c"], 6)
    for number in range(3):
        assert len({task.shuffle_seed for task in found if task.round == number}) == 1
    assert len({task.shuffle_seed for task in found}) == 3
    assert len({seed for task in found for seed in task.player_seeds}) == 2 * len(found)


def test_where_matches_do_so_the_rounds_take_turns_with_who_starts() -> None:
    assert [task.options["first"] for task in tasks("toscana", ["a", "b"], 6)] == ["grey", "grey", "red", "red", "grey", "grey"]
    assert {task.options["first"] for task in tasks("toscana", ["a", "b"], 6, first="red")} == {"red"}


@pytest.mark.parametrize(("game", "seats"), [("firenze", 3), ("florentine", 4)])
def test_larger_tables_give_each_player_each_seat(game: str, seats: int) -> None:
    players = ["a", "b", "c", "d"][:seats]
    found = tasks(game, players, 2 * seats, players=str(seats))
    counts = Counter((player, seat) for task in found for seat, player in enumerate(task.seating))
    assert counts == {(player, seat): 2 for player in players for seat in range(seats)}
    assert len({task.seating for task in found}) == 2 * seats  # the neighbours change, too


def test_too_few_players_fill_the_table_in_all_ways() -> None:
    assert all_tables(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert all_tables(["a", "b", "c"], 4) == [("a", "a", "b", "c"), ("a", "b", "b", "c"), ("a", "b", "c", "c")]
    assert len(all_tables(["a", "b", "c", "d"], 3)) == 4


def test_no_seating_comes_twice_in_a_round() -> None:
    assert seatings("abb", 0) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert sorted(len(seatings("aabb", number)) for number in range(2)) == [2, 4]


def test_chosen_tables() -> None:
    found = list(schedule(spec("firenze"), {"players": 3}, ["a", "b"], 3, 1, [("a", "b", "b")]))
    assert [task.seating for task in found] == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    for table in (("a", "b"), ("a", "b", "x")):
        with pytest.raises(BottegaError, match="a table names 3 of the players a, b"):
            list(schedule(spec("firenze"), {"players": 3}, ["a", "b"], 3, 1, [table]))


def test_a_game_stays_the_same_when_games_or_players_are_added() -> None:
    few = tasks("florentine", ["a", "b"], 4)
    more = {task.key: task for task in tasks("florentine", ["a", "c", "b"], 8)}
    assert all(more[task.key] == task for task in few)
    others = tasks("florentine", ["a", "b"], 4, seed=2)
    assert all(task.shuffle_seed != other.shuffle_seed for task, other in zip(few, others, strict=True))


def test_the_same_player_twice_gets_two_labels_and_its_own_seeds() -> None:
    assert labels(["a", "b", "a", "a"]) == ["a", "b", "a.2", "a.3"]
    task = tasks("toscana", ["random", "random"], 1)[0]
    assert (task.seating, task.players) == (("random", "random.2"), ("random", "random"))
    assert task.player_seeds[0] != task.player_seeds[1]


def test_file_names_are_plain_and_different() -> None:
    names = {
        task.file_name
        for task in tasks("toscana", ["engine:/bin/a b", "engine:/bin/a=b", "engine:" + "x" * 99, "engine:" + "x" * 98], 2)
    }
    assert len(names) == 12
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_.") and len(name) < 120 for name in names)


def test_one_player_is_not_enough() -> None:
    with pytest.raises(BottegaError, match="at least two players"):
        tasks("toscana", ["a"], 1)
