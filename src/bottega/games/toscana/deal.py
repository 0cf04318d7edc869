"""Stacks that could have led to what a seat has seen: for telling others a game without telling them more."""

from collections.abc import Sequence

import numpy as np

from bottega.games.toscana.layout import SEATS, STATE, TILE_NAMES, TILES
from bottega.games.toscana.notation import COLOURS
from bottega.games.toscana.rules import sample, top_tile
from bottega.kernels import Random, State
from bottega.spec import Options


def deal(options: Options, moves: Sequence[str], seen: Sequence[State], random: Random) -> dict[str, str]:
    """The options with both stacks: first what came to the top, in order, then the rest in an order that is possible (T4)."""
    now: State = np.zeros(1, STATE)[0]
    sample(seen[-1], random, now)
    stacks = {}
    for owner in range(SEATS):
        came = []  # to the top, and is gone from there
        for move, state in zip(moves, seen[:-1], strict=True):
            if state.turn == owner and (move == "veto" or "@" in move):
                came.append(top_tile(state, owner))
        below = [int(tile) for tile in now.stacks[owner, TILES - int(now.left[owner]) :]]
        order = list(dict.fromkeys(came + below))  # a tile put under the stack by a veto lay where it was first seen (T6)
        stacks[COLOURS[owner]] = "".join(TILE_NAMES[tile] for tile in order)
    return {**options, **stacks}
