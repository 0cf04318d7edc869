"""`bottega draw`: files of all kinds, and what happens when something is wrong."""

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import DATA, child_environment
from PIL import Image, ImageSequence

import bottega
from bottega import cli
from bottega.drawing import command, raster, svg
from bottega.record import Record, read_file, write

TOSCANA = DATA / "drawing" / "toscana.bgn"
PUBLIC = DATA / "records" / "florentine-running.bgn"


@dataclass
class Ended:
    code: int
    out: str
    err: str


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str | Path) -> Ended:
        monkeypatch.setattr(sys, "argv", ["bottega", "draw", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return Ended(int(ended.value.code or 0), *capsys.readouterr())

    return run


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A record of a few moves."""
    path = tmp_path / "short.bgn"
    record = Record.from_position(read_file(TOSCANA).replay(4), ["Anna", "Bruno"])
    path.write_text(write(record), encoding="utf-8")
    return path


def test_the_file_is_written_beside_the_record(draw: Callable[..., Ended], short: Path) -> None:
    assert draw(short).out.strip() == str(short.with_suffix(".svg"))
    assert short.with_suffix(".svg").read_text(encoding="utf-8") == read_file(short).svg()


def test_the_start_of_a_game_is_named_after_it(draw: Callable[..., Ended], tmp_path: Path) -> None:
    assert draw("florentine", "players=3", "--seed", "4").code == 0
    drawn = (tmp_path / "florentine.svg").read_text(encoding="utf-8")
    assert drawn == bottega.game("florentine", players=3).start(seed=4).svg()


def test_options_are_those_of_the_picture(draw: Callable[..., Ended], tmp_path: Path) -> None:
    words = ("--move", "12", "--theme", "dark", "--coordinates", "--show", "worth,threats", "--board-only", "--width", "500")
    assert draw(TOSCANA, *words, "-o", "a.svg").code == 0
    style = {"theme": "dark", "coordinates": True, "show": ["worth", "threats"], "layout": "board"}
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == read_file(TOSCANA).svg(move=12, width=500, **style)


def test_png(draw: Callable[..., Ended], short: Path) -> None:
    assert draw(short, "-o", "a.PNG", "--width", "320").code == 0
    with Image.open("a.PNG") as image:
        assert (image.format, image.width) == ("PNG", 320)


def test_gif(draw: Callable[..., Ended], short: Path) -> None:
    assert draw(short, "-o", "a.gif", "--width", "160", "--pace", "0.5", "--move", "3").code == 0
    with Image.open("a.gif") as image:
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(image)] == [500, 500, 500, 4500]


def test_animation(draw: Callable[..., Ended], short: Path) -> None:
    assert draw(short, "--animate", "--pace", "2").code == 0
    assert short.with_suffix(".svg").read_text(encoding="utf-8") == read_file(short).svg(animate=True, pace=2)


def test_a_running_game_is_open_unless_a_seat_is_given(draw: Callable[..., Ended], tmp_path: Path) -> None:
    """As `bottega show` does it: a record has all the shuffles in it."""
    record = Record.from_position(read_file(DATA / "drawing" / "florentine.bgn").replay(10))
    Path("running.bgn").write_text(write(record), encoding="utf-8")
    drawn = {}
    for seat in (None, -1, 0, 1):
        assert draw("running.bgn", *(() if seat is None else ("--seat", str(seat)))).code == 0
        drawn[seat] = Path("running.svg").read_text(encoding="utf-8")
        assert drawn[seat] == svg(record, seat=seat)
    assert len(set(drawn.values())) == 4


def test_a_record_without_its_shuffles_cannot_be_drawn(draw: Callable[..., Ended]) -> None:
    ended = draw(PUBLIC, "-o", "a.svg")
    assert (ended.code, "the shuffles are not in this record" in ended.err, Path("a.svg").exists()) == (2, True, False)


def test_candidates_are_judged_by_a_player(draw: Callable[..., Ended], tmp_path: Path) -> None:
    record = DATA / "drawing" / "firenze.bgn"
    assert draw(record, "--move", "3", "--show", "candidates", "--player", "mcts:20", "-o", "a.svg").code == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") != read_file(record).svg(move=3)
    over = draw(record, "--show", "candidates", "--player", "mcts:20", "-o", "b.svg")
    assert (over.code, "the game is over" in over.err, (tmp_path / "b.svg").exists()) == (2, True, False)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--theme", "neon"], "has no theme 'neon'; it has warm, dark, contrast"),
        (["-o", "a.bmp"], "ends with .svg, .png, .gif, not 'a.bmp'"),
        (["-o", "a"], "ends with .svg, .png, .gif, not 'a'"),
        (["-o", "no/where/a.svg"], "no/where/a.svg: cannot be written: No such file or directory"),
        (["-o", "folder.svg"], "folder.svg: cannot be written: it is no ordinary file"),
        (["-o", "a.png", "--width", "0"], "from 1 to 10000, not 0"),
        (["-o", "a.gif", "--width", "20000"], "from 1 to 10000, not 20000"),
        (["-o", "a.png", "--animate"], "a PNG does not move"),
        (["--show", "legal,stars"], "what can be shown is legal, worth, threats, not 'stars'"),
        (["--layout", "round"], "a layout is one of"),
        (["--animate", "--pace", "0"], "0.05 to 60 seconds, not 0"),
        (["-o", "a.gif", "--pace", "nan"], "0.05 to 60 seconds, not nan"),
        (["--move", "5"], "the game has 4 moves, not 5"),
        (["--seat", "2"], "a viewer is a seat from 0 to 1"),
        (["players=2"], "a record has its own options"),
    ],
)
def test_bad_input_leaves_no_file(draw: Callable[..., Ended], short: Path, words: list[str], reason: str) -> None:
    (short.parent / "folder.svg").mkdir()
    before = sorted(short.parent.iterdir())
    ended = draw(short, *words)
    assert ended.code == 2
    assert reason in ended.err
    assert sorted(short.parent.iterdir()) == before


def test_a_record_with_an_illegal_move_is_refused_with_its_place(draw: Callable[..., Ended], short: Path) -> None:
    short.write_text(short.read_text(encoding="utf-8").replace("2. ", "2. X", 1), encoding="utf-8")
    ended = draw(short)
    assert ended.code == 2
    assert ended.err.startswith(f"{short}:")
    assert not short.with_suffix(".svg").exists()


def test_what_was_there_stays_if_something_is_wrong(draw: Callable[..., Ended], short: Path) -> None:
    old = short.with_suffix(".svg")
    old.write_text("old", encoding="utf-8")
    assert draw(short, "--theme", "neon").code == 2
    assert old.read_text(encoding="utf-8") == "old"


def test_a_protected_file_stays_protected(draw: Callable[..., Ended], short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = short.with_suffix(".svg")
    old.write_text("old", encoding="utf-8")
    opened = Path.open

    def refuse(self: Path, *words: str, **options: str) -> io.IOBase:
        if self == old:  # whoever runs the tests may be allowed to write everywhere
            raise PermissionError(13, "Permission denied")
        return opened(self, *words, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(Path, "open", refuse)
    ended = draw(short)
    assert (ended.code, "cannot be written: Permission denied" in ended.err) == (2, True)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_whatever_ends_the_work_no_trace_is_left(
    draw: Callable[..., Ended], short: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    before = sorted(short.parent.iterdir())
    if isinstance(error, OSError):

        def write_bytes(self: Path, data: bytes) -> int:
            raise error

        monkeypatch.setattr(Path, "write_bytes", write_bytes)
    else:
        rendered, calls = raster.png, []

        def interrupted(svg: str, width: int) -> bytes:
            calls.append(1)
            if len(calls) == 3:
                raise error
            return rendered(svg, width)

        monkeypatch.setattr(raster, "png", interrupted)
    ended = draw(short, "-o", "a.gif", "--width", "100")
    assert ended.code == (2 if isinstance(error, OSError) else 130)
    assert sorted(short.parent.iterdir()) == before


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_a_missing_extra_is_named(draw: Callable[..., Ended], short: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    ended = draw(short, "-o", "a.png")
    assert ended.code == 2
    assert "pip install 'bottega[pictures]'" in ended.err
    assert draw(short, "-o", "a.svg").code == 0


def test_a_machine_without_fonts_is_told_once(draw: Callable[..., Ended], short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "family", lambda: None)
    ended = draw(short, "-o", "a.gif", "--width", "100")
    assert ended.code == 0
    assert " ".join(ended.err.split()).count("no font was found") == 1


def test_another_process_draws_the_same_bytes(tmp_path: Path) -> None:
    """Whatever the seed of Python's hashes."""
    out = tmp_path / "a.svg"
    words = [sys.executable, "-c", "from bottega.cli import main; main()", "draw", str(TOSCANA), "-o", str(out), "--animate"]
    environment = child_environment(BOTTEGA_QUIET="1", PYTHONHASHSEED="12345")
    subprocess.run(words, env=environment, check=True, capture_output=True, timeout=300)
    assert out.read_text(encoding="utf-8") == read_file(TOSCANA).svg(animate=True)


def test_help_teaches(draw: Callable[..., Ended]) -> None:
    shown = draw("--help").out
    for suffix in command.SUFFIXES:
        assert suffix in shown
    assert "bottega draw game.bgn --move 12 -o twelve.png" in shown
