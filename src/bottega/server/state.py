"""A table as its log tells it. `apply` is the only way in which it changes; nothing here waits, asks or decides."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from copy import copy
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Self

from bottega import i18n
from bottega.errors import BottegaError
from bottega.game import Game, Position
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.kernels import NOBODY
from bottega.match import Finished, outcome
from bottega.server import events
from bottega.server.actions import CLOCK, NoClock
from bottega.server.clock import GRACE, Clock, allowance
from bottega.server.offers import Offers, Proposal
from bottega.server.store import Entry, Summary
from bottega.spec import GameSpec, Options

WAITING, RUNNING, OVER = "waiting", "running", "over"
PERSON, MACHINE, OPEN = "person", "machine", "open"
SUBSTITUTE = "lavorante"  # the machine that takes over where somebody leaves and others go on
ID_BYTES = 6  # of a table


@dataclass(frozen=True)
class Seat:
    """Who sits there."""

    kind: str
    guest: str = ""  # whose device it is
    name: str = ""  # of the person, or the level of the machine

    @property
    def level(self) -> str | None:
        return self.name if self.kind == MACHINE else None

    @property
    def player(self) -> str:
        """What whoever sits there is called; empty: nobody yet, or somebody without a name."""
        return self.name.capitalize() if self.kind == MACHINE else self.name


def told(seats: list[Seat]) -> list[dict[str, str]]:
    """Seats as the log keeps them."""
    return [asdict(seat) for seat in seats]


def derived_id(table: str, what: str) -> str:
    """The id of the table that follows from this one: always the same, so that it is laid once whatever happens."""
    return urlsafe_b64encode(blake2b(f"{table} {what}".encode(), digest_size=ID_BYTES).digest()).decode()


def colours_of(game: str, options: Options) -> tuple[str, ...]:
    """The names of the seats in the language of the moment, as headings."""
    return _colours(game, tuple(options.items()), i18n.language.get())


@lru_cache(maxsize=256)
def _colours(game: str, options: tuple[tuple[str, str], ...], _language: str) -> tuple[str, ...]:
    spec = find_spec(game)
    return tuple(name[:1].upper() + name[1:] for name in spec.seats(spec.setup(dict(options))))


class TableState:
    """Everything that is known about a table."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq = 0  # of the last event
        self.state = WAITING
        self.seat = NOBODY  # whose decision it is, while the game runs
        self.updated = 0  # when it happened
        self.moved = 0  # the event that last changed the position
        self.laid: dict[str, Any] = {}  # the first event: what was asked for
        self.seats: list[Seat] = []
        self.position: Position | None = None  # None: people have yet to sit down
        self.movers: list[int] = []  # [move] the seat that made it
        self.spent: list[int] = []  # [move] milliseconds
        self.clock = Clock(NoClock())
        self.offers = Offers()
        self.is_rematch_agreed = False
        self.ended = ""  # how, if not by the rules: as in records
        self._result = ""
        self.created = 0

    def copy(self) -> Self:
        """An independent table with the same past."""
        twin = copy(self)
        twin.seats, twin.movers, twin.spent = self.seats.copy(), self.movers.copy(), self.spent.copy()
        twin.clock, twin.offers = self.clock.copy(), self.offers.copy()
        twin.position = self.position and self.position.copy()
        return twin

    # ---------------------------------------------------------------- what is asked most

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.movers)

    @property
    def thinking(self) -> str | None:
        """The machine whose decision it is."""
        seat = self.seat
        return self.seats[seat].name if seat != NOBODY and self.seats[seat].kind == MACHINE else None

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to decide is up."""
        return self.clock.deadline if self.state == RUNNING else None

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def guests(self) -> list[str]:
        """Who holds a seat, in the order of the seats."""
        return list(dict.fromkeys(self.seats[seat].guest for seat in self.people))

    def seats_of(self, guest: str) -> list[int]:
        return [seat for seat in self.people if self.seats[seat].guest == guest]

    @property
    def ending(self) -> str:
        """How the game ended, in the words of records."""
        return self.ended or ("played" if self.state == OVER else "unfinished")

    @property
    def result(self) -> str:
        """The result text: `*` while the game runs."""
        if self.position is None:
            return "*"
        return self._result or self.position.result

    @property
    def winners(self) -> list[int]:
        """The seats that have won or share the win."""
        if self.state != OVER:
            return []
        return list(range(len(self.seats))) if self.result == "draw" else [int(seat) for seat in self.result.split("+")]

    @property
    def spec(self) -> GameSpec:
        return find_spec(self.laid["game"])

    def clock_of(self, seat: int, now: int) -> int | None:
        """What is left to a seat; None: its time is not taken."""
        if self.position is None:
            return allowance(self.clock.settings) if self.seats[seat].kind != MACHINE else None
        return self.clock.left_at(seat, now)

    def colours(self) -> tuple[str, ...]:
        """The names of the seats in the language of the moment."""
        return colours_of(self.laid["game"], self.laid["options"])

    def position_at(self, ply: int | None = None) -> Position:
        """A copy of the position after so many moves, or after all, with the seats named in the language of the moment."""
        if self.position is None:
            raise BottegaError(_("the game has not begun"))
        position = self.position.at(self.ply if ply is None else ply)
        position.seats = self.colours()
        return position

    # ---------------------------------------------------------------- matches and tables that follow

    @property
    def match(self) -> dict[str, Any] | None:
        """Which game of a match this is."""
        match: dict[str, Any] | None = self.laid["match"]
        return match

    def finished_games(self) -> list[Finished]:
        """The games of the match that are over, this one included."""
        before = [Finished(tuple(game["winners"]), tuple(game["points"])) for game in (self.match or {}).get("before", [])]
        return [*before, self.finished()] if self.state == OVER else before

    def finished(self) -> Finished:
        """What this game counts in a match. One that was given up counts its points as they stand."""
        assert self.position is not None
        return Finished(tuple(self.winners), tuple(score[0] for score in self.position.scores()))

    @property
    def match_result(self) -> str | None:
        """The result text of the match once all its games are over."""
        if self.match is None or len(self.finished_games()) < self.match["games"]:
            return None
        return outcome(self.finished_games())

    @property
    def next(self) -> str | None:
        """The table of the next game of the match."""
        is_there = self.match is not None and self.state == OVER and self.match["number"] < self.match["games"]
        return derived_id(self.id, "next") if is_there else None

    @property
    def rematch(self) -> str | None:
        """The table of the game that was agreed on after this one."""
        return derived_id(self.id, "rematch") if self.is_rematch_agreed else None

    # ---------------------------------------------------------------- what happens

    def apply(self, entry: Entry) -> None:
        """Let an event happen."""
        if entry.seq != self.seq + 1:
            raise BottegaError(f"event {entry.seq} of table {self.id} cannot follow event {self.seq}")
        _APPLY[entry.kind](self, entry)
        self.seq, self.updated = entry.seq, entry.at

    def _laid(self, entry: Entry) -> None:
        self.laid, self.created = entry.data, entry.at
        self.seats = [Seat(**seat) for seat in entry.data["seats"]]
        self.clock = Clock(CLOCK.validate_python(entry.data["clock"]))

    def _sat(self, entry: Entry) -> None:
        self.seats[entry.data["seat"]] = Seat(PERSON, entry.data["guest"], entry.data["name"])

    def _left(self, entry: Entry) -> None:
        self.seats[entry.data["seat"]] = Seat(OPEN)

    def _started(self, entry: Entry) -> None:
        self.position = Game(find_spec(self.laid["game"]), entry.data["options"]).start(seed=0)
        self.clock = Clock.set_up(self.clock.settings, [seat.kind == PERSON for seat in self.seats])
        self._go_on(entry)
        self.clock.start(self.seat, entry.at + GRACE)

    def _played(self, entry: Entry) -> None:
        assert self.position is not None
        seat = self.position.seat
        self.position.play(entry.data["move"])
        self.movers.append(seat)
        self.spent.append(self.clock.stop(entry.at))
        self.clock.reward(seat)
        if self.seats[seat].kind == PERSON:
            self.offers.played_on(self.seats[seat].guest)
        self._go_on(entry)

    def _go_on(self, entry: Entry) -> None:
        """The position has changed: somebody else decides, or the game is over."""
        assert self.position is not None
        self.moved = entry.seq
        self.state = OVER if self.ended or self.position.is_over else RUNNING
        self.seat = NOBODY if self.state == OVER else self.position.seat
        if self.state == OVER:
            self.offers.clear()
        self.clock.start(self.seat, entry.at)

    def _given_up(self, entry: Entry) -> None:
        """Somebody resigned, or ran out of time."""
        seat, machine = entry.data["seat"], entry.data["machine"]
        self.offers.clear()
        if machine:
            self.seats[seat] = Seat(MACHINE, name=machine)
            self.clock.free(seat)
        else:
            self._end(entry, "resigned" if entry.kind == events.RESIGNED else "time", str(1 - seat))

    def _end(self, entry: Entry, how: str, result: str) -> None:
        self.clock.stop(entry.at)
        self.ended, self._result = how, result
        self._go_on(entry)

    def _offered(self, entry: Entry) -> None:
        data = entry.data
        self.offers.make(Proposal(data["what"], data["seat"], data["guest"], data.get("to", 0)))

    def _answered(self, entry: Entry) -> None:
        if entry.data["accept"]:
            self.offers.accept(entry.data["what"], entry.data["guest"])
        else:
            self.offers.drop(entry.data["what"])

    def _withdrawn(self, entry: Entry) -> None:
        self.offers.drop(entry.data["what"])

    def _drawn(self, entry: Entry) -> None:
        self._end(entry, "agreement", "draw")

    def _taken_back(self, entry: Entry) -> None:
        assert self.position is not None
        self.position = self.position.at(entry.data["to"])
        del self.movers[entry.data["to"] :], self.spent[entry.data["to"] :]
        self.clock.stop(entry.at)
        self.offers.clear()
        self._go_on(entry)

    def _rematched(self, entry: Entry) -> None:
        self.is_rematch_agreed = True
        self.offers.clear()

    def _paused(self, entry: Entry) -> None:
        """That the server lived until now is all it says."""

    def _resumed(self, entry: Entry) -> None:
        self.clock.skip(entry.at - self.updated)

    # ---------------------------------------------------------------- for lists

    def summary(self) -> Summary:
        """What lists of tables show."""
        deciding = self.seat
        return Summary(
            game=self.laid["game"],
            state=self.state,
            is_listed=self.laid["listed"],
            seats=[
                {"colour": colour, "player": seat.player, "kind": seat.kind, "level": seat.level}
                for colour, seat in zip(self.colours(), self.seats, strict=True)
            ],
            guests=self.guests,
            ply=self.ply,
            updated=self.updated,
            created=self.created,
            host=self.laid["host"],
            deciding=[self.seats[deciding].guest] if deciding in self.people else [],
            options=self.laid["options"],
            clock=self.laid["clock"],
            result=self.result if self.state == OVER else "",
        )


_APPLY: dict[str, Callable[[TableState, Entry], None]] = {
    events.LAID: TableState._laid,
    events.SAT: TableState._sat,
    events.LEFT: TableState._left,
    events.STARTED: TableState._started,
    events.PLAYED: TableState._played,
    events.RESIGNED: TableState._given_up,
    events.TIMED_OUT: TableState._given_up,
    events.OFFERED: TableState._offered,
    events.ANSWERED: TableState._answered,
    events.WITHDRAWN: TableState._withdrawn,
    events.DRAWN: TableState._drawn,
    events.TAKEN_BACK: TableState._taken_back,
    events.REMATCHED: TableState._rematched,
    events.PAUSED: TableState._paused,
    events.RESUMED: TableState._resumed,
}
