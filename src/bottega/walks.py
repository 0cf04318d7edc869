"""Walks through the tree of a game: perft and random games, compiled once for each game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import (
    Ints,
    Random,
    State,
    allocating_kernel,
    is_over,
    kernel,
    moves,
    pick,
    play,
    random_word,
    sample,
    scores,
    start,
)


@allocating_kernel
def perft(states: NDArray[Any], lists: Ints, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from `states[0]`.

    `states` [depth] and `lists` [depth, room for all moves] are working memory. Returns minus the number of moves of a
    position for which there was no room; the caller gives more and asks again.
    """
    if depth == 0:
        return 1
    count = np.zeros(depth, np.int64)
    done = np.zeros(depth, np.int64)
    total = 0
    level = 0
    count[0] = moves(states[0], lists[0])
    while level >= 0:
        if count[level] > lists.shape[1]:
            return -int(count[level])
        if level == depth - 1:
            total += int(count[level])
            level -= 1
        elif done[level] == count[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            play(states[level + 1], lists[level, done[level]])
            done[level] += 1
            level += 1
            done[level] = 0
            count[level] = moves(states[level], lists[level])
    return total


@allocating_kernel
def random_games(states: NDArray[Any], setups: NDArray[Any], random: Random, games: int, totals: Ints) -> int:
    """Play that many random games from start to end, shuffled and scored; returns how many moves were made.

    `states` [1] and `setups` [1] are working memory, the scores are added up in `totals` [seats, parts].
    """
    made = 0
    score = np.zeros_like(totals)
    for _game in range(games):
        own = np.full(1, random_word(random))
        start(states[0], setups[0], own)
        while not is_over(states[0]):
            play(states[0], pick(states[0], own))
            made += 1
        scores(states[0], score)
        totals += score
    return made


@allocating_kernel
def random_endings(
    views: NDArray[Any],
    states: NDArray[Any],
    move: int,
    games: int,
    random: Random,
    wins: NDArray[np.float64],
    totals: NDArray[np.float64],
) -> None:
    """Sample states that agree with `views[0]`, make the move, go on at random to the end, and add up how the games end.

    `states` [1] is working memory, `wins` [seats] gets each seat's share of each win, `totals` [seats, parts] the scores.
    """
    score = np.zeros(totals.shape, np.int32)
    for _game in range(games):
        sample(views[0], random, states[0])
        play(states[0], move)
        play_on(states[0], random)
        scores(states[0], score)
        share_win(score, wins)
        totals += score


@kernel
def play_on(state: State, random: Random) -> None:
    """Random moves to the end of the game."""
    while not is_over(state):
        play(state, pick(state, random))


@kernel
def share_win(score: Ints, wins: NDArray[np.float64]) -> None:
    """Add to `wins` [seats] what each seat gets of one win: the seats that are level at the top share it."""
    best = 0
    level = 1
    for seat in range(1, score.shape[0]):
        order = 0  # of this seat and the best so far: the first part in which they differ decides
        for part in range(score.shape[1]):
            if order == 0:
                order = int(score[seat, part]) - int(score[best, part])
        if order > 0:
            best = seat
            level = 1
        elif order == 0:
            level += 1
    for seat in range(score.shape[0]):
        is_level = True
        for part in range(score.shape[1]):
            is_level = is_level and score[seat, part] == score[best, part]
        if is_level:
            wins[seat] += 1.0 / level
