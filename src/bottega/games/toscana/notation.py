"""Moves as text (T11), and why a move is refused."""

import re
from typing import NoReturn

import numpy as np

from bottega.errors import IllegalMove, NotationError
from bottega.games.toscana import layout, rules
from bottega.i18n import _
from bottega.kernels import State

COLUMNS = "abcdefghijklmnopq"
COLOURS = ("grey", "red")
WORDS = {layout.VETO: "veto", layout.ALLOW: "allow", layout.PASS: "pass"}
NUMBERS = {word: move for move, word in WORDS.items()}

#: tile, column, row, rotation
PLACEMENT = re.compile(r"([A-P])@([a-q])([1-9]|1[0-7])r([0-3])")
#: what a placement may have been meant to be, without its spaces and in capitals
_ALIKE = re.compile(r"([A-Z])@?([A-Z])([0-9]{1,4})(?:R?([0-9]))?")
_SHOWN = 40  # characters of a text that a message repeats


def colour_name(seat: int) -> str:
    """What a player calls the seat, its colour and its tiles (T3)."""
    return (_("grey"), _("red"))[seat]


def cell_name(cell: int) -> str:
    """`i9` for the centre (T1)."""
    return f"{COLUMNS[cell % layout.SIDE]}{cell // layout.SIDE + 1}"


def placement_name(tile: int, cell: int, rotation: int) -> str:
    """The canonical text: a tile that looks the same after half a turn is only turned 0 or 1 times (T2)."""
    return f"{layout.TILE_NAMES[tile]}@{cell_name(cell)}r{rotation % layout.TURNS[tile]}"


def move_name(state: State, move: int) -> str:
    """The text of a numbered move. The tile of a placement is the top tile of the player on turn: there is one."""
    if move in WORDS:
        return WORDS[move]
    tile = rules.top_tile(state, int(state.turn))
    return placement_name(tile, *divmod(int(move), layout.ROTATIONS))


def parse_move(state: State, text: str) -> int:
    """The number of a move in canonical form. NotationError: it is not; IllegalMove: the tile is not the one to be placed."""
    if text in NUMBERS:
        return NUMBERS[text]
    found = PLACEMENT.fullmatch(text)
    if not found:
        _refuse_text(text)
    tile = layout.TILE_NAMES.index(found[1])
    cell = (int(found[3]) - 1) * layout.SIDE + COLUMNS.index(found[2])
    rotation = int(found[4])
    canonical = placement_name(tile, cell, rotation)
    if canonical != text:
        raise NotationError(
            _("tile {tile} looks the same after half a turn: write {canonical}, not {text}").format(
                tile=found[1], canonical=canonical, text=text
            )
        )
    top = rules.top_tile(state, int(state.turn))
    if tile != top:
        raise IllegalMove(
            _nothing_to_place(state)
            or _("{colour} must place tile {top}, the top one, not {tile}").format(
                colour=colour_name(int(state.turn)), top=layout.TILE_NAMES[top], tile=found[1]
            )
        )
    return cell * layout.ROTATIONS + rotation


def _refuse_text(text: str) -> NoReturn:
    """Say what is wrong with a text that is not canonical, and what was probably meant."""
    shown = repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
    plain = "".join(text.split()) if len(text) <= _SHOWN else ""
    if plain.lower() in NUMBERS:
        raise NotationError(_("write {canonical}, not {text}").format(canonical=plain.lower(), text=shown))
    alike = _ALIKE.fullmatch(plain.upper())
    if not alike:
        raise NotationError(
            _(
                "a move is a tile, a cell and its quarter turns, such as A@e5r1, or one of veto, allow and pass; {text} is none"
            ).format(text=shown)
        )
    letter, column, row, turns = alike[1], alike[2].lower(), int(alike[3]), alike[4]
    if letter not in layout.TILE_NAMES:
        raise NotationError(_("there is no tile {tile}: the tiles are A to P").format(tile=letter))
    if column not in COLUMNS or not 1 <= row <= layout.SIDE:
        raise NotationError(_("there is no cell {cell}: the board is a1 to q17").format(cell=f"{column}{row}"))
    tile = layout.TILE_NAMES.index(letter)
    most = int(layout.TURNS[tile]) - 1
    if turns is None or int(turns) >= layout.ROTATIONS:
        raise NotationError(
            _("say how often tile {tile} is turned: {first} to {last}").format(
                tile=letter, first=f"{letter}@{column}{row}r0", last=f"{letter}@{column}{row}r{most}"
            )
        )
    canonical = placement_name(tile, (row - 1) * layout.SIDE + COLUMNS.index(column), int(turns))
    raise NotationError(_("write {canonical}, not {text}").format(canonical=canonical, text=shown))


