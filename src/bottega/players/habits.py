"""What a player learns about the others in the course of a game: whether they play what looks best one move ahead."""

import numpy as np
from numpy.typing import NDArray

from bottega.game import View
from bottega.kernels import Ints, State, moves, play, random_numbers, seat, view
from bottega.players.greedy import CLOSE
from bottega.search.greedy import SAMPLES, leads_after
from bottega.search.past import as_it_was
from bottega.search.search import ROOM

FEWEST = 3  # choices: where there are fewer, anybody may take the best looking one
NEAR = 2 * CLOSE  # points below the best looking move that are taken for no difference
TELLING = 0.25  # less than this share of the moves are as near as that: else, as with the first tile, a choice says nothing
AT_FIRST = 0.5  # chance that a stranger goes by looks, where it is watched from the beginning; else nothing is expected of it
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
        listed = np.zeros(ROOM, np.int32)
        state = as_it_was(last.state, seen.state, seen.viewer, made, listed, self._random)
        if state is None:
            return []
        choices = []
        for move in made:
            legal = listed[: moves(state, listed)]
            if seat(state) != last.viewer and len(legal) >= FEWEST:
                near = self._near(state, legal, len(last.seats))
                if near.mean() < TELLING:
                    choices.append(bool(near[legal == move][0]))
            play(state, move)
        return choices

    def _near(self, state: State, legal: Ints, seats: int) -> NDArray[np.bool_]:
        """Which of the moves look about best to the seat that chooses."""
        views, states = np.zeros(1, state.dtype), np.zeros(2, state.dtype)
        view(state, seat(state), views[0])
        leads = np.zeros(len(legal))
        leads_after(views, states, legal, leads, seat(state), seats, SAMPLES, self._random)
        near: NDArray[np.bool_] = leads >= leads.max() - NEAR
        return near
