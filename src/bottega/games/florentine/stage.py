"""How Florentine Dominoes is presented to people at a table."""

from bottega import bits
from bottega.games.florentine import layout, rules
from bottega.games.florentine.cards import black_against, black_box, card, corner_of, put
from bottega.games.florentine.counting import counting
from bottega.games.florentine.lesson import lesson
from bottega.games.florentine.material import CARD, drawn
from bottega.games.florentine.moments import moments
from bottega.games.florentine.notation import kind_name
from bottega.games.florentine.outlines import cells_in
from bottega.games.florentine.placing import BLACK, PLACING
from bottega.games.florentine.speech import spoken_board, spoken_move, spoken_piece
from bottega.games.florentine.strategy import strategy
from bottega.geometry import EAST, SOUTH
from bottega.kernels import State
from bottega.placing import Cell, Piece
from bottega.stage import Stage
from bottega.svg import Box, Drawing, Look

#: [side] a cell of the square whose side lies at the edge
_AT_EDGE = {side: {EAST: layout.SIDE - 1, SOUTH: (layout.SIDE - 1) * layout.ROW}.get(side, 0) for side in range(4)}


def _held(state: State, piece: Piece, turn: int, look: Look) -> Drawing:
    """A turned card; or what is seen of a black card against that side of the card that it is held over."""
    if piece != BLACK:
        return drawn(Box(0, 0, CARD, CARD), card(piece.name, look.theme, turn), look.theme)
    cell = _AT_EDGE[turn]
    seen, (x, y) = black_box(cell, turn), corner_of(cell)
    body = black_against(int(state.colours[state.turn]), cell, turn, look.theme)
    if x or y:
        body = put(body, -x, -y)
    return drawn(Box(seen.x - x, seen.y - y, seen.width, seen.height), body, look.theme)


def _ahead(view: State, seat: int) -> State | None:
    """The seat on turn with what it has to lay: its hand, the pool, or its black card; None where that is nothing or hidden."""
    if rules.is_over(view) or (view.stage == layout.BLACK_CARDS and _was_asked(view, seat)):
        return None
    state = view.copy()
    state.turn = seat
    return state if PLACING.pieces(state) else None


def _was_asked(state: State, seat: int) -> bool:
    """Whether the seat has decided about its black card: those before the one on turn have (D10)."""
    return (int(state.turn) - 1 - seat) % int(state.players) < int(state.asked)


def _fits(view: State, cell: Cell) -> tuple[Piece, ...]:
    """The kinds of cards, wherever they are now, that could be laid there now: what is discarded comes again (D9)."""
    x, y = cell
    here = y * layout.ROW + x
    if not (0 <= x < layout.SIDE and 0 <= y < layout.SIDE and rules.open_cells(view) & bits.only(here)):
        return ()
    turns = [int(rules.fitting(view, here, turn)) & int(rules.unplaced(view)) for turn in range(4)]
    return tuple(_card(view, kind) for kind in cells_in(turns[0] | turns[1] | turns[2] | turns[3]))


def _card(view: State, kind: int) -> Piece:
    """A kind with as many copies as are not on the square."""
    looks = sum(bool(looks & bits.only(kind)) for looks in view.looks)
    return Piece(kind_name(view, kind), looks, int(view.deck[kind]) - rules.copies_placed(view, kind))


STAGE = Stage(
    held=_held,
    spoken_move=spoken_move,
    spoken_board=spoken_board,
    spoken_piece=spoken_piece,
    ahead=_ahead,
    fits=_fits,
    counting=counting,
    moments=moments,
    lesson=lesson,
    strategy=strategy,
)
