"""Players by name, and what can be expected of them."""

import pytest

import bottega
from bottega.analysis import Eyes
from bottega.players import PLAYERS, player
from bottega.testing import random_game


@pytest.mark.parametrize("who", ["random", "greedy", "mcts:20", "mcts:5ms", "uct:20", "garzone"])
def test_whole_games(name: str, who: str) -> None:
    for variant in bottega.games.spec(name).variants[-2:]:
        position = bottega.game(name, **variant).start(seed=2)
        players = [player(who, seed) for seed in range(len(position.seats))]
        while not position.is_over:
            position.play(players[position.seat].choose(position.view(position.seat)))
        assert position.result != "*"


@pytest.mark.parametrize("who", ["random", "greedy", "mcts:30", *PLAYERS])
def test_the_seed_decides(name: str, who: str) -> None:
    for position in random_game(bottega.game(name), 4):
        if len(position.history) == 6:
            break
    view = position.view(position.seat)
    if who not in ("artigiano", "maestro"):  # these may meet their time limit on a slow machine
        assert player(who, 3).choose(view) == player(who, 3).choose(view)
    assert player(who, 3).choose(view) in view.moves()


@pytest.mark.parametrize("who", ["random", "greedy", "mcts:200"])
def test_analysis_lists_legal_moves_best_first(name: str, who: str) -> None:
    for position in random_game(bottega.game(name), 4):
        if len(position.history) == 8:
            break
    view = position.view(position.seat)
    candidates = player(who, 1).analyse(view)
    assert {candidate.move for candidate in candidates} <= set(view.moves())
    assert all(len(candidate.wins) == len(candidate.scores) == len(view.seats) for candidate in candidates)
    assert candidates[0].move in view.moves()


@pytest.mark.parametrize("who", ["", "mcts", "mcts:", "mcts:0", "mcts:-5", "mcts:5m", "mcts:１０", "uct:", "Maestro", "leonardo"])
def test_an_unknown_player_is_refused(who: str) -> None:
    with pytest.raises(bottega.BottegaError, match="there is no player"):
        player(who)


def test_a_near_miss_gets_a_hint() -> None:
    with pytest.raises(bottega.BottegaError, match="Did you mean maestro"):
        player("mastro")


def test_a_craftsman_makes_as_many_simulations_as_the_game_says() -> None:
    position = bottega.game("toscana").start(seed=1)
    view = position.view(position.seat)
    player("artigiano", 1).analyse(view)  # loads what is compiled: that takes of its second, too
    candidates = player("artigiano", 1).analyse(view)
    assert sum(candidate.visits for candidate in candidates) == view.spec.craft == 350
    assert candidates == player("mcts:350", 1).analyse(view)
    worths = [Eyes.of_player(who, 1).worth(position) for who in ("artigiano", "mcts:350", "mcts:1000")]
    assert worths[0] == worths[1] != worths[2]
