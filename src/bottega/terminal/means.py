"""What the terminal can show, and the colours to show a game with."""

import os
import sys
import unicodedata
from collections import defaultdict
from dataclasses import dataclass

from bottega.cells import Cells, Palette
from bottega.svg import Theme

NONE, SIXTEEN, MANY = range(3)  # how many colours there are

#: What stands for the colours that all themes have, where there are only sixteen.
_SIXTEEN = {"mark": "bright_yellow", "good": "bright_green", "bad": "red", "quiet": "bright_black"}


@dataclass(frozen=True)
class Means:
    """How much a terminal can show."""

    colours: int  # NONE, SIXTEEN or MANY
    is_ascii: bool

    def palette(self, cells: Cells, theme: Theme) -> Palette:
        """The colours of a theme as far as the terminal has them."""
        if self.colours == MANY:
            common = {name: getattr(theme, name) for name in ("table", "ink", "quiet", "mark", "good", "bad")}
            return Palette({**common, **theme.colours}, self.is_ascii)
        named = {**_SIXTEEN, **cells.sixteen} if self.colours == SIXTEEN else {}
        return Palette(defaultdict(str, named), self.is_ascii)


def detect(wants_ascii: bool) -> Means:
    """What this terminal can show. Whoever wants no colours gets letters alone (https://no-color.org)."""
    from rich.console import Console

    if os.environ.get("NO_COLOR"):
        return Means(NONE, True)
    system = Console(force_terminal=True).color_system
    colours = {None: NONE, "standard": SIXTEEN}.get(system, MANY)
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return Means(colours, wants_ascii or colours == NONE or encoding != "utf8")


def folded(text: str) -> str:
    """The text in ASCII: without accents, and with question marks for what has no like."""
    plain = unicodedata.normalize("NFKD", text.replace("·", "."))
    letters = (char for char in plain if not unicodedata.combining(char))
    return "".join(letters).encode("ascii", "replace").decode()
