"""A whole game: every decision judged, mistakes ranked, and luck kept apart from decisions.

`docs/analysis.md` explains the numbers. In short: before a decision the position is worth what the best move is worth,
after it what the move played is worth, both as the mover sees it and before anything is revealed. Then comes what nobody
decided, a tile or card that turns up: the same position is worth something else on arrival at the next decision. That
difference is luck, and where nothing was hidden it is exactly zero.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from bottega.analysis.look import Eyes
from bottega.analysis.position import playable, reasons, samples
from bottega.analysis.worth import Worth, change, difference_error, mean_worth
from bottega.game import Position, View
from bottega.record import Record

CONTENDERS = 3  # moves, the most visited of the search, that the move played is weighed against
HIDDEN_PART = 2  # where something is hidden, a look into each sampled future gets this part of the simulations
SURE = 2.0  # standard errors: a loss that is not more than so many is not marked

#: What to call a move that gives away so much of the chance to win, worst first.
MARKS = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))


@dataclass(frozen=True)
class Choice:
    """A move that was weighed: what the position is worth after it, as the mover can foresee it."""

    move: str
    worth: Worth
    line: tuple[str, ...]  # see `ExplainedMove`
    reasons: tuple[str, ...]
    visits: int  # games that the first search spent on it


@dataclass(frozen=True)
class Decision:
    """A move of the game and what is to be said about it."""

    number: int  # counted from 1
    seat: int
    legal: int  # how many moves there were to choose from
    played: Choice
    best: Choice  # the same if no better move was found
    arrived: Worth  # at the next decision, or at the end: what was drawn and revealed is known
    loss: float  # chance to win that the mover gave away, 0 or more
    loss_error: float  # its standard error

    @property
    def before(self) -> Worth:
        """What the position was worth before the decision."""
        return self.best.worth

    @property
    def after(self) -> Worth:
        """What it was worth after it, before anything was revealed."""
        return self.played.worth

    @property
    def points_loss(self) -> float:
        """Points that the mover gave away; below 0 if the move that wins more often scores less."""
        return self.before.points[self.seat] - self.after.points[self.seat]

    @property
    def mark(self) -> str:
        """One of MARKS, or nothing: then the move was good enough, or the search cannot tell."""
        if self.loss <= SURE * self.loss_error:
            return ""
        return next((name for name, least in MARKS if self.loss >= least), "")

    @property
    def luck(self) -> tuple[float, ...]:
        """Chance to win that each seat gained by what was revealed after the move."""
        return change(self.after.wins, self.arrived.wins)


@dataclass(frozen=True)
class Balance:
    """Where a seat's chance to win came from and went to: start + decisions + gifts + luck + revision = end."""

    start: float  # chance to win before the first decision
    decisions: float  # what its own moves changed: 0 or less
    gifts: float  # what the moves of others gave it, or took from it
    luck: float  # what was drawn and revealed
    luck_error: float  # its standard error
    revision: float  # what weighing the moves one by one changed, against the look on arrival at the same position
    end: float  # chance to win after the last move; if the game is over, the result


@dataclass(frozen=True)
class GameAnalysis:
    """What is to be said about a game."""

    seats: tuple[str, ...]
    decisions: tuple[Decision, ...]
    start: Worth
    end: Worth

    @property
    def mistakes(self) -> list[Decision]:
        """The decisions that have a mark, worst first."""
        return sorted((each for each in self.decisions if each.mark), key=lambda each: (-each.loss, each.number))

    def balance(self, seat: int) -> Balance:
        """Skill and luck of a seat."""
        own = [each for each in self.decisions if each.seat == seat]
        others = [each for each in self.decisions if each.seat != seat]
        arrivals = zip(self.decisions, self.decisions[1:], strict=False)
        doubts = [each.arrived.errors[seat] ** 2 + each.after.errors[seat] ** 2 for each in self.decisions if any(each.luck)]
        return Balance(
            self.start.wins[seat],
            math.fsum(each.after.wins[seat] - each.before.wins[seat] for each in own),
            math.fsum(each.after.wins[seat] - each.before.wins[seat] for each in others),
            math.fsum(each.luck[seat] for each in self.decisions),
            math.sqrt(math.fsum(doubts)),
            math.fsum(late.before.wins[seat] - early.arrived.wins[seat] for early, late in arrivals),
            self.end.wins[seat],
        )


