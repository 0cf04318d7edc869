"""How Firenze looks: the marble floor that the players lay, what is left to lay, and single pieces."""

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations

from bottega.errors import BottegaError
from bottega.games.firenze import layout, overlays, rules
from bottega.games.firenze.material import SIDE, Stones
from bottega.games.firenze.notation import LETTERS
from bottega.games.firenze.overlays import cells_of, place_of
from bottega.games.firenze.themes import THEMES
from bottega.i18n import _
from bottega.kernels import SPECTATOR, State
from bottega.placing import Cell
from bottega.spec import Artist
from bottega.svg import Box, Drawing, Look, Theme, element, outline, path, text

KINDS = tuple(LETTERS[first] + LETTERS[second] for first, second in layout.COLOURING[::2].tolist())
MARBLES = LETTERS.strip()
PYRAMID = "pyramid"
PILE = 6  # how far the lowest domino of a pile looks out
FIRST_PLACE: tuple[Cell, Cell] = ((0, 0), (1, 0))  # F3
MARGIN = 1  # squares around the tiles
MILLIMETRES = 18 / SIDE  # a square on the table


def board(state: State, _past: Sequence[int], look: Look) -> Drawing:
    """The tiles and what lies on them; the state itself remembers the moves."""
    stones, squares = Stones(look.theme), state.board
    values: dict[Cell, int] = {}
    dominoes: list[tuple[int, int, int, int]] = []  # column, row, how many columns and rows
    tiles: list[str] = []
    for move in state.laid[: int(state.turns)].tolist():
        place = place_of(move)
        cells = cells_of(state, place)
        for cell, index in zip(cells, (place >> 1, rules.other_cell(state, place)), strict=True):
            values[cell] = int(squares[index])
            tiles.append(stones.square(LETTERS[values[cell] & ~layout.COVERED], *cell))
        dominoes.append((*cells[0], *((1, 2) if place & 1 == layout.DOWN else (2, 1))))
        tiles.append(stones.frame(*dominoes[-1]))
    shown = overlays.draw(state, look, stones)
    box, columns, rows = _crop(values or FIRST_PLACE, shown.cells)
    beds = "".join(stones.bed(*domino) for domino in dominoes)
    parts = [stones.shadow(beds), beds, shown.below, *tiles] if values else [_first_place(look.theme), shown.below]
    parts += [stones.pyramid(*cell) for cell, value in values.items() if value & layout.COVERED]
    parts.append(shown.above)
    if look.has_coordinates:
        parts.append(_coordinates(box, columns, rows, look.theme))
        box = box.padded(SIDE / 2)
    return Drawing(box, "".join(parts), stones.symbols)


def _crop(tiles: Collection[Cell], others: Collection[Cell]) -> tuple[Box, range, range]:
    """What is seen of the unbounded table: the tiles with a margin, and whatever else is shown. Also its columns and rows."""
    seen = [(x + step, y + step) for x, y in tiles for step in (-MARGIN, MARGIN)] + [*others]
    columns, rows = (range(min(axis), max(axis) + 1) for axis in zip(*seen, strict=True))
    return Box(columns[0] * SIDE, rows[0] * SIDE, len(columns) * SIDE, len(rows) * SIDE), columns, rows


def _first_place(theme: Theme) -> str:
    """Where the first tile will lie (F3)."""
    lines = outline(FIRST_PLACE, SIDE, 1) + f"M{SIDE:g} 5V{SIDE - 5:g}"
    return path(lines, fill="none", stroke=theme.quiet, stroke_width=1.2, stroke_dasharray="4 3")


def _coordinates(box: Box, columns: range, rows: range, theme: Theme) -> str:
    """Columns and rows as the notation counts them, outside of the box."""
    size, gap = 11.0, SIDE / 4
    numbers = [text(str(x), (x + 0.5) * SIDE, box.y - gap + size / 3, size) for x in columns]
    numbers += [text(str(y), box.x - gap, (y + 0.5) * SIDE + size / 3, size) for y in rows]
    return element("g", *numbers, fill=theme.quiet, text_anchor="middle")


# ---------------------------------------------------------------- beside the board


def tray(state: State, seat: int, look: Look) -> Drawing:
    """All take from one supply, which lies there for everybody; a seat has nothing but its colour."""
    return _supply(state, look) if seat == SPECTATOR else _tondo(int(state.colours[seat]), look)


def _supply(state: State, look: Look) -> Drawing:
    """A pile of each kind and a pyramid, with how many are left."""
    stones, theme = Stones(look.theme), look.theme
    size, x = 15.0, 0.0
    parts: list[str] = []
    for name, left in (*zip(KINDS, state.dominoes.tolist(), strict=True), (PYRAMID, int(state.pyramids))):
        width = SIDE if name == PYRAMID else 2 * SIDE
        parts.append(element("g", _pile(name, left, stones), transform=f"translate({x:g} 0)"))
        ink = theme.ink if left else theme.quiet
        parts.append(text(str(left), x + width / 2, SIDE + PILE + size, size, text_anchor="middle", fill=ink))
        x += width + SIDE / 2
    return Drawing(Box(0, 0, x - SIDE / 2, SIDE + PILE + 1.3 * size), "".join(parts), stones.symbols)


def _pile(name: str, left: int, stones: Stones) -> str:
    """One on top of two more, if there are so many; where nothing is left, its place."""
    if left == 0:
        cells = FIRST_PLACE[: 1 if name == PYRAMID else 2]
        return path(outline(cells, SIDE, 2), fill="none", stroke=stones.theme.quiet, stroke_dasharray="3 3")
    if name == PYRAMID:
        return stones.pyramid(0, 0)
    one = stones.piece(name, 0, 0)
    lower = (element("g", one, transform=f"translate({step} {step})") for step in range(3 * min(left - 1, 2), 0, -3))
    return "".join(lower) + one


def _tondo(colour: int, look: Look) -> Drawing:
    """A roundel of the marble that a seat plays."""
    stones = Stones(look.theme)
    return Drawing(Box(0, 0, SIDE, SIDE), stones.tondo(LETTERS[colour]), stones.symbols)


# ---------------------------------------------------------------- single pieces


def pieces() -> Mapping[str, int]:
    """What is in the box (F1)."""
    return {**dict.fromkeys(KINDS, 20), PYRAMID: 12}


def piece(name: str, look: Look) -> Drawing:
    """A domino lying west to east, either colour first; a single square; or a pyramid."""
    stones = Stones(look.theme)
    if name == PYRAMID:
        return Drawing(Box(0, 0, SIDE, SIDE), stones.pyramid(0, 0), stones.symbols)
    if name not in (*MARBLES, *map("".join, permutations(MARBLES, 2))):
        raise BottegaError(
            _("Firenze has no piece {name!r}: it has {pieces}, and the squares {squares}").format(
                name=name, pieces=", ".join(pieces()), squares=", ".join(MARBLES)
            )
        )
    return Drawing(Box(0, 0, len(name) * SIDE, SIDE), stones.piece(name, 0, 0), stones.symbols)


ARTIST = Artist(themes=THEMES, board=board, tray=tray, pieces=pieces, piece=piece, millimetres=MILLIMETRES, side=SIDE)
