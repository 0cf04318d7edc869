"""How long a picture takes and how large it is, for the last position of a random game of each kind: prints one table.

The time is that of the whole SVG file, board, trays and words, from a position in memory.
"""

import argparse
import statistics
import time
from typing import Any

from bottega.bench import machine
from bottega.drawing import OVERLAYS, svg
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.testing import random_game

GOAL = 5.0  # milliseconds
DRAWN: dict[str, list[dict[str, str]]] = {
    "firenze": [{}, {"players": "3"}, {"sets": "2"}],
    "toscana": [{}],
    "florentine": [{"players": "2"}, {"players": "4"}],
}


def full(name: str, options: dict[str, str], seed: int = 1) -> Position:
    """The position before the last move of a random game: the fullest in which somebody has a choice."""
    *_, position = random_game(Game(spec(name), options), seed)
    position.undo()
    return position


def median(position: Position, repeat: int, **choices: Any) -> tuple[float, int]:
    """Milliseconds of one picture, and its bytes; the first one, which makes what is kept, does not count."""
    size = len(svg(position, **choices).encode())
    times = []
    for _run in range(repeat):
        begin = time.perf_counter()
        svg(position, **choices)
        times.append(1000 * (time.perf_counter() - begin))
    return statistics.median(times), size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=50, help="pictures of each kind, of which the median is printed")
    repeat = parser.parse_args().repeat
    print(machine())
    print(f"{'game':12}{'options':14}{'moves':>6}{'ms':>9}{'kB':>7}{'of the goal':>13}{'all overlays: ms':>18}{'kB':>7}")
    for name in GAMES:
        for options in DRAWN.get(name, [{}]):
            position = full(name, options)
            took, size = median(position, repeat)
            with_all, larger = median(position, repeat, show=OVERLAYS, coordinates=True)
            words = " ".join(f"{key}={value}" for key, value in options.items())
            print(
                f"{name:12}{words:14}{len(position.history):>6}{took:>9.2f}{size / 1000:>7.1f}{took / GOAL:>12.2f}x"
                f"{with_all:>18.2f}{larger / 1000:>7.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
