"""Paper, and where on it something can be printed. All lengths are in millimetres."""

from dataclasses import dataclass

from bottega.errors import BottegaError
from bottega.i18n import _

UNPRINTABLE = 4.0  # along the edges of a sheet: what most printers leave white
HEAD, FOOT = 12.5, 13.5  # for the title above, and the bar and the number below
BLEED = 3.0
MARK = 3.0  # the length of a cut mark
CLEAR = 0.4  # between the bleed and a mark


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}


def paper_named(name: str) -> Paper:
    """The paper of this name, in capitals or not."""
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise BottegaError(_("paper is one of {papers}, not {name!r}").format(papers=", ".join(PAPERS), name=name)) from None
