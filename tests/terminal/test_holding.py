"""A piece in the hand: where it is, whether it may lie there, what else there is to say."""

from terminal.hands import start

from bottega.game import Game, Position
from bottega.games import spec
from bottega.terminal.holding import Grip, Holding
from bottega.testing import random_game


def hold(position: Position, grip: Grip | None = None) -> Holding:
    west, north, east, south = position.spec.cells.span(position.state)
    middle = (west + east - 1) // 2, (north + south - 1) // 2
    return Holding(position.view(position.seat), middle, grip or Grip())


def test_the_first_piece_is_held_over_the_first_place(name: str) -> None:
    position = start(name)
    if name == "toscana":
        position.play("allow")
    holding = hold(position)
    assert holding.verdict == ""
    assert holding.lay() in position.moves()


def test_the_next_place_goes_round_all_places_of_a_piece(name: str) -> None:
    for position in random_game(Game(spec(name), {}), seed=8):
        if len(position.history) >= 11 and position.spec.placing.pieces(position.state):
            break
    holding = hold(position)
    assert holding.next_place()
    piece = holding.grip.piece
    first, seen = holding.text, {holding.text}
    while holding.next_place() and holding.text != first:
        assert holding.verdict == ""
        seen.add(holding.text)
    placing, state = position.spec.placing, position.state
    legal = {move.split("^")[0] for move in position.moves()}
    assert seen == {move for move in legal if (held := placing.held(state, move)) and held[0].name == piece}


def test_a_piece_that_fits_nowhere_gives_way_to_one_that_does() -> None:
    for position in random_game(Game(spec("florentine"), {}), seed=8):
        holding = hold(position) if not position.is_over else None
        if holding and holding.fitting and len(holding.fitting) < len(holding.pieces):
            break
    assert holding is not None
    while holding.grip.piece in holding.fitting:
        holding.take_next()
    assert holding.next_place()
    assert holding.grip.piece in holding.fitting


def test_what_is_held_is_remembered_as_far_as_it_is_still_there() -> None:
    position = start("firenze")
    holding = hold(position)
    holding.take(2)
    holding.turn()
    holding.move(3, 4)
    assert hold(position, holding.grip).grip == holding.grip
    assert hold(position, Grip("no such piece", (5, 5), 7)).grip == Grip("WP", (5, 5), 3)


def test_more_pyramids_than_there_are_are_refused_with_the_reason() -> None:
    """The choice is made freely; the rules say whether it stands."""
    for seed in range(40):
        for position in random_game(Game(spec("firenze"), {}), seed):
            if position.state.pyramids != 1:
                continue
            placing, state = position.spec.placing, position.state
            texts = {move.split("^")[0] for move in position.moves() if "^" in move}
            text = next((text for text in texts if len(placing.extras(state, text)) > 1), None)
            if text:
                holding = hold(position)
                holding.show(text)
                assert holding.lay() is None
                assert holding.covering is not None
                holding.covering.toggle(0)
                holding.covering.toggle(1)
                assert holding.verdict == "pyramids wanted: 2, left: 1"
                assert holding.lay() is None
                holding.covering.toggle(0)
                assert holding.lay() in position.moves()
                return
    raise AssertionError("no position with one pyramid and two sandwiched squares")


def test_a_word_about_a_piece_is_offered_while_it_is_held() -> None:
    position = start("florentine")
    position.play(position.moves()[0])
    holding = hold(position)
    for piece in holding.pieces:
        assert [word.move for word in holding.words] == [f"x:{piece.name}"]
        assert holding.say(holding.words[0]) is None, "it asks"
        assert holding.say(holding.words[0]) == f"x:{piece.name}"
        holding.take_next()
        assert holding.asked is None
