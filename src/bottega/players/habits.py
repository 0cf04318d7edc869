"""What a player learns about the others in the course of a game: whether they play what looks best one move ahead."""

import numpy as np

from bottega.game import View
from bottega.kernels import Ints, State, moves, play, random_numbers, sample, seat, view
from bottega.players.greedy import CLOSE
from bottega.search.greedy import SAMPLES, leads_after
from bottega.search.search import ROOM, certain

FEWEST = 3  # choices: where there are fewer, anybody may take the best looking one
NEAR = 2 * CLOSE  # points below the best looking move that are taken for no difference
#: How often a move is as near as that to the best looking one, if its player goes by looks, and if not (docs/search.md)
BY_LOOKS, OTHERWISE = 0.9995, 0.72
AT_FIRST = 0.5  # chance that a stranger goes by looks, where it is watched from the beginning; else nothing is expected of it
EARLY = 2  # decisions of each seat that still count as the beginning


class Acquaintance:
    """Watches the other seats from one own decision to the next."""

    def __init__(self, seed: int) -> None:
        self._random = random_numbers(seed)
        self._odds = 0.0
        self._last: View | None = None

    def watch(self, seen: View) -> float:
        """How likely it is by now that the others go by looks."""
        last, self._last = self._last, seen
        done = 0 if last is None else len(last.past)
        if last is None or (last.spec, last.viewer, last.past) != (seen.spec, seen.viewer, seen.past[:done]):
            self._odds = AT_FIRST / (1.0 - AT_FIRST) if len(seen.past) < EARLY * len(seen.seats) else 0.0  # another game
        else:
            for near in self._choices(last, seen.past[done:]):
                self._odds *= BY_LOOKS / OTHERWISE if near else (1.0 - BY_LOOKS) / (1.0 - OTHERWISE)
        return self._odds / (1.0 + self._odds)

    def _choices(self, last: View, made: tuple[int, ...]) -> list[bool]:
        """For every choice of another seat among these moves, whether it was about the best looking one.

        Nothing can be said of a choice about something that the last view did not show, as after a veto.
        """
        state = np.zeros(1, last.state.dtype)[0]
        sample(last.state, self._random, state)
        listed = np.zeros(ROOM, np.int32)
        choices = []
        for index, move in enumerate(made):
            legal = listed[: moves(state, listed)]
            if move not in legal:
                break
            if seat(state) != last.viewer and len(legal) >= FEWEST:
                if certain(last, list(made[:index])) is None:
                    break
                choices.append(self._is_near(state, legal, move, len(last.seats)))
            play(state, move)
        return choices

    def _is_near(self, state: State, legal: Ints, move: int, seats: int) -> bool:
        """Whether a move was about the best looking one to the seat that made it."""
        views, states = np.zeros(1, state.dtype), np.zeros(2, state.dtype)
        view(state, seat(state), views[0])
        leads = np.zeros(len(legal))
        leads_after(views, states, legal, leads, seat(state), seats, SAMPLES, self._random)
        return bool(leads[legal == move][0] >= leads.max() - NEAR)
