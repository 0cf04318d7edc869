"""Figures read off games, against figures found by hand or by a slow implementation of the rules."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bottega
from bottega.kernels import NOBODY
from bottega.report import measures
from bottega.report.course import follow
from bottega.report.gather import Games, gather, jobs, joined
from bottega.report.openings import opening_name


def vector_games(data: Path) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, (data / "vectors.jsonl").read_text().splitlines()) if "plies" in line]


def test_choices_and_scores_agree_with_played_games(name: str, data: Path) -> None:
    for played in vector_games(data):
        position = bottega.game(name, **played["options"]).start(seed=0)
        spec, seats = position.spec, len(position.seats)
        setup = spec.setup(spec.complete(played["options"]))
        for ply in played["plies"]:
            position.play(ply["move"])
        moves = np.array([position.view(0).past], np.int32)
        length = moves.shape[1]
        choices = np.zeros((1, length), np.int32)
        points = np.zeros((1, length + 1, seats, len(spec.score_parts)), np.int32)
        follow(
            np.zeros(1, spec.state_type(setup)),
            np.array([setup], setup.dtype),
            np.zeros(1, np.uint64),
            moves,
            np.array([length], np.int32),
            choices,
            points,
            np.zeros((1, length + 1, seats), np.float32),
        )
        assert choices[0].tolist() == [ply["n"] for ply in played["plies"]]
        texts = [" ".join("/".join(map(str, parts)) for parts in score) for score in points[0].tolist()]
        assert texts == [*(ply["score"] for ply in played["plies"]), played["score"]]


def games_of(points: list[list[list[int]]], game: str = "toscana") -> Games:
    """Games known by the scores of their seats move by move; the shorter ones end early."""
    lengths = np.array([len(course) - 1 for course in points], np.int32)
    room = int(lengths.max())
    table = np.zeros((len(points), room + 1, len(points[0][0]), 1), np.int32)
    for number, course in enumerate(points):
        table[number, : len(course), :, 0] = course
    return Games(
        game, "random", 0, ({"first": "grey"}, {"first": "red"}), np.arange(len(points), dtype=np.int32) % 2, lengths,
        np.zeros((len(points), room), np.int32), np.ones((len(points), room), np.int32), table,
        table[..., 0].astype(np.float32), (), (),
    )  # fmt: skip


GAMES = games_of(
    [
        [[0, 0], [1, 0], [1, 1], [1, 2], [3, 2]],  # grey starts, leads, is caught, loses the lead, wins with the last move
        [[0, 0], [0, 1], [0, 2]],  # red starts, leads from the first move on
        [[0, 0], [2, 0], [2, 2], [2, 2]],  # grey starts, a draw
    ]
)


def test_leaders_and_changes_of_the_lead() -> None:
    leading = measures.leaders(GAMES, measures.keys(GAMES.points))
    assert leading.tolist() == [
        [NOBODY, 0, NOBODY, 1, 0],
        [NOBODY, 1, 1, 1, 1],
        [NOBODY, 0, NOBODY, NOBODY, NOBODY],
    ]
    assert measures.lead_changes(leading).tolist() == [2, 0, 0]


def test_when_a_game_is_decided() -> None:
    assert measures.decided(GAMES).tolist() == [1.0, 0.5]
    course = measures.course(GAMES, measures.keys(GAMES.points), points=5)
    assert course.decided.tolist() == [0, 0, 0.5, 0.5, 1]
    np.testing.assert_allclose(course.leader_wins, [np.nan, 1, 1, 0.5, 1])


def test_wins_by_seat_order_and_colour() -> None:
    assert measures.win_shares(GAMES).tolist() == [[1, 0], [0, 1], [0.5, 0.5]]
    assert measures.shares_by_order(GAMES).tolist() == [[1, 0], [1, 0], [0.5, 0.5]]
    assert measures.shares_by_colour(GAMES) == {"Grey": [1, 0, 0.5], "Red": [0, 1, 0.5]}
    assert measures.winners(GAMES).tolist() == [1, 1, 2]
    assert measures.margins(GAMES).tolist() == [1, 2, 0]


def test_a_later_part_of_the_score_breaks_ties_only() -> None:
    points = np.array([[[3, 9], [4, 1]], [[3, 9], [3, 8]], [[0, 2], [0, 2]]], np.int32)
    assert (np.diff(measures.keys(points)) > 0).ravel().tolist() == [True, False, False]
    assert (np.diff(measures.keys(points)) == 0).ravel().tolist() == [False, False, True]


def test_choices_leave_out_what_few_games_reach() -> None:
    courses = [[[0, 0]] * 3] * 19 + [[[0, 0]] * 6]
    assert measures.choices(games_of(courses)).turn.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [([1] * 10 + [0] * 10, 0.2993, 0.7007), ([0] * 10, 0.0, 0.2775)],  # from a table of Wilson's intervals
)
def test_intervals(values: list[int], low: float, high: float) -> None:
    found = measures.share(values)
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-4)


def test_games_do_not_depend_on_how_the_work_is_cut(name: str) -> None:
    game = bottega.game(name)
    whole = joined([gather(job) for job in jobs(game, "random", 12, seed=3, counted=5)])
    parts = joined([gather(job) for job in jobs(game, "random", 12, seed=3, counted=5, portion=5)])
    assert whole.openings == parts.openings
    assert whole.answers == parts.answers
    assert len(whole.answers) == 5
    for field in ("casting", "lengths", "lines", "choices", "points", "estimates"):
        assert np.array_equal(getattr(whole, field), getattr(parts, field)), field


def test_openings_that_differ_by_a_symmetry_have_one_name(name: str) -> None:
    position = bottega.game(name).start(seed=5)
    spec, home = position.spec, bottega.game(name).options
    for move in position.moves()[::5]:
        expected = opening_name(spec, position.options, home, move)
        for symmetry in spec.symmetries:
            image = symmetry.options(position.options)
            if image is not None:
                assert opening_name(spec, image, home, symmetry.move(move)) == expected


def test_firenze_has_three_openings() -> None:
    """The two colours of the first domino: the starter's and the neutral one, the other player's and the neutral one, both."""
    found = {}
    home = {"players": "2", "sets": "1", "neutral": "W"}
    for neutral in "WPG":
        position = bottega.game("firenze", neutral=neutral).start()
        for move in position.moves():
            found[neutral, move] = opening_name(position.spec, position.options, home, move)
    assert set(found.values()) == {"GP@0,0h", "GW@0,0h", "PW@0,0h"}
    assert found["P", "PW@0,0h"] == found["P", "WP@0,0h"] == "PW@0,0h"  # white starts: its own and the neutral colour
