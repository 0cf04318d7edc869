"""What a game gives to be printed, cut out and played with. Each game says in its `sheets.py` what is on which sheet.

Drawings are in the units of the game's artist: `Artist.millimetres` makes them as large as they are on the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bottega.svg import Drawing, Look


@dataclass(frozen=True)
class Aid:
    """A card with the colour of a seat and a few words to keep in sight; all aids have the same size."""

    title: str
    colour: str  # of its frame, #rrggbb
    emblem: Drawing
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Cutout:
    """Something to cut out. The box of its face is cut along; what is drawn beyond it is bleed."""

    name: str
    face: Drawing | Aid
    back: Drawing | None = None  # as large as the face, as it looks when turned over; None: white


@dataclass(frozen=True)
class Block:
    """Things of one size in rows. Edge to edge, one cut parts two of them; with a gap, each has its own bleed."""

    cutouts: tuple[Cutout, ...]
    columns: int
    gap: float = 0  # millimetres
    has_marks: bool = True  # False: what is drawn shows where to cut
    hint: str = ""  # what to do with it, printed above


@dataclass(frozen=True)
class Sheet:
    """Blocks from the top down that share a page, or several pages if there is not enough room on one."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Figure:
    """A picture between words."""

    drawing: Drawing
    width: float  # millimetres
    caption: str


@dataclass(frozen=True)
class Section:
    """A part of the rules."""

    heading: str
    words: tuple[str, ...] = ()  # paragraphs
    steps: tuple[str, ...] = ()  # numbered, after the paragraphs
    figure: Figure | None = None


@dataclass(frozen=True)
class Leaflet:
    """The rules on one page, in our own words."""

    banner: Drawing  # along the top, wide and low
    lead: str  # what the game is about
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class PrintedSet:
    """All that is printed for a game."""

    leaflet: Leaflet
    sheets: tuple[Sheet, ...]
    note: str = ""  # printed on every page, if there is something to know about this set
    source: str = ""  # where the pieces come from, told once


@dataclass(frozen=True)
class Printing:
    """How a game is printed."""

    make: Callable[[Mapping[str, str], Look], PrintedSet]
    options: tuple[str, ...] = ()  # of the game: those that decide what is in the set
