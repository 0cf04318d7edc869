"""Sheets of spots as the strips that Textual puts on the screen."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from bottega.cells import Spot

Line = list[Spot]


@lru_cache(4096)
def style_of(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold or None)


def strip_of(line: Sequence[Spot]) -> Strip:
    """One row of the screen; neighbours of one style become one segment."""
    segments = []
    begin = 0
    for end in range(1, len(line) + 1):
        if end == len(line) or line[end][1:] != line[begin][1:]:
            text = "".join(spot.char for spot in line[begin:end])
            segments.append(Segment(text, style_of(*line[begin][1:])))
            begin = end
    return Strip(segments, len(line))


def window(spots: Mapping[tuple[int, int], Spot], left: int, top: int, width: int, height: int, empty: Spot) -> list[Line]:
    """A part of a sheet, row by row; what has no ground of its own lies on that of the empty spots."""
    lines = []
    for row in range(top, top + height):
        line = [spots.get((column, row), empty) for column in range(left, left + width)]
        lines.append([spot if spot.ground else spot._replace(ground=empty.ground) for spot in line])
    return lines


def refresh_changed(widget: Widget, before: Sequence[Line], now: Sequence[Line]) -> None:
    """Have only those rows drawn anew that look different: over a slow line the rest would be a burden."""
    height, width = max(len(before), len(now)), widget.size.width
    rows = [row for row in range(height) if row >= len(before) or row >= len(now) or before[row] != now[row]]
    if rows:
        widget.refresh(*(Region(0, row, width, 1) for row in rows))
