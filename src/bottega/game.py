"""The Python face of the games: Game, Position, View.

>>> import bottega
>>> position = bottega.game("toscana", edition="dutch").start(seed=7)
>>> position.play(position.moves()[0])
"""

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bottega.errors import BottegaError, IllegalMove, OptionError
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.spec import GameSpec

if TYPE_CHECKING:
    from bottega.kernels import Ints, State

_HEADER = b"bottega 1 "  # what the bytes of a position start with, and the version of their form


def game(name: str, /, **options: object) -> "Game":
    """A game with its options chosen, ready to start: `game("firenze", players=3)`."""
    return Game(find_spec(name), options)


class Game:
    """The rules of a game with its options chosen."""

    def __init__(self, spec: GameSpec, options: Mapping[str, object]) -> None:
        self.spec = spec
        self.options = spec.complete(options)
        spec.setup(self.options)  # contradictions come to light now, not at the start

    def start(self, seed: int | None = None) -> "Position":
        """The first position. The seed decides the shuffles that the options do not fix; without one, chance does."""
        from bottega.kernels import random_numbers

        if seed is None:
            seed = secrets.randbits(64)
        setup = self.spec.setup(self.options)
        state = _blank(self.spec.state_type(setup))
        self.spec.rules.start(state, setup, random_numbers(seed))
        return Position(self.spec, self.spec.seats(setup), state, self.spec.options_of(setup))

    def __repr__(self) -> str:
        return (
            f"bottega.game({', '.join([repr(self.spec.name), *(f'{name}={value!r}' for name, value in self.options.items())])})"
        )


def _blank(kind: "np.dtype[Any]") -> "State":
    state: State = np.zeros(1, kind)[0]
    return state


def _read_only_copy(state: "State") -> "State":
    copy = np.array([state], state.dtype)
    copy.flags.writeable = False
    result: State = copy[0]
    return result


class Drawn:
    """Whatever can be drawn. Drawing is a layer above this one: `bottega/__init__.py` says who does it."""

    painter: ClassVar[Callable[..., str]]

    def svg(self, **choices: Any) -> str:
        """A picture as the text of an SVG file. `bottega.drawing.svg` says what can be chosen: `svg(theme="dark")`."""
        return Drawn.painter(self, **choices)


class _Table(Drawn):
    """What a position and a view of it have in common."""

    def __init__(self, spec: GameSpec, seats: tuple[str, ...], state: "State") -> None:
        self.spec = spec
        self.seats = seats  # their names in the order of play
        self._state = state

    @property
    def state(self) -> "State":
        """A copy of the record that the kernels work on, for reading: `position.state.board`."""
        return _read_only_copy(self._state)

    @property
    def seat(self) -> int:
        """The number of the seat to decide, -1 when the game is over."""
        return int(self.spec.rules.seat(self._state))

    @property
    def is_over(self) -> bool:
        return bool(self.spec.rules.is_over(self._state))

    def scores(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the numbers that `spec.score_parts` names, as the game stands."""
        out = np.zeros((len(self.seats), len(self.spec.score_parts)), np.int32)
        self.spec.rules.scores(self._state, out)
        return tuple(tuple(row) for row in out.tolist())

    @property
    def score_text(self) -> str:
        return " ".join("/".join(map(str, parts)) for parts in self.scores())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that are level at the top as the game stands."""
        scores = self.scores()
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    @property
    def result(self) -> str:
        """`*` while the game runs, `draw` if all seats are level, else the winning seats joined by `+`."""
        if not self.is_over:
            return "*"
        winners = self.winners
        return "draw" if len(winners) == len(self.seats) else "+".join(map(str, winners))

    @property
    def text(self) -> str:
        """The position drawn with letters, and whose decision it is."""
        turn = (
            _("The game is over: {result}.").format(result=self.result)
            if self.is_over
            else _("Seat {seat} ({name}) decides.").format(seat=self.seat, name=self.seats[self.seat])
        )
        return f"{self.spec.text(self._state)}\n{turn} " + _("Score: {score}").format(score=self.score_text)

    def _repr_svg_(self) -> str:
        return self.svg()  # what a notebook shows

    def _legal(self) -> "Ints":
        out = np.empty(4096, np.int32)
        count = self.spec.rules.moves(self._state, out)
        if count > len(out):
            out = np.empty(count, np.int32)
            self.spec.rules.moves(self._state, out)
        return out[:count]

    def _names(self) -> list[str]:
        return sorted(self.spec.move_name(self._state, move) for move in self._legal().tolist())


class View(_Table):
    """A position as one seat, or a spectator (viewer -1), sees it."""

    def __init__(self, spec: GameSpec, seats: tuple[str, ...], state: "State", viewer: int, past: tuple[int, ...]) -> None:
        super().__init__(spec, seats, state)
        self.viewer = viewer
        self.past = past  # the numbers of the moves so far: everyone has seen them

    def moves(self) -> list[str]:
        """The legal moves in ASCII order if the decision is the viewer's own, else none."""
        return sorted(self.spec.move_name(self._state, move) for move in self.legal())

    def legal(self) -> list[int]:
        """The same as numbers, as the kernels list them."""
        return self._legal().tolist() if self.seat == self.viewer and not self.is_over else []

    def sample(self, seed: int) -> "Position":
        """A position that agrees with this view, each being equally likely; its past is not known."""
        from bottega.kernels import random_numbers

        state = _blank(self._state.dtype)
        self.spec.rules.sample(self._state, random_numbers(seed), state)
        return Position(self.spec, self.seats, state, options=None)

    def to_bytes(self) -> bytes:
        """The record of the view. Positions that the viewer cannot tell apart give the same bytes."""
        return self._state.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.spec.name, self.viewer, self.to_bytes()) == (other.spec.name, other.viewer, other.to_bytes())

    def __hash__(self) -> int:
        return hash((self.spec.name, self.viewer, self.to_bytes()))

    def __repr__(self) -> str:
        return f"<View of {self.spec.name} by {self.viewer}: seat {self.seat} to decide, score {self.score_text}>"


