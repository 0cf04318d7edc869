"""Many games at once, as kernels on arrays with one entry for each game.

What happens in a game depends on its own entries alone, so that any slice of the arrays can be worked on by any thread.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.kernels import (
    NO_ACTION,
    NOBODY,
    WHOLE,
    Ints,
    act,
    can_act,
    copy_record,
    is_over,
    kernel,
    list_actions,
    observe,
    pick_action,
    scores,
    seat,
    start,
    view,
)
from bottega.walks import share_win

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
STUCK, ILLEGAL = -2, -3  # in place of the seat to decide: the window leaves nothing to do; the action is not legal
PENALTY = -1.0  # for an illegal action; what is lost the other seats share


@kernel
def rewards(score: Ints, out: NDArray[Any]) -> None:
    """What each seat gets for the scores [seats, parts] of a finished game: its share of the win, from -1 to 1, in sum 0."""
    seats = score.shape[0]
    out[:] = 0
    share_win(score, out)
    for place in range(seats):
        out[place] = (seats * out[place] - 1) / (seats - 1)


@kernel
def punish(culprit: int, out: NDArray[Any]) -> None:
    """The rewards [seats] of a game that ends with an illegal action."""
    out[:] = -PENALTY / (out.shape[0] - 1)
    out[culprit] = PENALTY


@kernel
def deal(
    states: NDArray[Any],
    halves: NDArray[np.int64],
    setups: NDArray[Any],
    seeds: Words,
    shuffles: Words,
    first: int,
    end: int,
) -> None:
    """Begin the games `first` to `end`; `setups` [2] holds the setup and room for one that `start` may shuffle."""
    for game in range(first, end):
        copy_record(setups[0], setups[1])
        seeds[game] = shuffles[game]
        start(states[game], setups[1], shuffles[game : game + 1])
        halves[game] = WHOLE


@kernel
def look(
    states: NDArray[Any],
    halves: NDArray[np.int64],
    window: int,
    seats: Ints,
    planes: Bytes,
    numbers: Bytes,
    masks: Bytes,
    views: NDArray[Any],
    first: int,
    end: int,
) -> None:
    """What the seats to decide in the games `first` to `end` see; `views` [1] is working memory.

    Arrays without room for a single game are left alone: nobody wants to see that.
    """
    for game in range(first, end):
        viewer = seat(states[game])
        seats[game] = viewer
        if planes.shape[0] > 0:
            view(states[game], viewer, views[0])
            observe(views[0], halves[game], window, viewer, planes[game], numbers[game])
        if masks.shape[0] > 0:
            list_actions(states[game], halves[game], window, masks[game])


@kernel
def choose(
    states: NDArray[Any], halves: NDArray[np.int64], window: int, choices: Words, picks: Ints, first: int, end: int
) -> None:
    """A random legal action for each of the games `first` to `end`, or NO_ACTION."""
    for game in range(first, end):
        picks[game] = pick_action(states[game], halves[game], window, choices[game : game + 1])


@kernel
def advance(states: NDArray[Any], halves: NDArray[np.int64], window: int, choices: Words, action: int) -> int:
    """Do an action, any number at all, in the first game; returns who decides next, NOBODY, STUCK, or ILLEGAL: nothing done."""
    state = states[0]
    if not can_act(state, halves[0], window, action):
        return ILLEGAL
    halves[0] = act(state, halves[0], window, action)
    if is_over(state):
        return NOBODY
    if window > 0 and pick_action(state, halves[0], window, choices) == NO_ACTION:
        return STUCK
    return seat(state)


@kernel
def step(
    states: NDArray[Any],
    halves: NDArray[np.int64],
    setups: NDArray[Any],
    seeds: Words,
    shuffles: Words,
    choices: Words,
    window: int,
    actions: Ints,
    gains: NDArray[np.float32],
    terminated: Flags,
    truncated: Flags,
    illegal: Flags,
    results: Ints,
    seats: Ints,
    picks: Ints,
    planes: Bytes,
    numbers: Bytes,
    masks: Bytes,
    views: NDArray[Any],
) -> None:
    """Do `actions` [games], any numbers at all, and begin a new game wherever one has ended.

    `gains` [games, seats] gets the rewards, `results` [games, seats, parts] the scores of the games that have ended, `picks` a
    random legal action for what comes next: found here, while the game is at hand, it costs least, and it tells whether there
    is any at all.
    """
    for game in range(states.shape[0]):
        gains[game] = 0
        results[game] = 0
        truncated[game] = False
        state = states[game]
        illegal[game] = not can_act(state, halves[game], window, actions[game])
        if illegal[game]:
            terminated[game] = True
            punish(seat(state), gains[game])
        else:
            halves[game] = act(state, halves[game], window, actions[game])
            terminated[game] = is_over(state)
            if not terminated[game]:
                choose(states, halves, window, choices, picks, game, game + 1)
                truncated[game] = picks[game] == NO_ACTION
        if terminated[game] or truncated[game]:
            scores(state, results[game])
            if terminated[game] and not illegal[game]:
                rewards(results[game], gains[game])
            deal(states, halves, setups, seeds, shuffles, game, game + 1)
            choose(states, halves, window, choices, picks, game, game + 1)
        look(states, halves, window, seats, planes, numbers, masks, views, game, game + 1)
