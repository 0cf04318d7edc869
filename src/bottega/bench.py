"""How fast the kernels are, on one core of this machine."""

import os
import platform
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bottega.game import Game
from bottega.kernels import random_numbers
from bottega.walks import random_games

RUNS = 5  # the median of them is reported: machines are noisy


@dataclass(frozen=True)
class Playouts:
    """The speed of random games."""

    game: str
    options: dict[str, str]
    playouts_per_second: float
    moves_per_second: float


def measure_playouts(game: Game, seconds: float = 3.0, seed: int = 0) -> Playouts:
    """Play random games, shuffled and scored, for about that long, compiling not counted."""
    setup = game.spec.setup(game.options)
    setups = np.array([setup], setup.dtype)
    states = np.zeros(1, game.spec.state_type(setup))
    totals = np.zeros((len(game.spec.seats(setup)), len(game.spec.score_parts)), np.int32)
    random = random_numbers(seed)

    def run(games: int) -> tuple[float, int]:
        totals[:] = 0
        begin = time.perf_counter()
        moves = random_games(states, setups, random, games, totals)
        return time.perf_counter() - begin, moves

    run(1)
    games = 100
    while (took := run(games)[0]) < seconds / RUNS / 4:
        games *= 2
    games = max(1, int(games * seconds / RUNS / took))
    runs = [run(games) for _run in range(RUNS)]
    return Playouts(
        game.spec.name,
        game.options,
        statistics.median(games / took for took, _moves in runs),
        statistics.median(moves / took for took, moves in runs),
    )


def machine() -> str:
    """One line about this machine, to be printed with every figure."""
    import numba

    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass  # not Linux, or a processor without a name there
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, Numba {numba.__version__}"
