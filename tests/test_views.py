"""The view law: two states that a seat cannot tell apart give byte-identical output for that seat everywhere.

The twins of a state are made here by hand, from the rulings T4 and D15, and not by the games' own `sample`.
"""

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import bottega
from bottega.games.florentine import layout as florentine
from bottega.kernels import SPECTATOR, State
from bottega.players import player
from bottega.testing import random_game


def shuffle_stacks(state: State, viewer: int, random: np.random.Generator) -> None:
    """T4: nobody knows the order below the top tile, except that a vetoed tile is last."""
    for owner in range(2):
        top = 16 - int(state.left[owner])
        end = 16 if state.vetoes[1 - owner] else 15
        if top + 1 < end:
            state.stacks[owner, top + 1 : end] = random.permutation(state.stacks[owner, top + 1 : end])


def deal_unseen_cards(state: State, viewer: int, random: np.random.Generator) -> None:
    """D15: a seat sees its own hand; the other hands and the stock are hidden until the stock is empty."""
    if state.stage != florentine.HIDDEN_STOCK:
        return
    others = [seat for seat in range(int(state.players)) if seat != viewer]
    unseen = [kind for seat in others for kind in range(64) for _ in range(int(state.held[seat, kind]))]
    sizes = [int(state.held[seat].sum()) for seat in others]
    unseen += state.stock[: int(state.left)].tolist()
    dealt = random.permutation(unseen).tolist()
    for seat, size in zip(others, sizes, strict=True):
        hand = [dealt.pop() for _ in range(size)]
        state.held[seat] = np.bincount(hand, minlength=64)
        state.zones[seat] = np.bitwise_or.reduce(np.uint64(1) << np.array(hand, np.uint64))
    state.stock[: int(state.left)] = dealt


def nothing_hidden(state: State, viewer: int, random: np.random.Generator) -> None:
    pass


TWINS: dict[str, Callable[[State, int, np.random.Generator], None]] = {
    "firenze": nothing_hidden,
    "toscana": shuffle_stacks,
    "florentine": deal_unseen_cards,
}


@given(st.data())
def test_what_a_seat_cannot_tell_apart_looks_the_same(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(bottega.GAMES))
    variants = bottega.games.spec(name).variants
    game = bottega.game(name, **variants[data.draw(st.integers(0, len(variants) - 1))])
    plies = data.draw(st.integers(0, 40))
    for position in random_game(game, data.draw(st.integers(0, 10**6))):
        if len(position.history) == plies:
            break
    viewer = data.draw(st.integers(SPECTATOR, len(position.seats) - 1))
    twin = position.copy()
    TWINS[name](twin._state, viewer, np.random.default_rng(data.draw(st.integers(0, 10**6))))

    seen, also_seen = position.view(viewer), twin.view(viewer)
    assert seen == also_seen
    assert seen.to_bytes() == also_seen.to_bytes()
    assert (seen.text, repr(seen), seen.moves(), seen.score_text, seen.result) == (
        also_seen.text,
        repr(also_seen),
        also_seen.moves(),
        also_seen.score_text,
        also_seen.result,
    )
    assert seen.sample(7).state.tobytes() == also_seen.sample(7).state.tobytes()
    if seen.seat == viewer and not seen.is_over:
        assert player("random", 5).choose(seen) == player("random", 5).choose(also_seen)


@given(st.data())
def test_a_sampled_state_agrees_with_the_view(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(bottega.GAMES))
    plies = data.draw(st.integers(0, 50))
    for position in random_game(bottega.game(name), data.draw(st.integers(0, 10**6))):
        if len(position.history) == plies:
            break
    viewer = data.draw(st.integers(SPECTATOR, len(position.seats) - 1))
    seen = position.view(viewer)
    guess = seen.sample(data.draw(st.integers(0, 10**6)))
    assert guess.view(viewer) == seen
    assert guess.view(SPECTATOR) == position.view(SPECTATOR)


def test_the_twins_do_differ() -> None:
    """Otherwise the law above would say nothing."""
    for name in ("toscana", "florentine"):
        position = bottega.game(name).start(seed=3)
        twin = position.copy()
        TWINS[name](twin._state, 0, np.random.default_rng(1))
        assert twin != position
        assert name == "toscana" or twin.view(1) != position.view(1)
