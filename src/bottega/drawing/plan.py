"""Where everything lies on a picture: computed from the sizes of the parts alone, so that all frames of a game can share it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bottega.svg import Box

MARGIN = 44.0
GAP = 52.0  # between the board and what lies beside or below it
BOARD_WIDTH, BOARD_HEIGHT = 1180.0, 880.0  # the room for a board
NARROW_PANEL, WIDE_PANEL = 380.0, 560.0  # the width of what lies beside the board
SHORTEST = 480.0  # the height of a board with what lies beside it, at the least
PIECE = 100.0  # a piece on the board is at most that high: a table with one tile on it is no poster
TITLE, SUBTITLE, HEADING, CAPTION = 42.0, 18.0, 25.0, 18.0  # sizes of words
HEAD = TITLE + 4 * SUBTITLE  # the height of title and subtitle with the space below them
LINE = HEADING + 22.0  # the height of a heading with its rule and the space below it
BELOW = 30.0  # the space below a tray


@dataclass(frozen=True)
class Slot:
    """Where a drawing goes: its north-west corner on the picture, and how much it is scaled."""

    box: Box  # of the drawing
    x: float
    y: float
    scale: float

    @property
    def width(self) -> float:
        return self.box.width * self.scale

    @property
    def height(self) -> float:
        return self.box.height * self.scale


@dataclass(frozen=True)
class Line:
    """Where words go."""

    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Sizes:
    """How large the parts are."""

    board: Box
    trays: tuple[Box, ...]  # [seat]
    common: Box
    piece: Box


@dataclass(frozen=True)
class Plan:
    """The layout of a picture. Lines are None where there are no words."""

    width: float
    height: float
    board: Slot
    trays: tuple[Slot, ...] = ()  # [seat]
    common: Slot | None = None
    title: Line | None = None
    headings: tuple[Line, ...] = ()  # [seat]
    caption: Line | None = None


def board_alone(sizes: Sizes) -> Plan:
    """Nothing but the board, with a margin."""
    scale = _board_scale(sizes)
    box = sizes.board
    return Plan(box.width * scale + MARGIN, box.height * scale + MARGIN, Slot(box, MARGIN / 2, MARGIN / 2, scale))


def landscape(sizes: Sizes) -> Plan:
    """The board on the left; title, seats with their trays and what is common in a column on the right."""
    scale = _board_scale(sizes)
    height = max(sizes.board.height * scale, SHORTEST)
    boxes = [*sizes.trays, sizes.common]
    room = height - HEAD - len(sizes.trays) * (LINE + BELOW) - 3 * CAPTION
    tray_scale = min(
        scale,
        WIDE_PANEL / max(1.0, *(box.width for box in boxes)),
        max(room, SHORTEST / 2) / max(1.0, sum(box.height for box in boxes)),
    )
    panel = max(NARROW_PANEL, *(box.width * tray_scale for box in boxes))
    x = MARGIN + sizes.board.width * scale + GAP
    y = MARGIN + HEAD
    headings, trays = [], []
    for box in sizes.trays:
        headings.append(Line(x, y + HEADING, panel))
        trays.append(Slot(box, x, y + LINE, tray_scale))
        y += LINE + trays[-1].height + BELOW
    common = Slot(sizes.common, x, y, tray_scale)
    height = max(height, y + common.height + 2 * CAPTION - MARGIN)
    return Plan(
        x + panel + MARGIN,
        height + 2 * MARGIN,
        Slot(sizes.board, MARGIN, MARGIN + (height - sizes.board.height * scale) / 2, scale),
        tuple(trays),
        common,
        Line(x, MARGIN + TITLE * 0.8, panel),
        tuple(headings),
        Line(x, MARGIN + height, panel),
    )


def portrait(sizes: Sizes) -> Plan:
    """Title, board, seats side by side with their trays, and below them what is common."""
    scale = _board_scale(sizes)
    seats = len(sizes.trays)
    columns = 2 if seats in (2, 4) else seats
    width = max(sizes.board.width * scale, columns * 300.0)
    column = (width - (columns - 1) * GAP / 2) / columns
    tray_scale = min(scale, _fit(sizes.trays, column))
    y = MARGIN + HEAD - SUBTITLE
    board = Slot(sizes.board, MARGIN + (width - sizes.board.width * scale) / 2, y, scale)
    y += board.height + GAP / 2
    headings, trays = [], []
    for first in range(0, seats, columns):
        row = sizes.trays[first : first + columns]
        for number, box in enumerate(row):
            x = MARGIN + number * (column + GAP / 2)
            headings.append(Line(x, y + HEADING, column))
            trays.append(Slot(box, x, y + LINE, tray_scale))
        y += LINE + max(slot.height for slot in trays[first:]) + BELOW
    common = Slot(sizes.common, MARGIN, y, min(scale, _fit([sizes.common], width)))
    y += common.height + 2 * CAPTION
    return Plan(
        width + 2 * MARGIN,
        y + MARGIN,
        board,
        tuple(trays),
        common,
        Line(MARGIN, MARGIN + TITLE * 0.8, width),
        tuple(headings),
        Line(MARGIN, y, width),
    )


def _board_scale(sizes: Sizes) -> float:
    short_side = min(sizes.piece.width, sizes.piece.height)
    return min(BOARD_WIDTH / sizes.board.width, BOARD_HEIGHT / sizes.board.height, PIECE / short_side)


def _fit(boxes: Sequence[Box], width: float) -> float:
    """The scale at which the widest of them fits."""
    return width / max(1.0, *(box.width for box in boxes))
