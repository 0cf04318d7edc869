"""Thousands of games at once: each goes as it would alone, whoever works on it, and tells a seat no more than its view."""

import importlib.util
from collections.abc import Iterator
from threading import get_ident
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.wrappers.vector import TransformAction
from numpy.typing import NDArray

import bottega
from bottega.envs import batch, vector
from bottega.envs.vector import ALIGNMENT, Observations, VectorEnv
from bottega.errors import BottegaError, OptionError
from bottega.games import spec
from bottega.kernels import WHOLE, act, can_act, is_over, list_actions, observe, random_numbers, scores, seat

Step = tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("firenze", {}),
    ("firenze", {"players": "3", "sets": "2"}),
    ("toscana", {"edition": "dutch"}),
    ("florentine", {"players": "3"}),
]
GAMES_AT_ONCE = 7  # does not divide by the numbers of threads


def steps(env: VectorEnv, count: int) -> Iterator[Step]:
    for _step in range(count):
        yield env.step(env.random_actions())


def past_the_end(env: VectorEnv, seed: int = 1) -> int:
    """Resets, and says how many steps it takes at random until each game has ended once."""
    env.reset(seed=seed)
    has_ended = np.zeros(env.num_envs, bool)
    count = 0
    while not has_ended.all():
        _seen, _rewards, terminations, truncations, _infos = env.step(env.random_actions())
        has_ended |= terminations | truncations
        count += 1
    return count


def same(one: Step, other: Step) -> bool:
    """All arrays of both, as far as the smaller batch goes."""
    pairs = [(one[0][what], other[0][what]) for what in one[0]] + [(one[4][what], other[4][what]) for what in one[4]]
    pairs += zip(one[1:4], other[1:4], strict=True)
    return all(np.array_equal(left[: len(right)], right[: len(left)]) for left, right in pairs)


class Alone:
    """One game by itself, played with the kernels."""

    def __init__(self, env: VectorEnv, seed: int) -> None:
        self.env, self.window = env, env.space.window
        self.state = env.game.start(seed).state.copy()
        self.half = WHOLE

    def play(self, action: int) -> None:
        assert can_act(self.state, self.half, self.window, action)
        self.half = act(self.state, self.half, self.window, action)

    def seen(self) -> list[NDArray[np.uint8]]:
        planes, numbers, mask = (np.zeros_like(buffer[0]) for buffer in self.env._observations.values())
        view = np.zeros(1, self.state.dtype)[0]
        self.env.game.spec.rules.view(self.state, seat(self.state), view)
        observe(view, self.half, self.window, seat(self.state), planes, numbers)
        list_actions(self.state, self.half, self.window, mask.view(np.uint8))
        return [planes, numbers, mask]

    def scores(self) -> NDArray[np.int32]:
        out = np.zeros(self.env._scores.shape[1:], np.int32)
        scores(self.state, out)
        return out


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_every_game_goes_as_it_would_alone(name: str, options: dict[str, Any]) -> None:
    """Through the end of each game and into the next."""
    with VectorEnv(name, 3, threads=1, **options) as env:
        count = past_the_end(env, seed=5) + 10
        env.reset(seed=5)
        alone = [Alone(env, 5 + index) for index in range(3)]
        for _step in range(count):
            actions = env.random_actions().copy()
            seen, rewards, terminations, truncations, infos = env.step(actions)
            assert not truncations.any()
            assert not infos["illegal"].any()
            for index, game in enumerate(alone):
                game.play(int(actions[index]))
                assert is_over(game.state) == terminations[index]
                if terminations[index]:
                    expected = np.zeros(env.num_players)
                    batch.rewards(game.scores(), expected)
                    assert np.allclose(rewards[index], expected)
                    assert np.array_equal(infos["scores"][index], game.scores())
                    game = alone[index] = Alone(env, int(env.seeds[index]))
                else:
                    assert not rewards[index].any()
                    assert not infos["scores"][index].any()
                assert env.state(index).tobytes() == game.state.tobytes()
                assert env.current_player[index] == infos["current_player"][index] == seat(game.state)
                for buffer, own in zip(seen.values(), game.seen(), strict=True):
                    assert np.array_equal(buffer[index], own)


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_neither_threads_nor_neighbours_matter(name: str, options: dict[str, Any]) -> None:
    sizes = [(GAMES_AT_ONCE, 1), (GAMES_AT_ONCE, 2), (GAMES_AT_ONCE, 3), (4, 3), (1, 5)]
    envs = [VectorEnv(name, games, threads=threads, **options) for games, threads in sizes]
    assert [env.threads for env in envs] == [1, 2, 3, 3, 1]
    count = past_the_end(envs[0]) + 5
    first, *others = [env.reset(seed=1) for env in envs]
    assert all(np.array_equal(first[0][what][:1], other[0][what][:1]) for other in others for what in first[0])
    for first_step, *other_steps in zip(*(steps(env, count) for env in envs), strict=True):
        assert all(same(first_step, other) for other in other_steps)
    for env in envs:
        env.close()


