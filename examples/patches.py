"""What the learner of `train.py` sees of an action: the patch of the board around the piece, and a few numbers.

An action "place" of all three games is numbered by kind of piece, then by turn, then by row and column. The patch is looked at
from the piece: turned by so much as the piece is turned. So what was learned about a piece holds however it is turned, and one
row of weights for each kind is enough. Actions that place nothing, such as a veto, have a row each.
"""

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from bottega.kernels import allocating_kernel, kernel
from bottega.learning import Space

Array = NDArray[Any]
Observations = dict[str, Array]
OUTSIDE = -1  # in place of a plane: whether the cell lies outside of the board
NOWHERE = -1  # in place of a plane: no decision is about a cell
UNSEEN = -1  # in place of a number of features: nobody has looked yet


@dataclass(frozen=True)
class Look:
    """What to look at in a game."""

    piece: tuple[int, int]  # height and width of a piece that is not turned
    turns: int  # ways to turn it
    reach: int  # how many cells around the piece are seen
    planes: int  # so many of them, from the first on
    numbers: tuple[str, ...]
    has_sides: bool = False  # whether the planes come in fours, for north, east, south and west
    context: tuple[str, int] | None = None  # numbers of which one is set: each has weights of its own
    centre: str | None = None  # the plane that shows which cell a decision without a piece is about


LOOKS = {
    "firenze": Look((1, 2), 2, 3, 4, ("pyramids", "turns"), centre="asked"),
    "toscana": Look((2, 4), 4, 3, 2, ("other_top", "own_left", "other_left"), context=("own_top", 16)),
    "florentine": Look((1, 1), 4, 1, 20, ("stage", "stock"), has_sides=True, context=("colours", 4)),
}


