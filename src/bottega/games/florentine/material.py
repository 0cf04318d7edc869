"""What cards are made of: enamel, gold wire and stones.

Everything that comes often is a symbol of 80 units or less, under an id that starts with the letters of game and theme. A
triangle is drawn once, as the north one, and turned; a stone is not, for the light comes from the north-west.

    (0,0)____________(80,0)
         \\   north  /
          \\        /        the stone at (40, 16.5), where the largest circle lies
           \\      /
            (40,40)
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, pi, sin

from bottega.games.florentine import layout
from bottega.games.florentine.deck import COLOUR_LETTERS
from bottega.svg import Box, Drawing, Theme, element, group, number, path, text

CARD = 80.0  # the side of a card
SQUARE = layout.SIDE * CARD
LIP = 42.0  # velvet around the square: half a black card, the other half is under the frame
FRAME = 12.0
WIDTH = SQUARE + 2 * (LIP + FRAME)  # of the board and of every tray
STONE = 16.5  # from the middle of a side to the stone of its triangle
STONES = dict(zip(COLOUR_LETTERS, ("jade", "amber", "ruby", "lapis"), strict=True))

_TRIANGLE = "M0 0H80L40 40Z"


def prefix(theme: Theme) -> str:
    """What the ids of its symbols start with, so that several pictures can stand on one page."""
    return f"d{theme.name[0]}-"


def mixed(colour: str, other: str, share: float) -> str:
    """The colour with a share, from 0 to 1, of another one."""
    pairs = ((int(colour[place : place + 2], 16), int(other[place : place + 2], 16)) for place in (1, 3, 5))
    return "#" + "".join(f"{round(own + (new - own) * share):02x}" for own, new in pairs)


def lighter(colour: str, share: float) -> str:
    return mixed(colour, "#ffffff", share)


def darker(colour: str, share: float) -> str:
    return mixed(colour, "#000000", share)


def centred(words: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """A line of words with its middle at a point."""
    return text(words, x, y + size * 0.35, size, text_anchor="middle", **attributes)


def layer(name: str, *children: str, **attributes: str | float | None) -> str:
    """What belongs together on the board, under a name by which a page can find it; nothing if there is nothing in it."""
    return group(*children, **attributes, data_layer=name) if any(children) else ""


# ---------------------------------------------------------------- drawings with their symbols

_REFERENCE = re.compile(r'(?:href="|url\()#([^")]+)')


def drawn(box: Box, body: str, theme: Theme) -> Drawing:
    """A drawing with those symbols of the theme that its elements use."""
    made, needs = _symbols(prefix(theme), theme.is_bold, tuple(theme.colours.items()))
    used = dict.fromkeys(_REFERENCE.findall(body))
    return Drawing(box, body, {name: made[name] for symbol in used for name in needs[symbol]})


@cache
def _symbols(
    start: str, is_bold: bool, colours: tuple[tuple[str, str], ...]
) -> tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """All symbols of a theme by their ids, and what each of them needs, itself included."""
    bench = _Bench(start, is_bold, dict(colours))
    for letter in COLOUR_LETTERS:
        bench.enamel(letter)
        bench.stone(letter)
    bench.wires()
    bench.blacks()
    bench.back()
    bench.ground()
    return bench.made, {name: tuple(_needs(name, bench.made)) for name in bench.made}


def _needs(name: str, made: Mapping[str, str]) -> Iterator[str]:
    for other in _REFERENCE.findall(made[name]):
        yield from _needs(other, made)
    yield name


class _Bench:
    """Where the symbols of one theme are made."""

    def __init__(self, start: str, is_bold: bool, colours: Mapping[str, str]) -> None:
        self.start = start
        self.is_bold = is_bold
        self.colours = colours
        self.made: dict[str, str] = {}
        self._add("clipPath", "cut", path(_TRIANGLE))
        gold, gilt, bronze = colours["gold"], colours["gilt"], colours["bronze"]
        self._shine("gold", (0, gilt), (0.3, gold), (0.55, mixed(gold, bronze, 0.45)), (0.75, gold), (1, gilt))
        light, dark = {"stop_color": "#ffffff"}, {"stop_color": "#000000"}
        gloss = ((0, 0.2, light), (0.46, 0, light), (0.54, 0, dark), (1, 0.2, dark))
        stops = [element("stop", offset=offset, stop_opacity=opacity, **colour) for offset, opacity, colour in gloss]
        self._add("linearGradient", "gloss", *stops, x2=1, y2=1)
        self._shine("bezel", (0, gilt), (0.45, gold), (1, bronze))

    def _add(self, tag: str, name: str, *children: str, **attributes: str | float | None) -> None:
        self.made[self.start + name] = element(tag, *children, id=self.start + name, **attributes)

    def _paint(self, name: str) -> str:
        return f"url(#{self.start}{name})"

    def _shine(self, name: str, *stops: tuple[float, str]) -> None:
        """Paint that is lit from the north-west."""
        self._add("linearGradient", name, *_stops(*stops), x2=1, y2=1)

    # ---------------------------------------------------------------- enamel

    def enamel(self, letter: str) -> None:
        """A triangle of a colour for each side: glass, deeper towards the wires, over an engraved pattern."""
        colour = self.colours[letter]
        if self.is_bold:
            fill = colour
        else:
            fill = self._paint("e" + letter)
            stops = _stops((0, lighter(colour, 0.2)), (0.45, colour), (1, darker(colour, 0.5)))
            self._add("radialGradient", "e" + letter, *stops, gradientUnits="userSpaceOnUse", cx=40, cy=13, r=44)
        pattern = _PATTERNS[letter](self.is_bold, self._engraving(letter))
        self._add("g", letter, path(_TRIANGLE, fill=fill), group(pattern, clip_path=self._paint("cut")))
        for side in range(1, 4):
            self._add("use", f"{letter}{side}", href=f"#{self.start}{letter}", transform=f"rotate({90 * side} 40 40)")

    def _engraving(self, letter: str) -> str:
        """The colour of the pattern in the enamel."""
        colour = self.colours[letter]
        if self.is_bold:
            return "#ffffff" if letter in "RB" else "#000000"
        return mixed(colour, "#3a2000", 0.45) if letter == "O" else lighter(colour, 0.42)

    # ---------------------------------------------------------------- stones

    def stone(self, letter: str) -> None:
        """A cabochon in its setting, its middle at (0, 0)."""
        name = STONES[letter]
        colour = self.colours[name]
        glass = _stops(
            (0, lighter(colour, 0.6)), (0.35, lighter(colour, 0.08)), (0.8, darker(colour, 0.28)), (1, darker(colour, 0.55))
        )
        self._add("radialGradient", "s" + name, *glass, cx=0.46, cy=0.44, r=0.56, fx=0.32, fy=0.27)
        setting = (
            [element("circle", r=12.4, fill="#000000"), element("circle", r=11, fill="#ffffff")]
            if self.is_bold
            else [
                element("circle", cx=0.8, cy=1.2, r=11.6, fill="#000000", fill_opacity=0.4),
                element("circle", r=11, fill=self._paint("bezel")),
                element("circle", r=9.4, fill=darker(colour, 0.75)),
            ]
        )
        self._add(
            "g",
            name,
            *setting,
            element("circle", r=9, fill=self._paint("s" + name)),
            _INCLUSIONS[name],
            path(
                "M-2.6 7.1A7.6 7.6 0 0 0 7.1 2.6",
                fill="none",
                stroke="#ffffff",
                stroke_opacity=0.3,
                stroke_width=1.3,
                stroke_linecap="round",
            ),
            element("ellipse", cx=-3, cy=-4, rx=3.1, ry=1.8, fill="#ffffff", fill_opacity=0.85, transform="rotate(-38 -3 -4)"),
        )

    # ---------------------------------------------------------------- gold

    def wires(self) -> None:
        """The wires of a card, and what lies below its enamel."""
        self._add("rect", "base", width=CARD, height=CARD, fill=self.colours["edge"])
        gloss = "" if self.is_bold else element("rect", width=CARD, height=CARD, fill=self._paint("gloss"))
        self._add("g", "wires", gloss, *self._wire("M1.5 1.5L78.5 78.5M78.5 1.5L1.5 78.5"), self._bead(40, 40), fill="none")

    def _wire(self, course: str) -> list[str]:
        """Wire along a course and around the card, over its shadow; nothing of it reaches beyond the card."""
        thick, shadow, depth = (2, 4.4, None) if self.is_bold else (1.9, 4.6, 0.34)
        gold = self.colours["gold"] if self.is_bold else self._paint("gold")
        return [
            path(course + _border(shadow / 2), stroke="#000000", stroke_width=shadow, stroke_opacity=depth),
            path(course + _border(thick / 2), stroke=gold, stroke_width=thick),
        ]

    def _bead(self, x: float, y: float) -> str:
        return element("circle", cx=x, cy=y, r=3 if self.is_bold else 2.5, fill=self._paint("bezel"))

    def blacks(self) -> None:
        """Black cards with their triangle in the north, and the ground that they share."""
        lattice = "".join(
            f"M{step} 80L80 {step}M{step} 0L0 {step}M0 {step}L{80 - step} 80M{step} 0L80 {80 - step}"
            for step in range(10, 80, 10)
        )
        self._add(
            "g",
            "black",
            element("rect", width=CARD, height=CARD, fill=self.colours["onyx"]),
            path(lattice, fill="none", stroke=self.colours["gold"], stroke_opacity=0.2, stroke_width=0.7),
        )
        self._add("g", "blackwires", *self._wire("M1.5 1.5L40 40L78.5 1.5"), self._bead(40, 40), fill="none")

    def back(self) -> None:
        """The same for all cards: a rosette of gold thread in a double border."""
        gold = self._paint("gold")
        petals = "".join(
            element("ellipse", rx=27, ry=9.5, transform=f"rotate({turn})" if turn else None) for turn in range(0, 180, 15)
        )
        fans = "".join(
            f"M{x} {y + dy * reach}A{reach} {reach} 0 0 {int(dx * dy < 0)} {x + dx * reach} {y}"
            for x, dx in ((7, 1), (73, -1))
            for y, dy in ((7, 1), (73, -1))
            for reach in (6, 9, 12)
        )
        self._add(
            "g",
            "back",
            element("rect", width=CARD, height=CARD, fill=self.colours["onyx"]),
            group(petals, transform="translate(40 40)", fill="none", stroke=gold, stroke_width=0.75),
            path(fans, fill="none", stroke=gold, stroke_width=0.8),
            element("rect", x=2.5, y=2.5, width=75, height=75, fill="none", stroke=gold, stroke_width=2),
            element("rect", x=6.5, y=6.5, width=67, height=67, fill="none", stroke=gold, stroke_width=0.8),
            element("circle", cx=40, cy=40, r=7, fill=self.colours["onyx"], stroke=gold, stroke_width=1.4),
            path("M40 34.6L45.4 40L40 45.4L34.6 40Z", fill=self._paint("bezel")),
        )

    # ---------------------------------------------------------------- what cards lie on

    def ground(self) -> None:
        """Velvet and wood."""
        velvet, shade = self.colours["velvet"], self.colours["shade"]
        self._add("radialGradient", "velvet", *_stops((0, velvet), (1, shade)), cx=0.5, cy=0.42, r=0.75)
        wood, joint = self.colours["wood"], self.colours["joint"]
        self._shine("wood", (0, lighter(wood, 0.12)), (0.35, wood), (0.6, joint), (1, mixed(wood, joint, 0.4)))


def _border(inset: float) -> str:
    """The steps of a path around a card, inside of it by so much."""
    low, high = number(inset), number(CARD - inset)
    return f"M{low} {low}H{high}V{high}H{low}Z"


def _stops(*stops: tuple[float, str]) -> list[str]:
    return [element("stop", offset=offset, stop_color=colour) for offset, colour in stops]


# ---------------------------------------------------------------- patterns of the colours and marks of the stones


def _rays(is_bold: bool, ink: str) -> str:
    """Red: the sun rises from the middle of the side."""
    count, first, last = (8, 0.34, 0.66) if is_bold else (18, 0.28, 0.72)

    def far(ray: float) -> str:
        return f"{number(40 + 60 * cos(pi * ray / count))} {number(60 * sin(pi * ray / count))}"

    rays = "".join(f"M40 0L{far(ray + first)}L{far(ray + last)}Z" for ray in range(count))
    return path(rays, fill=ink, fill_opacity=0.8 if is_bold else 0.24)


def _waves(is_bold: bool, ink: str) -> str:
    """Blue: water, along the side."""
    length, gap = (10, 9) if is_bold else (5, 4.4)
    rows = []
    for row in range(int(40 / gap) + 1):
        rows.append(
            f"M-5 {number(gap * (row + 0.5))}q{length / 2:g} {-length * 0.55:g} {length} 0" + f"t{length} 0" * int(90 / length)
        )
    return path(
        "".join(rows), fill="none", stroke=ink, stroke_width=2.2 if is_bold else 0.8, stroke_opacity=0.9 if is_bold else 0.42
    )


def _scales(is_bold: bool, ink: str) -> str:
    """Green: leaves in rows, each over the gap of the next."""
    half = 8 if is_bold else 4.5
    rows = []
    for row in range(int(40 / half) + 1):
        start = 40 - half * (row % 2) - 2 * half * int(45 / half / 2 + 1)
        scale = f"a{half:g} {half:g} 0 0 0 {2 * half:g} 0"
        rows.append(f"M{number(start)} {number(half * row)}" + scale * int(100 / half / 2 + 1))
    return path(
        "".join(rows), fill="none", stroke=ink, stroke_width=2.2 if is_bold else 0.8, stroke_opacity=0.9 if is_bold else 0.42
    )


def _grains(is_bold: bool, ink: str) -> str:
    """Ochre: gold dust."""
    gap, dot = (10.0, 5.0) if is_bold else (5.0, 1.7)
    rows = "".join(f"M{number(gap / 2 * (row % 2))} {number(gap / 2 * (row + 1))}H80" for row in range(int(80 / gap)))
    return path(
        rows,
        fill="none",
        stroke=ink,
        stroke_width=dot,
        stroke_linecap="round",
        stroke_dasharray=f"0.01 {number(gap - 0.01)}",
        stroke_opacity=0.9 if is_bold else 0.4,
    )


_PATTERNS = {"R": _rays, "B": _waves, "G": _scales, "O": _grains}

_INCLUSIONS = {
    "jade": path("M-6 3C-3 0 0 5 6 1M-4 6C-1 4 2 7 5 4", fill="none", stroke="#ffffff", stroke_opacity=0.35, stroke_width=1.2),
    "amber": group(
        *(element("circle", cx=x, cy=y, r=r) for x, y, r in ((2.6, 3.4, 1.1), (4.8, 0.6, 0.7), (-1, 5, 0.8))),
        fill="#5a2400",
        fill_opacity=0.5,
    ),
    "ruby": path("M-7 0H7M-3.5 -6L3.5 6M3.5 -6L-3.5 6", stroke="#ffffff", stroke_opacity=0.34, stroke_width=0.9),
    "lapis": group(
        *(
            element("circle", cx=x, cy=y, r=r)
            for x, y, r in ((3, 2.6, 0.9), (-2, 4.6, 0.7), (4.6, -2, 0.7), (0.6, 6, 0.6), (-5, 1.4, 0.6))
        ),
        fill="#f7d774",
        fill_opacity=0.9,
    ),
}
