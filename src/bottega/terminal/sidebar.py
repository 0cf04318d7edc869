"""Beside the board: whose turn it is, scores, hands and stacks, what the piece in the hand would do, and the moves so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bottega.cells import Held, Palette, Sheet, Spot
from bottega.game import View
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.placing import Word
from bottega.terminal.holding import Holding
from bottega.terminal.means import folded
from bottega.terminal.strips import Line, refresh_changed, strip_of, window

PAD = 1  # columns left and right
GAP = 1  # columns between pieces
HAND_NOTES = 6  # lines to be left beside a long row of pieces: for what is said about them, and for some moves


@dataclass(frozen=True)
class Sides:
    """What the sidebar shows: nothing but what the viewer may see."""

    view: View
    palette: Palette
    players: tuple[str, ...]
    moves: tuple[tuple[int, str], ...]  # seat and text
    holding: Holding | None = None
    status: str = ""  # what is going on, where nobody holds anything
    note: str = ""  # what has just happened
    scrolled: int = 0  # lines of the move list below the window


@dataclass
class Page:
    """Lines of spots with places that can be clicked."""

    width: int
    palette: Palette
    lines: list[Line] = field(default_factory=list)
    places: list[tuple[range, range, str]] = field(default_factory=list)  # columns, rows, what a click there means
    scrolled: int = 0  # lines of the move list below the last one shown

    def line(self, *words: tuple[str, str, bool], right: str = "") -> None:
        """A line of words with their inks; the last text stands at the right end."""
        palette = self.palette
        shown = [(folded(text) if palette.is_ascii else text, ink, bold) for text, ink, bold in words]
        spots = [Spot(char, ink, "", bold) for text, ink, bold in shown for char in text][: self.width]
        if right:
            spots = spots[: self.width - len(right) - 1]
            spots += [Spot()] * (self.width - len(spots) - len(right)) + [Spot(char, palette["ink"], "", True) for char in right]
        self.lines.append(spots)

    def text(self, words: str, ink: str = "", bold: bool = False, indent: str = "") -> None:
        """A paragraph."""
        for part in wrap(words, self.width, subsequent_indent=indent) or [""]:
            self.line((part, ink or self.palette["ink"], bold))

    def badge(self, mark: str, words: str, ground: str) -> None:
        """A paragraph with a sign before it."""
        palette = self.palette
        parts = wrap(words, self.width - len(mark) - 1) or [""]
        for number, part in enumerate(parts):
            self.line((part, palette["ink"], False))
            sign = [Spot(char, palette.on(ground), ground, True) for char in mark] if number == 0 else [Spot()] * len(mark)
            self.lines[-1][:0] = [*sign, Spot()]

    def add(self, other: "Page", gap: int, room: int) -> None:
        """Another page below this one, as much of it as there is room for."""
        self.lines += [[]] * gap
        top = len(self.lines)
        self.lines += other.lines[: max(0, room)]
        self.places += [
            (columns, range(rows.start + top, rows.stop + top), what) for columns, rows, what in other.places if rows.stop <= room
        ]


def capital(name: str) -> str:
    """A name as a line begins with it."""
    return name[:1].upper() + name[1:]


def seats(page: Page, sides: Sides) -> None:
    """Everybody with the score; the one to decide is marked, or when the game is over the winners."""
    view, palette = sides.view, page.palette
    scores = view.score_text.split(" ")
    colours = view.spec.cells.seat_colours(view.state)
    marked = view.winners if view.is_over else (view.seat,)
    for seat, name in enumerate(view.seats):
        mark = palette.char("★" if view.is_over else "▶", "*" if view.is_over else ">") if seat in marked else " "
        swatch = palette[colours[seat]]
        page.line(
            (f"{mark} ", palette["ink"], True),
            (palette.char("██ ", "" if not swatch else "## "), swatch, False),
            (capital(name), palette["ink"], seat in marked),
            (f" {sides.players[seat]}", palette["quiet"], False),
            right=scores[seat],
        )


def hands(page: Page, sides: Sides, rows: int) -> None:
    """What lies before the seats and before all, and what else there is to know about them."""
    view, cells = sides.view, sides.view.spec.cells
    state = view.state
    for seat in (SPECTATOR, *range(len(view.seats))):
        held, notes = cells.hand(state, seat), cells.notes(state, seat)
        if not held and not notes:
            continue
        if seat != SPECTATOR:
            page.text(_("{name}: {notes}").format(name=capital(view.seats[seat]), notes=", ".join(notes)))
        is_at_hand = (
            sides.holding and {each.piece for each in held} == set(sides.holding.pieces) and seat in (SPECTATOR, view.seat)
        )
        pieces(page, sides, held, sides.holding if is_at_hand else None, rows)
        if seat == SPECTATOR:
            for note in notes:
                page.text(note, page.palette["quiet"])


def pieces(page: Page, sides: Sides, held: tuple[Held, ...], holding: Holding | None, rows: int) -> None:
    """Pieces side by side under their numbers; as many rows of them as there is room for, with the one that is held."""
    if not held:
        return
    cells, palette = sides.view.spec.cells, page.palette
    shelves = list(_shelves(held, cells.hand_size, page.width))
    names = [piece.piece.name for piece in held]
    chosen = holding.piece.name if holding and holding.piece else ""
    chosen_shelf = next(
        (number for number, shelf in enumerate(shelves) if any(held[i].piece.name == chosen for i, *_ in shelf)), 0
    )
    height = 1 + max(y for *_rest, y in shelves[0])
    shown = max(1, rows // height)
    first = max(0, min(chosen_shelf - shown // 2, len(shelves) - shown))
    for shelf in shelves[first : first + shown]:
        captions: Line = []
        sheet = Sheet(palette, cells.hand_size)
        for index, column, width, _height in shelf:
            piece = held[index]
            is_held = piece.piece.name == chosen
            caption = ""
            if holding:
                caption = str(index + 1) if piece.piece.name in holding.fitting else f"({index + 1})"
            if piece.piece.amount > 1:
                caption += palette.char("×", "x") + str(piece.piece.amount)
            if is_held:
                caption = palette.char("▸", ">") + caption
            captions += [Spot()] * (column - len(captions))
            captions += [Spot(char, palette["ink" if is_held else "quiet"], "", is_held) for char in caption[: width + GAP]]
            own = Sheet(palette, cells.hand_size)
            for part in piece.parts:
                cells.part(own, part)
            sheet.spots.update({(x + column, y): spot for (x, y), spot in own.spots.items()})
            if holding and piece.piece.name in names:
                top = len(page.lines)
                page.places.append((range(column, column + width), range(top, top + height), f"piece:{index}"))
        if any(spot != Spot() for spot in captions):
            page.lines.append(captions)
        page.lines += window(sheet.spots, 0, 0, page.width, height - 1, Spot())
    hidden = len(held) - sum(len(shelf) for shelf in shelves[first : first + shown])
    if hidden:
        page.text(_("and {count} more (Tab)").format(count=hidden), palette["quiet"])


def _shelves(held: tuple[Held, ...], size: tuple[int, int], room: int) -> Iterator[list[tuple[int, int, int, int]]]:
    """Rows of pieces: number, column, width and height of each."""
    shelf: list[tuple[int, int, int, int]] = []
    column = 0
    for index, piece in enumerate(held):
        width = size[0] * (1 + max(part.cell[0] for part in piece.parts))
        height = size[1] * (1 + max(part.cell[1] for part in piece.parts))
        needed = max(width, 3 + len(str(piece.piece.amount))) if piece.piece.amount > 1 else width
        if shelf and column + needed > room:
            yield shelf
            shelf, column = [], 0
        shelf.append((index, column, width, height))
        column += needed + GAP
    yield shelf


def verdict(page: Page, sides: Sides) -> None:
    """What the piece in the hand would do, or why it cannot; the words that can be said; what is going on."""
    holding, palette = sides.holding, page.palette
    if sides.note:
        page.text(sides.note, palette["ink"], bold=True)
    if holding is None:
        page.text(sides.status)
        return
    if holding.asked:
        page.badge("?", holding.asked.label, palette["mark"])
        page.text(_("Enter: yes   Esc: no"), palette["quiet"])
        return
    if holding.covering:
        page.badge(palette.char("▲", "^"), _("Cover which squares? {move}").format(move=holding.text), palette["mark"])
        numbers = "1" if len(holding.covering.cells) == 1 else f"1-{len(holding.covering.cells)}"
        page.text(holding.verdict or _("{numbers}: cover or not, Enter: lay, Esc: back").format(numbers=numbers))
        return
    if holding.piece:
        if holding.verdict:
            page.badge(palette.char("×", "x"), holding.verdict, palette["bad"])
        else:
            page.badge(palette.char("✓", "+"), holding.text, palette["good"])
    for word in holding.words:
        say(page, word)


def say(page: Page, word: Word) -> None:
    """A word as a button with its key."""
    top = len(page.lines)
    page.badge(f" {word.key.upper()} ", word.label, page.palette["quiet"])
    page.places.append((range(page.width), range(top, len(page.lines)), f"word:{word.move}"))


def move_list(sides: Sides, width: int, wanted: int) -> list[Line]:
    """The last lines of all moves, numbered, in the colours of the seats; a long move goes on in the next line."""
    colours = sides.view.spec.cells.seat_colours(sides.view.state)
    lines: list[Line] = []
    for number in range(len(sides.moves), 0, -1):
        if len(lines) >= wanted:
            break
        seat, move = sides.moves[number - 1]
        lines[:0] = _move_lines(sides, number, move, colours[seat], sides.view.seats[seat], width)
    return lines


def _move_lines(sides: Sides, number: int, move: str, colour: str, name: str, width: int) -> list[Line]:
    palette, last = sides.palette, len(sides.moves)
    swatch = palette[colour]
    head = f"{number:>{len(str(last))}} "
    sign = palette.char("█ ", "") if swatch else ""
    sign = sign or folded(name[0].upper()) + " "
    indent = len(head) + len(sign)
    parts = [move[begin : begin + width - indent] for begin in range(0, len(move), width - indent)]
    ink, is_last = palette["ink" if number == last else "quiet"], number == last
    first = [Spot(char, palette["quiet"]) for char in head] + [Spot(char, swatch) for char in sign]
    lines = [first + [Spot(char, ink, "", is_last) for char in parts[0]]]
    return lines + [[Spot()] * indent + [Spot(char, ink, "", is_last) for char in part] for part in parts[1:]]


def laid_out(sides: Sides, width: int, height: int) -> Page:
    """The whole sidebar. What the piece in the hand would do is always there; hands give way first, then the moves."""
    palette = sides.palette
    page, below = Page(width, palette), Page(width, palette)
    page.line((sides.view.spec.title, palette["ink"], True))
    seats(page, sides)
    verdict(below, sides)
    room = height - len(page.lines) - len(below.lines)
    middle = Page(width, palette)
    hands(middle, sides, max(1, room - HAND_NOTES))
    gap = 1 if len(middle.lines) + 3 <= room else 0
    page.add(middle, gap, room - 2 * gap)
    page.add(below, gap, len(below.lines))
    room = height - len(page.lines) - gap
    moves = move_list(sides, width, max(0, room) + sides.scrolled)
    if room > 0 and moves:
        end = max(len(moves) - sides.scrolled, min(room, len(moves)))
        page.lines += [[]] * gap + moves[max(0, end - room) : end]
        page.scrolled = len(moves) - end
    return page


class Sidebar(Widget):
    """Shows the sides; says what has been clicked."""

    DEFAULT_CSS = "Sidebar { height: 1fr; width: 33%; min-width: 27; max-width: 38; }"

    class Chosen(Message):
        """Something in the sidebar was clicked: `piece:2` or `word:veto`."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    class Scrolled(Message):
        """The wheel was turned over the moves."""

        def __init__(self, lines: int) -> None:
            super().__init__()
            self.lines = lines

    def __init__(self, sides: Sides) -> None:
        super().__init__()
        self.sides = sides
        self._page = Page(0, sides.palette)

    def show(self, sides: Sides) -> None:
        if sides.palette is not self.sides.palette:
            self.refresh()
        self.sides = sides
        self.redraw()

    def redraw(self) -> None:
        width, height = self.size
        if width > 2 * PAD and height:
            before, self._page = self._page, laid_out(self.sides, width - 2 * PAD, height)
            refresh_changed(self, before.lines, self._page.lines)

    @property
    def scrolled(self) -> int:
        """How far the move list is scrolled: not beyond its beginning."""
        return self._page.scrolled

    @property
    def text(self) -> str:
        """All that is shown, as plain text."""
        return "\n".join("".join(spot.char for spot in line) for line in self._page.lines)

    def on_resize(self) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        palette = self.sides.palette
        base = palette.mix(palette["table"], palette["ink"], 0.06)
        line = self._page.lines[y] if y < len(self._page.lines) else []
        padded = [Spot()] * PAD + line + [Spot()] * (self.size.width - PAD - len(line))
        return strip_of([spot if spot.ground else spot._replace(ground=base) for spot in padded])

    def on_click(self, event: events.Click) -> None:
        for columns, rows, what in self._page.places:
            if event.x - PAD in columns and event.y in rows:
                self.post_message(self.Chosen(what))

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.Scrolled(-1))
