"""The forms of what is asked about studies, and of the answers. Words for each field: docs/server.md."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from bottega.server.actions import LONGEST_MOVE, MOST_EXTRAS, Coordinate

LONGEST_RECORD = 200_000  # characters
LONGEST_PATH = 2000
LONGEST_COMMENT = 2000

PathText: TypeAlias = Annotated[str, Field(max_length=LONGEST_PATH)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Load(_Asked):
    record: Annotated[str, Field(max_length=LONGEST_RECORD)]


class At(_Asked):
    path: PathText = ""


class Try(At):
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
    extras: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Field(max_length=MOST_EXTRAS)] = ()


class Remark(At):
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)]


# ---------------------------------------------------------------- answers


class Made(BaseModel):
    id: str


class Arrived(BaseModel):
    path: str
    is_new: bool


class Listed(BaseModel):
    id: str
    game: str
    title: str
    players: list[str]
    result: str
    plies: int
    updated: int


class StudyNode(BaseModel):
    parent: int | None
    seat: int
    move: str
    words: str
    comment: str
    clock: int | None
    score: list[list[int]]
    decides: int


class StudySeat(BaseModel):
    colour: str
    player: str
    is_winner: bool
    paint: dict[str, str]  # by theme: the colour of the seat as #rrggbb


class Considered(BaseModel):
    move: str
    words: str
    wins: list[float]
    points: list[float]
    line: list[str]
    reasons: str


class Judgement(BaseModel):
    number: int
    seat: int
    legal: int
    before: list[float]
    after: list[float]
    arrived: list[float]
    loss: float
    mark: str
    mark_words: str
    luck: list[float]
    played: str
    best: str
    choices: list[Considered]


class SeatBalance(BaseModel):
    start: float
    decisions: float
    gifts: float
    luck: float
    luck_error: float
    revision: float
    end: float
    blunder: int
    mistake: int
    inaccuracy: int


class ShownAnalysis(BaseModel):
    decisions: list[Judgement]
    mistakes: list[int]
    balances: list[SeatBalance]


class Progress(BaseModel):
    state: Literal["none", "running", "done", "failed"]
    done: int
    total: int
    reason: str


class Looked(BaseModel):
    seat: int
    choices: list[Considered]


class ShownStudy(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, str]
    tags: dict[str, str]
    seats: list[StudySeat]
    score_parts: list[str]
    result: str
    ended: str
    words: str
    plies: int
    is_mine: bool
    table: str
    version: int
    nodes: list[StudyNode]
    analysis: ShownAnalysis | None
    progress: Progress


class Misread(BaseModel):
    """Where a record is wrong, and why."""

    reason: str
    line: int
    column: int


MISREAD: dict[int | str, dict[str, Any]] = {400: {"model": Misread, "description": "Bad Request"}}
