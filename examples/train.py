"""Teach a machine one of the three games, from nothing, in two minutes: a worked example for `bottega.envs.vector`.

    python examples/train.py toscana                      train for two minutes; then a test, a plot and a saved model
    python examples/train.py firenze --batches 3          so many batches of games instead: by seed always the same model
    python examples/train.py toscana --play learned/toscana.npz     no training: test a saved model

The method is approximate policy iteration with linear functions. A batch has four steps:

1. *Play* a thousand games at once: in the first batch everything at random, later the learner against `random`, in every
   second game from seat 0. Now and then the learner tries a random action.
2. *Describe* what the learner did: what lies around the piece, and a few numbers (`patches.py`).
3. *Regress* what the games brought on these descriptions: ridge regression, one for each kind of action. That estimates what
   an action is worth: how well games go in which it is done.
4. *Improve*: from now on the learner does what is worth most.

On two cores it wins more than 99% of the games over `random` in Firenze, 92% in Toscana and 95% in Florentine Dominoes, in less
time than that: docs/envs.md has the figures.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import blas  # noqa: F401  # before NumPy
import numpy as np
from learner import Learner, Rate
from patches import LOOKS
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bottega.envs.vector import VectorEnv
from bottega.errors import BottegaError

CURIOSITY = 0.2  # how often the learner tries a random action
SEEDS = 2**32  # games that belong to one seed of this program; the last of them are for tests
PICTURE_SIZE = (7, 4)  # inches


def train(learner: Learner, arguments: argparse.Namespace, test_env: VectorEnv, console: Console) -> list[Rate]:
    """Batch after batch until there are enough, time is up, or somebody presses Ctrl-C; all complete batches count."""
    begin, limit = time.monotonic(), 60 * arguments.minutes
    rates: list[Rate] = []
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("left:"), TimeRemainingColumn()
    with VectorEnv(learner.name, arguments.games) as env, Progress(*columns, console=console) as progress:
        bar = progress.add_task("batch 1", total=1)

        def tick() -> None:
            seconds = time.monotonic() - begin
            progress.update(bar, completed=max(seconds / limit, len(rates) / arguments.batches))
            if seconds > limit:
                raise TimeoutError

        try:
            while len(rates) < arguments.batches:
                seed = arguments.seed * SEEDS + len(rates) * arguments.games
                learner.learn(learner.play(env, seed, CURIOSITY if rates else 1.0, tick))
                rates.append(learner.test(test_env, (arguments.seed + 1) * SEEDS - 2 * arguments.test, time.monotonic() - begin))
                progress.update(bar, description=f"batch {len(rates)}: wins {rates[-1].score:.1%}")
                if not console.is_terminal:  # a log has no use for a bar
                    console.print(progress.tasks[0].description)
                tick()
        except TimeoutError:
            pass
        except KeyboardInterrupt:
            console.print("Stopped: what was learned so far is tested and kept.")
    return rates


def plot(rates: list[Rate], final: Rate, title: str, path: Path) -> None:
    """Draw the win rate over time, with intervals."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BottegaError("the plot needs matplotlib: pip install 'bottega[arena]'") from None
    figure = Figure(figsize=PICTURE_SIZE, layout="constrained")
    axes = figure.subplots()
    for label, some in {"after each batch": rates, "fresh games": [final]}.items():
        seconds, scores, lows, highs = (np.array(column) for column in zip(*some, strict=True))
        axes.errorbar(seconds, scores, (scores - lows, highs - scores), fmt="o-", capsize=3, label=label)
    axes.axhline(0.5, color="grey", linestyle=":")
    axes.set(title=title, xlabel="seconds", ylabel="win rate over random, 95% interval", ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path)


def above_zero(kind: Callable[[str], float]) -> Callable[[str], float]:
    """Reads an argument of the command that is a number above 0."""

    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = 0
        if not 0 < number < SEEDS / 4:
            raise argparse.ArgumentTypeError(f"a {'whole ' if kind is int else ''}number above 0, please, not {text!r}")
        return number

    return read


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    teaching = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=teaching, allow_abbrev=False)
    number, whole = above_zero(float), above_zero(int)
    parser.add_argument("game", choices=LOOKS, help="which game to learn, with two players")
    parser.add_argument("--minutes", type=number, help="train for so long (2 unless --batches are given)")
    parser.add_argument("--batches", type=whole, default=math.inf, help="train with so many batches of games")
    parser.add_argument("--games", type=whole, default=1000, metavar="N", help="games in a batch (%(default)s)")
    parser.add_argument("--test", type=whole, default=1000, metavar="N", help="games in a test (%(default)s)")
    parser.add_argument("--seed", type=whole, default=1, help="chance: all games follow from it (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path("learned"), metavar="FOLDER", help="for model and plot (%(default)s)")
    parser.add_argument("--play", type=Path, metavar="MODEL", help="no training: test this saved model")
    arguments = parser.parse_args(words)
    if arguments.minutes is None:
        arguments.minutes = 2 if arguments.batches == math.inf else math.inf
    return arguments


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Train, test, save and plot; or load and test."""
    rates: list[Rate] = []
    learner = Learner.load(arguments.play, arguments.game) if arguments.play else Learner(arguments.game)
    with VectorEnv(arguments.game, arguments.test) as test_env:
        begin = time.monotonic()
        if not arguments.play:
            rates = train(learner, arguments, test_env, console)
            if not rates:
                raise BottegaError("there was no time for a single batch: give it more --minutes, or fewer --games")
            arguments.out.mkdir(parents=True, exist_ok=True)
            learner.save(arguments.out / f"{arguments.game}.npz")
        # Fresh games: the same ones for a model that was just trained and for the same model loaded again.
        final = learner.test(test_env, (arguments.seed + 1) * SEEDS - arguments.test, time.monotonic() - begin)
    said = f"{final.score:.1%} of {arguments.test} games (95% interval: {final.low:.1%} to {final.high:.1%})"
    print(f"{test_env.game.spec.title}: wins {said} against random")
    if not arguments.play:
        print(f"The model is in {arguments.out / arguments.game}.npz")
        plot(rates, final, f"{test_env.game.spec.title}, seed {arguments.seed}", arguments.out / f"{arguments.game}.png")
        print(f"The plot is in {arguments.out / arguments.game}.png")


def main(words: list[str] | None = None) -> int:
    console = Console(stderr=True)
    try:
        run(read_arguments(words), console)
    except (BottegaError, OSError, MemoryError) as error:
        console.print(str(error), style="red", markup=False, highlight=False, soft_wrap=True)
        return 1
    except KeyboardInterrupt:  # once more, after the training
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
