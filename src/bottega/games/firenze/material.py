"""Marble and black stone: the symbols that pictures of Firenze are made of.

Every marble has its own pattern, so that nobody needs to tell the colours apart: white has a few branching veins, pink is
banded from south-west to north-east, green carries a net of light veins. Veins and bands are composed by hand, as points
"x,y,width" on a square from -20 to 20. Each marble has several cuts, which can be turned: a floor does not repeat itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from bottega.svg import Point, Theme, element, number, path, use

SIDE = 40.0  # of a square
EDGE = SIDE / 2
SEAM = 0.2  # half of the seam between the squares of a domino
JOINT = 1.1  # half of the joint between two dominoes
SOFTNESS = 2.2  # of a shadow
BASE = 16.5  # from the centre of a pyramid to its sides


@dataclass(frozen=True)
class Cut:
    """How one square is cut from the stone: shapes as rows of points "x,y,width"."""

    veins: Sequence[str]
    clouds: Sequence[str] = ()  # darker bands or patches
    lights: Sequence[str] = ()  # lighter ones


@dataclass(frozen=True)
class Strength:
    """How much of a pattern is seen."""

    thicker: float  # factor of the width of veins
    vein: float  # opacity
    cloud: float  # opacity of dark bands and patches
    light: float  # opacity of light ones


#: [is_bold][letter]
STRENGTH = {
    False: {"W": Strength(1, 0.8, 0.55, 0), "P": Strength(1, 0.5, 0.42, 0.42), "G": Strength(1, 0.6, 0.7, 0.7)},
    True: {"W": Strength(1.5, 1, 0, 0), "P": Strength(1, 0, 1, 0), "G": Strength(2.6, 1, 0, 0)},
}

CUTS = {
    "W": (
        Cut(
            veins=(
                "-20,-7,.7 -13,-4,1.6 -7,-5,.8 -1,1,1.8 6,2,.9 12,8,1.4 20,11,.5",
                "-1,1,.9 3,7,.6 4,13,.5 8,20,.3",
                "-20,12,.4 -12,9,.5 -6,12,.3 -2,11,.1",
            ),
            clouds=("-20,-9,6 -10,-7,10 0,-1,8 9,3,11 20,9,7",),
        ),
        Cut(
            veins=(
                "-4,-20,.5 -6,-12,1.3 -1,-6,.7 -3,0,1.7 3,6,1 2,12,1.4 7,20,.5",
                "-3,0,.9 -9,4,.6 -13,3,.5 -20,7,.3",
                "20,-12,.4 13,-10,.5 9,-13,.2",
            ),
            clouds=("-2,-20,5 -3,-10,9 1,0,6 3,9,11 9,20,6",),
        ),
        Cut(
            veins=(
                "20,-14,.6 12,-10,1.3 9,-4,.7 1,0,1.5 -4,6,.7 -12,9,1.2 -20,16,.5",
                "9,-4,.6 14,2,.5 13,8,.3 20,13,.2",
            ),
            clouds=("20,2,7 9,5,11 -2,12,7 -9,20,8",),
        ),
        Cut(
            veins=(
                "-20,2,.5 -12,0,1 -5,3,.5 4,1,1.1 11,-4,.6 20,-5,.4",
                "4,1,.6 8,9,.6 6,14,.3 10,20,.3",
            ),
            clouds=("-20,-12,8 -8,-13,12 5,-15,7 14,-20,6",),
        ),
        Cut(
            veins=(
                "-20,15,.5 -12,12,1.2 -8,6,.8 0,4,1.9 5,-3,.9 12,-5,1.4 16,-13,.7 20,-16,.4",
                "0,4,.9 7,8,.7 12,6,.4 20,10,.3",
                "-14,-20,.4 -11,-13,.6 -5,-11,.3 -2,-7,.1",
            ),
            clouds=("-20,10,7 -9,4,9 1,1,7 9,-7,9 16,-20,6",),
        ),
        Cut(
            veins=(
                "11,-20,.5 8,-13,1.1 10,-7,.6 4,-1,1.4 5,5,.7 -2,10,1.2 -3,15,.6 -8,20,.4",
                "-20,-12,.4 -13,-13,.7 -7,-9,.4 4,-1,.4",
            ),
            clouds=("-20,10,7 -11,8,10 -6,13,8 -1,20,6",),
        ),
    ),
    "P": (
        Cut(
            veins=("-5,20,.5 2,13,1 7,9,.6 14,4,1.1 20,-3,.4", "-20,8,.4 -14,1,.8 -7,-3,.4 0,-12,.7 8,-20,.3"),
            clouds=("-20,-4,5 -13,-7,3 -8,-13,5 -3,-20,4", "-9,20,7 -1,12,5 6,6,8 12,-1,5 20,-9,7"),
            lights=("-20,10,4 -10,3,6 -2,-4,4 6,-11,6 13,-20,4", "5,20,5 12,13,4 20,7,6"),
        ),
        Cut(
            veins=("-20,15,.4 -13,7,.9 -5,2,.5 1,-6,1.1 8,-11,.5 15,-20,.4",),
            clouds=("-20,4,6 -11,-3,8 -3,-10,5 6,-20,6", "3,20,5 9,12,7 15,6,4 20,1,6"),
            lights=("-10,20,5 -3,10,7 4,4,4 11,-4,7 20,-12,5",),
        ),
        Cut(
            veins=("-20,-3,.4 -14,-7,.9 -10,-14,.5 -5,-20,.4", "-12,20,.5 -4,10,1.2 4,5,.6 10,-4,1 20,-11,.4"),
            clouds=("-20,12,7 -10,3,5 -1,-3,9 7,-12,5 13,-20,6",),
            lights=("-20,1,4 -11,-5,5 -4,-14,4 0,-20,3", "0,20,6 8,10,5 13,7,7 20,0,5"),
        ),
        Cut(
            veins=("2,20,.4 8,14,1 12,8,.5 20,2,.5", "-20,3,.4 -12,-3,.6 -7,-11,.9 2,-20,.3"),
            clouds=("-15,20,6 -7,9,8 2,4,5 9,-6,8 20,-15,6",),
            lights=("-20,9,3 -12,3,6 -1,-7,4 9,-20,5", "9,20,4 14,15,5 20,10,4"),
        ),
        Cut(
            veins=("-20,-9,.4 -15,-13,.8 -9,-20,.4", "-8,20,.5 0,12,1.2 6,3,.6 13,-1,1.1 20,-8,.4"),
            clouds=("-20,1,5 -12,-4,7 -5,-13,5 2,-20,6", "2,20,6 10,11,4 14,8,6 20,3,4"),
            lights=("-20,13,5 -11,5,4 0,-4,7 6,-11,4 15,-20,5",),
        ),
    ),
    "G": (
        Cut(
            veins=(
                "-20,-11,.5 -12,-8,.8 -5,-11,.5 2,-6,.9 9,-9,.5 20,-4,.6",
                "-9,-20,.5 -5,-11,.6 -8,-3,.5 -4,4,.9 -7,12,.5 -3,20,.5",
                "-20,6,.5 -13,3,.6 -4,4,.8 4,9,.6 11,6,.8 20,12,.5",
                "2,-6,.5 5,1,.5 4,9,.7 8,15,.4 7,20,.4",
                "9,-9,.5 14,-2,.5 11,6,.6",
            ),
            clouds=("-7,-3,0 -3,-6,6 1,-3,9 3,3,7 3,8,0", "12,5,0 15,0,6 20,1,6"),
            lights=("-20,13,6 -13,9,8 -8,9,0",),
        ),
        Cut(
            veins=(
                "-20,8,.5 -11,11,.7 -5,6,.5 3,8,1 10,3,.6 20,5,.5",
                "5,-20,.5 7,-12,.8 1,-7,.5 2,0,.8 -5,6,.6 -4,14,.5 -9,20,.4",
                "-20,-9,.5 -13,-11,.6 -7,-6,.9 1,-7,.6",
                "7,-12,.5 14,-10,.8 20,-14,.5",
                "2,0,.5 10,3,.6 12,12,.6 8,20,.4",
            ),
            clouds=("-20,0,6 -12,-1,9 -5,0,7 0,-5,0", "20,13,8 15,13,7 12,11,0"),
            lights=("14,-20,6 11,-15,6 8,-12,0",),
        ),
        Cut(
            veins=(
                "-13,-20,.5 -10,-13,.8 -13,-6,.5 -8,0,.9 -11,8,.5 -8,13,.8 -12,20,.4",
                "-10,-13,.5 -1,-10,.8 5,-13,.5 12,-9,.9 20,-11,.5",
                "-8,0,.6 1,-2,.5 8,2,.9 20,0,.5",
                "-1,-10,.4 1,-2,.6 -2,7,.5 -8,13,.6",
                "8,2,.5 10,10,.7 7,14,.5 10,20,.4",
            ),
            clouds=("1,-2,0 5,-7,8 12,-4,9 20,-6,7",),
            lights=("-7,13,0 0,8,7 6,7,8 9,4,0",),
        ),
        Cut(
            veins=(
                "-20,-3,.5 -12,-5,.9 -6,-1,.5 0,-4,.6 7,1,1 13,-2,.5 20,2,.5",
                "-7,-20,.4 -9,-12,.7 -12,-5,.6 -16,3,.5 -20,9,.4",
                "0,-4,.5 3,-12,.8 1,-20,.4",
                "-6,-1,.5 -5,8,.9 2,12,.5 1,20,.4",
                "7,1,.6 9,9,.5 2,12,.6",
                "9,9,.5 20,14,.5",
            ),
            clouds=("-6,0,0 -10,6,9 -9,13,10 -12,20,7", "8,2,0 14,5,7 20,8,4"),
            lights=("3,-20,2 7,-12,8 7,-5,7 6,0,0",),
        ),
        Cut(
            veins=(
                "-20,14,.5 -14,9,.6 -7,10,.9 -2,4,.5 6,5,.8 10,-2,.6 16,-4,.8 20,-9,.4",
                "-2,-20,.4 -4,-13,.8 1,-8,.5 0,-1,.9 -2,4,.6",
                "-4,-13,.5 -12,-11,.8 -20,-16,.4",
                "1,-8,.5 10,-2,.7",
                "6,5,.5 9,13,.8 16,15,.5 20,20,.2",
                "-14,9,.5 -15,1,.8 -12,-11,.5",
            ),
            clouds=("-14,8,0 -9,1,9 -4,-5,8 -1,-2,0",),
            lights=("9,12,0 13,6,9 20,3,9",),
        ),
    ),
}

TURNS = {"W": 4, "P": 2, "G": 4}  # how many ways round a cut can lie; bands keep their direction


# ---------------------------------------------------------------- shapes


def _smooth(side: Sequence[Point]) -> str:
    """A curve from the first point through all others (Catmull and Rom's)."""
    steps = []
    padded = [side[0], *side, side[-1]]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        pulls = (_held(bx + (cx - ax) / 6), _held(by + (cy - ay) / 6)), (_held(cx - (dx - bx) / 6), _held(cy - (dy - by) / 6))
        steps.append(f"C{_short(pulls[0])} {_short(pulls[1])} {_short((cx, cy))}")
    return "".join(steps)


def _short(point: Point) -> str:
    x, y = (number(round(value, 1)) for value in point)
    return f"{x} {y}"


@cache
def sliver(row: str, thicker: float = 1) -> str:
    """Path data of a vein: along the points "x,y,width", with straight ends where it meets the edge of the square."""
    points = [tuple(map(float, word.split(","))) for word in row.split()]
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y, width) in enumerate(points):
        (ax, ay, _a), (bx, by, _b) = points[max(index - 1, 0)], points[min(index + 1, len(points) - 1)]
        dx, dy = bx - ax, by - ay
        if abs(x) == EDGE:
            dy = 0
        elif abs(y) == EDGE:
            dx = 0
        half = width * thicker / 2 / (dx * dx + dy * dy) ** 0.5
        left.append((_held(x - dy * half), _held(y + dx * half)))
        right.append((_held(x + dy * half), _held(y - dx * half)))
    right.reverse()
    return f"M{_short(left[0])}{_smooth(left)}L{_short(right[0])}{_smooth(right)}Z"


