"""A process that thinks for `machines`: it is asked for one thing after another, and sees of a running game what a seat sees.

What goes in and out are frames: the length, then pickled data. Both ends are this package on this machine.
"""

import os
import pickle
import queue
import signal
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO, TypeAlias

from bottega import i18n
from bottega.analysis import ExplainedMove, Eyes, Limit, analyse
from bottega.analysis.game import Choice, Decision, Futures, judge
from bottega.analysis.position import reasons, samples
from bottega.analysis.worth import mean_worth
from bottega.drawing import Style, reel
from bottega.drawing.animation import HOLD, PACE
from bottega.drawing.raster import gif
from bottega.errors import BottegaError
from bottega.game import Game, View
from bottega.games import GAMES, spec
from bottega.i18n import _
from bottega.players import player
from bottega.players.greedy import GreedyPlayer
from bottega.players.levels import LEVELS
from bottega.players.random import RandomPlayer
from bottega.record import Record, read

#: Who may sit at a table of the server: nobody who could take as long as he likes, and no program from outside.
HOUSE = ("random", "greedy", *LEVELS)
HINT_SECONDS = 1.0
HINTS = 3  # moves that a hint names
Reasons: TypeAlias = dict[str, dict[str, tuple[str, ...]]]  # language, move: what it does, most important first
HEADER = struct.Struct("!I")
GIF_WIDTH = 600  # pixels


# ---------------------------------------------------------------- what can be asked for


@dataclass(frozen=True)
class Looked:
    """The moves of a position that are worth a closer look, the best first, and what speaks for each in every language."""

    choices: tuple[Choice, ...]
    reasons: Reasons


@dataclass(frozen=True)
class Judged:
    """One decision of a game, and the moves that there were."""

    decision: Decision
    looked: Looked


def choose(name: str, view: View, seed: int) -> str:
    """The move of a player of the house."""
    if name not in HOUSE:
        raise BottegaError(_("at this table sit {players}, and no {name!r}").format(players=", ".join(HOUSE), name=name[:60]))
    return player(name, seed).choose(view)


def hint(view: View, seconds: float = HINT_SECONDS) -> list[ExplainedMove]:
    """The best moves with chances and reasons."""
    return list(analyse(view, Limit(seconds=seconds)).candidates[:HINTS])


def look(view: View, name: str, languages: Sequence[str]) -> Looked:
    """The best moves of a position as those eyes see them."""
    eyes = _eyes(name)
    return _looked(view, eyes, Futures(view, eyes), "", languages)


def judge_move(text: str, number: int, name: str, languages: Sequence[str]) -> Judged:
    """Judge one decision of a recorded game, counted from 1."""
    record = _record(text)
    position = record.replay(number - 1)
    view = position.view(position.seat)
    played = record.moves[number - 1]
    eyes = _eyes(name)
    decision = judge(position, played, number, eyes)
    return Judged(decision, _looked(view, eyes, Futures(view, eyes), played, languages))


def _looked(view: View, eyes: Eyes, futures: Futures, played: str, languages: Sequence[str]) -> Looked:
    """The contenders, each weighed by itself. What `judge` has looked at already, the eyes remember."""
    moves = [move for move in futures.contenders(played) if move]
    choices = [futures.choice(move, mean_worth(futures.worths(move))) for move in moves]
    choices.sort(key=lambda choice: -choice.worth.wins[view.viewer])
    return Looked(tuple(choices), _reasons(view, eyes, moves, languages))


def film(text: str, theme: str) -> bytes:
    """A recorded game as a GIF."""
    drawn = reel(_record(text), Style(theme=theme))
    durations = [round(1000 * PACE)] * len(drawn)
    durations[-1] += round(1000 * HOLD)
    return gif(drawn.picture, GIF_WIDTH, durations)


def warm_up(game: str, variant: int, step: str) -> None:
    """Compile, or load, what one kind of player needs; a step at a time, so that nobody waits for all of them."""
    declared = spec(game)
    position = Game(declared, declared.variants[variant]).start(seed=0)
    players: dict[str, Callable[[View], object]] = {
        "rules": RandomPlayer(0).choose,
        "greedy": GreedyPlayer(0).choose,
        "search": lambda view: LEVELS["garzone"](0).choose(view),
        "reasons": lambda view: analyse(view, Limit(simulations=16)).candidates,
    }
    for _decision in range(2):  # the first may be of a special kind
        view = position.view(position.seat)
        players[step](view)
        position.play(RandomPlayer(0).choose(view))


STEPS = ("rules", "greedy", "search", "reasons")
JOBS: dict[str, Callable[..., Any]] = {job.__name__: job for job in (choose, hint, look, judge_move, film, warm_up)}


def warm_up_steps() -> list[tuple[str, int, str]]:
    """Everything there is to warm up: of each game first the usual kind of state, then those of rarer options."""
    first, rare = [], []
    for game in GAMES:
        declared = spec(game)
        kinds: dict[Any, int] = {}
        for number, variant in enumerate(declared.variants):
            kinds.setdefault(declared.state_type(declared.setup(declared.complete(variant))), number)
        usual, *others = kinds.values()
        first += [(game, usual, step) for step in STEPS]
        rare += [(game, other, step) for other in others for step in STEPS]
    return first + rare


@lru_cache(1)
def _record(text: str) -> Record:
    return read(text)


@lru_cache(1)
def _eyes(name: str) -> Eyes:
    """Eyes remember what they saw: the next decision begins where the last one arrived."""
    return Eyes.of_player(name)


def _reasons(view: View, eyes: Eyes, moves: Sequence[str], languages: Sequence[str]) -> Reasons:
    guesses = samples(eyes, view)
    found = {}
    before = i18n.language.get()
    for language in languages:
        i18n.language.set(language)
        found[language] = {move: reasons(view, view.spec.parse_move(view.state, move), guesses) for move in moves}
    i18n.language.set(before)
    return found


# ---------------------------------------------------------------- the process


def framed(data: object) -> bytes:
    """Data on its way to another process."""
    body = pickle.dumps(data)
    return HEADER.pack(len(body)) + body


def next_frame(stream: BinaryIO) -> Any:
    """What comes next; None at the end of the stream."""
    head = stream.read(HEADER.size)
    if len(head) < HEADER.size:
        return None
    (length,) = HEADER.unpack(head)
    body = stream.read(length)
    return pickle.loads(body) if len(body) == length else None


def answer_to(job: str, language: str, given: dict[str, Any]) -> tuple[bool, Any]:
    """Whether it went well, and what came of it, or why it did not."""
    i18n.language.set(language)
    try:
        return True, JOBS[job](**given)
    except BottegaError as error:
        return False, str(error)
    except Exception as error:  # told to the process that can write it down
        return False, f"{type(error).__name__}: {error}"


def main() -> None:
    """Serve the process that started this one, until it is gone or closes its end: then whatever is being thought is in vain."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not get between the answers
    frames: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        while (frame := next_frame(sys.stdin.buffer)) is not None:
            frames.put(frame)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    answers.write(framed(os.getpid()))
    answers.flush()
    while True:
        answers.write(framed(answer_to(*frames.get())))
        answers.flush()
