"""From a file to a report: words, numbers, and what becomes of the files."""

import json
from pathlib import Path

import pytest
from conftest import DATA

from bottega.analysis import analyse_file, command
from bottega.errors import BottegaError
from bottega.record import Record, read, read_file, write

SHORT = DATA / "records/firenze-study.bgn"


@pytest.fixture
def blunder(tmp_path: Path) -> Path:
    """The end of a game in which a win is given away."""
    position = read_file(DATA / "records/florentine-shared-win.bgn").replay(56)
    position.play("decline")
    path = tmp_path / "game.bgn"
    path.write_text(write(Record.from_position(position, ["", "Bruno", "Gino"])), encoding="utf-8")
    return path


def test_the_report(blunder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.bgn"
    report = analyse_file(blunder, out, "mcts:20")
    lines = report.splitlines()
    assert lines[1].split() == ["No.", "seat", "move", "Red", "Blue", "Green", "loss", "mark"]
    assert lines[58].split() == ["57", "Green", "decline", "100%", "0%", "0%", "100%", "blunder"]
    ranked = lines.index("Mistakes, the worst first:")
    assert lines[ranked + 1] == "57. decline by Green (Gino): blunder, gives away 100% (from 100% to 0%)."
    assert "   better: black@e7S" in lines[ranked + 2 :]
    assert lines[-5] == "Decisions and luck, in chances to win:"
    assert [line.split()[0] for line in lines[-3:]] == ["Red", "Blue", "Green"]
    annotated = read_file(out)
    assert annotated.moves == read_file(blunder).moves
    assert annotated.tags["Analysis"] == "mcts:20, seed 0"


def test_json_for_programs() -> None:
    (game,) = json.loads(analyse_file(DATA / "records/toscana-resigned.bgn", player="uct:30", seed=3, is_json=True))
    assert (game["game"], game["by"], game["result"]) == ("toscana", "uct:30, seed 3", "0")
    assert [decision["number"] for decision in game["decisions"]] == list(range(1, 13))
    first = game["decisions"][0]
    assert (first["seat"], first["legal"], first["played"]["move"], first["best"]["move"] in ("veto", "allow")) == (
        0,
        2,
        "veto",
        True,
    )
    assert first["loss"] == pytest.approx(first["best"]["wins"][0] - first["played"]["wins"][0], abs=1e-3)
    assert first["luck"] == pytest.approx(
        [a - b for a, b in zip(first["arrived"]["wins"], first["played"]["wins"], strict=True)], abs=1e-3
    )
    assert game["mistakes"] == sorted(game["mistakes"], key=lambda number: -game["decisions"][number - 1]["loss"])
    for seat in game["seats"]:
        parts = [seat[part] for part in ("start", "decisions", "gifts", "luck", "revision")]
        assert sum(parts) == pytest.approx(seat["end"], abs=1e-3)


def test_a_file_of_several_games(tmp_path: Path) -> None:
    game = SHORT.read_text(encoding="utf-8")
    both, out = tmp_path / "both.bgn", tmp_path / "out.bgn"
    both.write_text(game + "\n" + game, encoding="utf-8")
    report = analyse_file(both, out, "mcts:20")
    assert "Game 1 of 2" in report
    assert "Game 2 of 2" in report
    text = out.read_text(encoding="utf-8")
    assert write(read(text[: len(text) // 2])) == text[: len(text) // 2] == text[len(text) // 2 + 1 :]


def test_the_file_itself_can_be_annotated(tmp_path: Path) -> None:
    path = tmp_path / "game.bgn"
    path.write_bytes(SHORT.read_bytes())
    path.chmod(0o640)
    analyse_file(path, path, "mcts:20")
    assert "[%eval" in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, MemoryError])
def test_an_interrupted_analysis_leaves_no_trace(
    trouble: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_arguments: object) -> None:
        raise trouble

    monkeypatch.setattr(command, "analyse_record", stop)
    old, new = tmp_path / "old.bgn", tmp_path / "new.bgn"
    old.write_text("as it was", encoding="utf-8")
    for out in (old, new):
        with pytest.raises(trouble):
            analyse_file(SHORT, out, "mcts:20")
    assert old.read_text(encoding="utf-8") == "as it was"
    assert list(tmp_path.iterdir()) == [old]


def test_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError("bad input must come to light before the work starts")

    monkeypatch.setattr(command, "analyse_record", never)
    empty = tmp_path / "empty.bgn"
    empty.touch()
    broken = tmp_path / "broken.bgn"
    broken.write_text('[Game "firenze"]', encoding="utf-8")
    running = DATA / "records/florentine-running.bgn"
    cases: list[tuple[Path, Path | None, str, str]] = [
        (tmp_path / "none.bgn", None, "mcts:20", "none.bgn: cannot be read: No such file"),
        (tmp_path, None, "mcts:20", "cannot be read: Is a directory"),
        (empty, None, "mcts:20", "empty.bgn: there is no game in this file"),
        (broken, None, "mcts:20", "broken.bgn:1:"),
        (running, None, "mcts:20", "florentine-running.bgn: the shuffles are not in this record"),
        (SHORT, tmp_path / "none" / "out.bgn", "mcts:20", "out.bgn: cannot be written: No such file"),
        (SHORT, empty / "out.bgn", "mcts:20", "out.bgn: cannot be written: Not a directory"),
        (SHORT, tmp_path, "mcts:20", "cannot be written: it is no ordinary file"),
        (SHORT, tmp_path / ("x" * 300), "mcts:20", "cannot be written: File name too long"),
        (SHORT, tmp_path / "x\0y", "mcts:20", "cannot be written: "),
        (SHORT, None, "maestra", "there is no player 'maestra': .* Did you mean maestro?"),
        (SHORT, None, "greedy", "needs a player who searches, such as mcts:1000, and 'greedy' does not"),
        (SHORT, None, "mcts:0", "there is no player 'mcts:0'"),
    ]
    before = sorted(tmp_path.iterdir())
    for path, out, name, reason in cases:
        with pytest.raises(BottegaError, match=reason):
            analyse_file(path, out, name)
    assert sorted(tmp_path.iterdir()) == before
