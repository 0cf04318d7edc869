"""A new game: which one, with which options, and who plays."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from bottega.errors import BottegaError
from bottega.game import Game
from bottega.games import GAMES, spec
from bottega.i18n import _
from bottega.players import PLAYERS
from bottega.terminal.dialogs import Dialog
from bottega.terminal.table import ABSENT, ME

UNSAID = "-"  # an option that is left to the game


class SetUp(Dialog):
    """Rows of choices. The answer is `start`; the choices are in `game` and `names`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k,shift+tab", "row(-1)", show=False),
        Binding("down,j,tab", "row(1)", show=False),
        Binding("left,h", "choose(-1)", show=False),
        Binding("right,l,space", "choose(1)", show=False),
        Binding("enter", "start", show=False),
    ]

    def __init__(self, is_plain: bool, name: str, options: dict[str, str], names: list[str]) -> None:
        super().__init__(is_plain)
        self._wanted, self._options, self.names = name, dict(options), list(names)
        self._row = 0
        self._reason = ""
        self._settle()

    # ---------------------------------------------------------------- choices

    def _settle(self) -> None:
        """Drop what the chosen game does not know, and seat as many as play it."""
        known = [option.name for option in spec(self._wanted).options if not option.is_shuffle]
        self._options = {name: value for name, value in self._options.items() if name in known}
        self._reason = ""
        try:
            self.game = Game(spec(self._wanted), self._options)
            seats = len(self.game.start(seed=0).seats)
            self.names = (self.names + [ABSENT] * seats)[:seats]
        except BottegaError as error:
            self._reason = str(error)

    def _rows(self) -> list[tuple[str, str, list[str]]]:
        """Label, choice and choices of each row."""
        rows = [(_("Game"), self._wanted, list(GAMES))]
        for option in spec(self._wanted).options:
            if option.choices:
                choices = list(option.choices) if option.default else [UNSAID, *option.choices]
                rows.append((option.name, self._options.get(option.name, option.default or UNSAID), choices))
        people = [ME, *PLAYERS]
        for seat, name in enumerate(self.names):
            seats = self.game.start(seed=0).seats
            rows.append((seats[seat], name, people if name in people else [*people, name]))
        return rows

    def action_row(self, step: int) -> None:
        self._row = (self._row + step) % len(self._rows())
        self._show()

    def action_choose(self, step: int) -> None:
        label, choice, choices = self._rows()[self._row]
        chosen = choices[(choices.index(choice) + step) % len(choices)]
        seats = len(self._rows()) - len(self.names)
        if self._row == 0:
            self._wanted = chosen
        elif self._row >= seats:
            self.names[self._row - seats] = chosen
        elif chosen == UNSAID:
            self._options.pop(label, None)
        else:
            self._options[label] = chosen
        self._settle()
        self._show()

    def action_start(self) -> None:
        if not self._reason:
            self.answer("start")

    # ---------------------------------------------------------------- screen

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.words(_("New game")), classes="title")
            yield Static(id="rows")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        left, right = ("<", ">") if self._is_plain else ("◂", "▸")
        text = self.words("")
        rows = self._rows()
        width = max(len(label) for label, _choice, _choices in rows) + 2
        for number, (label, choice, _choices) in enumerate(rows):
            is_here = number == self._row
            text.append(self.words(f"{label:<{width}}").plain, "bold" if is_here else "")
            text.append(f"{left} {choice:^12} {right}" if is_here else f"  {choice:^12}", "reverse" if is_here else "")
            text.append("\n")
        text.append("\n")
        text.append_text(self.words(self._reason or _("Up, down: row   left, right: choose   Enter: start   Esc: back")))
        self.query_one("#rows", Static).update(text)
