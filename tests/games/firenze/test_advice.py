"""What is known about playing Firenze well: evaluation, urges, and reasons in words."""

import subprocess
import sys

import numpy as np
import pytest
from conftest import child_environment

import bottega
from bottega import kernels
from bottega.games.firenze import advice, glance
from bottega.games.firenze.layout import COLOURINGS, SLOTS
from bottega.kernels import random_numbers
from bottega.spec import Options
from bottega.testing import random_game

VARIANTS = bottega.games.spec("firenze").variants

# Pink, seat 0, has the pair (1,0) (2,0); green the pair (1,1) (2,1); pink decides.
PAIRS = ("WP@0,0h", "WG@0,1h", "PW@2,0h", "GW@2,1v")
# Green has made its pair a group of three, (1,1) to (3,1), which pink can sandwich from (1,2).
GREEN_THREE = (*PAIRS, "PW@4,0h", "GW@3,1h")
# Pink has a corner of seven, (0,-2) to (3,-2) and up to (3,-5), and can lay the south end of a cross on (3,-1).
PINK_CORNER = ("WG@0,0h", *(f"PW@{x},-2v" for x in range(3)), *(f"PW@3,{y}h" for y in (-2, -3, -4, -5)))
# Pink has two groups of three, (0,-2) to (2,-2) and (4,-2) to (6,-2), with one cell between them; green decides.
PINK_GAP = ("WG@0,0h", "WG@2,0h", "WG@4,0h", *(f"PW@{x},-2v" for x in (0, 1, 2, 4, 5, 6)))


def start(*moves: str, **options: object) -> bottega.Position:
    position = bottega.game("firenze", **options).start()
    for move in moves:
        position.play(move)
    return position


def estimate(position: bottega.Position) -> list[float]:
    out = np.zeros(len(position.seats))
    kernels.evaluate(position.state, out)
    return out.tolist()


def look(position: bottega.Position) -> np.ndarray:
    out = np.zeros((len(position.seats), advice.FEATURES))
    advice.features(position.state, out)
    return out


def urge(position: bottega.Position, move: str) -> float:
    return kernels.urge(position.state, position.spec.parse_move(position.state, move))


def why(position: bottega.Position, move: str) -> list[str]:
    after = position.copy()
    after.play(move)
    seat = position.seat
    number = position.spec.parse_move(position.state, move)
    return position.spec.reasons(position.view(seat).state, number, after.view(seat).state)


# ---------------------------------------------------------------- evaluate


