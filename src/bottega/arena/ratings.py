"""How strong the players are, from the games they played: scores, Elo and openskill.

Everything here depends on the set of games alone, not on the order in which they were played.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.arena.match import Outcome
from bottega.errors import BottegaError
from bottega.i18n import _

ELO_SCALE = 400 / math.log(10)  # Elo points of a factor e in the odds
SIGNIFICANCE = 1.959964  # standard deviations to each side of a 95% interval
LONGEST_STEP = 2.0  # of the search for the most likely ratings, in log odds: keeps it from overshooting
SMALLEST_STEP = 1e-10


@dataclass(frozen=True)
class Elo:
    """A rating in Elo points with its 95% interval."""

    rating: float
    low: float
    high: float
    is_bounded: bool  # False: somebody won or lost everything, and the rating rests on one draw that was never played


@dataclass(frozen=True)
class Standing:
    """What is known about a player after all games."""

    player: str
    games: int
    wins: int
    shared: int  # draws, and wins shared with others
    losses: int
    score: float  # share of the wins
    low: float  # of the 95% interval of the score
    high: float
    elo: Elo | None  # None: not a game for two
    mu: float  # openskill: strength, and how uncertain it is
    sigma: float
    seconds: float  # a move, on average
    forfeits: int


@dataclass(frozen=True)
class Pairing:
    """Two players and the games between them, with two seats."""

    first: str
    second: str
    games: int
    score: float  # of the first
    low: float
    high: float
    elo: Elo  # of the first above the second, from these games alone


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """All players, best score first."""
    ordered = sorted(outcomes, key=lambda outcome: outcome.key)
    players = sorted({player for outcome in ordered for player in outcome.seating})
    elos = elo_ratings(ordered, players)
    skills = openskill_ratings(ordered, players)
    rows = []
    for player in players:
        seats = [(outcome, seat) for outcome in ordered for seat, sitting in enumerate(outcome.seating) if sitting == player]
        shares = [outcome.shares[seat] for outcome, seat in seats]
        score = sum(shares) / len(shares)
        decisions = sum(outcome.decisions[seat] for outcome, seat in seats)
        rows.append(
            Standing(
                player,
                len(shares),
                sum(share == 1 for share in shares),
                sum(0 < share < 1 for share in shares),
                sum(share == 0 for share in shares),
                score,
                *wilson(score, len(shares)),
                elos.get(player),
                *skills[player],
                sum(outcome.seconds[seat] for outcome, seat in seats) / max(1, decisions),
                sum(outcome.failure.startswith(f"{player}: ") and outcome.shares[seat] == 0 for outcome, seat in seats),
            )
        )
    return sorted(rows, key=lambda row: (-row.score, row.player))


def pairings(outcomes: Sequence[Outcome]) -> list[Pairing]:
    """All pairs that met at a table of two."""
    found: dict[tuple[str, str], list[float]] = {}
    for outcome in outcomes:
        if len(outcome.seating) == 2 and outcome.seating[0] != outcome.seating[1]:
            first, second = sorted(outcome.seating)
            found.setdefault((first, second), []).append(outcome.shares[outcome.seating.index(first)])
    rows = []
    for (first, second), shares in sorted(found.items()):
        score = sum(shares) / len(shares)
        rows.append(Pairing(first, second, len(shares), score, *wilson(score, len(shares)), elo_difference(score, len(shares))))
    return rows


def seat_scores(outcomes: Sequence[Outcome]) -> list[float]:
    """[seat] the share of the wins that went to whoever sat there."""
    return [float(share) for share in np.mean([outcome.shares for outcome in outcomes], axis=0)]


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95% interval of a score by Wilson's formula. Draws make the true interval narrower, never wider."""
    z = SIGNIFICANCE
    centre = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


# ---------------------------------------------------------------- Elo


def elo_difference(score: float, games: int) -> Elo:
    """How many Elo points a score between two players is worth."""
    points = np.array([[0, score], [1 - score, 0]]) * games
    ratings, covariance, is_bounded = most_likely(points)
    spread = SIGNIFICANCE * math.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    difference = float(ratings[0] - ratings[1])
    return Elo(difference, difference - spread, difference + spread, is_bounded)


def elo_ratings(outcomes: Sequence[Outcome], players: Sequence[str]) -> dict[str, Elo]:
    """The most likely Elo ratings of all players, their mean being 0; none unless all tables have two seats."""
    if any(len(outcome.seating) != 2 for outcome in outcomes):
        return {}
    number = {player: place for place, player in enumerate(players)}
    points = np.zeros((len(players), len(players)))
    for outcome in outcomes:
        first, second = (number[player] for player in outcome.seating)
        if first != second:
            points[first, second] += outcome.shares[0]
            points[second, first] += outcome.shares[1]
    ratings, covariance, is_bounded = most_likely(points)
    spread = SIGNIFICANCE * np.sqrt(np.diag(covariance))
    return {
        player: Elo(float(rating), float(rating - wide), float(rating + wide), is_bounded)
        for player, rating, wide in zip(players, ratings, spread, strict=True)
    }


def most_likely(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], bool]:
    """Ratings with mean 0, their covariance, and whether they are bounded, from `points` [player, opponent].

    Maximum likelihood for the model that the odds of a point are 10 to the power of the difference / 400, a draw being half a
    point for each; the covariance is the inverse of the curvature at the maximum. Where somebody won everything against all
    the others the maximum is at infinity: then one draw is added to each pair that met.
    """
    met = points + points.T > 0
    is_bounded = _everyone_reaches_everyone(points > 0, met)
    if not is_bounded:
        points = points + met / 2
    games = points + points.T
    strength = np.zeros(len(points))
    while True:
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        weight = games * chance * (1 - chance)
        curvature = np.diag(weight.sum(axis=1)) - weight
        spread: NDArray[np.float64] = np.linalg.pinv(curvature, hermitian=True).astype(np.float64)
        step = spread @ (points - games * chance).sum(axis=1)
        strength += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < SMALLEST_STEP:
            return (strength - strength.mean()) * ELO_SCALE, spread * ELO_SCALE**2, is_bounded


def _everyone_reaches_everyone(beats: NDArray[np.bool_], met: NDArray[np.bool_]) -> bool:
    """Whether, among those who are linked by games at all, a chain of won points leads from anyone to anyone."""
    for _step in range(len(beats)):
        beats = beats | (beats @ beats)
        met = met | (met @ met)
    return bool((beats == met).all())


# ---------------------------------------------------------------- openskill


def rating_model() -> Any:
    """The model by which openskill rates; where that is not installed, an error that says what to do."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise BottegaError(_("ratings need openskill: pip install 'bottega[arena]'")) from None
    return PlackettLuce(tau=0.0)


def openskill_ratings(outcomes: Sequence[Outcome], players: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Mean and standard deviation of each player's strength by openskill's Plackett-Luce model.

    Games are rated in the order of their rounds. Players do not learn, so the model's allowance for that is switched off.
    """
    model = rating_model()
    known = dict.fromkeys(players, (25.0, 25.0 / 3))
    for outcome in outcomes:
        teams = [[model.rating(*known[player])] for player in outcome.seating]
        rated = model.rate(teams, ranks=[float(place) for place in outcome.places])
        for player in set(outcome.seating):
            own = [team[0] for team, sitting in zip(rated, outcome.seating, strict=True) if sitting == player]
            known[player] = sum(r.mu for r in own) / len(own), sum(r.sigma for r in own) / len(own)
    return known
