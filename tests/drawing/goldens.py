"""The golden pictures, and how to remake them after a change of the drawings: `make goldens`.

Each is kept as SVG and, as Chromium showed it when somebody looked at it, as a small PNG. Remaking shows the old and the new
ones side by side in build/goldens.html: look at them before you commit them.
"""

import io
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from drawing.chromium import Chromium, Pixels, chromium, difference, pixels
from PIL import Image

from bottega.drawing import OVERLAYS, Style, svg
from bottega.games import GAMES, spec
from bottega.record import read_file

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "data" / "drawing"
SHEET = ROOT / "build" / "goldens.html"
WIDTH = 400  # pixels of the golden PNG
COLOURS = 128  # of its palette: it is for a rough comparison, and should be small


def pictures() -> Iterator[tuple[str, str]]:
    """Names and pictures: start, middle and end of a game, each theme, all overlays, what a seat sees."""
    for game in GAMES:
        record = read_file(FOLDER / f"{game}.bgn")
        count = len(record.moves)
        middle = next(move for move in range(count // 2, count) if "@" in record.moves[move])
        yield f"{game}-start", svg(record, move=0)
        yield f"{game}-middle", svg(record, move=middle)
        yield f"{game}-end", svg(record)
        for theme in list(spec(game).artist.themes)[1:]:
            yield f"{game}-{theme}", svg(record, move=middle, theme=theme, layout="portrait")
        board = Style(layout="board", coordinates=True)
        yield f"{game}-overlays", svg(record, move=middle, **vars(board) | {"show": OVERLAYS})
        candidates = [(move, 0.62 - 0.09 * rank) for rank, move in enumerate(record.replay(middle).moves()[1:40:13])]
        yield f"{game}-candidates", svg(record, move=middle, **vars(board) | {"candidates": candidates})
        if any(option.is_shuffle for option in spec(game).options):
            yield f"{game}-seat", svg(record, move=middle, seat=record.replay(middle).seat, show=["legal"])


def golden_svg(name: str) -> str:
    return (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def golden_png(name: str) -> Pixels:
    return pixels((FOLDER / f"{name}.png").read_bytes())


def small_png(image: Pixels) -> bytes:
    out = io.BytesIO()
    Image.fromarray(image).quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def remake(browser: Chromium) -> None:
    """Write all golden pictures that have changed, and the page to look at them."""
    rows = []
    wanted = dict(pictures())
    for name, picture in wanted.items():
        file = FOLDER / f"{name}.svg"
        old = file.read_text(encoding="utf-8") if file.exists() else None
        if old == picture and file.with_suffix(".png").exists():
            continue
        image = browser.image(picture, WIDTH)
        change = "new"
        if old is not None:
            before = browser.image(old, WIDTH)
            change = f"{difference(before, image).share:.2%} of the pixels" if before.shape == image.shape else "another size"
        print(f"{name}: {change}")
        rows.append(f"<h2>{name}: {change}</h2><p>{_shown(old)} {_shown(picture)}</p>")
        file.write_text(picture, encoding="utf-8")
        file.with_suffix(".png").write_bytes(small_png(image))
    for file in [*FOLDER.glob("*.svg"), *FOLDER.glob("*.png")]:
        if file.stem not in wanted:
            file.unlink()
    SHEET.parent.mkdir(exist_ok=True)
    SHEET.write_text(f"<!doctype html><title>Goldens</title>{''.join(rows) or 'Nothing has changed.'}", encoding="utf-8")
    print(f"{len(rows)} of {len(wanted)} have changed. Look at {SHEET}")


def _shown(picture: str | None) -> str:
    """An old or new picture on the page, as an image: so the ids of all the others are not in its way."""
    if picture is None:
        return ""
    return f'<img width="48%" src="data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}">'


if __name__ == "__main__":
    with chromium() as started:
        remake(started)
