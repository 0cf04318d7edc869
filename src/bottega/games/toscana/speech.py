"""Toscana in words, for those who hear it: moves, tiles, the board, the stacks."""

from itertools import groupby

import numpy as np

from bottega.games.toscana import layout, rules
from bottega.games.toscana.notation import COLOURS, COLUMNS, cell_name, colour_name
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Piece


def who(seat: int) -> str:
    """A seat as one calls it at the table: by its colour, as a name."""
    return (_("Grey"), _("Red"))[seat]


# ---------------------------------------------------------------- moves and tiles


def spoken_move(state: State, move: int) -> str:
    """Who lays which tile where; a veto and a pass say about which tile they are."""
    owner = int(state.turn)
    top = rules.top_tile(state, owner)
    values = {"who": who(rules.seat(state)), "tile": layout.TILE_NAMES[top] if top != layout.NO_TILE else ""}
    if move == layout.VETO:
        return _("{who} vetoes tile {tile}").format(**values)
    if move == layout.ALLOW:
        return _("{who} allows tile {tile}").format(**values)
    if move == layout.PASS:
        words = _("{who} passes: no tile is left") if top == layout.NO_TILE else _("{who} passes: tile {tile} fits nowhere")
        return words.format(**values)
    cell, rotation = divmod(move, layout.ROTATIONS)
    return (
        _("{who} lays tile {tile} at {cell}"),
        _("{who} lays tile {tile} at {cell}, turned once"),
        _("{who} lays tile {tile} at {cell}, turned twice"),
        _("{who} lays tile {tile} at {cell}, turned three times"),
    )[rotation].format(**values, cell=cell_name(cell))


def tile_of(state: State, piece: Piece) -> tuple[int, int]:
    """Owner and number of a tile: "A" is a tile of the player on turn, "grey A" says whose it is."""
    colour, _space, letter = piece.name.rpartition(" ")
    return COLOURS.index(colour) if colour else int(state.turn), layout.TILE_NAMES.index(letter)


def spoken_piece(state: State, piece: Piece) -> str:
    """The tile to be laid with its squares; of any other one, whose it is."""
    owner, tile = tile_of(state, piece)
    letter = layout.TILE_NAMES[tile]
    if piece.name != letter:
        return (_("grey's tile {tile}"), _("red's tile {tile}"))[owner].format(tile=letter)
    squares = [colour_name(owner ^ (i in layout.OTHER_CELLS[tile])) for i in range(layout.TILE_CELLS)]
    north, south = " ".join(squares[:4]), " ".join(squares[4:])
    return _("tile {tile}: {north}, below {south}").format(tile=letter, north=north, south=south)


# ---------------------------------------------------------------- the board and the stacks


def spoken_board(state: State) -> tuple[str, ...]:
    """The colours row by row from the north, each from the west; the tiles in the same order; the stacks."""
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    found = lying.tolist()
    rows = [words for row in range(layout.SIDE) if (words := _row(state, found, row))]
    tiles = [_tile(state, tile) for tile in dict.fromkeys(found) if tile != layout.NO_TILE]
    stacks = [_stack(state, owner) for owner in range(layout.SEATS)]
    return *(rows or [_("The board is empty.")]), *tiles, *stacks


def _row(state: State, lying: list[int], row: int) -> str:
    """Squares of one colour side by side are told in one go; empty if there is none in the row."""
    first = row * layout.SIDE
    colours = [
        layout.NO_TILE if lying[cell] == layout.NO_TILE else rules.colour_at(state, cell)
        for cell in range(first, first + layout.SIDE)
    ]
    runs = []
    for colour, run in groupby(range(layout.SIDE), key=colours.__getitem__):
        columns = list(run)
        if colour != layout.NO_TILE:
            words = _("{first} to {last} {colour}") if len(columns) > 1 else _("{first} {colour}")
            runs.append(words.format(first=COLUMNS[columns[0]], last=COLUMNS[columns[-1]], colour=colour_name(colour)))
    return _("Row {row}: {squares}.").format(row=row + 1, squares=", ".join(runs)) if runs else ""


def _tile(state: State, number: int) -> str:
    owner, tile = divmod(number, layout.TILES)
    cell, rotation = divmod(int(state.placed[owner, tile]), layout.ROTATIONS)
    grey = (
        _("Grey's tile {tile} lies at {cell}."),
        _("Grey's tile {tile} lies at {cell}, turned once."),
        _("Grey's tile {tile} lies at {cell}, turned twice."),
        _("Grey's tile {tile} lies at {cell}, turned three times."),
    )
    red = (
        _("Red's tile {tile} lies at {cell}."),
        _("Red's tile {tile} lies at {cell}, turned once."),
        _("Red's tile {tile} lies at {cell}, turned twice."),
        _("Red's tile {tile} lies at {cell}, turned three times."),
    )
    return (grey, red)[owner][rotation].format(tile=layout.TILE_NAMES[tile], cell=cell_name(cell))


def _stack(state: State, owner: int) -> str:
    """The top tile, what lies below whatever its order, a tile known to be last, and the veto (T4, T6)."""
    parts = [_("veto left") if state.vetoes[owner] else _("veto spent")]
    top = rules.top_tile(state, owner)
    if top == layout.NO_TILE:
        parts.append(_("no tile left"))
    else:
        parts.append(_("top tile {tile}").format(tile=layout.TILE_NAMES[top]))
        first, end = rules.hidden_part(state, owner)
        below = sorted(layout.TILE_NAMES[tile] for tile in state.stacks[owner, first:end])
        if below:
            parts.append(_("below in any order {tiles}").format(tiles=" ".join(below)))
        if first <= end < layout.TILES:
            parts.append(_("last {tile}").format(tile=layout.TILE_NAMES[state.stacks[owner, end]]))
    return f"{who(owner)}: {'; '.join(parts)}."
