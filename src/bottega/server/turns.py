"""What a viewer can decide now: pieces with their drawings, the legal places of each, words; why a place is refused; what fits.

Tables, lessons and studies use it alike. Everything comes from the view of the viewer: nobody gets more than that.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bottega.errors import BottegaError, IllegalMove
from bottega.game import Position, View
from bottega.i18n import _
from bottega.placing import Cell, Piece, Place
from bottega.server.pictures import drawn, look_of, symbols_of
from bottega.stage import NOTHING
from bottega.svg import Drawing, Look

KEPT = 4096  # drawings of pieces in memory: about a kilobyte each


def deciding_view(position: Position | View, viewer: int, ahead: bool = False) -> View | None:
    """What the viewer sees, the decision being the viewer's own; `ahead`: as if it were. None: it is not."""
    view = position if isinstance(position, View) else position.view(viewer)
    if view.is_over:
        return None
    if view.seat == viewer:
        return view
    state = view.spec.stage.ahead(view.state, viewer) if ahead and viewer >= 0 else None
    return None if state is None else View(view.spec, view.seats, state, viewer, view.past)


def turn_of(position: Position | View, viewer: int, theme: str, ahead: bool = False) -> dict[str, Any] | None:
    """The turn of docs/server.md; None where the viewer has nothing to decide."""
    view = deciding_view(position, viewer, ahead)
    if view is None:
        return None
    spec, state = view.spec, view.state
    look = look_of(spec, theme)
    places, extras = _places(view)
    pieces, drawings = _pieces(view, spec.placing.pieces(state), look)
    extra = _kept((spec.name, look.theme.name), lambda: spec.stage.extra(look)) if extras else NOTHING
    return {
        "seat": viewer,
        "ply": len(view.past),
        "is_ahead": position.seat != viewer,
        "pieces": pieces,
        "places": places,
        "extras": extras,
        "extra": {**drawn(extra), "amount": spec.stage.extras_left(state)},
        "symbols": symbols_of([*drawings, extra]),
        "words": [
            {"move": word.move, "label": word.label, "key": word.key, "piece": word.piece, "asks": word.asks}
            for word in spec.placing.words(state)
        ],
    }


def _places(view: View) -> tuple[dict[str, list[list[Any]]], dict[str, list[Cell]]]:
    """By piece the legal places as column, row, turns, move; by move the cells that it may cover besides."""
    found: Iterable[Place]
    if view.spec.placing.places is not None:
        found = view.spec.placing.places(view.state, view.legal())
    else:
        found = _held_places(view)
    places: dict[str, list[list[Any]]] = {}
    extras: dict[str, list[Cell]] = {}
    for piece, (x, y), turn, text, cells in found:
        places.setdefault(piece, []).append([x, y, turn, text])
        if cells:
            extras[text] = list(cells)
    return places, extras


def _held_places(view: View) -> Iterator[Place]:
    """Every way to lay a piece down, found by asking about one move after another."""
    spec, state, placing = view.spec, view.state, view.spec.placing
    holds = (placing.held(state, spec.move_name(state, move)) for move in view.legal())
    ways = Counter(hold for hold in holds if hold)  # a placement with extras is several moves
    for (piece, cell, turn), count in ways.items():
        text = placing.move(state, piece, cell, turn)
        yield Place(piece.name, cell, turn, text, placing.extras(state, text) if count > 1 else ())


def _pieces(view: View, pieces: tuple[Piece, ...], look: Look) -> tuple[list[dict[str, Any]], list[Drawing]]:
    """The pieces on the wire, and all their drawings."""
    stage, state = view.spec.stage, view.state
    drawings = {piece: [_held(view, piece, turn, look) for turn in range(piece.turns)] for piece in pieces}
    told = [
        {
            "name": piece.name,
            "words": stage.spoken_piece(state, piece),
            "turns": piece.turns,
            "amount": piece.amount,
            "drawings": [drawn(drawing) for drawing in drawings[piece]],
        }
        for piece in pieces
    ]
    return told, [drawing for turned in drawings.values() for drawing in turned]


def _held(view: View, piece: Piece, turn: int, look: Look) -> Drawing:
    """The drawing of a piece in the hand. It depends on nothing but the piece, who holds it and the theme."""
    key = (view.spec.name, view.seats, view.viewer, piece.name, turn, look.theme.name)
    return _kept(key, lambda: view.spec.stage.held(view.state, piece, turn, look))


_drawings: dict[tuple[object, ...], Drawing] = {}


def _kept(key: tuple[object, ...], draw: Callable[[], Drawing]) -> Drawing:
    """A drawing that is asked for again and again."""
    if key not in _drawings:
        if len(_drawings) >= KEPT:
            _drawings.clear()
        _drawings[key] = draw()
    return _drawings[key]


def why_of(position: Position | View, viewer: int, piece: str, cell: Cell, turn: int, ahead: bool = False) -> dict[str, Any]:
    """Where a piece over that cell is held, which move that would be, and why it may not lie there: empty if it may."""
    view = deciding_view(position, viewer, ahead)
    if view is None:
        raise BottegaError(_("it is not your turn"))
    state, placing = view.state, view.spec.placing
    held = next((held for held in placing.pieces(state) if held.name == piece), None)
    if held is None:
        raise BottegaError(_("there is no piece {piece!r} to hold").format(piece=piece[:60]))
    cell, turn = placing.within(state, held, cell, turn % held.turns)
    text = placing.move(state, held, cell, turn)
    return {"cell": list(cell), "turn": turn, "move": text, "reason": refusal(view, text)}


def refusal(view: View, text: str) -> str:
    """Why a move is against the rules, in a player's words; empty if it is not."""
    spec, state = view.spec, view.state
    try:
        move = spec.parse_move(state, text)
        return "" if move in view.legal() else spec.refusal(state, move)
    except IllegalMove as error:
        return str(error)


def fits_of(position: Position | View, viewer: int, cell: Cell, theme: str) -> dict[str, Any]:
    """The pieces that may still come, as far as the viewer knows, and could cover that cell."""
    view = position if isinstance(position, View) else position.view(viewer)
    pieces, drawings = _pieces(view, view.spec.stage.fits(view.state, cell), look_of(view.spec, theme))
    return {"cell": list(cell), "pieces": pieces, "symbols": symbols_of(drawings)}
