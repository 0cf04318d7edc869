"""The engine protocol: other programs play, referee and ask through lines of text. `docs/protocol.md` is the reference.

The conventions are those of the Go Text Protocol, version 2. A line that is refused changes nothing.
"""

import difflib
import hashlib
import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from bottega.errors import BottegaError
from bottega.game import Game, Position
from bottega.games import GAMES
from bottega.games import spec as find_spec
from bottega.i18n import _

if TYPE_CHECKING:
    from bottega.players import Player

PROTOCOL_VERSION = "2"
NAME = "Bottega"
LINE_LIMIT = 2**20  # bytes of a line
REASON_LIMIT = 1000  # characters of a refusal: it may quote what came in
PERFT_LIMIT = 10**9  # no depth is counted if a smaller one has more sequences: it would take hours

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")  # discarded, as GTP has it; a tab is a blank
_SURROGATE = re.compile("[\ud800-\udfff]")  # what became of a byte that is not UTF-8
_NUMBER = re.compile(r"[0-9]{1,18}")
_INTEGER = re.compile(r"-?[0-9]{1,100}")


@dataclass(frozen=True)
class Command:
    """What a command is called with, and what answers it."""

    usage: str  # its name and its arguments; the last may be repeated if it ends with dots
    run: Callable[["Engine", list[str]], str]
    needs_game: bool = True
    is_drawing: bool = False  # the answer begins on a line of its own, so that nothing is shifted

    def takes(self, arguments: list[str]) -> bool:
        _name, *expected = self.usage.split(" ")
        return len(arguments) >= len(expected) - 1 if self.usage.endswith("...") else len(arguments) == len(expected)


