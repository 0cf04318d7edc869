"""Steps a second in many games at once, beside other libraries of games on the same machine: prints one table.

    python bench/envs.py                  everything, in about five minutes
    python bench/envs.py --only pgx       the rows whose line contains this text, and ours

Everybody plays random legal actions, begins a new game when one has ended, and is measured twice: without observations, and
with those of the seat to decide. Ours go through `bottega.envs.vector` and, for comparison, through PettingZoo. The others are
used as their documentation says: `pyspiel` and PettingZoo step one game in one thread, pgx a batch that XLA compiles for all
processors. Loading and compiling do not count. What is not installed is said to be so: `pip install 'bottega[peers]'`.

Games differ, and so does the work of a step: cells of the board and numbered actions stand beside each of them. The ratios say
how many times as many steps ours makes as the game of that line: the one of ours with the smallest board that is not smaller,
or the largest one.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bottega.bench import RUNS, machine
from bottega.envs.vector import VectorEnv
from bottega.errors import BottegaError
from bottega.games import GAMES

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

#: Steps a second that were asked for, without and with observations.
GOALS = {"firenze": (2e6, 150e3), "toscana": (1e6, 150e3), "florentine": (1e6, 150e3)}
OPEN_SPIEL = (
    ("go(board_size=19)", 361),
    ("go(board_size=9)", 81),
    ("havannah(board_size=8)", 169),
    ("y(board_size=19)", 190),
    ("hex(board_size=11)", 121),
    ("amazons", 100),
    ("quoridor", 81),
    ("chess", 64),
    ("othello", 64),
    ("breakthrough", 64),
    ("connect_four", 42),
)
PETTING_ZOO = (("go_v5", 361), ("chess_v6", 64), ("connect_four_v3", 42), ("tictactoe_v3", 9))
PGX = (("go_19x19", 361), ("hex", 121), ("go_9x9", 81), ("chess", 64), ("othello", 64))
PGX_GAMES = 256  # at once: more did not make it faster
PGX_STEPS = 4  # in one call
OURS = "bottega.envs.vector"
NOT_HERE = "not installed: pip install 'bottega[peers]'"


@dataclass(frozen=True)
class Contest:
    """One line of the table: whoever plays steps of some game as fast as it can."""

    library: str
    game: str
    cells: int
    #: Given whether observations are wanted: what plays some steps and says how many, and the number of actions of the game.
    begin: Callable[[bool], tuple[Callable[[], int], int]]
    threads: int | None = 1  # None: it knows best
    goals: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        return f"{self.library:24}{self.game:24}"


def rate(go: Callable[[], int], seconds: float) -> float:
    """Steps a second: the median of some runs that take so many seconds in all, after one that does not count."""
    go()
    rates = []
    for _run in range(RUNS):
        steps, begin = 0, time.perf_counter()
        while (took := time.perf_counter() - begin) < seconds / RUNS:
            steps += go()
        rates.append(steps / took)
    return statistics.median(rates)


# ---------------------------------------------------------------- ours


def vector(name: str, games: int, threads: int, is_seen: bool) -> tuple[Callable[[], int], int]:
    env = VectorEnv(name, games, threads=threads, observe=is_seen, masks=is_seen)
    env.reset(seed=1)

    def go() -> int:
        for _step in range(10):
            env.step(env.random_actions())
        return 10 * games

    for _step in range(20):
        go()  # until games of all ages are among them
    return go, env.space.action_count


def ours(games: int) -> Iterator[Contest]:
    available = VectorEnv(GAMES[0], 10**4, observe=False, masks=False).threads
    for threads in sorted({1, available}, reverse=True):
        for name in GAMES:
            space = VectorEnv(name, 1).space
            goals = GOALS.get(name) if threads == available else None
            yield Contest(OURS, name, space.height * space.width, partial(vector, name, games, threads), threads, goals)


# ---------------------------------------------------------------- the others


def petting_zoo(module: str, is_seen: bool) -> tuple[Callable[[], int], int]:
    env = import_module(module).env()
    env.reset(seed=1)

    def go() -> int:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            seen, _reward, is_terminated, is_truncated, _info = env.last()
            if is_terminated or is_truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                steps += 1
        return steps

    return go, int(env.action_space(env.possible_agents[0]).n)


def open_spiel(name: str, is_seen: bool) -> tuple[Callable[[], int], int]:
    game = import_module("pyspiel").load_game(name)
    numbers = random.Random(1)

    def go() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if is_seen:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(numbers.choice(state.legal_actions()))
            steps += 1
        return steps

    return go, game.num_distinct_actions()


def pgx(name: str, is_seen: bool) -> tuple[Callable[[], int], int]:
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    env = import_module("pgx").make(name)
    step = jax.vmap(import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init))

    def bare(state: Any) -> Any:
        """What is not kept is not computed: XLA leaves it out."""
        return state if is_seen else state.replace(observation=jnp.zeros((PGX_GAMES, 0)))

    def one(_step: int, table: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = table
        key, for_actions, for_games = jax.random.split(key, 3)
        actions = jax.random.categorical(for_actions, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return bare(step(state, actions, jax.random.split(for_games, PGX_GAMES))), key

    many = jax.jit(lambda table: jax.lax.fori_loop(0, PGX_STEPS, one, table))
    key = jax.random.PRNGKey(1)
    tables = [(bare(jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_GAMES))), key)]

    def go() -> int:
        tables[0] = jax.block_until_ready(many(tables[0]))
        return PGX_GAMES * PGX_STEPS

    go()
    return go, env.num_actions


def others() -> Iterator[Contest]:
    for name in GAMES:
        cells = VectorEnv(name, 1).space.height * VectorEnv(name, 1).space.width
        yield Contest("bottega.envs.pettingzoo", name, cells, partial(petting_zoo, f"bottega.envs.pettingzoo.{name}_v0"))
    for name, cells in OPEN_SPIEL:
        yield Contest("OpenSpiel (pyspiel)", name, cells, partial(open_spiel, name))
    for name, cells in PETTING_ZOO:
        yield Contest("PettingZoo", name, cells, partial(petting_zoo, f"pettingzoo.classic.{name}"))
    for name, cells in PGX:
        yield Contest(f"pgx, {PGX_GAMES} games", name, cells, partial(pgx, name), None)


# ---------------------------------------------------------------- buffers


def address_in_torch(buffer: Any) -> int:
    return int(import_module("torch").from_numpy(buffer).data_ptr())


def address_in_jax(buffer: Any) -> int:
    return int(import_module("jax").dlpack.from_dlpack(buffer, copy=False).unsafe_buffer_pointer())


def shared_with(library: str, address: Callable[[Any], int]) -> str:
    """Whether our buffers are theirs without a copy: all of them begin where they did."""
    with VectorEnv("toscana", 64) as env:
        env.reset(seed=1)
        seen, *results, infos = env.step(env.random_actions())
        buffers = [*seen.values(), *results, *infos.values(), env.random_actions()]
        try:
            is_shared = all(address(buffer) == buffer.ctypes.data for buffer in buffers)
        except ImportError:
            return f"{library}: {NOT_HERE}"
    return f"{library} {'takes all buffers without a copy' if is_shared else 'copies buffers'}"


# ---------------------------------------------------------------- the table


def comparable(contest: Contest, found: dict[Contest, list[float]]) -> Contest:
    """Ours with the smallest board that is not smaller, else with the largest one."""
    by_size = sorted((own for own in found if own.goals), key=lambda own: own.cells)
    return next((own for own in by_size if own.cells >= contest.cells), by_size[-1])


def line(contest: Contest, actions: int, found: dict[Contest, list[float]]) -> str:
    """The figures; then, for ours, how they stand to what was asked for, and for the others how ours stand to them."""
    rates = found[contest]
    text = f"{contest.name}{contest.cells:>6}{actions:>9}{contest.threads or 'all':>9}"
    text += "".join(f"{steps:>16,.0f}" for steps in rates)
    if contest.goals:
        return (
            text + "".join(f"{steps / goal:>13.1f} x" for steps, goal in zip(rates, contest.goals, strict=True)) + "  of the goal"
        )
    if contest.library == OURS:
        return text
    own = comparable(contest, found)
    ratios = "".join(f"{ours / steps:>13,.1f} x" for ours, steps in zip(found[own], rates, strict=True))
    return f"{text}{ratios}  {own.game}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure, roughly (usual: 3)")
    parser.add_argument("--games", type=int, default=1024, help="that we play at once (usual: 1024)")
    parser.add_argument("--only", default="", help="leave out the rows of other libraries without this text")
    given = parser.parse_args()
    print(f"{machine()}, load {os.getloadavg()[0]:.1f}")
    print(f"{'':72}{'steps a second':>32}{'ours makes':>30}")
    kinds = f"{'without':>16}{'with observ.':>16}{'without':>15}{'with':>15}"
    print(f"{'library':24}{'game':24}{'cells':>6}{'actions':>9}{'threads':>9}{kinds}", flush=True)
    contests = [*ours(given.games), *(contest for contest in others() if given.only in contest.name)]
    found: dict[Contest, list[float]] = {}
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    )
    task = bar.add_task("", total=2 * len(contests))
    for contest in contests:
        rates, actions = [], 0
        with bar:  # gone before the line is printed
            bar.update(task, description=f"{contest.library} {contest.game}")
            try:
                for is_seen in (False, True):
                    go, actions = contest.begin(is_seen)
                    rates.append(rate(go, given.seconds))
                    bar.advance(task)
            except ImportError:
                bar.advance(task, 2)
        if rates:
            found[contest] = rates
        print(line(contest, actions, found) if rates else f"{contest.name}{NOT_HERE}", flush=True)
    for library, address in (("PyTorch", address_in_torch), ("JAX", address_in_jax)):
        print(shared_with(library, address))


if __name__ == "__main__":
    try:
        main()
    except BottegaError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