@pytest.mark.parametrize("variant", VARIANTS)
def test_at_the_end_the_estimate_is_the_score(variant: Options) -> None:
    *_, end = random_game(bottega.game("firenze", **variant), seed=3)
    assert estimate(end) == [groups + largest / 1000 for groups, largest in end.scores()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_viewer_comes_to_the_same_estimate(variant: Options) -> None:
    for position in random_game(bottega.game("firenze", **variant), seed=5):
        if len(position.history) % 7 == 0:
            for viewer in range(-1, len(position.seats)):
                out = np.zeros(len(position.seats))
                kernels.evaluate(position.view(viewer).state, out)
                assert out.tolist() == estimate(position)


@pytest.mark.parametrize("variant", VARIANTS)
def test_estimates_and_urges_are_the_same_in_a_mirror_and_in_other_colours(variant: Options) -> None:
    game = bottega.game("firenze", **variant)
    for symmetry in game.spec.symmetries:
        options = symmetry.options(game.start().options)
        if options is None:
            continue
        image = bottega.game("firenze", **options).start()
        for position in random_game(game, seed=8):
            if position.history:
                image.play(symmetry.move(position.history[-1]))
            if len(position.history) % 8 != 4:
                continue
            assert estimate(image) == estimate(position), symmetry.name
            for move in position.moves()[::10]:
                assert urge(image, symmetry.move(move)) == pytest.approx(urge(position, move), abs=1e-12), symmetry.name


def test_seats_that_change_colours_change_what_they_see() -> None:
    position = start(*GREEN_THREE)
    state = position.state.copy()
    state.colours[:2] = state.colours[1], state.colours[0]
    swapped = np.zeros((2, advice.FEATURES))
    advice.features(state, swapped)
    assert swapped.tolist() == look(position)[::-1].tolist()
    assert swapped[0].tolist() != swapped[1].tolist()


def test_pairs_and_their_room() -> None:
    pink, green = look(start(*PAIRS))
    assert (pink[advice.PAIR + 1], pink[advice.READY], pink[advice.CAN_FOUND]) == (1, 1, 1)  # (1,-1) and (2,-1)
    assert (green[advice.PAIR + 1], green[advice.READY], green[advice.CAN_FOUND]) == (1, 1, 1)  # (1,2) and (3,1)
    assert pink[advice.GROUPS] == green[advice.GROUPS] == 0
    assert (pink[advice.TO_COME], green[advice.TO_COME]) == (3.8, 3.8)


def test_a_group_of_three_beside_a_rival_can_be_cut_while_pyramids_last() -> None:
    position = start(*GREEN_THREE)
    pink, green = look(position)
    assert (green[advice.GROUPS], green[advice.CUTTABLE]) == (1, 1)
    assert pink[advice.CUTTABLE] == 0
    state = position.state.copy()
    state.pyramids = 0
    out = np.zeros((2, advice.FEATURES))
    advice.features(state, out)
    assert out[1, advice.CUTTABLE] == 0


def test_a_gap_of_one_cell_between_groups_is_a_danger() -> None:
    pink, _green = look(start(*PINK_GAP))
    assert (pink[advice.GROUPS], pink[advice.MERGING]) == (2, 1)
    pink, _green = look(start(*PINK_GAP, "GW@3,-2v"))
    assert (pink[advice.GROUPS], pink[advice.MERGING]) == (2, 0)


def test_an_enclosed_pair_is_worth_nothing_to_come() -> None:
    pink, _green = look(start(*PAIRS, "WG@1,-1h"))
    assert pink[advice.PAIR : advice.SINGLE].tolist() == [0, 0, 0]
    assert (pink[advice.READY], pink[advice.CAN_FOUND]) == (0, 0)


def test_a_group_is_worth_more_than_none() -> None:
    quiet = estimate(start(*PAIRS, "PW@4,0h", "WG@-1,0v"))
    grown = estimate(start(*GREEN_THREE))
    assert grown[1] > quiet[1]


# ---------------------------------------------------------------- urge


@pytest.mark.parametrize(
    ("moves", "better", "worse"),
    [
        (PAIRS, "PW@1,-1h", "PW@4,0h"),  # complete the own group
        (PAIRS, "PW@4,0h", "GW@3,1h"),  # do not complete the rival's
        (PAIRS, "PW@1,-1h", "WG@1,-1h"),  # do not bury the own pair
        ((*PAIRS, "PW@4,0h"), "WG@1,-1h", "WG@-1,-1h"),  # bury the rival's pair
        (GREEN_THREE, "WP@0,2h^1,1", "WP@0,2h"),  # cut the rival's three
        (PINK_CORNER, "PW@3,-1h^3,-2", "PW@3,-1h"),  # split the own seven
        (PINK_GAP, "PW@3,-2v", "PG@7,-2h"),  # merge the rival's groups
        ((*PINK_GAP, "WG@6,0h"), "GW@3,-2v", "PW@3,-2v"),  # not the own ones
    ],
)
def test_urge_prefers(moves: tuple[str, ...], better: str, worse: str) -> None:
    position = start(*moves)
    assert urge(position, better) > urge(position, worse)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_quick_looks_agree_with_urge(variant: Options) -> None:
    """All moves of a list at once, and the best one at each place."""
    for number, position in enumerate(random_game(bottega.game("firenze", **variant), seed=5)):
        if position.is_over or number % 6:
            continue
        state = position.state
        listed = np.array(position.view(0).legal(), np.int32)
        urges = np.zeros(len(listed))
        kernels.urges(state, listed, urges)
        assert urges.tolist() == [kernels.urge(state, int(move)) for move in listed]
        best: dict[int, float] = {}
        for move, looks in zip(listed.tolist(), urges.tolist(), strict=True):
            place = (move >> SLOTS) // COLOURINGS
            best[place] = max(best.get(place, looks), looks)
        for place, looks in best.items():
            move, found = glance._best_at(state, place, *glance._outlook(state))
            assert move in listed
            assert found == pytest.approx(kernels.urge(state, move), abs=1e-12)
            if state.pyramids > 4:  # with fewer, those that come first take them
                assert found == pytest.approx(looks, abs=1e-12)
        random = random_numbers(number)
        assert all(kernels.pick_well(state, random, candidates) in listed for candidates in (2, 6, 7, 30))


def test_urge_alone_beats_chance() -> None:
    random = kernels.random_numbers(4)
    for urged in (0, 1):
        position = start()
        state = position.state.copy()
        rules = position.spec.rules
        listed = np.zeros(4096, np.int32)
        while not rules.is_over(state):
            if rules.seat(state) == urged:
                legal = listed[: rules.moves(state, listed)].tolist()
                rules.play(state, max(legal, key=lambda move: kernels.urge(state, move)))
            else:
                rules.play(state, rules.pick(state, random))
        score = np.zeros((2, 2), np.int32)
        rules.scores(state, score)
        assert score[urged, 0] > score[1 - urged, 0]


INTERPRETED = """
import numpy as np
import bottega
from bottega.kernels import evaluate, is_over, pick, play, random_numbers, urge

for variant in bottega.games.spec("firenze").variants[2:4]:
    game = bottega.game("firenze", **variant)
    state = game.start().state.copy()
    out, random = np.zeros(int(state.players)), random_numbers(6)
    while not is_over(state):
        play(state, pick(state, random))
        if state.turns % 6 == 0:
            evaluate(state, out)
            print(out.tolist())
            for _ in range(0 if is_over(state) else 20):
                print(urge(state, pick(state, random)))
"""


def test_compiled_and_interpreted_advice_agree() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "ignore:overflow", "-c", INTERPRETED],
            env=child_environment(NUMBA_DISABLE_JIT=disabled),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) > 300


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        (PAIRS, "PW@1,-1h", ["completes a group of 3"]),
        (PAIRS, "GW@3,1h", ["completes a green group of 3"]),
        (PAIRS, "WG@1,-1h", ["leaves an own pair dead"]),
        (PAIRS, "PW@4,0h", ["starts with a single square"]),
        ((*PAIRS, "PW@4,0h"), "WG@1,-1h", ["leaves the pink pair dead"]),
        ((*PAIRS, "WP@-1,-1h", "WG@-2,0h"), "PW@1,-1h", ["joins 2 and 1 into a group of 4"]),
        (GREEN_THREE, "WP@0,2h^1,1", ["cuts the green group of 3 down to 2"]),
        (GREEN_THREE, "GW@1,2v", ["wastes a green square on the group of 3"]),
        (PINK_CORNER, "PW@3,-1h^3,-2", ["splits the own group of 7 into 3 and 3"]),
        (PINK_CORNER, "PW@3,-1h", ["adds to the own group of 7"]),
        (PINK_GAP, "PW@3,-2v", ["merges the pink groups of 3 and 3 into one"]),
        ((*PINK_GAP, "WG@6,0h"), "PW@3,-2v", ["merges own groups of 3 and 3 into one"]),
        ((*PINK_GAP, "WG@6,0h"), "GW@3,-2v^3,-2", ["buries the new green square under a pyramid"]),
    ],
)
def test_reasons(moves: tuple[str, ...], move: str, words: list[str]) -> None:
    assert why(start(*moves), move) == words


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_few_reasons_and_no_two_alike(variant: Options) -> None:
    position = start(**variant)
    for later in random_game(bottega.game("firenze", **variant), seed=11):
        if later.history:
            words = why(position, later.history[-1])
            assert len(words) == len(set(words)) <= 4
            assert all("{" not in text for text in words)
            position.play(later.history[-1])
