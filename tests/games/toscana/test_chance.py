"""What chance decides in Toscana: which tile comes to the top (T4)."""

import numpy as np
import pytest

import bottega
from bottega.games import spec
from bottega.games.toscana.layout import TILES, VETO
from bottega.games.toscana.rules import moves, play, top_tile
from bottega.kernels import State, pick, random_numbers

CHANCE = spec("toscana").chance
assert CHANCE is not None


def started(seed: int, **options: str) -> State:
    return bottega.game("toscana", **options).start(seed=seed).state.copy()


@pytest.mark.parametrize("seed", range(4))
def test_the_next_tile_of_an_urn_comes_to_the_top(seed: int) -> None:
    """By a placement or a veto, and by nothing else; the order can be changed until then."""
    assert CHANCE is not None
    state, random = started(seed), random_numbers(seed)
    turned_up = 0
    while not state.over:
        owner, top = int(state.turn), top_tile(state, int(state.turn))
        urn, other = CHANCE.state_urns(state)
        before = sorted(urn.tolist()), sorted(other.tolist())
        urn[:] = urn[::-1].copy()
        first = int(urn[0]) if len(urn) else None
        move = pick(state, random)
        is_known = len(urn) == 0
        play(state, move)
        after = {int(state.turn): CHANCE.state_urns(state)[0], 1 - int(state.turn): CHANCE.state_urns(state)[1]}
        assert sorted(after[1 - owner].tolist()) == before[1]
        if top_tile(state, owner) == top or is_known:
            assert sorted(after[owner].tolist()) == before[0]
        else:
            turned_up += 1
            assert top_tile(state, owner) == first
            assert sorted([*after[owner].tolist(), first]) == before[0]
    assert turned_up > 10


def test_a_tile_that_a_veto_put_under_its_stack_is_in_no_urn() -> None:
    assert CHANCE is not None
    state = started(1)
    tile = top_tile(state, int(state.turn))
    play(state, VETO)
    assert len(CHANCE.state_urns(state)[0]) == TILES - 2
    assert tile not in CHANCE.state_urns(state)[0]


def test_what_is_not_fixed_lies_in_the_urns_of_the_setup() -> None:
    """A stack that the options fix stays as it is; the tops are the first tiles to turn up."""
    assert CHANCE is not None
    game = spec("toscana")
    red = "PONMLKJIHGFEDCBA"
    setup = game.setup(game.complete({"red": red}))
    grey_urn, red_urn = CHANCE.setup_urns(setup)
    assert sorted(grey_urn.tolist()) == list(range(TILES))
    assert [CHANCE.pieces(setup)[tile] for tile in red_urn] == list(red)
    grey_urn[:] = grey_urn[::-1].copy()
    state: State = np.zeros(1, game.state_type(setup))[0]
    game.rules.start(state, setup, random_numbers(1))
    assert (top_tile(state, 0), top_tile(state, 1)) == (int(grey_urn[0]), int(red_urn[0]))
    assert moves(state, np.zeros(0, np.int32)) == 2
