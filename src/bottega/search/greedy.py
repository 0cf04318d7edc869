"""One move ahead: what the position is worth after each move, and after the best answer to it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import Ints, Random, allocating_kernel, copy_record, evaluate, is_over, kernel, moves, play, sample, seat

SAMPLES = 4  # states that a move is tried in where something is hidden


@kernel
def lead(points: NDArray[np.float64], player: int) -> float:
    """How far the player is ahead of the others on average: with several of them stronger than the lead over the best one."""
    others = points.shape[0] - 1
    total = 0.0
    for other in range(points.shape[0]):
        total += points[other]
    return float(points[player] - (total - points[player]) / others)


@allocating_kernel
def leads_after(
    views: NDArray[Any],
    states: NDArray[Any],
    listed: Ints,
    leads: NDArray[np.float64],
    player: int,
    seats: int,
    samples: int,
    random: Random,
) -> None:
    """Write to `leads` how far the player is expected to be ahead after each of the listed moves.

    `states` [2] is working memory.
    """
    points = np.zeros(seats)
    leads[:] = 0.0
    for _sample in range(samples):
        sample(views[0], random, states[0])
        for index in range(listed.shape[0]):
            copy_record(states[0], states[1])
            play(states[1], int(listed[index]))
            evaluate(states[1], points)
            leads[index] += lead(points, player) / samples


@allocating_kernel
def leads_after_replies(
    views: NDArray[Any],
    states: NDArray[Any],
    move: int,
    replies: Ints,
    player: int,
    seats: int,
    samples: int,
    random: Random,
) -> float:
    """How far the player is ahead after the move and whatever the next seat does that suits that seat best.

    `states` [3] and `replies` are working memory. If the next decision is the player's own, there is no reply.
    """
    points = np.zeros(seats)
    total = 0.0
    for _sample in range(samples):
        sample(views[0], random, states[0])
        play(states[0], move)
        other = seat(states[0])
        count = 0 if is_over(states[0]) or other == player else min(moves(states[0], replies), replies.shape[0])
        if count == 0:
            evaluate(states[0], points)
            total += lead(points, player)
            continue
        best = -np.inf
        ahead = 0.0
        for index in range(count):
            copy_record(states[0], states[1])
            play(states[1], int(replies[index]))
            evaluate(states[1], points)
            if lead(points, other) > best:
                best = lead(points, other)
                ahead = lead(points, player)
        total += ahead
    return total / samples
