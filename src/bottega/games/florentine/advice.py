"""What is known about playing Florentine Dominoes well: for search, and for explanations in words."""

import numpy as np
from numpy.typing import NDArray

from bottega.games.florentine.rules import scores
from bottega.kernels import State, kernel


@kernel
def evaluate(state: State, out: NDArray[np.float64]) -> None:
    """The score as it stands."""
    points = np.zeros((out.shape[0], 1), np.int32)
    scores(state, points)
    for seat in range(out.shape[0]):
        out[seat] = points[seat, 0]


@kernel
def urge(state: State, move: int) -> float:
    """All moves look alike."""
    return 0.0


def reasons(before: State, move: int, after: State) -> list[str]:
    """Nothing is known yet."""
    return []
