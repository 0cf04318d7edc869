"""Figures about played games: who wins, how long it takes, when it is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bottega.arena.ratings import wilson
from bottega.games import spec as find_spec
from bottega.kernels import NOBODY, Ints
from bottega.report.gather import Games
from bottega.report.study import studied

Floats: TypeAlias = NDArray[np.float64]

FEW = 0.1  # of the games: what fewer of them have is left out of plots


@dataclass(frozen=True)
class Share:
    """A share of something with its interval of confidence."""

    value: float
    low: float
    high: float
    n: int  # how many cases it rests on; with none the rest means nothing


def share(values: Sequence[float] | NDArray[Any]) -> Share:
    """The mean of numbers from 0 to 1 with its 95% interval."""
    n = len(values)
    if n == 0:
        return Share(0.0, 0.0, 1.0, 0)
    mean = float(np.mean(values))
    return Share(mean, *wilson(mean, n), n)


@dataclass(frozen=True)
class Amount:
    """A number that differs from game to game."""

    mean: float
    quartiles: tuple[float, float, float]
    values: Floats


def amount(values: Sequence[float] | NDArray[Any]) -> Amount | None:
    """None where there is no value."""
    array = np.asarray(values, np.float64)
    if not len(array):
        return None
    low, middle, high = np.percentile(array, [25, 50, 75]).tolist()
    return Amount(float(array.mean()), (low, middle, high), array)


# ---------------------------------------------------------------- turns and choices


def turns(games: Games) -> NDArray[np.bool_]:
    """[games, room] where a move is a turn of its own and no small decision."""
    study = studied(find_spec(games.game))
    made = np.arange(games.lines.shape[1]) < games.lengths[:, None]
    return made & ~study.minor(games.lines.ravel()).reshape(games.lines.shape)


def turn_counts(games: Games) -> Ints:
    """[games] how many turns."""
    counts: Ints = turns(games).sum(axis=1).astype(np.int32)
    return counts


@dataclass(frozen=True)
class Choices:
    """How many moves there are to choose from, turn by turn."""

    turn: Ints
    mean: Floats
    low: Floats
    high: Floats
    overall: float  # a turn, over all turns of all games


def choices(games: Games) -> Choices:
    """Mean and quartiles for each turn that enough of the games reach."""
    is_turn = turns(games)
    columns = [games.choices[number, is_turn[number]] for number in range(len(games))]
    rows = []
    for turn in range(max(map(len, columns))):
        here = [column[turn] for column in columns if len(column) > turn]
        if len(here) < FEW * len(games):
            break
        rows.append((turn + 1, np.mean(here), *np.percentile(here, [25, 75])))
    table = np.array(rows)
    return Choices(table[:, 0].astype(np.int32), table[:, 1], table[:, 2], table[:, 3], float(np.concatenate(columns).mean()))


# ---------------------------------------------------------------- who wins


def keys(points: Ints) -> NDArray[np.int64]:
    """[..., seats] one number for each score [..., seats, parts] such that the better score has the greater number."""
    key = np.zeros(points.shape[:-1], np.int64)
    for part in range(points.shape[-1]):
        key = key * (1 << 20) + points[..., part]
    return key


def final_points(games: Games) -> Ints:
    """[games, seats, parts]"""
    final: Ints = games.points[np.arange(len(games)), games.lengths]
    return final


def win_shares(games: Games) -> Floats:
    """[games, seats] what each seat gets of the win: those level at the top share it."""
    key = keys(final_points(games))
    top = key == key.max(axis=1, keepdims=True)
    shares: Floats = top / top.sum(axis=1, keepdims=True)
    return shares


def starters(games: Games) -> Ints:
    """[games] the seat that began."""
    study = studied(find_spec(games.game))
    seats = np.array([study.starter(options) for options in games.castings], np.int32)
    first: Ints = seats[games.casting]
    return first


def shares_by_order(games: Games) -> Floats:
    """[games, order] the same, the seat that began first."""
    seats = games.points.shape[2]
    order = (starters(games)[:, None] + np.arange(seats)) % seats
    return np.take_along_axis(win_shares(games), order, axis=1)


def shares_by_colour(games: Games) -> dict[str, list[float]]:
    """The shares of each colour in the games it took part in."""
    spec = find_spec(games.game)
    names = [spec.seats(spec.setup(spec.complete(options))) for options in games.castings]
    found: dict[str, list[float]] = {name: [] for name in studied(spec).paints()}
    for casting, shares in zip(games.casting.tolist(), win_shares(games).tolist(), strict=True):
        for name, won in zip(names[casting], shares, strict=True):
            found.setdefault(name, []).append(won)
    return {name: shares for name, shares in found.items() if shares}


def winners(games: Games) -> Ints:
    """[games] how many seats share the win."""
    level: Ints = np.rint(1 / win_shares(games).max(axis=1)).astype(np.int32)
    return level


def margins(games: Games) -> Ints:
    """[games] how far the best is ahead of the second by points, tie-breaks aside."""
    ordered: Ints = np.sort(final_points(games)[:, :, 0], axis=1)
    lead: Ints = ordered[:, -1] - ordered[:, -2]
    return lead


# ---------------------------------------------------------------- who leads


def leaders(games: Games, values: NDArray[Any]) -> Ints:
    """[games, room + 1] the seat with the greatest of `values` [games, room + 1, seats]; NOBODY if several have it.

    After the end it stays as it was at the end.
    """
    best = values.max(axis=2, keepdims=True)
    sole = (values == best).sum(axis=2) == 1
    leading = np.where(sole, values.argmax(axis=2), NOBODY)
    at = np.minimum(np.arange(leading.shape[1]), games.lengths[:, None])
    return np.take_along_axis(leading, at, axis=1).astype(np.int32)


def lead_changes(leading: Ints) -> Ints:
    """[games] how often a seat takes the lead that another one had before, being level in between or not."""
    changes: Ints = np.zeros(len(leading), np.int32)
    last = np.full(len(leading), NOBODY, np.int32)
    for column in leading.T:
        changes += (column != NOBODY) & (last != NOBODY) & (column != last)
        last = np.where(column != NOBODY, column, last)
    return changes


@dataclass(frozen=True)
class Course:
    """What the lead says about the end, as the game goes on."""

    progress: Floats  # [points] from 0 to 1
    leader_wins: Floats  # [points] of the games that have a leader then: the leader wins; NaN where few of them have one
    decided: Floats  # [points] of the games with a sole winner: the winner leads from here to the end


def course(games: Games, values: NDArray[Any], points: int = 41) -> Course:
    """Follow the leader by `values` through the games that have one winner."""
    sole = winners(games) == 1
    leading = leaders(games, values)[sole]
    lengths = games.lengths[sole]
    won = win_shares(games)[sole].argmax(axis=1)
    progress = np.linspace(0, 1, points)
    wins, decided = np.zeros(points), np.zeros(points)
    if not len(won):
        return Course(progress, wins * np.nan, decided * np.nan)
    for_good = decided_at(leading, lengths, won)
    for index, part in enumerate(progress):
        now = leading[np.arange(len(leading)), np.rint(part * lengths).astype(np.int64)]
        has_leader = now != NOBODY
        wins[index] = np.mean(now[has_leader] == won[has_leader]) if has_leader.mean() >= FEW else np.nan
        decided[index] = np.mean(for_good <= part)
    return Course(progress, wins, decided)


def decided_at(leading: Ints, lengths: Ints, won: NDArray[Any]) -> Floats:
    """[games] the part of the game after which the winner led to the end; 1 where only the end itself decided."""
    behind = leading != won[:, None]
    behind &= np.arange(leading.shape[1]) <= lengths[:, None]
    last = np.where(behind.any(axis=1), behind.shape[1] - 1 - behind[:, ::-1].argmax(axis=1), NOBODY)
    part: Floats = np.minimum(last + 1, lengths) / lengths
    return part


def decided(games: Games) -> Floats:
    """[games with one winner] the same for the lead by score."""
    sole = winners(games) == 1
    leading = leaders(games, keys(games.points))[sole]
    return decided_at(leading, games.lengths[sole], win_shares(games)[sole].argmax(axis=1))