class Engine:
    """One game at a time, asked and changed by lines of text."""

    def __init__(self) -> None:
        self.has_quit = False
        self._position: Position | None = None
        self._seed: int | None = None

    @property
    def position(self) -> Position:
        """The game that is being played."""
        if self._position is None:
            raise BottegaError(_("no game has been started: say new GAME, with one of {games}").format(games=", ".join(GAMES)))
        return self._position

    def answer(self, line: str) -> str:
        """The answer to one line, with the empty line that ends it; nothing at all for a blank line or a comment."""
        text, _hash, _comment = line.removesuffix("\n").partition("#")
        words = [word for word in _CONTROL.sub("", text.replace("\t", " ")).split(" ") if word]
        number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
        if not number and not words:
            return ""
        try:
            return f"={number}{self._answer(text, words)}\n\n"
        except BottegaError as error:
            reason = "".join(char if char.isprintable() else " " for char in str(error))
            return f"?{number} {reason if len(reason) <= REASON_LIMIT else reason[:REASON_LIMIT] + '...'}\n\n"

    def _answer(self, text: str, words: list[str]) -> str:
        if len(text.encode("utf-8", "surrogatepass")) > LINE_LIMIT:
            raise BottegaError(_("this line is longer than {limit} bytes").format(limit=LINE_LIMIT))
        if "\n" in text:
            raise BottegaError(_("one line at a time"))
        if _SURROGATE.search(text):
            raise BottegaError(_("this line is not UTF-8 text"))
        if not words:
            raise BottegaError(_("a command is missing after the id"))
        name, *arguments = words
        command = COMMANDS.get(name)
        if command is None:
            near = difflib.get_close_matches(name[:60], COMMANDS, 1)
            hint = _("did you mean {name}?").format(name=near[0]) if near else _("list_commands lists all")
            raise BottegaError(_("there is no command {name!r}: {hint}").format(name=name[:60], hint=hint))
        if command.needs_game:
            self.position  # noqa: B018  # raises if there is none, whatever the arguments are
        if not command.takes(arguments):
            raise BottegaError(_("say {usage}").format(usage=command.usage))
        answer = command.run(self, arguments)
        lines = [line or " " for line in answer.split("\n")]  # an empty line would end the answer
        return ("\n" if command.is_drawing else " ") + "\n".join(lines) if answer else ""

    def run(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        """Answer every line, until `quit` or the end of input."""
        while not self.has_quit:
            line = stdin.readline(LINE_LIMIT + 1)
            if not line:
                break
            end = line
            while not end.endswith(b"\n") and len(end) > LINE_LIMIT:  # the rest of a line that is too long is let go
                end = stdin.readline(LINE_LIMIT + 1)
            stdout.write(self.answer(line.decode("utf-8", "surrogateescape")).encode("utf-8"))
            stdout.flush()

    # ------------------------------------------------------------ commands

    def _list_commands(self, _arguments: list[str]) -> str:
        return "\n".join(COMMANDS)

    def _quit(self, _arguments: list[str]) -> str:
        self.has_quit = True
        return ""

    def _new(self, arguments: list[str]) -> str:
        name, *settings = arguments
        options: dict[str, str] = {}
        for setting in settings:
            key, equals, value = setting.partition("=")
            if not (key and equals and value):
                raise BottegaError(_("expected key=value, not {setting!r}").format(setting=setting[:60]))
            if key in options:
                raise BottegaError(_("{key} is given twice").format(key=key[:60]))
            options[key] = value
        text = options.pop("seed", None)
        seed = None if text is None else _integer(text, _INTEGER, _("seed is a whole number"))
        self._position, self._seed = Game(find_spec(name), options).start(seed), seed
        return ""

    def _moves(self, _arguments: list[str]) -> str:
        return " ".join(self.position.moves())

    def _play(self, arguments: list[str]) -> str:
        self.position.play(arguments[0])
        return ""

    def _undo(self, _arguments: list[str]) -> str:
        self.position.undo()
        return ""

    def _seat(self, _arguments: list[str]) -> str:
        return str(self.position.seat)

    def _score(self, _arguments: list[str]) -> str:
        return self.position.score_text

    def _result(self, _arguments: list[str]) -> str:
        return self.position.result

    def _perft(self, arguments: list[str]) -> str:
        depth = _integer(arguments[0], _NUMBER, _("perft needs a number of moves, 0 or more"))
        count = 1
        for moves in range(1, depth + 1):
            if count > PERFT_LIMIT:
                raise BottegaError(
                    _("perft {moves} is {count} already: deeper counts take too long").format(moves=moves - 1, count=count)
                )
            count = self.position.perft(moves)
            if count == 0:
                break
        return str(count)

    def _show(self, _arguments: list[str]) -> str:
        return self.position.text

    def _view(self, arguments: list[str]) -> str:
        viewer = _integer(arguments[0], _INTEGER, _("view needs the number of a seat, or -1 for a spectator"))
        return self.position.view(viewer).text

    def _record(self, _arguments: list[str]) -> str:
        from bottega.record import Record, write

        return write(Record.from_position(self.position)).rstrip("\n")

    def _genmove(self, arguments: list[str]) -> str:
        from bottega.players.external import close_player, tell

        player = self._player(arguments[0])
        try:
            move = player.choose(tell(player, self.position))
        finally:
            close_player(player)
        self.position.play(move)
        return move

    def _analyse(self, arguments: list[str]) -> str:
        from bottega.players.external import close_player, tell

        player = self._player(arguments[0])
        try:
            candidates = player.analyse(tell(player, self.position))
        finally:
            close_player(player)
        return "\n".join(
            " ".join(
                [
                    candidate.move,
                    str(candidate.visits),
                    *(f"{chance:.3f}" for chance in candidate.wins),
                    *(f"{score:.2f}" for score in candidate.scores),
                ]
            )
            for candidate in candidates
        )

    def _player(self, name: str) -> "Player":
        """The player, for the decision that is due; with a seed, the same game and the same number of moves give the same one.

        The seed goes through a hash, so that nothing about the shuffles, which come from it too, can be told from it.
        """
        from bottega.players import player

        seed = None
        if self._seed is not None:
            digest = hashlib.sha256(f"{self._seed} {len(self.position.history)}".encode()).digest()
            seed = int.from_bytes(digest[:8], "big")
        found = player(name, seed)
        if self.position.is_over:
            raise BottegaError(_("the game is over: there is no move to choose"))
        return found


def _integer(text: str, form: re.Pattern[str], expected: str) -> int:
    if not form.fullmatch(text):
        raise BottegaError(_("{expected}, not {text!r}").format(expected=expected, text=text[:60]))
    return int(text)


def _version(_engine: Engine, _arguments: list[str]) -> str:
    from bottega import __version__

    return __version__


_ALL = (
    Command("protocol_version", lambda _engine, _arguments: PROTOCOL_VERSION, needs_game=False),
    Command("name", lambda _engine, _arguments: NAME, needs_game=False),
    Command("version", _version, needs_game=False),
    Command("list_commands", Engine._list_commands, needs_game=False),
    Command("quit", Engine._quit, needs_game=False),
    Command("new GAME key=value...", Engine._new, needs_game=False),
    Command("moves", Engine._moves),
    Command("play MOVE", Engine._play),
    Command("undo", Engine._undo),
    Command("seat", Engine._seat),
    Command("score", Engine._score),
    Command("result", Engine._result),
    Command("perft N", Engine._perft),
    Command("show", Engine._show, is_drawing=True),
    Command("view SEAT", Engine._view, is_drawing=True),
    Command("record", Engine._record),
    Command("genmove PLAYER", Engine._genmove),
    Command("analyse PLAYER", Engine._analyse),
)
COMMANDS = {command.usage.split(" ")[0]: command for command in _ALL}


def main() -> None:
    """Serve standard input and output: `bottega engine`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends even a long count at once and without a traceback
    try:
        Engine().run(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # nobody listens any more; Python must not complain again when it closes standard output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
