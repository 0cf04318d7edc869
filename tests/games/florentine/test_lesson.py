"""What the lesson of Florentine Dominoes says about its positions is true."""

from collections.abc import Iterator

import bottega
from bottega.game import Position
from bottega.games import spec
from bottega.games.florentine import deck, rules
from bottega.games.florentine.layout import BLACK_CARDS, HIDDEN_STOCK, OPEN_POOL
from bottega.games.florentine.outlines import spaces_of
from bottega.stage import Step

RED, BLUE = range(2)
CROSS, CLOSE, AWAY, POOL, CORNER, SHARED, HALF, BLACK = range(8)


def step(number: int) -> Step:
    return spec("florentine").stage.lesson()[number]


def reached(number: int) -> Position:
    position = bottega.game("florentine", **step(number).options).start()
    for move in step(number).moves:
        position.play(move)
    return position


def results(number: int, is_done: bool = True) -> Iterator[Position]:
    """The positions after the moves that do what is asked, or after those that do not."""
    before = reached(number)
    for move in before.moves():
        after = before.copy()
        after.play(move)
        if step(number).accepts(before.state, move, after.state) is is_done:
            yield after


def gains(number: int, is_done: bool = True) -> set[tuple[int, int]]:
    """What Red and Blue gain by such moves."""
    (red,), (blue,) = reached(number).scores()
    return {(after.scores()[RED][0] - red, after.scores()[BLUE][0] - blue) for after in results(number, is_done)}


def test_all_decks_are_of_our_cards() -> None:
    for number in range(len(spec("florentine").stage.lesson())):
        cards = step(number).options["deck"].split(",")
        assert len(set(cards)) == len(cards) == (48 if number == AWAY else 26)
        assert set(cards) <= set(deck.named("reconstruction").cards)


def test_stages_are_those_that_are_told_of() -> None:
    stages = [int(reached(number).state.stage) for number in range(8)]
    assert stages == [HIDDEN_STOCK] * 3 + [OPEN_POOL] * 4 + [BLACK_CARDS]
    assert [bool(rules.cross_is_complete(reached(number).state)) for number in (POOL, CORNER)] == [False, True]


def test_the_hand_has_ambers_and_no_jade() -> None:
    cards = [move[2:] for move in reached(AWAY).moves() if move.startswith("x:")]
    assert len(cards) == 4
    assert all("b" in card and "r" not in card for card in cards)


def test_stones_are_closed_as_told() -> None:
    assert gains(CLOSE) == gains(POOL) == {(2, 0)}
    assert {red for red, _blue in gains(CORNER)} == {5, 6}  # one card that closes the space brings a jade of its own


def test_the_great_space_has_one_open_side() -> None:
    spaces = [space for space in spaces_of(reached(CORNER).state, RED) if len(space.stones) == 5]
    assert [len(space.opened) for space in spaces] == [1]


def test_a_card_for_the_same_place_would_close_an_amber_too() -> None:
    assert gains(SHARED) == {(2, 0)}
    assert (2, 1) in gains(SHARED, is_done=False)


def test_every_other_move_does_half_the_work_for_blue() -> None:
    """It covers one of two open sides of a blue space with stones, and one is left."""

    def nearly_closed(position: Position) -> int:
        return sum(len(space.opened) == 1 and len(space.stones) > 0 for space in spaces_of(position.state, BLUE))

    before = nearly_closed(reached(HALF))
    assert all(nearly_closed(after) > before for after in results(HALF, is_done=False))
    assert all(nearly_closed(after) == before for after in results(HALF))


def test_the_black_card_wins_whatever_blue_does() -> None:
    assert reached(BLACK).score_text == "3 4"
    for after in results(BLACK):
        assert after.scores()[RED] == (5,)
        for move in after.moves():
            end = after.copy()
            end.play(move)
            assert end.result == str(RED)
