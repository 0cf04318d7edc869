"""What had been turned up in the course of the game, from one decision of a seat to the next."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import Ints, Random, State, copy_record, kernel, moves, play, sample, view

TRIES = 20_000  # states that are drawn: three unknown tiles of Toscana agree with what is seen once in about 3,000 times


def as_it_was(last: State, seen: State, viewer: int, made: Sequence[int], listed: Ints, random: Random) -> State | None:
    """A state that agrees with what was seen last and, once these moves were made, with what is seen now; None if none was found.

    So it is known what the other seats saw when they decided. `listed`: room for the legal moves.
    """
    views = np.array([last], last.dtype)
    states = np.zeros(3, views.dtype)
    now = np.frombuffer(seen.tobytes(), np.uint8)
    shown = states[2:].view(np.uint8)
    found = _find(views, states, shown, now, np.array(made, np.int32), viewer, listed, random)
    return states[0] if found else None


@kernel
def _find(
    views: NDArray[Any],
    states: NDArray[Any],
    shown: NDArray[np.uint8],
    now: NDArray[np.uint8],
    made: Ints,
    viewer: int,
    listed: Ints,
    random: Random,
) -> bool:
    """Write to `states[0]` a state of `views[0]` in which these moves lead to what is seen `now`; whether one was found.

    `shown`: the bytes of `states[2]`.
    """
    for _try in range(TRIES):
        sample(views[0], random, states[0])
        copy_record(states[0], states[1])
        agrees = True
        for move in made:
            count = moves(states[1], listed)
            agrees = False
            for index in range(count):
                agrees = agrees or listed[index] == move
            if not agrees:
                break
            play(states[1], int(move))
        if agrees:
            view(states[1], viewer, states[2])
            for index in range(now.shape[0]):
                agrees = agrees and shown[index] == now[index]
            if agrees:
                return True
    return False
