"""The own turn in compact form: every legal move, nothing else, and why not."""

from itertools import compress, product

import pytest

from bottega.errors import BottegaError
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.kernels import SPECTATOR
from bottega.server.turns import fits_of, turn_of, why_of
from bottega.testing import random_game

LOOKED_AT_EVERY = 9  # moves
VARIANTS = [(name, number) for name in GAMES for number in range(len(spec(name).variants))]


def positions(name: str, number: int = 0) -> list[Position]:
    game = Game(spec(name), spec(name).variants[number])
    return [position.copy() for turn, position in enumerate(random_game(game, seed=number)) if turn % LOOKED_AT_EVERY == 0]


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_a_turn_holds_every_legal_move_once(name: str, number: int) -> None:
    placing = spec(name).placing
    for position in positions(name, number):
        turn = turn_of(position, position.seat, "warm")
        if position.is_over:
            assert turn is None
            continue
        assert turn is not None
        moves = [word["move"] for word in turn["words"]]
        pieces = {piece["name"]: piece for piece in turn["pieces"]}
        for piece, places in turn["places"].items():
            for x, y, quarter, text in places:
                held = placing.held(position.state, text)
                assert held is not None
                assert (held[0].name, held[1], held[2]) == (piece, (x, y), quarter)
                assert quarter < pieces[piece]["turns"] == len(pieces[piece]["drawings"])
                cells = turn["extras"].get(text, [])
                choices = product((False, True), repeat=len(cells))
                moves += [placing.with_extras(text, tuple(compress(cells, chosen))) for chosen in choices]
        legal = set(position.moves())
        assert len(moves) == len(set(moves))
        assert legal <= set(moves)
        assert {move for move in moves if move not in legal} <= {move for move in moves if move.count("^") > 1}, (
            "what is too much is too many pyramids alone"
        )


def test_others_have_nothing_to_decide(name: str) -> None:
    position = positions(name)[1]
    for viewer in (SPECTATOR, 1 - position.seat):
        assert turn_of(position, viewer, "warm") is None
        with pytest.raises(BottegaError, match="not your turn"):
            why_of(position, viewer, "A", (0, 0), 0)


def test_off_turn_one_can_try_ahead(name: str) -> None:
    for position in positions(name)[:3]:
        waiting = 1 - position.seat
        turn = turn_of(position, waiting, "warm", ahead=True)
        assert turn is not None
        assert (turn["seat"], turn["is_ahead"]) == (waiting, True)
        assert turn["places"]
        piece, places = next(iter(turn["places"].items()))
        x, y, quarter, move = places[0]
        assert why_of(position, waiting, piece, (x, y), quarter, ahead=True) == {
            "cell": [x, y],
            "turn": quarter,
            "move": move,
            "reason": "",
        }
        own = turn_of(position, position.seat, "warm", ahead=True)
        assert own is not None
        assert not own["is_ahead"]
        assert turn_of(position, SPECTATOR, "warm", ahead=True) is None


def test_why_a_piece_may_not_lie_there(name: str) -> None:
    placing = spec(name).placing
    for position in positions(name):
        legal = set(position.moves())
        for piece in placing.pieces(position.state)[:2]:
            for cell in product(range(-2, 8, 3), range(-2, 8, 3)):
                answer = why_of(position, position.seat, piece.name, cell, 1)
                assert (answer["move"] in legal) == (answer["reason"] == "")
                if answer["reason"]:
                    with pytest.raises(ValueError, match=r".") as refused:
                        position.copy().play(answer["move"])
                    assert str(refused.value) == answer["reason"]


def test_a_piece_that_is_not_there_cannot_be_held(name: str) -> None:
    position = positions(name)[0]
    with pytest.raises(BottegaError, match="no piece"):
        why_of(position, position.seat, "no such piece", (0, 0), 0)


def test_pieces_that_fit_are_drawn_with_their_symbols(name: str) -> None:
    found = 0
    for position in positions(name)[1:4]:
        for cell in product(range(-1, 9), range(-1, 9)):
            fits = fits_of(position, 0, cell, "dark")
            found += len(fits["pieces"])
            for piece in fits["pieces"]:
                assert len(piece["drawings"]) == piece["turns"]
                assert piece["words"]
    assert found


def test_an_unknown_theme_is_refused(name: str) -> None:
    position = positions(name)[0]
    with pytest.raises(BottegaError, match="theme"):
        turn_of(position, position.seat, "neon")