def test_rewards_are_shares_of_the_win() -> None:
    def of(*score: tuple[int, ...]) -> list[float]:
        out = np.full(len(score), 9.0)
        batch.rewards(np.array(score, np.int32), out)
        return out.tolist()

    assert of((4, 2), (3, 9)) == [1, -1]
    assert of((4, 2), (4, 9)) == [-1, 1]
    assert of((4,), (4,)) == [0, 0]
    assert of((3,), (1,), (3,)) == [0.25, -0.5, 0.25]
    assert of((1,), (1,), (2,), (0,)) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_an_illegal_action_ends_the_game(name: str, options: dict[str, Any]) -> None:
    with VectorEnv(name, 4, **options) as env:
        env.reset(seed=2)
        for _step in steps(env, 5):
            pass
        actions, mask = env.random_actions().copy(), env._observations["action_mask"]
        actions[2] = mask[2].argmin()
        culprit = env.current_player[2]
        before = env.seeds
        _seen, rewards, terminations, truncations, infos = env.step(actions)
        assert terminations.tolist() == infos["illegal"].tolist() == [False, False, True, False]
        assert not truncations.any()
        others = np.delete(rewards[2], culprit)
        assert rewards[2, culprit] == -1
        assert np.allclose(others, 1 / len(others))
        assert not rewards[[0, 1, 3]].any()
        fresh = env.game.start(int(env.seeds[2]))
        assert env.state(2).tobytes() == fresh.state.tobytes()
        assert np.array_equal(np.delete(env.seeds, 2), np.delete(before, 2))
        assert not env.step(env.random_actions())[4]["illegal"].any()


def test_what_the_window_leaves_without_an_action_is_truncated() -> None:
    with VectorEnv("firenze", 5, window=8) as env:
        env.reset(seed=1)
        assert env._observations["planes"].shape == (5, 9, 8, 8)
        ended = 0
        for _seen, rewards, terminations, truncations, infos in steps(env, 150):
            assert not terminations.any()  # 60 dominoes have no room on 64 squares
            assert not rewards.any()
            for index in np.flatnonzero(truncations).tolist():
                assert env.state(index).turns == 0
                assert infos["scores"][index, :, 1].max() > 0
            ended += int(truncations.sum())
        assert ended >= 5


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_a_seat_sees_no_more_than_its_view(name: str, options: dict[str, Any]) -> None:
    """Other states that agree with the views of the seats to decide show the same."""
    rules = spec(name).rules
    with VectorEnv(name, 4, **options) as env, VectorEnv(name, 4, **options) as other:
        env.reset(seed=3)
        other.reset(seed=4)
        for number, (seen, *_rest) in enumerate(steps(env, 70)):
            saved = env.save()
            view = np.zeros(1, saved["states"].dtype)[0]
            for index in range(4):
                rules.view(saved["states"][index], int(env.current_player[index]), view)
                rules.sample(view, random_numbers(number), saved["states"][index])
            shown, infos = other.load(saved)
            assert all(np.array_equal(seen[what], shown[what]) for what in seen)
            assert np.array_equal(infos["current_player"], env.current_player)


def test_what_is_not_wanted_changes_nothing_else(name: str) -> None:
    full, blind, masked = (
        VectorEnv(name, 3, observe=observe, masks=masks) for observe, masks in ((True, True), (False, False), (False, True))
    )
    assert list(blind.reset(seed=1)[0]) == []
    assert list(masked.reset(seed=1)[0]) == ["action_mask"]
    full.reset(seed=1)
    for whole, nothing, only_mask in zip(steps(full, 90), steps(blind, 90), steps(masked, 90), strict=True):
        assert all(np.array_equal(one, two) for one, two in zip(whole[1:4], nothing[1:4], strict=True))
        assert np.array_equal(full.random_actions(), blind.random_actions())
        assert np.array_equal(whole[0]["action_mask"], only_mask[0]["action_mask"])


# ---------------------------------------------------------------- seeds


def test_games_without_a_seed_are_new_ones() -> None:
    with VectorEnv("toscana", 2) as env, VectorEnv("toscana", 2) as other:
        env.reset()
        other.reset()
        assert not np.array_equal(env.seeds, other.seeds)
        env.reset(seed=8)
        once = env.seeds
        assert once.tolist() == [8, 9]
        env.reset()
        again = env.seeds
        assert not set(once.tolist()) & set(again.tolist())
        env.reset(seed=8)
        env.reset()
        assert np.array_equal(env.seeds, again)
        env.reset(seed=2**64 + 8)  # as `Game.start` takes it
        assert np.array_equal(env.seeds, once)


