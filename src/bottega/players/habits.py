"""What a player learns about the others in the course of a game: whether they play what looks best one move ahead."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.game import View
from bottega.kernels import Ints, Random, State, copy_record, kernel, moves, play, random_numbers, sample, seat, view
from bottega.players.greedy import CLOSE
from bottega.search.greedy import SAMPLES, leads_after
from bottega.search.search import ROOM

FEWEST = 3  # choices: where there are fewer, anybody may take the best looking one
NEAR = 2 * CLOSE  # points below the best looking move that are taken for no difference
TELLING = 0.25  # less than this share of the moves are as near as that: else, as with the first tile, a choice says nothing
AT_FIRST = 0.5  # chance that a stranger goes by looks, where it is watched from the beginning; else nothing is expected of it
TRIES = 20_000  # states that are drawn to find out what had been turned up by a decision of another seat
EARLY = 2  # decisions of each seat that still count as the beginning


class Acquaintance:
    """Watches the other seats from one own decision to the next.

    Who goes by looks never plays anything else, so one other choice is enough; who has never made one is taken for somebody
    who goes by looks as soon as a choice could tell (docs/search.md says what that is worth, and what it costs).
    """

    def __init__(self, seed: int) -> None:
        self._random = random_numbers(seed)
        self._expected = 0.0
        self._last: View | None = None

    def watch(self, seen: View) -> float:
        """How likely the others are taken to go by looks by now."""
        last, self._last = self._last, seen
        done = 0 if last is None else len(last.past)
        if last is None or (last.spec, last.viewer, last.past) != (seen.spec, seen.viewer, seen.past[:done]):
            self._expected = AT_FIRST if len(seen.past) < EARLY * len(seen.seats) else 0.0  # another game
        elif self._expected > 0.0:
            choices = self._choices(last, seen, seen.past[done:])
            if choices:
                self._expected = 1.0 if all(choices) else 0.0
        return self._expected

    def _choices(self, last: View, seen: View, made: tuple[int, ...]) -> list[bool]:
        """For every telling choice of another seat among these moves, whether it was about the best looking one."""
        state = self._as_it_was(last, seen, made)
        if state is None:
            return []
        listed = np.zeros(ROOM, np.int32)
        choices = []
        for move in made:
            legal = listed[: moves(state, listed)]
            if seat(state) != last.viewer and len(legal) >= FEWEST:
                near = self._near(state, legal, len(last.seats))
                if near.mean() < TELLING:
                    choices.append(bool(near[legal == move][0]))
            play(state, move)
        return choices

    def _as_it_was(self, last: View, seen: View, made: tuple[int, ...]) -> State | None:
        """A state that agrees with the last view and, once these moves were made, with what is seen now.

        So the others are judged by the tiles that they saw, those among them that were turned up since then.
        """
        views = np.array([last.state], last.state.dtype)
        states = np.zeros(3, views.dtype)
        now = np.frombuffer(seen.to_bytes(), np.uint8)
        shown = states[2:].view(np.uint8)
        found = _find(views, states, shown, now, np.array(made, np.int32), seen.viewer, np.zeros(ROOM, np.int32), self._random)
        return states[0] if found else None

    def _near(self, state: State, legal: Ints, seats: int) -> NDArray[np.bool_]:
        """Which of the moves look about best to the seat that chooses."""
        views, states = np.zeros(1, state.dtype), np.zeros(2, state.dtype)
        view(state, seat(state), views[0])
        leads = np.zeros(len(legal))
        leads_after(views, states, legal, leads, seat(state), seats, SAMPLES, self._random)
        near: NDArray[np.bool_] = leads >= leads.max() - NEAR
        return near


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
