"""What the tests of the arena share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottega import players


@pytest.fixture
def peculiar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The module of peculiar players; they leave the house after the test."""
    before = dict(players.PLAYERS)
    monkeypatch.setenv("ARENA_TEST", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.syspath_prepend(Path(__file__).parent)
    yield "peculiar"
    players.PLAYERS.clear()
    players.PLAYERS.update(before)
    sys.modules.pop("peculiar", None)
