"""The full-screen game: what keys and mouse do. What is decided is decided by `Table` and `Holding`."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from bottega.errors import BottegaError
from bottega.game import Game
from bottega.i18n import _
from bottega.placing import Word
from bottega.record import read_file
from bottega.terminal import keys
from bottega.terminal.board import Board
from bottega.terminal.course import Course
from bottega.terminal.dialogs import QUIT, Ask, AskPath, Reading
from bottega.terminal.holding import Grip, Holding
from bottega.terminal.means import Means
from bottega.terminal.setup import SetUp
from bottega.terminal.sidebar import Sidebar
from bottega.terminal.table import Table, seating_of

INTERRUPTED = 130  # the exit code that shells expect after Ctrl-C


class TerminalGame(Course):
    """A game in a terminal window."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, action, show=False) for key, action in keys.ACTIONS.items()),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    # ---------------------------------------------------------------- the piece in the hand

    def _handle(self, do: Callable[[Holding], object]) -> None:
        """Do something with the piece in the hand, unless something else has to be answered first."""
        if self.holding and not self.holding.covering:
            self._note = ""
            do(self.holding)
            self.show()

    def action_move(self, dx: int, dy: int) -> None:
        if self.holding and self.holding.covering:
            self.holding.covering.go(dx or dy)
            self.show()
        else:
            self._handle(lambda holding: holding.move(dx, dy))

    def action_turn(self, step: int) -> None:
        self._handle(lambda holding: holding.turn(step))

    def action_piece(self, step: int) -> None:
        if self.holding and self.holding.covering:
            self.holding.covering.go(step)
            self.show()
        else:
            self._handle(lambda holding: holding.take_next(step))

    def action_number(self, number: int) -> None:
        if self.holding and self.holding.covering:
            self.holding.covering.toggle(number - 1)
            self.show()
        else:
            self._handle(lambda holding: holding.take(number - 1))

    def action_space(self) -> None:
        if self.table.is_demonstration:
            self._is_paused = not self._is_paused
            self.next_turn()
        elif self.holding and self.holding.covering:
            self.action_number(self.holding.covering.at + 1)
        elif self.holding and self.holding.piece:
            self._note = "" if self.holding.next_place() else _("Nothing that you hold fits.")
            self.show()

    def action_enter(self) -> None:
        holding = self.holding
        if holding is None:
            return
        if holding.asked:
            self.play(holding.asked.move)
            return
        if holding.piece is None and len(holding.words) == 1:
            self._say(holding.words[0])
            return
        move = holding.lay()
        if move:
            self.play(move)
        else:
            self.show()

    def action_give_up_choice(self) -> None:
        if self.holding and self.holding.back():
            self.show()

    def action_say(self, key: str) -> None:
        if self.holding and not self.holding.covering:
            for word in self.holding.words:
                if word.key == key:
                    self._say(word)
                    return

    def _say(self, word: Word) -> None:
        assert self.holding is not None
        move = self.holding.say(word)
        if move:
            self.play(move)
        else:
            self.show()

    # ---------------------------------------------------------------- the mouse

    def on_board_pointed(self, event: Board.Pointed) -> None:
        holding = self.holding
        if holding is None or len(self.screen_stack) > 1:
            return
        if holding.covering:
            if event.button == 1 and event.cell in holding.covering.cells:
                holding.covering.toggle(holding.covering.cells.index(event.cell))
                self.show()
        elif event.button == 3:
            self.action_turn(1)
        elif event.button == 1 and holding.is_at(event.cell) and not holding.asked:
            self.action_enter()
        elif event.button == 1 or not holding.is_at(event.cell):
            self._handle(lambda held: held.move_to(event.cell))

    def on_sidebar_chosen(self, event: Sidebar.Chosen) -> None:
        kind, _colon, name = event.what.partition(":")
        if kind == "piece":
            self._handle(lambda holding: holding.take(int(name)))
        elif self.holding:
            for word in self.holding.words:
                if word.move == name:
                    self._say(word)
                    return

    def on_sidebar_scrolled(self, event: Sidebar.Scrolled) -> None:
        self.action_scroll(event.lines)

    def on_key_line_pressed(self, event: keys.KeyLine.Pressed) -> None:
        if event.key:
            self.simulate_key(event.key)

    # ---------------------------------------------------------------- reading and taking back

    def action_scroll(self, lines: int) -> None:
        self._scrolled = max(0, self.sidebar.scrolled + lines)
        self.show()

    def action_zoom(self, step: int) -> None:
        self.board.change_zoom(step)

    def action_help(self) -> None:
        self.push_screen(Reading(self.means.is_ascii, self.table.position.spec.title, keys.help_text()))

    def action_words(self) -> None:
        self.push_screen(Reading(self.means.is_ascii, _("The table in words"), self._view.text))

    def action_undo(self) -> None:
        try:
            self.table.take_back()
        except BottegaError as error:
            self._note = _("No: {reason}").format(reason=error)
            self.show()
            return
        self._note = _("Taken back.")
        self.next_turn()

    # ---------------------------------------------------------------- records, new games, leaving

    def _default_path(self) -> str:
        return self._path or f"{self.table.position.spec.name}.bgn"

    def action_save(self) -> None:
        self._ask_to_save()

    def _ask_to_save(self, then: Callable[[], object] | None = None, otherwise: Callable[[], object] | None = None) -> None:
        asked: set[str] = set()

        def save(path: str) -> None:
            if Path(path).exists() and path not in asked and path != self._path:
                asked.add(path)
                raise BottegaError(_("{path} is there already: Enter again to replace it").format(path=path))
            self.table.save(path)
            self._path = path
            self._note = _("Saved to {path}.").format(path=path)
            self.show()

        def saved(path: str | None) -> None:
            do = then if path else otherwise
            if do:
                do()

        self.push_screen(AskPath(self.means.is_ascii, _("Save the game as"), self._default_path(), save), saved)

    def action_load(self) -> None:
        def load(path: str) -> None:
            record = read_file(path)
            position = record.replay()
            self._start(Table(position, seating_of(record, position)), Game(position.spec, position.options))
            self._path = path
            self._note = _("Loaded {path}.").format(path=path)

        def loaded(path: str | None) -> None:
            if path:
                self.next_turn()

        asking = AskPath(self.means.is_ascii, _("Load the record"), self._default_path(), load)
        self._unless_unsaved(lambda: self.push_screen(asking, loaded))

    def _start(self, table: Table, game: Game) -> None:
        """Another game on the same screen."""
        self.table.close()
        self.table, self.game = table, game
        self._grip, self._path, self._note, self._is_paused = Grip(), "", "", False
        self._turn += 1
        self._is_thinking = False
        self.holding = None
        self._view = table.view()
        self._dress()

    def action_new(self) -> None:
        setup = SetUp(self.means.is_ascii, self.game.spec.name, self.game.options, self.table.names)

        def chosen(answer: str | None) -> None:
            if answer:
                game = setup.game
                self._start(Table(game.start(), setup.names), game)
                self.next_turn()

        self._unless_unsaved(lambda: self.push_screen(setup, chosen))

    def _unless_unsaved(self, do: Callable[[], object], otherwise: Callable[[], object] | None = None) -> None:
        """Do it at once, or after asking what becomes of the game that is going on; if the answer is nothing, the other thing."""
        if not self.table.is_unsaved or self.table.is_demonstration:
            do()
            return
        answers = (("S", _("save it first")), ("L", _("leave it")))

        def answered(answer: str | None) -> None:
            if answer == "s":
                self._ask_to_save(do, otherwise)
            elif answer == "l":
                do()
            elif otherwise:
                otherwise()

        self.push_screen(Ask(self.means.is_ascii, _("The game is not over"), _("What becomes of it?"), answers), answered)

    def seated(self, answer: str | None) -> None:
        if answer == QUIT:
            self._unless_unsaved(self.exit, otherwise=self.next_turn)
        else:
            super().seated(answer)

    async def action_quit(self) -> None:
        if len(self.screen_stack) == 1:
            self._unless_unsaved(self.exit)

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)


def run(table: Table, game: Game, means: Means, theme: str) -> int:
    """Play until someone leaves; the exit code."""
    app = TerminalGame(table, game, means, theme)
    try:
        app.run()
    finally:
        app.table.close()
    return app.return_code or 0
