"""How Toscana looks: the board from the air, the stacks, and every piece of the set."""

from collections.abc import Sequence
from functools import lru_cache

from bottega.games.toscana import layout, rules
from bottega.games.toscana.country import BOARD, FRAME, board_symbols, coordinates
from bottega.games.toscana.material import CELL, LONG, PAPER, SHORT, Material, material, tile_art
from bottega.games.toscana.notation import COLOURS, placement_name
from bottega.games.toscana.overlays import overlays, rectangle
from bottega.games.toscana.themes import THEMES
from bottega.i18n import _
from bottega.kernels import State
from bottega.spec import Artist
from bottega.svg import Box, Drawing, Look, element, group, number, path, text, use

MILLIMETRES = 11 / CELL  # a cell is 11 mm wide: the board, 187 mm, fits on A4 and Letter

WIDTH = BOARD + 2 * FRAME
TRAY_HEIGHT = 66.0


# ---------------------------------------------------------------- board


def board(state: State, past: Sequence[int], look: Look) -> Drawing:
    """The country and the town in it. It shows what everyone sees: what a view hides is not on the board (T4)."""
    made = material(look.theme)
    shadows: list[str] = []
    tiles: list[str] = []
    for owner in range(layout.SEATS):
        for tile in range(layout.TILES):
            move = int(state.placed[owner, tile])
            if move != layout.NOT_PLACED:
                shadow, art = _placed(made, owner, tile, move)
                shadows.append(shadow)
                tiles.append(art)
    body = [
        use(made.id("board")),
        coordinates(look.theme.quiet) if look.has_coordinates else "",
        *shadows,
        *tiles,
        overlays(state, look),
        _last(state, look) if look.has_mark else "",
    ]
    symbols = {**board_symbols(made), **made.symbols}
    return Drawing(Box(-FRAME, -FRAME, WIDTH, WIDTH), "".join(body), symbols)


@lru_cache(maxsize=4096)
def _placed(made: Material, owner: int, tile: int, move: int) -> tuple[str, str]:
    """The shadow of a tile on the board, and the tile."""
    cell, rotation = divmod(move, layout.ROTATIONS)
    (x, y), _width, height = rectangle(move)
    shadow = use(made.id("sf" if height == 2 else "su"), x * CELL, y * CELL)
    name = f"{COLOURS[owner]} {placement_name(tile, cell, rotation)}"
    at = f"translate({number(x * CELL)} {number(y * CELL)})"
    return shadow, group(tile_art(made, owner, tile, rotation), transform=at, data_tile=name)


def _last(state: State, look: Look) -> str:
    """The mark around the tile placed last."""
    if state.last == layout.NO_TILE:
        return ""
    owner, tile = divmod(int(state.last), layout.TILES)
    (x, y), width, height = rectangle(int(state.placed[owner, tile]))
    stroke = 3.4 if look.theme.is_bold else 2.4
    frame = {"x": x * CELL, "y": y * CELL, "width": width * CELL, "height": height * CELL, "rx": 2}
    return group(
        element("rect", **frame, stroke=PAPER, stroke_width=stroke + 1.4, stroke_opacity=0.6),
        element("rect", **frame, stroke=look.theme.mark, stroke_width=stroke),
        fill="none",
        data_mark="last",
    )


# ---------------------------------------------------------------- what lies in front of a seat

SMALL = 0.3  # the size of the tiles that lie somewhere in the stack
STACK, SLOTS, TOKEN = 5.0, 138.0, WIDTH - 22  # where the parts of a tray begin; the token: its middle
SLOT_WIDTH, SLOT_HEIGHT = 32.0, 29.0
SLOTS_IN_ROW = 8


def tray(state: State, seat: int, look: Look) -> Drawing:
    """The stack with its top tile, all that may lie below in the order of their names, and the veto (T4, T6)."""
    if seat not in range(layout.SEATS):
        return Drawing(Box(0, 0, 0, 0), "")
    made = material(look.theme)
    stack, below = _stack(state, seat, look, made), _below(state, seat, look, made)
    token = _veto(TOKEN, 31, seat, look, is_left=bool(state.vetoes[seat]))
    return Drawing(Box(0, 0, WIDTH, TRAY_HEIGHT), stack + below + token, made.symbols)


def _stack(state: State, seat: int, look: Look, made: Material) -> str:
    """The top tile on as many others as there are, its name, and their number."""
    top, left = rules.top_tile(state, seat), int(state.left[seat])
    x, y = STACK, 6.0
    beside = x + LONG + 23
    amount = text(str(left), beside, y + 34, 15, fill=look.theme.ink, text_anchor="middle")
    if top == layout.NO_TILE:
        return _empty([_slot(x, y, 1)], look) + amount
    low = [
        element("rect", x=x + i / 2, y=y + i / 2, width=LONG, height=SHORT, rx=1.6, fill=made.colours[colour])
        for i, colour in ((i, "grey_deep" if i % 2 else "grey") for i in reversed(range(1, left)))
    ]
    name = layout.TILE_NAMES[top]
    at = f"translate({number(x)} {number(y)})"
    return group(
        *low,
        group(tile_art(made, seat, top, 0), transform=at, data_top=f"{COLOURS[seat]} {name}"),
        text(name, beside, y + 14, 9, fill=look.theme.quiet, text_anchor="middle"),
        amount,
    )


