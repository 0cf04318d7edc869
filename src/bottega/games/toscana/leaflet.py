"""The rules of Toscana on one page."""

from bottega.games.toscana import layout
from bottega.games.toscana.country import board_symbols
from bottega.games.toscana.material import CELL, LONG, SHORT, material, tile_art
from bottega.games.toscana.notation import COLUMNS
from bottega.i18n import _
from bottega.sheets import Figure, Leaflet, Section
from bottega.svg import Box, Drawing, Look, group, number, outline, path, use

#: The tiles of the picture in the order in which they were laid: seat and move (T11).
TOWN = ((0, "A@i9r0"), (1, "A@i7r0"), (0, "K@m9r0"), (1, "B@k5r0"), (0, "B@m11r2"))
#: The best zone of each seat there: three tiles for either.
ZONES = (
    "k9 l9 m9 o9 p9 i10 j10 k10 l10 m10 o10 p10 m11 n11 o11 p11 m12 o12",
    "l5 n5 k6 l6 m6 n6 k7 l7 i8 j8 k8 l8 i9 j9",
)
SHOWN = "h4", "q13"  # the corners of what is seen of the board
BANNER = "AHBMJCKEDP"  # tiles, of both seats in turn


def leaflet(look: Look) -> Leaflet:
    """The rules in short (T1 to T10)."""
    return Leaflet(
        _banner(look),
        _(
            "From a hill you look down on a town: grey streets and squares, red roofs. One of you builds the streets, the "
            "other the roofs, and each wants a single connected zone that runs over as many tiles as possible."
        ),
        (
            Section(
                _("What you need"),
                (
                    _(
                        "The board of 17 by 17 cells, 16 grey and 16 red tiles, two veto tokens, and chips to note a score. A "
                        "tile covers two by four cells: six squares of its owner’s colour, two of the other. Each player has "
                        "every such tile once."
                    ),
                ),
            ),
            Section(
                _("Setting up"),
                (
                    _(
                        "Choose colours and who begins. Shuffle your own tiles and stack them face up: the top tile of both "
                        "stacks is in plain sight, and everybody knows which tiles lie below, but not in which order. Take "
                        "your veto token."
                    ),
                ),
            ),
            Section(
                _("Your turn"),
                steps=(
                    _("Your opponent may veto your top tile (see there)."),
                    _(
                        "Lay your top tile on free cells, wholly inside the board, turned as you like and never flipped. The "
                        "first tile of the game covers the star in the middle. On every later tile at least one square of your "
                        "colour must share a side with a square of your colour on the board, whoever laid that one."
                    ),
                    _(
                        "If the tile fits anywhere, you must lay it. If it fits nowhere, or your stack is empty, you pass; the "
                        "tile stays on top."
                    ),
                ),
            ),
            Section(
                _("The veto"),
                (
                    _(
                        "Once in the game, before your opponent lays the top tile, you may turn your token over. That tile, "
                        "whether it fits or not, goes under the stack, and your opponent plays the next one. You can only do "
                        "so while the stack has at least two tiles."
                    ),
                ),
            ),
            Section(
                _("The end"),
                (
                    _(
                        "When two passes follow each other without a tile laid between them, the game is over. There is a "
                        "shorter way to play, from the Dutch edition: the very first pass ends the game."
                    ),
                ),
            ),
            Section(
                _("The score"),
                (
                    _(
                        "A zone is made of squares of one colour that hang together by their sides. It is worth the number of "
                        "tiles it runs over, yours and your opponent’s; a tile counts once, however many of its squares belong "
                        "to the zone. Only your best zone counts. The higher score wins, equal scores are a draw."
                    ),
                ),
                figure=Figure(
                    _town(look),
                    66,
                    _("The best grey zone and the best red zone: each runs over three of the five tiles. 3 to 3."),
                ),
            ),
            Section(
                _("A match"),
                (
                    _(
                        "Play two games; each of you begins one, and the colours stay. Whoever wins more games wins the match. "
                        "If each has won one, the higher total decides; if that is level too, it is a draw."
                    ),
                ),
            ),
        ),
    )


def _banner(look: Look) -> Drawing:
    made = material(look.theme)
    tiles = (
        group(tile_art(made, place % 2, layout.TILE_NAMES.index(letter), 0), transform=f"translate({number(place * LONG)} 0)")
        for place, letter in enumerate(BANNER)
    )
    return Drawing(Box(0, 0, len(BANNER) * LONG, SHORT), "".join(tiles), made.symbols)


def _town(look: Look) -> Drawing:
    """A corner of the board with a few tiles, and lines around the best zones."""
    made = material(look.theme)
    body = [use(made.id("board"))]
    for seat, move in TOWN:
        tile, _at, place = move.partition("@")
        cell, _r, rotation = place.partition("r")
        x, y = _corner(cell)
        art = tile_art(made, seat, layout.TILE_NAMES.index(tile), int(rotation))
        body.append(group(art, transform=f"translate({number(x)} {number(y)})"))
    for zone, colour in zip(ZONES, (look.theme.mark, look.theme.colours["red_deep"]), strict=True):
        cells = [(round(x / CELL), round(y / CELL)) for x, y in map(_corner, zone.split())]
        for stroke, width in (("#ffffff", 4.6), (colour, 2.4)):
            body.append(path(outline(cells, CELL, 2.4), fill="none", stroke=stroke, stroke_width=width))
    (west, north), (east, south) = map(_corner, SHOWN)
    box = Box(west, north, east + CELL - west, south + CELL - north)
    return Drawing(box, "".join(body), {**board_symbols(made), **made.symbols})


def _corner(cell: str) -> tuple[float, float]:
    """The north-west corner of a cell by its name."""
    return COLUMNS.index(cell[0]) * CELL, (int(cell[1:]) - 1) * CELL
