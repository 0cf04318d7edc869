"""D15: what a seat sees of Florentine Dominoes, and what it can only guess."""

import numpy as np
import pytest

import bottega
from bottega import Position
from bottega.games.florentine import layout, rules
from bottega.kernels import SPECTATOR, random_numbers


def random_position(plies: int, seed: int, **options: object) -> Position:
    position = bottega.game("florentine", **options).start(seed=seed)
    random = random_numbers(seed)
    for _ply in range(plies):
        if not position.is_over:
            position.play(position.spec.move_name(position.state, int(rules.pick(position.state, random))))
    return position


def exchanged(position: Position, seat: int, depth: int) -> Position:
    """The position with a card in the hand of the seat and one in the stock exchanged."""
    twin = position.copy()
    state = twin._state
    kind = int(np.flatnonzero(state.held[seat])[0])
    other = int(state.stock[depth])
    rules.take(state, seat, kind)
    rules.put(state, seat, other)
    state.stock[depth] = kind
    return twin


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_d15_other_hands_and_the_stock_are_hidden(viewer: int) -> None:
    position = random_position(9, 3, players=3)
    twin = exchanged(position, 1, 4)
    assert twin.state.tobytes() != position.state.tobytes()
    assert twin.view(viewer).to_bytes() == position.view(viewer).to_bytes()
    assert twin.view(1).to_bytes() != position.view(1).to_bytes(), "the own hand is seen"


def test_d15_the_order_of_the_deal_does_not_show() -> None:
    """Two deals in which seat 0 and the open cards are the same, all others in another order."""
    cards = bottega.game("florentine").start(seed=5).options["deck"].split(",")
    mixed = cards[:4] + cards[20:24] + cards[8:16] + cards[16:20] + cards[4:8] + cards[:23:-1]
    views = [bottega.game("florentine", deck=",".join(deck)).start(seed=0).view(0) for deck in (cards, mixed)]
    assert views[0].to_bytes() == views[1].to_bytes()
    assert views[0].text == views[1].text


def test_d15_discards_and_aside_cards_and_all_numbers_of_cards_are_seen() -> None:
    position = random_position(20, 8, players=3)
    seen = position.view(SPECTATOR).state
    for zone in (layout.DISCARDS, layout.ASIDE):
        assert position.state.zones[zone] != 0
        assert seen.held[zone].tolist() == position.state.held[zone].tolist()
    assert seen.left == position.state.left
    assert position.view(0).text.count("4 cards") == 2
    assert position.view(SPECTATOR).text.count("4 cards") == 3


def test_d15_from_the_opening_of_the_pool_everything_is_seen() -> None:
    position = random_position(33, 2, players=2)
    assert position.state.stage == layout.OPEN_POOL
    for viewer in (SPECTATOR, 0, 1):
        assert position.view(viewer).to_bytes() == position.state.tobytes()


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 4}, {"players": 3, "deck": ",".join(["RBRB", "rRbB", "BBBB"] * 9)}]
)
def test_d15_a_sample_has_the_cards_of_the_deck_and_the_same_view(options: dict[str, object]) -> None:
    position = random_position(6, 4, **options)
    for viewer in range(SPECTATOR, len(position.seats)):
        for seed in range(20):
            state = position.view(viewer).sample(seed).state
            cards = state.held.sum(axis=0, dtype=int) + np.bincount(state.stock[: state.left], minlength=64)
            cards += np.bincount(state.board[state.board != layout.EMPTY], minlength=64)
            assert cards.tolist() == state.deck.tolist()
            assert [int(state.held[seat].sum()) for seat in range(int(state.players))] == [4] * int(state.players)


def test_d15_each_deal_of_the_unseen_cards_is_equally_likely() -> None:
    position = random_position(1, 1, players=2)
    view = position.view(0)
    samples = 2000
    held = np.zeros(64, int)
    for seed in range(samples):
        held += view.sample(seed).state.held[1]
    unseen = held > 0
    assert int(unseen.sum()) == 35, "48 less 4 in the own hand, 8 aside and 1 on the square"
    expected = samples * 4 / 35
    assert abs(held[unseen] - expected).max() < 5 * expected**0.5


def test_d15_no_sample_would_have_been_redealt() -> None:
    """D8: seat 0 sees that it cannot place and that nobody redealt, so seat 1 must have one of the two red cards left."""
    deck = ["RRRR", "BBBB", "BBBB", "BBBB", "RRRR", *["BBBB"] * 12, "RRRR", *["BBBB"] * 30]
    position = bottega.game("florentine", deck=",".join(deck)).start(seed=0)
    position.play("RRRR@d4r0")
    for seed in range(50):
        assert not rules.nobody_can_place(position.view(0).sample(seed).state)


def test_equal_cards_cannot_be_told_apart() -> None:
    """The same deal but for the order of equal copies, and the same moves: the same bytes in every respect."""
    deck = ["RBRB", "rRbB"] * 4 + ["BBBB", "RBRB"] * 10
    position = bottega.game("florentine", deck=",".join(deck)).start(seed=0)
    swapped = [deck[1], deck[0], *deck[2:]]
    twin = bottega.game("florentine", deck=",".join(swapped)).start(seed=0)
    assert twin.state.tobytes() == position.state.tobytes()


def test_pick_makes_every_legal_move_equally_likely() -> None:
    position = random_position(10, 6, players=2)
    random = random_numbers(1)
    picks = [position.spec.move_name(position.state, int(rules.pick(position.state, random))) for _ in range(4000)]
    counts = [picks.count(move) for move in position.moves()]
    expected = len(picks) / len(counts)
    assert sum(counts) == len(picks)
    assert abs(np.array(counts) - expected).max() < 5 * expected**0.5
