"""A real server and a real browser: what people do is done here by a script."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import child_environment
from drawing.chromium import Chromium, chromium
from playwright.sync_api import Browser, BrowserContext, Page

HERE = Path(__file__).parent

#: What `make test` has no time for; `make test-all` runs these, too.
LONG = ("test_everybody", "test_pages", "test_study", "test_table")

READY = "http://"  # what the line with the address of a server that is ready has in it
PATIENCE = 120  # seconds until a server is ready: its kernels may have to be compiled


@dataclass
class RunningServer:
    """`bottega serve` in a process of its own."""

    folder: Path
    port: int = 0  # chosen by the system at the first start
    process: subprocess.Popen[str] | None = None
    url: str = ""

    def start(self) -> None:
        """Start it, or start it again with the same database at the same address."""
        command = [sys.executable, "-c", "from bottega.cli import main; main()"]
        words = [
            "serve",
            "--no-open",
            "--port",
            str(self.port),
            "--database",
            str(self.folder / "bottega.sqlite"),
            "--machines",
            "1",
            "--no-warm-up",  # what is not asked for would be compiled in vain
        ]
        self.process = subprocess.Popen(
            [*command, *words],
            stdout=subprocess.PIPE,
            text=True,
            env=child_environment(BOTTEGA_DATA=str(self.folder), PYTHONUNBUFFERED="1"),
            start_new_session=True,  # Ctrl-C is for the tests
        )
        self.url = self._address()
        self.port = int(self.url.rsplit(":", 1)[1])

    def _address(self) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        deadline = time.monotonic() + PATIENCE
        for line in self.process.stdout:
            for word in line.split():
                if word.startswith(READY):
                    return word.rstrip("/")
            assert time.monotonic() < deadline, f"the server says {line!r} and not its address"
        raise AssertionError(f"the server ended with {self.process.wait()} before it was ready")

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(20)
            finally:
                self.kill()

    def kill(self) -> None:
        """At once, with no time to say goodbye."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file share a browser: one process runs them all."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
            if item.path.stem in LONG:
                item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests of a process: guests do not disturb each other."""
    server = RunningServer(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(running: RunningServer) -> str:
    """The address of a server."""
    return running.url


@pytest.fixture(scope="module")  # while it is open, no other event loop can run in this process: tests of the server need one
def shared_chromium() -> Iterator[Chromium]:
    with chromium() as started:
        yield started


@pytest.fixture
def browser(shared_chromium: Chromium) -> Browser:
    """The system's Chromium, without a window."""
    return shared_chromium.browser


NewGuest = Callable[..., Page]


@pytest.fixture
def new_guest(browser: Browser, server: str) -> Iterator[NewGuest]:
    """Somebody with a browser of his or her own: an empty page, whose addresses are those of the server. Whatever its scripts
    complain about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(base_url=server, **{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_guest: NewGuest) -> Page:
    """One guest."""
    return new_guest()
