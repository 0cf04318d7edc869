"""Whether a search is as quick, as small and as obedient as it has to be: prints one table, in about ten minutes.

    python bench/search.py                           everything
    python bench/search.py --quick                   a first impression
    python bench/search.py --only memory --think 10  one part: rate, memory, answer, interrupt or arena

Every line says what was measured, what is asked for, and whether it holds. Times on a machine that does other work at the
same time are those of that machine: the load stands beside them.
"""

import argparse
import ctypes
import multiprocessing
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from bottega.bench import machine
from bottega.game import Game, Position, View
from bottega.games import GAMES, spec
from bottega.kernels import random_numbers
from bottega.players import player
from bottega.search import Search, Settings
from bottega.walks import random_games

RATED: tuple[tuple[str, dict[str, str]], ...] = (
    ("firenze", {}),
    ("toscana", {}),
    ("florentine", {"players": "2"}),
    ("florentine", {"players": "4"}),
)
SHARE = 0.60  # of the rate of plain random games
LATEST = 0.050  # seconds from the end of its time to the answer of a search
AT_ONCE = 1.0  # seconds from Ctrl-C to the end of the process, which has much to clear away: later people press it again
BUSY = 0.90  # of all processor time, while an arena plays
PORTION = 100  # random games between two looks at the clock
MIB = 2**20
REHEARSAL = 4 * MIB  # for a search that is only there to load the compiled code


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    measured: str
    asked: str
    holds: bool

    def __str__(self) -> str:
        return f"{self.what:43}{self.measured:64}{self.asked:20}{'holds' if self.holds else 'FAILS'}"


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    pairs: int  # of rates that are compared
    seconds: float  # for each rate
    think: float  # seconds of a long search
    limits: tuple[int, ...]  # MiB that a long search may take
    decisions: dict[float, int]  # how many decisions with so many seconds each
    interrupts: int
    games: int  # of the arena


FULL = Effort(11, 1.0, 60.0, (64, 1024), {0.010: 100, 0.100: 50, 1.0: 20}, 5, 120)
QUICK = Effort(3, 0.3, 4.0, (64,), {0.010: 20, 0.100: 10, 1.0: 3}, 2, 30)


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Show in a terminal what is being measured; nothing of it stays."""
    with Console(stderr=True).status(what):
        yield


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def named(name: str, options: dict[str, str]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in options.items())])


def milliseconds(times: Sequence[float]) -> str:
    return f"median {1000 * statistics.median(times):.1f} ms, worst {1000 * max(times):.1f} ms of {len(times)}"


# ---------------------------------------------------------------- simulations a second


def random_rate(game: Game, seconds: float) -> float:
    """Random games, shuffled and scored, in a second of processor time."""
    setup = game.spec.setup(game.options)
    setups, states = np.array([setup], setup.dtype), np.zeros(1, game.spec.state_type(setup))
    totals = np.zeros((len(game.spec.seats(setup)), len(game.spec.score_parts)), np.int32)
    random = random_numbers(1)
    played, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        random_games(states, setups, random, PORTION, totals)
        played += PORTION
    return played / (time.process_time() - begin)


def search_rate(view: View, seconds: float) -> float:
    """Simulations of a new search by plain UCT in a second of processor time."""
    search, begin = Search(Settings(), seed=1), time.process_time()
    search.think(view, seconds=seconds)
    return search.simulations / (time.process_time() - begin)


def rates(effort: Effort) -> Iterator[Row]:
    """Plain UCT from the start beside plain random games, one after the other again and again."""
    for name, options in RATED:
        game = Game(spec(name), options)
        view = game.start(seed=1).view(0)
        with doing(f"{named(name, options)}: simulations and random games"):
            random_rate(game, 0.0)
            Search(Settings(), 1, REHEARSAL).think(view, simulations=1)
            pairs = [(search_rate(view, effort.seconds), random_rate(game, effort.seconds)) for _pair in range(effort.pairs)]
        share = statistics.median(simulated / played for simulated, played in pairs)
        simulated, played = (statistics.median(column) for column in zip(*pairs, strict=True))
        measured = f"{share:.1%} ({simulated:,.0f} of {played:,.0f} games a second)"
        yield Row(f"rate: {named(name, options)}", measured, f"at least {SHARE:.0%}", share >= SHARE)


# ---------------------------------------------------------------- memory


def resident(field: str) -> int:
    """Bytes of this process in memory: VmRSS now, VmHWM at the most."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


