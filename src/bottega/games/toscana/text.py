"""The position as plain text. It shows what everyone knows, never the order of the hidden tiles (T4)."""

from itertools import zip_longest

import numpy as np

from bottega.games.toscana import layout, rules
from bottega.games.toscana.notation import COLUMNS, colour_name, placement_name
from bottega.i18n import _
from bottega.kernels import State

EMPTY = "."
SQUARES = "=#"  # streets, roofs
GAP = " " * 4


def text(state: State) -> str:
    """The board twice, once by colours and once by tiles, the stacks, and who has to do what."""
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    colours = [EMPTY if lying[cell] == layout.NO_TILE else SQUARES[rules.colour_at(state, cell)] for cell in range(layout.CELLS)]
    tiles = [_letter(int(tile)) for tile in lying]
    lines = _side_by_side(_board(colours), _board(tiles))
    lines += [
        "",
        _("{street} street   {roof} roof   a-p grey's tiles   A-P red's tiles").format(street=SQUARES[0], roof=SQUARES[1]),
    ]
    if state.last != layout.NO_TILE:
        owner, tile = divmod(int(state.last), layout.TILES)
        cell, rotation = divmod(int(state.placed[owner, tile]), layout.ROTATIONS)
        name = placement_name(tile, cell, rotation)
        lines.append(_("last tile: {name} by {colour}").format(name=name, colour=colour_name(owner)))
    lines += ["", *_side_by_side(_stack(state, layout.GREY), _stack(state, layout.RED))]
    if not rules.is_over(state):
        lines += ["", _task(state)]
    return "\n".join(line.rstrip() for line in lines)


def _letter(tile: int) -> str:
    """The name of a tile on the board, small for grey's tiles."""
    if tile == layout.NO_TILE:
        return EMPTY
    name = layout.TILE_NAMES[tile % layout.TILES]
    return name if tile // layout.TILES == layout.RED else name.lower()


def _board(cells: list[str]) -> list[str]:
    rows = [cells[start : start + layout.SIDE] for start in range(0, layout.CELLS, layout.SIDE)]
    return ["   " + " ".join(COLUMNS), *(f"{number:2} " + " ".join(row) for number, row in enumerate(rows, 1))]


def _side_by_side(left: list[str], right: list[str]) -> list[str]:
    width = max(map(len, left))
    return [f"{one:{width}}{GAP}{other}" for one, other in zip_longest(left, right, fillvalue="")]


def _stack(state: State, owner: int) -> list[str]:
    """The top tile as a small picture, the names of those below, and the veto of the owner."""
    title = _("{colour}, with a veto") if state.vetoes[owner] else _("{colour}, veto spent")
    lines = [title.format(colour=colour_name(owner))]
    top = rules.top_tile(state, owner)
    if top == layout.NO_TILE:
        return [*lines, _("no tile left")]
    lines.append(_("top tile: {tile}").format(tile=layout.TILE_NAMES[top]))
    picture = [SQUARES[1 - owner] if i in layout.OTHER_CELLS[top] else SQUARES[owner] for i in range(layout.TILE_CELLS)]
    lines += ["   " + " ".join(picture[:4]), "   " + " ".join(picture[4:])]
    first, end = rules.hidden_part(state, owner)
    hidden = sorted(layout.TILE_NAMES[tile] for tile in state.stacks[owner, first:end])
    lines.append(_("in any order below: {tiles}").format(tiles="".join(hidden) or "-"))
    if first <= end < layout.TILES:
        lines.append(_("last, by a veto: {tile}").format(tile=layout.TILE_NAMES[state.stacks[owner, end]]))
    return lines


def _task(state: State) -> str:
    """What has to be done now."""
    mover = colour_name(int(state.turn))
    places = rules.count_places(state)
    if not places and not state.deciding:
        return _("There is no place for {mover}'s next tile: pass.").format(mover=mover)
    tile = layout.TILE_NAMES[rules.top_tile(state, int(state.turn))]
    if state.deciding:
        return _("Veto or allow {mover}'s tile {tile}?").format(mover=mover, tile=tile)
    return _("Place tile {tile}: {places} ways.").format(tile=tile, places=places)
