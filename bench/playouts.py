"""Random games a second on one core, for every game and every number of players: prints one table.

In Firenze a random game chooses a placement uniformly and then covers each sandwiched square with probability 1/2;
elsewhere every choice is uniform among the legal moves. Shuffling and scoring are part of a game.
"""

import argparse

from bottega.bench import machine, measure_playouts
from bottega.game import Game
from bottega.games import GAMES, spec

#: Thousands of games a second that were asked for, and what hand-written C did on a machine of this kind.
GOALS = {"firenze": (85, 115), "toscana": (35, 45), "florentine": (75, 103)}
MEASURED = {
    "firenze": [{}, {"players": "3"}, {"sets": "2"}],
    "toscana": [{}, {"edition": "dutch"}],
    "florentine": [{"players": "4"}, {"players": "3"}, {"players": "2"}],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each row, roughly")
    seconds = parser.parse_args().seconds
    print(machine())
    print(f"{'game':12}{'options':18}{'games/s':>12}{'moves/s':>14}{'of the goal':>13}{'of C':>8}")
    for name in GAMES:
        for row, options in enumerate(MEASURED.get(name, [{}])):
            speed = measure_playouts(Game(spec(name), options), seconds)
            line = f"{name:12}{' '.join(f'{k}={v}' for k, v in options.items()):18}"
            line += f"{speed.playouts_per_second:>12,.0f}{speed.moves_per_second:>14,.0f}"
            if row == 0 and name in GOALS:
                goal, written_in_c = GOALS[name]
                line += (
                    f"{speed.playouts_per_second / goal / 1000:>12.2f}x{speed.playouts_per_second / written_in_c / 1000:>7.2f}x"
                )
            print(line, flush=True)


if __name__ == "__main__":
    main()
