"""What the tests of pictures share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from drawing.chromium import Chromium, chromium

from bottega.record import Record, read_file

GAMES_FOR_PICTURES = Path(__file__).parent.parent / "data" / "drawing"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    """Chromium for the tests of one file."""
    with chromium() as started:
        yield started


@pytest.fixture
def record(name: str) -> Record:
    """A whole game of each kind, played well."""
    return read_file(GAMES_FOR_PICTURES / f"{name}.bgn")
