"""The player who looks one move ahead."""

import numpy as np

from bottega.game import View
from bottega.kernels import random_numbers
from bottega.players.player import Candidate
from bottega.search.greedy import SAMPLES, leads_after, leads_after_replies

CLOSE = 0.05  # points: moves that differ by less are told apart by the best answer to them
MOST_CLOSE = 8  # moves looked at that closely


class GreedyPlayer:
    """Plays the move after which it is expected to be furthest ahead; of those that look alike, the one hardest to answer."""

    def __init__(self, seed: int) -> None:
        self._random = random_numbers(seed)

    def choose(self, view: View) -> str:
        return view.spec.move_name(view.state, self._ranked(view)[0][0])

    def analyse(self, view: View) -> list[Candidate]:
        """One game each, judged and not played: chances and points are those of the position after the move."""
        state = view.state
        unknown = tuple([1.0 / len(view.seats)] * len(view.seats))
        candidates = []
        for move, lead in self._ranked(view):
            wins = list(unknown)
            wins[view.viewer] = float(1.0 / (1.0 + np.exp(-lead)))
            candidates.append(Candidate(view.spec.move_name(state, move), 1, tuple(wins), unknown))
        return candidates

    def _ranked(self, view: View) -> list[tuple[int, float]]:
        """Moves with their leads, best first."""
        state = view.state
        views, states = np.array([state], state.dtype), np.zeros(3, state.dtype)
        listed = np.array(view.legal(), np.int32)
        if len(listed) == 1:
            return [(int(listed[0]), 0.0)]
        samples = 1 if view.sample(0).state.tobytes() == view.to_bytes() else SAMPLES
        leads = np.zeros(len(listed))
        seats = len(view.seats)
        leads_after(views, states, listed, leads, view.viewer, seats, samples, self._random)
        order = sorted(range(len(listed)), key=lambda index: -leads[index])
        close = [index for index in order[:MOST_CLOSE] if leads[order[0]] - leads[index] < CLOSE]
        if len(close) > 1:
            replies = np.zeros(1 << 14, np.int32)
            after = {
                index: leads_after_replies(views, states, int(listed[index]), replies, view.viewer, seats, samples, self._random)
                for index in close
            }
            close.sort(key=lambda index: -after[index])
            order[: len(close)] = close
        return [(int(listed[index]), float(leads[index])) for index in order]
