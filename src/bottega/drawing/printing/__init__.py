"""Print and play: a PDF of everything that a game needs, to scale, for scissors and a printer. See docs/print.md.

What is on the sheets each game says itself, in `games/<game>/sheets.py`; here it is laid out on paper. Typst, which comes with
its own fonts, sets the words and makes the PDF (`pip install 'bottega[pictures]'`).
"""

import json
from importlib import import_module, resources
from pathlib import Path

from bottega.drawing.files import appearing
from bottega.drawing.printing.document import Document
from bottega.drawing.printing.layout import pages
from bottega.drawing.printing.paper import PAPERS, paper_named
from bottega.drawing.style import Style
from bottega.errors import BottegaError, OptionError
from bottega.game import Game
from bottega.i18n import _

__all__ = ["PAPERS", "pdf", "print_file"]

SUFFIX = ".pdf"
TEMPLATE = "pages.typ"


def print_file(game: Game, out: Path, *, paper: str = "a4", theme: str = "", backs: bool = True) -> None:
    """Write the set of a game as a PDF. Whatever is wrong is found first, and the file appears when it is complete."""
    if out.suffix.lower() != SUFFIX:
        raise BottegaError(
            _("a set is printed to a file that ends with {suffix}, not {name!r}").format(suffix=SUFFIX, name=out.name)
        )
    with appearing(out) as put:
        put(pdf(game, paper=paper, theme=theme, backs=backs))


def pdf(game: Game, *, paper: str = "a4", theme: str = "", backs: bool = True) -> bytes:
    """The set of a game as a PDF: the same bytes for the same set."""
    try:
        typst = import_module("typst")
    except ImportError:
        raise BottegaError(_("a PDF needs typst: pip install 'bottega[pictures]'")) from None
    _check_options(game)
    spec = game.spec
    sheet, look = paper_named(paper), Style(theme=theme).look(spec)
    printed = spec.printing.make(game.options, look)
    laid = pages(printed.sheets, sheet, spec.artist.millimetres, backs)
    data = json.dumps(Document(spec, printed, sheet, laid, backs).data())
    template = resources.files(__package__).joinpath(TEMPLATE).read_bytes()
    made: bytes = typst.compile(template, sys_inputs={"data": data}, ignore_system_fonts=True, timestamp=0)
    return made


def _check_options(game: Game) -> None:
    """A printed set serves every game that can be played with it: few options change what is in it."""
    deciding = game.spec.printing.options
    defaults = {option.name: option.default for option in game.spec.options}
    for name, value in game.options.items():
        if name not in deciding and value != defaults[name]:
            hint = _(" (what decides is {options})").format(options=", ".join(deciding)) if deciding else ""
            raise OptionError(
                _("the printed set is the same whatever {name} is: leave out {name}={value}").format(name=name, value=value)
                + hint
            )
