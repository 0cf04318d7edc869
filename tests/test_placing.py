"""Moves made with a hand: whatever is legal can be held, said in words or covered, and nothing else is offered as a word."""

from itertools import compress, product

import pytest

from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.testing import random_game

LOOKED_AT_EVERY = 13  # moves


def reached(position: Position, legal: frozenset[str]) -> set[str]:
    """All legal moves that hands can make: pieces over cells in all turns, words, extras."""
    placing, state = position.spec.placing, position.state
    found = {word.move for word in placing.words(state)}
    assert found <= legal, "a word is offered that is not legal"
    holds = [placing.held(state, move) for move in legal if "@" in move]
    cells = sorted({hold[1] for hold in holds if hold})
    for piece, cell in product(placing.pieces(state), cells):
        for turn in range(piece.turns):
            text = placing.move(state, piece, cell, turn)
            if text in legal:
                assert placing.within(state, piece, cell, turn) == (cell, turn)
                assert placing.held(state, text) == (piece, cell, turn)
                found |= covering(position, text) & legal
    return found


def covering(position: Position, text: str) -> set[str]:
    """The move with every choice of what it covers besides."""
    placing = position.spec.placing
    extras = placing.extras(position.state, text)
    choices = product((False, True), repeat=len(extras))
    return {placing.with_extras(text, tuple(compress(extras, chosen))) for chosen in choices}


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in GAMES for number in range(len(spec(name).variants))])
def test_every_legal_move_can_be_made(name: str, number: int) -> None:
    game = Game(spec(name), spec(name).variants[number])
    for turn, position in enumerate(random_game(game, seed=number)):
        if turn % LOOKED_AT_EVERY == 0:
            legal = frozenset(position.moves())
            assert reached(position, legal) == legal, position.history


def test_nothing_is_offered_when_the_game_is_over(name: str) -> None:
    *_, position = random_game(Game(spec(name), {}), seed=5)
    assert spec(name).placing.pieces(position.state) == ()
    assert spec(name).placing.words(position.state) == ()


def test_a_piece_pushed_over_the_edge_is_held_at_the_edge(name: str) -> None:
    """What cannot be said in the notation cannot be held; wherever a piece is held, the move has a canonical text."""
    placing = spec(name).placing
    for turn, position in enumerate(random_game(Game(spec(name), {}), seed=6)):
        if turn % LOOKED_AT_EVERY:
            continue
        state, legal = position.state, position.moves()
        for piece, cell in product(placing.pieces(state), [(-1, -1), (-1, 4), (20, 3), (6, 20), (20, 20)]):
            for quarter in range(piece.turns):
                there, turned = placing.within(state, piece, cell, quarter)
                assert placing.within(state, piece, there, turned) == (there, turned)
                text = placing.move(state, piece, there, turned)
                if text not in legal:
                    with pytest.raises(ValueError, match=r"^(?!write|.*is not a move of)"):  # a rule, not the notation
                        position.copy().play(text)
