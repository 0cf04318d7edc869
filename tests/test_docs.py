"""Every Python session in the documentation is true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_pages(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, optionflags=FLAGS, encoding="utf-8").failed == 0


def test_examples_in_docstrings() -> None:
    results = doctest.testmod(import_module("bottega.game"), optionflags=FLAGS)
    assert results.attempted > 0
    assert results.failed == 0
