"""The rules of Florentine Dominoes (D1 to D15 of the rulings) as kernels on one state record.

`layout` says how cells, cards and moves are numbered and what the record holds; `spaces` counts the stones.
"""

import numpy as np

from bottega.bits import NONE, ONE, amount, lowest, nth, only
from bottega.games.florentine.layout import (
    ANY,
    ASIDE,
    BLACK,
    BLACK_CARDS,
    CELLS,
    CENTRE,
    CROSS,
    DECLINE,
    DISCARD,
    DISCARDS,
    EDGE,
    EMPTY,
    HAND,
    HIDDEN_STOCK,
    INWARDS,
    MARGIN,
    MOST_CARDS,
    MOST_PLAYERS,
    NOT_PLACED,
    OPEN_POOL,
    OVER,
    POOL,
    ROW,
    SQUARE,
    STATE,
    STEP,
)
from bottega.games.florentine.layout import SETUP as SETUP
from bottega.games.florentine.spaces import scores as scores
from bottega.kernels import NOBODY, Ints, Random, Setup, State, allocating_kernel, copy_record, kernel, random_below, shuffle

STATES = (STATE,)

# ---------------------------------------------------------------- cards


@kernel
def side_colour(card: int, turn: int, side: int) -> int:
    """The colour that a turned card shows on a side."""
    return (card >> 2 * ((side - turn) & 3)) & 3


@kernel
def side_stone(card: int, turn: int, side: int) -> int:
    """1 if a turned card has a stone on a side, else 0."""
    return (card >> (8 + ((side - turn) & 3))) & 1


@kernel
def put(state: State, zone: int, kind: int) -> None:
    """Add a card to a zone."""
    state.held[zone, kind] += 1
    state.zones[zone] |= only(kind)


@kernel
def take(state: State, zone: int, kind: int) -> None:
    """Remove a card, which is there, from a zone."""
    state.held[zone, kind] -= 1
    if state.held[zone, kind] == 0:
        state.zones[zone] &= ~only(kind)


@kernel
def clear(state: State, zone: int) -> None:
    """Remove all cards from a zone."""
    state.zones[zone] = NONE
    state.held[zone, :] = 0


@kernel
def move_all(state: State, source: int, target: int) -> None:
    """Move all cards of a zone to another one."""
    for kind in range(MOST_CARDS):
        state.held[target, kind] += state.held[source, kind]
    state.zones[target] |= state.zones[source]
    clear(state, source)


@kernel
def draw(state: State, zone: int) -> None:
    """Move the top card of the stock, which is not empty, to a zone."""
    top = int(state.left) - 1
    put(state, zone, int(state.stock[top]))
    state.stock[top] = 0
    state.left = top


# ---------------------------------------------------------------- where cards fit


@kernel
def cross_is_complete(state: State) -> bool:
    """Whether all 13 cards of row 4 and column d are there (D7)."""
    return bool((state.filled & CROSS) == CROSS)


@kernel
def open_cells(state: State) -> np.uint64:
    """The cells where the next card may lie if its colours fit (D7)."""
    filled = np.uint64(state.filled)
    if filled == NONE:
        return only(CENTRE)
    north, south = filled << np.uint64(ROW), filled >> np.uint64(ROW)
    west, east = filled << ONE, filled >> ONE
    if (filled & CROSS) != CROSS:
        return (north | south | west | east) & CROSS & ~filled
    return ((north & south) | (west & east) | ((north | south) & (west | east))) & SQUARE & ~filled


@kernel
def fitting(state: State, cell: int, turn: int) -> np.uint64:
    """The kinds, wherever they are, that fit an open cell with that turn; turns that look alike count once (D13)."""
    first = int(INWARDS[cell])
    second = (first + 1) & 3
    return np.uint64(
        state.looks[turn]
        & state.shows[(first - turn) & 3, int(state.demands[MARGIN + cell, first])]
        & state.shows[(second - turn) & 3, int(state.demands[MARGIN + cell, second])]
    )


@kernel
def any_fits(state: State, kinds: np.uint64) -> bool:
    """Whether one of the kinds can be placed."""
    cells = open_cells(state)
    while cells != NONE:
        cell = lowest(cells)
        cells &= cells - ONE
        for turn in range(4):
            if (fitting(state, cell, turn) & kinds) != NONE:
                return True
    return False


@kernel
def nobody_can_place(state: State) -> bool:
    """D8, while the stock is not empty: the cross is incomplete and no card in any hand fits."""
    hands = state.zones[0] | state.zones[1] | state.zones[2] | state.zones[3]
    return not cross_is_complete(state) and not any_fits(state, hands)


@kernel
def usable(state: State) -> np.uint64:
    """The kinds that the seat to decide can place: its hand (D6) or the pool (D9)."""
    if state.stage == HIDDEN_STOCK:
        return np.uint64(state.zones[int(state.turn)])
    return np.uint64(state.zones[POOL])


