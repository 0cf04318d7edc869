"""What can be shown on top of a position of Firenze: the last move, places, groups, sandwiches, candidate moves."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bottega.games.firenze import layout, rules
from bottega.games.firenze.material import BASE, EDGE, SIDE, Stones
from bottega.games.firenze.notation import LETTERS, parse_move
from bottega.kernels import Ints, Setup, State, random_numbers
from bottega.placing import Cell
from bottega.svg import Look, Theme, element, number, outline, path, text

_SLOT_BITS = (1 << layout.SLOTS) - 1


@dataclass(frozen=True)
class Shown:
    """Overlays: what lies on the table, what lies on the tiles, and the cells that must be in sight for it."""

    below: str
    above: str
    cells: frozenset[Cell]


def draw(state: State, look: Look, stones: Stones) -> Shown:
    """Everything that the look asks for."""
    theme = look.theme
    below, above = "", ""
    cells: set[Cell] = set()
    if look.legal:
        near, far = _legal_cells(state)
        below += _dots(near, 7, 0.6, theme) + _dots(far, 3.5, 0.4, theme)
        cells |= near | far
    if look.worth:
        above += "".join(_worth(state, theme))
    if look.has_mark and state.turns > 0:
        above += _last_move(state, theme)
    if look.threats and state.turns > 0:
        above += _brackets(sandwiched_last(state), theme)
    if look.candidates:
        ghosts, taken = _candidates(state, look, stones)
        above += ghosts
        cells |= {(x + step, y + step) for x, y in taken for step in (-1, 1)}  # they have a margin as tiles have
    return Shown(below, above, frozenset(cells))


# ---------------------------------------------------------------- places and moves


def place_of(move: int) -> int:
    """Where the domino of a move lies."""
    return (move >> layout.SLOTS) // layout.COLOURINGS


def cells_of(state: State, place: int) -> tuple[Cell, Cell]:
    """The two cells of a place, the west or north one first."""
    return rules.point(state, place >> 1), rules.point(state, rules.other_cell(state, place))


def slot_cells(state: State, move: int, slots: int) -> list[Cell]:
    """The cells of some slots of a move: those that it covers, or those that it sandwiches."""
    place = place_of(move)
    steps = layout.SLOT[place & 1].tolist()
    return [rules.point(state, rules.shift(state, place >> 1, *steps[slot])) for slot in range(layout.SLOTS) if slots >> slot & 1]


def _last_move(state: State, theme: Theme) -> str:
    """A line around the last domino, and one around each pyramid set with it."""
    move = int(state.laid[int(state.turns) - 1])
    lines = outline(cells_of(state, place_of(move)), SIDE)
    rims = "".join(outline([cell], SIDE, EDGE - BASE) for cell in slot_cells(state, move, move & _SLOT_BITS))
    return _cased(lines + rims, theme.mark, 2.4, theme)


def _cased(lines: str, colour: str, width: float, theme: Theme) -> str:
    """Lines that are seen on any ground: with a thin rim in the colour of the table."""
    return element(
        "g",
        path(lines, stroke=theme.table, stroke_width=width + 1.6),
        path(lines, stroke=colour, stroke_width=width),
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


# ---------------------------------------------------------------- legal places


def _legal_cells(state: State) -> tuple[set[Cell], set[Cell]]:
    """The cells that a domino may take: those beside a square, and those only its other half can reach."""
    near: set[Cell] = set()
    far: set[Cell] = set()
    for place in np.unique((_legal_moves(state) >> layout.SLOTS) // layout.COLOURINGS).tolist():
        for index, cell in zip((place >> 1, rules.other_cell(state, place)), cells_of(state, place), strict=True):
            (near if state.board[index] & layout.OPEN else far).add(cell)
    return near, far


def _legal_moves(state: State) -> Ints:
    out = np.empty(1 << 13, np.int32)
    count = int(rules.moves(state, out))
    if count > len(out):
        out = np.empty(count, np.int32)
        rules.moves(state, out)
    return out[:count]


def _dots(cells: set[Cell], size: float, opacity: float, theme: Theme) -> str:
    """One dot in each cell, all in one path: lines of no length with round ends."""
    steps = "".join(f"M{number((x + 0.5) * SIDE)} {number((y + 0.5) * SIDE)}h.01" for y, x in sorted((y, x) for x, y in cells))
    return path(steps, stroke=theme.good, stroke_width=size, stroke_opacity=opacity, stroke_linecap="round") if cells else ""


# ---------------------------------------------------------------- groups


def groups(state: State) -> Iterator[tuple[int, list[Cell]]]:
    """Every group of a colour that somebody plays: its seat and its cells."""
    seen = np.zeros(state.board.shape[0] >> 6, np.uint64)
    members = np.zeros(2 * state.laid.shape[0], np.int32)
    seats = {colour: seat for seat, colour in enumerate(state.colours[: int(state.players)].tolist())}
    known: set[int] = set()
    for move in state.laid[: int(state.turns)].tolist():
        place = place_of(move)
        for index in (place >> 1, rules.other_cell(state, place)):
            seat = seats.get(int(state.board[index]))
            if seat is not None and index not in known:
                size = rules.group(state, index, seen, members)
                known.update(members[:size].tolist())
                yield seat, sorted(rules.point(state, member) for member in members[:size].tolist())


def _worth(state: State, theme: Theme) -> Iterator[str]:
    """Groups that count, with their sizes; the largest of a seat, which breaks ties, has a double rim (F8). Pairs are faint."""
    found = list(groups(state))
    largest = np.zeros((int(state.players), 2), np.int32)
    rules.scores(state, largest)
    for seat, cells in found:
        letter = LETTERS[int(state.colours[seat])]
        ink = theme.colours[f"{letter} ink"]
        if len(cells) >= layout.GROUP:
            yield path(outline(cells, SIDE, 3.6), fill="none", stroke=ink, stroke_width=1.6, stroke_linejoin="round")
            yield _badge(cells, theme.colours[letter], ink, len(cells) == largest[seat, 1])
        elif len(cells) == layout.GROUP - 1:
            border = outline(cells, SIDE, 3.6)
            yield path(border, fill="none", stroke=ink, stroke_width=1, stroke_opacity=0.65, stroke_dasharray="2 3")


def _badge(cells: list[Cell], marble: str, ink: str, is_largest: bool) -> str:
    """The size of a group, on its square nearest to the middle."""
    middle = sum(x for x, _y in cells) / len(cells), sum(y for _x, y in cells) / len(cells)
    x, y = min(cells, key=lambda cell: ((cell[0] - middle[0]) ** 2 + (cell[1] - middle[1]) ** 2, cell))
    cx, cy = (x + 0.5) * SIDE, (y + 0.5) * SIDE
    rim = element("circle", cx=cx, cy=cy, r=12.5, fill=marble, stroke=ink, stroke_width=1.4) if is_largest else ""
    return (
        rim
        + element("circle", cx=cx, cy=cy, r=10, fill=ink)
        + text(str(len(cells)), cx, cy + 4.6, 13, text_anchor="middle", font_weight="bold", fill=marble)
    )


# ---------------------------------------------------------------- sandwiches


def sandwiched_last(state: State) -> list[Cell]:
    """The squares that the last placement sandwiched (F4), covered by now or not: found on the board as it was before."""
    *earlier, last = state.laid[: int(state.turns)].tolist()
    players = state.colours[: int(state.players)].tolist()
    setup: Setup = np.zeros(1, layout.SETUP)[0]
    setup.players, setup.sets = state.players, layout.STATES.index(state.dtype) + 1
    setup.neutral = next((colour for colour in (layout.WHITE, layout.PINK, layout.GREEN) if colour not in players), layout.EMPTY)
    before: State = np.zeros(1, state.dtype)[0]
    rules.start(before, setup, random_numbers(0))
    for move in earlier:
        rules.play(before, move)
    colouring = (last >> layout.SLOTS) % layout.COLOURINGS
    return slot_cells(state, last, rules.sandwiched(before, place_of(last), colouring))


def _brackets(cells: list[Cell], theme: Theme) -> str:
    """Four corners around each cell."""
    near, far, arm = 0.5, SIDE - 0.5, 10.0  # outside of the rim of a pyramid
    lines = "".join(
        f"M{number(x * SIDE + cx)} {number(y * SIDE + cy + dy * arm)}v{number(-dy * arm)}h{number(dx * arm)}"
        for x, y in cells
        for cx, dx in ((near, 1), (far, -1))
        for cy, dy in ((near, 1), (far, -1))
    )
    return _cased(lines, theme.bad, 2.4, theme) if lines else ""


# ---------------------------------------------------------------- candidates


def _candidates(state: State, look: Look, stones: Stones) -> tuple[str, set[Cell]]:
    """Ghosts of the moves, the best one strongest and on top. One that better ones hide completely is left out."""
    ghosts: list[str] = []
    labels: list[str] = []
    taken: set[Cell] = set()
    for rank, (name, chance) in enumerate(look.candidates):
        move = parse_move(state, name)
        place = place_of(move)
        cells = cells_of(state, place)
        free = [cell for cell in cells if cell not in taken]
        if not free:
            continue
        taken.update(cells)
        letters = "".join(LETTERS[colour] for colour in layout.COLOURING[(move >> layout.SLOTS) % layout.COLOURINGS].tolist())
        pyramids = "".join(stones.pyramid(*cell) for cell in slot_cells(state, move, move & _SLOT_BITS))
        colour = look.theme.ink if rank else look.theme.good
        line = path(outline(cells, SIDE), fill="none", stroke=colour, stroke_width=1.5, stroke_dasharray="4 3")
        ghost = stones.piece(letters, *cells[0], is_down=bool(place & layout.DOWN)) + pyramids
        ghosts.append(element("g", ghost, opacity=max(0.8 - 0.12 * rank, 0.35)) + line)
        labels.append(_label(f"{chance:.0%}", free, colour, look.theme))
    return "".join(reversed(ghosts)) + "".join(reversed(labels)), taken


def _label(words: str, cells: list[Cell], colour: str, theme: Theme) -> str:
    """Words on a small plate in the middle of some cells."""
    x = (sum(column for column, _row in cells) / len(cells) + 0.5) * SIDE
    y = (sum(row for _column, row in cells) / len(cells) + 0.5) * SIDE
    plate = element("rect", x=x - 17, y=y - 9, width=34, height=18, rx=9, fill=colour, stroke=theme.table)
    return plate + text(words, x, y + 4.4, 12.5, text_anchor="middle", font_weight="bold", fill=theme.table)
