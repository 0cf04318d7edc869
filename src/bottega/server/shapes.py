"""The forms of the answers, for the description of the API. Words for each field: docs/server.md."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

State = Literal["waiting", "running", "over"]
Box = Annotated[list[float], Field(min_length=4, max_length=4)]
Cell = Annotated[list[int], Field(min_length=2, max_length=2)]


# ---------------------------------------------------------------- who asks, and what there is


class Me(BaseModel):
    name: str
    language: str
    theme: str
    token: str
    languages: list[str]
    themes: list[str]


class Choice(BaseModel):
    name: str
    help: str
    choices: list[str]  # empty: any text
    default: str  # empty: left to the game


class GameFacts(BaseModel):
    name: str
    title: str
    designer: str
    summary: str
    players: list[int]
    options: list[Choice]
    score_parts: list[str]
    has_match: bool


class Games(BaseModel):
    games: list[GameFacts]
    levels: list[str]  # weakest first
    machines: list[str]  # everybody who can be asked to sit down: the levels, `random`, `greedy`


class Laid(BaseModel):
    id: str


class Done(BaseModel):
    seq: int


class ListedTable(BaseModel):
    id: str
    game: str
    title: str
    state: str
    options: dict[str, str]
    clock: dict[str, Any]
    seats: list[dict[str, Any]]
    ply: int
    created: int
    updated: int
    result: str
    is_mine: bool
    is_my_turn: bool


# ---------------------------------------------------------------- a table


class Drawn(BaseModel):
    box: Box
    body: str


class Extra(Drawn):
    amount: int


class HeldPiece(BaseModel):
    name: str
    words: str
    turns: int
    amount: int
    drawings: list[Drawn]


class Word(BaseModel):
    move: str
    label: str
    key: str
    piece: str
    asks: bool


class Turn(BaseModel):
    seat: int
    ply: int
    is_ahead: bool
    pieces: list[HeldPiece]
    places: dict[str, list[tuple[int, int, int, str]]]
    extras: dict[str, list[Cell]]
    extra: Extra
    symbols: str
    words: list[Word]


class Theme(BaseModel):
    name: str
    table: str
    ink: str
    quiet: str
    mark: str
    good: str
    bad: str
    is_bold: bool


class Picture(BaseModel):
    ply: int
    box: Box
    side: float
    symbols: str
    board: str
    trays: list[Drawn]
    common: Drawn
    theme: Theme
    summary: str
    sentences: list[str]
    note: str


class Why(BaseModel):
    cell: Cell
    turn: int
    move: str
    reason: str


class Fits(BaseModel):
    cell: Cell
    pieces: list[HeldPiece]
    symbols: str


class Count(BaseModel):
    seat: int
    points: int
    words: str
    overlay: str


class Counting(BaseModel):
    steps: list[Count]


class SeatShown(BaseModel):
    colour: str
    player: str
    kind: Literal["person", "machine", "open"]
    level: str | None
    is_here: bool
    is_online: bool | None
    score: list[int]
    clock: int | None
    is_winner: bool


class MoveShown(BaseModel):
    seat: int
    move: str
    words: str
    spent: int


class Offered(BaseModel):
    seat: int
    what: str
    waits_for: list[int]


class MomentShown(BaseModel):
    words: str
    overlay: str


class Result(BaseModel):
    text: str
    ended: str
    words: str
    winners: list[int]


class MatchShown(BaseModel):
    number: int
    games: int
    standing: list[str]
    next: str | None
    result: str | None


class Scene(BaseModel):
    type: Literal["scene"]
    seq: int
    now: int
    table: str
    game: str
    title: str
    options: dict[str, str]
    state: State
    viewer: int
    mine: list[int]
    waits_for_look: int | None
    seats: list[SeatShown]
    seat: int
    ply: int
    start: int = Field(alias="from")
    moves: list[MoveShown]
    turn: Turn | None
    offers: list[Offered]
    can: list[str]
    moments: list[MomentShown]
    clock: dict[str, Any]
    hints: bool
    fits: bool
    result: Result | None
    match: MatchShown | None
    rematch: str | None
    previous: str | None
    thinking: str | None
    is_warming: bool
