"""The file of results: resuming, repairing, refusing."""

import json
from pathlib import Path

import pytest

from bottega.arena import load
from bottega.arena.match import play_task
from bottega.arena.results import Header, Results, stored_seed
from bottega.arena.schedule import schedule
from bottega.errors import BottegaError, FileError
from bottega.games import spec

HEADER = Header("toscana", [{"first": "grey"}], 7)
TASKS = list(schedule(spec("toscana"), {}, ["random", "random"], 4, 7))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with three games."""
    with Results(tmp_path, HEADER) as results:
        for task in TASKS[:3]:
            results.add(task, play_task(task))
    return tmp_path / "results.jsonl"


def test_games_are_found_again_with_their_records(path: Path) -> None:
    with Results(path.parent, HEADER) as results:
        assert [outcome.key for outcome in results.outcomes] == [task.key for task in TASKS[:3]]
    assert [outcome.key for outcome in load(path.parent)] == [task.key for task in TASKS[:3]]
    for line in path.read_text().splitlines()[1:]:
        assert (path.parent / json.loads(line)["record"]).read_text().startswith('[Game "toscana"]')
    assert stored_seed(path.parent) == 7


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_half_a_line_at_the_end_is_cut_off(path: Path, cut: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Results(path.parent, HEADER) as results:
        assert len(results.outcomes) == 2
        results.add(TASKS[2], play_task(TASKS[2]))
    lines = path.read_bytes().splitlines()
    assert lines[:-1] == whole.splitlines()[:-1]
    assert json.loads(lines[-1])["round"] == TASKS[2].round


def test_half_a_header_is_written_again(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_bytes(b'{"bottega_arena"')
    assert stored_seed(tmp_path) is None
    with Results(tmp_path, HEADER) as results:
        assert results.outcomes == []
    assert stored_seed(tmp_path) == 7


@pytest.mark.parametrize("bad", [b"nonsense", b"[]", b'{"round": 1}', b"\xff"])
def test_a_line_that_is_wrong_is_named(path: Path, bad: bytes) -> None:
    lines = path.read_bytes().splitlines()
    lines[2] = bad
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(FileError, match=r"results\.jsonl:3: "):
        Results(path.parent, HEADER)


@pytest.mark.parametrize(
    "other", [Header("firenze", [{"first": "grey"}], 7), Header("toscana", [{"first": "red"}], 7), Header("toscana", [], 8)]
)
def test_another_run_is_refused(path: Path, other: Header) -> None:
    before = path.read_bytes()
    with pytest.raises(FileError, match="holds a run with"):
        Results(path.parent, other)
    assert path.read_bytes() == before


def test_two_runs_cannot_write_to_one_file(path: Path) -> None:
    with Results(path.parent, HEADER), pytest.raises(BottegaError, match="another arena is writing"):
        Results(path.parent, HEADER)
