"""Pictures in pixels: PNG and GIF from SVG, by resvg and Pillow (`pip install 'bottega[pictures]'`)."""

import io
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.svg import SERIF, element, text

if TYPE_CHECKING:
    import PIL.Image

MAX_WIDTH = 10_000
COLOURS = 255  # of a GIF, which has one more for what stays as it was
SAMPLED = 5  # pictures of a game that its palette is made from

#: Where systems keep fonts that their font settings may not name.
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts", "/Library/Fonts")


class NoFont(UserWarning):
    """There is no font on this machine, so pictures in pixels have no words."""


def png(svg: str, width: int) -> bytes:
    """An SVG file as PNG, that many pixels wide."""
    check_width(width)
    chosen = family()
    if chosen is None:
        warnings.warn(
            _("no font was found on this machine: the picture has no words. Install one, such as DejaVu (fonts-dejavu-core)"),
            NoFont,
            stacklevel=2,
        )
    return _rendered(svg, chosen, width=width)


def check_width(width: int) -> None:
    if not 1 <= width <= MAX_WIDTH:
        raise BottegaError(_("a width is a number of pixels from 1 to {most}, not {width}").format(most=MAX_WIDTH, width=width))


def gif(
    picture: Callable[[int], str], width: int, durations: Sequence[int], advance: Callable[[], object] = lambda: None
) -> bytes:
    """SVG files as one GIF that plays in a loop.

    `picture` makes one of them; `durations` has the milliseconds of each. `advance` is called after each picture.
    """
    need("PIL", "pillow")
    from PIL import Image

    def image(number: int) -> "PIL.Image.Image":
        drawn = Image.open(io.BytesIO(png(picture(number), width))).convert("RGBA")
        paper = Image.new("RGB", drawn.size, "white")  # below the round corners
        paper.paste(drawn, mask=drawn)
        return paper

    palette = _palette([image(number) for number in _spread(len(durations))])
    frames = []
    for number in range(len(durations)):
        frames.append(image(number).quantize(palette=palette, dither=Image.Dither.NONE))
        advance()
    out = io.BytesIO()
    first, *rest = frames
    first.save(out, "GIF", save_all=True, append_images=rest, duration=list(durations), loop=0, optimize=True, disposal=1)
    return out.getvalue()


def _spread(count: int) -> list[int]:
    """Some numbers of pictures from the first to the last."""
    return sorted({round(step * (count - 1) / (SAMPLED - 1)) for step in range(SAMPLED)})


def _palette(images: "Sequence[PIL.Image.Image]") -> "PIL.Image.Image":
    """The colours that suit them all: one palette, so that nothing flickers."""
    from PIL import Image

    strip = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    top = 0
    for image in images:
        strip.paste(image, (0, top))
        top += image.height
    return strip.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)


def need(module: str, package: str) -> Any:
    """A module of the extra `pictures`, or a word about how to get it."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise BottegaError(
            _("pictures in pixels need {package}: pip install 'bottega[pictures]'").format(package=package)
        ) from None


# ---------------------------------------------------------------- fonts


def _rendered(svg: str, family: str | None, **options: Any) -> bytes:
    resvg = need("resvg_py", "resvg-py")
    if family:
        options["serif_family"] = family
    made: bytes = resvg.svg_to_bytes(svg_string=svg, **options)
    return made


@cache
def family() -> str | None:
    """What stands in for `serif`, the last of the families that pictures ask for: empty if there is no need, None if no font is
    found at all.

    resvg leaves out words in families that it does not find.
    """
    for family in ("", *_installed()):
        if _shows_words(family):
            return family
    return None


def _shows_words(family: str) -> bool:
    word = element("svg", text("Mm", 0, 80, 80), xmlns="http://www.w3.org/2000/svg", viewBox="0 0 160 100", font_family=SERIF)
    empty = element("svg", xmlns="http://www.w3.org/2000/svg", viewBox="0 0 160 100")
    return _rendered(word, family, width=16) != _rendered(empty, family, width=16)


def _installed() -> Iterable[str]:
    """The families of fonts that can be found as files, serifs first."""
    need("PIL", "pillow")
    from PIL import ImageFont

    families = set()
    for folder in map(Path, FONT_FOLDERS):
        for file in sorted(folder.expanduser().rglob("*.[to]t[fc]")):
            try:
                name, _style = ImageFont.truetype(file).getname()
            except OSError:
                continue
            if name:
                families.add(name)
    return sorted(families, key=lambda name: ("Serif" not in name, name))
