"""Somebody who learns a game by approximate policy iteration: linear functions say what an action is worth."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from patches import LOOKS, Array, Patches

from bottega.arena.ratings import wilson
from bottega.envs.vector import VectorEnv
from bottega.errors import BottegaError

MEMORY = 0.97  # what the sums of earlier batches still count after a batch: a weaker learner played those games
DOUBT = 500.0  # ridge: each feature starts with so many decisions in which it had no effect


class Played(NamedTuple):
    """What came of some games of the learner."""

    rewards: Array  # [games] 1, 0 or -1
    margins: Array  # [games] score of the learner minus score of its opponent
    decisions: list[tuple[Array, Array, Array]]  # of the learner, step by step: games, rows of weights, features


class Rate(NamedTuple):
    """How often the learner wins; a draw is half a win."""

    seconds: float
    score: float
    low: float  # 95% interval
    high: float


class Learner:
    """Somebody who learns a game: one row of weights for each kind of action."""

    def __init__(self, name: str) -> None:
        self.name = name
        with VectorEnv(name, 1) as env:
            self.patches = Patches(LOOKS[name], env.space)
        rows, features = self.patches.shape
        self.weights = np.zeros((rows, features), np.float32)
        self.products = np.zeros((rows, features, features))  # sums over decisions: feature times feature
        self.results = np.zeros((rows, features))  # sums over decisions: feature times what the game brought

    def play(self, env: VectorEnv, seed: int, curiosity: float, tick: Callable[[], None] = lambda: None) -> Played:
        """Play every game of the environment once, against `random`. Decisions are kept if there is anything to learn."""
        count = env.num_envs
        chance = np.random.default_rng(seed)
        seats = np.arange(count) % 2  # where the learner sits
        rewards, margins, decisions = np.zeros(count), np.zeros(count), []
        is_running = np.ones(count, bool)
        observations, _infos = env.reset(seed=seed)
        while is_running.any():
            is_own = (env.current_player == seats) & is_running
            actions = env.random_actions().copy()
            if curiosity < 1:
                games = np.flatnonzero(is_own & (chance.random(count) >= curiosity))
                actions[games] = self.patches.best(observations, games, self.weights)
            if curiosity > 0:
                games = np.flatnonzero(is_own)
                decisions.append((games, *self.patches.describe(observations, games, actions)))
            observations, gains, terminations, truncations, infos = env.step(actions)
            ended = np.flatnonzero(is_running & (terminations | truncations))  # the next game of that place does not count
            points = infos["scores"][:, :, 0]
            rewards[ended] = gains[ended, seats[ended]]
            margins[ended] = points[ended, seats[ended]] - points[ended, 1 - seats[ended]]
            is_running[ended] = False
            tick()
        return Played(rewards, margins, decisions)

    def learn(self, played: Played) -> None:
        """Add some games to the sums, and find the weights that fit all games so far best."""
        games, rows, features = (np.concatenate(parts) for parts in zip(*played.decisions, strict=True))
        # A margin says more than who won: games are won by many small advantages.
        brought = played.rewards + np.tanh(played.margins / max(played.margins.std(), 1.0))
        self.products *= MEMORY
        self.results *= MEMORY
        order = np.argsort(rows, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(rows[order])) + 1):
            row, own = rows[group[0]], features[group]
            self.products[row] += own.T @ own
            self.results[row] += brought[games[group]] @ own
        doubts = np.diag([DOUBT] * (self.weights.shape[1] - 1) + [1.0])
        weights = np.zeros_like(self.weights)
        for row in np.flatnonzero(self.products[:, -1, -1]):  # actions that were ever done
            weights[row] = np.linalg.solve(self.products[row] + doubts, self.results[row])
        self.weights = weights

    def test(self, env: VectorEnv, seed: int, seconds: float) -> Rate:
        """Play without curiosity."""
        score = float(self.play(env, seed, 0.0).rewards.mean() + 1) / 2
        return Rate(seconds, score, *wilson(score, env.num_envs))

    def save(self, path: Path) -> None:
        np.savez_compressed(path, game=self.name, weights=self.weights)

    @staticmethod
    def load(path: Path, name: str) -> "Learner":
        """A learner that knows what another one has saved."""
        learner = Learner(name)
        try:
            with np.load(path) as saved:
                game, weights = str(saved["game"]), saved["weights"]
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
            raise BottegaError(f"{path} is not there, or not a model that this program has saved") from None
        if game != name or weights.shape != learner.weights.shape:
            raise BottegaError(f"{path} is a model for {game} with weights {weights.shape}, not one for {name}")
        learner.weights = weights
        return learner
