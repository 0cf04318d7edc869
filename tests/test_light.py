"""What has come to light: hidden hands, stacks and moves that can still be taken back."""

import pytest

from bottega.game import Game, Position
from bottega.games import spec
from bottega.light import has_come_to_light, has_secrets
from bottega.testing import random_game


def at_turn(name: str, moves: int) -> Position:
    return next(position.copy() for position in random_game(Game(spec(name), {}), seed=2) if len(position.history) == moves)


def test_hands_are_secrets_until_the_pool_is_open() -> None:
    assert has_secrets(at_turn("florentine", 3), [0, 1])
    assert not has_secrets(at_turn("florentine", 3), [1]), "nobody hides anything from himself"
    assert not has_secrets(at_turn("florentine", 45), [0, 1])


@pytest.mark.parametrize("name", ["firenze", "toscana"])
def test_what_nobody_knows_is_no_secret(name: str) -> None:
    assert not has_secrets(at_turn(name, 3), [0, 1])


def test_where_nothing_is_hidden_nothing_comes_to_light() -> None:
    now = at_turn("firenze", 9)
    assert not has_come_to_light(now.at(0), now, [0, 1])


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_that_is_laid_was_hidden_from_others_and_one_that_is_drawn_from_all(seat: int) -> None:
    now = at_turn("florentine", 1)
    assert has_come_to_light(now.at(0), now, [seat])


def test_with_an_open_pool_nothing_comes_to_light() -> None:
    now = at_turn("florentine", 47)
    assert not has_come_to_light(now.at(45), now, [0, 1])


def test_an_allowed_tile_shows_nothing_and_a_vetoed_one_the_next() -> None:
    start = Game(spec("toscana"), {}).start(seed=3)
    for move, shows in (("allow", False), ("veto", True)):
        now = start.copy()
        now.play(move)
        assert has_come_to_light(start, now, [0, 1]) == shows
