"""What can happen at a table: the kinds of entries of its log, and what each of them says.

| kind | data |
|---|---|
| laid | game, options (without shuffles), seats, clock, listed, hints, fits, host, previous, match |
| sat | seat, guest, name |
| left | seat |
| started | options with the shuffles: secret while the game runs |
| played | seat, move |
| resigned, timed_out | seat; machine: who takes the seat over, none: the game is over |
| offered | seat, guest, what; to: the ply to take back to |
| answered | guest, what, accept |
| withdrawn | what |
| drawn | |
| taken_back | to: the ply |
| rematched | |
| paused, resumed | the server went, came again: the time in between is not charged |
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from bottega.server.store import Entry

Happening: TypeAlias = tuple[str, Mapping[str, Any]]  # kind and data

LAID = "laid"
SAT = "sat"
LEFT = "left"
STARTED = "started"
PLAYED = "played"
RESIGNED = "resigned"
TIMED_OUT = "timed_out"
OFFERED = "offered"
ANSWERED = "answered"
WITHDRAWN = "withdrawn"
DRAWN = "drawn"
TAKEN_BACK = "taken_back"
REMATCHED = "rematched"
PAUSED = "paused"
RESUMED = "resumed"


def entries(last: int, at: int, *events: Happening) -> list[Entry]:
    """Events at one moment as entries of a log whose last one had this number."""
    return [Entry(last + place, at, kind, dict(data)) for place, (kind, data) in enumerate(events, start=1)]
