"""Moves of Florentine Dominoes as text (D13), and why a move is refused."""

import re

import numpy as np

from bottega import bits
from bottega.errors import IllegalMove, NotationError
from bottega.games.florentine import layout, rules
from bottega.games.florentine.deck import canonical, card_name, turn_to, turned
from bottega.geometry import DIRECTION_LETTERS
from bottega.i18n import _
from bottega.kernels import State

COLUMN_LETTERS = "abcdefg"

# What can be understood, whatever the case, the turn and the rotation of the card's name; spaces are taken out before.
_PLACE = re.compile(r"([rbgo]{4})@([a-g])([1-7])r([0-9]{1,3})", re.ASCII | re.IGNORECASE)
_DISCARD = re.compile(r"x:([rbgo]{4})", re.ASCII | re.IGNORECASE)
_BLACK = re.compile(r"black@([a-g])([1-7])([nesw])", re.ASCII | re.IGNORECASE)


def colour_name(colour: int) -> str:
    """The colour as a word in the current language."""
    return (_("red"), _("blue"), _("green"), _("ochre"))[colour]


def side_name(side: int) -> str:
    """The side as a word in the current language."""
    return (_("north"), _("east"), _("south"), _("west"))[side]


def cell_name(cell: int) -> str:
    """The cell as a player says it: d4."""
    return f"{COLUMN_LETTERS[cell % layout.ROW]}{cell // layout.ROW + 1}"


def parse_cell(name: str) -> int:
    """The number of a cell from a1 to g7."""
    return (int(name[1]) - 1) * layout.ROW + COLUMN_LETTERS.index(name[0])


def kind_name(state: State, kind: int) -> str:
    """The name of the cards of a kind."""
    return card_name(int(state.cards[kind]))


def move_name(state: State, move: int) -> str:
    """The canonical text of a move."""
    if move < layout.DISCARD:
        return f"{kind_name(state, move >> 8)}@{cell_name(move >> 2 & 63)}r{move & 3}"
    if move < layout.BLACK:
        return f"x:{kind_name(state, move - layout.DISCARD)}"
    if move < layout.DECLINE:
        return f"black@{cell_name((move - layout.BLACK) >> 2)}{DIRECTION_LETTERS[(move - layout.BLACK) & 3]}"
    return "decline"


def parse_move(state: State, text: str) -> int:
    """The number of a move; the text must be canonical."""
    meant = _understand(text)
    if meant != text:
        raise NotationError(_("write {canonical}, not {text!r}").format(canonical=meant, text=text[:60]))
    if text == "decline":
        return layout.DECLINE
    if text.startswith("x:"):
        return layout.DISCARD + _kind(state, text[2:])
    what, where = text.split("@")
    if what == "black":
        return layout.BLACK + parse_cell(where[:2]) * 4 + DIRECTION_LETTERS.index(where[2])
    return _kind(state, what) * 256 + parse_cell(where[:2]) * 4 + int(where[3])


def _understand(text: str) -> str:
    """The canonical form of what is probably meant."""
    squeezed = "".join(text.split())
    if squeezed.lower() == "decline":
        return "decline"
    if found := _DISCARD.fullmatch(squeezed):
        return f"x:{canonical(found[1])}"
    if found := _BLACK.fullmatch(squeezed):
        return f"black@{found[1].lower()}{found[2]}{found[3].upper()}"
    if found := _PLACE.fullmatch(squeezed):
        card = canonical(found[1])
        turn = turn_to(card, turned(found[1], int(found[4]) % 4))
        return f"{card}@{found[2].lower()}{found[3]}r{turn}"
    raise NotationError(
        _(
            "{text!r} is not a move of Florentine Dominoes: expected a card, a cell from a1 to g7 and a turn from r0 to r3, "
            "as in rRBG@d4r1, or x:rRBG, black@c1N, decline"
        ).format(text=text[:60])
    )


def _kind(state: State, card: str) -> int:
    """The kind of that name in the deck of this game."""
    names = [card_name(code) for code in state.cards[np.flatnonzero(state.deck)].tolist()]
    if card in names:
        return names.index(card)
    alike = [name for name in names if canonical(name.upper()) == canonical(card.upper())]
    hint = _(" Did you mean {cards}?").format(cards=_(" or ").join(alike)) if alike else ""
    raise IllegalMove(_("the deck has no card {card}.").format(card=card) + hint)


# ---------------------------------------------------------------- refusals


def refusal(state: State, move: int) -> str:
    """Why the move, which is not among the legal ones, is against the rules. Tells nothing but of the mover's own hand."""
    if rules.is_over(state):
        return _("the game is over")
    if state.stage == layout.BLACK_CARDS:
        return _black_refusal(state, move)
    if move >= layout.BLACK:
        return _("black cards are only placed when nothing fits any more")
    if move >= layout.DISCARD:
        return _discard_refusal(state, move - layout.DISCARD)
    return _placement_refusal(state, move >> 8, move >> 2 & 63, move & 3)


def _black_refusal(state: State, move: int) -> str:
    if move < layout.BLACK:
        return _("no card fits any more: put your black card against the square, or decline")
    cell, side = (move - layout.BLACK) >> 2, (move - layout.BLACK) & 3
    if not _has(layout.EDGE[side], cell):
        return _("the {side} side of {cell} is not at the edge of the square").format(side=side_name(side), cell=cell_name(cell))
    if not _has(state.filled, cell):
        return _("there is no card on {cell}").format(cell=cell_name(cell))
    there = rules.side_colour(int(state.cards[state.board[cell]]), int(state.turned[cell]), side)
    own = int(state.colours[state.turn])
    return _("the triangle there is {there}, your colour is {own}").format(there=colour_name(there), own=colour_name(own))


def _discard_refusal(state: State, kind: int) -> str:
    if state.stage == layout.OPEN_POOL:
        return _("nothing may be discarded once the pool is open")
    if not _has(rules.usable(state), kind):
        return _("you do not hold {card}").format(card=kind_name(state, kind))
    return _("the very first card must be placed")


def _placement_refusal(state: State, kind: int, cell: int, turn: int) -> str:
    name = cell_name(cell)
    if not _has(rules.usable(state), kind):
        if state.stage == layout.OPEN_POOL:
            return _("{card} is not in the pool").format(card=kind_name(state, kind))
        return _("you do not hold {card}").format(card=kind_name(state, kind))
    if _has(state.filled, cell):
        return _("{cell} is taken").format(cell=name)
    if not _has(rules.open_cells(state), cell):
        if state.filled == bits.NONE:
            return _("the first card goes on {centre}").format(centre=cell_name(layout.CENTRE))
        if not rules.cross_is_complete(state):
            if not _has(layout.CROSS, cell):
                return _("the cross comes first: {cell} is not on it").format(cell=name)
            return _("{cell} touches no card").format(cell=name)
        if (state.demands[layout.MARGIN + cell] == layout.ANY).all():
            return _("{cell} touches no card; two are needed").format(cell=name)
        return _("{cell} touches only one card; two are needed").format(cell=name)
    card = int(state.cards[kind])
    for side, demanded in enumerate(state.demands[layout.MARGIN + cell].tolist()):
        own = rules.side_colour(card, turn, side)
        if demanded not in (own, layout.ANY):
            return _("its {own} {side} side would touch {other}").format(
                own=colour_name(own), side=side_name(side), other=colour_name(demanded)
            )
    name = card_name(card)
    return _("turned r{turn} the card looks as with r{less}").format(turn=turn, less=turn_to(name, turned(name, turn)))


def _has(members: np.uint64, member: int) -> bool:
    return bool(members & bits.only(member))
