"""Thousands of games at once, in the manner of `gymnasium.vector` and of pgx.

>>> from bottega.envs.vector import VectorEnv
>>> with VectorEnv("toscana", 1024) as env:
...     observations, infos = env.reset(seed=7)
...     for _step in range(100):
...         observations, rewards, terminations, truncations, infos = env.step(env.random_actions())

All games are of one kind and each has seats that take turns: `env.current_player` [games] says who decides in each of them, the
observations are what that seat sees, and rewards [games, seats] come for all seats when a game ends.

**Automatic reset** in the same step, as pgx does it and Gymnasium calls it SAME_STEP: where a game has ended, rewards and
scores are those of its end, and observations, current player and masks are already those of the next game. So every action of
every step is a decision of a game. There is no last observation, as nobody decides anything in a game that is over.

**Buffers** are made once and written again by each step: copy what you want to keep. They begin at addresses that are multiples
of 64, so that PyTorch (`torch.from_numpy`) and JAX (`jax.dlpack.from_dlpack`) take them without a copy. JAX works in the
background: let it finish (`block_until_ready`) before the next step changes what it looks at.

**Seeds**: game i of `reset(seed=s)` is `bottega.game(name, ...).start(seed=s + i)`, and `env.seeds[i]` starts the one that is
being played now. Nothing depends on the number of threads or on the other games.
"""

import math
import os
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bottega.envs import batch
from bottega.envs.common import learning_space, whole_number
from bottega.errors import BottegaError, OptionError
from bottega.game import Position, game
from bottega.i18n import _
from bottega.kernels import State

