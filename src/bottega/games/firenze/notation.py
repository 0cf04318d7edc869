"""Moves of Firenze as text (F9), and why a move is refused."""

import re

from bottega.errors import IllegalMove, NotationError
from bottega.games.firenze import layout, rules
from bottega.i18n import _
from bottega.kernels import State, seat

LETTERS = " WPG"
ORIENTATIONS = "hv"

_MOVE = re.compile(r"([WPG])([WPG])@([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})([HV])((?:\^[+-]?[0-9]{1,9},[+-]?[0-9]{1,9})*)")
_COLOURINGS = {LETTERS[first] + LETTERS[second]: number for number, (first, second) in enumerate(layout.COLOURING.tolist())}


def colour_name(colour: int) -> str:
    """The colour as a word in the current language."""
    return {layout.WHITE: _("white"), layout.PINK: _("pink"), layout.GREEN: _("green")}[colour]


def _compose(colours: str, x: int, y: int, orientation: str, pyramids: list[tuple[int, int]]) -> str:
    covered = "".join(f"^{px},{py}" for py, px in sorted({(py, px) for px, py in pyramids}))
    return f"{colours}@{x},{y}{orientation}{covered}"


def _split(move: int) -> tuple[int, int, int]:
    """Place, colouring and pyramid slots of a move."""
    place, colouring = divmod(move >> layout.SLOTS, layout.COLOURINGS)
    return place, colouring, move & ((1 << layout.SLOTS) - 1)


def _slot_cell(state: State, place: int, slot: int) -> int:
    dx, dy = layout.SLOT[place & 1, slot].tolist()
    return rules.shift(state, place >> 1, dx, dy)


def move_name(state: State, move: int) -> str:
    """The canonical text of a move."""
    place, colouring, slots = _split(move)
    first, second = layout.COLOURING[colouring].tolist()
    x, y = rules.point(state, place >> 1)
    offsets = [layout.SLOT[place & 1, slot].tolist() for slot in range(layout.SLOTS) if slots >> slot & 1]
    return _compose(LETTERS[first] + LETTERS[second], x, y, ORIENTATIONS[place & 1], [(x + dx, y + dy) for dx, dy in offsets])


def parse_move(state: State, text: str) -> int:
    """The number of a move; the text must be canonical."""
    found = _MOVE.fullmatch("".join(text.upper().split()))
    if found is None or found[1] == found[2]:
        raise NotationError(
            _(
                "{text!r} is not a move of Firenze: expected two different colours of W, P, G, then @x,y and h or v, "
                "then ^x,y for each pyramid, as in PG@4,-2v^3,-2"
            ).format(text=text[:60])
        )
    x, y = int(found[3]), int(found[4])
    pyramids = [(int(px), int(py)) for px, py in (pair.split(",") for pair in found[6].split("^")[1:])]
    canonical = _compose(found[1] + found[2], x, y, found[5].lower(), pyramids)
    if canonical != text:
        raise NotationError(_("write {canonical}, not {text!r}").format(canonical=canonical, text=text[:60]))

    side = rules.side(state)
    place = (y % side * side + x % side) * 2 + ORIENTATIONS.index(found[5].lower())
    if rules.point(state, place >> 1) != (x, y):
        raise IllegalMove(_no_contact())
    move = (place * layout.COLOURINGS + _COLOURINGS[found[1] + found[2]]) << layout.SLOTS
    offsets = layout.SLOT[place & 1].tolist()
    for px, py in pyramids:
        if [px - x, py - y] not in offsets:
            raise IllegalMove(_placement_refusal(state, move) or _too_far(px, py))
        move |= 1 << offsets.index([px - x, py - y])
    return move


def refusal(state: State, move: int) -> str:
    """Why the move, which is not among the legal ones, is against the rules."""
    why = _placement_refusal(state, move)
    if why:
        return why
    place, colouring, slots = _split(move)
    allowed = rules.sandwiched(state, place, colouring)
    colour = colour_name(int(state.colours[seat(state)]))
    for slot in range(layout.SLOTS):
        if slots >> slot & 1 and not allowed >> slot & 1:
            cell = _slot_cell(state, place, slot)
            x, y = rules.point(state, cell)
            there = int(state.board[cell]) & layout.SQUARE
            if there & layout.COVERED:
                return _("the square at {x},{y} has a pyramid already").format(x=x, y=y)
            if there == layout.EMPTY and cell not in (place >> 1, rules.other_cell(state, place)):
                return _("there is no square at {x},{y} to cover").format(x=x, y=y)
            return _("the square at {x},{y} is not sandwiched: it lies between no two {colour} squares").format(
                x=x, y=y, colour=colour
            )
    return _("pyramids wanted: {wanted}, left: {left}").format(left=int(state.pyramids), wanted=slots.bit_count())


def _placement_refusal(state: State, move: int) -> str:
    """What is wrong with where the domino lies; empty if nothing is."""
    place, colouring, _slots = _split(move)
    if rules.is_over(state):
        return _("the game is over: every domino is placed")
    if state.dominoes[colouring >> 1] == 0:
        first, second = layout.COLOURING[colouring & ~1].tolist()
        return _("no {first}-{second} domino is left").format(first=colour_name(first), second=colour_name(second))
    if state.turns == 0:
        return "" if place == layout.ACROSS else _("the first domino lies on 0,0 and 1,0: write @0,0h")
    for cell in (place >> 1, rules.other_cell(state, place)):
        if int(state.board[cell]) & layout.SQUARE:
            x, y = rules.point(state, cell)
            return _("the cell {x},{y} is taken").format(x=x, y=y)
    return "" if rules.touches(state, place) else _no_contact()


def _no_contact() -> str:
    return _("the domino touches no square on the table: one of its sides must lie against another domino")


def _too_far(x: int, y: int) -> str:
    return _("the square at {x},{y} is not sandwiched: it is neither part of the domino nor beside it").format(x=x, y=y)
