"""Ratings of made-up results whose answers are known."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from bottega.arena.match import Outcome
from bottega.arena.ratings import elo_difference, most_likely, pairings, seat_scores, standings, wilson


def outcome(
    number: int, seating: Sequence[str], shares: Sequence[float], places: Sequence[int] = (), failure: str = ""
) -> Outcome:
    order = tuple(places) or tuple(1 if share else 2 for share in shares)
    seats = len(seating)
    return Outcome(
        number, tuple(seating), {}, "", tuple(shares), order, "", "played", failure, 9, (3,) * seats, (0.6,) * seats, ""
    )


def series(first: str, second: str, wins: int, draws: int, losses: int, start: int = 0) -> list[Outcome]:
    shares = [(1.0, 0.0)] * wins + [(0.5, 0.5)] * draws + [(0.0, 1.0)] * losses
    return [outcome(start + number, (first, second), share) for number, share in enumerate(shares)]


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.909090909, 400.0)])
def test_elo_of_a_score_is_the_logistic_one(score: float, elo: float) -> None:
    assert elo_difference(score, 100).rating == pytest.approx(elo, abs=0.01)


def test_the_interval_of_a_difference_comes_from_the_curvature() -> None:
    found = elo_difference(0.75, 200)
    spread = 1.959964 * 400 / math.log(10) / math.sqrt(200 * 0.75 * 0.25)
    assert (found.low, found.high) == pytest.approx((190.85 - spread, 190.85 + spread), abs=0.01)


def test_draws_count_half_and_seats_do_not_matter() -> None:
    games = series("a", "b", 60, 30, 10)
    turned = [outcome(o.round, o.seating[::-1], o.shares[::-1]) for o in games]
    assert pairings(games)[0].score == 0.75
    assert pairings(turned)[0] == pairings(games)[0]


def test_the_model_finds_the_ratings_that_made_the_points() -> None:
    true = np.array([150.0, 50.0, -20.0, -180.0])
    points = 100 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    np.fill_diagonal(points, 0)
    ratings, covariance, is_bounded = most_likely(points)
    assert ratings == pytest.approx(true, abs=1e-6)
    assert is_bounded
    assert covariance.sum() == pytest.approx(0, abs=1e-6)  # the mean is fixed


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    random = np.random.default_rng(1)
    chance = 1 / (1 + 10 ** (-100 / 400))
    found = [elo_difference(float(score), 100) for score in random.binomial(100, chance, 400) / 100]
    assert 0.92 < sum(elo.low < 100 < elo.high for elo in found) / len(found) < 0.98


def test_who_wins_everything_gets_a_finite_rating_and_a_warning() -> None:
    found = elo_difference(1.0, 100)
    assert not found.is_bounded
    assert found.rating == pytest.approx(400 * math.log10(100.5 / 0.5), abs=0.01)
    rows = {row.player: row for row in standings(series("a", "b", 20, 0, 0) + series("b", "c", 5, 2, 13, 100))}
    elos = [rows[name].elo for name in "abc"]
    assert all(elo is not None and not elo.is_bounded and math.isfinite(elo.low) for elo in elos)


def test_standings() -> None:
    games = series("strong", "weak", 6, 2, 2)
    games.append(outcome(99, ("weak", "strong"), (0.0, 1.0), failure="weak: no answer"))
    first, second = standings(games)
    assert (first.player, first.games, first.wins, first.shared, first.losses, first.forfeits) == ("strong", 11, 7, 2, 2, 0)
    assert (second.player, second.forfeits) == ("weak", 1)
    assert second.score == pytest.approx(3 / 11)
    assert first.seconds == pytest.approx(0.2)
    assert first.elo is not None
    assert second.elo is not None
    assert first.elo.rating == pytest.approx(-second.elo.rating)
    assert first.mu > second.mu
    assert standings(games[::-1]) == [first, second]  # the order of the file does not matter


def test_three_at_a_table_have_openskill_ratings_and_no_elo() -> None:
    games = [outcome(n, ("a", "b", "c"), (1, 0, 0), (1, 2, 3)) for n in range(20)]
    games += [outcome(n, ("c", "a", "b"), (0, 0.5, 0.5), (3, 1, 1)) for n in range(20, 24)]
    first, second, third = standings(games)
    assert [row.player for row in (first, second, third)] == ["a", "b", "c"]
    assert first.mu > second.mu > third.mu  # by places, not only by wins
    assert first.score == pytest.approx(22 / 24)
    assert first.elo is None
    assert seat_scores(games) == pytest.approx([20 / 24, 2 / 24, 2 / 24])
    assert pairings(games) == []


def test_one_player_in_two_seats_of_a_table() -> None:
    games = [outcome(n, ("a", "b", "b"), (1, 0, 0), (1, 2, 3)) for n in range(10)]
    first, second = standings(games)
    assert (first.games, second.games) == (10, 20)
    assert first.mu > second.mu


@pytest.mark.parametrize(
    ("score", "games", "low", "high"), [(0.5, 100, 0.4038, 0.5962), (1.0, 20, 0.8389, 1.0), (0.0, 1, 0.0, 0.7935)]
)
def test_wilson(score: float, games: int, low: float, high: float) -> None:
    assert wilson(score, games) == pytest.approx((low, high), abs=1e-4)
