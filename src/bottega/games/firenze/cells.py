"""Firenze with coloured characters: marble squares with letters, dark joints, pyramids."""

from collections.abc import Sequence

from bottega.cells import Cells, Held, Sheet
from bottega.games.firenze import layout, rules
from bottega.games.firenze.notation import LETTERS
from bottega.games.firenze.placing import pieces
from bottega.i18n import _
from bottega.kernels import SPECTATOR, State
from bottega.placing import Cell, Part

PYRAMID = "▲"
VEINS = {"W": "╱", "P": "∵", "G": "╲"}  # where a square has room for one


def _squares(state: State) -> dict[Cell, int]:
    """The value of every square, by its place on the table."""
    found = {}
    for move in state.laid[: int(state.turns)].tolist():
        place = (move >> layout.SLOTS) // layout.COLOURINGS
        for cell in (place >> 1, rules.other_cell(state, place)):
            found[rules.point(state, cell)] = int(state.board[cell])
    return found


def _span(state: State) -> tuple[int, int, int, int]:
    """What lies on the table, and the cells around it."""
    squares = _squares(state) or {(0, 0): 0, (1, 0): 0}
    columns, rows = [x for x, _y in squares], [y for _x, y in squares]
    return min(columns) - 1, min(rows) - 1, max(columns) + 2, max(rows) + 2


def _draw(sheet: Sheet, state: State, past: Sequence[int]) -> None:
    """Squares and pyramids; thin joints between dominoes; the one laid last is marked."""
    for cell, value in _squares(state).items():
        _square(sheet, cell, LETTERS[value & 3])
        if value & layout.COVERED:
            _pyramid(sheet, cell)
    laid = state.laid[: int(state.turns)].tolist()
    for number, move in enumerate(laid):
        place = (move >> layout.SLOTS) // layout.COLOURINGS
        first = rules.point(state, place >> 1)
        second = rules.point(state, rules.other_cell(state, place))
        _joints(sheet, first, second)
        if number == len(laid) - 1 and past:
            for cell in (first, second):
                _mark(sheet, cell)


def _last(state: State, past: Sequence[int]) -> Cell | None:
    """The first square of the domino laid last."""
    if not past:
        return None
    place = (past[-1] >> layout.SLOTS) // layout.COLOURINGS
    return rules.point(state, place >> 1)


def _square(sheet: Sheet, cell: Cell, colour: str) -> None:
    palette = sheet.palette
    ground = palette[colour]
    ink = palette.mix(palette.on(ground), ground, 0.35)
    sheet.fill(cell, ground)
    width, height = sheet.size
    sheet.put(cell, (width - 1) // 2, (height - 1) // 2, colour, ink)
    if height > 2 and not palette.is_ascii:
        sheet.put(cell, width - 2, 0, VEINS[colour], palette.mix(ground, palette.on(ground), 0.25))


def _joints(sheet: Sheet, first: Cell, second: Cell) -> None:
    """The east and south sides of a domino."""
    palette = sheet.palette
    width, height = sheet.size
    if palette.is_ascii:
        if second[1] == first[1]:
            sheet.put(first, (width - 1) // 2 + 1, (height - 1) // 2, "-" * (width // 2), palette["quiet"])
        return
    joint = palette["joint"]
    for cell in (first, second):
        south_is_open = (cell[0], cell[1] + 1) != second
        east_is_open = (cell[0] + 1, cell[1]) != second
        if south_is_open and height > 1:
            sheet.put(cell, 0, height - 1, "▁" * width, joint)
        if east_is_open:
            for row in range(height):
                sheet.put(cell, width - 1, row, "▕", joint)


def _pyramid(sheet: Sheet, cell: Cell) -> None:
    """Black stone, lit from the north-west."""
    palette = sheet.palette
    sheet.fill(cell, palette["south"])
    width, height = sheet.size
    sheet.put(cell, (width - 1) // 2, (height - 1) // 2, palette.char(PYRAMID, "^"), palette["ridge"], bold=True)


def _mark(sheet: Sheet, cell: Cell) -> None:
    """The sign of a square on the colour of the mark; without colours, a star beside it."""
    palette = sheet.palette
    width, height = sheet.size
    column, row = (width - 1) // 2, (height - 1) // 2
    if palette["mark"]:
        x, y = sheet.corner(cell)
        sign = sheet.spots[x + column, y + row].char
        sheet.put(cell, column, row, sign, palette.on(palette["mark"]), palette["mark"], bold=True)
    else:
        sheet.put(cell, column + 1, row, "*", bold=True)


def _hand(state: State, seat: int) -> tuple[Held, ...]:
    """The dominoes belong to nobody."""
    if seat != SPECTATOR:
        return ()
    return tuple(Held(piece, (Part((0, 0), piece.name[0]), Part((1, 0), piece.name[1]))) for piece in pieces(state))


def _notes(state: State, seat: int) -> tuple[str, ...]:
    if seat != SPECTATOR:
        return ()
    return (_("Pyramids left: {count}").format(count=int(state.pyramids)),)


CELLS = Cells(
    sizes=((2, 1), (4, 2), (6, 3)),
    hand_size=(2, 1),
    board=None,
    rim=(0, 0),
    sixteen={
        "W": "bright_white",
        "P": "bright_magenta",
        "G": "green",
        "south": "black",
        "ridge": "bright_white",
        "joint": "bright_black",
    },
    span=_span,
    draw=_draw,
    last=_last,
    part=lambda sheet, part: _square(sheet, part.cell, part.colours),
    extra=_pyramid,
    hand=_hand,
    notes=_notes,
    seat_colours=lambda state: tuple(LETTERS[colour] for colour in state.colours[: state.players].tolist()),
    column_name=str,
    row_name=str,
)
