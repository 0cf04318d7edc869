"""Firenze to be printed: dominoes with marble on both sides, pyramids to fold, flat ones, and an aid for each colour."""

from collections.abc import Mapping
from math import cos, radians, sin

from bottega.games.firenze.drawing import KINDS, PYRAMID, pieces
from bottega.games.firenze.leaflet import leaflet
from bottega.games.firenze.material import BASE, SIDE, Stones
from bottega.games.firenze.notation import LETTERS, colour_name
from bottega.i18n import _
from bottega.sheets import Aid, Block, Cutout, PrintedSet, Printing, Sheet
from bottega.svg import Box, Drawing, Look, Point, Theme, element, group, number, path, text

DOMINOES_IN_ROW = 5
PYRAMIDS_IN_ROW = 6
BLEED = 10.0  # how far colour goes on beyond a piece, in units of the drawings: more than is printed of it
OTHER_SIDE = 97  # rows further on: the back of a domino is another cut of the same marble

EDGE = 2 * BASE  # of a pyramid: all of its edges, so that its faces are equilateral
FIRST_CORNER, CORNER = 150, 60  # degrees: where the corners of the net lie around the tip
TAB = 9.0  # how deep the part is that glue goes on


def make(options: Mapping[str, str], look: Look) -> PrintedSet:
    """One set, or two of them (F1)."""
    sets = int(options["sets"])
    amounts = {name: amount * sets for name, amount in pieces().items()}
    pyramids = amounts[PYRAMID]
    nets = Block(
        (Cutout(_("pyramid to fold"), _net(look.theme)),) * pyramids,
        PYRAMIDS_IN_ROW,
        gap=4,
        has_marks=False,
        hint=_(
            "Pyramids: cut along the outline, fold every light line backwards, glue the white tab under the face at the other "
            "end. They stand on their four edges and stay hollow."
        ),
    )
    flat = Block(
        (Cutout(PYRAMID, _flat(look.theme)),) * pyramids,
        PYRAMIDS_IN_ROW,
        gap=6,
        hint=_("Or the same pyramids flat, as seen from above, for those who would rather not fold."),
    )
    aids = Block(tuple(Cutout(_("aid"), _aid(colour, look)) for colour in range(1, len(LETTERS))), columns=2)
    return PrintedSet(
        leaflet(look),
        (
            Sheet(_("Dominoes"), tuple(_dominoes(kind, amounts[kind], look.theme) for kind in KINDS)),
            Sheet(_("Pyramids and aids"), (nets, flat, aids)),
        ),
    )


# ---------------------------------------------------------------- dominoes


def _dominoes(kind: str, amount: int, theme: Theme) -> Block:
    """All dominoes of a kind, every other one turned: like lies against like, and a cut that is off does little harm."""
    first = KINDS.index(kind) * OTHER_SIDE
    cutouts = []
    for place in range(amount):
        row, column = divmod(place, DOMINOES_IN_ROW)
        letters = kind[::-1] if column % 2 else kind
        face = _marble(letters, 2 * column, first + row, theme)
        back = _marble(letters[::-1], 2 * column, first + row + len(KINDS) * OTHER_SIDE, theme)
        cutouts.append(Cutout(kind, face, back))
    return Block(tuple(cutouts), DOMINOES_IN_ROW)


def _marble(letters: str, column: int, row: int, theme: Theme) -> Drawing:
    """A domino as it lies on a cell, which decides how it is cut; the dark of its joints goes on around it."""
    stones = Stones(theme)
    box = Box(column * SIDE, row * SIDE, len(letters) * SIDE, SIDE)
    return Drawing(box, _around(box, theme.colours["joint"]) + stones.piece(letters, column, row), stones.symbols)


def _around(box: Box, colour: str) -> str:
    wide = box.padded(BLEED)
    return element("rect", x=wide.x, y=wide.y, width=wide.width, height=wide.height, fill=colour)


# ---------------------------------------------------------------- pyramids


