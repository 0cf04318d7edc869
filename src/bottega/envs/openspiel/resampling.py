"""Other games that a seat cannot tell from the one it plays, for players that search what they cannot see."""

from collections.abc import Callable, Sequence

import numpy as np

from bottega.envs.openspiel.course import NATURE, Moment
from bottega.envs.openspiel.seeing import viewed
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.kernels import WHOLE, State, act, random_numbers, start
from bottega.spec import Options

TRIES = 1000


def resample(moment: Moment, seat: int, random: Callable[[], float]) -> tuple[int, ...]:
    """What players and nature could have chosen, as far as the seat knows; `random` gives numbers from 0 to 1."""
    course = moment.course
    if course.spec.deal is None or course.chance is None or not course.chance.secrets:
        return moment.history
    if moment.player == NATURE:
        raise BottegaError(_("what a player cannot know is sampled where a player decides, not where chance does"))
    moves = [past.chosen(action) for past, action in moment.past]
    seen = _seen(moment, seat)
    shuffles = {option.name for option in course.spec.options if option.is_shuffle}
    options = {name: value for name, value in course.game.options.items() if name not in shuffles}
    numbers = random_numbers(int(random() * 2**53))
    for _try in range(TRIES):
        twin = _play(moment, course.spec.complete(course.spec.deal(options, moves, seen, numbers)))
        if twin is not None and [view.tobytes() for view in _seen(twin, seat)] == [view.tobytes() for view in seen]:
            return twin.history
    raise BottegaError(_("no game was found that this seat cannot tell from its own; {tries} were tried").format(tries=TRIES))


def _seen(moment: Moment, seat: int) -> Sequence[State]:
    """What the seat knew at each decision, and what it knows now."""
    return [viewed(at, seat) for at in (*(past for past, _action in moment.past), moment)]


def _play(moment: Moment, options: Options) -> Moment | None:
    """The moment that the same actions lead to with these shuffles; None if they are not legal there."""
    course = moment.course
    chance = course.chance
    assert chance is not None
    setup = course.spec.setup(options)
    urns = chance.setup_urns(setup)
    state: State = np.zeros(1, course.spec.state_type(setup))[0]
    start(state, setup, random_numbers(0))
    at = _choose(course.first, urns)
    for _past, action in moment.past:
        if action not in at.legal:
            return None
        urns = tuple(urn.copy() for urn in chance.state_urns(state))
        act(state, WHOLE, course.space.window, action)
        at = _choose(at.after(action), urns)
    return at


def _choose(at: Moment, urns: Sequence[np.ndarray[tuple[int], np.dtype[np.uint8]]]) -> Moment:
    """Let nature take the pieces as they come."""
    while at.player == NATURE:
        turn = len(at.choices)
        at = at.after(int(urns[turn % len(urns)][turn // len(urns)]))
    return at
