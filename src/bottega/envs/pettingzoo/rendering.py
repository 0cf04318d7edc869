"""How PettingZoo environments show a game."""

import io

import numpy as np
from numpy.typing import NDArray

from bottega.game import Position

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 640  # of pictures in pixels, unless told otherwise


def rendered(position: Position, viewer: int, mode: str, width: int) -> str | NDArray[np.uint8] | None:
    """What a viewer, a seat or a spectator, sees: text, a picture, or text that is printed and not returned."""
    if mode in ("svg", "rgb_array"):
        svg = position.svg(seat=viewer, width=width)
        return svg if mode == "svg" else pixels(svg, width)
    text = position.view(viewer).text
    if mode == "ansi":
        return text
    print(text)
    return None


def pixels(svg: str, width: int) -> NDArray[np.uint8]:
    """[y, x, red green blue] the picture on white paper."""
    from bottega.drawing.raster import need, png  # loaded with the first picture

    need("PIL", "pillow")
    from PIL import Image

    drawn = Image.open(io.BytesIO(png(svg, width))).convert("RGBA")
    paper = Image.new("RGB", drawn.size, "white")  # below the round corners
    paper.paste(drawn, mask=drawn)
    return np.array(paper)
