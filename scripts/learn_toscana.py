"""Teaches `bottega.games.toscana.judgement` how games end: plays games, and fits the network to them.

    python scripts/learn_toscana.py play FOLDER --games 30000    positions and how games from them end, on all cores
    python scripts/learn_toscana.py fit FOLDER                   writes judgement.npz; run the tests, and match old against new

A game begins with moves that a search might look at, good ones and odd ones, as many as chance wants; from there two players
search for every move. So the network sees positions as simulations meet them. A tenth of the games is left out of the fit and
says how surprised the network is by them: the mean logarithm of the chance that it gave to what happened.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bottega.games import spec
from bottega.games.toscana.judgement import LAYERS, WEIGHTS_FILE
from bottega.games.toscana.layout import BANDS, DUTCH, PIATNIK, SETUP, STATE
from bottega.games.toscana.outlook import NUMBERS, WORKING, look
from bottega.kernels import (
    Ints,
    Random,
    State,
    allocating_kernel,
    is_over,
    kernel,
    moves,
    pick_well,
    play,
    random_below,
    random_numbers,
    scores,
    start,
    view,
)
from bottega.kernels import seat as seat_of
from bottega.search.growing import Scratch, new_scratch
from bottega.search.mcts import HIDDEN_FROM_ALL, simulate
from bottega.search.settings import Settings
from bottega.search.tree import NO_NODE, ROOT, Tree, clear, new_tree

BATCH = 500  # games in a file
LOOSE = 60  # simulations for a move of the beginning
LONGEST = 200  # moves
LEFT_OUT = 10  # one game of so many

# ---------------------------------------------------------------- playing


@kernel
def _child(tree: Tree, random: Random, surely_best: bool) -> int:
    """The most visited child of the root, or any one in proportion to its visits."""
    total, best = 0, NO_NODE
    child = int(tree.first[ROOT])
    while child != NO_NODE:
        total += int(tree.visits[child])
        if best == NO_NODE or tree.visits[child] > tree.visits[best]:
            best = child
        child = int(tree.next[child])
    if surely_best:
        return best
    skip = random_below(random, total)
    child = int(tree.first[ROOT])
    while skip >= tree.visits[child]:
        skip -= int(tree.visits[child])
        child = int(tree.next[child])
    return child


@kernel
def _think(
    tree: Tree, scratch: Scratch, state: State, views: NDArray[Any], settings: NDArray[Any], random: Random, simulations: int
) -> None:
    view(state, seat_of(state), views[0])
    clear(tree)
    simulate(tree, scratch, views, settings, random, simulations, HIDDEN_FROM_ALL)


@kernel
def _begin(
    tree: Tree, scratch: Scratch, state: State, views: NDArray[Any], settings: NDArray[Any], random: Random, listed: Ints
) -> None:
    """Make the first moves: none, or up to 43 that a search might look at; the last ones, or all, with less care."""
    care = random_below(random, 4)
    length = 0 if random_below(random, 5) == 0 else random_below(random, 44)
    careless = random_below(random, 3)
    for done in range(length):
        if is_over(state):
            return
        odd = care == 0 or (care == 1 and random_below(random, 5) == 0) or done >= length - careless
        if odd or moves(state, listed) == 1:
            play(state, pick_well(state, random, 1 + random_below(random, 4)))
        else:
            _think(tree, scratch, state, views, settings, random, LOOSE)
            play(state, int(tree.move[_child(tree, random, False)]))


@kernel
def _play_game(
    tree: Tree,
    scratch: Scratch,
    states: NDArray[Any],
    views: NDArray[Any],
    settings: NDArray[Any],
    random: Random,
    simulations: int,
    listed: Ints,
    rows: NDArray[Any],
    score: Ints,
) -> int:
    """Play a game from `states[0]`, keep the positions after its beginning in `rows`, and count them."""
    state = states[0]
    _begin(tree, scratch, state, views, settings, random, listed)
    count = 0
    while not is_over(state):
        rows[count] = state
        count += 1
        if moves(state, listed) == 1:
            play(state, int(listed[0]))
        else:
            _think(tree, scratch, state, views, settings, random, simulations)
            play(state, int(tree.move[_child(tree, random, True)]))
    scores(state, score)
    return count


def play_batch(folder: Path, batch: int, simulations: int) -> None:
    """Play the games of a file that is not there yet; the file holds positions, final scores, and which game they are of."""
    path = folder / f"games-{batch:05}.npz"
    if path.exists():
        return
    random, tree = random_numbers(batch), new_tree(2**26)
    settings = Settings(**spec("toscana").search).record()
    states, views, setups = np.zeros(1, STATE), np.zeros(1, STATE), np.zeros(1, SETUP)
    scratch, listed = new_scratch(states.dtype, 2, 1, 1 << 13), np.zeros(1 << 13, np.int32)
    rows, score = np.zeros(LONGEST, STATE), np.zeros((2, 1), np.int32)
    kept, ends, games = [], [], []
    for number in range(BATCH):
        setups[:] = 0
        setups["edition"] = DUTCH if number % 8 == 0 else PIATNIK
        start(states[0], setups[0], random)
        count = _play_game(tree, scratch, states, views, settings, random, simulations, listed, rows, score)
        kept.append(rows[:count].copy())
        ends.append(np.repeat(score.T, count, axis=0).astype(np.int8))
        games.append(np.full(count, batch * BATCH + number))
    half_done = path.with_suffix(".part.npz")
    np.savez_compressed(half_done, rows=np.concatenate(kept), res=np.concatenate(ends), gid=np.concatenate(games))
    half_done.rename(path)


def play_all(folder: Path, games: int, simulations: int) -> None:
    """Play on all cores; files that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        runs = [processes.submit(play_batch, folder, batch, simulations) for batch in range(-(-games // BATCH))]
        for run in track(as_completed(runs), "Playing", total=len(runs)):
            run.result()


# ---------------------------------------------------------------- fitting


@allocating_kernel
def _look_at_all(rows: NDArray[Any], out: NDArray[np.float32]) -> None:
    memory = np.zeros((WORKING, BANDS + 2), np.uint64)
    for index in range(rows.shape[0]):
        look(rows[index], memory, False, out[index])


def load(paths: list[Path]) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]]:
    """The numbers of all positions; what came of them (who won, lead and sum of the points); the games they are of."""
    numbers, ends, games = [], [], []
    for path in track(paths, "Looking"):
        with np.load(path) as file:
            rows, points, game = file["rows"].astype(STATE), file["res"].astype(np.float32), file["gid"]
        seen = np.zeros((len(rows), NUMBERS), np.float32)
        _look_at_all(rows, seen)
        mover = rows["turn"].astype(int)
        index = np.arange(len(rows))
        lead = points[index, mover] - points[index, 1 - mover]
        numbers.append(seen)
        ends.append(np.stack([(np.sign(lead) + 1) / 2, lead, points.sum(axis=1)], axis=1).astype(np.float32))
        games.append(game + len(games) * 10**7)  # the games of other files are other games
    return np.concatenate(numbers), np.concatenate(ends), np.concatenate(games)


Layers = list[NDArray[np.float32]]  # weights and biases in turn


def run(layers: Layers, inputs: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """What comes out of each layer, the inputs first."""
    values = [inputs]
    for layer in range(LAYERS):
        out = values[-1] @ layers[2 * layer] + layers[2 * layer + 1]
        values.append(np.maximum(out, 0) if layer < LAYERS - 1 else out)
    return values


#: How much the errors of points weigh beside those of chances, and in which units they are learned
POINTS_WEIGHT = 0.02
UNITS = np.array([1.0, 3.0, 10.0], np.float32)


def surprise(odds: NDArray[np.float32], won: NDArray[np.float32]) -> float:
    return float(np.mean(np.logaddexp(0, odds) - won * odds))


def fit(folder: Path, hidden: tuple[int, int], epochs: int, batch: int = 1024, rate: float = 4e-3, seed: int = 0) -> None:
    """Fit the network by Adam, the rate of learning rising and falling once, and write its weights."""
    numbers, ends, games = load(sorted(folder.glob("*.npz")))
    left_out = games % LEFT_OUT == 3
    scale = np.maximum(numbers.std(axis=0), 1e-3) + np.maximum(numbers.mean(axis=0), 1e-3)
    inputs, goals = numbers / scale, ends / UNITS
    known, unknown = np.flatnonzero(~left_out), np.flatnonzero(left_out)
    chance = np.random.default_rng(seed)
    sizes = (NUMBERS, *hidden, len(UNITS))
    layers: Layers = []
    for fan, size in pairwise(sizes):
        layers += [(chance.standard_normal((fan, size)) / np.sqrt(fan)).astype(np.float32), np.zeros(size, np.float32)]
    layers[-1][1:] = goals[known, 1:].mean(axis=0)
    mean, square = [np.zeros_like(layer) for layer in layers], [np.zeros_like(layer) for layer in layers]
    steps = epochs * (len(known) // batch)
    for step in track(range(steps), "Fitting"):
        if step % (len(known) // batch) == 0:
            order = chance.permutation(known)
        chosen = order[step % (len(known) // batch) * batch :][:batch]
        values = run(layers, inputs[chosen])
        error = values[-1] - goals[chosen]
        error[:, 0] = 1 / (1 + np.exp(-values[-1][:, 0])) - goals[chosen, 0]
        error[:, 1:] *= 2 * POINTS_WEIGHT
        error /= batch
        slopes: Layers = []
        for layer in reversed(range(LAYERS)):
            slopes[:0] = [values[layer].T @ error, error.sum(axis=0)]
            error = (error @ layers[2 * layer].T) * (values[layer] > 0)
        now = (step + 1) / steps
        speed = rate * (now / 0.3 if now < 0.3 else 0.5 + 0.5 * np.cos(np.pi * (now - 0.3) / 0.7))
        for place, slope in enumerate(slopes):
            mean[place] += 0.1 * (slope - mean[place])
            square[place] += 0.001 * (slope * slope - square[place])
            change = mean[place] / (1 - 0.9 ** (step + 1)) / (np.sqrt(square[place] / (1 - 0.999 ** (step + 1))) + 1e-8)
            layers[place] -= (speed * (change + 1e-4 * layers[place])).astype(np.float32)
    for name, chosen in (("fitted", known[: len(unknown)]), ("left out", unknown)):
        out = run(layers, inputs[chosen])[-1]
        lead = np.sqrt(np.mean((out[:, 1] * UNITS[1] - ends[chosen, 1]) ** 2))
        print(
            f"{name}: {len(chosen)} positions, surprise {surprise(out[:, 0], ends[chosen, 0]):.4f}, lead off by {lead:.2f} points"
        )
    layers[0] /= scale[:, None]
    layers[-2] *= UNITS
    layers[-1] *= UNITS
    named = {
        f"{name}{layer}": layers[2 * layer + part] for layer in range(LAYERS) for part, name in enumerate(("weights", "bias"))
    }
    np.savez_compressed(WEIGHTS_FILE, **{name: values.astype(np.float16) for name, values in named.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("folder", type=Path, help="where the games are")
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--simulations", type=int, default=300, help="for each move")
    parser.add_argument("--epochs", type=int, default=14)
    given = parser.parse_args()
    if given.what == "play":
        play_all(given.folder, given.games, given.simulations)
    elif not any(given.folder.glob("*.npz")):
        parser.error(f"there are no games in {given.folder}: play some first")
    else:
        fit(given.folder, (64, 32), given.epochs)


if __name__ == "__main__":
    main()