@kernel
def unplaced(state: State) -> np.uint64:
    """The kinds with a card that is not on the square, wherever it is: all can tell, and each may come again (D9, D15)."""
    if state.stage != HIDDEN_STOCK:
        return np.uint64(state.zones[POOL])
    kinds = np.uint64(state.shows[0, ANY])
    cells = np.uint64(state.filled)
    while cells != NONE:
        kind = int(state.board[lowest(cells)])
        cells &= cells - ONE
        if state.deck[kind] == 1 or copies_placed(state, kind) == state.deck[kind]:
            kinds &= ~only(kind)
    return kinds


@kernel
def copies_placed(state: State, kind: int) -> int:
    """How many cards of a kind lie on the square."""
    count = 0
    for cell in range(CELLS):
        if state.board[cell] == kind:
            count += 1
    return count


@kernel
def discardable(state: State) -> np.uint64:
    """The kinds that the seat to decide can discard: none before the very first card, none once the pool is open (D6, D9)."""
    if state.stage == HIDDEN_STOCK and state.filled != NONE:
        return np.uint64(state.zones[int(state.turn)])
    return NONE


@kernel
def black_places(state: State, side: int) -> np.uint64:
    """The cells at that side of the square against which the seat to decide can put its black card (D10)."""
    return np.uint64(state.triangles[side, int(state.colours[int(state.turn)])] & EDGE[side])


# ---------------------------------------------------------------- the course of a game


@allocating_kernel
def start(state: State, setup: Setup, random: Random) -> None:
    """Shuffle unless the order is fixed, deal hand by hand, lay cards aside (D5)."""
    size = int(setup.total)
    players = int(setup.players)
    if setup.is_fixed == 0:
        shuffle(setup.order, 0, size, random)

    state.shows[:] = NONE
    state.looks[:] = NONE
    state.zones[:] = NONE
    state.filled = NONE
    state.triangles[:] = NONE
    state.stones[:] = NONE
    state.cards[:] = setup.cards
    state.deck[:] = 0
    state.held[:] = 0
    state.stock[:] = 0
    state.board[:] = EMPTY
    state.turned[:] = 0
    state.demands[:] = ANY
    state.colours[:] = setup.colours
    state.blacks[:] = NOT_PLACED
    state.players = players
    state.left = size
    state.stage = HIDDEN_STOCK
    state.turn = 0
    state.asked = 0

    for kind in range(int(setup.kinds)):
        learn(state, kind)
    for place in range(size):
        kind = int(setup.order[place])
        state.deck[kind] += 1
        state.stock[size - 1 - place] = kind
    for seat in range(players):
        for _card in range(HAND):
            draw(state, seat)
    for _card in range((MOST_PLAYERS - players) * HAND):
        draw(state, ASIDE)
    begin_turn(state)


@kernel
def learn(state: State, kind: int) -> None:
    """Enter a kind in `shows` and `looks`."""
    card = int(state.cards[kind])
    only_it = only(kind)
    for triangle in range(4):
        state.shows[triangle, side_colour(card, 0, triangle)] |= only_it
        state.shows[triangle, ANY] |= only_it
    colours, stones = card & 255, card >> 8
    opposite = (colours >> 4 | (colours & 15) << 4) == colours and (stones >> 2 | (stones & 3) << 2) == stones
    quarter = (colours >> 2 | (colours & 3) << 6) == colours and (stones >> 1 | (stones & 1) << 3) == stones
    state.looks[0] |= only_it
    if not quarter:
        state.looks[1] |= only_it
    if not opposite:
        state.looks[2] |= only_it
        state.looks[3] |= only_it


@kernel
def begin_turn(state: State) -> None:
    """What happens by itself before a decision: redealing (D8), opening the pool (D9), asking for black cards (D10)."""
    if state.stage == HIDDEN_STOCK:
        while state.left > 0 and nobody_can_place(state):
            redeal(state)
        if state.left == 0:
            for zone in range(POOL):
                move_all(state, zone, POOL)
            state.stage = OPEN_POOL
    if state.stage == OPEN_POOL and not any_fits(state, state.zones[POOL]):
        state.stage = BLACK_CARDS


@kernel
def redeal(state: State) -> None:
    """All hands are discarded and dealt anew, hand by hand from the seat on turn, as far as the stock goes (D8)."""
    players = int(state.players)
    for seat in range(players):
        move_all(state, seat, DISCARDS)
    for after in range(players):
        seat = (int(state.turn) + after) % players
        for _card in range(min(HAND, int(state.left))):
            draw(state, seat)


@kernel
def place(state: State, kind: int, cell: int, turn: int) -> None:
    """Lay a card of that kind, taken from elsewhere, on the square."""
    card = int(state.cards[kind])
    state.board[cell] = kind
    state.turned[cell] = turn
    state.filled |= only(cell)
    for side in range(4):
        colour = side_colour(card, turn, side)
        state.triangles[side, colour] |= only(cell)
        state.stones[side] |= np.uint64(side_stone(card, turn, side)) << np.uint64(cell)
        state.demands[MARGIN + cell + STEP[side], side ^ 2] = colour


