"""The course of a game on the screen: whoever decides is asked, machines think in the background, everything is shown."""

import gc
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.theme import Theme as TextualTheme

from bottega.cells import Palette
from bottega.drawing.style import Style
from bottega.errors import BottegaError
from bottega.game import Game
from bottega.i18n import _
from bottega.players import Candidate, player
from bottega.terminal import keys
from bottega.terminal.board import Board, Scene
from bottega.terminal.dialogs import HandOver
from bottega.terminal.holding import Grip, Holding
from bottega.terminal.means import MANY, Means
from bottega.terminal.sidebar import Sidebar, Sides, capital
from bottega.terminal.table import ME, Table

ADVISER = "mcts:1500ms"  # who is asked for a hint
HINTS = 3  # moves that a hint names
SELDOM = 20  # a move that was looked at so many times less often than the best one is none of them
PACE = 0.7  # seconds between two moves of a demonstration
TICK = 0.5  # seconds between two signs of life of a machine that thinks
CONTROL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x1f]")  # what moves the cursor of a terminal


class Decided(Message):
    """A machine has made up its mind, or could not."""

    def __init__(self, turn: int, move: str = "", error: Exception | None = None) -> None:
        super().__init__()
        self.turn, self.move, self.error = turn, move, error


class Advised(Message):
    """The adviser has made up its mind."""

    def __init__(self, turn: int, candidates: Sequence[Candidate] = (), error: Exception | None = None) -> None:
        super().__init__()
        self.turn, self.candidates, self.error = turn, candidates, error


class TableScreen(Screen[None], inherit_bindings=False):  # Textual's own keys would take Tab
    """Board, sidebar and keys."""

    DEFAULT_CSS = "TableScreen { layout: vertical; background: $background; } TableScreen Horizontal { height: 1fr; }"

    def __init__(self, board: Board, sidebar: Sidebar, line: keys.KeyLine) -> None:
        super().__init__()
        self.board, self.sidebar, self.line = board, sidebar, line

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.board
            yield self.sidebar
        yield self.line


