"""What is on the pages of a PDF, read from the file. Lengths are in millimetres from the top left corner of a page."""

import re
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

from pypdf import PageObject, PdfReader

POINT = 25.4 / 72

#: A picture with its name, and the rectangle that it is clipped to, from the bottom left corner.
_PICTURE = re.compile(
    rb"/Alt\(([^)]+)\)>>BDC\s+q ([\d.]+) ([\d.]+) m ([\d.]+) [\d.]+ l [\d.]+ ([\d.]+) l [\d.]+ [\d.]+ l\s+h\s+W"
)
#: The cut marks, 0.15 mm wide: moves and strokes.
_MARKS = re.compile(rb"0 SCN 0\.425\d* w 4 M ((?:[\d.]+ [\d.]+ m [\d.]+ [\d.]+ l ?)+)\s+S")
#: Where a line of words begins.
_WORDS = re.compile(rb"1 0 0 -1 ([-\d.]+) ([-\d.]+) cm[^\n]*\nBT")
#: A line from where it is put to the east.
_LINE = re.compile(rb"0 0 m ([\d.]+) 0 l")

Mark = tuple[float, float, float, float]  # x and y of both ends


@dataclass(frozen=True)
class Piece:
    """A picture with its bleed."""

    name: str
    x: float
    y: float
    width: float
    height: float

    @property
    def is_back(self) -> bool:
        return self.name.endswith(", back")


class Page:
    """A page with what is on it."""

    def __init__(self, page: PageObject) -> None:
        self._page = page
        self.width, self.height = float(page.mediabox.width) * POINT, float(page.mediabox.height) * POINT

    @cached_property
    def _contents(self) -> bytes:
        stream = self._page.get_contents()
        return b"" if stream is None else stream.get_data()

    @cached_property
    def text(self) -> str:
        """All words, with one space between them. This takes a while."""
        return " ".join(self._page.extract_text().split())

    @cached_property
    def pieces(self) -> list[Piece]:
        found = []
        for name, *rectangle in _PICTURE.findall(self._contents):
            west, north, east, south = (float(value) * POINT for value in rectangle)
            found.append(Piece(name.decode("latin-1"), west, self.height - north, east - west, north - south))
        return found

    @cached_property
    def marks(self) -> list[Mark]:
        found = []
        for path in _MARKS.findall(self._contents):
            for line in path.split(b"l")[:-1]:
                x, y, x2, y2 = (float(value) * POINT for value in line.replace(b"m", b"").split())
                found.append((x, y, x2, y2))
        return found

    @cached_property
    def words(self) -> list[tuple[float, float]]:
        """Where lines of words begin."""
        places = ((float(x) * POINT, float(y) * POINT) for x, y in _WORDS.findall(self._contents))
        return [(x, self.height - y) for x, y in places]

    @cached_property
    def lines(self) -> list[float]:
        """How long the lines from west to east are."""
        return [float(length) * POINT for length in _LINE.findall(self._contents)]


def pages_of(pdf: bytes) -> list[Page]:
    return [Page(page) for page in PdfReader(BytesIO(pdf)).pages]
