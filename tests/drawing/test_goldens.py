"""Pictures of fixed positions look as they did when somebody looked at them.

The picture and the golden SVG are shown by the same browser with the same fonts, so the comparison is strict: it sees one
missing tile. That the golden SVG itself looks as it did then, with whatever fonts and version of Chromium there are now, is
compared with the golden PNG, and less strictly. `make goldens` remakes them.
"""

from functools import cache

import pytest
from drawing import goldens
from drawing.chromium import Chromium, Pixels, difference

from bottega.drawing import Style, reel
from bottega.games import GAMES
from bottega.record import read_file

MEAN, SHARE = 0.25, 0.0008  # tolerance for a change: of 255, and of the pixels
LOOSE_MEAN, LOOSE_SHARE = 5.0, 0.05  # tolerance for other fonts, another Chromium and the palette of the PNG

NAMES = sorted(file.stem for file in goldens.FOLDER.glob("*.svg"))


@cache
def drawn() -> dict[str, str]:
    return dict(goldens.pictures())


def is_close(one: Pixels, other: Pixels, mean: float = MEAN, share: float = SHARE) -> bool:
    if one.shape != other.shape:
        return False
    apart = difference(one, other)
    return apart.mean <= mean and apart.share <= share


def test_there_is_a_golden_picture_for_each() -> None:
    assert sorted(drawn()) == NAMES == sorted(file.stem for file in goldens.FOLDER.glob("*.png"))


@pytest.mark.parametrize("name", NAMES)
def test_it_looks_as_it_did(name: str, browser: Chromium) -> None:
    golden = goldens.golden_svg(name)
    shown = browser.image(golden, goldens.WIDTH)
    known = goldens.golden_png(name)
    assert is_close(shown, known, LOOSE_MEAN, LOOSE_SHARE), f"{name}.svg is not shown as {name}.png: {difference(shown, known)}"
    picture = drawn()[name]
    if picture != golden:
        now = browser.image(picture, goldens.WIDTH)
        assert now.shape == shown.shape, f"{name} has another size"
        assert is_close(now, shown), f"{name} looks different: {difference(now, shown)}; see `make goldens`"


@pytest.mark.parametrize("game", GAMES)
def test_one_tile_less_would_be_noticed(game: str, browser: Chromium) -> None:
    """The last tile of a full board is missing, and nothing else is different."""
    record = read_file(goldens.FOLDER / f"{game}.bgn")
    last = max(number for number, move in enumerate(record.moves, 1) if "@" in move and not move.startswith("black"))
    pictures = reel(record, Style(layout="board", mark=False), until=last)
    before, after = (browser.image(pictures.picture(number), goldens.WIDTH) for number in (last - 1, last))
    assert not is_close(before, after)
    assert is_close(after, after)


@pytest.mark.parametrize("name", NAMES)
def test_a_blank_picture_would_be_noticed(name: str) -> None:
    """Also by the comparison that allows for other fonts."""
    known = goldens.golden_png(name)
    blank = known.copy()
    blank[:] = known[known.shape[0] // 2, 2]
    assert not is_close(known, blank, LOOSE_MEAN, LOOSE_SHARE)
