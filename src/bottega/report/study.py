"""What a report asks a game about itself: the file `statistics.py` in the folder of the game."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import Ints, State
from bottega.spec import GameSpec, Options

#: Whether it happened in a game; a number for the game; one of either for each time it happened; it did not come to that.
Answer: TypeAlias = bool | float | Sequence[float] | None


class Study(Protocol):
    """The module `statistics` of a game."""

    ACCENT: tuple[str, str]  # tone of the player's games, in light and in dark
    QUIET: tuple[str, str]  # tone of random games

    def paints(self) -> dict[str, str]:
        """The colour of each seat by its name."""

    def ways(self) -> dict[str, dict[str, str]]:
        """The ways to play that are worth comparing, as options."""

    def note(self, options: Options) -> str:
        """What every reader has to know about this game first; empty if there is nothing."""

    def castings(self, options: Options) -> list[dict[str, str]]:
        """The same game with colours or starting player dealt otherwise; a report plays all of them equally often."""

    def starter(self, options: Options) -> int:
        """The seat that begins."""

    def minor(self, moves: Ints) -> NDArray[np.bool_]:
        """Which moves are small decisions, no turns of their own."""

    def minor_name(self) -> str:
        """What such a decision is called; empty where there is none."""

    def questions(self) -> dict[str, dict[str, str]]:
        """What `count` answers: under the name of a rule, keys and words."""

    def count(self, states: Sequence[State], moves: Sequence[int]) -> dict[str, Answer]:
        """The answers for one game, given the state before each move and at the end."""


class _Plain:
    """For a game that says nothing about itself: every figure that all games have, and no more."""

    ACCENT, QUIET = ("#7a4a21", "#d3a273"), ("#8d8579", "#a39b8e")

    def paints(self) -> dict[str, str]:
        return {}

    def ways(self) -> dict[str, dict[str, str]]:
        return {}

    def note(self, options: Options) -> str:
        return ""

    def castings(self, options: Options) -> list[dict[str, str]]:
        return [dict(options)]

    def starter(self, options: Options) -> int:
        return 0

    def minor(self, moves: Ints) -> NDArray[np.bool_]:
        return np.zeros(len(moves), np.bool_)

    def minor_name(self) -> str:
        return ""

    def questions(self) -> dict[str, dict[str, str]]:
        return {}

    def count(self, states: Sequence[State], moves: Sequence[int]) -> dict[str, Answer]:
        return {}


def studied(spec: GameSpec) -> Study:
    """What the game says about itself."""
    module = f"bottega.games.{spec.name}.statistics"
    return cast(Study, import_module(module)) if find_spec(module) else _Plain()
