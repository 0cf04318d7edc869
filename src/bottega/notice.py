"""Says what is going on while Numba compiles: a person who waits should know why."""

import os
import sys
from typing import Any

from numba.core import event

from bottega.i18n import _

COMPILE = "numba:compile"


class CompileNotice(event.Listener):  # type: ignore[misc]  # Numba ships no types
    """Writes to standard error: in a terminal one changing line, elsewhere one line for the whole process."""

    def __init__(self) -> None:
        self.depth = 0
        self.count = 0

    def on_start(self, happening: Any) -> None:
        function = happening.data["dispatcher"].py_func
        if not function.__module__.startswith("bottega."):
            return
        self.depth += 1
        self.count += 1
        text = _("Bottega compiles the rules for this computer, once; it takes a few seconds.")
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{text} [{self.count}: {function.__name__}]")
            sys.stderr.flush()
        elif self.count == 1:
            print(text, file=sys.stderr, flush=True)

    def on_end(self, happening: Any) -> None:
        if not happening.data["dispatcher"].py_func.__module__.startswith("bottega."):
            return
        self.depth -= 1
        if self.depth == 0 and sys.stderr.isatty():
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def announce_compiling() -> None:
    """Do so in this process, unless BOTTEGA_QUIET is set."""
    if not os.environ.get("BOTTEGA_QUIET"):
        event.register(COMPILE, CompileNotice())
