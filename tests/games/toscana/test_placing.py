"""The top tile in the hand, and the words of a turn without one."""

from bottega.game import Game
from bottega.games import spec
from bottega.games.toscana import layout, rules
from bottega.games.toscana.placing import LETTERS
from bottega.testing import random_game

GAME = Game(spec("toscana"), {})
PLACING = spec("toscana").placing


def test_what_is_held_is_what_lies_there_afterwards() -> None:
    for position in random_game(GAME, seed=3):
        state = position.state
        pieces = PLACING.pieces(state)
        if not pieces:
            continue
        text = position.moves()[len(position.history) % len(position.moves())]
        hold = PLACING.held(state, text)
        assert hold is not None
        parts = PLACING.parts(state, *hold)
        assert parts[0].cell == hold[1], "the cell under the pointer comes first"
        assert len({part.cell for part in parts}) == layout.TILE_CELLS
        after = position.copy()
        after.play(text)
        for part in parts:
            x, y = part.cell
            assert LETTERS[rules.colour_at(after.state, y * layout.SIDE + x)] == part.colours


def test_a_tile_that_looks_the_same_after_half_a_turn_has_two_turns() -> None:
    position = Game(spec("toscana"), {"grey": "GABCDEFHIJKLMNOP"}).start(0)
    position.play("allow")
    assert [(piece.name, piece.turns) for piece in PLACING.pieces(position.state)] == [("G", 2)]


def test_a_tile_is_held_inside_the_board() -> None:
    position = Game(spec("toscana"), {"grey": "ABCDEFGHIJKLMNOP"}).start(0)
    position.play("allow")
    (tile,) = PLACING.pieces(position.state)
    assert PLACING.within(position.state, tile, (16, 16), 0) == ((13, 15), 0)
    assert PLACING.within(position.state, tile, (16, 16), 1) == ((15, 13), 1)
    assert PLACING.within(position.state, tile, (-3, 5), 1) == ((0, 5), 1)


def test_words_at_every_turn() -> None:
    """Veto and allow where they are the decision, pass where nothing fits, else none."""
    said = set()
    for seed in range(3):
        for position in random_game(GAME, seed):
            words = [word.move for word in PLACING.words(position.state)]
            assert sorted(words) == [move for move in position.moves() if "@" not in move]
            assert bool(words) != bool(PLACING.pieces(position.state)) or position.is_over
            said |= set(words)
    assert said == {"veto", "allow", "pass"}
