"""The square, hands and heaps of Florentine Dominoes in letters."""

import numpy as np

from bottega import bits
from bottega.games.florentine import deck, layout, rules
from bottega.games.florentine.notation import COLUMN_LETTERS, cell_name, kind_name
from bottega.geometry import DIRECTION_LETTERS, EAST, NORTH, SOUTH, WEST
from bottega.i18n import _
from bottega.kernels import State

_WIDTH = 4  # of a card with the gap before it
_HEIGHT = 3


def text(state: State) -> str:
    """The position, or a view of it, for a terminal of plain text. A lower-case letter is a triangle with a stone."""
    lines = [*_square(state), "", *_heaps(state), *_seats(state)]
    if deck.is_reconstruction(state):
        lines.append(_("The cards are a reconstruction: the pictures of the real ones are lost."))
    return "\n".join(line.rstrip() for line in lines)


def seat_name(state: State, seat: int) -> str:
    """The seat as a player says it: its colour."""
    return (_("Red"), _("Blue"), _("Green"), _("Ochre"))[int(state.colours[seat])]


def _square(state: State) -> list[str]:
    """Seven rows of cards with the names of the cells around them; black cards lie outside as [R]."""
    blacks = {int(place): deck.COLOUR_LETTERS[state.colours[seat]] for seat, place in enumerate(state.blacks[: state.players])}
    columns = range(layout.SIDE)
    names = "      " + "".join(f"  {letter} " for letter in COLUMN_LETTERS)

    def black(x: int, y: int, side: int) -> str:
        letter = blacks.get((y * layout.ROW + x) * 4 + side)
        return f" [{letter}]" if letter else " " * _WIDTH

    def margin(y: int, side: int) -> list[str]:
        line = " " * 6 + "".join(black(x, y, side) for x in columns)
        return [line] if line.strip() else []

    lines = [names, *margin(0, NORTH)]
    for y in columns:
        for part in range(_HEIGHT):
            cards = "".join(" " + _card_lines(state, y * layout.ROW + x)[part] for x in columns)
            if part == 1:
                lines.append(f"{y + 1} {black(0, y, WEST)}{cards}{black(layout.SIDE - 1, y, EAST)} {y + 1}")
            else:
                lines.append(" " * 6 + cards)
    return [*lines, *margin(layout.SIDE - 1, SOUTH), names]


def _card_lines(state: State, cell: int) -> tuple[str, str, str]:
    kind = int(state.board[cell])
    if kind == layout.EMPTY:
        return "   ", " . ", "   "
    card, turn = kind_name(state, kind), int(state.turned[cell])
    north, east, south, west = (card[(side - turn) % 4] for side in range(4))
    return f" {north} ", f"{west}+{east}", f" {south} "


def _cards(state: State, zone: int) -> str:
    """The cards of a zone by name: RBRB, 2 rRBG."""
    kinds = np.flatnonzero(state.held[zone]).tolist()
    copies = state.held[zone].tolist()
    return ", ".join((f"{copies[kind]} " if copies[kind] > 1 else "") + kind_name(state, kind) for kind in kinds) or "-"


def _heaps(state: State) -> list[str]:
    if state.stage != layout.HIDDEN_STOCK:
        return [_("Open pool: {cards}").format(cards=_cards(state, layout.POOL))]
    lines = [
        _("Stock: {count} cards").format(count=int(state.left)),
        _("Discards: {cards}").format(cards=_cards(state, layout.DISCARDS)),
    ]
    if state.zones[layout.ASIDE] != bits.NONE:
        lines.append(_("Aside: {cards}").format(cards=_cards(state, layout.ASIDE)))
    return lines


def _seats(state: State) -> list[str]:
    """The hands while there are hands, the black cards from then on that players are asked for them."""
    seats = range(int(state.players))
    if state.stage == layout.HIDDEN_STOCK:
        hidden = _("{count} cards").format(count=layout.HAND)
        hands = [hidden if rules.is_hidden(state, seat) else _cards(state, seat) for seat in seats]
        return [f"{seat_name(state, seat)}: {hand}" for seat, hand in zip(seats, hands, strict=True)]
    if state.stage == layout.OPEN_POOL:
        return []
    asked = [(int(state.turn) - 1 - before) % len(seats) for before in range(int(state.asked))]
    return [f"{seat_name(state, seat)}: {_black(state, seat, seat in asked)}" for seat in seats]


def _black(state: State, seat: int, was_asked: bool) -> str:
    place = int(state.blacks[seat])
    if place != layout.NOT_PLACED:
        return _("black card at {place}").format(place=cell_name(place >> 2) + DIRECTION_LETTERS[place & 3])
    return _("black card declined") if was_asked else _("black card not asked for yet")
