"""Compiles the kernels of all games, each once: the tests, which run in several processes, find them ready."""

import os
import time
from concurrent.futures import ProcessPoolExecutor

os.environ["BOTTEGA_QUIET"] = "1"

from bottega.bench import measure_playouts
from bottega.envs.vector import VectorEnv
from bottega.game import Game
from bottega.games import spec
from bottega.players import player
from bottega.server.rehearsal import try_out
from bottega.server.thinker import STEPS, warm_up, warm_up_steps


def compile_game(name: str, variant: int) -> str:
    """Do a little of everything that is done with a game."""
    begin = time.monotonic()
    options = spec(name).variants[variant]
    game = Game(spec(name), options)
    game.start(seed=0).perft(1)
    for _step in try_out(name, options):
        pass
    for step in STEPS:
        warm_up(name, variant, step)
    _think_on(game)
    measure_playouts(game, 0.01)
    with VectorEnv(name, 2, **options) as env:
        env.reset(seed=0)
        env.step(env.random_actions())
    return f"{name} {' '.join(f'{option}={value}' for option, value in options.items())}: {time.monotonic() - begin:.0f} s"


def _think_on(game: Game) -> None:
    """Let players who search decide some times: after the first they have trees to go on with."""
    position = game.start(seed=0)
    thinkers = [player("mcts:500", seat) for seat in range(len(position.seats))]
    for _decision in range(4 * len(thinkers)):
        position.play(thinkers[position.seat].choose(position.view(position.seat)))


def main() -> None:
    kinds = dict.fromkeys((name, variant) for name, variant, _step in warm_up_steps())
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for done in processes.map(compile_game, *zip(*kinds, strict=True)):
            print(done, flush=True)


if __name__ == "__main__":
    main()
