"""What players of the games in OpenSpiel get to know, in words and numbers: their views, and what they have seen before."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from envs.walking import steps, with_redeals
from open_spiel.python.observation import make_observation

from bottega.envs.openspiel import BottegaState
from bottega.errors import BottegaError
from bottega.i18n import language

KINDS = [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER)
    for public in (True, False)
    for recall in (True, False)
]


def seen_by(game: pyspiel.Game, state: BottegaState, player: int) -> list[Any]:
    """All that a player can find out."""
    shown: list[Any] = []
    for kind in KINDS:
        observer = make_observation(game, kind)
        observer.set_from(state, player)
        assert 0 <= observer.tensor.min() <= observer.tensor.max() <= 1
        shown += [observer.string_from(state, player), observer.tensor.tobytes()]
    return shown


@pytest.mark.parametrize("players", [2, 3])
def test_what_a_player_cannot_know_is_not_shown(players: int) -> None:
    """Another game that leads to the same view looks the same in words and numbers, now and after a move."""
    game = pyspiel.load_game(f"bottega_florentine(players={players})")
    dice = random.Random(6)
    others = 0
    for number, state in enumerate(steps(game.new_initial_state(), seed=6)):
        if state.is_chance_node() or number % 3:
            continue
        for player in range(players):
            twin = state.resample_from_infostate(player, dice.random)
            others += str(twin) != str(state)
            assert seen_by(game, twin, player) == seen_by(game, state, player)
            if player == state.current_player():
                action = dice.choice(state.legal_actions())
                assert seen_by(game, twin.child(action), player) == seen_by(game, state.child(action), player)
    assert others > 20


def test_redeals_do_not_tell_what_others_hold(tmp_path: Path) -> None:
    game = pyspiel.load_game(with_redeals(tmp_path))
    dice = random.Random(7)
    for number, state in enumerate(steps(game.new_initial_state(), seed=7)):
        if state.is_chance_node() or number % 4:
            continue
        for player in range(2):
            twin = state.resample_from_infostate(player, dice.random)
            assert seen_by(game, twin, player) == seen_by(game, state, player)


def test_the_deal_is_seen_by_those_who_get_the_cards() -> None:
    """Seat 0 gets four cards, then seat 1; then eight are laid aside for all to see (D5)."""
    game = pyspiel.load_game("bottega_florentine")
    state = game.new_initial_state()
    other = game.new_initial_state()
    for card in range(9):
        state.apply_action(card)
        other.apply_action([10, 11, 12, 13, 4, 5, 6, 7, 8][card])
    assert seen_by(game, state, 1) == seen_by(game, other, 1)
    assert seen_by(game, state, 0) != seen_by(game, other, 0)
    private = make_observation(game, KINDS[3])
    names = state.moment.course.pieces
    assert private.string_from(state, 0) == f"hand: {' '.join(names[:4])}"
    assert private.string_from(state, 1) == f"hand: {' '.join(names[4:8])}"
    assert state.observation_string(1) == f"seat 1\ndealt: {' '.join(names[4:9])}\nnature decides"


def test_the_deal_of_repeated_cards_is_seen_by_those_who_get_them(tmp_path: Path) -> None:
    game = pyspiel.load_game(with_redeals(tmp_path))
    private = make_observation(game, KINDS[3])
    names = game.new_initial_state().moment.course.pieces
    for first in range(len(names)):
        state = game.new_initial_state()
        for card in [first] * 4 + [0, 2]:
            state.apply_action(card)
        assert private.string_from(state, 0) == f"hand: {' '.join([names[first]] * 4)}"
        assert private.string_from(state, 1) == f"hand: {names[0]} {names[2]}"


@pytest.mark.parametrize("name", ["bottega_firenze(window=10)", "bottega_toscana", "bottega_florentine"])
def test_information_states_recall_everything(name: str) -> None:
    """The actions can be read from the tensor; no two decisions of a game look alike."""
    game = pyspiel.load_game(name)
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    words, numbers, decisions = set(), set(), 0
    for state in steps(game.new_initial_state(), seed=8):
        if state.is_chance_node():
            continue
        decisions += 1
        words.add(state.information_state_string(0))
        observer.set_from(state, 0)
        numbers.add(observer.tensor.tobytes())
        made = [(step.player, step.action) for step in state.full_history() if step.player >= 0]
        rows = observer.dict["actions"][: len(made)].astype(int)
        assert [(int(row[:2].argmax()), int(row[2:] @ (1 << np.arange(len(row) - 2)))) for row in rows] == made
        assert not observer.dict["actions"][len(made) :].any()
    assert len(words) == len(numbers) == decisions


def test_observations_can_be_taken_apart() -> None:
    """Public: what a spectator sees. Private: the hand. Of all players: all hands."""
    game = pyspiel.load_game("bottega_florentine(players=3)")
    state = next(state for state in steps(game.new_initial_state(), seed=9) if len(state.moment.past) == 9)
    private = pyspiel.PrivateInfoType

    def observing(public_info: bool, private_info: pyspiel.PrivateInfoType) -> Any:
        kind = pyspiel.IIGObservationType(public_info=public_info, perfect_recall=False, private_info=private_info)
        return make_observation(game, kind)

    public = observing(True, private.NONE)
    shown = [public.string_from(state, player) for player in range(3)]
    assert shown[0] == shown[1] == shown[2]
    alone = observing(False, private.SINGLE_PLAYER)
    assert set(alone.dict) == {"player", "private"}
    everyone = observing(True, private.ALL_PLAYERS)
    everyone.set_from(state, 0)
    for player in range(3):
        hand = alone.string_from(state, player).removeprefix("hand: ")
        assert hand not in shown[0]
        assert f"seat {player} hand: {hand}" in everyone.string_from(state, 0)
        alone.set_from(state, player)
        assert alone.dict["private"].sum() == 4
        assert (alone.dict["private"][0] == everyone.dict["private"][player]).all()
    with pytest.raises(BottegaError, match="from 0 to 2"):
        alone.set_from(state, 3)
    with pytest.raises(BottegaError, match="no parameters"):
        game.make_py_observer(None, {"planes": 3})


def test_words_do_not_depend_on_the_language() -> None:
    state = pyspiel.load_game("bottega_firenze").new_initial_state()
    english = state.information_state_string(0)
    token = language.set("it")
    try:
        assert pyspiel.load_game("bottega_firenze").new_initial_state().information_state_string(0) == english
    finally:
        language.reset(token)