def _below(state: State, seat: int, look: Look, made: Material) -> str:
    """A slot for each tile by its name: filled if the tile lies below the top one, whatever the order there."""
    first, end = rules.hidden_part(state, seat)
    hidden = set(state.stacks[seat, first:end].tolist())
    last = int(state.stacks[seat, end]) if first <= end < layout.TILES else layout.NO_TILE
    tiles: list[str] = []
    slots: list[str] = []
    names: dict[str, list[str]] = {look.theme.ink: [], look.theme.quiet: []}
    for tile, letter in enumerate(layout.TILE_NAMES):
        row, column = divmod(tile, SLOTS_IN_ROW)
        x, y = SLOTS + column * SLOT_WIDTH, 5 + row * SLOT_HEIGHT
        is_below = tile in hidden or tile == last
        if is_below:
            at = f"translate({number(x)} {number(y)})scale({SMALL})"
            tiles.append(group(tile_art(made, seat, tile, 0), transform=at, data_below=letter))
        else:
            slots.append(_slot(x, y, SMALL))
        names[look.theme.ink if is_below else look.theme.quiet].append(
            text(letter, x + LONG * SMALL / 2, y + SHORT * SMALL + 7.5, 7)
        )
        if tile == last:
            tiles.append(_lies_last(x, y, look))
    words = [group(*letters, fill=ink, text_anchor="middle") for ink, letters in names.items() if letters]
    return group(*tiles, _empty(slots, look), *words)


def _slot(x: float, y: float, size: float) -> str:
    """Where a tile lies when it lies there, as steps of a path."""
    width, height = number(LONG * size - 1), number(SHORT * size - 1)
    return f"M{number(x + 0.5)} {number(y + 0.5)}h{width}v{height}h-{width}z"


def _empty(slots: list[str], look: Look) -> str:
    """Slots without their tiles."""
    lines = "".join(slots)
    ink = look.theme.quiet
    return path(lines, fill="none", stroke=ink, stroke_width=0.7, stroke_opacity=0.55, stroke_dasharray="2 2") if lines else ""


def _lies_last(x: float, y: float, look: Look) -> str:
    """An arrow down to the ground: this tile is known to be the last of its stack."""
    arrow = path("M0 0V5M-2.2 2.8L0 5L2.2 2.8M-3 6.6H3", fill="none", stroke=look.theme.mark, stroke_width=1.1)
    at = f"translate({number(x + 22)} {number(y + SHORT * SMALL + 1.2)})"
    return element("g", element("title", _("last, by a veto")), arrow, transform=at, data_last="veto")


def _veto(x: float, y: float, seat: int, look: Look, is_left: bool) -> str:
    """The token, or where it lay."""
    colours = look.theme.colours
    colour, deep = colours[COLOURS[seat]], colours[f"{COLOURS[seat]}_deep"]
    at = f"translate({number(x)} {number(y)})"
    if not is_left:
        ring = element("circle", r=17, fill="none", stroke=look.theme.quiet, stroke_opacity=0.55, stroke_dasharray="2 2")
        return element("g", element("title", _("veto spent")), ring, transform=at, data_veto="spent")
    return group(
        element("circle", r=18, fill=deep),
        element("circle", r=16.6, fill=colour),
        element("circle", r=14.4, fill="none", stroke=deep, stroke_width=0.7),
        text(
            "VETO",
            0,
            3.2,
            9,
            fill=PAPER,
            stroke=deep,
            stroke_width=1.6,
            paint_order="stroke",
            font_weight="bold",
            text_anchor="middle",
        ),
        transform=at,
        data_veto="left",
    )


# ---------------------------------------------------------------- pieces

CHIPS = {"10": 2, "5": 2, "1": 4}  # with these a player lays out any score up to 34; there are 32 tiles


def pieces() -> dict[str, int]:
    """All tiles, the veto tokens, and chips to note the scores of a match with (T10)."""
    tiles = {f"{colour} {letter}": 1 for colour in COLOURS for letter in layout.TILE_NAMES}
    vetoes = {f"{colour} veto": 1 for colour in COLOURS}
    return tiles | vetoes | {f"{colour} {value}": count for colour in COLOURS for value, count in CHIPS.items()}


def piece(name: str, look: Look) -> Drawing:
    """A tile in r0, a token or a chip."""
    made = material(look.theme)
    colour, what = name.split(" ")
    seat = COLOURS.index(colour)
    if what in layout.TILE_NAMES:
        ground = element("rect", width=LONG, height=SHORT, fill=made.colours["grey_dark"])
        return Drawing(Box(0, 0, LONG, SHORT), ground + tile_art(made, seat, layout.TILE_NAMES.index(what), 0), made.symbols)
    if what == "veto":
        return Drawing(Box(0, 0, 36, 36), _veto(18, 18, seat, look, is_left=True))
    return Drawing(Box(0, 0, CELL, CELL), _chip(what, seat, look))


def _chip(value: str, seat: int, look: Look) -> str:
    colours = look.theme.colours
    middle = CELL / 2
    return group(
        element("circle", cx=middle, cy=middle, r=middle - 0.5, fill=colours[f"{COLOURS[seat]}_deep"]),
        element("circle", cx=middle, cy=middle, r=middle - 2, fill="none", stroke=colours[COLOURS[seat]], stroke_width=1),
        text(value, middle, middle + 4, 12, fill=PAPER, font_weight="bold", text_anchor="middle"),
    )


ARTIST = Artist(themes=THEMES, board=board, tray=tray, pieces=pieces, piece=piece, millimetres=MILLIMETRES, side=CELL)