def to_next_decision(search: Search, view: View, position: Position) -> View:
    """Play what the search expects until its seat decides again, so that it can keep as much of its tree as possible."""
    line = list(search.found(view)[0].line)
    while True:
        legal = {position.spec.parse_move(position.state, text): text for text in position.moves()}
        move = line.pop(0) if line else None
        position.play(legal[move] if move in legal else position.moves()[0])
        if position.is_over or position.seat == view.viewer:
            return position.view(view.viewer)


def think_twice(name: str, memory: int, seconds: float, simulations: int | None = None, seed: int = 1) -> tuple[float, int]:
    """Think about two decisions in turn, so long in all.

    Returns how many seconds late a short answer is in between, and how many simulations that answer took over.
    """
    position = Game(spec(name), {}).start(seed)
    view = position.view(position.seat)
    search = Search(Settings(), seed=1, memory=memory)
    search.think(view, simulations, seconds / 2)
    view = to_next_decision(search, view, position)
    limit = min(FULL.decisions)
    begin = time.monotonic()
    search.think(view, seconds=limit)
    search.best(view)
    late = time.monotonic() - begin - limit
    kept = sum(found.visits for found in search.found(view)) - search.simulations
    search.think(view, simulations, seconds / 2)
    return late, kept


def rehearse(name: str) -> None:
    """Do everything once in little memory, keeping part of the tree included, so that all compiled code is loaded."""
    seed = 1
    while think_twice(name, REHEARSAL, 60.0, 5000, seed)[1] == 0:
        seed += 1
    with suppress(AttributeError):  # where the C library is another one, it gives memory back when it likes
        ctypes.CDLL(None).malloc_trim(0)
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forget how large all this has been


