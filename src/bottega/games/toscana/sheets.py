"""Toscana to be printed: tiles, the board, veto tokens with a spent side, chips for the score, and an aid for each colour."""

from collections.abc import Mapping

from bottega.games.toscana import layout
from bottega.games.toscana.country import FRAME, board_symbols, coordinates
from bottega.games.toscana.drawing import CHIPS, WIDTH, piece
from bottega.games.toscana.leaflet import leaflet
from bottega.games.toscana.material import CELL, LONG, PAPER, SHORT, material
from bottega.games.toscana.notation import COLOURS, colour_name
from bottega.i18n import _
from bottega.sheets import Aid, Block, Cutout, PrintedSet, Printing, Sheet
from bottega.svg import Box, Drawing, Look, element, group, number, path, text, use

TILES_IN_ROW = 4
BLEED = 8.0  # how far colour goes on beyond a piece, in units of the drawings: more than is printed of it
INSET = 5.0  # of the line on the back of a tile
STAR = "M0 -13L2.6 -2.6L13 0L2.6 2.6L0 13L-2.6 2.6L-13 0L-2.6 -2.6Z"


def make(_options: Mapping[str, str], look: Look) -> PrintedSet:
    """There is one set for all games."""
    aids = Block(tuple(Cutout(_("aid"), _aid(seat, look)) for seat in range(layout.SEATS)), columns=2)
    return PrintedSet(
        leaflet(look),
        (
            Sheet(_("Tiles"), tuple(_tiles(seat, look) for seat in range(layout.SEATS))),
            Sheet(_("Veto tokens, chips and aids"), (_vetoes(look), _chips(look), aids)),
            Sheet(_("Board"), (Block((Cutout(_("board"), _board(look)),), columns=1),)),
        ),
    )


def _tiles(seat: int, look: Look) -> Block:
    """The sixteen tiles of a seat; their backs show whose they are and no more (T4)."""
    back = _back(seat, look)
    joint = look.theme.colours["grey_dark"]
    names = [f"{COLOURS[seat]} {letter}" for letter in layout.TILE_NAMES]
    return Block(tuple(Cutout(name, _bled(piece(name, look), joint), back) for name in names), TILES_IN_ROW)


def _bled(drawing: Drawing, colour: str) -> Drawing:
    """The same on a ground that goes on beyond its box."""
    wide = drawing.box.padded(BLEED)
    ground = element("rect", x=wide.x, y=wide.y, width=wide.width, height=wide.height, fill=colour)
    return Drawing(drawing.box, ground + drawing.body, drawing.symbols)


def _back(seat: int, look: Look) -> Drawing:
    """The deep colour of a seat, with the star of the board."""
    colours = look.theme.colours
    line = element("rect", x=INSET, y=INSET, width=LONG - 2 * INSET, height=SHORT - 2 * INSET, rx=2, fill="none")
    star = path(STAR, stroke="none", transform=f"translate({number(LONG / 2)} {number(SHORT / 2)})")
    shown = group(line, star, fill=colours[COLOURS[seat]], stroke=colours[COLOURS[seat]], stroke_width=0.8)
    return _bled(Drawing(Box(0, 0, LONG, SHORT), shown), colours[f"{COLOURS[seat]}_deep"])


def _vetoes(look: Look) -> Block:
    """Tokens that are turned over when they are spent (T6)."""
    cutouts = []
    for colour in COLOURS:
        deep = look.theme.colours[f"{colour}_deep"]
        face = _bled(piece(f"{colour} veto", look), deep)
        cutouts.append(Cutout(f"{colour} veto", face, _bled(_spent(colour, face.box, look), deep)))
    return Block(tuple(cutouts), len(COLOURS), gap=8, hint=_("Veto tokens: turn yours over when you have used it."))


def _spent(colour: str, box: Box, look: Look) -> Drawing:
    middle = box.width / 2
    ink = look.theme.colours[colour]
    ring = element("circle", cx=middle, cy=middle, r=14.4, fill="none", stroke=ink, stroke_dasharray="2 2")
    word = text("VETO", middle, middle + 3.2, 9, fill=ink, font_weight="bold", text_anchor="middle")
    stroke = path("M", middle - 11, middle + 6, "L", middle + 11, middle - 6, stroke=PAPER, stroke_width=1.4)
    return Drawing(box, ring + word + stroke)


def _chips(look: Look) -> Block:
    """All chips in one row, alike on both sides (T10)."""
    cutouts = []
    for colour in COLOURS:
        for value, amount in CHIPS.items():
            name = f"{colour} {value}"
            face = _bled(piece(name, look), look.theme.colours[f"{colour}_deep"])
            cutouts += [Cutout(name, face, face)] * amount
    return Block(tuple(cutouts), len(cutouts), hint=_("Chips, to lay out the points of the first game of a match."))


def _board(look: Look) -> Drawing:
    """The empty board with its coordinates."""
    made = material(look.theme)
    body = use(made.id("board")) + coordinates(look.theme.quiet)
    drawing = Drawing(Box(-FRAME, -FRAME, WIDTH, WIDTH), body, {**board_symbols(made), **made.symbols})
    return _bled(drawing, look.theme.colours["frame"])


# ---------------------------------------------------------------- aids


def _aid(seat: int, look: Look) -> Aid:
    name = colour_name(seat)
    what = (_("streets"), _("roofs"))[seat]
    return Aid(
        f"{name[:1].upper()}{name[1:]} · {what}",
        look.theme.colours[f"{COLOURS[seat]}_deep"],
        _emblem(seat, look),
        (
            _("First your opponent may veto your top tile: it goes under your stack, once in the game."),
            _("Lay your top tile: your colour must touch your colour, side to side. If it fits you must; if not, pass."),
            _("Two passes in a row end the game."),
            _("Your score: how many tiles, of either player, your best zone runs over."),
        ),
    )


def _emblem(seat: int, look: Look) -> Drawing:
    """Two by two cells of paving or of roof."""
    made = material(look.theme)
    if seat == layout.GREY:
        body = use(made.id("p"))
    else:
        cells = (("n0", 0, 0), ("n1", CELL, 0), ("s2", 0, CELL), ("s3", CELL, CELL), ("kf", 0, CELL), ("kf", CELL, CELL))
        body = "".join(use(made.id(symbol), x, y) for symbol, x, y in cells)
    return Drawing(Box(0, 0, 2 * CELL, 2 * CELL), body, made.symbols)


PRINTING = Printing(options=(), make=make)
