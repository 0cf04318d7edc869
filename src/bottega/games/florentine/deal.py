"""A deck that could have led to what a seat has seen: for telling others a game without telling them more."""

from collections.abc import Sequence

import numpy as np

from bottega.bits import only
from bottega.games.florentine.deck import card_name
from bottega.games.florentine.layout import ASIDE, DISCARD, DISCARDS, HAND, HIDDEN_STOCK, POOL, STATE
from bottega.games.florentine.notation import parse_move
from bottega.games.florentine.rules import any_fits, is_hidden, sample
from bottega.kernels import Random, State, shuffle
from bottega.spec import Options

Cards = list[int]  # kinds, a kind as often as there are cards of it


def deal(options: Options, moves: Sequence[str], seen: Sequence[State], random: Random) -> dict[str, str]:
    """The options with a deck: from how things stand now, every draw is taken back and laid on the stock.

    What was drawn is chosen among the cards that could have been. It can happen that nobody could have placed a card at a
    time when somebody could (D8): then the caller, who checks what this deck leads to, asks for another one.
    """
    now: State = np.zeros(1, STATE)[0]
    sample(seen[-1], random, now)
    hidden = sum(1 for state in seen if state.stage == HIDDEN_STOCK)  # before the pool was opened (D9)
    if hidden == 0:
        return {**options, "deck": _names(now, _shuffled(_cards(now.deck), random))}
    players = int(now.players)
    if now.stage == HIDDEN_STOCK:
        hands = [_cards(now.held[seat]) for seat in range(players)]
        stock = [int(kind) for kind in now.stock[: int(now.left)][::-1]]
        steps = hidden - 1
    else:
        hands, stock, steps = [], [], hidden

    for before, after, move in zip(seen[:steps][::-1], seen[1 : steps + 1][::-1], moves[:steps][::-1], strict=True):
        mover = int(before.turn)
        number = parse_move(before, move)
        played = number >> 8 if number < DISCARD else number - DISCARD
        laid_off = [played] if number >= DISCARD else []
        kept = [_cards(before.held[seat]) for seat in range(players)]  # empty where hidden
        if not is_hidden(before, mover):
            kept[mover].remove(played)

        discards = _cards(before.held[DISCARDS]) + laid_off
        if after.stage == HIDDEN_STOCK:
            thrown = _without(_cards(after.held[DISCARDS]), discards)  # whole hands, redealt (D8)
        else:
            thrown = _without(_cards(after.held[POOL]), discards + _cards(before.held[ASIDE]))  # and the last hands
        sizes = _redeals(int(before.left) - int(after.left) - 1, players)
        if thrown:
            for hand in kept:
                thrown = _without(thrown, hand)
            # whoever has a card that fits is not redealt: such cards came with the last hands, which are dealt first here
            thrown = sorted(_shuffled(thrown, random), key=lambda kind: any_fits(after, only(kind)))
        if after.stage != HIDDEN_STOCK:
            hands = _fill([[] for _hand in kept] if sizes else kept, thrown, sizes[-1] if sizes else [HAND] * players, after)
        for redeal in range(len(sizes), 0, -1):
            stock = [kind for seat in range(players) for kind in hands[(int(after.turn) + seat) % players]] + stock
            hands = _fill(kept if redeal == 1 else [[] for _hand in kept], thrown, [HAND] * players, after)

        drawn = _without(hands[mover], kept[mover])[0] if kept[mover] else _shuffled(hands[mover], random)[0]
        stock.insert(0, drawn)
        hands[mover].remove(drawn)
        hands[mover].append(played)

    order = [kind for hand in hands for kind in hand] + _cards(seen[0].held[ASIDE]) + stock
    return {**options, "deck": _names(now, order)}


def _redeals(drawn: int, players: int) -> list[list[int]]:
    """How many cards each seat got in each of several redeals, from the seat on turn, as far as the stock went (D8)."""
    sizes = []
    while drawn > 0:
        sizes.append([max(0, min(HAND, drawn - HAND * seat)) for seat in range(players)])
        drawn -= HAND * players
    return sizes


def _fill(hands: list[Cards], cards: Cards, sizes: list[int], state: State) -> list[Cards]:
    """Fill up hands to these sizes, given from the seat on turn on, with cards from the end of the list."""
    full = [list(hand) for hand in hands]
    for after, size in enumerate(sizes):
        hand = full[(int(state.turn) + after) % len(full)]
        while len(hand) < size:
            hand.append(cards.pop())
    return full


def _cards(copies: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> Cards:
    return [kind for kind in range(len(copies)) for _copy in range(int(copies[kind]))]


def _without(cards: Cards, others: Cards) -> Cards:
    rest = list(cards)
    for kind in others:
        rest.remove(kind)
    return rest


def _shuffled(cards: Cards, random: Random) -> Cards:
    order = np.array(cards, np.int64)
    shuffle(order, 0, len(order), random)
    return [int(kind) for kind in order]


def _names(state: State, kinds: Cards) -> str:
    return ",".join(card_name(int(state.cards[kind])) for kind in kinds)