def test_what_is_played_does_not_change_what_is_dealt() -> None:
    """A game that is given up at once and one that is played to its end are followed by the same game."""
    with VectorEnv("florentine", 1) as env:
        past_the_end(env, seed=6)
        after = env.seeds
        seen, _infos = env.reset(seed=6)
        env.step([seen["action_mask"][0].argmin()])
        assert np.array_equal(env.seeds, after)


def test_games_are_kept_and_taken_up_again(name: str) -> None:
    with VectorEnv(name, 3) as env, VectorEnv(name, 3, threads=2) as other:
        env.reset(seed=1)
        for _step in steps(env, 20):
            pass
        saved = env.save()
        shown, _infos = other.load(saved)
        assert all(np.array_equal(shown[what], buffer) for what, buffer in env._observations.items())
        for one, two in zip(steps(env, 90), steps(other, 90), strict=True):
            assert same(one, two)
        assert np.array_equal(env.seeds, other.seeds)
        kept = other.save()
        for broken in (
            {},
            {**saved, "halves": saved["halves"][:2]},
            {**saved, "states": np.zeros(3)},
            VectorEnv(name, 4).save(),
        ):
            with pytest.raises(BottegaError, match="these are not 3 games of"):
                other.load(broken)
        assert all(np.array_equal(kept[what], now) for what, now in other.save().items())


# ---------------------------------------------------------------- bad input


BAD_ACTIONS: list[tuple[Any, str]] = [
    ([0, 0], "actions are 3 whole numbers, one for each game, not int64 of shape"),
    (np.zeros((3, 1), np.int32), "not int32 of shape"),
    (0, "not int64 of shape"),
    ([0.0, 1.0, 2.0], "not float64 of shape"),
    ([True, False, True], "not bool of shape"),
    (["0", "1", "2"], "one for each game"),
    ([None, 1, 2], "not object of shape"),
    ([[1], [2, 3], [4]], "not object of shape"),
    ([0, 0, 2**70], "not object of shape"),
    ([0, -1, 0], "an action is a number from 0 to 1158, not -1 as in game 1"),
    ([0, 0, 1159], "not 1159 as in game 2"),
    (np.array([0, 0, 2**63], np.uint64), "not 9223372036854775808 as in game 2"),
]


