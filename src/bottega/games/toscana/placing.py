"""How the top tile of Toscana is held, turned and laid, and the words of a turn without a placement."""

from bottega.games.toscana import layout, rules
from bottega.games.toscana.notation import COLOURS, COLUMNS, PLACEMENT, colour_name, placement_name
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Cell, Part, Piece, Placing, Word

LETTERS = "".join(colour[0] for colour in COLOURS)  # of a square: g, r


def top_piece(state: State, owner: int) -> tuple[Piece, ...]:
    """The tile on top of a stack, if there is one."""
    tile = rules.top_tile(state, owner)
    return () if tile == layout.NO_TILE else (Piece(layout.TILE_NAMES[tile], int(layout.TURNS[tile])),)


def tile_parts(owner: int, name: str, cell: Cell, turn: int) -> tuple[Part, ...]:
    """The squares of a tile of that owner with its north-west corner on the cell."""
    others = layout.OTHER_CELLS[layout.TILE_NAMES.index(name)]
    squares = sorted((dy, dx, i) for i, (dy, dx) in enumerate(layout.OFFSETS[turn].tolist()))
    return tuple(Part((cell[0] + dx, cell[1] + dy), LETTERS[owner ^ (i in others)]) for dy, dx, i in squares)


def _can_place(state: State) -> bool:
    """Whether the decision is where to lay a tile: it is not about a veto, and there is a place (T6, T7)."""
    return not rules.is_over(state) and not state.deciding and rules.count_places(state) > 0


def _pieces(state: State) -> tuple[Piece, ...]:
    return top_piece(state, int(state.turn)) if _can_place(state) else ()


def _within(state: State, piece: Piece, cell: Cell, turn: int) -> tuple[Cell, int]:
    """The whole tile stays on the board."""
    height, width = (layout.OFFSETS[turn].max(axis=0) + 1).tolist()
    return (min(max(cell[0], 0), layout.SIDE - width), min(max(cell[1], 0), layout.SIDE - height)), turn


def _parts(state: State, piece: Piece, cell: Cell, turn: int) -> tuple[Part, ...]:
    return tile_parts(int(state.turn), piece.name, cell, turn)


def _move(state: State, piece: Piece, cell: Cell, turn: int) -> str:
    return placement_name(layout.TILE_NAMES.index(piece.name), cell[1] * layout.SIDE + cell[0], turn)


def _held(state: State, text: str) -> tuple[Piece, Cell, int] | None:
    found = PLACEMENT.fullmatch(text)
    if not found:
        return None
    tile = layout.TILE_NAMES.index(found[1])
    return Piece(found[1], int(layout.TURNS[tile])), (COLUMNS.index(found[2]), int(found[3]) - 1), int(found[4])


def _words(state: State) -> tuple[Word, ...]:
    if rules.is_over(state) or _can_place(state):
        return ()
    mover = int(state.turn)
    tile = rules.top_tile(state, mover)
    if tile == layout.NO_TILE:
        return (Word("pass", _("Pass: no tile is left"), "p"),)
    name = layout.TILE_NAMES[tile]
    if state.deciding:
        veto = _("Veto: {colour}'s tile {tile} goes under the stack").format(colour=colour_name(mover), tile=name)
        return Word("veto", veto, "v", asks=True), Word("allow", _("Allow tile {tile}").format(tile=name), "a")
    return (Word("pass", _("Pass: tile {tile} fits nowhere").format(tile=name), "p"),)


PLACING = Placing(
    pieces=_pieces,
    within=_within,
    parts=_parts,
    move=_move,
    held=_held,
    words=_words,
)
