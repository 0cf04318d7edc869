"""What the lesson of Firenze says about its positions is true."""

from collections.abc import Iterator

from bottega.game import Game, Position
from bottega.games import spec
from bottega.games.firenze.overlays import groups
from bottega.stage import Step

SPEC = spec("firenze")
PINK, GREEN = range(2)
LAY, THREE, APART, SANDWICH, SEVEN, BURY, SPLIT, GIFT, LAST = range(9)


def step(number: int) -> Step:
    return SPEC.stage.lesson()[number]


def reached(number: int) -> Position:
    position = Game(SPEC, step(number).options).start()
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


def sizes(position: Position, seat: int) -> list[int]:
    return sorted((len(cells) for owner, cells in groups(position.state) if owner == seat), reverse=True)


def test_two_groups_of_three_and_a_pair_can_become_three_groups_or_one() -> None:
    assert sizes(reached(APART), PINK)[:3] == [3, 3, 2]
    assert all(after.scores()[PINK][0] == 3 for after in results(APART))
    assert any(after.scores()[PINK][0] == 1 for after in results(APART, is_done=False))


def test_the_first_pyramid_takes_the_point() -> None:
    assert reached(SANDWICH).scores()[GREEN] == (1, 3)
    assert all(after.scores()[GREEN] == (0, 2) for after in results(SANDWICH))


def test_the_wrong_pyramid_makes_three_and_three_out_of_seven() -> None:
    assert sizes(reached(SEVEN), GREEN) == [7, 3]
    assert all(after.scores()[GREEN][0] == 1 for after in results(SEVEN))
    assert any(sizes(after, GREEN)[:2] == [3, 3] for after in results(SEVEN, is_done=False))


def test_without_the_pyramid_green_would_have_three() -> None:
    assert [after.history[-1] for after in results(BURY)] == ["GP@-1,-1h^-1,-1"]
    bare = reached(BURY)
    bare.play("GP@-1,-1h")
    assert (bare.scores()[PINK][0], bare.scores()[GREEN]) == (1, (1, 3))


def test_the_pair_can_only_be_saved_with_a_pyramid() -> None:
    assert sizes(reached(SPLIT), PINK)[:2] == [4, 2]
    assert [sizes(after, PINK)[:2] for after in results(SPLIT)] == [[3, 3], [3, 3]]
    assert all(after.scores()[PINK][0] == 1 for after in results(SPLIT, is_done=False) if "^" not in after.history[-1])


def test_the_gift_makes_one_group_of_seven() -> None:
    assert reached(GIFT).scores()[GREEN][0] == 2
    assert all(sizes(after, GREEN)[0] == 7 and after.scores()[GREEN][0] == 1 for after in results(GIFT))


def test_the_last_domino_decides_by_the_largest_group() -> None:
    before = reached(LAST)
    assert [sizes(before, seat)[:3] for seat in (PINK, GREEN)] == [[4, 3, 1]] * 2  # no pair: nobody has a third group in one move
    assert any(after.scores()[PINK] == (2, 5) and after.scores()[GREEN] == (2, 4) for after in results(LAST))
