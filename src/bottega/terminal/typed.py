"""A game in the terminal by typing moves."""

import difflib
import sys
from collections.abc import Callable

from bottega.errors import BottegaError, FileError
from bottega.game import View
from bottega.i18n import _
from bottega.players import Player
from bottega.terminal.table import Table

CLEAR_SCREEN = "\033[2J\033[3J\033[H"
MOVES_SHOWN = 60


def help_text() -> str:
    return _(
        "Type a move, or one of these words:\n"
        "  moves [TEXT]  the legal moves, or those that contain TEXT\n"
        "  hint          moves that did well in random games\n"
        "  show          the table again\n"
        "  undo          take back the last move made here, and those made since\n"
        "  save FILE     write the game so far to a file\n"
        "  help          this page\n"
        "  quit          leave the game"
    )


def say_plainly(text: str) -> None:
    """Print, with question marks for what the terminal cannot show."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding))


class TypedGame:
    """People at the keyboard and machines take their turns until the game is over or someone quits."""

    def __init__(
        self, table: Table, adviser: Player, ask: Callable[[str], str] = input, say: Callable[[str], None] = say_plainly
    ) -> None:
        self.table, self.adviser, self.ask, self.say = table, adviser, ask, say

    def run(self) -> None:
        """Until the game is over, someone quits, or the input ends."""
        self.say(help_text())
        try:
            self._run()
        except EOFError:
            self.say("")
        finally:
            self.table.close()

    def _run(self) -> None:
        table = self.table
        while not table.position.is_over:
            if table.is_persons_turn:
                if not self._ask_person():
                    return
            else:
                move = table.choose(table.position)
                self.say(_("{name} plays {move}").format(name=self._name(table.position.seat), move=move))
                table.play(move)
        self.say(table.position.text)

    def _name(self, seat: int) -> str:
        return f"{seat} ({self.table.position.seats[seat]})"

    def _ask_person(self) -> bool:
        """One decision of a person; False if the person leaves."""
        seat = self.table.position.seat
        self._hand_over(seat)
        self.say(self.table.position.view(seat).text)
        before = len(self.table.position.history)
        while len(self.table.position.history) == before:
            words = self.ask(_("Seat {name}> ").format(name=self._name(seat))).split()
            try:
                if words and not self._obey(words[0], words[1:]):
                    return False
            except BottegaError as error:
                self.say(_("No: {reason}").format(reason=error))
        return True

    def _hand_over(self, seat: int) -> None:
        """Where several people hide something from each other, the screen is cleared between them."""
        if self.table.needs_hand_over:
            self.say(CLEAR_SCREEN)
            self.ask(_("Hand over to seat {name}, who presses Enter.").format(name=self._name(seat)))
            if self.table.position.history:
                self.say(_("Last move: {move}").format(move=self.table.position.history[-1]))
        self.table.sit_down()

    def _obey(self, word: str, rest: list[str]) -> bool:
        view = self.table.position.view(self.table.position.seat)
        match word, rest:
            case "quit" | "exit", []:
                return False
            case "help" | "?", []:
                self.say(help_text())
            case "show", []:
                self.say(view.text)
            case "moves", _:
                self._list_moves(view, " ".join(rest))
            case "hint", []:
                for candidate in self.adviser.analyse(view)[:3]:
                    self.say(f"  {candidate.move}  {candidate.wins[view.viewer]:.0%}")
            case "undo", []:
                self.table.take_back()
            case "save", [name]:
                self._save(name)
            case _:
                self._play(view, " ".join([word, *rest]))
        return True

    def _play(self, view: View, text: str) -> None:
        try:
            self.table.play(text)
        except BottegaError as error:
            near = difflib.get_close_matches(text, view.moves(), 3)
            hint = _(" Did you mean {moves}?").format(moves=", ".join(near)) if near else ""
            raise BottegaError(f"{error}.{hint} " + _("(help, moves and hint are there for you)")) from error

    def _list_moves(self, view: View, part: str) -> None:
        found = [move for move in view.moves() if part in move]
        self.say("  ".join(found[:MOVES_SHOWN]))
        if len(found) > MOVES_SHOWN:
            self.say(
                _("... and {more} more: say for example `moves {part}`").format(more=len(found) - MOVES_SHOWN, part=found[-1][:4])
            )

    def _save(self, name: str) -> None:
        try:
            self.table.save(name)
        except FileError as error:
            self.say(_("That file cannot be written: {reason}").format(reason=error))
        else:
            self.say(_("Saved to {name}.").format(name=name))
