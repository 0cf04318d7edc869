"""Cards in the hand, black ones too, discarding and declining."""

from bottega.game import Game, Position
from bottega.games import spec
from bottega.games.florentine import deck, layout
from bottega.games.florentine.notation import kind_name
from bottega.games.florentine.placing import BLACK
from bottega.geometry import EAST, NORTH, SOUTH, WEST
from bottega.testing import random_game

GAME = Game(spec("florentine"), {"players": "3"})
PLACING = spec("florentine").placing


def black_stage(seed: int) -> Position:
    *_, position = (p.copy() for p in random_game(GAME, seed) if p.state.stage <= layout.BLACK_CARDS)
    return position


def test_what_is_held_is_what_lies_there_afterwards() -> None:
    for position in random_game(GAME, seed=3):
        placements = [move for move in position.moves() if "@" in move and not move.startswith("black")]
        for text in placements[:: max(1, len(placements) // 4)]:
            hold = PLACING.held(position.state, text)
            assert hold is not None
            (part,) = PLACING.parts(position.state, *hold)
            after = position.copy()
            after.play(text)
            cell = part.cell[1] * layout.ROW + part.cell[0]
            name = kind_name(after.state, int(after.state.board[cell]))
            assert deck.turned(name, int(after.state.turned[cell])) == part.colours


def test_the_pieces_are_the_hand_and_then_the_pool() -> None:
    """A hand is seen by its owner alone."""
    for position in random_game(GAME, seed=4):
        state = position.state
        if state.stage > layout.OPEN_POOL:
            break
        zone = int(state.turn) if state.stage == layout.HIDDEN_STOCK else layout.POOL
        pieces = PLACING.pieces(position.view(position.seat).state)
        assert {piece.name: piece.amount for piece in pieces} == {
            kind_name(state, kind): int(count) for kind, count in enumerate(state.held[zone].tolist()) if count
        }
        other = position.view((position.seat + 1) % 3).state
        assert bool(PLACING.pieces(other)) == (state.stage == layout.OPEN_POOL)


def test_cards_that_look_alike_when_turned_have_fewer_turns() -> None:
    cards = ",".join(["RRRR", "RBRB", "rRbB", "rBRB"] * 4)
    position = Game(spec("florentine"), {"deck": cards}).start(0)
    turns = {piece.name: piece.turns for piece in PLACING.pieces(position.state)}
    assert turns == {"RRRR": 1, "RBRB": 2, "rRbB": 4, "rBRB": 4}


def test_every_card_can_be_discarded_but_the_first_one() -> None:
    position = GAME.start(1)
    assert PLACING.words(position.state) == ()
    position.play(position.moves()[0])
    words = PLACING.words(position.state)
    assert {word.piece for word in words} == {piece.name for piece in PLACING.pieces(position.state)}
    assert all(word.asks and word.move == f"x:{word.piece}" for word in words)


def test_a_black_card_lies_against_the_side_that_it_is_pushed_over() -> None:
    state = black_stage(2).state
    assert PLACING.within(state, BLACK, (2, -1), SOUTH) == ((2, 0), NORTH)
    assert PLACING.within(state, BLACK, (7, 3), NORTH) == ((6, 3), EAST)
    assert PLACING.within(state, BLACK, (4, 7), EAST) == ((4, 6), SOUTH)
    assert PLACING.within(state, BLACK, (-1, 0), NORTH) == ((0, 0), WEST)
    assert PLACING.within(state, BLACK, (-1, -1), NORTH) == ((0, 0), NORTH), "over a corner it keeps a side that it went over"
    assert PLACING.within(state, BLACK, (3, 3), EAST) == ((3, 3), EAST)


def test_black_cards_are_drawn_where_they_lie() -> None:
    position = black_stage(2)
    text = next(move for move in position.moves() if move.startswith("black@"))
    hold = PLACING.held(position.state, text)
    assert hold is not None
    (part,) = PLACING.parts(position.state, *hold)
    assert part.colours == deck.COLOUR_LETTERS[position.state.colours[position.seat]]
    assert not (0 <= part.cell[0] < layout.SIDE and 0 <= part.cell[1] < layout.SIDE), "outside the square"


def test_whoever_has_no_place_for_the_black_card_only_declines() -> None:
    seen = set()
    for seed in range(12):
        for position in random_game(GAME, seed):
            if position.state.stage == layout.BLACK_CARDS:
                has_place = len(position.moves()) > 1
                assert bool(PLACING.pieces(position.state)) == has_place
                (word,) = PLACING.words(position.state)
                assert (word.move, word.asks) == ("decline", has_place)
                seen.add(has_place)
    assert True in seen
