"""The board on the screen: what lies there, what is held over it, scrolled to where something happens."""

from dataclasses import dataclass, replace
from enum import Enum
from itertools import product

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bottega.cells import Cells, Palette, Sheet, Size, Spot
from bottega.game import View
from bottega.placing import Cell
from bottega.terminal.holding import Holding
from bottega.terminal.strips import Line, refresh_changed, strip_of, window

RULER = (4, 1)  # columns and rows that the numbers of an unbounded board take
MARGIN = 1  # cells to be seen around what is held, where there is no edge
STEPS = (1, 2, 5, 10)  # of the numbers on a ruler
LEGAL, ILLEGAL, LOOSE = "✓+", "×x", "△'"  # marks on what is held and on what it could cover: nice and plain


class Follow(Enum):
    """What the window is moved for."""

    NOTHING = 0
    HELD = 1
    ALL = 2


@dataclass(frozen=True)
class Scene:
    """What the board shows."""

    view: View
    palette: Palette
    holding: Holding | None = None


def drawn(cells: Cells, scene: Scene, size: Size) -> Sheet:
    """The board without what is held."""
    sheet = Sheet(scene.palette, size, cells.board, cells.rim)
    cells.draw(sheet, scene.view.state, scene.view.past)
    return sheet


def add_held(cells: Cells, sheet: Sheet, holding: Holding) -> None:
    """What is held, marked as legal or not, and what it could cover or is to cover."""
    covering, palette = holding.covering, sheet.palette
    is_legal = not holding.verdict
    for part in holding.parts:
        cells.part(sheet, part)
        if covering:
            continue
        width, height = sheet.area(part.cell)
        left, top = sheet.corner(part.cell)
        if not is_legal:
            for place in product(range(left, left + width), range(top, top + height)):
                spot = sheet.spots[place]
                faded = palette.mix(spot.ground, palette[cells.ground], 0.5)
                sheet.spots[place] = spot._replace(ground=faded, ink=palette.mix(spot.ink, faded, 0.5))
        mark = palette.char(*(LEGAL if is_legal else ILLEGAL))
        ground = palette["good" if is_legal else "bad"]
        sheet.put(part.cell, width - 1, height - 1, mark, palette.on(ground), ground or None, bold=True)
    if covering:
        for index, cell in enumerate(covering.cells):
            if cell in covering.chosen:
                cells.extra(sheet, cell)
            at = index == covering.at
            ground = palette["mark"] if at else palette.mix(palette["mark"], palette["table"], 0.4)
            sheet.put(cell, sheet.size[0] - 1, 0, str(index + 1), palette.on(ground), ground or None, bold=True)
    elif is_legal:
        for cell in holding.extras:
            ground = palette["mark"]
            sheet.put(cell, sheet.size[0] - 1, 0, palette.char(*LOOSE), palette.on(ground), ground or None, bold=True)


