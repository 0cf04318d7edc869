"""A game in the terminal by typing moves."""

import difflib
from collections.abc import Callable
from pathlib import Path

from bottega.errors import BottegaError
from bottega.game import Position, View
from bottega.i18n import _
from bottega.players import Player
from bottega.players.external import tell
from bottega.record import Record, write

CLEAR_SCREEN = "\033[2J\033[3J\033[H"
MOVES_SHOWN = 60


def help_text() -> str:
    return _(
        "Type a move, or one of these words:\n"
        "  moves [TEXT]  the legal moves, or those that contain TEXT\n"
        "  hint          moves that did well in random games\n"
        "  show          the table again\n"
        "  undo          take back your last move, and those made since\n"
        "  save FILE     write the game so far to a file\n"
        "  help          this page\n"
        "  quit          leave the game"
    )


class TypedGame:
    """People at the keyboard (players that are None) and machines take their turns until the game is over or someone quits."""

    def __init__(
        self,
        position: Position,
        players: list[Player | None],
        adviser: Player,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self.position, self.players, self.adviser, self.ask, self.say = position, players, adviser, ask, say
        self.at_screen: int | None = None  # the person whose hand may be on the screen

    def run(self) -> None:
        """Until the game is over, someone quits, or the input ends."""
        self.say(help_text())
        try:
            self._run()
        except EOFError:
            self.say("")

    def _run(self) -> None:
        while not self.position.is_over:
            player = self.players[self.position.seat]
            if player is None:
                if not self._ask_person():
                    return
            else:
                move = player.choose(tell(player, self.position))
                self.say(_("{name} plays {move}").format(name=self._name(self.position.seat), move=move))
                self.position.play(move)
        self.say(self.position.text)

    def _name(self, seat: int) -> str:
        return f"{seat} ({self.position.seats[seat]})"

    def _ask_person(self) -> bool:
        """One decision of a person; False if the person leaves."""
        seat = self.position.seat
        self._hand_over(seat)
        self.say(self.position.view(seat).text)
        before = len(self.position.history)
        while len(self.position.history) == before:
            words = self.ask(_("Seat {name}> ").format(name=self._name(seat))).split()
            try:
                if words and not self._obey(words[0], words[1:]):
                    return False
            except BottegaError as error:
                self.say(_("No: {reason}").format(reason=error))
            except OSError as error:
                self.say(_("That file cannot be written: {reason}").format(reason=error.strerror))
        return True

    def _hand_over(self, seat: int) -> None:
        """Where several people hide something from each other, the screen is cleared between them."""
        people = [number for number, player in enumerate(self.players) if player is None]
        secret = len({self.position.view(number).text for number in people}) > 1
        if secret and self.at_screen != seat:
            self.say(CLEAR_SCREEN)
            self.ask(_("Hand over to seat {name}, who presses Enter.").format(name=self._name(seat)))
            if self.position.history:
                self.say(_("Last move: {move}").format(move=self.position.history[-1]))
        self.at_screen = seat

    def _obey(self, word: str, rest: list[str]) -> bool:
        view = self.position.view(self.position.seat)
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
                self._undo(view.viewer)
            case "save", [name]:
                Path(name).write_text(write(Record.from_position(self.position)), encoding="utf-8")
                self.say(_("Saved to {name}.").format(name=name))
            case _:
                self._play(view, " ".join([word, *rest]))
        return True

    def _play(self, view: View, text: str) -> None:
        try:
            self.position.play(text)
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

    def _undo(self, viewer: int) -> None:
        """Back to the last own decision, unless something was hidden then: it may have been seen since."""
        trial = self.position.copy()
        while trial.history:
            trial.undo()
            if trial.seat == viewer:
                if trial.view(viewer).to_bytes() != trial.state.tobytes():
                    raise BottegaError(_("something that was hidden has been seen since: that move cannot be taken back"))
                self.position = trial
                self.say(self.position.view(viewer).text)
                return
        raise BottegaError(_("you have made no move yet"))
