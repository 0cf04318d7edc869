"""A game as learning programs see it: planes, numbers and numbered actions.

Each game describes its own in `games/<game>/learning.py`, where the kernels that fill them are; docs/envs.md shows all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from bottega.kernels import State


@dataclass(frozen=True)
class Feature:
    """Some planes, numbers or actions that belong together. The words are for whoever writes a learning program."""

    name: str
    words: str
    count: int = 1
    most: int = 1  # the largest value; the smallest is 0


@dataclass(frozen=True)
class Space:
    """What an environment of a game shows and takes."""

    height: int
    width: int
    planes: tuple[Feature, ...]
    numbers: tuple[Feature, ...]
    actions: tuple[Feature, ...]
    #: What an action would do, in the notation of the game: given the state, the half-made move and the action.
    action_name: Callable[["State", int, int], str]
    window: int = 0  # the side of the part of an unbounded table that can be seen; 0: there is a board, and all of it is seen

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        return sum(feature.count for feature in self.planes), self.height, self.width

    @property
    def number_count(self) -> int:
        return sum(feature.count for feature in self.numbers)

    @property
    def action_count(self) -> int:
        return sum(feature.count for feature in self.actions)

    def plane_scale(self) -> NDArray[np.float32]:
        """[plane, 1, 1] the largest value of each plane: divided by it, planes lie between 0 and 1."""
        return _most(self.planes)[:, None, None]

    def number_scale(self) -> NDArray[np.float32]:
        """[number] the same for the numbers."""
        return _most(self.numbers)

    def first(self, name: str) -> int:
        """Where the planes, numbers or actions of that name begin."""
        for features in (self.planes, self.numbers, self.actions):
            begin = 0
            for feature in features:
                if feature.name == name:
                    return begin
                begin += feature.count
        raise KeyError(name)


def _most(features: tuple[Feature, ...]) -> NDArray[np.float32]:
    return np.repeat(np.array([feature.most for feature in features], np.float32), [feature.count for feature in features])
