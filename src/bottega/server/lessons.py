"""Lessons: small positions in which something is to be done, and words about what was done.

A lesson is the same for everybody and nothing of it is kept here: the page says at which step it is.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from bottega.errors import IllegalMove
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.server.actions import LONGEST_MOVE, MOST_EXTRAS, Coordinate
from bottega.server.errors import NotFound
from bottega.server.pictures import look_of, picture_of
from bottega.server.refusals import problems
from bottega.server.turns import turn_of, why_of
from bottega.stage import Step

router = APIRouter(prefix="/api/lessons/{game}/{step}", tags=["lessons"], responses=problems(400, 404, 422))

Theme = Annotated[str, Query(max_length=20)]


class Attempt(BaseModel):
    """A move that a learner tries."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
    extras: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Field(max_length=MOST_EXTRAS)] = ()


class Page(BaseModel):
    """A step of a lesson."""

    game: str
    step: int
    steps: int  # how many there are
    title: str
    words: list[str]
    task: str  # empty: nothing is to be done
    seats: list[str]
    seat: int  # whose eyes, and who decides
    scores: list[list[int]]
    picture: dict[str, Any]
    turn: dict[str, Any] | None


class Outcome(BaseModel):
    """What came of an attempt."""

    accepted: bool
    words: str  # praise, a hint, or why the move is against the rules
    picture: dict[str, Any] | None  # after the move; None if it was against the rules
    scores: list[list[int]]
    moments: list[dict[str, str]]
    next: int | None  # the step that follows; None after the last one


class Verdict(BaseModel):
    """Where a piece is held, and why it may not lie there."""

    cell: list[int]
    turn: int
    move: str
    reason: str  # empty: it may


class Lesson:
    """One step with its position."""

    def __init__(self, game: str, number: int) -> None:
        steps = spec(game).stage.lesson() if game in GAMES else ()
        if not 0 <= number < len(steps):
            raise NotFound(_("there is no such step of a lesson"))
        self.number, self.count = number, len(steps)
        self.step: Step = steps[number]
        self.position = Game(spec(game), self.step.options).start(seed=0)
        for move in self.step.moves:
            self.position.play(move)

    @property
    def viewer(self) -> int:
        """The learner looks with the eyes of whoever decides."""
        return SPECTATOR if self.position.is_over else self.position.seat

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number + 1 < self.count else None

    def page(self, theme: str) -> Page:
        position, step = self.position, self.step
        return Page(
            game=position.spec.name,
            step=self.number,
            steps=self.count,
            title=step.title,
            words=list(step.words),
            task=step.task,
            seats=_capitals(position),
            seat=self.viewer,
            scores=_scores(position),
            picture=picture_of(position, self.viewer, theme, step.show),
            turn=turn_of(position, self.viewer, theme) if step.task else None,
        )

    def attempt(self, attempt: Attempt, theme: str) -> Outcome:
        """Make the move. What is legal and not asked for is shown, with a hint."""
        position, game = self.position, self.position.spec
        text = game.placing.with_extras(attempt.move, attempt.extras) if attempt.extras else attempt.move
        before = position.state
        after = position.copy()
        try:
            after.play(text)
        except IllegalMove as error:
            return Outcome(accepted=False, words=str(error), picture=None, scores=_scores(position), moments=[], next=None)
        is_done = self.step.accepts(before, text, after.state)
        moments = game.stage.moments(before, after.past[-1], after.state, look_of(game, theme))
        return Outcome(
            accepted=is_done,
            words=self.step.praise if is_done else self.step.hint,
            picture=picture_of(after, self.viewer, theme, self.step.show),
            scores=_scores(after),
            moments=[{"words": moment.words, "overlay": moment.overlay} for moment in moments],
            next=self.next if is_done else None,
        )


def _capitals(position: Position) -> list[str]:
    return [seat[:1].upper() + seat[1:] for seat in position.seats]


def _scores(position: Position) -> list[list[int]]:
    return [list(score) for score in position.scores()]


def lesson(game: str, step: int) -> Lesson:
    """The step that is asked for."""
    return Lesson(game, step)


Asked = Annotated[Lesson, Depends(lesson)]  # FastAPI calls plain functions in a thread


@router.get("")
async def read(asked: Asked, theme: Theme = "") -> Page:
    """What there is to see and to do."""
    return await run_in_threadpool(asked.page, theme)


@router.post("")
async def attempt(asked: Asked, tried: Attempt, theme: Theme = "") -> Outcome:
    """Try a move."""
    return await run_in_threadpool(asked.attempt, tried, theme)


@router.get("/why")
async def why(
    asked: Asked,
    piece: Annotated[str, Query(max_length=60)],
    x: Coordinate,
    y: Coordinate,
    turn: Annotated[int, Query(ge=0, le=3)] = 0,
) -> Verdict:
    """Why a piece may not lie there."""
    return Verdict(**await run_in_threadpool(why_of, asked.position, asked.viewer, piece, (x, y), turn))
