"""The Python face: Game, Position and View."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bottega
from bottega.testing import random_game


def played(name: str, moves: int, seed: int = 3) -> bottega.Position:
    for position in random_game(bottega.game(name), seed):
        if len(position.history) == moves:
            return position
    raise AssertionError("the game was too short")


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(bottega.UnknownGame, match=r"'toscanna'.*firenze, toscana, florentine.*Did you mean toscana"):
        bottega.game("toscanna")


def test_an_unknown_option_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(bottega.OptionError, match=r"no option 'colour'; it has "):
        bottega.game(name, colour="W")


def test_a_wrong_choice_is_refused_with_the_choices() -> None:
    with pytest.raises(bottega.OptionError, match="players is one of 2, 3, not '4'"):
        bottega.game("firenze", players=4)


def test_options_are_complete_and_start_the_same_game_again(name: str) -> None:
    for variant in bottega.games.spec(name).variants:
        first = bottega.game(name, **variant).start(seed=11)
        again = bottega.game(name, **first.options).start(seed=99)
        assert again == first
        assert again.options == first.options


def test_the_seed_decides(name: str) -> None:
    assert bottega.game(name).start(seed=5) == bottega.game(name).start(seed=5)


@pytest.mark.parametrize("hidden", ["toscana", "florentine"])
def test_without_a_seed_chance_decides(hidden: str) -> None:
    starts = {bottega.game(hidden).start().to_bytes() for _ in range(4)}
    assert len(starts) == 4


def test_an_illegal_move_changes_nothing(name: str) -> None:
    position = played(name, 9)
    before, moves = position.to_bytes(), position.moves()
    for text in ("", " ", "x", "pass now", moves[0] + " ", moves[0].lower() + "!", "\x00", "é" * 200):
        with pytest.raises(bottega.IllegalMove):
            position.play(text)
    assert (position.to_bytes(), position.moves()) == (before, moves)


@given(st.text(max_size=30))
def test_any_text_is_a_legal_move_or_an_illegal_one(text: str) -> None:
    for name in bottega.GAMES:
        position = played(name, 5)
        before = position.state.tobytes()
        try:
            position.play(text)
        except bottega.IllegalMove as error:
            assert str(error)
            assert position.state.tobytes() == before
        else:
            assert position.history[-1] == text


@given(st.data())
def test_a_damaged_move_is_refused_or_is_another_legal_move(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(bottega.GAMES))
    position = played(name, data.draw(st.integers(0, 20)))
    moves = position.moves()
    letters = list(data.draw(st.sampled_from(moves)))
    where = data.draw(st.integers(0, len(letters) - 1))
    letters[where : where + data.draw(st.integers(0, 2))] = data.draw(st.text("WPGRBOrbgo@,-0123456789hvr^ x:NESW", max_size=3))
    text = "".join(letters)
    if text in moves:
        position.play(text)
    else:
        with pytest.raises(bottega.IllegalMove):
            position.play(text)


def test_undo_returns_the_moves_in_reverse_and_then_says_so(name: str) -> None:
    position = played(name, 7)
    moves = position.history
    assert [position.undo() for _ in range(7)] == list(reversed(moves))
    with pytest.raises(bottega.BottegaError, match="no move to take back"):
        position.undo()


def test_an_earlier_position_of_the_same_game(name: str) -> None:
    position = played(name, 7)
    for moves in (0, 4, 7):
        earlier = position.at(moves)
        assert (earlier, earlier.history) == (played(name, moves), position.history[:moves])
        earlier.play(earlier.moves()[0])
        assert len(position.history) == 7
    for moves in (-1, 8):
        with pytest.raises(bottega.BottegaError, match="has 7 moves"):
            position.at(moves)


def test_a_copy_goes_its_own_way(name: str) -> None:
    position = played(name, 4)
    twin = position.copy()
    assert (twin, hash(twin)) == (position, hash(position))
    twin.play(twin.moves()[0])
    assert twin != position
    twin.undo()
    assert twin == position
    assert twin.history == position.history


def test_the_order_of_moves_does_not_matter_to_equality() -> None:
    one, other = bottega.game("firenze", players=2).start(), bottega.game("firenze", players=2).start()
    for move in ("PG@0,0h", "WG@2,0h", "WP@-2,0h", "PG@0,1h"):
        one.play(move)
    for move in ("PG@0,0h", "PG@0,1h", "WP@-2,0h", "WG@2,0h"):
        other.play(move)
    assert (one, hash(one)) == (other, hash(other))
    assert one.history != other.history


def test_positions_of_different_games_or_seats_differ(name: str) -> None:
    position = played(name, 3)
    assert position != "a position"
    assert all(position != bottega.game(other).start(seed=0) for other in bottega.GAMES)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not those of a position"),
        (b"bottega 1 firenze players=2", "not those of a position"),
        (b"bottega 1 firenze players=2 sets=1 neutral=W\n\x00", "not those of a position"),
        (b"bottega 1 firenze players\n", "not those of a position"),
        (b"bottega 1 fire\xff\n", "not those of a position"),
        (b"bottega 2 firenze players=2 sets=1 neutral=W\n", "not those of a position"),
        (b"bottega 1 chess players=2\n", "there is no game 'chess'"),
        (b"bottega 1 firenze players=9\n", "players is one of"),
        (b"bottega 1 firenze name=x\n", "no option 'name'"),
        (b"bottega 1 firenze players=2\n", "not complete"),
        (b"bottega 1 firenze players=2 sets=1 neutral=W\n\xff\xff\xff\x7f", "illegal move, number 1"),
    ],
)
def test_bytes_that_are_no_position_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(bottega.BottegaError, match=reason):
        bottega.Position.from_bytes(data)


@given(st.binary(max_size=60), st.booleans())
def test_any_bytes_are_a_position_or_a_clear_error(data: bytes, headed: bool) -> None:
    try:
        position = bottega.Position.from_bytes(b"bottega 1 " + data if headed else data)
    except bottega.BottegaError as error:
        assert str(error)
    else:
        assert bottega.Position.from_bytes(position.to_bytes()) == position


def test_the_state_is_shown_but_not_lent(name: str) -> None:
    position = played(name, 2)
    field = (position.state.dtype.names or ("",))[0]
    with pytest.raises(ValueError, match="read-only"):
        position.state[field] = 0


def test_a_viewer_who_does_not_exist_is_refused(name: str) -> None:
    position = bottega.game(name).start(seed=0)
    for viewer in (-2, len(position.seats)):
        with pytest.raises(bottega.BottegaError, match="a viewer is a seat from 0 to"):
            position.view(viewer)


def test_only_the_seat_to_decide_sees_moves(name: str) -> None:
    position = played(name, 6)
    for viewer in range(-1, len(position.seats)):
        assert position.view(viewer).moves() == (position.moves() if viewer == position.seat else [])


def test_sampled_positions_can_be_played_to_the_end(name: str) -> None:
    position = played(name, 8)
    guess = position.view(position.seat).sample(seed=4)
    choice = random.Random(1)
    while not guess.is_over:
        guess.play(choice.choice(guess.moves()))
    assert guess.result != "*"


def test_a_sampled_position_does_not_know_the_shuffles(name: str) -> None:
    position = played(name, 8)
    view = position.view(position.seat)
    assert not hasattr(view, "options")
    with pytest.raises(bottega.BottegaError, match="how this game started is not known"):
        view.sample(seed=4).to_bytes()


def test_perft_of_a_finished_game_and_of_depth_zero(name: str) -> None:
    *_, position = random_game(bottega.game(name), 1)
    assert (position.perft(0), position.perft(1), position.perft(3)) == (1, 0, 0)
    with pytest.raises(bottega.BottegaError, match="depth of 0 or more, not -1"):
        position.perft(-1)


def test_perft_equals_the_number_of_moves_played_one_by_one(name: str) -> None:
    position = played(name, 10)
    count = 0
    for move in position.moves():
        position.play(move)
        count += len(position.moves())
        position.undo()
    assert position.perft(2) == count


def test_repr_says_what_matters(name: str) -> None:
    position = played(name, 6)
    assert repr(position) == f"<Position of {name}: 6 moves, seat {position.seat} to decide, score {position.score_text}>"
    assert f"View of {name} by 0" in repr(position.view(0))
    assert repr(bottega.game("firenze", players=3)) == "bottega.game('firenze', players='3', sets='1')"


def test_pickles(name: str) -> None:
    position = played(name, 6)
    again = pickle.loads(pickle.dumps(position))
    assert (again, again.history) == (position, position.history)
    view = position.view(0)
    assert pickle.loads(pickle.dumps(view)) == view
