"""A whole picture of a position or a view: the board, what lies in front of each seat, and who is ahead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import blake2b

from bottega.drawing import plan as plans
from bottega.drawing.style import BOARD, LANDSCAPE, PORTRAIT, Style
from bottega.drawing.words import fitted, room_for
from bottega.game import Position, View
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.spec import GameSpec
from bottega.svg import Box, Drawing, Look, element, group, path

BOLD = 1.2  # how much wider bold words are, about
_PLANS = {LANDSCAPE: plans.landscape, PORTRAIT: plans.portrait, BOARD: plans.board_alone}


@dataclass(frozen=True)
class Seat:
    """What is said about a seat."""

    name: str  # its colour
    player: str  # who sits there; empty: not known
    score: tuple[int, ...]
    is_on_turn: bool
    is_winner: bool


@dataclass(frozen=True)
class Sheet:
    """The parts of a picture before they are laid out."""

    spec: GameSpec
    look: Look
    board: Drawing
    seats: tuple[Seat, ...]
    trays: tuple[Drawing, ...]  # [seat]
    common: Drawing
    caption: str
    note: str  # what must be said with it

    @property
    def symbols(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for drawing in (self.board, *self.trays, self.common):
            found |= drawing.symbols
        return found


def sheet(table: Position | View, style: Style, last: str = "") -> Sheet:
    """Draw the parts. `last` is the text of the last move: a view does not know it."""
    spec, state, artist = table.spec, table.state, table.spec.artist
    look = style.look(spec)
    if isinstance(table, View) and table.viewer != table.seat:
        look = replace(look, legal=False, candidates=())  # the choices of a seat are its own to know
    alone = style.layout == BOARD
    nothing = Drawing(Box(0, 0, 0, 0), "")
    winners = table.winners if table.is_over else ()
    seats = tuple(
        Seat(name[:1].upper() + name[1:], style.players.get(seat, ""), score, seat == table.seat, seat in winners)
        for seat, (name, score) in enumerate(zip(table.seats, table.scores(), strict=True))
    )
    return Sheet(
        spec,
        look,
        artist.board(state, table.past, look),
        seats,
        tuple(nothing if alone else artist.tray(state, seat, look) for seat in range(len(seats))),
        nothing if alone else artist.tray(state, SPECTATOR, look),
        " · ".join(filter(None, (_caption(table, last), _outcome(seats), *_said(table, look)))),
        artist.note(state),
    )


def _caption(table: Position | View, last: str) -> str:
    count = len(table.past)
    if not count:
        return _("Before the first move")
    done = _("Move {count}: {move}") if last else _("After {count} moves")
    return done.format(count=count, move=last)


def _outcome(seats: Sequence[Seat]) -> str:
    """Who has won; empty while the game runs."""
    winners = [seat.player or seat.name for seat in seats if seat.is_winner]
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    if len(winners) == len(seats):
        return _("A draw")
    return _("{names} share the win").format(names=", ".join(winners)) if winners else ""


def _said(table: Position | View, look: Look) -> list[str]:
    """The candidates that have no place on the board, such as a veto, with their chances."""
    if not look.candidates:
        return []
    without_place = {word.move for word in table.spec.placing.words(table.state)}
    return [f"{move} {chance:.0%}" for move, chance in look.candidates if move in without_place]


def layout(sheets: Sequence[Sheet], style: Style) -> plans.Plan:
    """One plan with room for all the sheets."""
    first = sheets[0]
    artist = first.spec.artist
    sizes = plans.Sizes(
        _around(sheet.board.box for sheet in sheets),
        tuple(_around(sheet.trays[seat].box for sheet in sheets) for seat in range(len(first.seats))),
        _around(sheet.common.box for sheet in sheets),
        artist.piece(next(iter(artist.pieces())), first.look).box,
    )
    return _PLANS[style.layout](sizes)


def _around(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them; those without size are nowhere."""
    drawn = [Drawing(box, "") for box in boxes if box.width]
    return reduce(Drawing.with_, drawn).box if drawn else Box(0, 0, 0, 0)


def scope(sheets: Sequence[Sheet]) -> str:
    """A prefix for the ids of all symbols.

    On a web page with several pictures all ids are in one pot. It is made of what they stand for, so that equal ids
    mean equal symbols wherever they come from.
    """
    symbols = {name: text for sheet in sheets for name, text in sheet.symbols.items()}
    digest = blake2b("".join(symbols.values()).encode(), digest_size=3).hexdigest()
    return f"b{digest}-"


