"""One game between players, from the first move to the result, in whatever process."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from bottega.arena.schedule import Task
from bottega.errors import BottegaError, IllegalMove
from bottega.game import Game, Position
from bottega.games import spec
from bottega.i18n import _
from bottega.players import Player, player
from bottega.players.external import close_player, tell
from bottega.record import Record, write


@dataclass(frozen=True)
class Outcome:
    """How a game went. Plain data: a line of the results file, and the record."""

    round: int
    seating: tuple[str, ...]  # [seat] player
    options: dict[str, str]  # without the shuffles
    result: str  # the result text
    shares: tuple[float, ...]  # [seat] of the win: 1 alone, 1/2 for two who are level, 0 for who lost
    places: tuple[int, ...]  # [seat] 1 for the best; level seats have the same
    score: str  # the score text after the last move
    ended: str  # "played" or "forfeit"
    failure: str  # who failed and why; empty if the game was played to its end
    moves: int
    decisions: tuple[int, ...]  # [seat]
    seconds: tuple[float, ...]  # [seat] thinking time in all
    record: str  # its text

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        """What tells a game from all others of a run."""
        return self.round, self.seating

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Outcome":
        fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        return Outcome(**fields)


@dataclass
class Failure:
    """A seat that could not go on, and why."""

    seat: int
    reason: str


def play_task(task: Task) -> Outcome:
    """Play the game. A player who breaks down or plays against the rules loses it; the others share the win."""
    position = Game(spec(task.game), task.options).start(task.shuffle_seed)
    machines: list[Player] = []
    try:
        for name, seed in zip(task.players, task.player_seeds, strict=True):
            machines.append(player(name, seed))
        decisions, seconds = [0] * len(machines), [0.0] * len(machines)
        failure = _play(position, machines, decisions, seconds)
    finally:
        for machine in machines:
            close_player(machine)
    return _outcome(task, position, failure, decisions, seconds)


def _play(position: Position, machines: list[Player], decisions: list[int], seconds: list[float]) -> Failure | None:
    """Play to the end, or until a player fails; counts decisions and thinking time in place."""
    while not position.is_over:
        seat = position.seat
        view = tell(machines[seat], position)
        start = perf_counter()
        try:
            move = machines[seat].choose(view)
        except Exception as error:  # whatever goes wrong inside a player is its own failure
            return Failure(seat, str(error) if isinstance(error, BottegaError) else f"{type(error).__name__}: {error}")
        finally:
            seconds[seat] += perf_counter() - start
            decisions[seat] += 1
        try:
            position.play(move)
        except IllegalMove as error:
            return Failure(seat, _("illegal move {move!r}: {reason}").format(move=move, reason=error))
    return None


def _outcome(task: Task, position: Position, failure: Failure | None, decisions: list[int], seconds: list[float]) -> Outcome:
    seats = range(len(position.seats))
    if failure is None:
        result, winners = position.result, list(position.winners)
        scores = position.scores()
        places = tuple(1 + sum(other > scores[seat] for other in scores) for seat in seats)
        report = ""
    else:
        winners = [seat for seat in seats if seat != failure.seat]
        result = "+".join(map(str, winners))
        places = tuple(1 if seat in winners else len(position.seats) for seat in seats)
        report = f"{task.seating[failure.seat]}: {failure.reason}"
    record = Record.from_position(
        position,
        task.seating,
        "forfeit" if failure else "",
        result,
        Event="Bottega arena",
        Round=str(task.round),
        **({"Forfeit": report} if failure else {}),
    )
    shuffles = {option.name for option in position.spec.options if option.is_shuffle}
    return Outcome(
        task.round,
        task.seating,
        {name: value for name, value in position.options.items() if name not in shuffles},
        result,
        tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats),
        places,
        position.score_text,
        record.ended,
        report,
        len(position.history),
        tuple(decisions),
        tuple(round(time, 6) for time in seconds),
        write(record),
    )
