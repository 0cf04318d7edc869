"""`bottega serve`, as a child process: it says where it is, ends when told to, and says what is wrong."""

import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from conftest import child_environment

from bottega.errors import BottegaError
from bottega.server import command
from bottega.server.alone import AlreadyOpen, alone
from bottega.server.settings import data_folder, database_address, read_settings

PROGRAM = [sys.executable, "-c", "from bottega.cli import main; main()", "serve", "--no-open", "--no-warm-up"]


@contextmanager
def served(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that is ready, and its address."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=child_environment(BOTTEGA_DATA=str(folder), BOTTEGA_DATABASE_URL="", BOTTEGA_QUIET="1"),
    ) as child:
        try:
            assert child.stdout is not None
            lines: list[str] = []
            while not lines or "open at" not in lines[-1]:
                lines.append(child.stdout.readline())
                assert lines[-1], child.stderr and child.stderr.read()
            yield child, lines[-1].split("open at ")[1].split()[0]
        finally:
            child.kill()


def refused(folder: Path, *words: str) -> str:
    """What is said by a server that does not start."""
    ended = subprocess.run(
        [*PROGRAM, *words],
        env=child_environment(BOTTEGA_DATA=str(folder), BOTTEGA_DATABASE_URL="", BOTTEGA_QUIET="1"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Traceback" not in ended.stderr
    return ended.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_quietly_when_told_to(tmp_path: Path, number: int) -> None:
    with served(tmp_path, "--port", "0", "--warm-up") as (child, address):
        assert httpx.get(f"{address}api/me").status_code == 200
        child.send_signal(number)
        assert child.wait(timeout=30) == 0
        assert child.stderr is not None
        assert child.stderr.read() == ""
    assert (tmp_path / "bottega.sqlite").exists()
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_a_second_ctrl_c_makes_no_noise(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (child, _address):
        child.send_signal(signal.SIGINT)
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=30) in (0, 130)
        assert child.stderr is not None
        assert child.stderr.read() == ""


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"cannot listen at 127.0.0.1, port {port}" in refused(tmp_path, "--port", str(port))


def test_a_database_that_cannot_be_opened_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna, " * 100)
    said = refused(tmp_path, "--port", "0", "--database", str(tmp_path / "letter.txt"))
    assert "letter.txt cannot be opened" in said
    assert "--database" in said


def test_another_server_at_the_same_database_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (_child, address):
        assert address in refused(tmp_path, "--port", "0")
        ended = subprocess.run(
            PROGRAM,
            env=child_environment(BOTTEGA_DATA=str(tmp_path), BOTTEGA_DATABASE_URL="", BOTTEGA_QUIET="1"),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        assert f"open already at {address}" in ended.stdout


def test_after_the_server_was_killed_the_next_one_starts(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (child, _address):
        child.kill()
        child.wait()
    with served(tmp_path, "--port", "0") as (_child, address):
        assert httpx.get(f"{address}api/games").status_code == 200


def test_without_a_port_the_first_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(command, "PORT", taken)
        with command.listen("127.0.0.1", None) as found:
            assert taken < found.getsockname()[1] < taken + command.PORTS_TRIED
        monkeypatch.setattr(command, "PORTS_TRIED", 1)
        with pytest.raises(command.PortError, match="all taken"):
            command.listen("127.0.0.1", None)


def test_a_name_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(command.PortError, match="cannot listen at no-such-host"):
        command.listen("no-such-host.invalid", None)


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://127.0.0.1:8017/"), ("::1", "http://[::1]:8017/"), ("play.test", "http://play.test:8017/")],
)
def test_the_address_can_be_typed_into_a_browser(host: str, address: str) -> None:
    assert command.shown_address(host, 8017) == address


def test_a_server_that_listens_everywhere_tells_an_address_to_go_to() -> None:
    assert "0.0.0.0" not in command.shown_address("0.0.0.0", 8017)


def test_without_a_screen_no_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    command.open_browser("http://here/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    command.open_browser("http://here/")
    assert opened == ["http://here/"]


# ---------------------------------------------------------------- settings


def test_the_secret_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTTEGA_DATA", str(tmp_path / "new"))
    monkeypatch.delenv("BOTTEGA_SECRET", raising=False)
    first = read_settings().secret
    assert len(first) >= 32
    assert read_settings().secret == first
    (tmp_path / "new" / "secret").write_text("")
    with pytest.raises(BottegaError, match="holds no secret"):
        read_settings()
    monkeypatch.setenv("BOTTEGA_SECRET", "from the environment, long enough")
    assert read_settings().secret == b"from the environment, long enough"


def test_the_database_is_named_by_a_file_or_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTTEGA_DATA", str(tmp_path))
    assert database_address("") == f"sqlite:///{tmp_path}/bottega.sqlite"
    assert database_address("/srv/games.sqlite") == "sqlite:////srv/games.sqlite"
    assert database_address("postgres://anna@db/bottega") == "postgresql+psycopg://anna@db/bottega"
    for wrong in ("mysql://db/bottega", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(BottegaError, match="the database is"):
            database_address(wrong)
    monkeypatch.setenv("BOTTEGA_DATABASE_URL", "postgresql://db/bottega")
    monkeypatch.setenv("BOTTEGA_SECRET", "s" * 40)
    assert read_settings().database == "postgresql+psycopg://db/bottega"
    assert read_settings("other.sqlite").database.endswith("/other.sqlite")


def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BOTTEGA_DATA", str(tmp_path / "file" / "folder"))
    monkeypatch.delenv("BOTTEGA_SECRET", raising=False)
    with pytest.raises(BottegaError, match="Set BOTTEGA_DATA to another one"):
        read_settings()
    monkeypatch.delenv("BOTTEGA_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert tmp_path in data_folder().parents


def test_a_database_is_held_while_it_is_used(tmp_path: Path) -> None:
    """By another process: the same one may hold it twice."""
    database = f"sqlite:///{tmp_path}/bottega.sqlite"
    hold = (
        "import sys; from bottega.server.alone import alone\n"
        "with alone(sys.argv[1], 'http://first/'): print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(AlreadyOpen) as caught, alone(database, "http://second/"):
            pass
        assert caught.value.address == "http://first/"
        other.kill()
    with alone(database, "http://second/"):
        assert (tmp_path / "bottega.sqlite.lock").read_text() == "http://second/"
