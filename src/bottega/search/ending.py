"""How a simulation ends beyond the tree: a random game, to the end or to a judgement, and what each seat gets for it."""

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import Ints, Random, State, forecast, is_over, kernel, pick, pick_well, play, scores, share_points
from bottega.search.options import TO_THE_END
from bottega.walks import play_on, share_win


@kernel
def finish(
    state: State,
    options: State,
    random: Random,
    score: Ints,
    rewards: NDArray[np.float64],
    wins: NDArray[np.float64],
    points: NDArray[np.float64],
) -> None:
    """Play on at random, and write for each seat its reward, its share of the win and its points."""
    if options.candidates <= 1 and options.cutoff == TO_THE_END:
        play_on(state, random)
    elif not _play_on_well(state, options, random):
        forecast(state, options.spread, points, wins)
        _play_out(state, options, random, score, wins, rewards)
        return
    scores(state, score)
    for player in range(points.shape[0]):
        points[player] = score[player, 0]
    wins[:] = 0.0
    share_win(score, wins)
    if options.points > 0.0:
        for player in range(points.shape[0]):
            rewards[player] = points[player]
            if score.shape[1] > 1:
                rewards[player] += options.tie * score[player, 1]
        share_points(rewards, options.spread, rewards)
        for player in range(points.shape[0]):
            rewards[player] = options.points * rewards[player] + (1.0 - options.points) * wins[player]
    else:
        for player in range(wins.shape[0]):
            rewards[player] = wins[player]


@kernel
def _play_out(
    state: State, options: State, random: Random, score: Ints, wins: NDArray[np.float64], rewards: NDArray[np.float64]
) -> None:
    """Write to `rewards` the chances to win as judged, mixed with how one random game goes on from here: they err differently."""
    rewards[:] = 0.0
    if options.played_out > 0.0:
        play_on(state, random)
        scores(state, score)
        share_win(score, rewards)
    for player in range(rewards.shape[0]):
        rewards[player] = options.played_out * rewards[player] + (1.0 - options.played_out) * wins[player]


@kernel
def _play_on_well(state: State, options: State, random: Random) -> bool:
    """Play on at random, but no worse and no longer than the options say; whether the end of the game is reached."""
    left = int(options.cutoff)
    candidates = int(options.candidates)
    while not is_over(state):
        if left == 0:
            return False
        left -= 1
        if candidates > 1:
            play(state, pick_well(state, random, candidates))
        else:
            play(state, pick(state, random))
    return True