def add_names(cells: Cells, sheet: Sheet, columns: range, rows: range, at: Cell | None) -> None:
    """The names of columns and rows at the rim of a board with an edge, as far as nothing lies there."""
    width, height = sheet.size
    for column in columns:
        ink, is_here = name_ink(cells, sheet.palette, column, at and at[0])
        if sheet.corner((column, -1)) not in sheet.spots:
            sheet.put((column, -1), (width - 1) // 2, cells.rim[1] - 1, cells.column_name(column), ink, bold=is_here)
    for row in rows:
        ink, is_here = name_ink(cells, sheet.palette, row, at and at[1])
        if sheet.corner((-1, row)) not in sheet.spots:
            sheet.put((-1, row), 0, (height - 1) // 2, cells.row_name(row).rjust(cells.rim[0] - 1), ink, bold=is_here)


def name_ink(cells: Cells, palette: Palette, place: int, at: int | None) -> tuple[str, bool]:
    """The ink for the name of a column or row, and whether something is held there."""
    is_here = place == at
    return (palette.on(palette[cells.ground]) if is_here else palette["quiet"]), is_here


class Board(Widget):
    """Shows a scene; says where the mouse points and clicks."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    class Pointed(Message):
        """The mouse is over a cell, and may have been clicked there."""

        def __init__(self, cell: Cell, button: int) -> None:
            super().__init__()
            self.cell, self.button = cell, button

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene
        self.zoom: int | None = None  # the size chosen by hand
        self._origin: tuple[int, int] | None = None  # column and row of the sheet in the north-west corner
        self._sheet: Sheet | None = None
        self._lines: list[Line] = []

    # ---------------------------------------------------------------- what is shown

    @property
    def cells(self) -> Cells:
        return self.scene.view.spec.cells

    def show(self, scene: Scene) -> None:
        """Show something else; the drawing of the board is kept where only what is held has changed."""
        before, self.scene = self.scene, scene
        is_new = before.view is not scene.view or before.palette is not scene.palette
        if is_new:
            self._sheet = None
        if before.view.spec is not scene.view.spec:
            self._origin = self.zoom = None
        self.redraw(Follow.ALL if is_new else Follow.HELD)

    def redraw(self, follow: Follow = Follow.ALL) -> None:
        """Draw what is in the window."""
        width, height = self.size
        if width == 0 or height == 0:
            return
        size = self._cell_size()
        if self._sheet is None or self._sheet.size != size:
            if self._sheet is not None:
                self._origin = None
            self._sheet = drawn(self.cells, self.scene, size)
        sheet = replace(self._sheet, spots=self._sheet.spots.copy())
        holding = self.scene.holding
        left, top = self._origin = self._follow(sheet, Follow.ALL if self._origin is None else follow)
        at = holding.cell if holding and holding.piece else None
        if self.cells.board:
            add_names(self.cells, sheet, range(self.cells.board[0]), range(self.cells.board[1]), at)
        if holding:
            add_held(self.cells, sheet, holding)
        palette = self.scene.palette
        empty = Spot(" ", palette["quiet"], palette[self.cells.ground])
        before, self._lines = self._lines, window(sheet.spots, left, top, width, height, empty)
        if self.cells.board is None:
            self._add_dots(sheet)
            self._add_ruler(sheet, at)
        refresh_changed(self, before, self._lines)

    def _cell_size(self) -> Size:
        """The chosen size of a cell, or the largest one with which everything can be seen."""
        sizes = self.cells.sizes
        if self.zoom is not None:
            return sizes[self.zoom]
        west, north, east, south = self.cells.span(self.scene.view.state)
        rim_width, rim_height = self.cells.rim if self.cells.board else (RULER[0] // 2, RULER[1])
        fitting = [
            size
            for size in sizes
            if (east - west) * size[0] + 2 * rim_width <= self.size.width
            and (south - north) * size[1] + 2 * rim_height <= self.size.height
        ]
        return (fitting or sizes[:1])[-1]

    def change_zoom(self, step: int) -> None:
        """Larger or smaller cells, from now on chosen by hand."""
        sizes = self.cells.sizes
        self.zoom = min(max(sizes.index(self._cell_size()) + step, 0), len(sizes) - 1)
        self.redraw()

    # ---------------------------------------------------------------- scrolling

    def scroll_by(self, columns: int, rows: int) -> None:
        """Another part of the board, whatever happens there."""
        if self._origin:
            self._origin = self._origin[0] + columns, self._origin[1] + rows
            self.redraw(Follow.NOTHING)

    def _follow(self, sheet: Sheet, follow: Follow) -> tuple[int, int]:
        """Where the window lies: everything in it if it fits, else the last move, and what is held most of all."""
        view = self.scene.view
        wanted: list[tuple[Cell, Cell, Size]] = []  # first cell, first cell beyond, and what is around them
        if follow is Follow.ALL:
            west, north, east, south = self.cells.span(view.state)
            wanted.append(((west, north), (east, south), self.cells.rim))
            last = self.cells.last(view.state, view.past)
            if last:
                wanted.append((last, (last[0] + 1, last[1] + 1), (0, 0)))
        holding = self.scene.holding
        if holding and holding.piece and follow is not Follow.NOTHING:
            held = [part.cell for part in holding.parts]
            margin = MARGIN if self.cells.board is None else 0
            corner = min(x for x, _y in held) - margin, min(y for _x, y in held) - margin
            beyond = max(x for x, _y in held) + 1 + margin, max(y for _x, y in held) + 1 + margin
            wanted.append((corner, beyond, (0, 0)))
        ruler = (0, 0) if self.cells.board else RULER
        origin = []
        for axis, room in enumerate(self.size):
            begin = None if self._origin is None else self._origin[axis]
            for low, high, rim in wanted:
                first = sheet.corner(low)[axis] - rim[axis] - ruler[axis]
                end = sheet.corner(high)[axis] + rim[axis]
                if begin is None:
                    begin = (first + end - room) // 2
                if end - first <= room:
                    begin = min(max(begin, end - room), first)
            assert begin is not None
            origin.append(begin)
        return origin[0], origin[1]

    # ---------------------------------------------------------------- an unbounded board

    def _visible(self, sheet: Sheet) -> tuple[range, range]:
        """The columns and rows of cells in the window."""
        assert self._origin is not None
        left, top = self._origin
        first, last = sheet.cell_at(left, top), sheet.cell_at(left + self.size.width, top + self.size.height)
        return range(first[0], last[0] + 1), range(first[1], last[1] + 1)

    def _write(self, column: int, row: int, text: str, ink: str, bold: bool = False) -> None:
        """Write on the window, as far as it is in it."""
        if 0 <= row < len(self._lines):
            line = self._lines[row]
            for place, char in enumerate(text, column):
                if 0 <= place < len(line):
                    line[place] = Spot(char, ink, line[place].ground, bold)

    def _add_dots(self, sheet: Sheet) -> None:
        """A point on every empty cell."""
        assert self._origin is not None
        left, top = self._origin
        palette = self.scene.palette
        ink = palette.mix(palette["quiet"], palette[self.cells.ground], 0.6)
        dot = palette.char("·", ".")
        for cell in product(*self._visible(sheet)):
            column, row = sheet.corner(cell)
            spot = column + (sheet.size[0] - 1) // 2, row + (sheet.size[1] - 1) // 2
            if spot not in sheet.spots:
                self._write(spot[0] - left, spot[1] - top, dot, ink)

    def _add_ruler(self, sheet: Sheet, at: Cell | None) -> None:
        """Numbers along the north and west side of the window."""
        assert self._origin is not None
        left, top = self._origin
        palette, (width, height) = self.scene.palette, sheet.size
        columns, rows = self._visible(sheet)
        blank = Spot(" ", "", palette[self.cells.ground])
        for number, line in enumerate(self._lines):
            line[: self.size.width if number == 0 else RULER[0]] = [blank] * (self.size.width if number == 0 else RULER[0])
        step = next(step for step in STEPS if step * width >= 6)
        for column in sorted(columns, key=lambda column: column == (at and at[0])):
            ink, is_here = name_ink(self.cells, palette, column, at and at[0])
            if column % step == 0 or is_here:
                name = f" {self.cells.column_name(column)} " if is_here else self.cells.column_name(column)
                place = sheet.corner((column, 0))[0] - left + (width - len(name)) // 2
                if place >= RULER[0] - 1:
                    self._write(place, 0, name, ink, is_here)
        for row in rows:
            ink, is_here = name_ink(self.cells, palette, row, at and at[1])
            if row % step == 0 or is_here:
                place = sheet.corner((0, row))[1] - top + (height - 1) // 2
                if place >= RULER[1]:
                    self._write(0, place, self.cells.row_name(row).rjust(RULER[0] - 1), ink, is_here)

    # ---------------------------------------------------------------- screen and mouse

    def render_line(self, y: int) -> Strip:
        return strip_of(self._lines[y]) if y < len(self._lines) else Strip.blank(self.size.width)

    def on_resize(self) -> None:
        self._origin = None
        self.redraw()

    def cell_under(self, event: events.MouseEvent) -> Cell | None:
        """The cell that the mouse is over."""
        if self._sheet is None or self._origin is None:
            return None
        return self._sheet.cell_at(self._origin[0] + event.x, self._origin[1] + event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_under(event)
        if cell and not event.button:
            self.post_message(self.Pointed(cell, 0))

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_under(event)
        if cell:
            self.post_message(self.Pointed(cell, event.button))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        """The wheel scrolls a board without edge, sideways with shift; the piece stays under the mouse."""
        if self.cells.board is None:
            self.scroll_by(4 * way if event.shift else 0, 0 if event.shift else 2 * way)
            cell = self.cell_under(event)
            if cell:
                self.post_message(self.Pointed(cell, 0))
