"""A pupil who knows the answers."""

from itertools import combinations
from typing import NamedTuple

from bottega.server.lessons import Lesson
from bottega.server.turns import turn_of


class Answer(NamedTuple):
    """A move as a hand makes it."""

    move: str  # without what it covers besides
    extras: tuple[int, ...] = ()  # which of the cells that the turn offers for it
    is_word: bool = False  # it lays nothing
    asks: bool = False  # a word that is to be said twice

    @property
    def digits(self) -> list[str]:
        """The keys for them."""
        return [str(place + 1) for place in self.extras]


def accepted_move(name: str, number: int) -> str:
    """A move that does what this step of a lesson asks for."""
    lesson = Lesson(name, number)
    before = lesson.position.state
    for move in lesson.position.moves():
        after = lesson.position.copy()
        after.play(move)
        if lesson.step.accepts(before, move, after.state):
            return move
    raise AssertionError(f"step {number} of {name} asks for what cannot be done")


def answer(name: str, number: int) -> Answer:
    """The same for a hand."""
    lesson, move = Lesson(name, number), accepted_move(name, number)
    turn = turn_of(lesson.position, lesson.viewer, "")
    assert turn is not None
    for word in turn["words"]:
        if word["move"] == move:
            return Answer(move, is_word=True, asks=word["asks"])
    for plain, cells in turn["extras"].items():
        for count in range(1, len(cells) + 1):
            for chosen in combinations(range(len(cells)), count):
                if lesson.position.spec.placing.with_extras(plain, tuple(cells[place] for place in chosen)) == move:
                    return Answer(plain, chosen)
    return Answer(move)
