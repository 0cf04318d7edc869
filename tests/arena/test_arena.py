"""Whole runs with real processes: the same games whatever happens."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import child_environment
from rich.console import Console

from bottega.arena import Run, play_task, run_arena, schedule, show_run, split_words
from bottega.errors import BottegaError
from bottega.games import spec

PLAYERS = ["random", "random"]


def content(folder: Path) -> set[str]:
    """The lines of a results file, as a set, without the times, and the records."""
    lines = []
    for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines():
        data: dict[str, Any] = json.loads(line)
        data.pop("seconds", None)
        if "record" in data:
            data["record"] = (folder / data["record"]).read_text(encoding="utf-8")
        lines.append(json.dumps(data))
    assert len(set(lines)) == len(lines)
    return set(lines)


def records(folder: Path) -> dict[str, str]:
    """The records of all games in the results file of a run, by their names."""
    data = [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    assert len({game["record"] for game in data}) == len(data)
    return {game["record"]: (folder / game["record"]).read_text(encoding="utf-8") for game in data}


def undisturbed(*players: str) -> dict[str, str]:
    """The records of the same games, played here and now."""
    tasks = schedule(spec("toscana"), {}, players, 6, 5)
    return {f"games/{task.file_name}": play_task(task).record for task in tasks}


def run(folder: Path, players: list[str] = PLAYERS, games: int = 6, processes: int = 2, **settings: Any) -> Run:
    return run_arena("toscana", players, games=games, seed=5, processes=processes, folder=folder, is_quiet=True, **settings)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an undisturbed run with one process."""
    folder = tmp_path_factory.mktemp("reference")
    assert len(run(folder, processes=1).outcomes) == 6
    return folder


def test_the_number_of_processes_makes_no_difference(reference: Path, tmp_path: Path) -> None:
    run(tmp_path, processes=2)
    assert content(tmp_path) == content(reference)


def test_a_run_goes_on_where_it_stopped_and_can_be_extended(reference: Path, tmp_path: Path) -> None:
    run(tmp_path, games=2, processes=1)
    part = (tmp_path / "results.jsonl").read_bytes()
    (tmp_path / "results.jsonl").write_bytes(part[:-9])  # as if it had broken off while writing
    resumed = run(tmp_path)
    assert content(tmp_path) == content(reference)
    assert len(resumed.outcomes) == 6
    before = (tmp_path / "results.jsonl").read_bytes()
    assert [outcome.key for outcome in run(tmp_path, games=4).outcomes] == [outcome.key for outcome in resumed.outcomes[:4]]
    assert (tmp_path / "results.jsonl").read_bytes() == before  # nothing was left to play


def arena_process(folder: Path, player: str) -> subprocess.CompletedProcess[str]:
    """An arena in a process of its own. Returns when nobody holds its standard error any more, its workers included."""
    settings = {"games": 6, "seed": 5, "processes": 2, "folder": str(folder), "modules": ["peculiar"]}
    return subprocess.run(
        [sys.executable, "-c", f"import bottega.arena; bottega.arena.run_arena('toscana', ['random', {player!r}], **{settings})"],
        env=child_environment(COLUMNS="200"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("player", ["Interrupts", "Kills"])
def test_an_interrupted_run_leaves_a_good_file_and_no_process(peculiar: str, tmp_path: Path, player: str) -> None:
    stopped = arena_process(tmp_path / "run", player)
    assert stopped.returncode != 0
    if player == "Interrupts":  # after a kill nobody is there to say so, nor to collect what is left of the worker
        with pytest.raises(ProcessLookupError):
            os.kill(int((tmp_path / "pid").read_text()), 0)
        found = re.search(r"Stopped after (\d+) games", stopped.stderr)
        assert found is not None
        assert 3 <= int(found[1]) < 6
    assert len((tmp_path / "run" / "results.jsonl").read_bytes().splitlines()) < 7
    run(tmp_path / "run", ["random", player], modules=[peculiar])
    assert records(tmp_path / "run") == undisturbed("random", player)


def test_a_game_whose_process_was_killed_is_played_again(peculiar: str, tmp_path: Path) -> None:
    found = run(tmp_path / "run", ["random", "DiesOnce"], modules=[peculiar])
    assert (tmp_path / "died").exists()
    assert (len(found.outcomes), found.lost) == (6, [])
    assert records(tmp_path / "run") == undisturbed("random", "DiesOnce")


def test_games_that_always_kill_their_process_are_given_up_and_the_others_played(peculiar: str, tmp_path: Path) -> None:
    found = run(tmp_path, ["random", "random", "DiesAlways"], games=1, modules=[peculiar])
    assert {outcome.seating for outcome in found.outcomes} == {("random", "random.2"), ("random.2", "random")}
    assert {loss.task.seating.count("DiesAlways") for loss in found.lost} == {1}
    assert len(found.lost) == 4
    assert "3 processes that played this game died, the last with code -9" in found.lost[0].reason


def test_what_players_print_does_no_harm(peculiar: str, tmp_path: Path) -> None:
    assert len(run(tmp_path, ["random", "Prints"], games=1, modules=[peculiar]).outcomes) == 2


def test_tables_and_plot(reference: Path) -> None:
    text = io.StringIO()
    found = run(reference)
    picture = show_run(found, Console(file=text, width=100))
    shown = text.getvalue()
    assert "Toscana, 6 games, seed 5" in shown
    assert "random.2" in shown
    assert "Elo difference" in shown
    assert "Share of the wins by seat: 0: " in shown
    assert picture is not None
    drawing = picture.read_text(encoding="utf-8")
    assert "random.2" in drawing
    show_run(found, Console(file=text))
    assert picture.read_text(encoding="utf-8") == drawing


@pytest.mark.parametrize(
    ("players", "settings", "reason"),
    [
        (["random", "nobody"], {}, "there is no player 'nobody'"),
        (["random"], {}, "at least two players"),
        (["random", "random"], {"games": 0}, "at least one game"),
        (["random", "random"], {"options": {"edition": "english"}}, "edition is one of"),
        (["random", "random"], {"tables": [["random"]]}, "a table names 2 of the players"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    tmp_path: Path, players: list[str], settings: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BottegaError, match=reason):
        run(tmp_path / "new", players, **settings)
    assert not (tmp_path / "new").exists()


def test_players_and_options_in_the_words_of_a_command() -> None:
    words = ["maestro", "edition=dutch", "engine:./program --threads=2", "mcts:100ms"]
    assert split_words(words) == (["maestro", "engine:./program --threads=2", "mcts:100ms"], {"edition": "dutch"})


def test_what_is_not_installed_is_said_before_anything_is_played(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['openskill.models'] = None; from bottega.cli import main; main()"
    words = ["arena", "toscana", *PLAYERS, "--games", "2", "--out", str(tmp_path / "new")]
    done = subprocess.run([sys.executable, "-c", hidden, *words], capture_output=True, text=True, env=child_environment())
    assert done.returncode != 0
    assert "pip install 'bottega[arena]'" in done.stderr
    assert not (tmp_path / "new").exists()
