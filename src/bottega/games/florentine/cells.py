"""Florentine Dominoes with coloured characters: cards of four triangles, stones, black cards at the rim."""

from collections.abc import Sequence
from functools import lru_cache

from bottega import bits
from bottega.cells import Cells, Held, Palette, Sheet, Size, Spot
from bottega.games.florentine import deck, layout, rules
from bottega.games.florentine.deck import is_reconstruction
from bottega.games.florentine.notation import COLUMN_LETTERS, kind_name
from bottega.games.florentine.outlines import spaces_of
from bottega.games.florentine.placing import BLACK, zone_pieces
from bottega.geometry import EAST, NORTH, SOUTH, STEP, WEST
from bottega.i18n import _
from bottega.kernels import SPECTATOR, State
from bottega.placing import Cell, Part

STONES = dict(zip(deck.COLOUR_LETTERS, ("jade", "amber", "ruby", "lapis"), strict=True))
#: by which quarters of a spot have the first colour: 1 north-west, 2 north-east, 4 south-west, 8 south-east
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def _draw(sheet: Sheet, state: State, past: Sequence[int]) -> None:
    """The square with its cards, and black cards against it."""
    closed = {
        triangle for colour in range(4) for space in spaces_of(state, colour) if space.is_closed for triangle in space.stones
    }
    for y in range(layout.SIDE):
        for x in range(layout.SIDE):
            cell = y * layout.ROW + x
            kind = int(state.board[cell])
            if kind == layout.EMPTY:
                _empty(sheet, (x, y), bool(rules.open_cells(state) & bits.only(cell)))
            else:
                name = deck.turned(kind_name(state, kind), int(state.turned[cell]))
                _card(sheet, (x, y), name, tuple(side for side in range(4) if (cell, side) in closed))
    for seat, place in enumerate(state.blacks[: state.players].tolist()):
        if place != layout.NOT_PLACED:
            row, column = divmod(place >> 2, layout.ROW)
            dx, dy = STEP[place & 3].tolist()
            _black(sheet, (column + dx, row + dy), deck.COLOUR_LETTERS[state.colours[seat]])
    last = _last(state, past)
    if last:
        _mark(sheet, last)


def _last(state: State, past: Sequence[int]) -> Cell | None:
    """Where the last card lies, if the last move laid one."""
    if not past or past[-1] >= layout.DISCARD:
        return None
    row, column = divmod(past[-1] >> 2 & 63, layout.ROW)
    return column, row


