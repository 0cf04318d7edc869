"""How often random games of Firenze meet the edge of a window: some placement that the rules allow does not lie in it.

Prints one table; `games/firenze/learning.py` has the windows that were chosen by it.
"""

import argparse
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from bottega.bench import machine
from bottega.game import Game
from bottega.games import spec
from bottega.games.firenze.learning import can_place
from bottega.games.firenze.rules import is_free
from bottega.kernels import Random, is_over, pick, play, random_numbers, random_word, start

VARIANTS: list[dict[str, str]] = [{"players": "2"}, {"players": "3"}, {"players": "2", "sets": "2"}]
PART = 10_000  # games between two signs of life


@numba.njit  # type: ignore[untyped-decorator]  # Numba ships no types
def narrowest(states: NDArray[Any], setups: NDArray[Any], random: Random, games: int, counts: NDArray[np.int64]) -> None:
    """Add to `counts` [half a window] the games whose every placement lies in a window of that size and in none smaller."""
    state = states[0]
    for _game in range(games):
        own = np.full(1, random_word(random))
        start(state, setups[0], own)
        half = 4
        while not is_over(state):
            for index in range(int(state.listed)):
                place = int(state.places[index])
                while is_free(state, place) and not can_place(state, 2 * half, place):
                    half += 1
            play(state, pick(state, own))
        counts[half] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000, help="for each variant (default: %(default)s)")
    games = parser.parse_args().games
    print(machine())
    for options in VARIANTS:
        game = Game(spec("firenze"), options)
        setup = game.spec.setup(game.options)
        states, setups = np.zeros(1, game.spec.state_type(setup)), np.array([setup], setup.dtype)
        counts = np.zeros(129, np.int64)
        random = random_numbers(0)
        while counts.sum() < games:
            narrowest(states, setups, random, min(PART, games - int(counts.sum())), counts)
            print(f"\r{counts.sum():,} of {games:,} games", end="", flush=True)
        print(f"\r{' '.join(f'{name}={value}' for name, value in options.items())}: games of {games:,} that meet the edge")
        for half in range(17, 31):
            print(f"  window {2 * half}: {counts[half + 1 :].sum():>6} ({counts[half + 1 :].sum() / games:.2e})")


if __name__ == "__main__":
    main()
