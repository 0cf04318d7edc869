"""The games in OpenSpiel: options, bounds, chance, the course of a game, and states that are copied and kept."""

import math
import pickle
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from envs.walking import steps, with_redeals

import bottega
from bottega.envs.openspiel import BottegaState
from bottega.envs.openspiel.game import register
from bottega.errors import BottegaError, IllegalMove, OptionError
from bottega.games import GAMES, spec
from bottega.kernels import WHOLE, act, seat, view

TERMINAL = pyspiel.PlayerId.TERMINAL


# ---------------------------------------------------------------- games and options


def test_registering_twice_does_no_harm() -> None:
    for name in GAMES:
        register(name)
        assert pyspiel.registered_names().count(f"bottega_{name}") == 1


def test_without_open_spiel_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.startswith("bottega.envs.openspiel")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(BottegaError, match=r'pip install "bottega\[envs\]"'):
        import bottega.envs.openspiel  # noqa: F401


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("bottega_florentine", {"players": 3, "colours": "OGB"})
    assert (game.num_players(), str(game)) == (3, "bottega_florentine(colours=OGB,players=3)")
    assert str(pyspiel.load_game("bottega_florentine(players=2,cards=reconstruction)")) == "bottega_florentine()"
    assert set(game.get_type().parameter_specification) == {"players", "colours", "cards"}
    assert set(pyspiel.load_game("bottega_firenze").get_type().parameter_specification) == {
        "players",
        "sets",
        "neutral",
        "window",
    }
    assert pyspiel.load_game("bottega_firenze(window=8)").num_distinct_actions() == 12 * 64 + 2


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("bottega_firenze(players=4)", OptionError),
        ("bottega_firenze(players=3,neutral=W)", OptionError),
        ("bottega_firenze(window=7)", OptionError),
        ("bottega_toscana(edition=swiss)", OptionError),
        ("bottega_toscana(window=8)", pyspiel.SpielError),
        ("bottega_florentine(players=two)", pyspiel.SpielError),
        ("bottega_florentine(colours=RR)", OptionError),
        ("bottega_florentine(cards=none.toml)", BottegaError),
    ],
)
def test_wrong_options_are_refused(name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        pyspiel.load_game(name)


def test_bounds_and_types() -> None:
    types = pyspiel.GameType
    for name, chance, information in (
        ("firenze", types.ChanceMode.DETERMINISTIC, types.Information.PERFECT_INFORMATION),
        ("toscana", types.ChanceMode.EXPLICIT_STOCHASTIC, types.Information.PERFECT_INFORMATION),
        ("florentine", types.ChanceMode.EXPLICIT_STOCHASTIC, types.Information.IMPERFECT_INFORMATION),
    ):
        kind = pyspiel.load_game(f"bottega_{name}").get_type()
        assert (kind.chance_mode, kind.information, kind.utility) == (chance, information, types.Utility.ZERO_SUM)
    four = pyspiel.load_game("bottega_florentine(players=4)")
    assert (four.min_utility(), four.max_utility(), four.utility_sum()) == (-1 / 3, 1.0, 0.0)
    assert (four.max_game_length(), four.max_chance_nodes_in_history(), four.max_chance_outcomes()) == (32 + 47 + 4, 47, 48)
    toscana = pyspiel.load_game("bottega_toscana")
    assert (toscana.max_game_length(), toscana.max_chance_nodes_in_history(), toscana.max_chance_outcomes()) == (130, 30, 16)
    assert pyspiel.load_game("bottega_toscana(edition=dutch)").max_game_length() == 66
    firenze = pyspiel.load_game("bottega_firenze")
    assert (firenze.max_game_length(), firenze.max_chance_nodes_in_history(), firenze.max_chance_outcomes()) == (355, 0, 0)


# ---------------------------------------------------------------- the same games as elsewhere


@pytest.mark.parametrize("name", ["firenze", "toscana", "florentine"])
def test_games_go_as_the_rules_let_them(name: str) -> None:
    """A shuffled game beside one in which nature makes the same choices: all see the same, and it ends the same."""
    for seed, variant in enumerate(spec(name).variants):
        if "deck" not in variant:
            parameters = ",".join(f"{option}={value}" for option, value in variant.items())
            compare(bottega.game(name, **variant).start(seed=seed), f"bottega_{name}({parameters})", seed)


def test_hands_are_dealt_anew_as_the_rules_let_them(tmp_path: Path) -> None:
    name = with_redeals(tmp_path)
    draws = [compare(bottega.game("florentine", cards=tmp_path / "deck.toml").start(seed=seed), name, seed) for seed in range(20)]
    assert max(draws) > 8


def compare(position: bottega.Position, name: str, seed: int) -> int:
    """Play a random game in both; returns how often nature had to choose for one move."""
    declared = position.spec
    true, half, made, most = position.state.copy(), WHOLE, 0, 0
    urns = declared.chance.setup_urns(declared.setup(position.options)) if declared.chance else ()

    def nature(waiting: BottegaState) -> int:
        turn = len(waiting.moment.choices)
        return int(urns[turn % len(urns)][turn // len(urns)])

    seen, shown = np.zeros((2, 1), true.dtype)
    for at in steps(pyspiel.load_game(name).new_initial_state(), seed, nature):
        if at.is_chance_node():
            most = max(most, len(at.moment.choices) + 1 if made < len(at.moment.past) else 0)
            continue
        if made < len(at.moment.past):
            made += 1
            half = act(true, half, at.moment.course.space.window, at.moment.past[-1][1])
        assert (at.current_player(), at.moment.half) == (seat(true) if seat(true) >= 0 else TERMINAL, half)
        for viewer in range(len(position.seats)):
            view(true, viewer, seen[0])
            view(at.moment.state, viewer, shown[0])
            assert seen.tobytes() == shown.tobytes()
        if declared.chance:  # what the next move turns up lies in the urns as they are before it
            urns = tuple(urn.copy() for urn in declared.chance.state_urns(true))

    scores = np.zeros((len(position.seats), len(declared.score_parts)), np.int32)
    declared.rules.scores(true, scores)
    ranked = [tuple(row) for row in scores.tolist()]
    shares = [(row == max(ranked)) / ranked.count(max(ranked)) for row in ranked]
    assert at.returns() == pytest.approx([(len(shares) * share - 1) / (len(shares) - 1) for share in shares])
    return most


def log_chance(name: str, seed: int) -> tuple[float, BottegaState]:
    """The logarithm of how likely nature's choices in a random game are, and the end of the game."""
    total, open_chances = 0.0, None
    for state in steps(pyspiel.load_game(name).new_initial_state(), seed):
        if open_chances is not None:
            total += math.log(open_chances[state.history()[-1]])
        open_chances = dict(state.chance_outcomes()) if state.is_chance_node() else None
        assert open_chances is None or len(open_chances) > 1  # nature is not asked where it has no choice
    return total, state


def test_every_order_of_the_pieces_is_equally_likely(tmp_path: Path) -> None:
    """Whatever the course of the game, what was drawn is as likely as an order of the deck, or of the tiles seen, is."""
    cards = math.lgamma(48 + 1)
    assert log_chance("bottega_florentine(players=3)", 1)[0] == pytest.approx(-cards)
    copies = sum(math.lgamma(count + 1) for count in (6, 10, 10, 10, 4, 8))
    assert log_chance(with_redeals(tmp_path), 2)[0] == pytest.approx(copies - cards)
    total, end = log_chance("bottega_toscana", 3)
    hidden = sum(math.lgamma(len(urn) + 1) for urn in end.moment.course.urns(end.moment.state))
    assert total == pytest.approx(hidden - 2 * math.lgamma(16 + 1))


def test_a_window_that_is_full_ends_the_game_in_a_draw() -> None:
    *_earlier, end = steps(pyspiel.load_game("bottega_firenze(window=8)").new_initial_state(), seed=1)
    assert (end.current_player(), end.legal_actions(), end.returns()) == (TERMINAL, [], [0, 0])
    assert not spec("firenze").rules.is_over(end.moment.state)


# ---------------------------------------------------------------- states


@pytest.mark.parametrize("name", ["bottega_firenze(window=10)", "bottega_toscana", "bottega_florentine"])
def test_illegal_actions_are_refused_and_change_nothing(name: str) -> None:
    game = pyspiel.load_game(name)
    for state in steps(game.new_initial_state(), seed=3):
        before = str(state), state.history(), state.current_player()
        for action in (-7, 10**6, next(number for number in range(10**6) if number not in state.legal_actions())):
            with pytest.raises(pyspiel.SpielError):
                state.apply_action(action)
            with pytest.raises(IllegalMove):
                state.apply_action(action)
        assert (str(state), state.history(), state.current_player()) == before


@pytest.mark.parametrize("name", ["bottega_firenze(window=10)", "bottega_toscana", "bottega_florentine(players=3)"])
def test_states_are_copied_and_kept(name: str) -> None:
    """Clones go their own way; what was kept as text or pickled goes on as the original does."""
    game = pyspiel.load_game(name)
    for number, state in enumerate(steps(game.new_initial_state(), seed=4)):
        if number % 9 or state.is_terminal():
            continue
        before = str(state)
        kept = (
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
            pickle.loads(pickle.dumps(state)),
            state.clone(),
        )
        ends = set()
        for twin in kept:
            assert (str(twin), twin.history(), twin.legal_actions()) == (before, state.history(), state.legal_actions())
            *_earlier, end = steps(twin, seed=5)
            ends.add((str(end), tuple(end.history()), tuple(end.returns())))
        assert len(ends) == 1
        assert str(state) == before
