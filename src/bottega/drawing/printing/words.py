"""What the printed set says about itself: whose game it is, and how to make it."""

from collections.abc import Sequence
from typing import Any

from bottega.drawing.printing.layout import Page
from bottega.i18n import _
from bottega.sheets import PrintedSet, Section
from bottega.spec import GameSpec


def credit(spec: GameSpec) -> str:
    """Whose the game is, and whose these pages."""
    return _(
        "{title} is a game by {designer}. The game belongs to its author; the drawings and the words on these pages are "
        "Bottega’s own, made so that the game can be tried at your table. If you like it, look for the real set and buy it: "
        "authors live on that, and wood, stone and good card feel better in the hand than paper."
    ).format(title=spec.title, designer=spec.designer)


def making(spec: GameSpec, printed: PrintedSet, sheets: Sequence[Page], backs: bool) -> dict[str, Any]:
    """How to print and cut, and what is on which page."""
    return {
        "title": _("Making your set"),
        "sections": (_printing(), _both_sides() if backs else _one_side(), _paper(backs), _cutting()),
        "contents": {"heading": _("What is on which page"), "rows": _contents(sheets), "source": _("About these pieces")},
        "source": printed.source,
    }


def _printing() -> Section:
    return Section(
        _("Print at full size"),
        (
            _(
                "Choose “actual size” or 100 % in the printer’s dialogue, not “fit to page”. At the foot of every page is a "
                "bar: if it is as long as it says, everything has its right size."
            ),
        ),
    )


def _both_sides() -> Section:
    return Section(
        _("Both sides"),
        (
            _(
                "Print on both sides of the paper and let the printer turn it on the long edge. Every front is on a page with an "
                "odd number, and its back is on the page after it. Hold a sheet against the light: the cut marks of both sides "
                "should meet. If they are off by more than a millimetre or two, print the fronts alone (--no-backs)."
            ),
        ),
    )


def _one_side() -> Section:
    return Section(
        _("One side"),
        (_("These sheets have fronts only. Leave the option --no-backs out to print on both sides."),),
    )


def _paper(backs: bool) -> Section:
    card = _("Card of 200 to 300 g/m² holds its shape and does not let the other side shine through.")
    board = _("For pieces as thick as tiles, print the fronts alone (--no-backs) and glue them to grey board of 1 to 2 mm.")
    glue = _("Glue the sheets to grey board of 1 to 2 mm, press them under books until they are dry, and cut then.")
    return Section(_("Paper"), (f"{card} {board}" if backs else f"{glue} {card}",))


def _cutting() -> Section:
    return Section(
        _("Cut"),
        (
            _(
                "The short lines around the pieces point at the cuts. Lay a ruler from mark to mark and draw a knife along it, a "
                "few light strokes rather than one strong one; scissors do as well. Cut whole rows first, then the pieces of "
                "each row. Where pieces lie edge to edge one cut parts two of them. Around the outside the colour goes on "
                "beyond the cut, so that no white line is left if you are a little off."
            ),
        ),
    )


def _contents(sheets: Sequence[Page]) -> list[tuple[str, str, str]]:
    """Page, what is on it, how many pieces."""
    rows = [("1", _("The rules"), ""), ("2", _("This page"), "")]
    for number, page in enumerate(sheets, 3):
        if page.is_back:
            if page.strips:
                rows[-1] = (f"{number - 1}, {number}", *rows[-1][1:])
            continue
        count = sum(len(strip.cutouts) for strip in page.strips)
        rows.append((str(number), page.title, _("{count} pieces").format(count=count) if count > 1 else _("1 piece")))
    return rows
