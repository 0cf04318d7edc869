"""What chance decides in Florentine Dominoes: which card is drawn (D5, D6, D8)."""

import numpy as np
import pytest

import bottega
from bottega.games import spec
from bottega.games.florentine.deck import named
from bottega.games.florentine.layout import HAND, HIDDEN_STOCK
from bottega.games.florentine.rules import play
from bottega.kernels import State, pick, random_numbers

CHANCE = spec("florentine").chance
FEW_FIT = ["rRBB"] * 6 + ["BBBB"] * 10 + ["GGGG"] * 10 + ["OOOO"] * 10 + ["RBGO"] * 4 + ["RRRR"] * 8


def test_the_next_cards_of_the_urn_are_drawn() -> None:
    """One by one while somebody can place a card, many at once when all hands are dealt anew (D8)."""
    assert CHANCE is not None
    redeals = 0
    for seed in range(10):
        deck = ",".join(np.random.default_rng(seed).permutation(FEW_FIT).tolist())
        state: State = bottega.game("florentine", deck=deck).start().state.copy()
        random = random_numbers(seed)
        while state.stage == HIDDEN_STOCK:
            mover = int(state.turn)
            (urn,) = CHANCE.state_urns(state)
            urn[:] = urn[::-1].copy()
            order = urn.tolist()
            play(state, pick(state, random))
            (left,) = CHANCE.state_urns(state)
            drawn = order[: len(order) - len(left)]
            assert left.tolist() == order[len(drawn) :]
            if state.stage == HIDDEN_STOCK and len(drawn) == 1:
                assert state.held[mover, drawn[0]] > 0
            elif state.stage == HIDDEN_STOCK:
                redeals += 1
                hands = np.bincount(drawn[-2 * HAND :], minlength=state.held.shape[1])
                assert (state.held[:2].astype(int).sum(axis=0) == hands).all()
    assert redeals > 3


def test_the_urn_of_the_setup_is_the_deck() -> None:
    """Hands and cards aside come from its beginning, the stock is the rest (D5)."""
    assert CHANCE is not None
    game = spec("florentine")
    setup = game.setup(game.complete({"players": "2"}))
    (urn,) = CHANCE.setup_urns(setup)
    urn[:] = urn[::-1].copy()
    state: State = np.zeros(1, game.state_type(setup))[0]
    game.rules.start(state, setup, random_numbers(1))
    assert sorted(np.flatnonzero(state.held[0]).tolist()) == sorted(urn[:HAND].tolist())
    assert CHANCE.state_urns(state)[0].tolist() == urn[16:].tolist()
    assert CHANCE.pieces(setup) == tuple(sorted(named("reconstruction").cards))


@pytest.mark.parametrize(
    ("players", "cards", "most"), [(2, 48, 32 + 47 + 2), (4, 48, 32 + 47 + 4), (2, 16, 16 + 2), (3, 64, 48 + 48 + 3)]
)
def test_longest_game(players: int, cards: int, most: int) -> None:
    """A turn for each card of the stock, then the cards that are left or find room, then the black ones."""
    game = spec("florentine")
    assert game.longest is not None
    deck = ",".join((["RRRR", "rRbB", "RBRB", "rBRB"] * 16)[:cards])
    assert game.longest(game.setup(game.complete({"players": players, "deck": deck}))) == most
