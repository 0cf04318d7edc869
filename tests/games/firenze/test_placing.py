"""Dominoes in the hand: four turns around the square that is held, and pyramids."""

import pytest

from bottega.game import Game
from bottega.games import spec
from bottega.games.firenze import layout, rules
from bottega.games.firenze.notation import LETTERS
from bottega.placing import Piece
from bottega.testing import random_game

GAME = Game(spec("firenze"), {})
PLACING = spec("firenze").placing


def test_the_second_square_goes_around_the_first() -> None:
    state, piece = GAME.start(0).state, Piece("PG", 4, 20)
    assert [PLACING.move(state, piece, (4, -2), turn) for turn in range(4)] == [
        "PG@4,-2h",
        "PG@4,-2v",
        "GP@3,-2h",
        "GP@4,-3v",
    ]


def test_what_is_held_is_what_lies_there_afterwards() -> None:
    for position in random_game(GAME, seed=3):
        if position.is_over:
            break
        before = position.copy()
        text = before.moves()[len(before.history) * 7 % len(before.moves())]
        hold = PLACING.held(before.state, text)
        assert hold is not None
        parts = PLACING.parts(before.state, *hold)
        assert parts[0].cell == hold[1], "the cell under the pointer comes first"
        before.play(text)
        state, side = before.state, rules.side(before.state)
        for part in parts:
            x, y = part.cell
            value = int(state.board[y % side * side + x % side])
            assert LETTERS[value & 3] == part.colours
            assert bool(value & layout.COVERED) == (f"^{x},{y}" in text)


def test_dominoes_that_are_used_up_cannot_be_taken() -> None:
    *_, position = random_game(GAME, seed=3)
    while position.history:
        position.undo()
        pieces = PLACING.pieces(position.state)
        assert [(piece.name, piece.amount) for piece in pieces] == [
            (kind, left) for kind, left in zip(("WP", "WG", "PG"), position.state.dominoes.tolist(), strict=True) if left
        ]


@pytest.mark.parametrize(("text", "cells"), [("PW@2,0h", ((1, 0),)), ("WP@2,0h", ()), ("PW@2,1h", ())])
def test_squares_that_a_domino_sandwiches(text: str, cells: tuple[tuple[int, int], ...]) -> None:
    position = GAME.start(0)
    for move in ("PG@0,0h", "WG@0,1h"):
        position.play(move)
    assert PLACING.extras(position.state, text) == cells


def test_without_pyramids_nothing_can_be_covered() -> None:
    for seed in range(10):
        for position in random_game(GAME, seed):
            if position.state.pyramids == 0 and not position.is_over:
                assert all(PLACING.extras(position.state, move) == () for move in position.moves())
                return
    raise AssertionError("the pyramids never ran out")


def test_pyramids_are_named_in_the_order_of_the_notation() -> None:
    assert PLACING.with_extras("PG@4,-2v", ((4, -1), (5, -2), (3, -2))) == "PG@4,-2v^3,-2^5,-2^4,-1"
    assert PLACING.with_extras("PG@4,-2v", ()) == "PG@4,-2v"
