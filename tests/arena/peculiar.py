"""Players for tests of the arena. Importing this module adds them to the house, here and in processes that play games.

Some of them do things once; `$ARENA_TEST` is the folder where they leave word that they did.
"""

import os
import signal
from pathlib import Path

from bottega.game import View
from bottega.players import PLAYERS
from bottega.players.random import RandomPlayer


def is_first_time(what: str) -> bool:
    """Whether this is asked for the first time in a test."""
    try:
        (Path(os.environ["ARENA_TEST"]) / what).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


class DiesOnce(RandomPlayer):
    """Takes its process with it, as the system does with one that needs too much memory."""

    def choose(self, view: View) -> str:
        if is_first_time("died"):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)


class DiesAlways(RandomPlayer):
    def choose(self, view: View) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return ""


class Interrupts(RandomPlayer):
    """In the last round stops the arena, once, and thinks on for ever."""

    signal = signal.SIGINT

    def choose(self, view: View) -> str:
        if len(list((Path(os.environ["ARENA_TEST"]) / "run" / "games").glob("*"))) >= 3 and is_first_time("interrupted"):
            (Path(os.environ["ARENA_TEST"]) / "pid").write_text(str(os.getpid()))
            os.kill(os.getppid(), self.signal)
            while True:
                signal.pause()
        return super().choose(view)


class Kills(Interrupts):
    signal = signal.SIGKILL


class Raises(RandomPlayer):
    def choose(self, view: View) -> str:
        raise RuntimeError("no idea")


class Cheats(RandomPlayer):
    def choose(self, view: View) -> str:
        return "veto" if "veto" not in view.moves() else "pass"


class Prints(RandomPlayer):
    def choose(self, view: View) -> str:
        print('{"outcome": "I win"}')
        return super().choose(view)


PLAYERS |= {kind.__name__: kind for kind in (DiesOnce, DiesAlways, Interrupts, Kills, Raises, Cheats, Prints)}