# ---------------------------------------------------------------- refusals


def refusal(state: State, move: int) -> str:
    """Why this move is not legal in this position, in a player's words."""
    if not 0 <= move < layout.MOVES:
        return _("there is no move number {move}").format(move=move)
    if move in (layout.VETO, layout.ALLOW):
        return _no_decision(state)
    if reason := _nothing_to_place(state):
        return reason
    tile = rules.top_tile(state, int(state.turn))
    if move == layout.PASS:
        return _("you must place tile {tile}: it fits").format(tile=layout.TILE_NAMES[tile])
    return _misplaced(state, tile, *divmod(int(move), layout.ROTATIONS))


def _game_over() -> str:
    return _("the game is over")


def _nothing_to_place(state: State) -> str:
    """Why no tile can be placed now, or nothing."""
    mover, opponent = colour_name(int(state.turn)), colour_name(1 - int(state.turn))
    if rules.is_over(state):
        return _game_over()
    if state.deciding:
        return _("it is {opponent}'s decision whether to veto {colour}'s tile: veto or allow").format(
            opponent=opponent, colour=mover
        )
    if rules.top_tile(state, int(state.turn)) == layout.NO_TILE:
        return _("{colour} has no tile left: pass is the only move").format(colour=mover)
    return ""


def _no_decision(state: State) -> str:
    """Why there is no veto to decide on now (T6)."""
    mover, opponent = colour_name(int(state.turn)), colour_name(1 - int(state.turn))
    if rules.is_over(state):
        return _game_over()
    if not state.vetoes[1 - state.turn]:
        return _("{opponent}'s veto is spent").format(opponent=opponent)
    if state.left[state.turn] < 2:
        return _("there is nothing to veto: {colour} has no other tile to play instead").format(colour=mover)
    tile = layout.TILE_NAMES[rules.top_tile(state, int(state.turn))]
    return _("{opponent} has allowed tile {tile} already").format(opponent=opponent, tile=tile)


def _misplaced(state: State, tile: int, cell: int, rotation: int) -> str:
    """Why the tile may not lie there (T5)."""
    if rotation >= layout.TURNS[tile]:
        return _("tile {tile} looks the same after half a turn: write {canonical}").format(
            tile=layout.TILE_NAMES[tile], canonical=placement_name(tile, cell, rotation)
        )
    top, left = divmod(cell, layout.SIDE)
    squares = sorted((top + dy, left + dx) for dy, dx in layout.OFFSETS[rotation].tolist())
    if any(y >= layout.SIDE or x >= layout.SIDE for y, x in squares):
        return _("it reaches beyond the board")
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    for y, x in squares:
        if lying[y * layout.SIDE + x] != layout.NO_TILE:
            owner, other = divmod(int(lying[y * layout.SIDE + x]), layout.TILES)
            return _("it covers {cell}, where {owner}'s tile {tile} lies").format(
                cell=cell_name(y * layout.SIDE + x), owner=colour_name(owner), tile=layout.TILE_NAMES[other]
            )
    if state.last == layout.NO_TILE:
        return _("the first tile must cover the centre, {centre}").format(centre=cell_name(layout.CENTRE))
    return _("no {colour} square of the tile touches a {colour} square on the board").format(colour=colour_name(int(state.turn)))
