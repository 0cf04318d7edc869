"""T10: two games that count as one."""

import pytest

import bottega
from bottega.match import Match
from bottega.testing import random_game


def finished(game: bottega.Game, seed: int) -> bottega.Position:
    *_, position = random_game(game, seed)
    return position


def test_t10_the_other_colour_starts_the_second_game_and_colours_stay() -> None:
    first, second = (game.start(seed=1) for game in Match(bottega.game("toscana", first="red", edition="dutch")).games)
    assert (first.options["first"], second.options["first"]) == ("red", "grey")
    assert (first.options["edition"], second.options["edition"]) == ("dutch", "dutch")
    assert first.seats == second.seats == ("Grey", "Red")


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ([((9,), (5,)), ((7,), (6,))], "0"),  # two wins
        ([((9,), (5,)), ((7,), (7,))], "0"),  # a win and a draw
        ([((6,), (5,)), ((2,), (9,))], "1"),  # a win each: the higher total
        ([((6,), (5,)), ((5,), (6,))], "draw"),  # a win each, the same total
        ([((6,), (6,)), ((9,), (9,))], "draw"),
        ([((20,), (1,)), ((4,), (5,))], "0"),
    ],
)
def test_t10_more_games_won_then_the_higher_total(
    scores: list[tuple[tuple[int, ...], ...]], result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(bottega.game("toscana"))
    positions = [finished(game, 2) for game in match.games]
    known = dict(zip(map(id, positions), scores, strict=True))
    monkeypatch.setattr(bottega.Position, "scores", lambda self: known[id(self)])
    assert match.result(positions) == result


def test_a_match_runs_until_both_games_are_over() -> None:
    match = Match(bottega.game("toscana"))
    first = finished(match.games[0], 0)
    assert match.result([]) == match.result([first]) == match.result([first, match.games[1].start(seed=1)]) == "*"
    assert match.result([first, finished(match.games[1], 1)]) in ("0", "1", "draw")
    with pytest.raises(bottega.BottegaError, match="2 games, not 3"):
        match.result([first] * 3)


def test_a_game_without_matches_says_so() -> None:
    with pytest.raises(bottega.BottegaError, match="Firenze is played game by game"):
        Match(bottega.game("firenze"))
