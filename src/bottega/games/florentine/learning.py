"""Florentine Dominoes for learning programs: planes of the square, numbers for the cards, and a number for every action.

With K kinds of cards in the deck (48 in the deck of the game):

    action = (kind * 4 + turn) * 49 + cell       place a card; here the cells are numbered row by row from 0 to 48
             K * 196 + kind                      discard
             K * 197 + side * 7 + along          black card against that side, at the column or row `along`
             K * 197 + 28                        leave the black card where it is

Everything is seen from one seat. Colours are counted from it: 0 is the viewer's, then come those of the seats after it, then
those that nobody plays.
"""

import numpy as np
from numpy.typing import NDArray

from bottega.bits import NONE, ONE, amount, lowest, only
from bottega.games.florentine import rules
from bottega.games.florentine.layout import (
    ANY,
    ASIDE,
    BLACK,
    BLACK_CARDS,
    DECLINE,
    DISCARD,
    DISCARDS,
    EMPTY,
    HAND,
    HIDDEN_STOCK,
    MOST_CARDS,
    MOST_PLAYERS,
    NOT_PLACED,
    OVER,
    POOL,
    ROW,
    SIDE,
)
from bottega.games.florentine.notation import move_name
from bottega.geometry import EAST, WEST
from bottega.kernels import NO_ACTION, WHOLE, Random, Setup, State, allocating_kernel, kernel
from bottega.learning import Feature, Space

CELLS = SIDE * SIDE
COLOURS = 4
PLACES = 4 * CELLS  # of one kind: by turn, then by cell
BLACKS = 4 * SIDE
CARD = 4 * COLOURS + 4  # numbers that describe a card: the colour of each triangle, then the stones

PLANES = (
    Feature("triangles", "by colour, counted from the viewer's, then by side (north, east, south, west): triangles", 16),
    Feature("stones", "by side: triangles with a stone", 4),
    Feature("open", "cells where the next card may lie if its colours fit"),
    Feature("own_black", "by side: where the viewer's black card lies", 4),
    Feature("other_black", "by side: where another black card lies", 4),
)
STONES, OPEN, OWN_BLACK, OTHER_BLACK = 16, 20, 21, 25


def _numbers(kinds: int) -> tuple[Feature, ...]:
    return (
        Feature(
            "hand_cards", "the viewer's hand, card by card: the colour of each triangle, then whether it has a stone", HAND * CARD
        ),
        Feature("hand", "by kind: cards in the viewer's hand", kinds, HAND),
        Feature("unseen", "by kind: cards in other hands and in the stock", kinds, MOST_CARDS),
        Feature("discards", "by kind: discarded cards", kinds, MOST_CARDS),
        Feature("aside", "by kind: cards laid aside at the start", kinds, MOST_CARDS),
        Feature("pool", "by kind: cards in the open pool", kinds, MOST_CARDS),
        Feature("stage", "hidden stock, open pool or black cards", 3),
        Feature("stock", "how many cards the stock holds", 1, MOST_CARDS),
        Feature("decides", "who decides, counted from the viewer", MOST_PLAYERS),
        Feature("players", "two, three or four", 3),
        Feature("colours", "for each colour counted from the viewer's: red, blue, green or ochre", COLOURS * COLOURS),
    )


def _actions(kinds: int) -> tuple[Feature, ...]:
    return (
        Feature("place", "by kind, turn, row and column", kinds * PLACES),
        Feature("discard", "by kind", kinds),
        Feature("black", "by side, then by column or row", BLACKS),
        Feature("decline", "leave the black card where it is"),
    )


def space(setup: Setup, window: int) -> Space:
    """What environments of Florentine Dominoes show and take, for decks with that number of kinds."""
    kinds = int(setup.kinds)
    return Space(SIDE, SIDE, PLANES, _numbers(kinds), _actions(kinds), _action_name)


def _action_name(state: State, half: int, action: int) -> str:
    return move_name(state, move_of(state, action))


# ---------------------------------------------------------------- actions


