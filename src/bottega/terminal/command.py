"""`bottega play`: the full-screen game where it can be, the typed one elsewhere."""

import gc
import os
import sys
from importlib.util import find_spec

from bottega.drawing.style import Style
from bottega.game import Game
from bottega.i18n import _
from bottega.players import player
from bottega.terminal.table import Table


def play_game(table: Table, game: Game, *, theme: str, wants_ascii: bool, is_typed: bool) -> int:
    """Play until someone leaves; the exit code. `game` is what a new game starts from."""
    Style(theme=theme).look(table.position.spec)  # an unknown theme comes to light before anything is shown
    if not is_typed and not _is_terminal():
        is_typed = True
    if not is_typed and find_spec("textual") is None:
        print(
            _('The full-screen game needs Textual: pip install "bottega[terminal]". Until then, type your moves.'),
            file=sys.stderr,
        )
        is_typed = True
    if is_typed:
        from bottega.terminal.typed import TypedGame

        gc.enable()
        TypedGame(table, player("random", table.seed)).run()
        return 0
    from bottega.terminal.app import run
    from bottega.terminal.means import detect

    return run(table, game, detect(wants_ascii), theme)


def _is_terminal() -> bool:
    """Whether there is a screen to draw on: a terminal that can do no more than print lines has none."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
