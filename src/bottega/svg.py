"""SVG as text: elements, drawings, themes. What a picture of a game is made of; the games draw with it.

A drawing is made of short, deterministic text. A shape that comes often is a *symbol*: defined once under an id, used by it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

#: For words in pictures: whatever serif the reader's system has.
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"


def number(value: float) -> str:
    """The shortest text of a number with at most two decimals."""
    if value == int(value):
        return str(int(value))
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """An element. `stroke_width=2` becomes `stroke-width="2"`; attributes that are None are left out.

    Children are SVG text already: plain words come through `escape`, as in `text`.
    """
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            shown = escape(value) if isinstance(value, str) else number(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{shown}"')
    inside = "".join(children)
    return f"<{' '.join(words)}>{inside}</{tag}>" if inside else f"<{' '.join(words)}/>"


def group(*children: str, **attributes: str | float | None) -> str:
    """Several elements as one; without attributes nothing is added around them."""
    return element("g", *children, **attributes) if attributes else "".join(children)


def use(symbol: str, x: float = 0, y: float = 0, turn: float = 0, **attributes: str | float | None) -> str:
    """A symbol put at a point, turned clockwise by so many degrees around its own origin."""
    transform = f"translate({number(x)} {number(y)})" if x or y else ""
    if turn:
        transform += f"rotate({number(turn)})"
    if transform and not attributes:  # by far the most frequent element of a picture
        return f'<use href="#{symbol}" transform="{transform}"/>'
    return element("use", href=f"#{symbol}", transform=transform or None, **attributes)


def path(*steps: str | float, **attributes: str | float | None) -> str:
    """A path of commands and numbers: `path("M", 0, 0, "L", 10, 5)`."""
    return element("path", d=" ".join(step if isinstance(step, str) else number(step) for step in steps), **attributes)


def text(words: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """A line of words; it starts at x unless `text_anchor` says otherwise, and stands on y."""
    return element("text", escape(words, quote=False), x=x, y=y, font_size=size, **attributes)


def outline(cells: Collection[tuple[int, int]], side: float, inset: float = 0) -> str:
    """Path data of the border of cells of a grid, so far inside of them; holes have their own.

    It runs clockwise, the cells at its right hand. Where two cells meet at a corner alone, each keeps its own corner.
    """
    inside = set(cells)
    edges = {
        (corner, (dx, dy)): None
        for x, y in sorted(inside)
        for corner, dx, dy in (((x, y), 1, 0), ((x + 1, y), 0, 1), ((x + 1, y + 1), -1, 0), ((x, y + 1), 0, -1))
        if (x + dy, y - dx) not in inside
    }
    loops = []
    while edges:
        first = edge = next(iter(edges))
        corners: list[Point] = []
        while first in edges or edge != first:
            del edges[edge]
            (x, y), (dx, dy) = edge
            x, y = x + dx, y + dy
            edge = next(
                following
                for turn in ((-dy, dx), (dx, dy), (dy, -dx))
                if (following := ((x, y), turn)) in edges or following == first
            )
            nx, ny = edge[1]
            if (nx, ny) != (dx, dy):
                corners.append((x * side - inset * (dy + ny), y * side + inset * (dx + nx)))
        loops.append(f"M{number(corners[-1][0])} {number(corners[-1][1])}")
        for before, after in zip([corners[-1], *corners], corners[:-1], strict=False):
            loops.append(f"H{number(after[0])}" if before[1] == after[1] else f"V{number(after[1])}")
        loops.append("Z")
    return "".join(loops)


@dataclass(frozen=True)
class Box:
    """A part of the plane: north-west corner and size."""

    x: float
    y: float
    width: float
    height: float

    def padded(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True)
class Drawing:
    """Something drawn: where it lies, its elements, and the symbols that they use."""

    box: Box
    body: str
    symbols: Mapping[str, str] = field(default_factory=dict)  # id to an element with that id, in order of first use

    def moved(self, x: float, y: float, scale: float = 1) -> "Drawing":
        """The same with its north-west corner at (x, y), scaled."""
        transform = f"translate({number(x - self.box.x * scale)} {number(y - self.box.y * scale)})"
        if scale != 1:
            transform += f"scale({scale:.4g})"
        return replace(
            self,
            box=Box(x, y, self.box.width * scale, self.box.height * scale),
            body=element("g", self.body, transform=transform),
        )

    def with_(self, other: "Drawing") -> "Drawing":
        """Both, the other one on top."""
        left = min(self.box.x, other.box.x)
        top = min(self.box.y, other.box.y)
        right = max(self.box.x + self.box.width, other.box.x + other.box.width)
        bottom = max(self.box.y + self.box.height, other.box.y + other.box.height)
        return Drawing(Box(left, top, right - left, bottom - top), self.body + other.body, {**self.symbols, **other.symbols})

    def document(self, title: str, width: float | None = None) -> str:
        """A complete SVG file. `width` in pixels; without one it fills whatever it is put into."""
        box = self.box
        height = None if width is None else width * box.height / box.width
        return element(
            "svg",
            element("title", escape(title, quote=False)),
            element("defs", *self.symbols.values()) if self.symbols else "",
            self.body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, (box.x, box.y, box.width, box.height))),
            width=width,
            height=height,
            font_family=SERIF,
            role="img",
        )


@dataclass(frozen=True)
class Theme:
    """The colours of a picture, as #rrggbb."""

    name: str
    table: str  # what everything lies on
    ink: str  # words and fine lines on the table
    quiet: str  # coordinates and what should not catch the eye
    mark: str  # around the last move
    good: str  # legal places, good moves
    bad: str  # what is not possible, bad moves
    colours: Mapping[str, str]  # the game's own: by the names that its drawing uses
    is_bold: bool = False  # patterns are strong and outlines thick: for eyes that need contrast


@dataclass(frozen=True)
class Look:
    """How to draw: everything that whoever asks for a picture can choose."""

    theme: Theme
    has_coordinates: bool = False
    has_mark: bool = True  # the last move is marked
    legal: bool = False  # places for the seat to decide, in a view of that seat or a position
    worth: bool = False  # groups, zones or spaces with what they are worth
    threats: bool = False  # what the game calls so: the squares just sandwiched, zones that can still join, spaces nearly closed
    candidates: tuple[tuple[str, float], ...] = ()  # moves with their chance to win, best first