@kernel
def kinds_of(state: State) -> int:
    """How many kinds of cards the deck has."""
    return amount(state.shows[0, ANY])


@kernel
def _dense(cell: int) -> int:
    """The number of a cell without the gutter."""
    return cell // ROW * SIDE + cell % ROW


@kernel
def move_of(state: State, action: int) -> int:
    """The move that an action makes."""
    kinds = kinds_of(state)
    if action < kinds * PLACES:
        kind, place = action // PLACES, action % PLACES
        cell = place % CELLS
        return kind * 256 + (cell // SIDE * ROW + cell % SIDE) * 4 + place // CELLS
    action -= kinds * PLACES
    if action < kinds:
        return DISCARD + action
    action -= kinds
    if action == BLACKS:
        return DECLINE
    side, along = action // SIDE, action % SIDE
    if side in (EAST, WEST):
        return BLACK + (along * ROW + (SIDE - 1 if side == EAST else 0)) * 4 + side
    return BLACK + (along + (0 if side == 0 else (SIDE - 1) * ROW)) * 4 + side


@kernel
def action_of(state: State, move: int) -> int:
    """The action that makes a move."""
    kinds = kinds_of(state)
    if move < DISCARD:
        return ((move >> 8) * 4 + (move & 3)) * CELLS + _dense(move >> 2 & 63)
    if move < BLACK:
        return kinds * PLACES + move - DISCARD
    if move == DECLINE:
        return kinds * (PLACES + 1) + BLACKS
    side, cell = (move - BLACK) & 3, (move - BLACK) >> 2
    along = cell // ROW if side in (EAST, WEST) else cell % ROW
    return kinds * (PLACES + 1) + side * SIDE + along


@kernel
def list_actions(state: State, half: int, window: int, out: NDArray[np.uint8]) -> int:
    """Placements and discards, or places for the black card."""
    out[:] = 0
    if state.stage == OVER:
        return 0
    count = 0
    if state.stage == BLACK_CARDS:
        for side in range(4):
            cells = rules.black_places(state, side)
            while cells != NONE:
                out[action_of(state, BLACK + lowest(cells) * 4 + side)] = 1
                cells &= cells - ONE
                count += 1
        out[action_of(state, DECLINE)] = 1
        return count + 1
    kinds = rules.discardable(state)
    discards = kinds_of(state) * PLACES
    while kinds != NONE:
        out[discards + lowest(kinds)] = 1
        kinds &= kinds - ONE
        count += 1
    usable = rules.usable(state)
    cells = rules.open_cells(state)
    while cells != NONE:
        cell = lowest(cells)
        cells &= cells - ONE
        for turn in range(4):
            kinds = usable & rules.fitting(state, cell, turn)
            while kinds != NONE:
                out[(lowest(kinds) * 4 + turn) * CELLS + _dense(cell)] = 1
                kinds &= kinds - ONE
                count += 1
    return count


@kernel
def can_act(state: State, half: int, window: int, action: int) -> bool:
    """Whether the action is one of those above."""
    if state.stage == OVER or action < 0 or action > kinds_of(state) * (PLACES + 1) + BLACKS:
        return False
    move = move_of(state, action)
    if state.stage == BLACK_CARDS:
        if move == DECLINE:
            return True
        return move >= BLACK and rules.black_places(state, (move - BLACK) & 3) & only((move - BLACK) >> 2) != NONE
    if move >= BLACK:
        return False
    if move >= DISCARD:
        return bool(rules.discardable(state) & only(move - DISCARD) != NONE)
    cell = move >> 2 & 63
    if rules.open_cells(state) & only(cell) == NONE:
        return False
    return bool(rules.usable(state) & rules.fitting(state, cell, move & 3) & only(move >> 8) != NONE)


@kernel
def pick_action(state: State, half: int, window: int, random: Random) -> int:
    """Every legal action is equally likely."""
    return NO_ACTION if state.stage == OVER else action_of(state, rules.pick(state, random))


@kernel
def act(state: State, half: int, window: int, action: int) -> int:
    """Every action is a move."""
    rules.play(state, move_of(state, action))
    return WHOLE


# ---------------------------------------------------------------- what is seen


@kernel
def _rank_colours(state: State, viewer: int, out: NDArray[np.int64]) -> None:
    """Write to `out` [rank] the colours as they are counted from the viewer's."""
    players = int(state.players)
    for rank in range(players):
        out[rank] = state.colours[(viewer + rank) % players]
    rank = players
    for colour in range(COLOURS):
        is_played = False
        for seat in range(players):
            is_played = is_played or state.colours[seat] == colour
        if not is_played:
            out[rank] = colour
            rank += 1


@kernel
def _mark(word: np.uint64, out: NDArray[np.uint8]) -> None:
    """Write 1 to `out` [cell] for each cell of the word."""
    while word != NONE:
        out[_dense(lowest(word))] = 1
        word &= word - ONE


@allocating_kernel
def observe(view: State, half: int, window: int, viewer: int, planes: NDArray[np.uint8], numbers: NDArray[np.uint8]) -> None:
    """The square and the cards from the viewer's side."""
    flat = planes.reshape(planes.shape[0], CELLS)
    flat[:] = 0
    numbers[:] = 0
    ranked = np.zeros(COLOURS, np.int64)
    _rank_colours(view, viewer, ranked)
    for side in range(4):
        for rank in range(COLOURS):
            _mark(view.triangles[side, ranked[rank]], flat[rank * 4 + side])
        _mark(view.stones[side], flat[STONES + side])
    if view.stage < BLACK_CARDS:
        _mark(rules.open_cells(view), flat[OPEN])
    for seat in range(int(view.players)):
        black = int(view.blacks[seat])
        if black != NOT_PLACED:
            flat[(OWN_BLACK if seat == viewer else OTHER_BLACK) + (black & 3), _dense(black >> 2)] = 1
    _count_cards(view, viewer, numbers[HAND * CARD :])
    _describe_hand(view, viewer, ranked, numbers)
    rest = numbers[HAND * CARD + 5 * kinds_of(view) :]
    if view.stage != OVER:
        rest[int(view.stage)] = 1
        rest[4 + (int(view.turn) - viewer) % int(view.players)] = 1
    rest[3] = view.left
    rest[8 + int(view.players) - 2] = 1
    for rank in range(COLOURS):
        rest[11 + rank * COLOURS + ranked[rank]] = 1


@kernel
def _count_cards(view: State, viewer: int, numbers: NDArray[np.uint8]) -> None:
    """How many cards of each kind lie where: in the hand, unseen, discarded, aside, in the pool."""
    kinds = kinds_of(view)
    hidden = numbers[kinds : 2 * kinds]
    for kind in range(kinds):
        numbers[kind] = view.held[viewer, kind]
        hidden[kind] = view.deck[kind] - view.held[viewer, kind]
    for row in range(3):
        zone = DISCARDS if row == 0 else (ASIDE if row == 1 else POOL)
        for kind in range(kinds):
            numbers[(2 + row) * kinds + kind] = view.held[zone, kind]
            hidden[kind] -= view.held[zone, kind]
    for cell in range(view.board.shape[0]):
        if view.board[cell] != EMPTY:
            hidden[view.board[cell]] -= 1


@kernel
def _describe_hand(view: State, viewer: int, ranked: NDArray[np.int64], numbers: NDArray[np.uint8]) -> None:
    """What the cards of the hand look like, in the order of their kinds."""
    if view.stage != HIDDEN_STOCK:
        return
    slot = 0
    kinds = view.zones[viewer]
    while kinds != NONE:
        kind = lowest(kinds)
        kinds &= kinds - ONE
        card = int(view.cards[kind])
        for _copy in range(int(view.held[viewer, kind])):
            begin = slot * CARD
            for side in range(4):
                for rank in range(COLOURS):
                    if rules.side_colour(card, 0, side) == ranked[rank]:
                        numbers[begin + side * COLOURS + rank] = 1
                numbers[begin + 4 * COLOURS + side] = rules.side_stone(card, 0, side)
            slot += 1