def scoped(svg: str, prefix: str) -> str:
    """SVG text with this prefix before all ids."""
    return svg.replace(' id="', f' id="{prefix}').replace('href="#', f'href="#{prefix}').replace("url(#", f"url(#{prefix}")


def painted(sheet: Sheet, plan: plans.Plan, prefix: str) -> str:
    """The elements of a picture. Those of two sheets differ only where the sheets do."""
    theme = sheet.look.theme
    paper = element("rect", width=plan.width, height=plan.height, rx=16, fill=theme.table)
    slots = [(sheet.board, plan.board), *zip(sheet.trays, plan.trays, strict=False)]
    if plan.common is not None:
        slots.append((sheet.common, plan.common))
    drawn = [_put(drawing, slot, prefix) for drawing, slot in slots if drawing.body]
    words = [_heading(seat, line, sheet.look) for seat, line in zip(sheet.seats, plan.headings, strict=False)]
    if plan.title is not None:
        words.append(_title(sheet, plan.title))
    if plan.caption is not None:
        line = plan.caption
        words.append(fitted(sheet.caption, line.x, line.y, plans.CAPTION, line.width, fill=theme.quiet))
    return paper + "".join(drawn) + group(*words, fill=theme.ink)


def _put(drawing: Drawing, slot: plans.Slot, prefix: str) -> str:
    inside = replace(drawing, box=slot.box, body=scoped(drawing.body, prefix))
    return inside.moved(slot.x, slot.y, slot.scale).body


def _title(sheet: Sheet, line: plans.Line) -> str:
    by = " · ".join(filter(None, (_("by {designer}").format(designer=sheet.spec.designer), sheet.note)))
    return fitted(sheet.spec.title, line.x, line.y, plans.TITLE, line.width) + fitted(
        by, line.x, line.y + plans.SUBTITLE * 1.5, plans.SUBTITLE, line.width, fill=sheet.look.theme.quiet
    )


def _heading(seat: Seat, line: plans.Line, look: Look) -> str:
    """Whose turn it is, the seat, who sits there, the score."""
    theme, size = look.theme, plans.HEADING
    right = line.x + line.width
    first, rest = str(seat.score[0]), "".join(f"/{part}" for part in seat.score[1:])
    score = element(
        "text",
        first,
        element("tspan", rest, font_size=size * 0.7, fill=theme.quiet) if rest else "",
        x=right,
        y=line.y,
        font_size=size * 1.15,
        text_anchor="end",
    )
    x = line.x
    mark = ""
    if seat.is_on_turn or seat.is_winner:
        mark = _turn_mark(x, line.y) if seat.is_on_turn else _winner_mark(x, line.y)
        x += size
    name = fitted(seat.name, x, line.y, size, line.width * 0.45, font_weight="bold" if seat.is_on_turn else None)
    x += min(room_for(seat.name, size) * (BOLD if seat.is_on_turn else 1), line.width * 0.5) + size * 0.3
    room = right - room_for(first + rest, size * 1.15) - x
    player = fitted(seat.player, x, line.y, size * 0.75, room, fill=theme.quiet) if seat.player else ""
    rule = path("M", line.x, line.y + 9, "H", right, stroke=theme.quiet, stroke_width=0.75, opacity=0.6)
    return mark + name + player + score + rule


def _turn_mark(x: float, y: float) -> str:
    """A triangle that points to the name."""
    return path("M", x, y - 17, "l", 14, 8.5, "l", -14, 8.5, "z")


def _winner_mark(x: float, y: float) -> str:
    """A lozenge in front of the name of whoever has won."""
    return path("M", x + 8, y - 18, "l", 8, 9.5, "l", -8, 9.5, "l", -8, -9.5, "z")


def document(bodies: str, plan: plans.Plan, symbols: Iterable[str], prefix: str, title: str, width: float | None = None) -> str:
    """A complete SVG file."""
    defs = {str(place): scoped(symbol, prefix) for place, symbol in enumerate(symbols)}
    return Drawing(Box(0, 0, plan.width, plan.height), bodies, defs).document(title, width)


def picture(table: Position | View, style: Style, last: str = "", width: float | None = None) -> str:
    """The picture of one position or view as an SVG file."""
    drawn = sheet(table, style, last)
    plan, prefix = layout([drawn], style), scope([drawn])
    return document(painted(drawn, plan, prefix), plan, drawn.symbols.values(), prefix, summary(table, last), width)


def summary(table: Position | View, last: str = "") -> str:
    """What a picture shows in words, for those who do not see it."""
    note = table.spec.artist.note(table.state)
    score = _("Score: {score}").format(score=table.score_text)
    return ". ".join(filter(None, (table.spec.title, note, _caption(table, last), score)))