@pytest.mark.parametrize(("actions", "reason"), BAD_ACTIONS)
def test_bad_actions_change_nothing(actions: Any, reason: str) -> None:
    with VectorEnv("toscana", 3) as env:
        env.reset(seed=1)
        before = env.save()
        with pytest.raises(BottegaError, match=reason):
            env.step(actions)
        assert all(np.array_equal(before[what], now) for what, now in env.save().items())
        env.step(env.random_actions())


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int32, np.int64, np.uint64])
def test_whole_numbers_of_any_width_are_actions(kind: Any) -> None:
    with VectorEnv("toscana", 2) as env:
        seen, _infos = env.reset(seed=1)
        actions = seen["action_mask"].argmax(axis=1)
        assert not env.step(actions.astype(kind))[4]["illegal"].any()


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ({"num_envs": 0}, "the number of games is a whole number from 1 up, not 0"),
        ({"num_envs": 2.5}, "the number of games is a whole number"),
        ({"num_envs": True}, "the number of games is a whole number"),
        ({"threads": 0}, "threads is a whole number from 1 up, not 0"),
        ({"threads": "2"}, "threads is a whole number"),
        ({"window": 46}, "has a board"),
        ({"players": 3}, "has no option 'players'"),
        ({"edition": "french"}, "edition is one of"),
    ],
)
def test_bad_choices_are_refused(choices: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        VectorEnv("toscana", **{"num_envs": 3, **choices})


@pytest.mark.parametrize("games", [10**15, 10**30])
def test_too_many_games_are_refused(games: int) -> None:
    with pytest.raises(BottegaError, match="there is no memory for so many games"):
        VectorEnv("toscana", games)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(bottega.BottegaError, match="go"):
        VectorEnv("go", 3)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_bad_seeds_change_nothing(seed: Any) -> None:
    with VectorEnv("toscana", 2) as env:
        env.reset(seed=1)
        before = env.save()
        with pytest.raises(OptionError, match="a seed is a whole number from 0 up"):
            env.reset(seed=seed)
        with pytest.raises(OptionError, match="a reset has no options"):
            env.reset(seed=1, options={"edition": "dutch"})
        assert all(np.array_equal(before[what], now) for what, now in env.save().items())


@pytest.mark.parametrize("index", [-1, 2])
def test_there_is_no_such_game(index: int) -> None:
    with VectorEnv("toscana", 2) as env, pytest.raises(BottegaError, match="games have numbers from 0 to 1"):
        env.position(index)


# ---------------------------------------------------------------- beginning and end


def test_nothing_goes_before_the_reset_or_after_the_end() -> None:
    env = VectorEnv("toscana", 2)
    with pytest.raises(BottegaError, match="call reset"):
        env.step([0, 0])
    with env:
        env.reset(seed=1)
    env.close()
    assert env.closed
    for call in (env.reset, lambda: env.step(env.random_actions()), lambda: env.load(env.save())):
        with pytest.raises(BottegaError, match="is closed"):
            call()


def test_after_an_interrupted_step_games_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    with VectorEnv("toscana", 4, threads=2) as env:
        env.reset(seed=1)

        def interrupt(part: int) -> None:
            if part == 0:
                raise KeyboardInterrupt
            VectorEnv._step(env, part)

        with monkeypatch.context() as patch:
            patch.setattr(env, "_step", interrupt)
            with pytest.raises(KeyboardInterrupt):
                env.step(env.random_actions())
        with pytest.raises(BottegaError, match="interrupted: call reset"):
            env.step(env.random_actions())
        other = VectorEnv("toscana", 4)
        assert all(np.array_equal(buffer, other.reset(seed=1)[0][what]) for what, buffer in env.reset(seed=1)[0].items())


def test_kernels_are_loaded_by_whoever_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while several threads load them can leave Numba locked for good."""
    callers: dict[str, list[int]] = {"deal": [], "step": []}
    for kernel, threads in callers.items():
        real = getattr(batch, kernel)
        monkeypatch.setattr(
            batch, kernel, lambda *given, _real=real, _threads=threads: (_threads.append(get_ident()), _real(*given))
        )
    with VectorEnv("toscana", 4, threads=2) as env:
        env.reset(seed=1)
        assert callers["deal"][0] == callers["step"][0] == get_ident()
        env.step(env.random_actions())
    assert [len(threads) for threads in callers.values()] == [3, 3]


def test_few_games_need_no_threads() -> None:
    assert VectorEnv("toscana", vector.LEAST_SHARE).threads == 1
    assert VectorEnv("toscana", 10**4, observe=False, masks=False).threads == vector._processors(10**4)


# ---------------------------------------------------------------- other libraries


def test_buffers_stay_where_they_are_and_can_be_shared() -> None:
    with VectorEnv("florentine", 3) as env:
        env.reset(seed=1)
        first = env.step(env.random_actions())
        buffers = [*first[0].values(), *first[1:4], *first[4].values(), env.random_actions()]
        taken = [np.from_dlpack(buffer) for buffer in buffers]
        last = env.step(env.random_actions())
        again = [*last[0].values(), *last[1:4], *last[4].values(), env.random_actions()]
        for one, two, three in zip(buffers, again, taken, strict=True):
            assert one is two or (one.ctypes.data == two.ctypes.data and one.shape == two.shape)
            assert three.ctypes.data == one.ctypes.data
            assert one.ctypes.data % ALIGNMENT == 0
            assert one.flags.c_contiguous


def test_gymnasium_knows_it(name: str) -> None:
    env = VectorEnv(name, 2)
    assert isinstance(env, GymnasiumVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _infos = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.action_space.contains(env.random_actions())
    env.single_action_space.seed(1)
    for index in range(2):
        assert env.single_observation_space.contains({what: buffer[index] for what, buffer in seen.items()})
        action = env.single_action_space.sample(seen["action_mask"][index])
        assert seen["action_mask"][index, action] == 1
    wrapped = TransformAction(env, lambda step: env.random_actions())
    assert wrapped.reset(seed=1)[0]["planes"] is seen["planes"]
    assert not wrapped.step(np.array([0, 0]))[4]["illegal"].any()
    wrapped.close()
    assert env.closed


def test_without_gymnasium_only_the_spaces_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    plain: Any = importlib.util.module_from_spec(importlib.util.spec_from_file_location("plain", vector.__file__))  # type: ignore[arg-type]
    plain.__spec__.loader.exec_module(plain)
    with plain.VectorEnv("toscana", 2) as env, VectorEnv("toscana", 2) as known:
        assert not isinstance(env, GymnasiumVectorEnv)
        for what, buffer in env.reset(seed=1)[0].items():
            assert np.array_equal(buffer, known.reset(seed=1)[0][what])
        env.step(env.random_actions())
        for space in ("single_observation_space", "action_space", "observation_space", "single_action_space"):
            with pytest.raises(BottegaError, match="pip install"):
                getattr(env, space)


def test_a_game_can_be_looked_at() -> None:
    with VectorEnv("toscana", 2) as env:
        env.reset(seed=3)
        for _step in steps(env, 9):
            pass
        position = env.position(1)
        assert position.state.tobytes() == env.state(1).tobytes()
        assert position.seat == env.current_player[1]
        position.play(position.moves()[0])
        assert position.state.tobytes() != env.state(1).tobytes()
        assert repr(env) == "VectorEnv('toscana', 2)"
