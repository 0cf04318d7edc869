"""Cards as groups of symbols, 80 units wide, and where they lie: the square has its north-west corner at (0, 0)."""

from functools import cache

from bottega.games.florentine import layout
from bottega.games.florentine.deck import COLOUR_LETTERS, turned
from bottega.games.florentine.material import CARD, LIP, SQUARE, STONE, STONES, prefix
from bottega.geometry import EAST, NORTH, SOUTH, STEP, WEST
from bottega.svg import Box, Point, Theme, element, group, number, use

#: [side] where the stone of its triangle lies
STONE_PLACES = ((CARD / 2, STONE), (CARD - STONE, CARD / 2), (CARD / 2, CARD - STONE), (STONE, CARD / 2))


def card(name: str, theme: Theme, turn: int = 0) -> str:
    """A card after so many clockwise quarter turns."""
    return _card(turned(name, turn), prefix(theme))


@cache
def _card(triangles: str, start: str) -> str:
    body = [use(start + "base")]
    for side, letter in enumerate(triangles):
        body.append(use(f"{start}{letter.upper()}{side or ''}"))
    body.append(use(start + "wires"))
    for side, letter in enumerate(triangles):
        if letter.islower():
            body.append(use(start + STONES[letter.upper()], *STONE_PLACES[side]))
    return "".join(body)


@cache
def _black(letter: str, side: int, start: str) -> str:
    turn = f"rotate({90 * side} {number(CARD / 2)} {number(CARD / 2)})" if side else None
    wires = element("use", href=f"#{start}blackwires", transform=turn)
    return use(start + "black") + use(f"{start}{letter}{side or ''}") + wires


def black(colour: int, theme: Theme, side: int = 0) -> str:
    """The black card of a colour with its triangle on a side."""
    return _black(COLOUR_LETTERS[colour], side, prefix(theme))


def black_name(colour: int) -> str:
    """What the black card of a colour is called: "black R"."""
    return f"black {COLOUR_LETTERS[colour]}"


def back(theme: Theme) -> str:
    """A card face down."""
    return use(prefix(theme) + "back")


def put(body: str, x: float, y: float, scale: float = 1, **attributes: str | float | None) -> str:
    """A card at a point, larger or smaller."""
    transform = f"translate({number(x)} {number(y)})"
    if scale != 1:
        transform += f"scale({number(scale)})"
    return group(body, transform=transform, **attributes)


# ---------------------------------------------------------------- on the board


def corner_of(cell: int) -> Point:
    """The north-west corner of a cell."""
    y, x = divmod(cell, layout.ROW)
    return x * CARD, y * CARD


def black_place(move: int) -> tuple[int, int]:
    """Cell and side of the move that lays a black card."""
    return (move - layout.BLACK) >> 2, (move - layout.BLACK) & 3


def black_box(cell: int, side: int) -> Box:
    """What is seen of a black card against a side of the square: a little more than its triangle, the rest is under the frame."""
    x, y = corner_of(cell)
    return {
        NORTH: Box(x, -LIP, CARD, LIP),
        EAST: Box(SQUARE, y, LIP, CARD),
        SOUTH: Box(x, SQUARE, CARD, LIP),
        WEST: Box(-LIP, y, LIP, CARD),
    }[side]


def black_against(colour: int, cell: int, side: int, theme: Theme) -> str:
    """What is seen of the black card of a colour against a side of a cell."""
    seen = black_box(cell, side)
    x, y = corner_of(cell)
    dx, dy = STEP[side].tolist()
    view = " ".join(map(number, (seen.x, seen.y, seen.width, seen.height)))
    body = put(black(colour, theme, side ^ 2), x + dx * CARD, y + dy * CARD)
    return element("svg", body, x=seen.x, y=seen.y, width=seen.width, height=seen.height, viewBox=view)
