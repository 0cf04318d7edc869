"""How a position of Toscana is judged: by a small network that has learned from how games end.

`scripts/learn_toscana.py` plays those games and fits the network; its weights are in `judgement.npz`.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import allocating_kernel, kernel

WEIGHTS_FILE = Path(__file__).with_name("judgement.npz")
LAYERS = 3
WIDTH = 64  # units of each layer, some of which may be zeros: loops of a fixed length are a quarter quicker


def _padded(array: NDArray[np.float16]) -> NDArray[np.float32]:
    """The same with zeros up to WIDTH units."""
    return np.pad(array.astype(np.float32), [(0, 0)] * (array.ndim - 1) + [(0, WIDTH - array.shape[-1])])


#: For each layer its weights [in, out], the first in being the NUMBERS of `outlook`; and what is added to them [layer, out]
with np.load(WEIGHTS_FILE) as _file:
    WEIGHTS0, WEIGHTS1, WEIGHTS2 = (_padded(_file[f"weights{layer}"]) for layer in range(LAYERS))
    BIASES = np.stack([_padded(_file[f"bias{layer}"]) for layer in range(LAYERS)])


@allocating_kernel
def judge(numbers: NDArray[np.float32]) -> tuple[float, float, float]:
    """What to expect where `outlook` sees these numbers.

    The chance of the player on turn to win, as the logarithm of its odds; by how many points it will be ahead; how many both
    will have together.
    """
    listed = np.empty(numbers.shape[0], np.int32)
    units = BIASES.copy()
    _add(numbers, listed, WEIGHTS0, units[0])
    _add(units[0], listed, WEIGHTS1, units[1])
    _add(units[1], listed, WEIGHTS2, units[2])
    return float(units[2, 0]), float(units[2, 1]), float(units[2, 2])


@kernel
def _add(inputs: NDArray[np.float32], listed: NDArray[np.int32], weights: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Add what each input above 0 contributes; most are 0. Four at once take a third of the time. `listed` is working memory."""
    count = 0
    for index in range(inputs.shape[0]):
        listed[count] = index
        count += inputs[index] > 0.0
    done = count % 4
    for index in listed[:done]:
        value = inputs[index]
        for place in range(WIDTH):
            out[place] += value * weights[index, place]
    for at in range(done, count, 4):
        i, j, k, n = listed[at], listed[at + 1], listed[at + 2], listed[at + 3]
        a, b, c, d = inputs[i], inputs[j], inputs[k], inputs[n]
        for place in range(WIDTH):
            out[place] += (a * weights[i, place] + b * weights[j, place]) + (c * weights[k, place] + d * weights[n, place])
