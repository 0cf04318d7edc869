"""What a position is worth, and how sure one can be of it."""

import math

import pytest

from bottega.analysis.look import worth_of_found
from bottega.analysis.worth import Worth, difference_error, mean_worth, worth_of_games
from bottega.search.search import Found


def worth(chance: float, error: float = 0.0) -> Worth:
    return Worth((chance, 1 - chance), (1.0, 2.0), (error, error))


def test_simulated_games_leave_a_doubt() -> None:
    assert worth_of_games([0.5, 0.5], [3, 4], 100).errors == (0.05, 0.05)
    assert worth_of_games([1, 0], [3, 4], 100).errors == (0, 0)


def test_a_mean_is_as_doubtful_as_its_cases_or_as_they_differ() -> None:
    same = worth(0.4, 0.1)
    assert mean_worth([same, same]).errors == (0.1, 0.1), "one case seen twice says no more than seen once"
    assert mean_worth([worth(0.41, 0.1), worth(0.4, 0.1)]).errors[0] == pytest.approx(0.1 / math.sqrt(2))
    mean = mean_worth([worth(0.2), worth(0.4), worth(0.6)])
    assert mean.wins == pytest.approx((0.4, 0.6))
    assert mean.points == pytest.approx((1, 2))
    assert mean.errors[0] == pytest.approx(0.2 / math.sqrt(3))


def test_luck_that_two_moves_share_leaves_no_doubt_about_their_difference() -> None:
    ones, others = [worth(0.2), worth(0.6)], [worth(0.1), worth(0.5)]
    assert difference_error(ones, others, 0) == pytest.approx(0)
    assert difference_error(ones, others[::-1], 0) == pytest.approx(0.4)
    noisy = difference_error([worth(0.2, 0.03)], [worth(0.1, 0.04)], 0)
    assert noisy == pytest.approx(0.05)


def test_much_visited_moves_count_more() -> None:
    found = [Found(1, 40, (0.8, 0.2), (5, 3), (1,)), Found(2, 10, (0.35, 0.65), (4, 4), (2,)), Found(3, 0, (0, 0), (0, 0), (3,))]
    assert worth_of_found(found).wins == pytest.approx((0.75, 0.25)), "four times the visits count eight times"
    assert worth_of_found(found).points == pytest.approx((44 / 9, 28 / 9))
    assert worth_of_found(found[:1]).errors[0] == pytest.approx(math.sqrt(0.16 / 40))
