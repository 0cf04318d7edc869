"""The PettingZoo environments: PettingZoo's own tests, and what those do not look at."""

import copy
import pickle
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.conversions import parallel_wrapper_fn
from pettingzoo.utils.wrappers import BaseWrapper

import bottega
from bottega.envs.pettingzoo import firenze_v0, florentine_v0, toscana_v0
from bottega.envs.pettingzoo.aec import GameEnv
from bottega.errors import BottegaError, IllegalMove, OptionError
from bottega.game import Position
from bottega.games import GAMES
from bottega.kernels import random_numbers, sample, view

MODULES = {"firenze": firenze_v0, "toscana": toscana_v0, "florentine": florentine_v0}
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("firenze", {"sets": 2, "players": 3}),
    ("firenze", {"window": 8}),
    ("toscana", {"edition": "dutch", "first": "red"}),
    ("florentine", {"players": 3, "colours": "OGR"}),
]


def player_counts() -> list[tuple[str, dict[str, Any]]]:
    """Every game with every number of players that it has."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name in GAMES:
        counts = [choice for option in bottega.game(name).spec.options if option.name == "players" for choice in option.choices]
        found += [(name, {"players": int(players)}) for players in counts] or [(name, {})]
    return found


every_count = pytest.mark.parametrize(("name", "options"), player_counts())
every_kind = pytest.mark.parametrize(("name", "options"), player_counts() + OTHERS)


def maker(name: str, options: dict[str, Any]) -> Callable[..., Any]:
    return partial(MODULES[name].env, **options)


def play(env: Any, seed: int = 0) -> dict[str, float]:
    """Random actions from here to the end; returns the last rewards."""
    chance = np.random.default_rng(seed)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(chance.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


def some_actions(env: Any, number: int) -> None:
    """The first legal action, again and again."""
    for _agent in env.agent_iter(number):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


# ---------------------------------------------------------------- PettingZoo's own tests


# It advises against observations in a dict, which PettingZoo wants for action masks: its own games are named as exceptions.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning")
# While nothing is on the board of Toscana, its planes are empty.
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros:UserWarning")
@every_kind
def test_pettingzoo_api(name: str, options: dict[str, Any]) -> None:
    api_test(maker(name, options)(), num_cycles=1000)


@every_kind
def test_pettingzoo_seed(name: str, options: dict[str, Any]) -> None:
    seed_test(maker(name, options))


@every_count
def test_pettingzoo_render(name: str, options: dict[str, Any]) -> None:
    render_test(maker(name, {"width": 120, **options}), custom_tests={"svg": lambda picture: picture.startswith("<svg")})


class Circle(BaseWrapper):  # type: ignore[misc]  # PettingZoo ships no types
    """Agents are asked in a circle for any number at all, as max_cycles_test does it: each does whatever is to be decided."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.metadata = {**env.metadata, "is_parallelizable": True}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.asked = 0

    @property
    def agent_selection(self) -> str:
        has_ended = any(self.env.truncations.values())
        agent: str = self.env.agent_selection if has_ended else self.env.agents[self.asked % self.env.num_agents]
        return agent

    def step(self, action: int | None) -> None:
        if action is not None:
            legal = np.flatnonzero(self.env.last()[0]["action_mask"])
            action = int(legal[action % len(legal)])
        self.env.step(action)
        self.asked += 1


@every_count
def test_pettingzoo_max_cycles(name: str, options: dict[str, Any]) -> None:
    def make(**more: Any) -> Circle:
        return Circle(MODULES[name].env(**options, **more))

    max_cycles_test(SimpleNamespace(env=make, parallel_env=parallel_wrapper_fn(make)))


def test_pettingzoo_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    """It runs for five seconds by the clock, so all run at once; how fast they are is for bench/envs.py."""
    envs = [maker(name, options)() for name, options in player_counts()]
    with ThreadPoolExecutor(len(envs)) as threads:
        list(threads.map(performance_benchmark, envs))
    rates = re.findall(r"([\d.e+]+) turns per second", capsys.readouterr().out)
    assert len(rates) == len(envs)
    assert min(map(float, rates)) > 0


# ---------------------------------------------------------------- games


