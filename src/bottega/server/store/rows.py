"""What is kept: the events of tables with a summary of each, guests, studies, analyses."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Entry:
    """One event at a table."""

    seq: int  # from 1, without gaps
    at: int  # milliseconds since 1970
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Summary:
    """What lists of tables show and select by: as of the last event."""

    game: str
    state: str  # waiting, running, over
    is_listed: bool
    seats: list[dict[str, Any]]  # as lists show them: colour, player, kind, level
    guests: list[str]  # who holds a seat
    ply: int
    updated: int  # milliseconds since 1970
    created: int = 0
    host: str = ""  # the guest who laid it
    deciding: list[str] = field(default_factory=list)  # guests whose decision it is
    options: dict[str, str] = field(default_factory=dict)  # without shuffles
    clock: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})
    result: str = ""  # the result text once it is over


@dataclass(frozen=True)
class Study:
    """A game with variations that somebody looks at."""

    id: str
    guest: str  # whose it is
    game: str
    record: str  # the text of a record, with comments and variations
    data: dict[str, Any]  # whatever else belongs to it: a title, the table that it comes from
    created: int
    updated: int
    version: int = 1  # grows by one with every change


@dataclass(frozen=True)
class GuestRow:
    """What a guest chose. Empty: not chosen."""

    id: str
    name: str
    language: str
    theme: str
    created: int
