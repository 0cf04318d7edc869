"""What the town of Toscana lies in: fields in summer, seen from the air, with the grid of the board and the frame of a map."""

from functools import lru_cache
from random import Random

from bottega.games.toscana.layout import CENTRE, SIDE
from bottega.games.toscana.material import CELL, Material, mixed
from bottega.games.toscana.notation import COLUMNS
from bottega.svg import Point, element, group, number, path, text, use

BOARD = SIDE * CELL
FRAME = 14.0  # the printed board with it is 200 mm wide, which fits on A4 and Letter
NEATLINE = 2.6  # the band of dark and light that maps have along their border, one length for each cell

# Fields are the meshes of a net of curved lines: so many each way, its knots off the square by so much at the most.
MESHES = 5
STRAY = 0.3
CROPS = ("wheat", "hay", "meadow", "grove", "vines", "plough")
#: [row][column] what grows where: neighbours differ
SOWN = ((0, 2, 1, 3, 0), (3, 1, 5, 0, 4), (5, 0, 1, 2, 1), (1, 4, 0, 5, 3), (2, 1, 3, 1, 0))


@lru_cache(maxsize=16)
def board_symbols(made: Material) -> dict[str, str]:
    """The empty board, its north-west cell at (0, 0), as one symbol with those it uses."""
    fields = {} if made.is_bold else _fields(made)
    uses = use(made.id("fields")) if fields else element("rect", width=BOARD, height=BOARD, fill=made.colours["field"])
    whole = group(_frame(made), uses, _grid(made), _middle(made), id=made.id("board"))
    return {**fields, made.id("board"): whole}


# ---------------------------------------------------------------- fields


def _fields(made: Material) -> dict[str, str]:
    """The fields, the meshes of the net, each with its crop; and the ways between them."""
    random = Random(1338)
    knots = [[_knot(x, y, random) for x in range(MESHES + 1)] for y in range(MESHES + 1)]
    across = [_steps(line) for line in knots]  # the lines from the west to the east, the first along the border
    down = [_steps([line[x] for line in knots]) for x in range(MESHES + 1)]
    back = [_steps(line[::-1])[::-1] for line in knots]
    up = [_steps([line[x] for line in knots[::-1]])[::-1] for x in range(MESHES + 1)]
    symbols = _crops(made)
    shapes = [element("rect", width=BOARD, height=BOARD, fill=made.colours["field"])]
    for y in range(MESHES):
        for x in range(MESHES):
            name = made.id(f"f{x}{y}")
            border = f"M{_at(knots[y][x])}{across[y][x]}{down[x + 1][y]}{back[y + 1][x]}{up[x][y]}Z"
            symbols[name] = element("clipPath", path(border), id=name)
            west_east, north_south = ([knots[b][a][i] for a in (x, x + 1) for b in (y, y + 1)] for i in (0, 1))
            turn = int(random.random() * 18) * 10 - 85
            sown = use(made.id(CROPS[SOWN[y][x]]), round(sum(west_east) / 4), round(sum(north_south) / 4), turn)
            shapes.append(element("g", sown, clip_path=f"url(#{name})"))
    inner = range(1, MESHES)
    shapes.append(
        _ways(
            made,
            across=["M" + _at(knots[y][0]) + "".join(across[y]) for y in inner],
            down=["M" + _at(knots[0][x]) + "".join(down[x]) for x in inner],
        )
    )
    symbols[made.id("fields")] = group(*shapes, id=made.id("fields"))
    return symbols


def _knot(x: int, y: int, random: Random) -> Point:
    """Where lines of the net meet: on the border of the board they stay on it."""
    mesh = BOARD / MESHES
    dx, dy = ((2 * random.random() - 1) * STRAY for _axis in "xy")
    return (x + dx * (0 < x < MESHES)) * mesh, (y + dy * (0 < y < MESHES)) * mesh


def _steps(line: list[Point]) -> list[str]:
    """The steps of a smooth path through the knots of a line: at each it runs as from the knot before to the knot after it."""
    ends = [line[0], *line, line[-1]]
    steps = []
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        leaving = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        coming = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        steps.append(f"C{_at(leaving)} {_at(coming)} {_at(end)}")
    return steps


def _at(point: Point) -> str:
    return " ".join(str(round(coordinate)) for coordinate in point)


def _ways(made: Material, across: list[str], down: list[str]) -> str:
    """What runs between the fields: hedges with trees in them, and two white lanes across the country."""
    lanes = across.pop(2) + down.pop(1)
    olive, lane = made.colours["olive"], made.colours["lane"]
    hedges, trees = made.id("hedges"), "0 7.3 0 4.1 0 13 0 3.2 0 19"
    return group(
        element("path", d=lanes, stroke=mixed(lane, olive, 0.4), stroke_width=3.2),
        element("path", d=lanes, stroke=lane, stroke_width=2.2),
        group(element("path", id=hedges, d="".join(across + down)), stroke=olive, stroke_width=0.9, stroke_opacity=0.4),
        group(use(hedges), stroke=olive, stroke_width=2.4, stroke_opacity=0.45, stroke_linecap="round", stroke_dasharray=trees),
        fill="none",
    )


