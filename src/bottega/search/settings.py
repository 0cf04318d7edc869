"""How to search. `docs/search.md` tells how these numbers were found."""

from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.search.options import OPTIONS, TO_THE_END, UNTRIED


@dataclass(frozen=True)
class Settings:
    """The fields are those of `options.OPTIONS`. The defaults are plain UCT: every move alike, random games to the end."""

    exploration: float = 0.7
    first_play: float = UNTRIED
    bias: float = 0.0
    habit: float = 0.0
    by_looks: float = 0.0
    prior: float = 0.0
    behind: float = 1.0
    widening: float = 0.0
    width: int = 0
    at_once: int = 0
    ripe: int = 8
    judged: int = 0
    foreseen: int = 0
    candidates: int = 1
    cutoff: int = TO_THE_END
    played_out: float = 0.0
    points: float = 0.0
    tie: float = 0.0
    spread: float = 1.0

    def record(self) -> NDArray[Any]:
        """The same for kernels."""
        return np.array([astuple(self)], OPTIONS)
