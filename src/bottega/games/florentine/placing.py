"""How the cards of Florentine Dominoes are held, turned and laid, black ones too; discarding and declining."""

from collections.abc import Iterator, Sequence

import numpy as np

from bottega import bits
from bottega.games.florentine import deck, layout, rules
from bottega.games.florentine.notation import cell_name, kind_name, move_name, parse_cell
from bottega.geometry import DIRECTION_LETTERS, EAST, NORTH, SOUTH, STEP, WEST
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Cell, Part, Piece, Place, Placing, Word

BLACK = Piece("black", 4)  # its turn is the side of the card that it lies against
LAST = layout.SIDE - 1


def zone_pieces(state: State, zone: int) -> tuple[Piece, ...]:
    """The cards of a hand or heap; equal ones are one piece."""
    return tuple(
        Piece(kind_name(state, kind), sum(_has(looks, kind) for looks in state.looks), int(state.held[zone, kind]))
        for kind in np.flatnonzero(state.held[zone]).tolist()
    )


def _has(kinds: np.uint64, kind: int) -> bool:
    return bool(kinds & bits.only(kind))


def _pieces(state: State) -> tuple[Piece, ...]:
    if state.stage == layout.BLACK_CARDS:
        return (BLACK,) if _has_black_place(state) else ()
    if state.stage == layout.OVER:
        return ()
    return zone_pieces(state, int(state.turn) if state.stage == layout.HIDDEN_STOCK else layout.POOL)


def _has_black_place(state: State) -> bool:
    return any(rules.black_places(state, side) for side in range(4))


def _within(state: State, piece: Piece, cell: Cell, turn: int) -> tuple[Cell, int]:
    """Cards stay on the square. A black card that is moved beyond it lies against the side that it went over."""
    x, y = cell
    if piece == BLACK:
        over = [(x < 0, WEST), (x > LAST, EAST), (y < 0, NORTH), (y > LAST, SOUTH)]
        sides = [side for is_beyond, side in over if is_beyond]
        turn = sides[0] if sides and turn not in sides else turn
    return (min(max(x, 0), LAST), min(max(y, 0), LAST)), turn


def _parts(state: State, piece: Piece, cell: Cell, turn: int) -> tuple[Part, ...]:
    if piece == BLACK:
        dx, dy = STEP[turn].tolist()
        return (Part((cell[0] + dx, cell[1] + dy), deck.COLOUR_LETTERS[state.colours[state.turn]]),)
    return (Part(cell, deck.turned(piece.name, turn)),)


def _move(state: State, piece: Piece, cell: Cell, turn: int) -> str:
    name = cell_name(cell[1] * layout.ROW + cell[0])
    return f"black@{name}{DIRECTION_LETTERS[turn]}" if piece == BLACK else f"{piece.name}@{name}r{turn}"


def _held(state: State, text: str) -> tuple[Piece, Cell, int] | None:
    hold = _hold(text)
    if hold is None:
        return None
    name, cell, turn = hold
    piece = BLACK if name == BLACK.name else next(piece for piece in _pieces(state) if piece.name == name)
    return piece, cell, turn


def _hold(text: str) -> tuple[str, Cell, int] | None:
    """The name of the card, the cell and the turn; None where the move is a word."""
    name, at, where = text.partition("@")
    if not at:
        return None
    row, column = divmod(parse_cell(where[:2]), layout.ROW)
    return name, (column, row), DIRECTION_LETTERS.index(where[2]) if name == BLACK.name else int(where[3])


def _places(state: State, moves: Sequence[int]) -> Iterator[Place]:
    for move in moves:
        text = move_name(state, move)
        hold = _hold(text)
        if hold is not None:
            yield Place(*hold, text)


def _words(state: State) -> tuple[Word, ...]:
    if state.stage == layout.BLACK_CARDS:
        return (Word("decline", _("Decline: keep the black card"), "d", asks=_has_black_place(state)),)
    kinds = rules.discardable(state)
    names = [kind_name(state, kind) for kind in range(layout.MOST_CARDS) if _has(kinds, kind)]
    return tuple(Word(f"x:{name}", _("Discard {card}").format(card=name), "x", name, asks=True) for name in names)


PLACING = Placing(
    pieces=_pieces,
    within=_within,
    parts=_parts,
    move=_move,
    held=_held,
    words=_words,
    places=_places,
)
