"""The lesson and the advice of each game: every step is played through with all its legal moves."""

import re
from functools import cache

import pytest

from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.stage import Step

MOST_WORDS = 60  # of a step, its task included
MOST_ANSWER = 30  # words of a hint or of praise
MOST_MOVES = 30  # to the position of a step
CASES = [
    pytest.param(name, number, id=f"{name}-{number + 1}") for name in GAMES for number in range(len(spec(name).stage.lesson()))
]


@cache
def _step(name: str, number: int) -> Step:
    return spec(name).stage.lesson()[number]


def reached(name: str, step: Step) -> Position:
    position = Game(spec(name), step.options).start(seed=0)
    for move in step.moves:
        position.play(move)
    return position


@cache
def _judged(name: str, number: int) -> dict[str, bool]:
    """Each legal move, and whether it does what is asked."""
    step, position = _step(name, number), reached(name, _step(name, number))
    found = {}
    for move in position.moves():
        after = position.copy()
        after.play(move)
        found[move] = step.accepts(position.state, move, after.state)
    return found


def _count(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_has_a_few_steps_with_titles_of_their_own(name: str) -> None:
    steps = spec(name).stage.lesson()
    assert 7 <= len(steps) <= 10
    assert len({step.title for step in steps}) == len(steps)


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_step_is_the_same_for_everybody(name: str, number: int) -> None:
    """Whatever is shuffled is fixed: two starts with different seeds are the same game."""
    step = _step(name, number)
    game = Game(spec(name), step.options)
    assert game.start(seed=1).state == game.start(seed=2).state
    assert len(step.moves) < MOST_MOVES


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_task_can_be_done_and_can_be_missed(name: str, number: int) -> None:
    judged = _judged(name, number)
    assert all(type(is_done) is bool for is_done in judged.values())  # they go over the wire
    assert _step(name, number).task
    assert any(judged.values())
    assert not all(judged.values())


@pytest.mark.parametrize(("name", "number"), CASES)
def test_the_learner_can_judge_by_what_the_seat_sees(name: str, number: int) -> None:
    """A view gives the same verdict as the whole position: nothing hidden is needed, and nothing hidden is told."""
    step, position = _step(name, number), reached(name, _step(name, number))
    view = position.view(position.seat)
    judged = _judged(name, number)
    for move in [next(move for move in judged if judged[move]), next(move for move in judged if not judged[move])]:
        after = position.copy()
        after.play(move)
        assert step.accepts(view.state, move, after.view(position.seat).state) is judged[move]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_every_step_is_for_the_same_seat(name: str, number: int) -> None:
    assert reached(name, _step(name, number)).seat == 0


@pytest.mark.parametrize(("name", "number"), CASES)
def test_texts_are_short_and_answers_are_there(name: str, number: int) -> None:
    step = _step(name, number)
    assert _count(*step.words, step.task) <= MOST_WORDS
    for answer in (step.hint, step.praise):
        assert 0 < _count(answer) <= MOST_ANSWER
    assert set(step.show) <= {"legal", "worth", "threats"}


MOVE = re.compile(r"[A-Za-z]+@\S*\w|\bx:\w+|\bblack@\w+")


@pytest.mark.parametrize(("name", "number"), CASES)
def test_words_name_no_move_that_is_illegal(name: str, number: int) -> None:
    step = _step(name, number)
    texts = (*step.words, step.task, step.hint, step.praise)
    assert {move for text in texts for move in MOVE.findall(text)} <= set(_judged(name, number))


@pytest.mark.parametrize("name", GAMES)
def test_advice_comes_in_small_pieces(name: str) -> None:
    advice = spec(name).stage.strategy()
    assert 6 <= len(advice) <= 10
    assert len({piece.title for piece in advice}) == len(advice)
    for piece in advice:
        assert 40 <= _count(*piece.words) <= 90, piece.title
