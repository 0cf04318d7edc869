"""Games moment by moment, chance being decided from outside: nature is asked for a piece when it turns up, and not before.

How many pieces a move turns up only the rules know. So the move is tried on a copy of the state, with the pieces that nature has
chosen so far on top; if it turned up more of them, nature is asked for one more, and the move is tried again.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from bottega.envs.batch import rewards
from bottega.envs.common import learning_space
from bottega.errors import BottegaError, IllegalMove
from bottega.game import game
from bottega.i18n import _
from bottega.kernels import SPECTATOR, WHOLE, Setup, State, act, is_over, list_actions, random_numbers, seat, start, view

NATURE = int(pyspiel.PlayerId.CHANCE)
NO_PLAYER = int(pyspiel.PlayerId.TERMINAL)

Urns = tuple[NDArray[Any], ...]


class IllegalAction(IllegalMove, pyspiel.SpielError):  # type: ignore[misc]  # pyspiel ships no types
    """An action, or an outcome of chance, that is none here."""


class Moment:
    """A decision of a player or of nature, or the end of a game. It never changes, so that states can share it."""

    __slots__ = ("choices", "course", "half", "history", "legal", "memory", "past", "player", "state", "unseen", "weights")

    def __init__(
        self,
        course: "Course",
        past: "tuple[tuple[Moment, int], ...]",
        history: tuple[int, ...],
        state: State,
        half: int,
        unseen: int,
        choices: tuple[int, ...] = (),
        weights: NDArray[np.int64] | None = None,
    ) -> None:
        self.course = course
        self.past = past  # the decisions of players so far, and what they chose; the last one may wait for nature
        self.history = history  # all that players and nature have chosen so far
        self.state = state  # while nature decides: as it was before
        self.half = half
        self.unseen = unseen  # pieces in the urns
        self.choices = choices  # what nature has chosen for the move that waits for it
        self.weights = weights  # [piece] what it chooses from; None: it is not asked
        self.memory: dict[Any, Any] = {}  # what was found out about this moment
        if weights is None:
            self.legal = course.legal(state, half)
            self.player = seat(state) if self.legal else NO_PLAYER
        else:
            self.legal = np.flatnonzero(weights).tolist()
            self.player = NATURE

    @property
    def has_started(self) -> bool:
        """False while nature deals."""
        return self.weights is None or bool(self.past)

    def after(self, number: int) -> "Moment":
        """The moment after an action of the player, or after an outcome of chance."""
        if number not in self.legal:
            raise IllegalAction(self._refusal(number))
        history = (*self.history, number)
        if self.weights is None:
            return self.course.go_on((*self.past, (self, number)), (), history)
        return self.course.go_on(self.past, (*self.choices, number), history)

    def _refusal(self, number: int) -> str:
        if self.player == NO_PLAYER:
            return _("the game is over: there is nothing left to do")
        if self.player == NATURE:
            return _("{number} is no outcome of chance here; chance_outcomes() lists them").format(number=number)
        return _("action {number} is not legal now; legal_actions() lists those that are").format(number=number)

    def outcomes(self) -> list[tuple[int, float]]:
        """What nature can choose, and how likely it is."""
        if self.weights is None:
            raise BottegaError(_("chance decides nothing here: see current_player()"))
        total = int(self.weights.sum())
        return [(piece, int(self.weights[piece]) / total) for piece in self.legal]

    def name(self, number: int) -> str:
        """What a legal action does, in the notation of the game, or the piece that nature chooses."""
        if number not in self.legal:
            return str(number)
        if self.weights is None:
            return self.course.space.action_name(self.state, self.half, number)
        return self.course.pieces[number]

    def returns(self) -> list[float]:
        """What the game is worth to each seat: nothing before the end, or if it cannot go on in its window."""
        seats = self.course.seats
        if self.player != NO_PLAYER or not is_over(self.state):
            return [0.0] * seats
        scores = np.zeros((seats, len(self.course.spec.score_parts)), np.int32)
        self.course.spec.rules.scores(self.state, scores)
        out = np.empty(seats)
        rewards(scores, out)
        return out.tolist()

    def begun(self) -> list[str]:
        """The actions of a move that is half made, or that waits for nature."""
        if not self.past or (self.half == WHOLE and self.weights is None):
            return []
        names: list[str] = []
        for moment, action in reversed(self.past):
            names.insert(0, moment.chosen(action))
            if moment.half == WHOLE:
                break
        return names

    def chosen(self, action: int) -> str:
        """The name of an action that was taken here, which may be asked for often."""
        if action not in self.memory:
            self.memory[action] = self.name(action)
        return str(self.memory[action])

    def __deepcopy__(self, memory: dict[int, Any]) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return replay, (*self.course.key, self.history)


class Course:
    """A game with its options chosen."""

    def __init__(self, name: str, options: tuple[tuple[str, str], ...], window: int) -> None:
        self.key = name, options, window
        self.game = game(name, **dict(options))
        self.spec = self.game.spec
        self.space = learning_space(self.game, window or None)
        self.setup = self.spec.setup(self.game.options)
        self.seats = len(self.spec.seats(self.setup))
        self.chance = self.spec.chance
        self.pieces = self.chance.pieces(self.setup) if self.chance else ()
        self.news = self.chance.news if self.chance else ()
        self.secrets = self.chance.secrets if self.chance else ()
        if self.spec.longest is None:
            raise BottegaError(_("{game} does not say how long it can last").format(game=self.spec.title))
        self.longest = self.spec.longest(self.setup)

    @cached_property
    def first(self) -> Moment:
        """The moment where every game begins."""
        return self.go_on((), (), ())

    @cached_property
    def most_draws(self) -> int:
        """How often nature can be asked in a game: for every piece but the last one of an urn, which is no surprise."""
        return sum(len(urn) - 1 for urn in self._fresh_urns(self.setup.copy()))

    @cached_property
    def copies(self) -> NDArray[np.int64]:
        """[piece] how many there are of each in an urn."""
        counts = [np.bincount(urn, minlength=len(self.pieces)) for urn in self._fresh_urns(self.setup.copy())]
        most: NDArray[np.int64] = np.max(counts, axis=0)
        return most

    @cached_property
    def deal(self) -> list[set[int]]:
        """For each piece that turns up before the first decision: the viewers who see it.

        They are those who see something else if it is exchanged for the last one of its urn, which nobody sees.
        """
        seen_by: list[set[int]] = []
        for turn in range(self._try((), ())[3]):
            views = []
            for is_exchanged in (False, True):
                setup = self.setup.copy()
                urns = self._fresh_urns(setup)
                urn, place = urns[turn % len(urns)], turn // len(urns)
                other = int(np.argmax(urn != urn[place]))
                urn[other], urn[-1] = urn[-1], urn[other]
                if is_exchanged:
                    urn[place], urn[-1] = urn[-1], urn[place]
                state = self._blank()
                start(state, setup, random_numbers(0))
                views.append({viewer: self.view(state, viewer).tobytes() for viewer in range(SPECTATOR, self.seats)})
            seen_by.append({viewer for viewer in views[0] if views[0][viewer] != views[1][viewer]})
        return seen_by

    def legal(self, state: State, half: int) -> list[int]:
        """The numbers of the legal actions in ascending order."""
        mask = np.empty(self.space.action_count, np.uint8)
        list_actions(state, half, self.space.window, mask)
        return np.flatnonzero(mask.view(np.bool)).tolist()  # as bytes they would be looked through ten times slower

    def go_on(self, past: tuple[tuple[Moment, int], ...], choices: tuple[int, ...], history: tuple[int, ...]) -> Moment:
        """What comes after the last decision, or the start of the game, if nature makes these choices."""
        while True:
            state, half, unseen, turned_up = self._try(past, choices)
            if turned_up <= len(choices):
                return Moment(self, past, history, state, half, unseen)
            weights = self._weights(past, choices)
            if np.count_nonzero(weights) > 1:
                if past:
                    state, half, unseen = past[-1][0].state, past[-1][0].half, past[-1][0].unseen
                return Moment(self, past, history, state, half, unseen, choices, weights)
            choices = (*choices, int(np.argmax(weights)))

    def _try(self, past: tuple[tuple[Moment, int], ...], choices: tuple[int, ...]) -> tuple[State, int, int, int]:
        """Make the move, or start; says also how many pieces are still unseen, and how many turned up."""
        if past:
            before, action = past[-1]
            state, unseen = copied(before.state), before.unseen
            if choices:
                arrange(self.urns(state), choices)
            half = act(state, before.half, self.space.window, action)
        else:
            setup, state, half = self.setup.copy(), self._blank(), WHOLE
            urns = self._fresh_urns(setup)
            unseen = sum(map(len, urns))
            arrange(urns, choices)
            start(state, setup, random_numbers(0))
        left = sum(map(len, self.urns(state)))
        return state, half, left, unseen - left

    def _weights(self, past: tuple[tuple[Moment, int], ...], choices: tuple[int, ...]) -> NDArray[np.int64]:
        """[piece] how many of each are left where the next one comes from."""
        urns = self.urns(past[-1][0].state) if past else self._fresh_urns(self.setup.copy())
        which = len(choices) % len(urns)
        weights = np.bincount(urns[which], minlength=len(self.pieces))
        for choice in choices[which :: len(urns)]:
            weights[choice] -= 1
        return weights

    def urns(self, state: State) -> Urns:
        return self.chance.state_urns(state) if self.chance else ()

    def _fresh_urns(self, setup: Setup) -> Urns:
        return self.chance.setup_urns(setup) if self.chance else ()

    def _blank(self) -> State:
        state: State = np.zeros(1, self.spec.state_type(self.setup))[0]
        return state

    def view(self, state: State, viewer: int) -> State:
        """What a seat or a spectator can know."""
        out = self._blank()
        view(state, viewer, out)
        return out


def copied(state: State) -> State:
    """An independent state, several times faster than by its own method."""
    copy: State = np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]
    return copy


def arrange(urns: Urns, choices: Sequence[int]) -> None:
    """Put the pieces that nature has chosen on top; the others keep their order."""
    for which, urn in enumerate(urns):
        chosen = list(choices[which :: len(urns)])
        if chosen:
            rest = urn.tolist()
            for piece in chosen:
                rest.remove(piece)
            urn[:] = chosen + rest


@lru_cache(maxsize=64)
def course(name: str, options: tuple[tuple[str, str], ...], window: int) -> Course:
    """The game with these options, the same object for all who ask for it."""
    return Course(name, options, window)


def replay(name: str, options: tuple[tuple[str, str], ...], window: int, history: Sequence[int]) -> Moment:
    """The moment to which these choices of players and nature lead."""
    moment = course(name, options, window).first
    for number in history:
        moment = moment.after(number)
    return moment