def _crops(made: Material) -> dict[str, str]:
    """What grows on a field: ground and rows, far larger than any field; a clip makes the field of it."""
    colours = made.colours
    field, hay, meadow, olive = (colours[name] for name in ("field", "hay", "meadow", "olive"))
    earth = colours["earth"]
    kinds: dict[str, tuple[str, float, dict[str, str | float]]] = {  # the ground, how far rows are apart, and the rows
        "wheat": (field, 3.0, {"stroke": mixed(field, olive, 0.32), "stroke_width": 0.5}),
        "hay": (hay, 9.0, {"stroke": mixed(hay, field, 0.5), "stroke_width": 4}),
        "meadow": (meadow, 6.0, {"stroke": mixed(meadow, hay, 0.25), "stroke_width": 2.2}),
        "grove": (
            mixed(hay, meadow, 0.45),
            6.5,
            {"stroke": mixed(olive, meadow, 0.45), "stroke_width": 2.7, "stroke_linecap": "round", "stroke_dasharray": "0 6.5"},
        ),
        "vines": (
            mixed(field, meadow, 0.4),
            4.5,
            {"stroke": mixed(olive, field, 0.5), "stroke_width": 1.2, "stroke_dasharray": "5 0.9 3 0.7"},
        ),
        "plough": (earth, 2.2, {"stroke": mixed(earth, olive, 0.28), "stroke_width": 0.6}),
    }
    reach = 90
    found = {}
    for name, (ground, gap, strokes) in kinds.items():
        there_and_back = f"h{2 * reach}m0 {number(gap)}h-{2 * reach}m0 {number(gap)}"
        rows = f"M-{reach} -{reach}" + there_and_back * int(reach / gap)
        base = element("rect", x=-reach, y=-reach, width=2 * reach, height=2 * reach, fill=ground)
        found[made.id(name)] = group(base, path(rows, **strokes), id=made.id(name))
    return found


# ---------------------------------------------------------------- grid and frame


def _grid(made: Material) -> str:
    lines = "".join(f"M0 {number(i * CELL)}H{number(BOARD)}M{number(i * CELL)} 0V{number(BOARD)}" for i in range(1, SIDE))
    if made.is_bold:
        return path(lines, stroke=made.colours["grid"], stroke_width=1)
    return path(lines, stroke=made.colours["grid"], stroke_width=0.6, stroke_opacity=0.22)


def _middle(made: Material) -> str:
    """The mark of the centre, which the first tile covers (T5): the star of a map."""
    x, y = (CENTRE % SIDE + 0.5) * CELL, (CENTRE // SIDE + 0.5) * CELL
    star = "M0 -9L1.8 -1.8L9 0L1.8 1.8L0 9L-1.8 1.8L-9 0L-1.8 -1.8Z"
    return group(
        element("circle", r=6.2, fill="none", stroke_width=0.8),
        path(star, stroke="none"),
        transform=f"translate({number(x)} {number(y)})",
        fill=made.colours["neatline"],
        stroke=made.colours["neatline"],
        opacity=0.75,
    )


def _frame(made: Material) -> str:
    colours = made.colours
    band = NEATLINE
    outer = element("rect", x=-FRAME, y=-FRAME, width=BOARD + 2 * FRAME, height=BOARD + 2 * FRAME, rx=2, fill=colours["frame"])
    line = element("rect", x=-band, y=-band, width=BOARD + 2 * band, height=BOARD + 2 * band, fill=colours["neatline"])
    near, far = number(-band / 2), number(BOARD + band / 2)
    lengths = path(
        f"M0 {near}H{number(BOARD)}M0 {far}H{number(BOARD)}M{near} 0V{number(BOARD)}M{far} 0V{number(BOARD)}",
        stroke=colours["frame"],
        stroke_width=band - 1,
        stroke_dasharray=f"{number(CELL)} {number(CELL)}",
    )
    edge = element(
        "rect",
        x=1.5 - FRAME,
        y=1.5 - FRAME,
        width=BOARD + 2 * FRAME - 3,
        height=BOARD + 2 * FRAME - 3,
        rx=1,
        fill="none",
        stroke=colours["neatline"],
        stroke_width=0.5,
    )
    return outer + edge + line + lengths


@lru_cache(maxsize=16)
def coordinates(colour: str) -> str:
    """The letters of the columns and the numbers of the rows on the four sides of the frame (T1)."""
    away = (FRAME + NEATLINE) / 2 - 0.5
    size = 7.5
    words = []
    for i in range(SIDE):
        middle = (i + 0.5) * CELL
        words += [text(COLUMNS[i], middle, y, size) for y in (-away + 2.2, BOARD + away + 2.4)]
        words += [text(str(i + 1), x, middle + 2.6, size) for x in (-away, BOARD + away)]
    return group(*words, fill=colour, text_anchor="middle")