def _empty(sheet: Sheet, cell: Cell, is_open: bool) -> None:
    palette = sheet.palette
    share = 0.16 if is_open else 0.03 * (sum(cell) % 2)
    sheet.fill(cell, palette.mix(palette["velvet"], palette["gold"], share))
    width, height = sheet.size
    sheet.put(cell, width // 2, height // 2, palette.char("◇" if is_open else "·", "o" if is_open else "."), palette["gold"])


def _side_at(x: float, y: float) -> int:
    """The triangle in which a point of a card lies, x and y from 0 to 1."""
    if abs(x - 0.5) <= abs(y - 0.5):
        return NORTH if y < 0.5 else SOUTH
    return WEST if x < 0.5 else EAST


def _card(sheet: Sheet, cell: Cell, triangles: str, closed: tuple[int, ...] = ()) -> None:
    """Four triangles, each with the letter of its colour or its stone: filled where it counts."""
    left, top = sheet.corner(cell)
    for (x, y), spot in _card_alone(sheet.palette, sheet.size, triangles, closed).items():
        sheet.spots[left + x, top + y] = spot


@lru_cache(512)
def _card_alone(palette: Palette, size: Size, triangles: str, closed: tuple[int, ...]) -> dict[tuple[int, int], Spot]:
    """A card with its corner on (0, 0). The same cards are drawn again and again."""
    sheet, cell = Sheet(palette, size), (0, 0)
    width, height = sheet.size
    colours = triangles.upper()
    for row in range(height):
        for column in range(width):
            if palette.is_ascii:
                _plain_spot(sheet, cell, column, row, colours)
            else:
                _spot(sheet, cell, column, row, colours)
    for side, (column, row) in enumerate(_middles(width, height)):
        letter = colours[side]
        ground = palette[letter]
        if triangles[side].islower() and not palette.is_ascii:
            sheet.put(cell, column, row, "●" if side in closed else "○", palette[STONES[letter]], ground, bold=True)
        else:
            ink = palette.mix(palette.on(ground), ground, 0.55)
            sheet.put(cell, column, row, triangles[side], ink, ground, bold=triangles[side].islower())
    return sheet.spots


def _middles(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """[side] the spot in the middle of its triangle."""
    middle, half = width // 2, height // 2
    return (middle, height // 6), (width - 1 - width // 6, half), (middle, height - 1 - height // 6), (width // 6, half)


def _spot(sheet: Sheet, cell: Cell, column: int, row: int, colours: str) -> None:
    """A spot has four quarters and two colours: where three meet, north and south share it."""
    width, height = sheet.size
    quarters = [
        colours[_side_at((column + (0.25, 0.75)[part % 2]) / width, (row + (0.25, 0.75)[part // 2]) / height)]
        for part in range(4)
    ]
    if len(set(quarters)) > 2:
        quarters = [colours[NORTH]] * 2 + [colours[SOUTH]] * 2
    first = quarters[0]
    char = QUARTERS[sum(1 << part for part in range(4) if quarters[part] == first)]
    second = next((colour for colour in quarters if colour != first), first)
    sheet.put(cell, column, row, char, sheet.palette[first], sheet.palette[second])


def _plain_spot(sheet: Sheet, cell: Cell, column: int, row: int, colours: str) -> None:
    """Without block characters: the diagonals as strokes."""
    width, height = sheet.size
    side = _side_at((column + 0.5) / width, (row + 0.5) / height)
    across, down = column * (height - 1), row * (width - 1)
    char = " "
    if abs(across - down) < height - 1:
        char = "\\"
    if abs((width - 1) * (height - 1) - across - down) < height - 1:
        char = "/" if char == " " else "X"
    sheet.put(cell, column, row, char, sheet.palette["ink"], sheet.palette[colours[side]])


def _black(sheet: Sheet, cell: Cell, colour: str) -> None:
    """A black card at the rim, its triangle towards the square."""
    palette = sheet.palette
    width, height = sheet.area(cell)
    sheet.fill(cell, palette["onyx"], palette.char(" ", "#"), palette["quiet"])
    ground = palette[colour]
    middle, half = width // 2, height // 2
    text = colour if width < 5 else f" {colour} "
    sheet.put(cell, middle - len(text) // 2, half, text, palette.on(ground), ground, bold=True)


def _mark(sheet: Sheet, cell: Cell) -> None:
    palette = sheet.palette
    width, height = sheet.size
    sheet.put(cell, width // 2, height // 2, palette.char("◆", "*"), palette["mark"], bold=True)


def _part(sheet: Sheet, part: Part) -> None:
    if len(part.colours) == 1:
        _black(sheet, part.cell, part.colours)
    else:
        _card(sheet, part.cell, part.colours)


def _hand(state: State, seat: int) -> tuple[Held, ...]:
    """A hand that this view shows, or the open pool; the black card of whoever is asked for it."""
    if seat == SPECTATOR:
        pieces = zone_pieces(state, layout.POOL)
    elif state.stage == layout.BLACK_CARDS and seat == state.turn:
        return (Held(BLACK, (Part((0, 0), deck.COLOUR_LETTERS[state.colours[seat]]),)),)
    else:
        pieces = zone_pieces(state, seat)
    return tuple(Held(piece, (Part((0, 0), piece.name),)) for piece in pieces)


def _notes(state: State, seat: int) -> tuple[str, ...]:
    if seat != SPECTATOR:
        if state.stage == layout.BLACK_CARDS and seat == state.turn:
            return (_("black card"),)
        return (_("hand"),) if state.held[seat].any() else ()
    lines = []
    if state.stage == layout.HIDDEN_STOCK:
        lines.append(
            _("Stock {stock}, discards {discards}, aside {aside}").format(
                stock=int(state.left),
                discards=int(state.held[layout.DISCARDS].sum()),
                aside=int(state.held[layout.ASIDE].sum()),
            )
        )
    else:
        lines.append(_("Open pool: {count} cards").format(count=int(state.held[layout.POOL].sum())))
    if is_reconstruction(state):
        lines.append(_("Cards: a reconstruction"))
    return tuple(lines)


CELLS = Cells(
    sizes=((7, 3), (11, 5), (15, 7)),
    hand_size=(5, 3),
    board=(layout.SIDE, layout.SIDE),
    rim=(2, 1),
    sixteen={
        "R": "red",
        "B": "blue",
        "G": "green",
        "O": "yellow",
        "jade": "bright_green",
        "amber": "bright_yellow",
        "ruby": "bright_red",
        "lapis": "bright_blue",
        "velvet": "black",
        "gold": "bright_black",
        "onyx": "bright_black",
    },
    span=lambda state: (0, 0, layout.SIDE, layout.SIDE),
    draw=_draw,
    last=_last,
    part=_part,
    hand=_hand,
    notes=_notes,
    seat_colours=lambda state: tuple(deck.COLOUR_LETTERS[colour] for colour in state.colours[: state.players].tolist()),
    column_name=lambda column: COLUMN_LETTERS[column],
    row_name=lambda row: str(row + 1),
    ground="velvet",
)
