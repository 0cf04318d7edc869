"""What the lesson of Toscana says about its positions is true."""

from collections.abc import Iterator

import bottega
from bottega.game import Position
from bottega.games import spec
from bottega.stage import Step

GREY, RED = range(2)
FIRST, SECOND, THIRD, JOIN, BLOCK, VETO, KEEP, END, MATCH = range(9)


def step(number: int) -> Step:
    return spec("toscana").stage.lesson()[number]


def reached(number: int, **options: str) -> Position:
    position = bottega.game("toscana", **{**step(number).options, **options}).start()
    for move in step(number).moves:
        position.play(move)
    return position


def results(number: int, is_done: bool = True) -> Iterator[Position]:
    """The positions after the moves that do what is asked, or after those that do not."""
    before = reached(number)
    for move in before.moves():
        after = before.copy()
        after.play(move)
        if step(number).accepts(before.state, move, after.state) is is_done:
            yield after


def score(position: Position, seat: int) -> int:
    return position.scores()[seat][0]


def best_gain(position: Position) -> int:
    """What the tile that Grey is asked about can bring Red at once."""
    position.play("allow")
    found = []
    for move in position.moves():
        after = position.copy()
        after.play(move)
        found.append(score(after, RED))
    return max(found) - score(position, RED)


def gains(number: int) -> list[int]:
    """The same for the tile on top, and then for each tile that could have been on top in its stead."""
    stack = step(number).options["red"]
    top = len(step(number).moves[3::4])  # Red's tiles so far: allow, Grey, allow, Red and so on
    found = []
    for place in range(top, len(stack)):
        tiles = list(stack)
        tiles[top], tiles[place] = tiles[place], tiles[top]
        found.append(best_gain(reached(number, red="".join(tiles))))
    return found


def test_zones_grow_as_told() -> None:
    assert [score(reached(number), GREY) for number in (SECOND, THIRD, JOIN)] == [2, 3, 2]
    assert {score(after, GREY) for after in results(SECOND)} == {3}
    assert {score(after, GREY) for after in results(THIRD)} == {5}
    assert {score(after, GREY) for after in results(JOIN)} == {5}


def test_red_would_join_four_and_three_to_eight() -> None:
    assert score(reached(BLOCK), RED) == 4
    worst = 0
    for after in results(BLOCK, is_done=False):
        assert not after.state.deciding  # the veto is spent
        for move in after.moves():
            answer = after.copy()
            answer.play(move)
            worst = max(worst, score(answer, RED))
    assert worst == 8


def test_the_vetoed_tile_is_better_than_half_of_the_others() -> None:
    top, *others = gains(VETO)
    assert top == 3
    assert set(others) == {1, 3}
    assert others.count(1) * 2 >= len(others)


def test_the_allowed_tile_is_worse_than_all_others() -> None:
    top, *others = gains(KEEP)
    assert top == 1
    assert set(others) == {2}


def test_the_last_tile_ends_the_game() -> None:
    for after in results(END):
        assert score(after, GREY) > score(after, RED) == 11
        assert after.moves() == ["pass"]
        after.play("pass")
        assert after.result == str(GREY)


def test_one_point_more_wins_the_match() -> None:
    before = reached(MATCH)
    assert (before.history[-1], before.score_text, before.options["first"]) == ("pass", "10 17", "red")
    for after in results(MATCH):
        assert after.score_text == "11 17"  # with 18 to 11 from the first game: 29 to 28
        assert after.moves() == ["pass"]
