"""The games for OpenSpiel: importing this registers `bottega_firenze`, `bottega_toscana` and `bottega_florentine`.

>>> import pyspiel
>>> import bottega.envs.openspiel
>>> game = pyspiel.load_game("bottega_florentine(players=3)")

docs/envs.md says what they show and take.
"""

from bottega.errors import BottegaError
from bottega.i18n import _

try:
    import pyspiel  # noqa: F401 - whoever imports this wants to know at once
except ImportError:
    raise BottegaError(_('these games need OpenSpiel: pip install "bottega[envs]"')) from None

from bottega.envs.openspiel.game import BottegaGame, BottegaState, register
from bottega.games import GAMES

__all__ = ["BottegaGame", "BottegaState"]

for _name in GAMES:
    register(_name)