def _flat(theme: Theme) -> Drawing:
    """A pyramid seen from above; its faces go on beyond the cut."""
    colours, far = theme.colours, BASE + BLEED
    corners = {"north": (-1, -1, 1, -1), "east": (1, -1, 1, 1), "south": (1, 1, -1, 1), "west": (-1, 1, -1, -1)}
    faces = "".join(
        path("M0 0", *(f"L{number(x * far)} {number(y * far)}" for x, y in (ends[:2], ends[2:])), "Z", fill=colours[name])
        for name, ends in corners.items()
    )
    b = number(far)
    ridges = path(f"M-{b} -{b}L{b} {b}M{b} -{b}L-{b} {b}", stroke=colours["ridge"], stroke_width=0.6, stroke_opacity=0.7)
    gleam, symbols = _gleam(theme, -0.3 * BASE, -0.3 * BASE, 0.9 * BASE)
    light = element("rect", x=-far, y=-far, width=2 * far, height=2 * far, fill=gleam)
    return Drawing(Box(-BASE, -BASE, EDGE, EDGE), faces + light + ridges, symbols)


def _gleam(theme: Theme, x: float, y: float, reach: float) -> tuple[str, dict[str, str]]:
    """Light around a point, as a paint."""
    gloss = theme.colours["gloss"]
    stops = "".join(element("stop", offset=at, stop_color=gloss, stop_opacity=much) for at, much in ((0, 0.28), (1, 0)))
    paint = element("radialGradient", stops, id="gleam", gradientUnits="userSpaceOnUse", cx=x, cy=y, r=reach)
    return "url(#gleam)", {"gleam": paint}


def _net(theme: Theme) -> Drawing:
    """The four faces around the tip, and a tab. Folded, they stand on a square as large as a flat pyramid."""
    corners = [_away(FIRST_CORNER + CORNER * step, EDGE) for step in range(5)]
    colours = theme.colours
    steps = [f"L{_at(corner)}" for corner in corners]
    faces = "".join(
        path("M0 0", *steps[face : face + 2], "Z", fill=colours[name])
        for face, name in enumerate(("west", "north", "east", "south"))
    )
    gleam, symbols = _gleam(theme, 0, 0, 0.8 * EDGE)
    fan = "M0 0" + "".join(steps) + "Z"
    outer = "M" + "".join(steps)[1:]
    bleed = path(outer, fill="none", stroke=colours["south"], stroke_width=5, stroke_linejoin="round")
    light = path(fan, fill=gleam)
    folds = path("".join(f"M0 0L{_at(corner)}" for corner in corners[:-1]), stroke=colours["ridge"], stroke_width=0.5)
    cut = path(outer + "L0 0", fill="none", stroke=colours["ridge"], stroke_width=0.5)
    shape = _tab(corners[0])
    tab = path(shape, fill="#ffffff", stroke=theme.colours["south"], stroke_width=0.5)
    x, y = _away(FIRST_CORNER - 15, 0.62 * EDGE)
    words = text(
        _("glue"), x, y, 3.6, text_anchor="middle", fill="#555555", transform=f"rotate({FIRST_CORNER - 180} {_at((x, y))})"
    )
    west, east = min(x for x, _y in corners), max(x for x, _y in corners)
    north, south = min(y for _x, y in corners), EDGE / 2 + TAB
    box = Box(west, north, east - west, south - north)
    return Drawing(box, group(bleed, faces, light, folds, tab, cut, words), symbols)


def _tab(corner: Point) -> str:
    """Beside the first face, from the tip to this corner, narrower outside."""
    length = (corner[0] ** 2 + corner[1] ** 2) ** 0.5
    along = corner[0] / length, corner[1] / length
    across = along[1], -along[0]
    ends = ((0.06, 0.0), (0.22, TAB), (0.84, TAB), (0.97, 0.0))
    points = ((along[0] * length * a + across[0] * b, along[1] * length * a + across[1] * b) for a, b in ends)
    return "M" + "L".join(_at(point) for point in points) + "Z"


def _away(degrees: float, far: float) -> Point:
    """A point so far from the tip; degrees count clockwise from the east."""
    return far * cos(radians(degrees)), far * sin(radians(degrees))


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# ---------------------------------------------------------------- aids


def _aid(colour: int, look: Look) -> Aid:
    stones = Stones(look.theme)
    letter = LETTERS[colour]
    name = colour_name(colour)
    return Aid(
        name[:1].upper() + name[1:],
        look.theme.colours[f"{letter} vein" if letter == "W" else letter],
        Drawing(Box(0, 0, SIDE, SIDE), stones.tondo(letter), stones.symbols),
        (
            _("Lay any domino, side to side with what lies there."),
            _("Sandwiched: between two squares of your colour, in a line, with a square of your new domino among the three."),
            _("Cover any of the sandwiched squares, or none. Covered squares have no colour."),
            _("At the end: one point for each of your groups of three or more. Level: the larger largest group."),
        ),
    )


PRINTING = Printing(options=("sets",), make=make)
