"""What chance decides in Toscana: which tile comes to the top of a stack, when one does (T4)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.games.toscana.layout import DUTCH, GREY, RED, SEATS, TILE_NAMES, TILES
from bottega.games.toscana.rules import hidden_part
from bottega.kernels import Setup, State
from bottega.spec import Chance


def longest(setup: Setup) -> int:
    """Every turn opens with a veto decision. All tiles are placed; after each follows one pass, after the last one two."""
    passes = 1 if setup.edition == DUTCH else SEATS * TILES + 1
    return 2 * (SEATS * TILES + passes)


def _setup_urns(setup: Setup) -> tuple[NDArray[Any], ...]:
    """Both stacks: the first two tiles to turn up are their tops."""
    for owner in range(SEATS):
        if not setup.fixed[owner]:
            setup.stacks[owner] = np.arange(TILES)
            setup.fixed[owner] = 1
    return setup.stacks[GREY], setup.stacks[RED]


def _state_urns(state: State) -> tuple[NDArray[Any], ...]:
    """What nobody knows of both stacks. A move uncovers a tile of the player on turn, if any: by a placement or by a veto."""
    mover, stacks = int(state["turn"]), state["stacks"]
    return tuple(stacks[owner, slice(*hidden_part(state, owner))] for owner in (mover, 1 - mover))


CHANCE = Chance(
    pieces=lambda setup: tuple(TILE_NAMES),
    setup_urns=_setup_urns,
    state_urns=_state_urns,
    news=("own_top", "other_top"),
)
