"""The games of the house. One folder each; this tuple is the only place that lists them."""

import copyreg
import difflib
from functools import cache
from importlib import import_module

from bottega.errors import UnknownGame
from bottega.i18n import _
from bottega.spec import GameSpec

GAMES = (
    "firenze",
    "toscana",
    "florentine",
)


@cache
def spec(name: str) -> GameSpec:
    """The declaration of a game. Its kernels, and Numba with them, are loaded now and not before."""
    if name not in GAMES:
        near = difflib.get_close_matches(name, GAMES, 1)
        hint = _(" Did you mean {name}?").format(name=near[0]) if near else ""
        raise UnknownGame(_("there is no game {name!r}: the games are {games}.").format(name=name, games=", ".join(GAMES)) + hint)
    found: GameSpec = import_module(f"bottega.games.{name}").SPEC
    return found


copyreg.pickle(GameSpec, lambda declared: (spec, (declared.name,)))  # a game travels between processes by its name
