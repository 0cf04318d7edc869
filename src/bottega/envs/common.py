"""What environments of one game have in common: a game that is played action by action."""

import operator
import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.envs.batch import ILLEGAL, Bytes, advance, look, rewards
from bottega.errors import BottegaError, IllegalMove, OptionError
from bottega.game import Game, Position, game
from bottega.i18n import _
from bottega.kernels import NO_ACTION, NOBODY, WHOLE, State, act, moves, observe, play, random_numbers, seat, view
from bottega.learning import Space


def learning_space(rules: Game, window: object = None) -> Space:
    """What environments of that game show and take. `window`: the side of the part of an unbounded table that can be seen."""
    spec = rules.spec
    if spec.learning is None:
        raise OptionError(_("{game} has no environments").format(game=spec.title))
    side = 0 if window is None else whole_number(window, _("a window"), least=1)
    space = spec.learning(spec.setup(rules.options), side)
    if window is not None and not space.window:
        raise OptionError(_("{game} has a board, all of which is seen: leave out the window").format(game=spec.title))
    return space


def whole_number(value: object, what: str, least: int) -> int:
    """The value as an int; `what` says in an error what it was to be."""
    try:
        if isinstance(value, bool | np.bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]  # whatever is not a whole number raises TypeError
    except TypeError:
        number = least - 1
    if number < least:
        raise OptionError(
            _("{what} is a whole number from {least} up, not {value!r}").format(what=what, least=least, value=value)
        )
    return number


def checked_seed(seed: object) -> int:
    """A seed as an int; without one, chance decides."""
    return secrets.randbits(64) if seed is None else whole_number(seed, _("a seed"), least=0)


class Course:
    """One game, action by action. It is copied and pickled with everything that has happened."""

    def __init__(self, name: str, options: dict[str, Any], window: object = None) -> None:
        self.game = game(name, **options)
        self.window = window
        self.spec = self.game.spec
        self.space = learning_space(self.game, window)
        self.action_count = self.space.action_count
        setup = self.spec.setup(self.game.options)
        self.seats = self.spec.seats(setup)
        # Kernels take arrays much faster than single records.
        self._states, self._views = np.zeros((2, 1), self.spec.state_type(setup))
        self._halves = np.full(1, WHOLE, np.int64)
        self._deciding = np.zeros(1, np.int32)
        self._choices = random_numbers(0)
        self._shapes = (1, *self.space.plane_shape), (1, self.space.number_count), (1, self.action_count)
        self._position: Position | None = None  # as far as someone has asked to see it
        self._unseen: list[int] = []  # actions since then
        self.start(0)

    def start(self, seed: int) -> None:
        """Begin the game that `Game.start` begins with this seed."""
        self.spec.rules.start(self.state, self.spec.setup(self.game.options), random_numbers(seed))
        self.seed = seed
        self._halves[0] = WHOLE
        self.seat = seat(self.state)  # the seat to decide; NOBODY when the game is over, STUCK where the window ends it
        self._position = None
        self._unseen = []

    @property
    def state(self) -> State:
        """The record that the kernels work on, not a copy."""
        state: State = self._states[0]
        return state

    @property
    def half(self) -> int:
        """The half-made move, WHOLE between moves."""
        return int(self._halves[0])

    def look(self) -> tuple[Bytes, Bytes, NDArray[np.int8]]:
        """Planes, numbers and the mask of legal actions for the seat to decide, in new arrays."""
        planes, numbers, mask = (np.empty(shape, np.uint8) for shape in self._shapes)
        look(self._states, self._halves, self.space.window, self._deciding, planes, numbers, mask, self._views, 0, 1)
        return planes[0], numbers[0], mask[0].view(np.int8)

    def observe(self, viewer: int) -> tuple[Bytes, Bytes]:
        """Planes and numbers as any seat sees them, in new arrays."""
        planes, numbers = (np.empty(shape, np.uint8)[0] for shape in self._shapes[:2])
        view(self.state, viewer, self._views[0])
        observe(self._views[0], self.half, self.space.window, viewer, planes, numbers)
        return planes, numbers

    def act(self, action: object) -> None:
        """Do what the seat to decide has chosen; what is illegal raises IllegalMove and changes nothing."""
        try:
            number = operator.index(action)  # type: ignore[arg-type]  # whatever is not a whole number raises TypeError
        except TypeError:
            number = NO_ACTION
        if not 0 <= number < self.action_count:
            words = _("an action is a whole number from 0 to {last}, not {action!r}")
            raise IllegalMove(words.format(last=self.action_count - 1, action=action))
        decides = advance(self._states, self._halves, self.space.window, self._choices, number)
        if decides == ILLEGAL:
            raise IllegalMove(
                _("the game is over: there is nothing left to do")
                if self.seat == NOBODY
                else _("action {action} is not legal now; the action mask has a 1 for each one that is").format(action=number)
            )
        self.seat = decides
        self._unseen.append(number)

    def scores(self) -> NDArray[np.int32]:
        """[seats, parts] as the game stands."""
        out = np.zeros((len(self.seats), len(self.spec.score_parts)), np.int32)
        self.spec.rules.scores(self.state, out)
        return out

    def rewards(self) -> list[float]:
        """What the game that has ended was worth to each seat."""
        out = np.empty(len(self.seats))
        rewards(self.scores(), out)
        return out.tolist()

    # ------------------------------------------------------------ as a position, for those who look at it

    def position(self) -> Position:
        """The game with its moves so far. A half-made move is not in it."""
        if self._position is None:
            self._position = self.game.start(self.seed)
        state, half, made = self._position.state.copy(), WHOLE, 0
        for number, action in enumerate(self._unseen):
            name = self.space.action_name(state, half, action)
            half = act(state, half, self.space.window, action)
            if half == WHOLE:
                self._position.play(name if number == made else _played(self._position, state))
                made = number + 1
        del self._unseen[:made]
        return self._position.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "name": self.spec.name,
            "options": self.game.options,
            "window": self.window,
            "seed": self.seed,
            "seat": self.seat,
            "half": self.half,
            "state": self.state.tobytes(),
            "position": self._position and self._position.to_bytes(),
            "unseen": self._unseen.copy(),
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["name"], kept["options"], kept["window"])  # type: ignore[misc]  # what is not kept is made again
        self._states[:] = np.frombuffer(kept["state"], self._states.dtype)
        self._halves[0] = kept["half"]
        self.seat, self.seed, self._unseen = kept["seat"], kept["seed"], kept["unseen"]
        self._position = kept["position"] and Position.from_bytes(kept["position"])


def _played(before: Position, after: State) -> str:
    """The move that led from one to the other: several actions have no name together."""
    state = before.state
    listed = np.empty(moves(state, np.empty(0, np.int32)), np.int32)
    moves(state, listed)
    for move in listed.tolist():
        twin = state.copy()
        play(twin, move)
        if twin.tobytes() == after.tobytes():
            return before.spec.move_name(state, move)
    raise BottegaError(_("no move leads to that state"))
