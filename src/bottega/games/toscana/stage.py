"""How Toscana is presented to people at a table."""

import numpy as np

from bottega.games.toscana import layout, rules
from bottega.games.toscana.counting import counting
from bottega.games.toscana.lesson import lesson
from bottega.games.toscana.material import LONG, SHORT, material, tile_art
from bottega.games.toscana.moments import moments
from bottega.games.toscana.notation import COLOURS
from bottega.games.toscana.overlays import rectangle
from bottega.games.toscana.speech import spoken_board, spoken_move, spoken_piece, tile_of
from bottega.games.toscana.strategy import strategy
from bottega.kernels import State
from bottega.placing import Cell, Piece
from bottega.stage import Stage
from bottega.svg import Box, Drawing, Look, use


def _held(state: State, piece: Piece, turn: int, look: Look) -> Drawing:
    """The turned tile with its shadow; the north-west one of its cells is the one that it is held over."""
    made = material(look.theme)
    upright = turn % 2 == layout.UPRIGHT
    width, height = (SHORT, LONG) if upright else (LONG, SHORT)
    body = use(made.id("su" if upright else "sf")) + tile_art(made, *tile_of(state, piece), turn)
    return Drawing(Box(0, 0, width, height), body, made.symbols)


def _ahead(view: State, seat: int) -> State | None:
    """The seat with its top tile in the hand and no veto in between; None where the tile fits nowhere or there is none."""
    if rules.is_over(view):
        return None
    tile = rules.top_tile(view, seat)
    state = _to_place(view, seat, tile) if tile != layout.NO_TILE else view
    return state if tile != layout.NO_TILE and rules.count_places(state) else None


def _to_place(view: State, owner: int, tile: int) -> State:
    """The same board with that tile on top of its owner's stack, to be placed now."""
    state = view.copy()
    state.stacks[owner, layout.TILES - int(state.left[owner])] = tile
    state.turn, state.deciding = owner, 1
    state.places[:] = layout.NO_BITS
    rules.play(state, layout.ALLOW)
    return state


def _fits(view: State, cell: Cell) -> tuple[Piece, ...]:
    """The tiles of both stacks, whatever their order (T4), that their owners could lay on the cell as the board is now.

    The very first tile is that of whoever starts (T5).
    """
    if rules.is_over(view):
        return ()
    owners = [int(view.turn)] if view.last == layout.NO_TILE else range(layout.SEATS)
    found = []
    for owner in owners:
        for tile in sorted(view.stacks[owner, layout.TILES - int(view.left[owner]) :].tolist()):
            if any(_covers(move, cell) for move in _places(_to_place(view, owner, tile))):
                found.append(Piece(f"{COLOURS[owner]} {layout.TILE_NAMES[tile]}", int(layout.TURNS[tile])))
    return tuple(found)


def _places(state: State) -> list[int]:
    out = np.empty(layout.MOVES, np.int32)
    return [move for move in out[: rules.moves(state, out)].tolist() if move < layout.PLACEMENTS]


def _covers(move: int, cell: Cell) -> bool:
    (x, y), width, height = rectangle(move)
    return x <= cell[0] < x + width and y <= cell[1] < y + height


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
