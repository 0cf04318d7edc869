"""Random games in OpenSpiel, for tests."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from bottega.envs.openspiel import BottegaState

FEW_FIT = ["rRBB"] * 6 + ["BBBB"] * 10 + ["GGGG"] * 10 + ["OOOO"] * 10 + ["RBGO"] * 4 + ["RRRR"] * 8


def with_redeals(folder: Path) -> str:
    """A game whose deck has repeated cards of which few fit, so that hands are dealt anew (D8)."""
    deck = folder / "deck.toml"
    deck.write_text(f"name = 'few fit'\ncards = {FEW_FIT}\n")
    return f"bottega_florentine(cards={deck})"


def steps(state: BottegaState, seed: int, nature: Callable[[BottegaState], int] | None = None) -> Iterator[BottegaState]:
    """A random game from here on: the state before each decision of a player or of nature, and at the end."""
    chosen = random.Random(seed)
    while not state.is_terminal():
        yield state
        if not state.is_chance_node():
            state.apply_action(chosen.choice(state.legal_actions()))
        elif nature is None:
            pieces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chosen.choices(pieces, chances)[0])
        else:
            state.apply_action(nature(state))
    yield state
