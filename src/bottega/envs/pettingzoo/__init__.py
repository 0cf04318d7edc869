"""The games as PettingZoo environments: `from bottega.envs.pettingzoo import toscana_v0; env = toscana_v0.env()`.

docs/envs.md says what they show and take.
"""

from bottega.errors import BottegaError
from bottega.i18n import _

try:
    import pettingzoo
except ImportError:
    raise BottegaError(_('these environments need PettingZoo: pip install "bottega[envs]"')) from None

from bottega.envs.pettingzoo import firenze_v0, florentine_v0, toscana_v0

__all__ = ["firenze_v0", "florentine_v0", "toscana_v0"]

if hasattr(pettingzoo, "register"):  # since 1.27: pettingzoo.make("aec", "bottega/toscana-v0")
    for _name in __all__:
        pettingzoo.register("aec", f"bottega/{_name}", entry_point=f"{__name__}.{_name}:env")