def analyse_record(record: Record, eyes: Eyes, progress: Callable[[], None] = lambda: None) -> GameAnalysis:
    """Judge every decision of a game; `progress` is called after each.

    The record is replayed with all that was hidden; each decision is judged from what its mover could know.
    """
    position = record.start()
    decisions = []
    for number, move in enumerate(record.moves, 1):
        decisions.append(judge(position, move, number, eyes))
        progress()
    end = decisions[-1].arrived if decisions else eyes.worth(position)
    return GameAnalysis(position.seats, tuple(decisions), decisions[0].before if decisions else end, end)


def judge(position: Position, played: str, number: int, eyes: Eyes) -> Decision:
    """Judge a move, and make it."""
    view = position.view(position.seat)
    futures = Futures(view, eyes)
    cases = {name: futures.worths(name) for name in futures.contenders(played)}
    worths = {name: mean_worth(cases[name]) for name in cases}
    best = max(worths, key=lambda name: (worths[name].wins[view.seat], worths[name].points[view.seat], name == played))
    choices = {name: futures.choice(name, worths[name]) for name in (played, best)}
    position.play(played)
    return Decision(
        number,
        view.seat,
        len(view.legal()),
        choices[played],
        choices[best],
        mean_worth(futures.arrivals(position, cases[played])),
        worths[best].wins[view.seat] - worths[played].wins[view.seat],
        difference_error(cases[best], cases[played], view.seat) if best != played else 0.0,
    )


class Futures:
    """What can follow a decision, as the mover foresees it: every move is tried in the same samples of what is hidden."""

    def __init__(self, view: View, eyes: Eyes) -> None:
        self._view, self._eyes = view, eyes
        self._found = eyes.look(view).found
        self._samples = samples(eyes, view)
        self.parts = HIDDEN_PART if len(self._samples) > 1 else 1

    def contenders(self, played: str) -> list[str]:
        """The moves that are worth a closer look, and the one that was played."""
        names = [self._view.spec.move_name(self._view.state, found.move) for found in self._found[:CONTENDERS] if found.visits]
        return list(dict.fromkeys([*names, played]))

    def positions(self, move: str) -> list[Position]:
        """The samples after the move."""
        after = [sample.copy() for sample in self._samples]
        for position in after:
            position.play(move)
        return after

    def worths(self, move: str) -> list[Worth]:
        """What each sample is worth after the move, to all seats, as the next one to decide sees it."""
        return [self._eyes.worth(position, self.parts) for position in self.positions(move)]

    def arrivals(self, position: Position, foreseen: list[Worth]) -> list[Worth]:
        """What the position after the move is worth, looked at as often as the samples: one look alone would be too doubtful.

        If it is worth the same as each of them, nothing was revealed.
        """
        first = self._eyes.worth(position, self.parts)
        if all(worth == first for worth in foreseen):
            return foreseen
        return [first, *(self._eyes.worth(position, self.parts, number) for number in range(1, len(foreseen)))]

    def choice(self, move: str, worth: Worth) -> Choice:
        """The move with line and reasons."""
        number = self._view.spec.parse_move(self._view.state, move)
        after = self.positions(move)[0]
        answers = () if after.is_over else self._eyes.look(after.view(after.seat), self.parts).found[0].line
        return Choice(
            move,
            worth,
            playable(self._samples[0], (number, *answers)),
            reasons(self._view, number, self._samples),
            sum(found.visits for found in self._found if found.move == number),
        )
