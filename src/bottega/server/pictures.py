"""Pictures of positions for a page: the board and what lies beside it, as SVG, and the same in words.

Tables, lessons and studies use them alike. Symbols have the same ids, and equal ids mean equal symbols, in all pictures of a
game in one theme: pictures and pieces on one page share them.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from threading import Lock
from typing import Any

from bottega import i18n
from bottega.drawing.picture import summary
from bottega.drawing.style import OVERLAYS, Style
from bottega.errors import BottegaError
from bottega.game import Position, View
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.spec import GameSpec
from bottega.svg import Box, Drawing, Look

AUTO = "auto"  # the theme of a guest who leaves it to the browser: whoever asks for pictures says which one that is
COORDINATES = "coordinates"
SHOWN = (*OVERLAYS, COORDINATES)  # what can be shown besides
KEPT = 256  # pictures in memory: some 50 kB each


def look_of(spec: GameSpec, theme: str, show: Sequence[str] = (), candidates: tuple[tuple[str, float], ...] = ()) -> Look:
    """How to draw; raises BottegaError where there is no such theme, or nothing of the name can be shown."""
    for name in show:
        if name not in SHOWN:
            raise BottegaError(
                _("what can be shown is {overlays}, not {overlay!r}").format(overlays=", ".join(SHOWN), overlay=name[:60])
            )
    style = Style(
        theme="" if theme == AUTO else theme[:60],
        coordinates=COORDINATES in show,
        show=[name for name in show if name in OVERLAYS],
        candidates=candidates,
    )
    return style.look(spec)


def box_of(box: Box) -> list[float]:
    return [box.x, box.y, box.width, box.height]


def drawn(drawing: Drawing) -> dict[str, Any]:
    """A drawing on the wire; its symbols go with those of the others."""
    return {"box": box_of(drawing.box), "body": drawing.body}


def symbols_of(drawings: Sequence[Drawing]) -> str:
    """The elements that the drawings use, each one once."""
    found: dict[str, str] = {}
    for drawing in drawings:
        found |= drawing.symbols
    return "".join(found.values())


class _Kept:
    """The pictures that were asked for last. Several threads draw."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._pictures: OrderedDict[bytes, dict[str, Any]] = OrderedDict()

    def find(self, key: bytes) -> dict[str, Any] | None:
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
            return self._pictures.get(key)

    def keep(self, key: bytes, picture: dict[str, Any]) -> None:
        with self._lock:
            self._pictures[key] = picture
            while len(self._pictures) > self._most:
                self._pictures.popitem(last=False)

    def cache_clear(self) -> None:
        """Forget them all, as one says to `functools.cache`."""
        with self._lock:
            self._pictures.clear()


_kept = _Kept(KEPT)


def picture_of(
    position: Position | View,
    viewer: int | None,
    theme: str,
    show: Sequence[str] = (),
    candidates: tuple[tuple[str, float], ...] = (),
) -> dict[str, Any]:
    """The picture of docs/server.md as the viewer sees it; None: everything is open. To be read, not changed: it is kept."""
    spec = position.spec
    look = look_of(spec, theme, show, candidates)
    last = position.history[-1] if isinstance(position, Position) and position.history else ""
    table = position.view(viewer) if isinstance(position, Position) and viewer is not None else position
    if isinstance(table, View) and table.viewer != table.seat:
        look = replace(look, legal=False, candidates=())  # the choices of a seat are its own to know
    key = _key(table, last, look)
    found = _kept.find(key)
    if found is None:
        found = _draw(table, last, look)
        _kept.keep(key, found)
    return found


def _key(table: Position | View, last: str, look: Look) -> bytes:
    """All that a picture depends on."""
    shown = (look.theme.name, look.has_coordinates, look.has_mark, look.legal, look.worth, look.threats, look.candidates)
    words = (table.spec.name, shown, table.past, last, i18n.language.get())
    return blake2b(table.state.tobytes() + repr(words).encode(), digest_size=16).digest()


def _draw(table: Position | View, last: str, look: Look) -> dict[str, Any]:
    artist, state, theme = table.spec.artist, table.state, look.theme
    board = artist.board(state, table.past, look)
    trays = [artist.tray(state, seat, look) for seat in range(len(table.seats))]
    common = artist.tray(state, SPECTATOR, look)
    return {
        "ply": len(table.past),
        "box": box_of(board.box),
        "side": artist.side,
        "symbols": symbols_of([board, *trays, common]),
        "board": board.body,
        "trays": [drawn(tray) for tray in trays],
        "common": drawn(common),
        "theme": {
            "name": theme.name,
            "table": theme.table,
            "ink": theme.ink,
            "quiet": theme.quiet,
            "mark": theme.mark,
            "good": theme.good,
            "bad": theme.bad,
            "is_bold": theme.is_bold,
        },
        "summary": summary(table, last),
        "sentences": list(table.spec.stage.spoken_board(state)),
        "note": artist.note(state),
    }