class Position(_Table):
    """A position of a game and the moves that led to it. `play` and `undo` change it in place."""

    def __init__(self, spec: GameSpec, seats: tuple[str, ...], state: "State", options: dict[str, str] | None) -> None:
        super().__init__(spec, seats, state)
        self._options = options  # None: the start of the game is not known
        self._first = state.copy()
        self._moves: list[int] = []
        self._history: list[str] = []

    @property
    def options(self) -> dict[str, str]:
        """The options of this very game, its shuffles included: whoever starts from them gets the same game."""
        if self._options is None:
            raise BottegaError(_("how this game started is not known: the position is a sample that agrees with a view"))
        return self._options.copy()

    @property
    def history(self) -> tuple[str, ...]:
        """The moves so far."""
        return tuple(self._history)

    @property
    def past(self) -> tuple[int, ...]:
        """The same as numbers."""
        return tuple(self._moves)

    def moves(self) -> list[str]:
        """The legal moves in ASCII order; empty when the game is over."""
        return self._names()

    def play(self, text: str) -> None:
        """Make a move. An illegal one raises IllegalMove with the reason and changes nothing."""
        move = self.spec.parse_move(self._state, text)
        if move not in self._legal():
            raise IllegalMove(self.spec.refusal(self._state, move))
        self._advance(move, text)

    def _advance(self, move: int, text: str) -> None:
        self.spec.rules.play(self._state, move)
        self._moves.append(move)
        self._history.append(text)

    def undo(self) -> str:
        """Take the last move back and return it."""
        if not self._moves:
            raise BottegaError(_("there is no move to take back"))
        self._moves.pop()
        self._state = self._first.copy()
        for move in self._moves:
            self.spec.rules.play(self._state, move)
        return self._history.pop()

    def at(self, moves: int) -> "Position":
        """An independent position: this game after so many of its moves."""
        if not 0 <= moves <= len(self._moves):
            raise BottegaError(_("the game has {count} moves, not {moves}").format(count=len(self._moves), moves=moves))
        if moves == len(self._moves):
            return self.copy()
        earlier = Position(self.spec, self.seats, self._first.copy(), self._options)
        for move, text in zip(self._moves[:moves], self._history[:moves], strict=True):
            earlier._advance(move, text)
        return earlier

    def perft(self, depth: int) -> int:
        """The number of different sequences of exactly `depth` moves from here."""
        from bottega import walks

        if depth < 0:
            raise BottegaError(_("perft needs a depth of 0 or more, not {depth}").format(depth=depth))
        room = 4096
        while True:
            states = np.empty(max(depth, 1), self._state.dtype)
            states[0] = self._state
            count = walks.perft(states, np.empty((max(depth, 1), room), np.int32), depth)
            if count >= 0:
                return int(count)
            room = -count

    def view(self, viewer: int) -> View:
        """What a seat can know, or a spectator (viewer -1)."""
        from bottega.kernels import SPECTATOR

        if not SPECTATOR <= viewer < len(self.seats):
            raise BottegaError(
                _("a viewer is a seat from 0 to {last}, or -1 for a spectator, not {viewer}").format(
                    last=len(self.seats) - 1, viewer=viewer
                )
            )
        seen = _blank(self._state.dtype)
        self.spec.rules.view(self._state, viewer, seen)
        return View(self.spec, self.seats, seen, viewer, tuple(self._moves))

    def copy(self) -> "Position":
        """An independent position with the same past."""
        twin = Position(self.spec, self.seats, self._state.copy(), self._options)
        twin._first, twin._moves, twin._history = self._first, self._moves.copy(), self._history.copy()
        return twin

    def to_bytes(self) -> bytes:
        """Game, options and moves: everything `from_bytes` needs, the past included."""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return _HEADER + f"{self.spec.name} {options}\n".encode() + np.array(self._moves, "<i4").tobytes()

    @staticmethod
    def from_bytes(data: bytes) -> "Position":
        """The position again, every move checked; raises BottegaError if the bytes are not those of a position."""
        head, newline, tail = data.partition(b"\n")
        try:
            name, *words = head.removeprefix(_HEADER).decode().split(" ")
            options: dict[str, Any] = dict(word.split("=", 1) for word in words)
            moves = np.frombuffer(tail, "<i4").tolist()
        except ValueError:
            newline = b""
        if not newline or not head.startswith(_HEADER):
            raise BottegaError(_("these bytes are not those of a position"))
        position = Game(find_spec(name), options).start(seed=0)
        if position.options != options:
            raise OptionError(_("the options in these bytes are not complete"))
        for move in moves:
            if move not in position._legal():
                raise IllegalMove(_("these bytes hold an illegal move, number {turn}").format(turn=len(position._moves) + 1))
            position._advance(move, position.spec.move_name(position._state, move))
        return position

    def _key(self) -> tuple[object, ...]:
        fields = [name for name in self._state.dtype.names or () if name not in self.spec.derived_fields]
        return (self.spec.name, *(self._state[name].tobytes() for name in fields))

    def __eq__(self, other: object) -> bool:
        """Whether the game goes on alike from both, whatever the order of the moves before."""
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<Position of {self.spec.name}: {len(self._moves)} moves, seat {self.seat} to decide, score {self.score_text}>"
