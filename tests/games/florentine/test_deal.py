"""Decks that agree with what a seat has seen."""

from random import Random

import pytest

import bottega
from bottega.game import Game
from bottega.games import spec
from bottega.kernels import SPECTATOR, random_numbers
from bottega.players.external import Story
from bottega.testing import random_game

SPEC = spec("florentine")
MOST_TRIES = 20


def agrees(position: bottega.Position, seat: int, seed: int) -> bool:
    """Whether one of a few decks leads to what the seat has seen."""
    assert SPEC.deal is not None
    story = Story.of(position, seat)
    states = [view.state for view in story.views]
    random = random_numbers(seed)
    return any(
        story.goes_on(Game(SPEC, SPEC.deal(story.options, story.moves, states, random)).start(seed=0))
        for _attempt in range(MOST_TRIES)
    )


@pytest.mark.parametrize("variant", SPEC.variants)
def test_the_same_moves_give_the_same_views(variant: dict[str, str]) -> None:
    for position in random_game(Game(SPEC, variant), 1):
        if len(position.history) % 7 == 3:
            for seat in range(SPECTATOR, len(position.seats)):
                assert agrees(position, seat, 2)


def test_d8_hands_that_were_redealt_are_redealt_again() -> None:
    """Decks in which few cards fit, so that hands are redealt, some of them until the stock runs out."""
    redealt: set[int] = set()  # numbers of cards
    for seed in range(20):
        cards = ["rRBB"] * 6 + ["BBBB"] * 10 + ["GGGG"] * 10 + ["OOOO"] * 10 + ["RBGO"] * 4 + ["RRRR"] * 8
        Random(seed).shuffle(cards)
        left = len(cards)
        for position in random_game(Game(SPEC, {"players": 2, "deck": ",".join(cards[:36])}), seed):
            before, left = left, int(position.state.left)
            if position.history and before - left > 1:
                redealt.add(before - left - 1)
                assert all(agrees(position, seat, seed) for seat in range(SPECTATOR, 2))
    assert 8 in redealt
    assert min(redealt) < 8


def test_d8_hands_that_were_redealt_twice_in_a_row() -> None:
    hands = ["RRRR", "GGGG", "GGGG", "BBBB", *["GGGG"] * 4]
    deck = [*hands, *["BBBB"] * 8, "GGGG", *["OOOO"] * 5, *["GGGG"] * 10, "RRRR", *["RBGO"] * 7]
    position = bottega.game("florentine", deck=",".join(deck)).start()
    position.play("RRRR@d4r0")
    assert int(position.state.left) == 7
    assert all(agrees(position, seat, 1) for seat in range(SPECTATOR, 2))


def test_what_is_not_known_is_drawn_anew() -> None:
    assert SPEC.deal is not None
    position = bottega.game("florentine").start(seed=1)
    story = Story.of(position, 0)
    decks = [
        SPEC.deal(story.options, story.moves, [view.state for view in story.views], random_numbers(seed))["deck"].split(",")
        for seed in range(30)
    ]
    mine = position.options["deck"].split(",")
    assert len({deck[4] for deck in decks}) > 10  # a card of the other hand
    assert {frozenset(deck[:4]) for deck in decks} == {frozenset(mine[:4])}
    assert {frozenset(deck[8:16]) for deck in decks} == {frozenset(mine[8:16])}  # aside
    assert all(sorted(deck) == sorted(mine) for deck in decks)
