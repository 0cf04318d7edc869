"""How a domino of Firenze is held, turned and laid, and which squares may get a pyramid."""

from collections.abc import Iterator, Sequence

from bottega.games.firenze import layout, rules
from bottega.games.firenze.notation import LETTERS, ORIENTATIONS, parse_move
from bottega.geometry import STEP
from bottega.kernels import State
from bottega.placing import Cell, Part, Piece, Place, Placing, Word

KINDS = tuple(LETTERS[first] + LETTERS[second] for first, second in layout.COLOURING[::2].tolist())
_COLOURINGS = tuple(LETTERS[first] + LETTERS[second] for first, second in layout.COLOURING.tolist())
_OFFSETS = layout.SLOT.tolist()
TURNS = 4  # the first square stays where it is, the second one goes around it: east, south, west, north


def pieces(state: State) -> tuple[Piece, ...]:
    """The kinds of dominoes that are left: anyone may take any (F3)."""
    left = zip(KINDS, state.dominoes.tolist(), strict=True)
    return tuple(Piece(kind, TURNS, amount) for kind, amount in left if amount)


def _within(state: State, piece: Piece, cell: Cell, turn: int) -> tuple[Cell, int]:
    """The table has no edge."""
    return cell, turn


def _other(cell: Cell, turn: int) -> Cell:
    """The cell of the second square."""
    dx, dy = STEP[(turn + 1) % 4].tolist()
    return cell[0] + dx, cell[1] + dy


def _parts(state: State, piece: Piece, cell: Cell, turn: int) -> tuple[Part, ...]:
    return Part(cell, piece.name[0]), Part(_other(cell, turn), piece.name[1])


def _move(state: State, piece: Piece, cell: Cell, turn: int) -> str:
    """Turned by half or more the second square is the one to the west or north: the text begins there (F9)."""
    colours, (x, y) = (piece.name, cell) if turn < 2 else (piece.name[::-1], _other(cell, turn))
    return f"{colours}@{x},{y}{ORIENTATIONS[turn % 2]}"


def _held(state: State, text: str) -> tuple[Piece, Cell, int]:
    colours, where = text.split("^")[0].split("@")
    x, y = map(int, where[:-1].split(","))
    turn = ORIENTATIONS.index(where[-1])
    cell = x, y
    if colours not in KINDS:
        colours, cell, turn = colours[::-1], _other(cell, turn), turn + 2
    return Piece(colours, TURNS, int(state.dominoes[KINDS.index(colours)])), cell, turn


def _words(state: State) -> tuple[Word, ...]:
    """Every turn lays a domino."""
    return ()


def _extras(state: State, text: str) -> tuple[Cell, ...]:
    """The squares that the placement sandwiches (F4), while there are pyramids."""
    if state.pyramids == 0:
        return ()
    place, colouring = divmod(parse_move(state, text) >> layout.SLOTS, layout.COLOURINGS)
    x, y = rules.point(state, place >> 1)
    slots = rules.sandwiched(state, place, colouring)
    offsets = enumerate(layout.SLOT[place & 1].tolist())
    return tuple((x + dx, y + dy) for slot, (dx, dy) in offsets if slots >> slot & 1)


def _with_extras(text: str, cells: tuple[Cell, ...]) -> str:
    """Pyramids are named by y, then x (F9)."""
    return text + "".join(f"^{x},{y}" for y, x in sorted((y, x) for x, y in cells))


def _places(state: State, moves: Sequence[int]) -> Iterator[Place]:
    """One for each placement; what its moves cover between them is what it may cover."""
    slots_of: dict[int, int] = {}
    for move in moves:
        placement, slots = move >> layout.SLOTS, move & ((1 << layout.SLOTS) - 1)
        slots_of[placement] = slots_of.get(placement, 0) | slots
    points: dict[int, Cell] = {}
    for placement, slots in slots_of.items():
        place, colouring = divmod(placement, layout.COLOURINGS)
        if place not in points:
            points[place] = rules.point(state, place >> 1)
        (x, y), orientation = points[place], place & 1
        text = f"{_COLOURINGS[colouring]}@{x},{y}{ORIENTATIONS[orientation]}"
        extras = (
            tuple((x + dx, y + dy) for slot, (dx, dy) in enumerate(_OFFSETS[orientation]) if slots >> slot & 1) if slots else ()
        )
        if colouring & 1:  # the second colour of the kind lies first: turned by half or more
            yield Place(KINDS[colouring >> 1], (x + 1, y) if orientation == 0 else (x, y + 1), orientation + 2, text, extras)
        else:
            yield Place(KINDS[colouring >> 1], (x, y), orientation, text, extras)


PLACING = Placing(
    pieces=pieces,
    within=_within,
    parts=_parts,
    move=_move,
    held=_held,
    words=_words,
    extras=_extras,
    with_extras=_with_extras,
    places=_places,
)