def _held(value: float) -> float:
    """Inside of the square, so that nothing needs to be clipped."""
    return min(max(value, SEAM - EDGE), EDGE - SEAM)


# ---------------------------------------------------------------- stones


@dataclass
class Stones:
    """Lays marble and pyramids for one drawing, and remembers the symbols that they use."""

    theme: Theme
    symbols: dict[str, str] = field(default_factory=dict)

    def square(self, letter: str, column: int, row: int) -> str:
        """A square of marble without its joints. The cell decides how it is cut: neighbours rarely look the same."""
        chance = (column * 0x9E3779B1 ^ row * 0x85EBCA77) & 0xFFFFFFFF
        chance = (chance ^ chance >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
        cut = (chance >> 8) % len(CUTS[letter])
        turn = (chance >> 20) % TURNS[letter]
        symbol = self._symbol(f"{letter}{cut}", lambda: self._marble(letter, CUTS[letter][cut]))
        return use(symbol, column * SIDE + EDGE, row * SIDE + EDGE, turn * (360 // TURNS[letter]))

    def frame(self, column: int, row: int, columns: int = 1, rows: int = 1) -> str:
        """The joint around a piece of so many squares, and the light on its polished face."""
        symbol = self._symbol(f"{columns}x{rows}", lambda: self._polish(columns * SIDE, rows * SIDE))
        return use(symbol, column * SIDE, row * SIDE)

    def bed(self, column: int, row: int, columns: int, rows: int) -> str:
        """The dark ground under a piece: seen in the seam between its squares."""
        symbol = self._symbol(f"bed{columns}x{rows}", lambda: self._ground(columns * SIDE, rows * SIDE))
        return use(symbol, column * SIDE, row * SIDE)

    def shadow(self, beds: str) -> str:
        """The shadow that pieces cast on the table together, given their beds."""
        if self.theme.is_bold:
            return ""
        blur = element("feGaussianBlur", stdDeviation=SOFTNESS)
        room = {"x": "-15%", "y": "-15%", "width": "130%", "height": "130%", "color_interpolation_filters": "sRGB"}
        soft = self._symbol("soft", lambda: blur, "filter", **room)
        return element("g", beds, filter=f"url(#{soft})", opacity=0.45, transform="translate(2 3)")

    def piece(self, letters: str, column: int, row: int, is_down: bool = False) -> str:
        """A whole piece without shadow: one square, or a domino to the east or south."""
        columns, rows = (1, len(letters)) if is_down else (len(letters), 1)
        squares = (
            self.square(letter, column + (0 if is_down else step), row + (step if is_down else 0))
            for step, letter in enumerate(letters)
        )
        return self.bed(column, row, columns, rows) + "".join(squares) + self.frame(column, row, columns, rows)

    def tondo(self, letter: str) -> str:
        """A round piece of marble in the first cell."""
        colours, middle = self.theme.colours, SIDE / 2
        disc = {"cx": middle, "cy": middle, "r": middle - 1.5}
        clip = self._symbol("round", lambda: element("circle", **disc), "clipPath")
        lines = (("joint", 2.2, 1.0),) if self.theme.is_bold else (("gloss", 4.2, 0.5), ("joint", 2.2, 1.0))
        rims = (
            element("circle", fill="none", stroke=colours[name], stroke_width=width, stroke_opacity=much, **disc)
            for name, width, much in lines
        )
        return element("g", self.square(letter, 0, 0), clip_path=f"url(#{clip})") + "".join(rims)

    def pyramid(self, column: int, row: int) -> str:
        """A pyramid on a square, seen from above."""
        return use(self._symbol("pyramid", self._faces), column * SIDE + EDGE, row * SIDE + EDGE)

    # ------------------------------------------------------------ what the symbols show

    def _symbol(self, name: str, shapes: Callable[[], str], tag: str = "g", **attributes: str | float) -> str:
        """The id of a symbol, defined now if it was not used before. Themes have their own ids: pages show several of them."""
        symbol = f"f{self.theme.name[0]}-{name}"
        if symbol not in self.symbols:
            inside = shapes()  # may define others: these come first
            self.symbols[symbol] = element(tag, inside, id=symbol, **attributes)
        return symbol

    def _marble(self, letter: str, cut: Cut) -> str:
        colours, strength = self.theme.colours, STRENGTH[self.theme.is_bold][letter]
        layers = (
            ("cloud", cut.clouds, 1.0, strength.cloud),
            ("light", cut.lights, 1.0, strength.light),
            ("vein", cut.veins, strength.thicker, strength.vein),
        )
        near, far = number(SEAM - EDGE), number(EDGE - SEAM)
        return path(f"M{near} {near}H{far}V{far}H{near}Z", fill=colours[letter]) + "".join(
            path("".join(sliver(row, thicker) for row in rows), fill=colours[f"{letter} {kind}"], fill_opacity=opacity)
            for kind, rows, thicker, opacity in layers
            if rows and opacity
        )

    def _ground(self, width: float, height: float) -> str:
        over = 0.2  # joints between dominoes have no gap
        return element(
            "rect", x=-over, y=-over, width=width + 2 * over, height=height + 2 * over, fill=self.theme.colours["joint"]
        )

    def _polish(self, width: float, height: float) -> str:
        colours = self.theme.colours
        joint = 2 * JOINT if self.theme.is_bold else JOINT
        inside = _rounded(width, height, joint, 1.5)
        around = path(f"M0 0H{number(width)}V{number(height)}H0Z{inside}", fill=colours["joint"], fill_rule="evenodd")
        if self.theme.is_bold:
            return around
        near, east, south = joint + 0.4, width - joint - 0.4, height - joint - 0.4
        return (
            path(inside, fill=f"url(#{self._sheen()})")
            + _line(colours["gloss"], 0.5, "M", near, south, "V", near, "H", east)
            + _line(colours["shade"], 0.3, "M", east, near, "V", south, "H", near)
            + around
        )

    def _sheen(self) -> str:
        """The light from the north-west on a polished face."""
        gloss, shade = self.theme.colours["gloss"], self.theme.colours["shade"]
        stops = _stops((0, gloss, 0.22), (0.5, gloss, 0), (0.5, shade, 0), (1, shade, 0.12))
        return self._symbol("sheen", lambda: stops, "linearGradient", x1=0, y1=0, x2=1, y2=1)

    def _gleam(self) -> str:
        """The same near the tip of a pyramid."""
        gloss = self.theme.colours["gloss"]
        stops = _stops((0, gloss, 0.3), (1, gloss, 0))
        return self._symbol("gleam", lambda: stops, "radialGradient", cx=0.36, cy=0.36, r=0.45)

    def _faces(self) -> str:
        colours, is_bold = self.theme.colours, self.theme.is_bold
        b, c = number(BASE), number(-BASE)
        faces = {"north": f"{c} {c}H{b}", "east": f"{b} {c}V{b}", "west": f"{c} {b}V{c}"}
        base = f"M{c} {c}H{b}V{b}H{c}Z"
        gleam = self._gleam()
        return (
            path(f"M{b} {c}L19 -12V19H-12L{c} {b}Z", fill=colours["shade"], fill_opacity=0.4)
            + path(base, fill=colours["south"])
            + "".join(path(f"M0 0L{corners}Z", fill=colours[name]) for name, corners in faces.items())
            + path(base, fill=f"url(#{gleam})")
            + path(f"M{c} {c}L0 0M{b} {c}L{c} {b}", stroke=colours["ridge"], stroke_width=0.6, stroke_opacity=0.7)
            + path(base, fill="none", stroke=colours["rim"], stroke_width=1.5 if is_bold else 0.7)
        )


def _line(colour: str, opacity: float, *steps: str | float) -> str:
    """A line of light or shade along an edge."""
    return path(*steps, fill="none", stroke=colour, stroke_width=0.8, stroke_opacity=opacity)


def _rounded(width: float, height: float, inset: float, radius: float) -> str:
    """Path data of a rectangle with round corners."""
    near, east, south = inset + radius, width - inset - radius, height - inset - radius
    turns = ((east, inset, 1, 1), (width - inset, south, -1, 1), (near, height - inset, -1, -1), (inset, near, 1, -1))
    sides = (f"L{number(x)} {number(y)}a{radius} {radius} 0 0 1 {dx * radius} {dy * radius}" for x, y, dx, dy in turns)
    return f"M{number(near)} {number(inset)}{''.join(sides)}Z"


def _stops(*stops: tuple[float, str, float]) -> str:
    """The stops of a gradient: where, colour, opacity."""
    return "".join(element("stop", offset=at, stop_color=colour, stop_opacity=much) for at, colour, much in stops)
