"""The shipped conformance test, over all games, and that it notices what it should."""

from dataclasses import replace

import pytest

import bottega
from bottega import kernels, testing
from bottega.games import GAMES, spec
from bottega.spec import Symmetry


@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game in GAMES for variant in range(len(spec(game).variants))])
def test_every_game_keeps_its_promises(game: str, variant: int) -> None:
    testing.check_variant(game, variant, games=1)


def test_a_compiled_kernel_that_differs_from_its_source_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "trace", lambda *_arguments: "another digest")
    with pytest.raises(AssertionError, match="compiled and interpreted kernels disagree"):
        testing.check_interpreted(name, 0, seed=1)


def test_a_view_that_hides_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = bottega.game("toscana").start(seed=1)
    monkeypatch.setattr(position.spec.rules, "view", lambda state, _viewer, out: kernels.copy_record(state, out))
    with pytest.raises(AssertionError, match="a sampled state gives another view for viewer -1"):
        testing.check_views(position, seed=5)


def test_a_symmetry_that_is_none_is_noticed() -> None:
    game = bottega.game("firenze")
    wrong = Symmetry("swap green and white", lambda options: options, lambda text: text.translate(str.maketrans("GW", "WG")))
    with pytest.raises(AssertionError, match="under swap green and white"):
        testing.check_symmetries(bottega.Game(replace(game.spec, symmetries=(wrong,)), game.options), seed=1)
