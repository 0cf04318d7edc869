"""The course of many games at once, compiled once for each game: lines of moves, and what can be read off them.

A game is known by its setup, its seed and its moves. Nothing else is kept: every figure is found by playing it again.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import Ints, allocating_kernel, evaluate, is_over, moves, pick, play, scores, start

NO_MOVE = -1  # in a line, after its last move


@allocating_kernel
def random_lines(states: NDArray[Any], setups: NDArray[Any], seeds: NDArray[np.uint64], lines: Ints, lengths: Ints) -> int:
    """Play a random game from each setup with its seed, and write its moves to `lines` [games, room].

    `states` [1] is working memory. Where a game is longer than the room, what has no room is counted and not written.
    Returns the length of the longest game.
    """
    longest = 0
    for game in range(seeds.shape[0]):
        own = np.full(1, seeds[game])
        start(states[0], setups[game], own)
        length = 0
        while not is_over(states[0]):
            move = pick(states[0], own)
            play(states[0], move)
            if length < lines.shape[1]:
                lines[game, length] = move
            length += 1
        lengths[game] = length
        longest = max(longest, length)
    return longest


@allocating_kernel
def follow(
    states: NDArray[Any],
    setups: NDArray[Any],
    seeds: NDArray[np.uint64],
    lines: Ints,
    lengths: Ints,
    choices: Ints,
    points: Ints,
    estimates: NDArray[np.float32],
) -> None:
    """Play the games again. `states` [1] is working memory, the setups are as they were before the start.

    Written are, for each game: to `choices` [games, room] the number of legal moves before each move; to `points`
    [games, room + 1, seats, parts] the scores and to `estimates` [games, room + 1, seats] the points that each seat can
    hope for, before each move and at the end.
    """
    nothing = np.zeros(0, np.int32)
    hopes = np.zeros(estimates.shape[2])
    score = np.zeros(points.shape[2:], np.int32)
    for game in range(seeds.shape[0]):
        start(states[0], setups[game], np.full(1, seeds[game]))
        for turn in range(int(lengths[game]) + 1):
            scores(states[0], score)
            points[game, turn] = score
            evaluate(states[0], hopes)
            for seat in range(hopes.shape[0]):
                estimates[game, turn, seat] = hopes[seat]
            if turn < lengths[game]:
                choices[game, turn] = moves(states[0], nothing)
                play(states[0], int(lines[game, turn]))
