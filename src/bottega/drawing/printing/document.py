"""The pages as data for `pages.typ`, which sets them."""

from collections.abc import Mapping, Sequence
from typing import Any

from bottega.drawing.printing.layout import AID_SIZE, HINT, Page, Strip
from bottega.drawing.printing.paper import UNPRINTABLE, Paper
from bottega.drawing.printing.words import credit, making
from bottega.i18n import _, language
from bottega.sheets import Aid, Figure, Leaflet, PrintedSet, Section
from bottega.spec import GameSpec
from bottega.svg import Box, Drawing, element, number

FONT = "Libertinus Serif"  # comes with Typst, so that every machine prints the same
BAR = 50.0  # millimetres to measure
MARGIN = 15.0  # beside words

Data = dict[str, Any]


class Document:
    """A printed set while its data is gathered: a drawing that comes often is kept once."""

    def __init__(self, spec: GameSpec, printed: PrintedSet, paper: Paper, sheets: Sequence[Page], backs: bool) -> None:
        self.spec = spec
        self.printed = printed
        self.paper = paper
        self.sheets = sheets
        self.backs = backs
        self.drawings: dict[str, int] = {}

    def data(self) -> Data:
        """All that the template wants to know."""
        pages = [self._rules(self.printed.leaflet), self._making()]
        pages += [self._sheet(page, 3 + place) for place, page in enumerate(self.sheets)]
        for place, page in enumerate(pages, 1):
            page["number"] = _("page {number} of {count}").format(number=place, count=len(pages))
        return {
            "title": _("{game}: print and play").format(game=self.spec.title),
            "author": "Bottega",
            "language": language.get(),
            "paper": [self.paper.width, self.paper.height],
            "bar": BAR,
            "measure": _("{length:g} mm when printed at 100 %").format(length=BAR),
            "note": self.printed.note,
            "aid": AID_SIZE,
            "drawings": list(self.drawings),
            "pages": pages,
        }

    # ------------------------------------------------------------ pages of words

    def _rules(self, leaflet: Leaflet) -> Data:
        width = self.paper.width - 2 * MARGIN
        box = leaflet.banner.box
        return {
            "kind": "rules",
            "title": self.spec.title,
            "by": _("a game by {designer}").format(designer=self.spec.designer),
            "lead": leaflet.lead,
            "banner": {"drawing": self._drawing(leaflet.banner, box), "height": width * box.height / box.width},
            "sections": [self._section(section) for section in leaflet.sections],
            "credit": credit(self.spec),
        }

    def _making(self) -> Data:
        words = making(self.spec, self.printed, self.sheets, self.backs)
        return {**words, "kind": "making", "sections": [self._section(section) for section in words["sections"]]}

    def _section(self, section: Section) -> Data:
        figure = section.figure
        return {
            "heading": section.heading,
            "words": section.words,
            "steps": section.steps,
            "figure": None if figure is None else self._figure(figure),
        }

    def _figure(self, figure: Figure) -> Data:
        box = figure.drawing.box
        return {
            "drawing": self._drawing(figure.drawing, box),
            "width": figure.width,
            "height": figure.width * box.height / box.width,
            "caption": figure.caption,
        }

    # ------------------------------------------------------------ sheets

    def _sheet(self, page: Page, place: int) -> Data:
        title = f"{self.spec.title} · {page.title}" if page.title else ""
        found: Data = {"kind": "sheet", "title": title, "side": self._side(page, place), "pictures": [], "aids": [], "hints": []}
        marks: list[tuple[tuple[float, float], ...]] = []
        for strip in page.strips:
            if page.is_back:
                if any(cutout.back for cutout in strip.cutouts):
                    self._backs(strip, found)
                    marks += [tuple((self.paper.width - x, y) for x, y in line) for line in strip.marks()]
            else:
                self._fronts(strip, found)
                marks += strip.marks()
        found["marks"] = marks
        return found

    def _side(self, page: Page, place: int) -> str:
        if not self.backs:
            return ""
        if page.is_back:
            return _("back of page {number}").format(number=place - 1) if page.strips else _("this side stays empty")
        return _("front") if page.has_backs else ""

    def _fronts(self, strip: Strip, found: Data) -> None:
        if strip.hint:
            width = self.paper.width - 4 * UNPRINTABLE
            top = strip.y - strip.around - HINT
            found["hints"].append({"words": strip.hint, "place": [2 * UNPRINTABLE, top, width, HINT - 2]})
        for place, cutout in enumerate(strip.cutouts):
            cut = strip.cut(place)
            if isinstance(cutout.face, Aid):
                found["aids"].append({"x": cut.x, "y": cut.y, **self._aid(cutout.face)})
            else:
                found["pictures"].append(self._picture(cutout.name, cutout.face, cut, strip.bleeds(place)))

    def _backs(self, strip: Strip, found: Data) -> None:
        """Turned over on the long edge: what was in the west is in the east."""
        for place, cutout in enumerate(strip.cutouts):
            if cutout.back:
                cut, (west, north, east, south) = strip.cut(place), strip.bleeds(place)
                turned = Box(self.paper.width - cut.x - cut.width, cut.y, cut.width, cut.height)
                name = _("{name}, back").format(name=cutout.name)
                found["pictures"].append(self._picture(name, cutout.back, turned, (east, north, west, south)))

    def _picture(self, name: str, drawing: Drawing, cut: Box, bleeds: tuple[float, float, float, float]) -> Data:
        scale = drawing.box.width / cut.width
        seen = _grown(drawing.box, *(scale * bleed for bleed in bleeds))
        place = _grown(cut, *bleeds)
        return {
            "name": name,
            "drawing": self._drawing(drawing, seen),
            "place": [place.x, place.y, place.width, place.height],
        }

    def _aid(self, aid: Aid) -> Mapping[str, object]:
        emblem = {"drawing": self._drawing(aid.emblem, aid.emblem.box)}
        return {"title": aid.title, "colour": aid.colour, "emblem": emblem, "lines": aid.lines}

    def _drawing(self, drawing: Drawing, seen: Box) -> int:
        """The number of the drawing, of which so much is seen."""
        svg = element(
            "svg",
            element("defs", *drawing.symbols.values()),
            drawing.body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, (seen.x, seen.y, seen.width, seen.height))),
            font_family=FONT,
        )
        return self.drawings.setdefault(svg, len(self.drawings))


def _grown(box: Box, west: float, north: float, east: float, south: float) -> Box:
    return Box(box.x - west, box.y - north, box.width + west + east, box.height + north + south)
