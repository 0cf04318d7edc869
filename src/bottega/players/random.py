"""The player without a plan."""

import numpy as np

from bottega.game import View
from bottega.kernels import random_numbers
from bottega.players.player import Candidate
from bottega.walks import random_endings

GAMES_IN_ALL = 20_000  # of an analysis, spread over the moves
GAMES_EACH = 400  # of a single move at the most


class RandomPlayer:
    """Plays any legal move; judges a move by how random games end after it."""

    def __init__(self, seed: int) -> None:
        self._random = random_numbers(seed)

    def choose(self, view: View) -> str:
        state = view.state
        return view.spec.move_name(state, int(view.spec.rules.pick(state, self._random)))

    def analyse(self, view: View) -> list[Candidate]:
        state = view.state
        names = view.moves()
        games = max(1, min(GAMES_EACH, GAMES_IN_ALL // max(1, len(names))))
        memory = np.zeros(1, state.dtype)
        candidates = []
        for name in names:
            wins = np.zeros(len(view.seats))
            totals = np.zeros((len(view.seats), len(view.spec.score_parts)))
            random_endings(
                np.array([state], state.dtype), memory, view.spec.parse_move(state, name), games, self._random, wins, totals
            )
            candidates.append(Candidate(name, games, tuple((wins / games).tolist()), tuple((totals[:, 0] / games).tolist())))
        return sorted(candidates, key=lambda candidate: -candidate.wins[view.viewer])