if TYPE_CHECKING or find_spec("gymnasium"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space

    METADATA = {"autoreset_mode": AutoresetMode.SAME_STEP}
else:  # then there are no spaces, and all the rest works

    class GymnasiumVectorEnv:
        closed = False

    METADATA = {"autoreset_mode": "SameStep"}

Observations = dict[str, NDArray[Any]]
ALIGNMENT = 64  # bytes: a cache line, and what JAX asks of memory that it does not copy
LEAST_SHARE = 128  # games for which it is worth to wake up a thread
KEPT = ("states", "halves", "seeds", "shuffles", "choices", "picks")  # all that decides how games go on


def aligned(shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    """Zeros that begin at a multiple of ALIGNMENT."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    try:
        memory = np.zeros(size + ALIGNMENT, np.uint8)
    except (MemoryError, ValueError):  # the latter if there is no computer with so much
        raise BottegaError(_("there is no memory for so many games, {size} bytes: ask for fewer").format(size=size)) from None
    begin = -memory.ctypes.data % ALIGNMENT
    buffer: NDArray[Any] = memory[begin : begin + size].view(kind).reshape(shape)
    return buffer


class VectorEnv(GymnasiumVectorEnv):
    """Many games of one kind, stepped together; the options of the game are given by name: `players=3`."""

    metadata = METADATA

    def __init__(
        self,
        name: str,
        num_envs: int,
        *,
        threads: int | None = None,
        window: int | None = None,
        observe: bool = True,
        masks: bool = True,
        **options: object,
    ) -> None:
        """`threads`: all processors unless said otherwise; `window`: see `docs/envs.md`.

        Without `observe` there are no planes and numbers, without `masks` no action mask, and steps are quicker.
        """
        self.num_envs = count = whole_number(num_envs, _("the number of games"), least=1)
        self.game = game(name, **options)
        self.space = learning_space(self.game, window)
        spec = self.game.spec
        setup = spec.setup(self.game.options)
        self.seats = spec.seats(setup)  # their names in the order of play
        self.num_players = len(self.seats)
        self.threads = min(count, _processors(count) if threads is None else whole_number(threads, _("threads"), least=1))

        kind = spec.state_type(setup)
        self._states = aligned((count,), kind)
        self._halves = aligned((count,), np.int64)
        self._seeds, self._shuffles, self._choices = (aligned((count,), np.uint64) for _word in range(3))
        self._setups = np.array([[setup, setup]] * self.threads, setup.dtype)
        self._views = aligned((self.threads, 1), kind)
        self._actions, self._picks, self.current_player = (aligned((count,), np.int32) for _number in range(3))
        self._rewards = aligned((count, self.num_players), np.float32)
        self._terminations, self._truncations, self._illegal = (aligned((count,), np.bool_) for _flag in range(3))
        self._scores = aligned((count, self.num_players, len(spec.score_parts)), np.int32)
        seen = count if observe else 0
        self._planes = aligned((seen, *self.space.plane_shape), np.uint8)
        self._numbers = aligned((seen, self.space.number_count), np.uint8)
        self._masks = aligned((count if masks else 0, self.space.action_count), np.uint8)
        shown = {"planes": self._planes, "numbers": self._numbers, "action_mask": self._masks.view(np.int8)}
        self._observations = {what: buffer for what, buffer in shown.items() if len(buffer)}

        self._slices = [slice(count * part // self.threads, count * (part + 1) // self.threads) for part in range(self.threads)]
        self._pool = self._helpers()
        self._are_kernels_loaded = False
        self._is_ready = False  # dealt, and not interrupted since
        self._sow(secrets.randbits(64))

    # ------------------------------------------------------------ playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, dict[str, Any]]:
        """Begin all games anew: those of the seed, else such as have not been played yet."""
        self._check_open()
        if options:
            raise OptionError(_("a reset has no options: those of the game are chosen when the environment is made"))
        given = None if seed is None else whole_number(seed, _("a seed"), least=0)
        self._settle()
        if given is not None:
            self._sow(given)
        return self._begin(self._deal)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do one action in each game: observations, rewards [games, seats], terminations, truncations and infos.

        Rewards are 0 until a game ends. Then a seat of n gets (n * share - 1) / (n - 1), share being its part of the win: 1, 0
        or -1 with two players. An illegal action ends the game: who did it gets -1, and the others share 1. A game whose
        window leaves nothing to do is truncated, with 0 for all. `infos["scores"]` [games, seats, parts] are the scores of
        games that have ended, 0 elsewhere; `infos["illegal"]` [games] says where an illegal action was the end.
        """
        self._check_open()
        if not self._is_ready:
            raise BottegaError(_("there are no games to go on with, or a step was interrupted: call reset"))
        self._actions[:] = self._checked(actions)
        self._share(self._step)
        return self._observations.copy(), self._rewards, self._terminations, self._truncations, self._infos()

    def random_actions(self) -> NDArray[np.int32]:
        """A random legal action for each game; the same ones until the next step, which may be given this very buffer."""
        return self._picks

    def _sow(self, seed: int) -> None:
        """Give each game random numbers of its own."""
        np.add(np.arange(self.num_envs, dtype=np.uint64), np.uint64(seed % 2**64), out=self._shuffles)
        np.invert(self._shuffles, out=self._choices)  # far away on the same long cycle of random numbers

    def _begin(self, work: Callable[[int], None]) -> tuple[Observations, dict[str, Any]]:
        if not self._are_kernels_loaded:
            self._load_kernels()
        for buffer in (self._rewards, self._terminations, self._truncations, self._illegal, self._scores):
            buffer[...] = 0
        self._share(work)
        return self._observations.copy(), self._infos()

    def _infos(self) -> dict[str, Any]:
        return {"scores": self._scores, "illegal": self._illegal, "current_player": self.current_player}

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            given = np.array(None)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BottegaError(
                _("actions are {count} whole numbers, one for each game, not {kind} of shape {shape}").format(
                    count=self.num_envs, kind=given.dtype, shape=given.shape
                )
            )
        wrong = (given < 0) | (given >= self.space.action_count)
        if wrong.any():
            place = int(wrong.argmax())
            raise BottegaError(
                _("an action is a number from 0 to {last}, not {action} as in game {game}").format(
                    last=self.space.action_count - 1, action=given[place], game=place
                )
            )
        return given

    # ------------------------------------------------------------ threads

    def _share(self, work: Callable[[int], None]) -> None:
        """Each thread does its slice of the games. Whoever is interrupted here does not know how far the others came."""
        self._is_ready = False
        others = [self._pool.submit(work, part) for part in range(1, self.threads)]
        work(0)
        for other in others:
            other.result()
        self._is_ready = True

    def _load_kernels(self) -> None:
        """Do everything with no games at all: Ctrl-C while several threads want to load kernels can leave Numba locked."""
        slices, self._slices = self._slices, [slice(0, 0)]
        try:
            self._deal(0)
            self._step(0)
        finally:
            self._slices = slices
        self._are_kernels_loaded = True

    def _settle(self) -> None:
        """Before games are replaced: threads that an interrupted step has left at work finish it."""
        if not self._is_ready:
            self._pool.shutdown()
            self._pool = self._helpers()
        self._is_ready = False

    def _helpers(self) -> ThreadPoolExecutor:
        """The threads beside the one that calls; they start when there is something to do."""
        return ThreadPoolExecutor(max(1, self.threads - 1), thread_name_prefix="bottega-games")

    def _step(self, part: int) -> None:
        own = self._slices[part]
        batch.step(
            self._states[own],
            self._halves[own],
            self._setups[part],
            self._seeds[own],
            self._shuffles[own],
            self._choices[own],
            self.space.window,
            self._actions[own],
            self._rewards[own],
            self._terminations[own],
            self._truncations[own],
            self._illegal[own],
            self._scores[own],
            self.current_player[own],
            self._picks[own],
            self._planes[own],
            self._numbers[own],
            self._masks[own],
            self._views[part],
        )

    def _deal(self, part: int) -> None:
        own = self._slices[part]
        states, halves, count = self._states[own], self._halves[own], own.stop - own.start
        batch.deal(states, halves, self._setups[part], self._seeds[own], self._shuffles[own], 0, count)
        batch.choose(states, halves, self.space.window, self._choices[own], self._picks[own], 0, count)
        self._look(part)

    def _look(self, part: int) -> None:
        own = self._slices[part]
        seen = self.current_player[own], self._planes[own], self._numbers[own], self._masks[own], self._views[part]
        batch.look(self._states[own], self._halves[own], self.space.window, *seen, 0, own.stop - own.start)

    # ------------------------------------------------------------ spaces

    @cached_property
    def single_observation_space(self) -> "spaces.Dict":  # type: ignore[override]  # made when asked for
        """What the seat to decide in one game sees."""
        self._check_gymnasium()
        high = np.broadcast_to(self.space.plane_scale().astype(np.uint8), self.space.plane_shape)
        shown: dict[str, spaces.Space[Any]] = {
            "planes": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "numbers": spaces.Box(np.uint8(0), self.space.number_scale().astype(np.uint8), dtype=np.uint8),
            "action_mask": spaces.MultiBinary(self.space.action_count),
        }
        return spaces.Dict({what: shown[what] for what in self._observations})

    @cached_property
    def single_action_space(self) -> "spaces.Discrete":  # type: ignore[override]
        self._check_gymnasium()
        return spaces.Discrete(self.space.action_count)

    @cached_property
    def observation_space(self) -> "spaces.Space[Any]":  # type: ignore[override]  # with four times the memory of the buffers
        single = self.single_observation_space
        return batch_space(single, self.num_envs)

    @cached_property
    def action_space(self) -> "spaces.Space[Any]":  # type: ignore[override]
        single = self.single_action_space
        return batch_space(single, self.num_envs)

    def _check_gymnasium(self) -> None:
        if not find_spec("gymnasium"):
            raise BottegaError(_("spaces are made by Gymnasium, which is not here: pip install 'bottega[envs]'"))

    # ------------------------------------------------------------ looking closer

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """[games] with which `bottega.game(...).start` begins the games that are being played."""
        return self._seeds.copy()

    def state(self, index: int) -> State:
        """A copy of the record of one game."""
        if not 0 <= index < self.num_envs:
            raise BottegaError(_("games have numbers from 0 to {last}, not {index}").format(last=self.num_envs - 1, index=index))
        copy: State = self._states[index : index + 1].copy()[0]
        return copy

    def position(self, index: int) -> Position:
        """A position to look at: `env.position(3).svg()`. How it came about is not known."""
        return Position(self.game.spec, self.seats, self.state(index), options=None)

    def save(self) -> dict[str, NDArray[Any]]:
        """A copy of all games; `np.savez` takes it."""
        return {what: getattr(self, f"_{what}").copy() for what in KEPT}

    def load(self, saved: Mapping[str, NDArray[Any]]) -> tuple[Observations, dict[str, Any]]:
        """Go on with games as `save` gave them. What the arrays hold is trusted."""
        self._check_open()
        for what in KEPT:
            own, given = getattr(self, f"_{what}"), saved.get(what)
            if given is None or given.shape != own.shape or given.dtype != own.dtype:
                raise BottegaError(
                    _("these are not {count} games of {game}").format(count=self.num_envs, game=self.game.spec.title)
                )
        self._settle()
        for what in KEPT:
            getattr(self, f"_{what}")[...] = saved[what]
        return self._begin(self._look)

    # ------------------------------------------------------------ closing

    def close(self, **_choices: Any) -> None:
        """Let the threads go. The buffers stay as they are."""
        self._pool.shutdown()
        self.closed = True

    def _check_open(self) -> None:
        if self.closed:
            raise BottegaError(_("this environment is closed: make another one"))

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_reason: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.spec.name!r}, {self.num_envs})"


def _processors(count: int) -> int:
    """How many threads so many games are worth."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(available, count // LEAST_SHARE))
