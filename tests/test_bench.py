"""What the programs in bench/ rely on: the clairvoyant sees everything and nobody else does, a run goes on, no process stays."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import bottega
from bottega import players
from bottega.arena import match as arena_match
from bottega.arena import play_task, run_arena, schedule
from bottega.game import Position, View
from bottega.games import spec
from bottega.players import player
from bottega.search import Search, Settings
from bottega.testing import random_game

BENCH = Path(__file__).parents[1] / "bench"
MODULES = ("search", "strength")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a program of the folder; whatever it changes in the package is as before after the test."""
    monkeypatch.syspath_prepend(BENCH)
    monkeypatch.setattr(arena_match, "tell", vars(arena_match)["tell"])
    before = dict(players.PLAYERS)
    yield import_module
    players.PLAYERS.clear()
    players.PLAYERS.update(before)
    for module in MODULES:
        sys.modules.pop(module, None)


class Witness:
    """Plays the first move it finds and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View) -> str:
        self.views.append(view)
        return view.moves()[0]


def midgame(name: str, seed: int) -> Position:
    """A position in which something is hidden."""
    for position in random_game(bottega.game(name), seed):
        if len(position.history) == 16:
            break
    return position


# ---------------------------------------------------------------- strength


def test_the_house_does_not_know_the_clairvoyant() -> None:
    with pytest.raises(bottega.BottegaError, match="there is no player"):
        player("clairvoyant")


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_the_clairvoyant_is_shown_everything_and_the_others_are_not(
    name: str, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    strength = bench("strength")
    seer, other = Witness(), Witness()
    monkeypatch.setattr(strength, "player", lambda _name, _seed: seer)
    monkeypatch.setitem(players.PLAYERS, "other", lambda _seed: other)
    task = next(schedule(spec(name), {}, ["clairvoyant", "other"], 1, 1))
    outcome = play_task(task)
    assert outcome.ended == "played"
    again = bottega.game(name, **task.options).start(task.shuffle_seed)
    while not again.is_over:
        honest, seen = again.view(again.seat), (seer, other)[again.seat].views.pop(0)
        assert isinstance(seen, strength.AllSeen) == (again.seat == 0)
        assert seen.to_bytes() == (again.state.tobytes() if again.seat == 0 else honest.to_bytes())
        again.play(seen.moves()[0])


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_what_the_clairvoyant_foresees_can_be_played(name: str, bench: Any) -> None:
    """A search that dealt what is hidden anew would expect moves with tiles that others do not have."""
    strength = bench("strength")
    for seed in range(4):
        position = midgame(name, seed)
        search = Search(Settings(**spec(name).search), seed)
        seen = strength.AllSeen(position)
        search.think(seen, simulations=1000)
        for found in search.found(seen):
            line = position.copy()
            for move in found.line:
                line.play(line.spec.move_name(line.state, move))  # raises IllegalMove


def test_what_is_left_to_play(bench: Any, tmp_path: Path) -> None:
    strength = bench("strength")
    match = strength.Match("toscana", ("random", "greedy"), 0.5)
    run_arena("toscana", match.players, games=2, seed=7, folder=match.folder(tmp_path), processes=1, is_quiet=True)
    outcomes = strength.played(match, tmp_path)
    assert len(outcomes) == 2
    assert strength.left([match], 2, 7, tmp_path) == (0, 0.0)
    number, seconds = strength.left([match], 6, 7, tmp_path)
    assert number == 4
    assert seconds > 0
    score, *_times = strength.shares(outcomes, "random")
    assert score == sum(outcome.shares[outcome.seating.index("random")] for outcome in outcomes) / 2


def test_a_reference_asks_for_nothing(bench: Any) -> None:
    strength = bench("strength")
    assert {match.verdict(0.0) for match in strength.matches() if "clairvoyant" in match.players} == {"for comparison"}
    assert all(match.verdict(match.goal).endswith("holds") for match in strength.matches() if match.goal)
    assert all(match.verdict(match.goal - 0.001).endswith("FAILS") for match in strength.matches() if match.goal)


# ---------------------------------------------------------------- search


def test_a_search_can_go_on_after_what_it_expects(name: str, bench: Any) -> None:
    position = midgame(name, 1)
    view = position.view(position.seat)
    search = Search(Settings(), seed=1)
    search.think(view, simulations=300)
    later = bench("search").to_next_decision(search, view, position)
    assert later == position.view(view.viewer)
    assert later.seat == view.viewer
    assert later.past[: len(view.past)] == view.past
    assert len(later.past) > len(view.past)


def test_no_child_outlives_its_measurement(bench: Any) -> None:
    search = bench("search")

    def be_interrupted() -> None:
        with search.child(search.think_long, "toscana", 600.0) as (process, answer):
            started.append(process)
            assert answer.recv() == "ready"
            raise KeyboardInterrupt

    started: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert not started[0].is_alive()


def test_every_part_has_its_lines(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that need processes are measured for one game."""
    search = bench("search")
    monkeypatch.setattr(search, "GAMES", ("toscana",))
    effort = search.Effort(1, 0.01, 0.1, (8,), {0.001: 2}, 1, 2)
    lines = {name: [str(row) for row in search.PARTS[name](effort)] for name in ("rate", "memory", "answer")}
    assert [len(rows) for rows in lines.values()] == [4, 2, 1]
    assert all(line.endswith(("holds", "FAILS")) for rows in lines.values() for line in rows)
