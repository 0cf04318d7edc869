"""`bottega play` as a child process: in a terminal, without one, and with bad input."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from time import monotonic

import pytest
from conftest import child_environment
from terminal.hands import start

from bottega.record import Record, write

PROGRAM = "from bottega.cli import main; main()"
ROWS, COLUMNS = 24, 80
PATIENCE = 120  # seconds: nothing here takes that long unless it hangs


class Terminal:
    """A real terminal with the program in it."""

    def __init__(self, *words: str, code: str = PROGRAM, **environment: str) -> None:
        self.shown = b""
        self._here, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        settings = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "BOTTEGA_QUIET": "1", "PYTHONUTF8": "1", **environment}
        env = {key: value for key, value in child_environment(**settings).items() if key != "NO_COLOR" or key in environment}
        self.child = subprocess.Popen(
            [sys.executable, "-c", code, "play", *words], stdin=there, stdout=there, stderr=there, env=env, start_new_session=True
        )
        os.close(there)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error: object) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        os.close(self._here)

    def until(self, words: str) -> None:
        """Read until the words are on the screen, wherever the cursor goes between their letters."""
        end = monotonic() + PATIENCE
        while words not in self.text:
            ready, _, _ = select.select([self._here], [], [], PATIENCE)
            assert ready, f"{words!r} never came: {self.text[-2000:]}"
            assert monotonic() < end, f"{words!r} never came: {self.text[-2000:]}"
            try:
                self.shown += os.read(self._here, 65536)
            except OSError:
                raise AssertionError(f"the program ended without {words!r}: {self.text[-2000:]}") from None

    @property
    def text(self) -> str:
        return re.sub(r"\x1b[\[(][0-9;?<>=]*[ -/]*[@-~]|\x1b[=>]", "", self.shown.decode("utf-8", "replace"))

    def type(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def end(self) -> int:
        """Read to the end; the exit code."""
        while True:
            try:
                if not os.read(self._here, 65536):
                    break
            except OSError:
                break
        return self.child.wait(PATIENCE)


def test_the_board_appears_and_keys_are_heard() -> None:
    with Terminal("firenze", "--seats", "me,me", "--seed", "1") as terminal:
        terminal.until("Pyramids left: 12")
        terminal.type("\r")
        terminal.until("1 █ WP@0,0h")
        terminal.type("q")
        terminal.until("The game is not over")
        terminal.type("l")
        assert terminal.end() == 0


def test_ctrl_c_leaves_the_terminal_in_order() -> None:
    with Terminal("toscana", "--seats", "me,mcts:100000000", "--seed", "1") as terminal:
        terminal.until("thinking")
        terminal.type("\x03")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text


def test_no_colour_means_letters_alone() -> None:
    with Terminal("toscana", "--seats", "me,me", "--seed", "1", NO_COLOR="1") as terminal:
        terminal.until("Allow tile")
        assert terminal.text.isascii()
        assert not re.search(rb"\x1b\[[0-9;]*(3[0-7]|4[0-7]|9[0-7]|38;|48;)[0-9;]*m", terminal.shown), "no colour is set"
        terminal.type("\x03")
        assert terminal.end() == 130


def test_an_encoding_without_block_characters_gets_none() -> None:
    with Terminal("florentine", "--seed", "1", PYTHONUTF8="0", PYTHONIOENCODING="latin-1") as terminal:
        terminal.until("reconstruction")
        assert terminal.shown.isascii()
        terminal.type("\x03")
        terminal.end()


def test_a_terminal_that_can_only_print_gets_the_typed_game() -> None:
    with Terminal("firenze", TERM="dumb") as terminal:
        terminal.until("Seat 0 (pink)> ")
        terminal.type("quit\n")
        assert terminal.end() == 0


def test_plain_wants_the_typed_game() -> None:
    with Terminal("firenze", "--plain") as terminal:
        terminal.until("Seat 0 (pink)> ")
        assert "\x1b[?1049h" not in terminal.shown.decode()
        terminal.type("quit\n")
        assert terminal.end() == 0


def test_without_textual_there_is_a_hint_and_a_game() -> None:
    code = f"import sys; sys.modules['textual'] = None; {PROGRAM}"
    with Terminal("firenze", code=code) as terminal:
        terminal.until('pip install "bottega[terminal]"')
        terminal.until("Seat 0 (pink)> ")
        terminal.type("quit\n")
        assert terminal.end() == 0


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Without a terminal."""
    env = child_environment(BOTTEGA_QUIET="1", **environment)
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "play", *words], env=env, input="quit\n", capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["firenze", "--theme", "neon"], "Firenze has no theme 'neon'; it has warm, dark, contrast"),
        (["nowhere.bgn"], "nowhere.bgn: cannot be read"),
        (["game.bgn", "players=3"], "a record has its own options"),
        (["checkers"], "there is no game 'checkers'"),
        (["firenze", "--seats", "me,me,me"], "this game has 2 seats, not 3"),
        (["firenze", "--seats", "leonardo"], "there is no player 'leonardo'"),
    ],
)
def test_bad_input_ends_with_a_reason(words: list[str], reason: str) -> None:
    ended = run(*words)
    assert ended.returncode == 2
    assert reason in ended.stderr
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr


def test_a_broken_record_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "game.bgn"
    position = start("firenze")
    position.play("PG@0,0h")
    path.write_text(write(Record.from_position(position)).replace("PG@0,0h", "PG@5,5h"), encoding="utf-8")
    ended = run(str(path))
    assert ended.returncode == 2
    assert re.match(rf"{re.escape(str(path))}:10:4: the domino touches no square", ended.stderr)


def test_a_record_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "game.bgn"
    position = start("firenze")
    position.play("PG@0,0h")
    path.write_text(write(Record.from_position(position, ["me", "random"])), encoding="utf-8")
    ended = run(str(path))
    assert ended.returncode == 0
    assert "1 (green) plays " in ended.stdout
    assert "Seat 0 (pink)> " in ended.stdout
    other = run(str(path), "--seats", "random,me")
    assert "Seat 1 (green)> " in other.stdout


def test_signals_do_not_leave_a_mess() -> None:
    with Terminal("firenze", "--seats", "me,me") as terminal:
        terminal.until("Pyramids")
        terminal.child.send_signal(signal.SIGTERM)
        terminal.end()
        assert "Traceback" not in terminal.text
