"""A game that is played action by action is the game of `Position`, and says clearly what it does not take."""

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

import bottega
from bottega.envs.batch import STUCK
from bottega.envs.common import Course, checked_seed
from bottega.errors import IllegalMove, OptionError
from bottega.games import GAMES, spec
from bottega.kernels import NO_ACTION, NOBODY, WHOLE, pick_action, random_numbers, sample, view

VARIANTS = [(name, dict(options)) for name in GAMES for options in spec(name).variants]


def started(name: str, options: dict[str, str], seed: int = 3, window: int | None = None) -> Course:
    course = Course(name, options, window)
    course.start(seed)
    return course


def acts(course: Course, seed: int = 5) -> Iterator[int]:
    """Random legal actions, each before it is done."""
    random = random_numbers(seed)
    while (action := pick_action(course.state, course.half, course.space.window, random)) != NO_ACTION:
        yield action
        course.act(action)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_course_is_the_game_of_a_position(name: str, options: dict[str, str]) -> None:
    """The same start, whole moves that `Position.play` takes, the same scores; looked at often or only at the end."""
    watched, unwatched = started(name, options), started(name, options)
    first = bottega.game(name, **options).start(seed=3)
    assert watched.position().to_bytes() == first.to_bytes()
    for turn, action in enumerate(acts(watched)):
        if turn % 5 == 0:
            seen = watched.position()
            assert seen.seat == watched.seat
            if watched.half == WHOLE:
                assert seen.state.tobytes() == watched.state.tobytes()
        unwatched.act(action)
    assert watched.seat == NOBODY
    end = watched.position()
    assert end.is_over
    assert end.to_bytes() == unwatched.position().to_bytes()
    assert end.state.tobytes() == watched.state.tobytes()
    assert [list(score) for score in end.scores()] == watched.scores().tolist()
    rewards = watched.rewards()
    assert sum(rewards) == pytest.approx(0)
    best = max(rewards)
    assert tuple(seat for seat, reward in enumerate(rewards) if reward == best) == end.winners


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_seat_sees_no_more_than_its_view(name: str, options: dict[str, str]) -> None:
    """Every seat, on turn or not, sees the same in another game that it cannot tell from this one."""
    course, other = started(name, options), started(name, options, seed=4)
    seen = np.zeros(1, course.state.dtype)[0]
    for turn, _action in enumerate(acts(course)):
        if turn % 4 == 0:
            for seat in range(len(course.seats)):
                view(course.state, seat, seen)
                sample(seen, random_numbers(turn), other.state)
                other._halves[0] = course.half
                assert all(map(np.array_equal, course.observe(seat), other.observe(seat)))
                if seat == course.seat:
                    assert all(map(np.array_equal, course.look(), other.look()))


@pytest.mark.parametrize("through", [copy.deepcopy, lambda course: pickle.loads(pickle.dumps(course))])
@pytest.mark.parametrize("name", GAMES)
def test_copies_go_on_alike_and_apart(name: str, through: type) -> None:
    course = started(name, {})
    for turn, _action in enumerate(acts(course)):
        if turn == 11:
            course.position()
        if turn > 20 and (course.half != WHOLE or name != "firenze"):
            break
    twin = through(course)
    before = course.state.tobytes(), course.half
    made = list(acts(twin, seed=8))
    assert (course.state.tobytes(), course.half) == before
    assert made == list(acts(course, seed=8))
    assert twin.state.tobytes() == course.state.tobytes()
    assert twin.position().to_bytes() == course.position().to_bytes()


def test_a_course_starts_again() -> None:
    course = started("firenze", {})
    for turn, _action in enumerate(acts(course)):
        if turn > 20 and course.half != WHOLE:
            break
    course.start(3)
    assert course.half == WHOLE
    assert course.position().history == ()


def test_a_narrow_window_can_leave_nothing_to_do() -> None:
    course = started("firenze", {}, window=8)
    made = list(acts(course))
    assert course.seat == STUCK
    assert not course.position().is_over
    assert course.look()[2].sum() == 0
    assert len(made) >= len(course.position().history) > 5


def test_illegal_actions_change_nothing() -> None:
    course = started("toscana", {})
    before = course.state.tobytes()
    last = course.space.action_count - 1
    for action in (-1, last + 1, 2**70, 1.5, "3", None, np.array([1, 2])):
        with pytest.raises(IllegalMove, match=f"a whole number from 0 to {last}"):
            course.act(action)
    with pytest.raises(IllegalMove, match="action 0 is not legal now"):
        course.act(0)
    assert course.state.tobytes() == before
    course.act(np.int32(np.flatnonzero(course.look()[2])[0]))
    for _action in acts(course):
        pass
    with pytest.raises(IllegalMove, match="the game is over"):
        course.act(0)


@pytest.mark.parametrize("window", [0, 7, -8, 1.5, "x", True, 1000])
def test_bad_windows_are_refused(window: object) -> None:
    with pytest.raises(OptionError, match="a window"):
        Course("firenze", {}, window)


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_a_board_needs_no_window(name: str) -> None:
    with pytest.raises(OptionError, match="leave out the window"):
        Course(name, {}, 16)


def test_options_are_those_of_the_game() -> None:
    with pytest.raises(OptionError, match="has no option 'sides'"):
        Course("firenze", {"sides": 3})
    with pytest.raises(OptionError, match="players is one of 2, 3"):
        Course("firenze", {"players": 4})
    fixed = {"grey": "ABCDEFGHIJKLMNOP", "red": "PONMLKJIHGFEDCBA"}
    assert fixed.items() <= Course("toscana", dict(fixed)).position().options.items()


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_bad_seeds_are_refused(seed: object) -> None:
    with pytest.raises(OptionError, match="a seed is a whole number from 0 up"):
        checked_seed(seed)


def test_any_whole_number_is_a_seed() -> None:
    assert checked_seed(np.int64(7)) == 7
    assert checked_seed(2**70) == 2**70
    assert checked_seed(None) != checked_seed(None)