@every_kind
def test_whole_games_are_those_of_positions(name: str, options: dict[str, Any]) -> None:
    """The same start and the same end as by `Position.play`, and rewards that follow from the scores."""
    env = maker(name, options)()
    env.reset(seed=4)
    rules = {key: value for key, value in options.items() if key != "window"}
    position = bottega.game(name, **rules).start(seed=4)
    rewards = play(env)
    played: Position = env.unwrapped._course.position()
    for move in played.history:
        position.play(move)
    assert position.to_bytes() == played.to_bytes()
    if "window" in options:
        assert set(rewards.values()) == {0}
    else:
        assert position.is_over
        shares = [1 / len(position.winners) if seat in position.winners else 0 for seat in range(len(position.seats))]
        count = len(shares)
        expected = [(count * share - 1) / (count - 1) for share in shares]
        assert [rewards[agent] for agent in env.possible_agents] == pytest.approx(expected)
        assert sum(rewards.values()) == pytest.approx(0)
    assert sorted(rewards) == env.possible_agents
    assert env.agents == []


def test_the_end_is_told_with_scores() -> None:
    env = toscana_v0.raw_env()
    env.reset(seed=1)
    assert env.infos == {"player_0": {"seat": "Grey"}, "player_1": {"seat": "Red"}}
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0}
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    scores = [list(score) for score in env._course.position().scores()]
    assert [env.infos[agent]["score"] for agent in env.agents] == scores


def test_a_window_that_leaves_nothing_to_do_truncates() -> None:
    env = firenze_v0.raw_env(window=8)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}


@pytest.mark.parametrize("name", GAMES)
def test_max_cycles_truncates(name: str) -> None:
    env = maker(name, {"max_cycles": 3})()
    env.reset(seed=1)
    some_actions(env, 6)
    assert all(env.truncations.values())
    assert play(env) == {"player_0": 0, "player_1": 0}


@every_kind
def test_nobody_observes_more_than_its_view(name: str, options: dict[str, Any]) -> None:
    """In another game that an agent cannot tell from this one it observes the same; only who decides has a mask."""
    env, other = MODULES[name].raw_env(**options), MODULES[name].raw_env(**options)
    env.reset(seed=2)
    other.reset(seed=3)
    seen = env._course.state.copy()
    chance = np.random.default_rng(1)
    for turn in range(60):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        for seat, agent in enumerate(env.agents):
            observed = env.observe(agent)
            view(env._course.state, seat, seen)
            sample(seen, random_numbers(turn), other._course.state)
            other._course._halves[0] = env._course.half
            other.agent_selection = env.agent_selection
            again = other.observe(agent)
            assert all(np.array_equal(observed[key], again[key]) for key in observed)
            assert env.observation_space(agent).contains(observed)
            assert observed["action_mask"].any() == (agent == env.agent_selection)
        env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def test_observations_are_new_arrays() -> None:
    env = firenze_v0.raw_env()
    env.reset(seed=1)
    one, two = env.observe("player_0"), env.observe("player_0")
    assert all(np.array_equal(one[key], two[key]) and not np.shares_memory(one[key], two[key]) for key in one)


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    """A seed decides the game and all that follow it; other seeds, other games where there is anything to shuffle."""
    one, two = MODULES[name].raw_env(), MODULES[name].raw_env()

    def states(env: GameEnv, *seeds: int | None) -> list[bytes]:
        found = []
        for seed in seeds:
            env.reset(seed=seed)
            found.append(env._course.state.tobytes())
        return found

    first = states(one, 5, None, None, 6, 5, None)
    assert first == states(two, 5, None, None, 6, 5, None)
    assert first[:2] == first[4:]
    assert len(set(first)) == (1 if name == "firenze" else 4)
    assert states(one, None) != states(MODULES[name].raw_env(), None) or name == "firenze"


@pytest.mark.parametrize("seed", [-1, 1.5, "seven", True])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match="a seed is a whole number from 0 up"):
        toscana_v0.env().reset(seed=seed)