def grow(answer: Connection, name: str, memory: int, seconds: float) -> None:
    """Send by how many bytes this process grows while it thinks, and what `think_twice` says."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    rehearse(name)
    before = resident("VmRSS")
    late, kept = think_twice(name, memory, seconds)
    answer.send((resident("VmHWM") - before, late, kept))


@contextmanager
def child(work: Callable[..., None], *arguments: Any) -> Iterator[tuple[Any, Connection]]:
    """A fresh process, and where it answers; whatever happens, it does not outlive this."""
    fresh = multiprocessing.get_context("spawn")
    ours, its_own = fresh.Pipe(duplex=False)
    process = fresh.Process(target=work, args=(its_own, *arguments), daemon=True)
    process.start()
    its_own.close()
    try:
        yield process, ours
    finally:
        process.kill()
        process.join()


def memories(effort: Effort) -> Iterator[Row]:
    """How much a process grows in a long search, and whether a full tree keeps it from answering in time."""
    for limit in effort.limits:
        for name in GAMES:
            with (
                doing(f"{name}: thinks for {effort.think:g} s in {limit} MiB"),
                child(grow, name, limit * MIB, effort.think) as (_process, answer),
            ):
                growth, late, kept = answer.recv()
            what = f"{name}, {effort.think:g} s, limit {limit} MiB"
            yield Row(f"memory: {what}", f"{growth / MIB:.1f} MiB", f"at most {limit} MiB", growth <= limit * MIB)
            measured = f"{1000 * late:.1f} ms late half-way, {kept:,} games kept, {load()}"
            yield Row(f"answer: {what}", measured, f"within {1000 * LATEST:.0f} ms", late <= LATEST)


# ---------------------------------------------------------------- answers in time


def lateness(name: str, seconds: float, decisions: int) -> list[float]:
    """How many seconds after its time is up a player has chosen its move, in games against itself."""
    late: list[float] = []
    seed = 0
    while len(late) < decisions:
        seed += 1
        position = Game(spec(name), {}).start(seed)
        machines = [player(f"mcts:{1000 * seconds:.0f}ms", seed) for _seat in position.seats]
        while not position.is_over and len(late) < decisions:
            view = position.view(position.seat)
            begin = time.monotonic()
            move = machines[position.seat].choose(view)
            if len(view.legal()) > 1:
                late.append(time.monotonic() - begin - seconds)
            position.play(move)
    return late


def answers(effort: Effort) -> Iterator[Row]:
    """How late the answers are in the course of whole games."""
    for name in GAMES:
        lateness(name, 0.001, 4)  # loads the compiled code
        for seconds, decisions in effort.decisions.items():
            with doing(f"{name}: {decisions} decisions of {seconds:g} s"):
                late = lateness(name, seconds, decisions)
            what = f"answer: {name}, limit {1000 * seconds:.0f} ms"
            yield Row(what, f"{milliseconds(late)}, {load()}", f"within {1000 * LATEST:.0f} ms", max(late) <= LATEST)


# ---------------------------------------------------------------- Ctrl-C


def think_long(answer: Connection, name: str, seconds: float) -> None:
    """Say when everything is loaded, then think until the time is up or somebody presses Ctrl-C, and say when that was."""
    view = Game(spec(name), {}).start(seed=1).view(0)
    Search(Settings(), 1, REHEARSAL).think(view, simulations=10)
    search = Search(Settings(), 1)
    try:
        answer.send("ready")
        search.think(view, seconds=seconds)
    except KeyboardInterrupt:
        answer.send(time.monotonic())  # the same clock in all processes


def seconds_to_end(name: str, seconds: float) -> tuple[float, float]:
    """From the signal of Ctrl-C, in the midst of thinking, to the end of the search and to that of the process."""
    with child(think_long, name, seconds) as (process, answer):
        answer.recv()
        time.sleep(1.0)
        begin = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        try:
            stopped = answer.recv()
        except EOFError:
            stopped = float("inf")  # it has thought to the end, or was killed while it did
        process.join()
        return stopped - begin, time.monotonic() - begin


def interrupts(effort: Effort) -> Iterator[Row]:
    """How long a search goes on after Ctrl-C, and how long its process takes to go."""
    for name in GAMES:
        with doing(f"{name}: Ctrl-C, {effort.interrupts} times"):
            times = [seconds_to_end(name, 60.0) for _time in range(effort.interrupts)]
        ends = zip(("search", "process"), zip(*times, strict=True), (LATEST, AT_ONCE), strict=True)
        for what, took, limit in ends:
            measured = f"{milliseconds(took)}, {load()}"
            yield Row(f"Ctrl-C: {name}, {what} ends", measured, f"within {1000 * limit:.0f} ms", max(took) <= limit)


# ---------------------------------------------------------------- the arena


def idle_seconds() -> float:
    """Processor time that nobody has used since the machine was started, all cores together."""
    fields = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


def used_by_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def arenas(effort: Effort) -> Iterator[Row]:
    """The processor time of a whole arena, from its start to the plot at its end, as a share of what there is."""
    processes = os.cpu_count() or 1
    words = ["arena", "toscana", "mcts:2000", "greedy", "--games", str(effort.games), "--processes", str(processes)]
    with doing(f"bottega {' '.join(words)}"), tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from bottega.cli import main; main()", *words, "--seed", "1", "--out", folder]
        used, idle, begin = used_by_children(), idle_seconds(), time.monotonic()
        quiet = subprocess.DEVNULL
        run = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)  # Ctrl-C comes from us, once
        try:
            code = run.wait()
        finally:
            if run.poll() is None:
                run.send_signal(signal.SIGINT)  # it ends its own processes
                run.wait()
        took = processes * (time.monotonic() - begin)
    share, unused = (used_by_children() - used) / took, (idle_seconds() - idle) / took
    others = max(0.0, 1 - share - unused)
    measured = f"{share:.0%} of {took / processes:.0f} s x {processes} cores, others {others:.0%}, idle {unused:.0%}, {load()}"
    yield Row("arena: toscana mcts:2000 greedy", measured, f"over {BUSY:.0%}", code == 0 and share > BUSY)


PARTS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    "rate": rates,
    "memory": memories,
    "answer": answers,
    "interrupt": interrupts,
    "arena": arenas,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure this part; may be given several times")
    parser.add_argument("--quick", action="store_true", help="measure little of everything")
    parser.add_argument("--think", type=float, metavar="SECONDS", help="how long a long search thinks; 60 by default")
    parser.add_argument(
        "--limit", type=int, action="append", metavar="MIB", help="memory of a long search; 64 and 1024 by default"
    )
    chosen = parser.parse_args()
    effort = QUICK if chosen.quick else FULL
    given = {"think": chosen.think, "limits": tuple(chosen.limit) if chosen.limit else None}
    effort = Effort(**{**vars(effort), **{name: value for name, value in given.items() if value is not None}})
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts this in the background may have switched it off
    os.environ["BOTTEGA_QUIET"] = "1"  # for child processes: no word about compiling
    print(f"{machine()}, {load()}")
    for name, part in PARTS.items():
        if not chosen.only or name in chosen.only:
            for row in part(effort):
                print(row, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
