"""Programs that speak the engine protocol (docs/protocol.md), as players.

The protocol knows a game by its start and its moves; a player knows neither the shuffles nor anything else that its seat
has not seen. So the program is told a game of our own making: shuffles drawn anew such that the same moves give the seat
the same views, from the first move to now. Nothing in it says more than the seat knows.
"""

import os
import queue
import re
import shlex
import signal
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import IO, Any

from bottega.errors import BottegaError, IllegalMove
from bottega.game import Game, Position, View
from bottega.i18n import _
from bottega.kernels import random_numbers
from bottega.players.player import Candidate, Player
from bottega.spec import GameSpec

START_SECONDS = 120.0  # for all answers up to the first move: a program may compile what it needs
ANSWER_SECONDS = 60.0  # for each answer after that
QUIT_SECONDS = 0.5  # for a program to go in good order
DEFAULT_PLAYER = "maestro"  # whom `genmove` asks for; programs with one player only need not look at it
MOST_DEALS = 1000  # tries to find shuffles that agree with all that a seat has seen
MOST_LINES = 10_000  # of an answer, and unread ones: a program that talks more is cut off
LONGEST_LINE = 2**20  # bytes
QUOTED = 80  # characters of what a program said in a report about it

_NAME = re.compile(r"(?:(?P<limit>[0-9]+(?:\.[0-9]+)?)(?P<unit>ms|s):)?(?P<command>.+?)(?:#(?P<player>[^\s#]+))?")


class PlayerFailed(BottegaError):
    """A player broke down, ran out of time or played against the rules: it loses the game, and nothing else happens."""


class _Refused(PlayerFailed):
    """The program answered `?`."""


# ---------------------------------------------------------------- what a seat has seen


@dataclass(frozen=True)
class Story:
    """What a seat has seen of a game: the options without the shuffles, all moves, and its view before each and now."""

    options: dict[str, str]
    moves: tuple[str, ...]
    views: tuple[View, ...]

    @staticmethod
    def of(position: Position, seat: int) -> "Story":
        """The game so far as that seat saw it."""
        again = Game(position.spec, position.options).start(seed=0)
        views = [again.view(seat)]
        for move in position.history:
            again.play(move)
            views.append(again.view(seat))
        shuffles = {option.name for option in position.spec.options if option.is_shuffle}
        options = {name: value for name, value in position.options.items() if name not in shuffles}
        return Story(options, position.history, tuple(views))

    def goes_on(self, told: Position) -> bool:
        """Play in `told` the moves that it lacks; whether the seat sees the same there as in this story."""
        viewer = self.views[-1].viewer
        known = len(told.history)
        if told.history != self.moves[:known] or told.view(viewer) != self.views[known]:
            return False
        for move, view in zip(self.moves[known:], self.views[known + 1 :], strict=True):
            try:
                told.play(move)
            except IllegalMove:
                return False
            if told.view(viewer) != view:
                return False
        return True


def tell(player: Player, position: Position) -> View:
    """What the seat to decide sees; a player who asks for the story of the game is told it first."""
    follow = getattr(player, "follow", None)
    if follow is not None:
        follow(Story.of(position, position.seat))
    return position.view(position.seat)


def close_player(machine: Player) -> None:
    """Let a player give back what it holds, if there is anything."""
    close = getattr(machine, "close", None)
    if close is not None:
        close()


def can_be_told(spec: GameSpec) -> bool:
    """Whether programs can play this game: it has no shuffles, or knows how to draw them anew for a seat."""
    return spec.deal is not None or not any(option.is_shuffle for option in spec.options)


# ---------------------------------------------------------------- the child process


