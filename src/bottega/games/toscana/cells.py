"""Toscana with coloured characters: streets, roofs and fields. Tiles that touch have different shades."""

from collections.abc import Sequence

import numpy as np

from bottega.cells import Cells, Held, Sheet
from bottega.games.toscana import layout, rules
from bottega.games.toscana.notation import COLOURS, COLUMNS
from bottega.games.toscana.placing import LETTERS, tile_parts, top_piece
from bottega.i18n import _
from bottega.kernels import SPECTATOR, State
from bottega.placing import Cell, Part

SHADES = 4  # so many are enough to tell neighbours apart: no tile is in touch with all others at once
GLYPHS = "=#"  # streets, roofs


def _draw(sheet: Sheet, state: State, past: Sequence[int]) -> None:
    """Fields and tiles."""
    palette = sheet.palette
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    shades = _shades(state, lying, past)
    width, height = sheet.size
    for cell in range(layout.CELLS):
        y, x = divmod(cell, layout.SIDE)
        tile = int(lying[cell])
        if tile == layout.NO_TILE:
            field = palette.mix(palette["field"], palette["meadow"], 0.5 * ((x + y) % 2))
            centre = cell == layout.CENTRE
            sheet.fill((x, y), field)
            ink = palette.mix(palette["grid"], field, 0.3 if centre else 0.65)
            sheet.put(
                (x, y), (width - 1) // 2, (height - 1) // 2, palette.char("◆" if centre else "·", "+" if centre else "."), ink
            )
        else:
            _square(sheet, (x, y), LETTERS[rules.colour_at(state, cell)], shades[tile])
            _joints(sheet, (x, y), lying)
    for tile in sorted(set(lying.tolist()) - {layout.NO_TILE}):
        _name(sheet, state, tile, lying)


def _shades(state: State, lying: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]", past: Sequence[int]) -> dict[int, int]:
    """[tile] a shade that no tile has that was there before and touches it: no tile ever changes its shade."""
    owners = {int(state.placed[owner, tile]): owner * layout.TILES + tile for owner in range(2) for tile in range(layout.TILES)}
    grid = lying.reshape(layout.SIDE, layout.SIDE)
    touching: dict[int, set[int]] = {}
    for one, other in ((grid[:, 1:], grid[:, :-1]), (grid[1:], grid[:-1])):
        for a, b in zip(one.ravel().tolist(), other.ravel().tolist(), strict=True):
            touching.setdefault(a, set()).add(b)
            touching.setdefault(b, set()).add(a)
    shades: dict[int, int] = {}
    for tile in (owners[move] for move in past if move in owners):
        taken = {shades.get(other, SHADES) for other in touching[tile]}
        shades[tile] = next((shade for shade in range(SHADES) if shade not in taken), 0)
    return shades


