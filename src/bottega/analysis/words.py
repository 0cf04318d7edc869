"""How the numbers of an analysis are said."""

from collections.abc import Sequence

from bottega.i18n import _

#: The marks in the language of the reader, for one move and for many.
MARK_NAMES = {
    "blunder": lambda: _("blunder"),
    "mistake": lambda: _("mistake"),
    "inaccuracy": lambda: _("inaccuracy"),
}
MARK_PLURALS = {
    "blunder": lambda: _("blunders"),
    "mistake": lambda: _("mistakes"),
    "inaccuracy": lambda: _("inaccuracies"),
}


def percent(chance: float) -> str:
    """A chance, or a part of one."""
    return f"{100 * chance:.0f}%"


def signed(chance: float) -> str:
    """A change of a chance; nothing is nothing."""
    return f"{100 * chance:+.1f}%" if round(abs(1000 * chance)) else "0.0%"


def sentence(reasons: Sequence[str]) -> str:
    """Reasons in one sentence, such as "Joins two zones; closes a space."; nothing if there are none."""
    text = "; ".join(reasons)
    return text[:1].upper() + text[1:] + "." if text else ""
