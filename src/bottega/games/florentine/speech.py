"""Florentine Dominoes in words, for those who hear it: moves, cards, the square, hands and heaps."""

import numpy as np

from bottega.games.florentine import deck, layout, rules
from bottega.games.florentine.cards import black_place
from bottega.games.florentine.notation import cell_name, colour_name, kind_name, side_name
from bottega.games.florentine.outlines import cells_in
from bottega.games.florentine.placing import BLACK
from bottega.games.florentine.text import seat_name
from bottega.i18n import _
from bottega.kernels import State
from bottega.placing import Piece

_BLACK_NAMES = "black "  # single black cards are called "black R"


def _sides(card: str, turn: int = 0) -> dict[str, str]:
    """What a turned card shows on each side."""
    stones = (_("red with jade"), _("blue with amber"), _("green with ruby"), _("ochre with lapis lazuli"))
    shown = []
    for letter in deck.turned(card, turn):
        colour = deck.COLOUR_LETTERS.index(letter.upper())
        shown.append(stones[colour] if letter.islower() else colour_name(colour))
    return dict(zip(("north", "east", "south", "west"), shown, strict=True))


# ---------------------------------------------------------------- moves and cards


def spoken_move(state: State, move: int) -> str:
    """Who lays which card where; discards lie face up for all to see (D6)."""
    who = seat_name(state, int(state.turn))
    if move < layout.DISCARD:
        return _("{who} lays a card at {cell}: north {north}, east {east}, south {south}, west {west}").format(
            who=who, cell=cell_name(move >> 2 & 63), **_sides(kind_name(state, move >> 8), move & 3)
        )
    if move < layout.BLACK:
        return _("{who} discards a card: {north}, {east}, {south}, {west}").format(
            who=who, **_sides(kind_name(state, move - layout.DISCARD))
        )
    if move == layout.DECLINE:
        return _("{who} keeps the black card").format(who=who)
    cell, side = black_place(move)
    return (
        _("{who} puts the black card against the north side of {cell}"),
        _("{who} puts the black card against the east side of {cell}"),
        _("{who} puts the black card against the south side of {cell}"),
        _("{who} puts the black card against the west side of {cell}"),
    )[side].format(who=who, cell=cell_name(cell))


def spoken_piece(state: State, piece: Piece) -> str:
    """A card by its sides as it is before it is turned."""
    if piece == BLACK:
        return _("your black card")
    if piece.name.startswith(_BLACK_NAMES):
        names = (_("red's black card"), _("blue's black card"), _("green's black card"), _("ochre's black card"))
        return names[deck.COLOUR_LETTERS.index(piece.name.removeprefix(_BLACK_NAMES))]
    return _("card: north {north}, east {east}, south {south}, west {west}").format(**_sides(piece.name))


# ---------------------------------------------------------------- the square, hands and heaps


def spoken_board(state: State) -> tuple[str, ...]:
    """The cards row by row from the north, each from the west; where the next one can lie and what it has to show; the rest."""
    cards = [_card_at(state, cell) for cell in cells_in(int(state.filled))]
    heaps = _heaps(state) if state.stage == layout.HIDDEN_STOCK else _pool(state)
    note = [_("The cards are a reconstruction: the pictures of the real ones are lost.")] if deck.is_reconstruction(state) else []
    return *(cards or [_("The square is empty.")]), *_open_cells(state), *_blacks(state), *heaps, *note


def _card_at(state: State, cell: int) -> str:
    card = _sides(kind_name(state, int(state.board[cell])), int(state.turned[cell]))
    return _("{cell}: north {north}, east {east}, south {south}, west {west}.").format(cell=cell_name(cell), **card)


def _open_cells(state: State) -> list[str]:
    """What the neighbours demand of a card (D7)."""
    if state.stage >= layout.BLACK_CARDS:
        return []
    sentences = []
    for cell in cells_in(int(rules.open_cells(state))):
        demands = enumerate(state.demands[layout.MARGIN + cell].tolist())
        needs = [
            _("{side} {colour}").format(side=side_name(side), colour=colour_name(colour))
            for side, colour in demands
            if colour != layout.ANY
        ]
        words = _("{cell} is open: a card there needs {needs}.") if needs else _("{cell} is open for any card.")
        sentences.append(words.format(cell=cell_name(cell), needs=", ".join(needs)))
    return sentences


def _blacks(state: State) -> list[str]:
    sentences = []
    for seat, place in enumerate(state.blacks[: state.players].tolist()):
        if place != layout.NOT_PLACED:
            words = (
                _("{who}'s black card lies against the north side of {cell}."),
                _("{who}'s black card lies against the east side of {cell}."),
                _("{who}'s black card lies against the south side of {cell}."),
                _("{who}'s black card lies against the west side of {cell}."),
            )[place & 3]
            sentences.append(words.format(who=seat_name(state, seat), cell=cell_name(place >> 2)))
    return sentences


def _heaps(state: State) -> list[str]:
    """Hands as far as this state shows them, stock, discards and what lies aside (D15)."""
    seats = range(int(state.players))
    hands = [(_("{who} holds {cards}.").format(who=seat_name(state, seat), cards=_cards(state, seat)), seat) for seat in seats]
    sentences = [words for words, seat in hands if not rules.is_hidden(state, seat)]
    sentences.append(_("Cards in the stock: {count}.").format(count=int(state.left)))
    if state.held[layout.DISCARDS].any():
        sentences.append(_("Discarded: {cards}.").format(cards=_cards(state, layout.DISCARDS)))
    if state.held[layout.ASIDE].any():
        sentences.append(_("Aside: {cards}.").format(cards=_cards(state, layout.ASIDE)))
    return sentences


def _pool(state: State) -> list[str]:
    if not state.held[layout.POOL].any():
        return [_("The pool is empty.")]
    return [_("In the open pool: {cards}.").format(cards=_cards(state, layout.POOL))]


def _cards(state: State, zone: int) -> str:
    """The cards of a hand or heap, each clockwise from the north."""
    cards = []
    for kind in np.flatnonzero(state.held[zone]).tolist():
        words = _("{north}, {east}, {south}, {west}").format(**_sides(kind_name(state, kind)))
        copies = int(state.held[zone, kind])
        cards.append(words if copies == 1 else _("{count} times {card}").format(count=copies, card=words))
    return "; ".join(cards)
