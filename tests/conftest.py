"""What all tests share."""

import os
import signal
from pathlib import Path

import hypothesis
import pytest

from bottega.games import GAMES

DATA = Path(__file__).parent / "data"

# Who starts the tests in the background may have told them to ignore Ctrl-C, and the programs that they start would inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Random examples are the same in every run; the first call of a kernel compiles it, so there is no deadline.
hypothesis.settings.register_profile("bottega", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("bottega")


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of each game in turn."""
    return str(request.param)


@pytest.fixture
def data(name: str) -> Path:
    """The folder of test data of the game; every game of the house must have one."""
    return DATA / name


def child_environment(**changes: str) -> dict[str, str]:
    """The environment of a process that a test starts."""
    return {**os.environ, **changes}
