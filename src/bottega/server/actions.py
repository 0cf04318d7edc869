"""What guests ask a table for, as it comes over the wire: everything has its bounds. docs/server.md describes it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_SEATS = 10
MOST_OPTIONS = 16
LONGEST_MOVE = 200
MOST_EXTRAS = 16
FARTHEST = 10**6  # cells from the first tile
LARGEST_ID = 2**53  # that JavaScript can count to

SeatNumber: TypeAlias = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Coordinate: TypeAlias = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
Offered: TypeAlias = Literal["draw", "take_back", "rematch"]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# ---------------------------------------------------------------- actions


class _Action(_Message):
    id: Annotated[int, Field(ge=0, le=LARGEST_ID)] | None = None  # the client's own number for it
    seat: SeatNumber | None = None  # for which of the guest's seats


class Sit(_Action):
    do: Literal["sit"]


class Leave(_Action):
    do: Literal["leave"]


class Play(_Action):
    do: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=10_000)]  # how many moves the client knows: a stale or doubled one is found out
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
    extras: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Field(max_length=MOST_EXTRAS)] = ()


class Look(_Action):
    do: Literal["look"]


class Resign(_Action):
    do: Literal["resign"]


class Offer(_Action):
    do: Literal["offer"]
    what: Offered


class Answer(_Action):
    do: Literal["answer"]
    what: Offered
    accept: bool


class Withdraw(_Action):
    do: Literal["withdraw"]
    what: Offered


class Hint(_Action):
    do: Literal["hint"]


Action: TypeAlias = Annotated[Sit | Leave | Play | Look | Resign | Offer | Answer | Withdraw | Hint, Field(discriminator="do")]

#: Reads an action: `ACTION.validate_json(message)`.
ACTION: TypeAdapter[Action] = TypeAdapter(Action)


# ---------------------------------------------------------------- clocks


class NoClock(_Message):
    kind: Literal["none"] = "none"


class MoveClock(_Message):
    """So long for each move."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(ge=5, le=86_400)]


class FischerClock(_Message):
    """So long for the game, and a little more with each move."""

    kind: Literal["fischer"]
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class DaysClock(_Message):
    """So many days for each move."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


ClockSettings: TypeAlias = Annotated[NoClock | MoveClock | FischerClock | DaysClock, Field(discriminator="kind")]
CLOCK: TypeAdapter[ClockSettings] = TypeAdapter(ClockSettings)


# ---------------------------------------------------------------- new tables


class NewSeat(_Message):
    kind: Literal["me", "here", "open", "machine"]
    name: Annotated[str, Field(max_length=60)] = ""  # of a person at the same device, or of the machine


class NewTable(_Message):
    game: Annotated[str, Field(max_length=40)]
    options: Annotated[dict[Annotated[str, Field(max_length=40)], str | int], Field(max_length=MOST_OPTIONS)] = Field(
        default_factory=dict
    )
    seats: Annotated[tuple[NewSeat, ...], Field(max_length=MOST_SEATS)] = ()
    shuffle: bool = False
    clock: ClockSettings = NoClock()
    listed: bool = False
    hints: bool = True
    fits: bool = True
    match: bool = False