class Course(App[None]):
    """A game that goes its way. What can be done with keys and mouse is added by `TerminalGame`."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, table: Table, game: Game, means: Means, theme: str = "", pace: float = PACE) -> None:
        super().__init__(ansi_color=means.colours != MANY)
        self.animation_level = "none"
        self.table, self.game, self.means, self.pace = table, game, means, pace
        self._theme = theme
        self._turn = 0  # counts what has happened: answers to what is past are not listened to
        self._is_thinking = False
        self._thinker = 0  # the seat of the machine that thinks or thought last
        self._is_advising = False
        self._ticks = 0
        self._is_paused = False
        self._note = ""
        self._notice = ""  # why it takes so long
        self._scrolled = 0
        self._grip = Grip()
        self._path = ""
        self.holding: Holding | None = None
        self._dress()
        self._view = table.view()
        self.board = Board(Scene(self._view, self.palette))
        self.sidebar = Sidebar(self._sides())
        self.line = keys.KeyLine(self.palette)

    # ---------------------------------------------------------------- looks

    def _dress(self) -> None:
        """Take the colours of the game."""
        spec = self.table.position.spec
        self.title = spec.title
        theme = Style(theme=self._theme).look(spec).theme
        self.palette: Palette = self.means.palette(spec.cells, theme)
        if self.means.colours == MANY:
            mixed = self.palette.mix
            name = f"{spec.name}-{theme.name}"
            self.register_theme(
                TextualTheme(
                    name=name,
                    primary=theme.quiet,
                    secondary=mixed(theme.quiet, theme.ink, 0.3),
                    error=mixed(theme.bad, theme.ink, 0.4),
                    foreground=theme.ink,
                    background=theme.table,
                    surface=mixed(theme.table, theme.ink, 0.06),
                    dark=self.palette.on(theme.table) == "#ffffff",
                )
            )
            self.theme = name
        else:
            self.theme = "ansi-dark"

    def get_default_screen(self) -> Screen[None]:
        return TableScreen(self.board, self.sidebar, self.line)

    def on_print(self, event: events.Print) -> None:
        """What compiling says on standard error would spoil the screen: it is shown beside the board while somebody waits."""
        words = CONTROL.sub("", event.text).strip()
        if words:
            self._notice = words

    def on_mount(self) -> None:
        self.begin_capture_print(self, stdout=False, stderr=True)
        self.set_interval(TICK, self._tick)
        self.next_turn()
        gc.enable()  # from now on: while everything was loaded it would have cost time

    # ---------------------------------------------------------------- the course of the game

    def next_turn(self) -> None:
        """Whoever decides is asked: a person, after a hand-over where there are secrets, or a machine in the background."""
        table = self.table
        if self._is_thinking:  # about something that is no more: it is not disturbed, a twin takes its place
            table.replace(self._thinker, table.names[self._thinker])
        self._turn += 1
        self._is_thinking = self._is_advising = False
        self._notice = ""
        self._scrolled = 0
        self.holding = None
        self._view = table.view()
        if table.needs_hand_over:
            self._hand_over()
            return
        if table.is_persons_turn:
            table.sit_down()
            west, north, east, south = self._view.spec.cells.span(self._view.state)
            self.holding = Holding(self._view, ((west + east - 1) // 2, (north + south - 1) // 2), self._grip)
        elif not table.position.is_over:
            self._ask_machine()
        self.show()

    def _hand_over(self) -> None:
        """Clear away all that the person before could see, and wait for the next one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._note = ""
        self._grip = Grip(cell=self._grip.cell)
        self.show()
        self.push_screen(HandOver(self.means.is_ascii, self.seat_name(self.table.position.seat)), self.seated)

    def seated(self, _answer: str | None) -> None:
        """The next person is there."""
        self.table.sit_down()
        self.next_turn()

    def _ask_machine(self) -> None:
        """Let the machine think, in a demonstration after a moment to look at the move before."""
        if self._is_paused:
            return
        self._is_thinking, self._ticks, self._thinker = True, 0, self.table.position.seat
        turn, table, position = self._turn, self.table, self.table.position.copy()

        def think() -> Message:
            try:
                return Decided(turn, table.choose(position))
            except Exception as error:
                return Decided(turn, error=error)

        def start() -> None:
            if turn == self._turn and not self._is_paused:
                self._in_background(think)

        if table.is_demonstration and self.pace:
            self.set_timer(self.pace, start)
        else:
            start()

    def _in_background(self, think: Callable[[], Message]) -> None:
        """Think in a thread that ends with the program: compiled code does not listen to anybody."""

        def work() -> None:
            thought = think()
            with suppress(RuntimeError):  # the screen has gone
                self.post_message(thought)

        Thread(target=work, daemon=True).start()

    def on_decided(self, event: Decided) -> None:
        if event.turn != self._turn:
            return
        self._is_thinking = False
        if event.error:
            if not isinstance(event.error, BottegaError):
                raise event.error
            seat = self.table.position.seat
            self.table.replace(seat, ME)
            self._note = _("{name} gave up: {reason}. You play on.").format(name=self.seat_name(seat), reason=event.error)
            self.next_turn()
        else:
            self.play(event.move)

    def play(self, move: str) -> None:
        """Make a legal move."""
        self._note = ""
        if self.holding:
            self._grip = self.holding.grip
        self.table.play(move)
        self.next_turn()

    def _tick(self) -> None:
        if self._is_thinking or self._is_advising:
            self._ticks += 1
            self.sidebar.show(self._sides())

    # ---------------------------------------------------------------- what is on the screen

    def seat_name(self, seat: int) -> str:
        return capital(self.table.position.seats[seat])

    def _status(self) -> str:
        position = self.table.position
        if position.is_over:
            winners = [self.seat_name(seat) for seat in position.winners]
            if len(winners) == len(position.seats):
                result = _("a draw")
            else:
                result = _("{names} won").format(names=_(" and ").join(winners))
            return _("The game is over: {result}, {score}. N: a new game").format(result=result, score=position.score_text)
        seat = position.seat
        if self._is_paused:
            return _("Paused. Space: go on")
        if self.table.is_persons_turn:
            return ""
        dots = "." * (self._ticks % 4)
        return _("{name} ({player}) is thinking").format(name=self.seat_name(seat), player=self.table.names[seat]) + dots

    def _sides(self) -> Sides:
        note = self._note
        if self._is_advising:
            note = _("Looking for a good move") + "." * (self._ticks % 4)
        if self._notice and (self._is_advising or self._is_thinking):
            note = f"{note} {self._notice}".strip()
        return Sides(
            self._view,
            self.palette,
            tuple(self.table.names),
            tuple(zip(self.table.movers, self.table.position.history, strict=True)),
            self.holding,
            self._status(),
            note,
            self._scrolled,
        )

    def show(self) -> None:
        """Bring the screen up to date."""
        holding = self.holding
        self.board.show(Scene(self._view, self.palette, holding))
        self.sidebar.show(self._sides())
        if holding is None:
            line = keys.waiting_keys(self.table.is_demonstration)
        elif holding.asked:
            line = keys.asking_keys()
        elif holding.covering:
            line = keys.covering_keys(len(holding.covering.cells))
        elif holding.piece:
            line = keys.holding_keys()
        else:
            line = keys.deciding_keys(tuple((word.key, word.move) for word in holding.words))
        self.line.show(self.palette, line)

    # ---------------------------------------------------------------- hints

    def action_hint(self) -> None:
        if not self.holding or self._is_advising:
            return
        self._is_advising, self._ticks, self._note, self._notice = True, 0, "", ""
        turn, view = self._turn, self._view

        def think() -> Message:
            try:
                return Advised(turn, player(ADVISER).analyse(view))
            except Exception as error:
                return Advised(turn, error=error)

        self._in_background(think)
        self.show()

    def on_advised(self, event: Advised) -> None:
        if event.error:
            raise event.error
        if event.turn != self._turn or not self.holding:
            return
        self._is_advising = False
        seat = self._view.viewer
        best = [each for each in event.candidates[:HINTS] if each.visits * SELDOM >= event.candidates[0].visits]
        self.holding.back()
        self.holding.show(best[0].move)
        self._note = _("Hint: {moves}").format(moves=", ".join(f"{each.move} {each.wins[seat]:.0%}" for each in best))
        self.show()
