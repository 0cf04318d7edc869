"""How Firenze is presented to people at a table."""

from bottega.games.firenze import rules
from bottega.games.firenze.counting import counting
from bottega.games.firenze.drawing import PYRAMID, piece
from bottega.games.firenze.lesson import lesson
from bottega.games.firenze.material import SIDE, Stones
from bottega.games.firenze.moments import moments
from bottega.games.firenze.overlays import cells_of
from bottega.games.firenze.placing import PLACING, pieces
from bottega.games.firenze.speech import spoken_board, spoken_move, spoken_piece
from bottega.games.firenze.strategy import strategy
from bottega.kernels import State
from bottega.placing import Cell, Piece
from bottega.stage import Stage
from bottega.svg import Box, Drawing, Look


def _held(state: State, held: Piece, turn: int, look: Look) -> Drawing:
    """The domino around the cell of its first square: the second one may lie to the west or north of it."""
    stones = Stones(look.theme)
    first, second = sorted(PLACING.parts(state, held, (0, 0), turn), key=lambda part: part.cell)
    (x, y), is_down = first.cell, first.cell[0] == second.cell[0]
    width, height = (1, 2) if is_down else (2, 1)
    body = stones.piece(first.colours + second.colours, x, y, is_down=is_down)
    return Drawing(Box(x * SIDE, y * SIDE, width * SIDE, height * SIDE), body, stones.symbols)


def _ahead(view: State, seat: int) -> State | None:
    """The same table in a turn of that seat: the next one, at the end of the game the last one."""
    if rules.is_over(view):
        return None
    state = view.copy()
    turn, players = int(view.turns), int(view.players)
    turn += (seat - turn) % players
    state.turns = turn if turn < len(view.laid) else turn - players
    return state


def _fits(view: State, cell: Cell) -> tuple[Piece, ...]:
    """Whatever is left of the supply, wherever there is room for a domino (F3): the colours do not matter."""
    if rules.is_over(view):
        return ()
    places = (place for place in view.places[: int(view.listed)].tolist() if rules.is_free(view, place))
    return pieces(view) if any(cell in cells_of(view, place) for place in places) else ()


STAGE = Stage(
    held=_held,
    extra=lambda look: piece(PYRAMID, look),
    extras_left=lambda state: int(state.pyramids),
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