@kernel
def play(state: State, move: int) -> None:
    """One decision and all that follows from it by itself. The caller guarantees legality."""
    seat = int(state.turn)
    if state.stage == BLACK_CARDS:
        if move != DECLINE:
            state.blacks[seat] = move - BLACK
        state.asked += 1
        if state.asked == state.players:
            state.stage = OVER
    else:
        zone = seat if state.stage == HIDDEN_STOCK else POOL
        if move < DISCARD:
            take(state, zone, move >> 8)
            place(state, move >> 8, (move >> 2) & 63, move & 3)
        else:
            take(state, zone, move - DISCARD)
            put(state, DISCARDS, move - DISCARD)
        if state.stage == HIDDEN_STOCK:
            draw(state, seat)
    seat += 1
    state.turn = 0 if seat == state.players else seat
    begin_turn(state)


@kernel
def moves(state: State, out: Ints) -> int:
    """Discards by kind, then placements by cell; or black cards by side."""
    count = 0
    if state.stage == OVER:
        return 0
    if state.stage == BLACK_CARDS:
        for side in range(4):
            cells = black_places(state, side)
            while cells != NONE:
                count = _add(out, count, BLACK + lowest(cells) * 4 + side)
                cells &= cells - ONE
        return _add(out, count, DECLINE)
    kinds = discardable(state)
    while kinds != NONE:
        count = _add(out, count, DISCARD + lowest(kinds))
        kinds &= kinds - ONE
    cells = open_cells(state)
    while cells != NONE:
        cell = lowest(cells)
        cells &= cells - ONE
        for turn in range(4):
            kinds = usable(state) & fitting(state, cell, turn)
            while kinds != NONE:
                count = _add(out, count, lowest(kinds) * 256 + cell * 4 + turn)
                kinds &= kinds - ONE
    return count


@kernel
def _add(out: Ints, count: int, move: int) -> int:
    if count < len(out):
        out[count] = move
    return count + 1


@kernel
def pick(state: State, random: Random) -> int:
    """Each legal move is equally likely."""
    if state.stage == BLACK_CARDS:
        return _pick_black(state, random)
    kinds = usable(state)
    discards = discardable(state)
    cells = open_cells(state)
    total = amount(discards)
    left = cells
    while left != NONE:
        cell = lowest(left)
        left &= left - ONE
        for turn in range(4):
            total += amount(fitting(state, cell, turn) & kinds)
    choice = random_below(random, total)
    if choice < amount(discards):
        return DISCARD + nth(discards, choice)
    choice -= amount(discards)
    while True:
        cell = lowest(cells)
        cells &= cells - ONE
        for turn in range(4):
            found = fitting(state, cell, turn) & kinds
            if choice < amount(found):
                return nth(found, choice) * 256 + cell * 4 + turn
            choice -= amount(found)


@kernel
def _pick_black(state: State, random: Random) -> int:
    total = 1
    for side in range(4):
        total += amount(black_places(state, side))
    choice = random_below(random, total)
    for side in range(4):
        cells = black_places(state, side)
        if choice < amount(cells):
            return BLACK + nth(cells, choice) * 4 + side
        choice -= amount(cells)
    return DECLINE


@kernel
def seat(state: State) -> int:
    """The seat to decide."""
    return NOBODY if state.stage == OVER else int(state.turn)


@kernel
def is_over(state: State) -> bool:
    """The game ends when every seat was asked for its black card (D10)."""
    return bool(state.stage == OVER)


# ---------------------------------------------------------------- views


@kernel
def is_hidden(state: State, seat: int) -> bool:
    """Whether the hand of the seat is left out of this view."""
    return bool(state.stage == HIDDEN_STOCK and state.zones[seat] == NONE)


@kernel
def view(state: State, viewer: int, out: State) -> None:
    """Other hands and the stock are hidden until the pool is open (D15)."""
    copy_record(state, out)
    if state.stage == HIDDEN_STOCK:
        out.stock[:] = 0
        for seat in range(int(state.players)):
            if seat != viewer:
                clear(out, seat)


@allocating_kernel
def sample(view: State, random: Random, out: State) -> None:
    """Deal the unseen cards anew to the hidden hands and the stock.

    The deals in which nobody could place a card are left out where they would have been redealt (D8). What the course of
    the game may tell beyond that, such as who discarded when, is left aside.
    """
    copy_record(view, out)
    if view.stage != HIDDEN_STOCK:
        return
    unseen = 0
    count = out.held[POOL]  # nothing is there before the pool is open: room to count the unseen cards of each kind
    count[:] = view.deck
    for cell in range(CELLS):
        if view.board[cell] != EMPTY:
            count[int(view.board[cell])] -= 1
    for kind in range(MOST_CARDS):
        for zone in range(POOL):
            count[kind] -= view.held[zone, kind]
        for _copy in range(int(count[kind])):
            out.stock[unseen] = kind
            unseen += 1
    count[:] = 0
    while True:
        shuffle(out.stock, 0, unseen, random)
        dealt = unseen
        for seat in range(int(view.players)):
            if is_hidden(view, seat):
                clear(out, seat)
                for _card in range(HAND):
                    dealt -= 1
                    put(out, seat, int(out.stock[dealt]))
        if not nobody_can_place(out):
            break
    out.stock[dealt:] = 0
