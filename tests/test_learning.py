"""The actions and planes of all games: they say what the rules say, and tell a seat no more than its view."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bottega.errors import OptionError
from bottega.game import Game
from bottega.games import GAMES, spec
from bottega.kernels import WHOLE, State, act, can_act, is_over, list_actions, moves, observe, pick_action, random_numbers, seat
from bottega.learning import Feature, Space

VARIANTS = [(name, number) for name in GAMES for number in range(len(spec(name).variants))]


class Course:
    """A random game, action by action."""

    def __init__(self, name: str, options: dict[str, str], seed: int = 1, window: int = 0) -> None:
        self.game = Game(spec(name), options)
        self.setup = self.game.spec.setup(self.game.options)
        assert self.game.spec.learning is not None
        self.space: Space = self.game.spec.learning(self.setup, window)
        self.state: State = np.zeros(1, self.game.spec.state_type(self.setup))[0]
        self.random = random_numbers(seed)
        self.half = WHOLE
        self.mask = np.zeros(self.space.action_count, np.uint8)
        self.game.spec.rules.start(self.state, self.setup, self.random)

    def steps(self) -> Iterator[int]:
        """The number of legal actions, before each of them."""
        while not is_over(self.state):
            yield list_actions(self.state, self.half, self.space.window, self.mask)
            action = pick_action(self.state, self.half, self.space.window, self.random)
            assert self.mask[action] == 1
            self.half = act(self.state, self.half, self.space.window, action)

    def seen(self, state: State, viewer: int) -> tuple[np.ndarray, np.ndarray]:
        planes = np.full(self.space.plane_shape, 99, np.uint8)
        numbers = np.full(self.space.number_count, 99, np.uint8)
        view = np.zeros(1, state.dtype)[0]
        self.game.spec.rules.view(state, viewer, view)
        observe(view, self.half, self.space.window, viewer, planes, numbers)
        return planes, numbers


def course(name: str, number: int, seed: int = 1) -> Course:
    return Course(name, dict(spec(name).variants[number]), seed)


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_actions_reach_the_legal_moves_and_no_others(name: str, number: int) -> None:
    """Every action tried on a copy; the positions after whole moves are those after the legal moves, each once."""
    going = course(name, number)
    listed = np.zeros(8192, np.int32)
    for turn, count in enumerate(going.steps()):
        assert count == going.mask.sum() > 0
        if going.half != WHOLE or turn % 7:
            continue
        after = []
        waiting = [(going.state, WHOLE)]
        while waiting:
            state, half = waiting.pop()
            mask = np.zeros_like(going.mask)
            list_actions(state, half, going.space.window, mask)
            for action in np.flatnonzero(mask):
                twin = state.copy()
                new = act(twin, half, going.space.window, int(action))
                if new == WHOLE:
                    after.append(twin.tobytes())
                else:
                    waiting.append((twin, new))
        expected = []
        for move in listed[: moves(going.state, listed)]:
            twin = going.state.copy()
            going.game.spec.rules.play(twin, move)
            expected.append(twin.tobytes())
        assert sorted(after) == sorted(expected)


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_what_can_be_done_is_what_is_listed(name: str, number: int) -> None:
    going = course(name, number)
    beyond = [-(2**40), -2, -1, going.space.action_count, going.space.action_count + 1, 2**40]
    for turn, count in enumerate(going.steps()):
        assert not any(can_act(going.state, going.half, going.space.window, action) for action in beyond)
        if turn % 25 == 3 or going.half != WHOLE or count < 5:
            allowed = [can_act(going.state, going.half, going.space.window, action) for action in range(going.space.action_count)]
            assert np.array_equal(allowed, going.mask.astype(bool))
    assert list_actions(going.state, going.half, going.space.window, going.mask) == 0 == going.mask.sum()
    assert not any(can_act(going.state, going.half, going.space.window, action) for action in (0, *beyond))
    assert pick_action(going.state, going.half, going.space.window, going.random) == -1


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_a_seat_sees_no_more_than_its_view(name: str, number: int) -> None:
    """Another state that agrees with the view gives the same planes, numbers and actions."""
    going = course(name, number)
    other = np.zeros(1, going.state.dtype)[0]
    seats = len(going.game.spec.seats(going.setup))
    for _count in going.steps():
        for viewer in range(seats):
            view = np.zeros(1, going.state.dtype)[0]
            going.game.spec.rules.view(going.state, viewer, view)
            going.game.spec.rules.sample(view, random_numbers(5), other)
            for one, two in zip(going.seen(going.state, viewer), going.seen(other, viewer), strict=True):
                assert np.array_equal(one, two)
        viewer = seat(going.state)
        going.game.spec.rules.view(going.state, viewer, view)
        going.game.spec.rules.sample(view, random_numbers(6), other)
        mask = np.zeros_like(going.mask)
        list_actions(other, going.half, going.space.window, mask)
        assert np.array_equal(mask, going.mask)


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_values_keep_to_what_is_described(name: str, number: int) -> None:
    """All of the arrays is written, no value is above its largest, and no plane or number is always the same in all games."""
    seen_planes = np.zeros(course(name, number).space.plane_shape[0], bool)
    going = course(name, number)
    for _count in going.steps():
        planes, numbers = going.seen(going.state, seat(going.state))
        assert (planes <= going.space.plane_scale()).all()
        assert (numbers <= going.space.number_scale()).all()
        seen_planes |= planes.any(axis=(1, 2))
    assert seen_planes.sum() >= len(seen_planes) // 2


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_actions_have_names_of_their_own(name: str, number: int) -> None:
    going = course(name, number)
    for turn, count in enumerate(going.steps()):
        if turn % 10 == 0 or going.half != WHOLE:
            actions = np.flatnonzero(going.mask)
            assert len({going.space.action_name(going.state, going.half, int(action)) for action in actions}) == count


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_seen_from_the_seat(name: str) -> None:
    """The seats of a game differ in what is their own, and in nothing that is common to all."""
    going = Course(name, {})
    for turn, _count in enumerate(going.steps()):
        if turn == 12:
            break
    one, other = (going.seen(going.state, viewer)[0] for viewer in range(2))
    assert not np.array_equal(one, other)
    assert np.array_equal(one.sum(0) > 0, other.sum(0) > 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_name_means_one_thing(name: str) -> None:
    space = Course(name, {}).space
    names = [feature.name for features in (space.planes, space.numbers, space.actions) for feature in features]
    assert len(set(names)) == len(names)
    assert space.first("place") == 0
    with pytest.raises(KeyError):
        space.first("nothing")


def test_a_window_is_checked() -> None:
    for window in (-2, 3, 6, 47, 130, 256):
        with pytest.raises(OptionError, match="even number of cells from 8 to 128"):
            Course("firenze", {}, window=window)
    assert Course("firenze", {"sets": "2"}, window=256).space.action_count == 12 * 256 * 256 + 2


def test_the_whole_torus_leaves_nothing_out() -> None:
    """A snake to the east, around which everything is possible as on the table."""
    going = Course("firenze", {}, window=128)
    listed = np.zeros(8192, np.int32)
    position = going.game.start(seed=0)
    while not position.is_over:
        far_east = max(position.moves(), key=lambda move: int(move.partition("@")[2].split(",")[0]))
        position.play(far_east)
        if len(position.history) % 10 == 0 and not position.is_over:
            placements = {move >> 8 for move in listed[: moves(position.state, listed)].tolist()}
            assert list_actions(position.state, WHOLE, 128, going.mask) == len(placements)


def test_at_the_edge_of_the_window_placements_are_left_out() -> None:
    going = Course("firenze", {}, window=8)
    narrow = False
    for count in going.steps():
        if going.half == WHOLE:
            listed = np.zeros(8192, np.int32)
            possible = {int(move) >> 8 for move in listed[: moves(going.state, listed)]}
            assert count <= len(possible)
            narrow = narrow or count < len(possible)
        if count == 0:
            break
    assert narrow
    planes, _numbers = going.seen(going.state, 0)
    assert planes[:4].sum() == 2 * going.state.turns, "a square lies outside of the window"


def table(features: tuple[Feature, ...], *, values: bool = True) -> str:
    """The features as docs/envs.md shows them."""
    rows, begin = ["| number | name | what it says |" + " values |" * values, "|---|---|---|" + "---|" * values], 0
    for feature in features:
        numbers = f"{begin}" if feature.count == 1 else f"{begin} to {begin + feature.count - 1}"
        rows.append(f"| {numbers} | `{feature.name}` | {feature.words} |" + f" 0 to {feature.most} |" * values)
        begin += feature.count
    return "\n".join(rows)


@pytest.mark.parametrize("name", GAMES)
def test_all_planes_numbers_and_actions_are_documented(name: str) -> None:
    space = Course(name, {}).space
    page = (Path(__file__).parent.parent / "docs" / "envs.md").read_text(encoding="utf-8")
    assert table(space.planes) in page
    assert table(space.numbers) in page
    assert table(space.actions, values=False) in page