class Patches:
    """The features of the actions of a game: those of the patch, which are 0 or 1, then the numbers, then a constant 1."""

    def __init__(self, look: Look, space: Space) -> None:
        self.table = seen_from(look)
        self.centre = space.first(look.centre) if look.centre else NOWHERE
        counts = {feature.name: feature.count for feature in space.numbers}
        self.columns = np.concatenate([space.first(name) + np.arange(counts[name]) for name in look.numbers])
        self.scale = space.number_scale()[self.columns]
        name, self.contexts = look.context or (look.numbers[0], 1)
        self.context = space.first(name) + np.arange(self.contexts)
        self.places = np.array([space.actions[0].count // space.height // space.width // look.turns, look.turns])
        self.rows = int(self.places[0]) + space.action_count - space.actions[0].count  # of weights, for each context
        self.shape = (self.contexts * self.rows, self.table.shape[1] + len(self.columns) + 1)  # of all weights

    def best(self, observations: Observations, games: Array, weights: Array) -> Array:
        """The action that is worth most, in some of the games."""
        actions = np.zeros(len(games), np.int32)
        given = observations["planes"], observations["action_mask"], games, *self._frame(observations), weights
        find_best(*given, self.places, self.table, self.centre, actions)
        return actions

    def describe(self, observations: Observations, games: Array, actions: Array) -> tuple[Array, Array]:
        """What is done in some of the games: the rows of weights, and the features [those games, features]."""
        features, rows = (each[games] for each in self._frame(observations))
        find_features(observations["planes"], games, actions, self.places, self.table, self.centre, rows, features)
        return rows, features

    def _frame(self, observations: Observations) -> tuple[Array, Array]:
        """The same for all actions of a game: [games, features] with an empty patch, [games] where its rows begin."""
        numbers = observations["numbers"]
        features = np.zeros((len(numbers), self.shape[1]), np.float32)
        features[:, self.table.shape[1] : -1] = numbers[:, self.columns] / self.scale
        features[:, -1] = 1
        return features, numbers[:, self.context].argmax(axis=1) * self.rows


def seen_from(look: Look) -> Array:
    """[turn, feature, 3] where a feature of the patch is: row and column from the north-west corner of the piece, and plane."""
    height, width = look.piece
    table = []
    for turn in range(look.turns):
        planes = [plane - plane % 4 + (plane + turn) % 4 if look.has_sides else plane for plane in range(look.planes)]
        for y in range(-look.reach, height + look.reach):
            for x in range(-look.reach, width + look.reach):
                row, column = ((y, x), (x, height - 1 - y), (height - 1 - y, width - 1 - x), (width - 1 - x, y))[turn]
                table += [(row, column, plane) for plane in (*planes, OUTSIDE)]
    return np.array(table).reshape(look.turns, -1, 3)


# ---------------------------------------------------------------- kernels


@kernel
def list_patch(planes: Array, table: Array, y: int, x: int, out: Array) -> int:
    """Write to `out` which features are there around a cell; returns how many."""
    count = 0
    for feature in range(len(table)):
        row, column, plane = y + table[feature, 0], x + table[feature, 1], table[feature, 2]
        if 0 <= row < planes.shape[1] and 0 <= column < planes.shape[2]:
            is_there = plane != OUTSIDE and planes[plane, row, column] != 0
        else:
            is_there = plane == OUTSIDE
        if is_there:
            out[count] = feature
            count += 1
    return count


@kernel
def list_asked(planes: Array, table: Array, centre: int, out: Array) -> int:
    """The same around the cell that a decision without a piece is about, if there is one."""
    if centre != NOWHERE:
        for y in range(planes.shape[1]):
            for x in range(planes.shape[2]):
                if planes[centre, y, x]:
                    return list_patch(planes, table[0], y, x, out)
    return 0


@kernel
def worth(weights: Array, frame: Array, patch: Array) -> float:
    """The weights of the features that are there."""
    total = 0.0
    for feature in patch:
        total += weights[feature]
    for feature in range(len(frame)):
        if frame[feature]:
            total += weights[feature] * frame[feature]
    return total


@numba.njit(cache=True, parallel=True)  # type: ignore[untyped-decorator]  # Numba ships no types
def find_best(
    planes: Array,
    masks: Array,
    games: Array,
    frames: Array,
    firsts: Array,
    weights: Array,
    places: Array,
    table: Array,
    centre: int,
    out: Array,
) -> None:
    """Write the action that is worth most in each of `games` to `out`."""
    kinds, turns = places
    width, cells = planes.shape[3], planes.shape[2] * planes.shape[3]
    size = table.shape[1]
    for index in numba.prange(len(games)):
        game = games[index]
        patch = np.empty(size, np.int64)
        own = weights[firsts[game] :]
        frame = frames[game]
        most = -np.inf
        for cell in range(cells):
            for turn in range(turns):
                count = UNSEEN
                for kind in range(kinds):  # all of them see the same patch
                    action = (kind * turns + turn) * cells + cell
                    if masks[game, action]:
                        if count == UNSEEN:
                            count = list_patch(planes[game], table[turn], cell // width, cell % width, patch)
                        value = worth(own[kind], frame, patch[:count])
                        if value > most:
                            most, out[index] = value, action
        count = UNSEEN
        for action in range(kinds * turns * cells, masks.shape[1]):
            if masks[game, action]:
                if count == UNSEEN:
                    count = list_asked(planes[game], table, centre, patch)
                value = worth(own[kinds + action - kinds * turns * cells], frame, patch[:count])
                if value > most:
                    most, out[index] = value, action


@allocating_kernel
def find_features(
    planes: Array, games: Array, actions: Array, places: Array, table: Array, centre: int, rows: Array, features: Array
) -> None:
    """Add the features of the patch to `features`, and the row of the action in its context to `rows`."""
    kinds, turns = places
    width, cells = planes.shape[3], planes.shape[2] * planes.shape[3]
    patch = np.empty(table.shape[1], np.int64)
    for index, game in enumerate(games):
        shape, cell = actions[game] // cells, actions[game] % cells
        if shape < kinds * turns:
            rows[index] += shape // turns
            count = list_patch(planes[game], table[shape % turns], cell // width, cell % width, patch)
        else:
            rows[index] += kinds + actions[game] - kinds * turns * cells
            count = list_asked(planes[game], table, centre, patch)
        for feature in patch[:count]:
            features[index, feature] = 1
