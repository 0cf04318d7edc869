"""Where everything lies on the pages: rows of things to cut out, with cut marks, front and back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bottega.drawing.printing.paper import BLEED, CLEAR, FOOT, HEAD, MARK, UNPRINTABLE, Paper
from bottega.sheets import Aid, Block, Cutout, Sheet
from bottega.svg import Box, Drawing, Point

AID_SIZE = (90.0, 40.0)
HINT = 9.0  # the height of a hint above a block
WHITE = 2.0  # between the bleeds of two neighbours with a gap
BETWEEN = 2.0  # between two blocks, besides their bleed and marks

Line = tuple[Point, Point]


@dataclass(frozen=True)
class Strip:
    """Some rows of a block on a page, in millimetres from its north-west corner."""

    cutouts: Sequence[Cutout]
    columns: int
    size: tuple[float, float]  # of one cutout
    gap: float
    x: float
    y: float
    bleed: float
    has_marks: bool
    hint: str

    @property
    def rows(self) -> int:
        return -(-len(self.cutouts) // self.columns)

    @property
    def around(self) -> float:
        """What lies between the outer cuts and whatever is above or below."""
        return self.bleed + (CLEAR + MARK if self.has_marks else 0)

    def cut(self, number: int) -> Box:
        """What is cut out as this one."""
        row, column = divmod(number, self.columns)
        width, height = self.size
        return Box(self.x + column * (width + self.gap), self.y + row * (height + self.gap), width, height)

    def bleeds(self, number: int) -> tuple[float, float, float, float]:
        """How far this one is printed beyond its cut to the west, north, east and south: not where a neighbour begins."""
        if self.gap:
            return (self.bleed,) * 4
        row, column = divmod(number, self.columns)
        last = len(self.cutouts) - 1
        is_outer = column == 0, row == 0, column == self.columns - 1 or number == last, number + self.columns > last
        west, north, east, south = (self.bleed if outer else 0 for outer in is_outer)
        return west, north, east, south

    def marks(self) -> Iterator[Line]:
        """Short lines around the rows that point at every cut."""
        if not self.has_marks:
            return
        first, last = self.cut(0), self.cut(self.rows * self.columns - 1)
        east, south = last.x + last.width, last.y + last.height
        near, side = self.bleed + CLEAR, min(self.bleed + CLEAR + MARK, self.x - UNPRINTABLE)
        far = self.bleed + CLEAR + MARK
        for x in _cuts(first.x, self.size[0], self.gap, self.columns):
            yield (x, self.y - near), (x, self.y - far)
            yield (x, south + near), (x, south + far)
        for y in _cuts(first.y, self.size[1], self.gap, self.rows):
            yield (self.x - near, y), (self.x - side, y)
            yield (east + near, y), (east + side, y)


def _cuts(start: float, size: float, gap: float, count: int) -> list[float]:
    """Where cuts run along one axis: between neighbours without a gap it is one cut."""
    both = [start + number * (size + gap) + edge for number in range(count) for edge in (0, size)]
    return both if gap else [*both[::2], both[-1]]


@dataclass(frozen=True)
class Page:
    """A page of strips: the fronts, or the backs of the page before."""

    title: str
    strips: tuple[Strip, ...]
    is_back: bool = False

    @property
    def has_backs(self) -> bool:
        return any(cutout.back for strip in self.strips for cutout in strip.cutouts)


def pages(sheets: Sequence[Sheet], paper: Paper, millimetres: float, backs: bool) -> list[Page]:
    """The pages of all sheets. With backs, a front is always on the right-hand page, and its back is on the next one."""
    found: list[Page] = []
    for sheet in sheets:
        for strips in _filled(sheet.blocks, paper, millimetres):
            if backs and len(found) % 2:
                found.append(Page("", (), is_back=True))
            front = Page(sheet.title, tuple(strips))
            found.append(front)
            if backs and front.has_backs:
                found.append(replace(front, is_back=True))
    return found


def _filled(blocks: Sequence[Block], paper: Paper, millimetres: float) -> Iterator[list[Strip]]:
    """The strips of each page: blocks stay together if they can, those larger than a page are parted between rows."""
    strips: list[Strip] = []
    for block in blocks:
        left = _strip(block, paper, millimetres)
        if strips and _below(strips[-1], left) + _height(left) > paper.height - FOOT:
            yield strips
            strips = []
        while not strips and HEAD + _height(left) > paper.height - FOOT:
            rows = next(
                rows for rows in range(left.rows - 1, 0, -1) if HEAD + _height(_part(left, 0, rows)) <= paper.height - FOOT
            )
            yield [_put(_part(left, 0, rows), HEAD)]
            left = _part(left, rows, left.rows)
        strips.append(_put(left, _below(strips[-1], left) if strips else HEAD))
    yield strips


def _below(upper: Strip, lower: Strip) -> float:
    """Where the room of a strip below another one begins. Cuts that go on from one to the other share their marks."""
    end = upper.y + upper.around + upper.rows * (upper.size[1] + upper.gap) - upper.gap
    goes_on = upper.has_marks and lower.has_marks and not lower.hint and upper.columns == lower.columns
    return end - MARK if goes_on and upper.x == lower.x and upper.gap == lower.gap else end + BETWEEN


def _strip(block: Block, paper: Paper, millimetres: float) -> Strip:
    """A whole block, in the middle of the page from west to east. Its bleed leaves room for the marks beside it."""
    size = _size(block.cutouts[0].face, millimetres)
    columns = min(block.columns, len(block.cutouts))
    width = columns * size[0] + (columns - 1) * block.gap
    x = (paper.width - width) / 2
    bleed = min(BLEED, x - UNPRINTABLE - MARK, *([(block.gap - WHITE) / 2] if block.gap else []))
    return Strip(block.cutouts, columns, size, block.gap, x, 0, max(0, bleed), block.has_marks, block.hint)


def _size(face: Drawing | Aid, millimetres: float) -> tuple[float, float]:
    return AID_SIZE if isinstance(face, Aid) else (face.box.width * millimetres, face.box.height * millimetres)


def _height(strip: Strip) -> float:
    rows = strip.rows * strip.size[1] + (strip.rows - 1) * strip.gap
    return rows + 2 * strip.around + (HINT if strip.hint else 0)


def _part(strip: Strip, start: int, stop: int) -> Strip:
    return replace(strip, cutouts=strip.cutouts[start * strip.columns : stop * strip.columns])


def _put(strip: Strip, y: float) -> Strip:
    return replace(strip, y=y + strip.around + (HINT if strip.hint else 0))
