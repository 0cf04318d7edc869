"""How a position of Toscana is judged: by a small network that has learned from how games end.

`scripts/learn_toscana.py` plays those games and fits the network; its weights are in `judgement.npz`.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import kernel

WEIGHTS_FILE = Path(__file__).with_name("judgement.npz")
LAYERS = 3


def _weights() -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """For each layer its weights [in, out], the first in being the NUMBERS of `outlook`, and what is added to them [out]."""
    with np.load(WEIGHTS_FILE) as file:
        return [(file[f"weights{n}"].astype(np.float32), file[f"bias{n}"].astype(np.float32)) for n in range(LAYERS)]


(WEIGHTS0, BIAS0), (WEIGHTS1, BIAS1), (WEIGHTS2, BIAS2) = _weights()


@kernel
def judge(numbers: NDArray[np.float32]) -> tuple[float, float, float]:
    """What to expect where `outlook` sees these numbers.

    The chance of the player on turn to win, as the logarithm of its odds; by how many points it will be ahead; how many both
    will have together.
    """
    first, second, last = BIAS0.copy(), BIAS1.copy(), BIAS2.copy()
    _add(numbers, WEIGHTS0, first)
    _add(first, WEIGHTS1, second)
    _add(second, WEIGHTS2, last)
    return float(last[0]), float(last[1]), float(last[2])


@kernel
def _add(inputs: NDArray[np.float32], weights: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Add what each input above 0 contributes; most are 0."""
    for index in range(inputs.shape[0]):
        value = inputs[index]
        if value > 0.0:
            for place in range(out.shape[0]):
                out[place] += value * weights[index, place]
