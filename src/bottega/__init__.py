"""Bottega: Firenze, Toscana and Florentine Dominoes, to play, to study and to compute with."""

from typing import Any

from bottega.errors import BottegaError, DeckError, IllegalMove, NotationError, OptionError, RecordError, UnknownGame
from bottega.game import Drawn, Game, Position, View, game
from bottega.games import GAMES

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BottegaError",
    "DeckError",
    "Game",
    "IllegalMove",
    "NotationError",
    "OptionError",
    "Position",
    "RecordError",
    "UnknownGame",
    "View",
    "game",
]


def _painter(what: Any, **choices: Any) -> str:
    from bottega.drawing import svg  # loaded with the first picture

    return svg(what, **choices)


Drawn.painter = _painter
