"""What Toscana is made of: roofs of terracotta, paving of pietra serena, fields in summer. Each is drawn once, as a symbol.

A tile is 2 x 4 cells of 24 units. Its paving covers it whole; roofs stand on that, with the ridge along the middle of the
tile, so that each square of roof is a slope that falls to the long side it lies on. The light comes from the north-west,
however the tile is turned.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

from bottega.games.toscana import layout
from bottega.svg import Theme, element, group, number, outline, path, use

CELL = 24.0
LONG, SHORT = 4 * CELL, 2 * CELL

PAPER = "#fffdf6"  # behind words that lie on tiles, and words on deep colours
ROOFS = 4  # how many squares of roof are drawn: neighbours differ
#: How a square of roof that falls to the south is turned or mirrored to fall elsewhere and still be lit from the north or west.
SLOPES = {"n": "translate(0 24)scale(1 -1)", "e": "matrix(0 1 1 0 0 0)", "w": "translate(24 0)rotate(90)"}
COLUMNS, COURSES = 4, 3  # of half-round tiles on a square of roof
PAVING_COURSES = (0, 13, 23, 36.5, 48)  # where courses of slabs on a tile begin and end


@dataclass(frozen=True, eq=False)  # one for each theme, so that what is made of it can be kept
class Material:
    """The symbols of one theme by their ids."""

    prefix: str  # of all ids: pictures of other games and themes can stand on the same page
    colours: dict[str, str]
    is_bold: bool
    symbols: dict[str, str]

    def id(self, name: str) -> str:
        return self.prefix + name

    def url(self, name: str) -> str:
        return f"url(#{self.prefix}{name})"


def material(theme: Theme) -> Material:
    """What everything is made of in this theme."""
    return _material(f"t{theme.name[0]}-", theme.is_bold, tuple(theme.colours.items()))


@lru_cache(maxsize=16)
def _material(prefix: str, is_bold: bool, colours: tuple[tuple[str, str], ...]) -> Material:
    made = Material(prefix, dict(colours), is_bold, {})
    for name, shape in {**_rims(made), **_paving(made), **_roofs(made)}.items():
        made.symbols[made.id(name)] = shape
    return made


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, as #rrggbb: so much of the other in it."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


# Of a generator of random numbers only `random` is promised to give the same numbers in every version of Python.


def _between(random: Random, low: float, high: float) -> float:
    return low + (high - low) * random.random()


def _one_of(random: Random, items: list[str]) -> str:
    return items[int(len(items) * random.random())]


# ---------------------------------------------------------------- the tile as a piece


def _rims(made: Material) -> dict[str, str]:
    """For a flat and an upright tile: what cuts it out, its shadow, which also shows between tiles, and its rim."""
    shade = made.colours["shade"]
    gap = 0.9 if made.is_bold else 0.5
    found = {}
    for name, width, height in (("f", LONG, SHORT), ("u", SHORT, LONG)):
        cut = element("rect", x=gap, y=gap, width=width - 2 * gap, height=height - 2 * gap, rx=1.6)
        found["c" + name] = element("clipPath", cut, id=made.id("c" + name))
        if made.is_bold:
            inside = {"x": 1.6, "y": 1.6, "width": width - 3.2, "height": height - 3.2, "rx": 1}
            found["s" + name] = element("rect", width=width, height=height, fill=PAPER, id=made.id("s" + name))
            found["r" + name] = element("rect", **inside, fill="none", stroke=shade, stroke_width=1.6, id=made.id("r" + name))
            continue
        found["s" + name] = group(
            element("rect", x=1.4, y=1.8, width=width + 1.2, height=height + 1.2, rx=3, opacity=0.16),
            element("rect", x=0.2, y=0.2, width=width + 0.6, height=height + 0.8, rx=2, opacity=0.5),
            element("rect", width=width, height=height, rx=1.6, opacity=0.6),
            id=made.id("s" + name),
            fill=shade,
        )
        found["r" + name] = group(
            path("M", 1, height - 1, "V", 1, "H", width - 1, stroke="#fff", stroke_opacity=0.3),
            path("M", 1, height - 1, "H", width - 1, "V", 1, stroke=shade, stroke_opacity=0.45),
            id=made.id("r" + name),
            fill="none",
            stroke_width=1,
        )
    return found


# ---------------------------------------------------------------- paving


def _paving(made: Material) -> dict[str, str]:
    """A whole tile of paving: courses of slabs, no two joints in line."""
    colours, random = made.colours, Random(1401)
    stone, light, dark = colours["grey"], colours["grey_light"], colours["grey_dark"]
    tones = [
        stone,
        stone,
        mixed(stone, light, 0.45),
        mixed(stone, light, 0.9),
        mixed(stone, dark, 0.14),
        mixed(stone, dark, 0.26),
    ]
    if made.is_bold:
        tones = [stone]
    joint = 1.5 if made.is_bold else 0.7
    slabs: dict[str, list[str]] = {tone: [] for tone in tones}
    marks = ""
    for north, south in pairwise(PAVING_COURSES):
        x = -_between(random, 3, 14)
        while x < LONG:
            width = _between(random, 11, 23)
            west, east = max(x, 0), min(x + width, LONG)
            if east - west > 2:
                slabs[_one_of(random, tones)].append(_slab(west, north, east - west, south - north, joint, random))
                marks += _chisel(west, north, east - west, south - north, random)
            x += width
    shapes = [path("".join(steps), fill=tone) for tone, steps in slabs.items() if steps]
    bed = element("rect", width=LONG, height=SHORT, fill=dark)
    chiselled = "" if made.is_bold else path(marks, stroke=dark, stroke_width=0.3, stroke_opacity=0.5)
    return {"p": group(bed, *shapes, chiselled, id=made.id("p"))}


def _chisel(x: float, y: float, width: float, height: float, random: Random) -> str:
    """The marks that the mason left on a slab: seen from close by only."""
    words = ""
    for _mark in range(int(4 * random.random())):
        length = _between(random, 1, 2.5)
        west, north = _between(random, x + 1, max(x + 1, x + width - 4)), _between(random, y + 1.5, y + height - 2)
        words += f"M{number(west)} {number(north)}l{number(length)} {number(-length / 3)}"
    return words


def _slab(x: float, y: float, width: float, height: float, joint: float, random: Random) -> str:
    """One slab, cut by hand: its corners are a little off."""
    edge = joint / 2

    def off() -> float:
        return edge + _between(random, -0.12, 0.3)

    corners = (
        (x + off(), y + off()),
        (x + width - off(), y + off()),
        (x + width - off(), y + height - off()),
        (x + off(), y + height - off()),
    )
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in corners) + "Z"


# ---------------------------------------------------------------- roofs


def _roofs(made: Material) -> dict[str, str]:
    """Squares of roof that fall to the south, the ridge tiles between two slopes, and the light along a slope."""
    dark, light = made.colours["red_dark"], made.colours["red_light"]
    found = {
        "l": element(
            "linearGradient",
            element("stop", offset=0, stop_color=light, stop_opacity=0.3),
            element("stop", offset=0.45, stop_color=light, stop_opacity=0),
            element("stop", offset=0.6, stop_color=dark, stop_opacity=0),
            element("stop", offset=1, stop_color=dark, stop_opacity=0.4),
            id=made.id("l"),
            x2=0,
            y2=1,
        )
    }
    for kind in range(ROOFS):
        name = f"s{kind}"
        found[name] = _bold_roof(made, name) if made.is_bold else _roof(made, name, Random(1296 + kind))
        for way, turn in SLOPES.items():
            found[f"{way}{kind}"] = element(
                "g", element("use", href=f"#{made.id(name)}", transform=turn), id=made.id(f"{way}{kind}")
            )
    found["kf"] = _ridge(made)
    found["ku"] = element("g", element("use", href=f"#{made.id('kf')}", transform=SLOPES["e"]), id=made.id("ku"))
    return found


def _roof(made: Material, name: str, random: Random) -> str:
    """A square of roof: the lower courses first, for the upper ones overlap them."""
    colours = made.colours
    clay, light, dark = colours["red"], colours["red_light"], colours["red_dark"]
    tones = [
        clay,
        clay,
        clay,
        mixed(clay, light, 0.3),
        mixed(clay, light, 0.16),
        mixed(clay, dark, 0.2),
        mixed(clay, "#8f7a4a", 0.22),
    ]
    shapes = [element("rect", width=CELL, height=CELL, fill=dark)]
    for course in reversed(range(COURSES)):
        steps: dict[str, str] = {}
        shadow = ""
        for column in range(COLUMNS):
            end = (course + 1) * CELL / COURSES - 1.5 + _between(random, -0.35, 0.35)
            tone = _one_of(random, tones)
            steps[tone] = steps.get(tone, "") + _half_round(column, course, end)
            shadow += _half_round(column, course, end + 0.9)
        shapes.append(path(shadow, fill=dark, fill_opacity=0.55))
        shapes += [path(words, fill=tone) for tone, words in steps.items()]
    width = CELL / COLUMNS
    lit, shaded = ("".join(f"M{number(column * width + at)} 0V{number(CELL)}" for column in range(COLUMNS)) for at in (2, 4.6))
    return group(
        *shapes,
        path(lit, stroke=light, stroke_width=1, stroke_opacity=0.5),
        path(shaded, stroke=dark, stroke_width=1.1, stroke_opacity=0.4),
        element("rect", width=CELL, height=CELL, fill=made.url("l")),
        id=made.id(name),
    )


def _half_round(column: int, course: int, end: float) -> str:
    """A tile of a roof from above: straight sides, a round lower end."""
    width = CELL / COLUMNS
    west, top = column * width + 0.6, course * CELL / COURSES
    across = number(width - 1.2)
    return f"M{number(west)} {number(top)}V{number(end)}a2.4 1.5 0 0 0 {across} 0V{number(top)}z"


def _bold_roof(made: Material, name: str) -> str:
    """The same with few and strong lines."""
    width = CELL / 3
    lines = "".join(f"M{number(width * column)} 0V{number(CELL)}" for column in range(4))
    ends = "".join(f"M{number(width * column)} {number(y)}q4 5 8 0" for column in range(3) for y in (7, 18))
    return group(
        element("rect", width=CELL, height=CELL, fill=made.colours["red"]),
        path(lines + ends, fill="none", stroke=made.colours["red_dark"], stroke_width=2),
        id=made.id(name),
    )


def _ridge(made: Material) -> str:
    """Ridge tiles along the north side of a cell."""
    colours = made.colours
    if made.is_bold:
        return path("M0 0H24", id=made.id("kf"), stroke=colours["red_dark"], stroke_width=4)
    length = CELL / 3
    caps = "".join(f"M{number(i * length)} -2.3h7.2a1 2.3 0 0 1 0 4.6h-7.2z" for i in range(3))
    return group(
        path("M0 1.4H24", stroke=colours["red_dark"], stroke_width=4.6, stroke_opacity=0.6),
        path(caps, fill=mixed(colours["red"], colours["red_light"], 0.35), stroke=colours["red_dark"], stroke_width=0.5),
        path("M0 -1H24", stroke=colours["red_light"], stroke_width=1, stroke_opacity=0.8),
        id=made.id("kf"),
    )


# ---------------------------------------------------------------- tiles


@lru_cache(maxsize=1024)
def tile_art(made: Material, owner: int, tile: int, rotation: int) -> str:
    """A tile with its north-west corner at (0, 0): paving, the shadow of its roofs, the roofs, the rim."""
    upright = rotation % 2 == layout.UPRIGHT
    west, north = ((0, 0), (SHORT, 0), (LONG, SHORT), (0, LONG))[rotation]  # where a corner of the turned paving comes to lie
    roofs = roof_cells(owner, tile, rotation)
    near, far = "we" if upright else "ns"  # where the slopes on either side of the ridge fall to
    slopes = [(x, y, (x if upright else y) == 1) for x, y in roofs]  # the last: whether the light does not reach it
    away = [(x, y) for x, y, is_away in slopes if is_away]
    ridge = [(x, y) for x, y in away if ((0, y) if upright else (x, 0)) in roofs]
    name = "u" if upright else "f"
    shapes = [
        use(made.id("p"), west, north, turn=90 * rotation),
        "" if made.is_bold else path(outline(roofs, CELL), transform="translate(2.6 2.6)", fill_opacity=0.42),
        *(_at(made, f"{far if is_away else near}{(tile + 3 * x + 2 * y) % ROOFS}", x, y) for x, y, is_away in slopes),
        path(outline(away, CELL), fill_opacity=0.13) if away else "",
        *(_at(made, "k" + name, x, y) for x, y in ridge),
        path(outline(roofs, CELL, 0.35), fill="none", stroke=made.colours["shade"], stroke_width=0.7, stroke_opacity=0.6),
        use(made.id("r" + name)),
    ]
    return group(*shapes, clip_path=made.url("c" + name), fill=made.colours["shade"])


def roof_cells(owner: int, tile: int, rotation: int) -> list[tuple[int, int]]:
    """Column and row, inside the turned tile, of its red squares in reading order (T2, T3)."""
    others = layout.OTHER_CELLS[tile]
    red = [i for i in range(layout.TILE_CELLS) if (i in others) != (owner == layout.RED)]
    return sorted(((int(dx), int(dy)) for dy, dx in layout.OFFSETS[rotation, red]), key=lambda cell: (cell[1], cell[0]))


def _at(made: Material, name: str, x: int, y: int) -> str:
    """A symbol on a cell of the tile."""
    return element("use", href=f"#{made.id(name)}", x=x * CELL or None, y=y * CELL or None)
