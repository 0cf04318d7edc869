"""The pictures of a whole game, one after each move, all with the same layout."""

from dataclasses import dataclass, replace

from bottega.drawing.film import Film
from bottega.drawing.picture import Sheet, document, layout, painted, scope, sheet, summary
from bottega.drawing.plan import Plan
from bottega.drawing.style import Style
from bottega.record import Record


@dataclass(frozen=True)
class Reel:
    """A game in pictures. Number n shows it after n moves."""

    sheets: tuple[Sheet, ...]
    plan: Plan
    prefix: str  # of all ids
    title: str
    moves: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.sheets)

    def body(self, number: int) -> str:
        return painted(self.sheets[number], self.plan, self.prefix)

    def picture(self, number: int) -> str:
        """One of the pictures as an SVG file."""
        drawn = self.sheets[number]
        return document(self.body(number), self.plan, drawn.symbols.values(), self.prefix, self.title)

    @property
    def symbols(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for drawn in self.sheets:
            found |= drawn.symbols
        return found

    def film(self) -> Film:
        """All pictures laid over each other."""
        film = Film()
        for number in range(len(self)):
            film.add(self.body(number))
        return film


def reel(record: Record, style: Style, seat: int | None = None, until: int | None = None) -> Reel:
    """Draw a game move by move, up to one of the moves or to its end, as a seat sees it or with everything open."""
    style = named(style, record)
    moves = record.replay(until).history
    position = record.start()
    sheets = []
    for last in ("", *moves):
        if last:
            position.play(last)
        sheets.append(sheet(position if seat is None else position.view(seat), style, last))
    return Reel(tuple(sheets), layout(sheets, style), scope(sheets), summary(position, moves[-1] if moves else ""), moves)


def named(style: Style, record: Record) -> Style:
    """The style with the names of those who played, unless it has names."""
    return style if style.players else replace(style, players=record.players)