@pytest.mark.parametrize("through", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize("name", GAMES)
def test_copies_go_on_alike_and_apart(name: str, kind: str, through: Callable[[Any], Any]) -> None:
    env = getattr(MODULES[name], kind)(render_mode="ansi")
    env.reset(seed=3)
    some_actions(env, 9)
    twin = through(env)
    before = env.render()
    assert twin.render() == before
    rewards = play(twin)
    assert env.render() == before
    assert play(env) == rewards
    assert env.render() == twin.render()
    env.reset()
    twin.reset()
    assert env.render() == twin.render()


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_loses(name: str, caplog: pytest.LogCaptureFixture) -> None:
    env = maker(name, {})()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert "Illegal move made" in caplog.text
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == -1
    assert play(env) == {"player_0": 0, "player_1": 0, agent: -1}
    env.reset(seed=1)
    assert sum(play(env).values()) == pytest.approx(0)


def test_an_illegal_action_of_the_raw_environment_raises() -> None:
    env = toscana_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 0 is not legal now"):
        env.step(0)
    wrong: list[Any] = [-1, 10**6, 1.5, None]
    for action in wrong:
        with pytest.raises(IllegalMove, match="an action is a whole number from 0 to"):
            env.step(action)
    assert play(env)["player_0"] in (-1, 0, 1)


def test_what_is_no_action_at_all_is_an_error_of_the_caller() -> None:
    env = florentine_v0.env()
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 10**6, 1.5, None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("toscana", {"players": 3}, "has no option 'players'"),
        ("toscana", {"name": "firenze"}, "has no option 'name'"),
        ("florentine", {"players": 5}, "players is one of 2, 3, 4, not '5'"),
        ("toscana", {"window": 16}, "leave out the window"),
        ("firenze", {"window": 9}, "a window is an even number of cells"),
        ("toscana", {"max_cycles": 0}, "max_cycles is a whole number from 1 up, not 0"),
        ("toscana", {"render_mode": "ascii"}, "a render_mode is one of human, ansi, svg, rgb_array or None, not 'ascii'"),
        ("toscana", {"viewer": "player_2"}, "a viewer is one of player_0, player_1 or None for a spectator, not 'player_2'"),
        ("toscana", {"width": -5}, "width is a whole number from 1 up"),
    ],
)
def test_bad_options_are_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        maker(name, options)()


# ---------------------------------------------------------------- rendering


@every_count
def test_a_spectator_or_one_agent_is_shown(name: str, options: dict[str, Any]) -> None:
    """What is rendered is the view of a spectator, or of the agent that was named."""
    for viewer, seat in ((None, -1), ("player_1", 1)):
        for mode in ("ansi", "svg"):
            env = maker(name, {**options, "render_mode": mode, "viewer": viewer})()
            env.reset(seed=8)
            some_actions(env, 7)
            position = env.unwrapped._course.position()
            seen = position.view(seat)
            assert env.render() == (seen.text if mode == "ansi" else position.svg(seat=seat, width=640))


def test_pictures_hide_what_a_spectator_cannot_know() -> None:
    """Other hands that a spectator cannot tell from these give the same picture; an agent sees its own."""
    other = bottega.game("florentine").start(seed=1).view(-1).sample(seed=5)
    pictures = {}
    for viewer in (None, "player_0"):
        env = florentine_v0.env(render_mode="svg", viewer=viewer, width=300)
        env.reset(seed=1)
        pictures[viewer] = env.render()
    assert pictures[None] == other.svg(seat=-1, width=300)
    assert pictures["player_0"] != other.svg(seat=0, width=300)


def test_human_prints(capsys: pytest.CaptureFixture[str]) -> None:
    env = toscana_v0.env(render_mode="human")
    env.reset(seed=1)
    some_actions(env, 1)
    assert "decides" in capsys.readouterr().out
    assert env.render() is None


def test_pictures_have_the_width_that_was_asked_for() -> None:
    env = firenze_v0.env(render_mode="rgb_array", width=200)
    env.reset(seed=1)
    assert env.render().shape[1:] == (200, 3)


def test_without_a_render_mode_nothing_is_shown() -> None:
    env = toscana_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


def test_pixels_without_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    env = toscana_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(BottegaError, match=r"pip install 'bottega\[pictures\]'"):
        env.render()


# ---------------------------------------------------------------- getting them


def test_environments_are_in_pettingzoos_registry() -> None:
    env = pettingzoo.make("aec", "bottega/florentine_v0", players=4)
    assert str(env) == "florentine_v0"
    assert env.metadata["seats"] == {"player_0": "Red", "player_1": "Blue", "player_2": "Green", "player_3": "Ochre"}


def test_without_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.startswith("bottega.envs.pettingzoo")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(BottegaError, match=r'need PettingZoo: pip install "bottega\[envs\]"'):
        import bottega.envs.pettingzoo  # noqa: F401  # the import is what is tested


def test_every_game_has_an_environment() -> None:
    assert set(MODULES) == set(GAMES)
    module: ModuleType
    for name, module in MODULES.items():
        assert module.env().metadata["name"] == f"{name}_v0"
