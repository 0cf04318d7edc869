"""The shipped conformance test, over all games, and that it notices what it should."""

import pytest

import bottega
from bottega import testing


def test_every_game_keeps_its_promises(name: str) -> None:
    testing.check_game(name, games=1)


def test_a_compiled_kernel_that_differs_from_its_source_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "trace", lambda *_arguments: "another digest")
    with pytest.raises(AssertionError, match="compiled and interpreted kernels disagree"):
        testing.check_interpreted(name, 0, seed=1)


def test_a_view_that_leaks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = bottega.game("florentine").start(seed=1)
    rules = position.spec.rules
    real = rules.view
    monkeypatch.setattr(rules, "view", lambda state, viewer, out: real(state, 0, out))  # everyone is shown the hand of seat 0
    with pytest.raises(AssertionError, match="viewer"):
        testing.check_views(position, seed=5)
