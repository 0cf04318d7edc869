"""Games that several tests look at."""

import pytest

import bottega

ALPHABET = "ABCDEFGHIJKLMNOP"


@pytest.fixture
def table() -> bottega.Position:
    """A game with both stacks in the order of the alphabet."""
    return bottega.game("toscana", grey=ALPHABET, red=ALPHABET).start()
