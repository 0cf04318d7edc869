"""Firenze in words, for those who hear it: moves, dominoes, the table."""

from itertools import groupby

from bottega.games.firenze import layout, rules
from bottega.games.firenze.notation import LETTERS, colour_name
from bottega.games.firenze.overlays import cells_of, place_of, slot_cells
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Cell, Piece


def who(state: State, seat: int) -> str:
    """A seat as one calls it at the table: by its colour, as a name."""
    name = colour_name(int(state.colours[seat]))
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- moves and dominoes


def spoken_move(state: State, move: int) -> str:
    """Where the first square lies, which way the second one, and what is covered."""
    place, colouring = place_of(move), (move >> layout.SLOTS) % layout.COLOURINGS
    covered = slot_cells(state, move, move & ((1 << layout.SLOTS) - 1))
    if place & 1 == layout.ACROSS:
        words = _("{who} lays {domino} at {cell} to the east")
        with_pyramids = _("{who} lays {domino} at {cell} to the east and covers {covered}")
    else:
        words = _("{who} lays {domino} at {cell} to the south")
        with_pyramids = _("{who} lays {domino} at {cell} to the south and covers {covered}")
    return (with_pyramids if covered else words).format(
        who=who(state, rules.seat(state)),
        domino=_a_domino(colouring),
        cell=_cell_name(cells_of(state, place)[0]),
        covered=_listed([_cell_name(cell) for cell in covered]),
    )


def _a_domino(colouring: int) -> str:
    """A domino that somebody lays, its west or north square first."""
    return (
        _("a white and pink domino"),
        _("a pink and white domino"),
        _("a white and green domino"),
        _("a green and white domino"),
        _("a pink and green domino"),
        _("a green and pink domino"),
    )[colouring]


def spoken_piece(state: State, piece: Piece) -> str:
    """The domino by its colours."""
    kinds = {"WP": _("the white and pink domino"), "WG": _("the white and green domino"), "PG": _("the pink and green domino")}
    return kinds[piece.name]


def _cell_name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _listed(words: list[str]) -> str:
    """As in "0,1; 2,1 and 3,4": commas stand inside of cells already."""
    *others, last = words or [""]
    return _("{others} and {last}").format(others="; ".join(others), last=last) if others else last


# ---------------------------------------------------------------- the table


def spoken_board(state: State) -> tuple[str, ...]:
    """Row by row from the north, each from the west; then what is left."""
    rows = _rows(state)
    sentences = [_("Row {row}: {squares}.").format(row=row, squares=_runs(rows[row])) for row in sorted(rows)]
    return *(sentences or [_("The table is empty.")]), _left(state)


def _rows(state: State) -> dict[int, dict[int, str]]:
    """[row][column] what is seen there."""
    names = {LETTERS.index(letter): name for letter, name in zip("WPG", (_("white"), _("pink"), _("green")), strict=True)}
    rows: dict[int, dict[int, str]] = {}
    board = state.board
    for move in state.laid[: int(state.turns)].tolist():
        place = place_of(move)
        for (x, y), index in zip(cells_of(state, place), (place >> 1, rules.other_cell(state, place)), strict=True):
            value = int(board[index])
            rows.setdefault(y, {})[x] = _("pyramid") if value & layout.COVERED else names[value]
    return rows


def _runs(row: dict[int, str]) -> str:
    """Squares side by side are told in one go."""
    runs = []
    for _gap, run in groupby(enumerate(sorted(row)), key=lambda item: item[1] - item[0]):
        columns = [column for _number, column in run]
        squares = ", ".join(row[column] for column in columns)
        words = _("{first} to {last} {squares}") if len(columns) > 1 else _("{first} {squares}")
        runs.append(words.format(first=columns[0], last=columns[-1], squares=squares))
    return "; ".join(runs)


def _left(state: State) -> str:
    white_pink, white_green, pink_green = state.dominoes.tolist()
    return _(
        "Dominoes left: white and pink {white_pink}, white and green {white_green}, pink and green {pink_green}. "
        "Pyramids left: {pyramids}."
    ).format(white_pink=white_pink, white_green=white_green, pink_green=pink_green, pyramids=int(state.pyramids))
