"""Teaches `bottega.games.toscana.glance` which placements look good, from positions of the games of `learn_toscana.py play`.

    python scripts/learn_toscana_glance.py FOLDER    writes glance.npz; run the tests, and match old against new

What a placement is worth is the lead after it, as the mean of what the network and the hunch say. The weights are fitted to how
moves of a position differ, good moves counting most. A fifth of the positions is left out and says how often the best move is
found among the best looking ones.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bottega.games import spec
from bottega.games.toscana.glance import SIGHTS, WEIGHTS_FILE, weigh
from bottega.games.toscana.layout import MOVES, STATE
from bottega.kernels import Ints, State, allocating_kernel, copy_record, evaluate, hunch, moves, play
from bottega.search.greedy import lead

FEWEST = 10  # moves of a position that can teach anything
COUNTS_HALF = 0.7  # points behind the best move
RIDGE = 0.03

Numbers = NDArray[np.float64]


@allocating_kernel
def _see(state: State, tried: NDArray[Any], listed: Ints, seen: Numbers, worth: Numbers) -> int:
    """Write for each move what is seen of it [sight, move] and what it leads to; returns how many there are."""
    count = moves(state, listed)
    if count < FEWEST:
        return 0
    for sight in range(SIGHTS):
        weights = np.zeros(SIGHTS)
        weights[sight] = 1.0
        weigh(state, listed[:count], weights, seen[sight])
    points = np.zeros(2)
    mover = int(state.turn)
    for index in range(count):
        copy_record(state, tried[0])
        play(tried[0], listed[index])
        evaluate(tried[0], points)
        worth[index] = lead(points, mover) / 2
        hunch(tried[0], points)
        worth[index] += lead(points, mover) / 2
    return count


def look(rows: NDArray[Any]) -> list[tuple[Numbers, Numbers]]:
    """For each position what is seen of its moves [move, sight or sight by share], and how far each is behind the best."""
    listed, tried = np.zeros(MOVES, np.int32), np.zeros(1, STATE)
    seen, worth = np.zeros((SIGHTS, MOVES)), np.zeros(MOVES)
    positions = []
    for row in track(rows, "Looking"):
        count = _see(row, tried, listed, seen, worth)
        if count:
            share = row["left"].sum() / (2 * len(row["stacks"][0]))
            sights = seen[:, :count].T
            positions.append((np.concatenate([sights, sights * share], axis=1), worth[:count] - worth[:count].max()))
    return positions


def fit(positions: list[tuple[Numbers, Numbers]]) -> Numbers:
    """The weights [sight, sight by share] by ridge regression."""
    product, goal = np.zeros((2 * SIGHTS, 2 * SIGHTS)), np.zeros(2 * SIGHTS)
    for sights, behind in positions:
        counts = np.exp2(behind / COUNTS_HALF) + 0.03
        counts /= counts.sum()
        apart, distance = sights - counts @ sights, behind - counts @ behind
        product += apart.T @ (apart * counts[:, None])
        goal += apart.T @ (distance * counts)
    return np.linalg.solve(product + RIDGE * np.eye(2 * SIGHTS), goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the games are")
    parser.add_argument("--positions", type=int, default=20_000)
    given = parser.parse_args()
    spec("toscana")
    paths = sorted(given.folder.glob("games-*.npz"))
    if not paths:
        parser.error(f"there are no games in {given.folder}: play some with learn_toscana.py first")
    rows = np.concatenate([np.load(path)["rows"].astype(STATE) for path in paths])
    rows = rows[(rows["deciding"] == 0) & (rows["over"] == 0)]
    chosen = np.random.default_rng(0).permutation(len(rows))[: given.positions]
    positions = look(rows[chosen].view(np.recarray))
    left_out = positions[: len(positions) // 5]
    weights = fit(positions[len(left_out) :])
    ranks = np.array([np.sum(sights @ weights > sights[behind.argmax()] @ weights) for sights, behind in left_out])
    found = ", ".join(f"{np.mean(ranks < among):.0%} among the best looking {among}" for among in (1, 5, 10, 20))
    print(f"{len(left_out)} positions left out: the best move is {found}")
    np.savez_compressed(WEIGHTS_FILE, fixed=weights[:SIGHTS].astype(np.float32), by_share=weights[SIGHTS:].astype(np.float32))


if __name__ == "__main__":
    main()
