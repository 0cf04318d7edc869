"""How long a move takes from one player to the other while many tables are played at once.

    python bench/server.py                      200 tables of two scripted clients each, two seconds a move
    python bench/server.py --tables 50 --pace 0.5

A server with its database (SQLite) is started, and a second process that plays all the seats over WebSockets, as browsers do.
Measured is the time from sending a move to the opponent's receiving the scene that has it: check, database, drawing up the next
turn, and both sockets. `--pace` is how long a client thinks about a move on average.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.progress import Progress

from bottega.bench import machine
from bottega.server.client import Place, Visitor, choices

GAMES = ("firenze", "toscana", "florentine")
ASKED = 0.100  # seconds, for 99 of 100 moves
ARRIVING = 20  # clients that sit down at the same time
START = 120.0  # seconds until the server has to be there, kernels compiled


@dataclass
class Course:
    """What has been measured so far."""

    times: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in GAMES})
    sent: dict[tuple[str, int], float] = field(default_factory=dict)  # by table and number of moves: when it was sent
    is_measuring: bool = False
    moves: int = 0


async def play(place: Place, seat: int, game: str, course: Course, pace: float, chance: random.Random) -> None:
    """One seat of a table: play at random, note when scenes with the other's moves arrive."""
    last = 0
    while True:
        scene = await place.scene()
        sent = course.sent.pop((place.table, scene["ply"]), None) if scene["seat"] == seat or scene["state"] == "over" else None
        if sent is not None and course.is_measuring:
            course.times[game].append(time.perf_counter() - sent)
        if scene["state"] == "over":
            return
        if scene["turn"] is None or scene["ply"] < last:  # somebody has only come or gone
            continue
        last = scene["ply"] + 1
        await asyncio.sleep(chance.uniform(0.5 * pace, 1.5 * pace))
        move = chance.choice(choices(scene["turn"]))
        course.sent[place.table, scene["ply"] + 1] = time.perf_counter()
        answer = await place.act(do="play", ply=scene["ply"], move=move)
        if answer["type"] != "done":
            raise SystemExit(f"{game}: {move} was refused: {answer['reason']}")
        course.moves += 1


async def table(address: str, number: int, course: Course, pace: float, room: asyncio.Semaphore) -> None:
    """Two clients who play one game after the other."""
    chance = random.Random(number)
    game = GAMES[number % len(GAMES)]
    async with room:
        first, second = await Visitor.arrive(address), await Visitor.arrive(address)
    while True:
        async with room:
            laid = await first.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]})
        async with first.live(laid["id"]) as one, second.live(laid["id"]) as other:
            await other.act(do="sit", seat=1)
            await asyncio.gather(
                *(play(place, seat, game, course, pace, chance) for seat, place in enumerate((one, other))),
            )


async def measure(address: str, tables: int, pace: float, seconds: float) -> Course:
    course, room = Course(), asyncio.Semaphore(ARRIVING)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=seconds)
        players = [asyncio.create_task(table(address, number, course, pace, room)) for number in range(tables)]
        while course.moves < 2 * tables and not any(player.done() for player in players):
            await asyncio.sleep(0.1)  # until everyone has sat down and the code is warm
        course.is_measuring, begin, before = True, time.perf_counter(), course.moves
        while (passed := time.perf_counter() - begin) < seconds and not any(player.done() for player in players):
            progress.update(task, completed=passed)
            await asyncio.sleep(0.2)
        course.is_measuring = False
        course.moves = course.moves - before
        failed = [player for player in players if player.done()]
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    for player in failed:
        raise SystemExit(f"a table broke off: {player.exception()}")
    return course


def serve(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server of our own; its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from bottega.cli import main; main()", "serve", "--no-open", "--port", "0", "--machines", "1"],
        env={**os.environ, "BOTTEGA_DATA": folder, "BOTTEGA_DATABASE_URL": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return process, word.rstrip("/.")
    raise SystemExit(f"the server did not start: it ended with code {process.wait()}")


def row(what: str, times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    median, most, worst = 1000 * statistics.median(times), 1000 * cuts[98], 1000 * max(times)
    return f"{what:12}{len(times):8,}{median:10.1f}{most:10.1f}{worst:10.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds a client thinks about a move on average")
    parser.add_argument("--seconds", type=float, default=60.0)
    words: Any = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, address = serve(folder)
        try:
            course = asyncio.run(measure(address, words.tables, words.pace, words.seconds))
        finally:
            process.terminate()
            process.wait(START)
    everything = [each for times in course.times.values() for each in times]
    print(f"{machine()}, load {os.getloadavg()[0]:.1f}")
    print(
        f"{words.tables} tables of two, {course.moves / words.seconds:.0f} moves a second, for {words.seconds:.0f} s; times in ms"
    )
    print(f"{'':12}{'moves':>8}{'median':>10}{'99%':>10}{'worst':>10}")
    for game, times in course.times.items():
        if len(times) > 1:
            print(row(game, times))
    print(row("all", everything))
    holds = statistics.quantiles(everything, n=100)[98] < ASKED
    print(f"asked: 99% below {1000 * ASKED:.0f} ms: {'holds' if holds else 'FAILS'}")
    sys.exit(not holds)


if __name__ == "__main__":
    main()
