"""Firenze as plain text."""

from bottega.games.firenze import layout, rules
from bottega.games.firenze.notation import LETTERS
from bottega.i18n import _
from bottega.kernels import State

PYRAMID = "^"


def text(state: State) -> str:
    """The table, cropped: a letter for each square, ^ for a pyramid, - and | within a domino; then what is left."""
    squares: dict[tuple[int, int], str] = {}
    joints: set[tuple[int, int, int]] = set()
    for move in state.laid[: int(state.turns)].tolist():
        place = (move >> layout.SLOTS) // layout.COLOURINGS
        for cell in (place >> 1, rules.other_cell(state, place)):
            value = int(state.board[cell])
            squares[rules.point(state, cell)] = PYRAMID if value & layout.COVERED else LETTERS[value]
        joints.add((*rules.point(state, place >> 1), place & 1))
    lines = _table(squares, joints) if squares else [_("The table is empty.")]
    kinds = [LETTERS[first] + LETTERS[second] for first, second in layout.COLOURING[::2].tolist()]
    left = " ".join(f"{kind} {count}" for kind, count in zip(kinds, state.dominoes.tolist(), strict=True))
    return "\n".join([*lines, "", _("Left: {dominoes}, pyramids {pyramids}").format(dominoes=left, pyramids=int(state.pyramids))])


def _table(squares: dict[tuple[int, int], str], joints: set[tuple[int, int, int]]) -> list[str]:
    columns = range(min(x for x, _y in squares), max(x for x, _y in squares) + 1)
    rows = range(min(y for _x, y in squares), max(y for _x, y in squares) + 1)
    width = max(3, *(len(str(x)) + 1 for x in columns))
    margin = max(len(str(y)) for y in rows)
    lines = [" " * margin + "".join(f"{x:>{width}}" for x in columns)]
    for y in rows:
        cells = []
        for x in columns:
            joined = (x - 1, y, layout.ACROSS) in joints
            cells.append(squares.get((x, y), "·").rjust(width, "-" if joined else " "))
        lines.append(f"{y:>{margin}}" + "".join(cells))
        between = "".join(("|" if (x, y, layout.DOWN) in joints else " ").rjust(width) for x in columns)
        if y != rows[-1]:
            lines.append((" " * margin + between).rstrip())
    return lines
