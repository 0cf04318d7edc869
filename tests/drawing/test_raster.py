"""Pictures in pixels: their size, their words whatever fonts there are, and games as GIF."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import resvg_py
from PIL import Image, ImageSequence

import bottega
from bottega.drawing import NoFont, png, raster
from bottega.drawing.raster import gif
from bottega.svg import Box, Drawing, element, text

PAPER = element("rect", width=200, height=50, fill="#ffffff")
WORDS = Drawing(Box(0, 0, 200, 50), PAPER + text("Bottega", 10, 40, 40), {}).document("words")


@pytest.fixture(autouse=True)
def no_memory_of_fonts() -> Iterator[None]:
    raster.family.cache_clear()
    yield
    raster.family.cache_clear()


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def has_ink(data: bytes) -> bool:
    return bool((np.asarray(opened(data).convert("L")) < 100).any())


@pytest.fixture
def fonts(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Lets resvg think that the machine has other fonts: options that it gets where none are given."""
    real = resvg_py.svg_to_bytes

    def change(options: dict[str, Any]) -> None:
        monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **given: real(**(options | given)))

    return change


@pytest.mark.parametrize("width", [1, 300, 3000])
def test_a_png_is_as_wide_as_it_should_be(width: int) -> None:
    image = opened(png(WORDS, width))
    assert (image.format, image.width, image.height) == ("PNG", width, max(1, round(width / 4)))


@pytest.mark.parametrize("width", [0, -5, 10_001])
def test_widths_have_limits(width: int) -> None:
    with pytest.raises(bottega.BottegaError, match="from 1 to 10000"):
        png(WORDS, width)


def test_words_are_there() -> None:
    assert has_ink(png(WORDS, 200))


def test_words_are_there_where_no_wanted_family_is_found(
    fonts: Callable[[dict[str, Any]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any font that the machine has takes the place of those that it has not."""
    fonts({"serif_family": "No Such Serif"})
    unknown = "'No Such Family', serif"
    monkeypatch.setattr(raster, "SERIF", unknown)
    words = WORDS.replace("'DejaVu Serif'", "'No Such Family'").replace("&#x27;DejaVu Serif&#x27;", "&#x27;No Such&#x27;")
    assert not has_ink(resvg_py.svg_to_bytes(svg_string=words, width=200))
    assert has_ink(png(words, 200))


def test_a_machine_without_fonts_says_so(fonts: Callable[[dict[str, Any]], None]) -> None:
    fonts({"skip_system_fonts": True})
    with pytest.warns(NoFont, match="has no words. Install one"):
        assert not has_ink(png(WORDS, 200))


def test_a_gif_plays_its_pictures_in_a_loop() -> None:
    def square(number: int) -> str:
        colour = ("#ff0000", "#00ff00", "#0000ff", "#123456")[number]
        return Drawing(Box(0, 0, 40, 20), element("rect", width=40, height=20, fill=colour)).document("square")

    done = []
    image = opened(gif(square, 80, [500, 500, 500, 3000], lambda: done.append(1)))
    assert (image.format, image.size, image.info["loop"]) == ("GIF", (80, 40), 0)
    assert len(done) == 4
    durations, colours = [], []
    for frame in ImageSequence.Iterator(image):
        durations.append(frame.info["duration"])
        colours.append(frame.convert("RGB").getpixel((40, 20)))
    assert durations == [500, 500, 500, 3000]
    assert colours == [(255, 0, 0), (0, 255, 0), (0, 0, 255), (0x12, 0x34, 0x56)]
