"""A game drawn with coloured characters, for terminals. Each game says in its `cells.py` how its board and pieces look.

A *sheet* is a plane of character spots; a cell of the board takes some columns and rows of it. The same drawing serves
terminals with many colours, with sixteen and with none: the `Palette` says what is there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bottega.placing import Cell, Part, Piece

if TYPE_CHECKING:
    from bottega.kernels import State

Size: TypeAlias = tuple[int, int]  # columns and rows of characters


class Spot(NamedTuple):
    """One character. Colours are #rrggbb, names of the sixteen, or empty: what the terminal has by itself."""

    char: str = " "
    ink: str = ""
    ground: str = ""
    bold: bool = False


@dataclass(frozen=True, eq=False)  # each is its own: what was drawn with it can be kept
class Palette:
    """The colours there are to draw with, and whether only ASCII can be shown."""

    colours: Mapping[str, str]  # by name: those of the theme (table, ink, quiet, mark, good, bad) and the game's own
    is_ascii: bool = False

    def __getitem__(self, name: str) -> str:
        return self.colours[name]

    def mix(self, first: str, second: str, share: float) -> str:
        """The first colour with that share of the second one; of the sixteen colours none can be mixed."""
        if not (first.startswith("#") and second.startswith("#")):
            return first
        pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
        return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)

    def on(self, ground: str) -> str:
        """Black or white, whichever is easier to read on that ground."""
        if not ground.startswith("#"):
            return "" if not ground else "bright_white" if ground in DARK_NAMES else "black"
        red, green, blue = ((part / 255) ** 2.2 for part in bytes.fromhex(ground[1:]))
        return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#ffffff"

    def char(self, nice: str, plain: str) -> str:
        """The first text, or where only ASCII can be shown the second."""
        return plain if self.is_ascii else nice


#: of the sixteen colours, those on which white is read better than black
DARK_NAMES = ("black", "red", "green", "blue", "magenta", "bright_black", "bright_red")


@dataclass
class Sheet:
    """What has been drawn so far, spot by spot, on cells of one size."""

    palette: Palette
    size: Size  # of a cell
    board: tuple[int, int] | None = None  # columns and rows of the board, where it has an edge
    rim: Size = (0, 0)  # of the cells beyond the edge: they may be smaller
    spots: dict[tuple[int, int], Spot] = field(default_factory=dict)

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Column and row of the north-west spot of a cell."""
        return self._begin(cell[0], 0), self._begin(cell[1], 1)

    def _begin(self, place: int, axis: int) -> int:
        if self.board is None:
            return place * self.size[axis]
        inside = min(max(place, 0), self.board[axis])
        return inside * self.size[axis] + (place - inside) * self.rim[axis]

    def area(self, cell: Cell) -> Size:
        """Columns and rows of a cell."""
        (left, top), (right, bottom) = self.corner(cell), self.corner((cell[0] + 1, cell[1] + 1))
        return right - left, bottom - top

    def cell_at(self, column: int, row: int) -> Cell:
        """The cell that a spot belongs to."""
        return self._place(column, 0), self._place(row, 1)

    def _place(self, at: int, axis: int) -> int:
        if self.board is None:
            return at // self.size[axis]
        return max(-1, min(self.board[axis], at // self.size[axis]))

    def put(
        self, cell: Cell, column: int, row: int, text: str, ink: str = "", ground: str | None = None, bold: bool = False
    ) -> None:
        """Write in a cell, from that spot of it on; without a ground, on what is there."""
        x, y = self.corner(cell)
        for place, char in enumerate(text, x + column):
            below = self.spots.get((place, y + row))
            under = ground if ground is not None else below.ground if below else ""
            self.spots[place, y + row] = Spot(char, ink, under, bold)

    def fill(self, cell: Cell, ground: str, char: str = " ", ink: str = "") -> None:
        """Cover a cell."""
        width, height = self.area(cell)
        for row in range(height):
            self.put(cell, 0, row, char * width, ink, ground)


@dataclass(frozen=True)
class Held:
    """A piece that lies in front of somebody, and what it looks like: its parts with their north-west corner on (0, 0)."""

    piece: Piece
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Cells:
    """How a game is drawn with characters."""

    sizes: tuple[Size, ...]  # of a cell of the board that look well, smallest first
    #: What stands for the theme's colours where there are only sixteen.
    sixteen: Mapping[str, str]
    #: The cells that there is something to see on: west, north, east, south, the last two being the first ones beyond.
    span: Callable[["State"], tuple[int, int, int, int]]
    #: The board with all that lies on it; `past` are the numbers of the moves so far.
    draw: Callable[[Sheet, "State", Sequence[int]], None]
    #: One cell of a piece.
    part: Callable[[Sheet, Part], None]
    #: For each seat the name of its colour in the palette.
    seat_colours: Callable[["State"], tuple[str, ...]]
    hand_size: Size = (2, 1)  # of a cell of the pieces beside the board
    #: Columns and rows of the board; None: it has no edge.
    board: tuple[int, int] | None = None
    rim: Size = (0, 0)  # columns and rows around a board with an edge, for names and what lies against it
    #: A cell of what the last move laid down; None if it laid nothing.
    last: Callable[["State", Sequence[int]], Cell | None] = lambda state, past: None
    #: A square that is covered besides.
    extra: Callable[[Sheet, Cell], None] = lambda sheet, cell: None
    #: The pieces in front of a seat that this view shows; seat -1: what lies there for all.
    hand: Callable[["State", int], tuple[Held, ...]] = lambda state, seat: ()
    #: What else there is to say about a seat, or about the table (seat -1), in short lines.
    notes: Callable[["State", int], tuple[str, ...]] = lambda state, seat: ()
    #: The names of a column and a row, at the edge of the board.
    column_name: Callable[[int], str] = str
    row_name: Callable[[int], str] = str
    ground: str = "table"  # the colour around the board
