"""What a position is worth, and how sure one can be of it."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from bottega.game import Position


@dataclass(frozen=True)
class Worth:
    """What each seat can hope for."""

    wins: tuple[float, ...]  # [seat] chance to win, a shared win counting its share
    points: tuple[float, ...]  # [seat] expected points: the first part of the score
    errors: tuple[float, ...]  # [seat] standard error of `wins`


def worth_at_end(position: Position) -> Worth:
    """The result of a game that is over: nothing is doubtful any more."""
    winners = position.winners
    seats = range(len(position.seats))
    return Worth(
        tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in seats),
        tuple(float(score[0]) for score in position.scores()),
        (0.0,) * len(seats),
    )


def worth_of_games(wins: Sequence[float], points: Sequence[float], games: float) -> Worth:
    """From means over that many simulated games."""
    errors = tuple(math.sqrt(max(0.0, chance * (1.0 - chance)) / games) for chance in wins)
    return Worth(tuple(wins), tuple(points), errors)


def mean_worth(worths: Sequence[Worth]) -> Worth:
    """The mean over equally likely cases, some of which can be one and the same.

    The cases are a sample: how far they lie apart tells how far their mean can be off, if that is more than they are off
    themselves.
    """
    errors = tuple(
        max(_own_error(worths, seat), standard_error([worth.wins[seat] for worth in worths]))
        for seat in range(len(worths[0].wins))
    )
    weights = [1.0 / len(worths)] * len(worths)
    return Worth(
        weighted_mean(weights, [worth.wins for worth in worths]),
        weighted_mean(weights, [worth.points for worth in worths]),
        errors,
    )


def difference_error(ones: Sequence[Worth], others: Sequence[Worth], seat: int) -> float:
    """The standard error of the difference between the means, case by case the same things being hidden."""
    own = math.hypot(_own_error(ones, seat), _own_error(others, seat))
    return max(own, standard_error([one.wins[seat] - other.wins[seat] for one, other in zip(ones, others, strict=True)]))


def _own_error(worths: Sequence[Worth], seat: int) -> float:
    return math.hypot(*(times / len(worths) * worth.errors[seat] for worth, times in Counter(worths).items()))


def weighted_mean(weights: Sequence[float], rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Seat by seat; the weights add up to 1."""
    return tuple(math.fsum(map(mul, weights, column)) for column in zip(*rows, strict=True))


def standard_error(values: Sequence[float]) -> float:
    """Of the mean of a sample; 0 if all values are the same."""
    count = len(values)
    if count < 2 or min(values) == max(values):
        return 0.0
    mean = math.fsum(values) / count
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)


def change(before: Sequence[float], after: Sequence[float]) -> tuple[float, ...]:
    """What was gained, seat by seat."""
    return tuple(late - early for early, late in zip(before, after, strict=True))
