"""What chance decides in Florentine Dominoes: which card is drawn from the stock, when one is (D5, D6, D8)."""

from typing import Any

from numpy.typing import NDArray

from bottega.games.florentine.deck import card_name
from bottega.games.florentine.layout import FEWEST_CARDS, SIDE
from bottega.kernels import Setup, State
from bottega.spec import Chance


def longest(setup: Setup) -> int:
    """While there is a stock every turn draws a card, and the first one places one; then cards are placed, then black ones."""
    total = int(setup.total)
    stock = total - FEWEST_CARDS  # that many are dealt or laid aside, whatever the number of players (D5)
    placed = min(total, SIDE * SIDE) - (1 if stock > 0 else 0)
    return stock + placed + int(setup.players)


def _pieces(setup: Setup) -> tuple[str, ...]:
    return tuple(card_name(int(card)) for card in setup.cards[: int(setup.kinds)])


def _setup_urns(setup: Setup) -> tuple[NDArray[Any], ...]:
    setup.is_fixed = 1
    return (setup.order[: int(setup.total)],)


def _state_urns(state: State) -> tuple[NDArray[Any], ...]:
    return (state["stock"][: int(state["left"])][::-1],)


CHANCE = Chance(
    pieces=_pieces,
    setup_urns=_setup_urns,
    state_urns=_state_urns,
    news=("hand", "unseen"),
    secrets=("hand",),
)
