"""OpenSpiel's own tests, its bots, and games written down by it."""

import random
import unittest
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from envs.playthroughs import PLAYTHROUGHS, golden, play
from envs.walking import with_redeals
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

ALL = (
    "bottega_firenze",
    "bottega_firenze(players=3,window=16)",
    "bottega_firenze(neutral=P,sets=2,window=12)",
    "bottega_toscana",
    "bottega_toscana(edition=dutch,first=red)",
    "bottega_florentine",
    "bottega_florentine(players=3,colours=OGB)",
    "bottega_florentine(players=4)",
)


# ---------------------------------------------------------------- what OpenSpiel checks


@pytest.mark.parametrize("name", ALL)
def test_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_random_simulations_pass_with_redeals(tmp_path: Path) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(with_redeals(tmp_path)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["bottega_firenze(window=12)", "bottega_toscana", "bottega_florentine(players=3)"])
def test_api_checks_pass(name: str) -> None:
    game = pyspiel.load_game(name)
    random.seed(1)
    np.random.seed(1)
    checks = type("Checks", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures
    games_sim_test.GamesSimTest().sim_game(game)  # pickles games, types and states


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_are_as_they_were(name: str) -> None:
    assert play(PLAYTHROUGHS[name]) == golden(name).read_text(encoding="utf-8")


# ---------------------------------------------------------------- bots


def play_with(game: pyspiel.Game, bots: Sequence[pyspiel.Bot]) -> list[float]:
    state = game.new_initial_state()
    nature = random.Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            pieces, chances = zip(*state.chance_outcomes(), strict=True)
            action = nature.choices(pieces, chances)[0]
        else:
            action = bots[state.current_player()].step(state)
        for bot in bots:
            bot.inform_action(state, state.current_player(), action)
        state.apply_action(action)
    return [float(value) for value in state.returns()]


@pytest.mark.parametrize("name", ["bottega_toscana(edition=dutch)", "bottega_firenze(window=8)"])
def test_mcts_plays_a_whole_game(name: str) -> None:
    game = pyspiel.load_game(name)
    numbers = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    assert sum(play_with(game, [bot, pyspiel.make_uniform_random_bot(1, 1)])) == 0


def test_their_compiled_mcts_plays_a_whole_game() -> None:
    """By `evaluate_bots`: its `step` lets go of Python's lock, and no game written in Python survives that."""
    game = pyspiel.load_game("bottega_toscana(edition=dutch)")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 3, 10, False, 1, False)
    other = pyspiel.make_uniform_random_bot(1, 1)
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), [bot, other], 1)) == 0


def test_ismcts_plays_florentine() -> None:
    """It searches states that its seat cannot tell from the true one."""
    game = pyspiel.load_game("bottega_florentine")
    numbers = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    first = ismcts.ISMCTSBot(game, evaluator, 2.0, 2, random_state=numbers)
    assert sum(play_with(game, [first, pyspiel.make_uniform_random_bot(1, 1)])) == 0