def _square(sheet: Sheet, cell: Cell, colour: str, shade: int) -> None:
    palette = sheet.palette
    name = COLOURS[LETTERS.index(colour)]
    ground = palette[name]
    if shade % 2:
        ground = palette.mix(ground, palette[f"{name}_light"], 0.45 + 0.4 * (shade // 2))
    else:
        ground = palette.mix(ground, palette[f"{name}_dark"], 0.3 * (shade // 2))
    sheet.fill(cell, ground)
    width, height = sheet.size
    ink = palette.mix(palette[f"{name}_dark"], ground, 0.45)
    texture = palette.char("·≡", GLYPHS)[LETTERS.index(colour)]
    sheet.put(cell, (width - 1) // 2, (height - 1) // 2, texture, ink)


def _joints(sheet: Sheet, cell: Cell, lying: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]") -> None:
    """A thin line where a tile ends, if there is room for it."""
    width, height = sheet.size
    if sheet.palette.is_ascii or height == 1:
        return
    grid = lying.reshape(layout.SIDE, layout.SIDE)
    x, y = cell
    shade = sheet.palette.mix(sheet.palette["shade"], sheet.spots[sheet.corner(cell)].ground, 0.4)
    if y + 1 == layout.SIDE or grid[y + 1, x] != grid[y, x]:
        sheet.put(cell, 0, height - 1, "▁" * width, shade)
    if x + 1 == layout.SIDE or grid[y, x + 1] != grid[y, x]:
        for row in range(height):
            sheet.put(cell, width - 1, row, "▕", shade)


def _name(sheet: Sheet, state: State, tile: int, lying: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]") -> None:
    """The letter of a tile, small for grey's: on its first square, or on all where there are no shades to tell tiles apart."""
    palette = sheet.palette
    letter = layout.TILE_NAMES[tile % layout.TILES]
    letter = letter if tile // layout.TILES == layout.RED else letter.lower()
    is_last = tile == state.last
    has_shades = palette.mix(palette["red"], palette["red_light"], 1) != palette["red"]
    first, *others = np.flatnonzero(lying == tile).tolist()
    for cell in (first, *others):
        if cell == first or is_last or not has_shades:
            y, x = divmod(cell, layout.SIDE)
            ground = sheet.spots[sheet.corner((x, y))].ground
            sign = letter if cell == first or not has_shades else palette.char("▪", letter)
            ink = palette.mix(palette.on(ground), ground, 0.25)
            if is_last:
                ground = palette["mark"] if sign == letter else ground
                ink = palette.on(ground) if sign == letter else palette["mark"]
            sheet.put((x, y), 0 if has_shades else sheet.size[0] - 1, 0, sign, ink, ground, bold=is_last)


def _last(state: State, past: Sequence[int]) -> Cell | None:
    """The corner of the tile placed last."""
    if state.last == layout.NO_TILE:
        return None
    owner, tile = divmod(int(state.last), layout.TILES)
    row, column = divmod(int(state.placed[owner, tile]) // layout.ROTATIONS, layout.SIDE)
    return column, row


def _part(sheet: Sheet, part: Part) -> None:
    _square(sheet, part.cell, part.colours, 0)


def _hand(state: State, seat: int) -> tuple[Held, ...]:
    """The top tile of a stack."""
    if seat == SPECTATOR:
        return ()
    return tuple(Held(piece, tile_parts(seat, piece.name, (0, 0), 0)) for piece in top_piece(state, seat))


def _notes(state: State, seat: int) -> tuple[str, ...]:
    """The top tile, those below in any order (T4), and the veto."""
    if seat == SPECTATOR:
        return ()
    first, end = rules.hidden_part(state, seat)
    below = "".join(sorted(layout.TILE_NAMES[tile] for tile in state.stacks[seat, first:end]))
    last = layout.TILE_NAMES[state.stacks[seat, end]] if first <= end < layout.TILES else ""
    stack = [_("tile {tile}").format(tile=piece.name) for piece in top_piece(state, seat)] or [_("no tile left")]
    if below:
        stack.append(_("below {tiles}").format(tiles=below))
    if last:
        stack.append(_("last {tile}").format(tile=last))
    stack.append(_("has a veto") if state.vetoes[seat] else _("veto spent"))
    return tuple(stack)


CELLS = Cells(
    sizes=((2, 1), (4, 2), (6, 3)),
    hand_size=(2, 1),
    board=(layout.SIDE, layout.SIDE),
    rim=(3, 1),
    sixteen={
        "grey": "white",
        "grey_dark": "black",
        "red": "red",
        "red_dark": "bright_white",
        "field": "black",
        "grid": "bright_black",
        "shade": "black",
    },
    span=lambda state: (0, 0, layout.SIDE, layout.SIDE),
    draw=_draw,
    last=_last,
    part=_part,
    hand=_hand,
    notes=_notes,
    seat_colours=lambda state: COLOURS,
    column_name=lambda column: COLUMNS[column],
    row_name=lambda row: str(row + 1),
)
