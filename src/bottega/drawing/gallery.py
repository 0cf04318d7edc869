"""Boards of several games side by side, as on a wall."""

from collections.abc import Sequence

from bottega.drawing.picture import scope, scoped, sheet
from bottega.drawing.style import BOARD, Style
from bottega.drawing.words import fitted
from bottega.game import Position, View
from bottega.svg import Box, Drawing, element, text

FRAME = 520.0  # the side of the square that a board hangs in
GAP = 40.0
MARGIN = 48.0
TITLE, SUBTITLE = 36.0, 20.0
PAPER, INK, QUIET = "#f3ecdf", "#33291f", "#7d6c58"


def gallery(tables: Sequence[Position | View], style: Style, title: str, heading: str = "", width: float | None = None) -> str:
    """The boards in a row, each under its own light, with the name of the game and of whoever designed it: an SVG file."""
    top = MARGIN + (2.2 * TITLE if heading else 0)
    wide = 2 * MARGIN + len(tables) * FRAME + (len(tables) - 1) * GAP
    high = top + FRAME + 2.1 * TITLE + MARGIN
    whole = Drawing(Box(0, 0, wide, high), element("rect", width=wide, height=high, rx=16, fill=PAPER))
    if heading:
        line = text(heading, wide / 2, MARGIN + TITLE, TITLE * 1.25, text_anchor="middle", fill=INK, letter_spacing=2)
        whole = whole.with_(Drawing(Box(0, 0, 1, 1), line))
    for number, table in enumerate(tables):
        whole = whole.with_(_hung(table, style, MARGIN + number * (FRAME + GAP), top))
    return whole.document(title, width)


def _hung(table: Position | View, style: Style, x: float, y: float) -> Drawing:
    """One board in its frame, with the words below."""
    drawn = sheet(table, Style(**{**vars(style), "layout": BOARD}))
    prefix, board = scope([drawn]), drawn.board
    scale = FRAME / max(board.box.width, board.box.height)
    put = board.moved(x + (FRAME - board.box.width * scale) / 2, y + (FRAME - board.box.height * scale) / 2, scale)
    frame = element("rect", x=x, y=y, width=FRAME, height=FRAME, rx=10, fill=drawn.look.theme.table)
    middle = x + FRAME / 2
    words = fitted(table.spec.title, middle, y + FRAME + TITLE * 1.25, TITLE, FRAME, text_anchor="middle", fill=INK)
    words += fitted(table.spec.designer, middle, y + FRAME + TITLE * 2, SUBTITLE, FRAME, text_anchor="middle", fill=QUIET)
    symbols = {prefix + name: scoped(symbol, prefix) for name, symbol in board.symbols.items()}
    return Drawing(Box(x, y, FRAME, FRAME), frame + scoped(put.body, prefix) + words, symbols)