class Child:
    """A program that answers line by line, in a process group of its own that ends with it, with us, or with `close`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the child is
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()  # None: the end
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
            )
        except OSError as error:
            self._errors.close()
            raise PlayerFailed(_("cannot be started: {reason}").format(reason=error)) from None
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
        self._end = weakref.finalize(self, _end, self._process)  # also when the interpreter exits

    def ask(self, line: str, seconds: float) -> str:
        """The answer to a command; raises PlayerFailed if there is none in time, and the program has ended, or a refusal."""
        deadline = monotonic() + seconds
        try:
            self._send(line)
            answer = self._answer(deadline)
        except queue.Empty:
            reason = _("no answer to {line!r} within {seconds:g} s").format(line=line[:QUOTED], seconds=seconds)
            raise self._failed(reason) from None
        except (EOFError, OSError):
            raise self._failed(self._how_it_ended(line)) from None
        if not re.match(r"[=?]", answer):
            reason = _("{answer!r} is no answer to {line!r}: it starts with neither = nor ?")
            raise self._failed(reason.format(answer=answer[:QUOTED], line=line[:QUOTED]))
        if answer[0] == "?":
            reason = _("it refuses {line!r}: {reason}").format(line=line[:QUOTED], reason=answer[1:].strip()[:QUOTED])
            raise _Refused(reason)
        return answer[1:].strip()

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def _answer(self, deadline: float) -> str:
        lines: list[str] = []
        while True:
            line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
            if line is None:
                raise EOFError
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if len(lines) > MOST_LINES:
                raise self._failed(_("an answer of more than {count} lines").format(count=MOST_LINES))
            if text:
                lines.append(text)
            elif lines:
                return "\n".join(lines)

    def _how_it_ended(self, line: str) -> str:
        self._end()
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - LONGEST_LINE))
        words = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        reason = _("it ended with code {code} instead of answering {line!r}").format(
            code=self._process.returncode, line=line[:QUOTED]
        )
        return f"{reason} ({words[-1][:QUOTED]})" if words else reason

    def _failed(self, reason: str) -> PlayerFailed:
        self._end()
        return PlayerFailed(reason)

    def close(self) -> None:
        """Say `quit`, give it a moment to go, and end whatever is left of its process group."""
        if self._end.alive:
            with suppress(OSError):  # it has gone already
                self._send("quit")
            self._reader.join(QUIT_SECONDS)
            self._end()
        self._errors.close()


def _read_lines(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    """Read until the end, or until nobody listens to what is said."""
    with stream:
        while (line := stream.readline(LONGEST_LINE)) and lines.qsize() < MOST_LINES:
            lines.put(line)
    lines.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group that we started, and leave no zombie."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # not reaped before this line, so the number is still its own
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass  # nothing is left of it
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):  # a line that it never read
            process.stdin.close()


# ---------------------------------------------------------------- the player


class ExternalPlayer:
    """A program that speaks the engine protocol. It is started at its first decision and serves one game."""

    def __init__(
        self,
        command: str | Sequence[str],
        seed: int = 0,
        player: str = DEFAULT_PLAYER,
        seconds: float = ANSWER_SECONDS,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self._command:
            raise BottegaError(_("engine: needs a command, as in engine:bottega engine"))
        self._seed, self._player, self._seconds, self._start_seconds = seed, player, seconds, start_seconds
        self._random = random_numbers(seed)
        self._child: Child | None = None
        self._told: Position | None = None  # the game that the child plays
        self._story: Story | None = None

    @staticmethod
    def named(text: str, seed: int) -> "ExternalPlayer":
        """The player that `[LIMIT:]COMMAND[#PLAYER]` describes, what follows `engine:` in its name."""
        found = _NAME.fullmatch(text.strip())
        if not found:
            raise BottegaError(_("an engine is given as engine:COMMAND, not engine:{text}").format(text=text))
        seconds = ANSWER_SECONDS
        if found["limit"]:
            seconds = float(found["limit"]) / (1000 if found["unit"] == "ms" else 1)
        try:
            return ExternalPlayer(found["command"], seed, found["player"] or DEFAULT_PLAYER, seconds)
        except BottegaError:
            raise
        except ValueError as error:  # a quotation mark without its partner
            reason = _("{command!r} is no command: {reason}").format(command=found["command"], reason=error)
            raise BottegaError(reason) from None

    def follow(self, story: Story) -> None:
        """Learn what the seat has seen so far; to be called before each `choose`."""
        self._story = story

    def choose(self, view: View) -> str:
        child, told, seconds = self._at(view)
        move = child.ask(f"genmove {self._player}", seconds)
        try:
            told.play(move)
        except IllegalMove as error:
            self.close()
            raise PlayerFailed(_("illegal move {move!r}: {reason}").format(move=move[:QUOTED], reason=error)) from None
        return move

    def analyse(self, view: View) -> list[Candidate]:
        child, _told, seconds = self._at(view)
        answer = child.ask(f"analyse {self._player}", seconds)
        seats = len(view.seats)
        try:
            rows = [line.split() for line in answer.splitlines()]
            return [
                Candidate(
                    row[0], int(row[1]), tuple(map(float, row[2 : 2 + seats])), tuple(map(float, row[2 + seats : 2 + 2 * seats]))
                )
                for row in rows
            ]
        except (ValueError, IndexError):
            raise PlayerFailed(_("{answer!r} is no analysis").format(answer=answer[:QUOTED])) from None

    def close(self) -> None:
        """End the program."""
        if self._child is not None:
            self._child.close()
            self._child, self._told = None, None

    def _at(self, view: View) -> tuple[Child, Position, float]:
        """The child with the game brought up to now, that game, and the time for its next answer."""
        story = self._story
        if story is None or story.views[-1] != view:
            raise BottegaError(_("an engine has to be told the story of the game before it is asked for a move"))
        seconds = self._seconds
        if self._child is None:
            self._child, self._told, seconds = Child(self._command), None, self._start_seconds
        known = len(self._told.history) if self._told is not None else 0
        if self._told is None or not story.goes_on(self._told):
            self._told, known = self._deal(story), 0
            self._start_game(self._child, self._told, seconds)
        for move in story.moves[known:]:
            self._child.ask(f"play {move}", seconds)
        return self._child, self._told, seconds

    def _start_game(self, child: Child, told: Position, seconds: float) -> None:
        options = " ".join(f"{name}={value}" for name, value in told.options.items())
        try:
            child.ask(f"new {told.spec.name} {options} seed={self._seed}", seconds)
        except _Refused:  # a program may want either shuffles or a seed
            child.ask(f"new {told.spec.name} {options}", seconds)

    def _deal(self, story: Story) -> Position:
        """A game that the seat cannot tell from the one it plays, with all moves made."""
        spec = story.views[-1].spec
        deal: Any = spec.deal
        if not can_be_told(spec):
            reason = _("engines cannot play {game}: it does not say how to draw its shuffles anew for a seat")
            raise BottegaError(reason.format(game=spec.title))
        states = [view.state for view in story.views]
        for _attempt in range(MOST_DEALS):
            options = deal(story.options, story.moves, states, self._random) if deal else story.options
            told = Game(spec, options).start(seed=0)
            if story.goes_on(told):
                return told
        raise BottegaError(_("found no shuffles that agree with what the seat has seen"))
