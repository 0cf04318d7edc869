"""A process that plays games for `workers`: a line of JSON comes in for each of them and one goes out."""

import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any

from bottega.arena.match import play_task
from bottega.arena.schedule import Task
from bottega.game import Game
from bottega.games import spec
from bottega.players import player
from bottega.players.external import close_player


def read_task(data: dict[str, Any]) -> Task:
    """The task again, after its way through JSON."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Task(**fields)


def load_modules(path: Iterable[str], modules: Iterable[str]) -> None:
    """Import what registers players of the user's own."""
    sys.path[:] = [*sys.path, *(entry for entry in path if entry not in sys.path)]
    for module in modules:
        import_module(module)


GRACE_SECONDS = 3.0  # for a process that was told to end

_warm: set[tuple[str, str]] = set()  # games and players that this process has seen


def warm_up(task: Task) -> None:
    """Let players new to this process decide twice for nothing: what is compiled or loaded then is not thinking time."""
    for name in task.players:
        if (task.game, name) in _warm:
            continue
        _warm.add((task.game, name))
        machine = player(name, 0)
        if hasattr(machine, "follow"):
            continue  # it thinks in a process of its own
        position = Game(spec(task.game), task.options).start(seed=0)
        with suppress(Exception):  # what it does in a game is what counts
            for _decision in range(2):  # the first may be of a special kind
                position.play(machine.choose(position.view(position.seat)))
        close_player(machine)


def end_soon() -> None:
    """Interrupt the main thread, so that it ends its engines and the process; if it does not listen, end without it."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def main() -> None:
    """Serve the process that started this one, until it is gone or closes its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(0))  # so that engines are ended, too
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints must not get between the answers
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        end_soon()  # nobody waits for the game that is being played

    threading.Thread(target=listen, daemon=True).start()
    setup = json.loads(lines.get())
    load_modules(setup["path"], setup["modules"])

    def answer(data: dict[str, Any]) -> None:
        answers.write(json.dumps(data).encode() + b"\n")
        answers.flush()

    answer({"ready": os.getpid()})
    while True:
        task = read_task(json.loads(lines.get()))
        try:
            warm_up(task)
            answer({"outcome": play_task(task).to_json()})
        except Exception as error:  # told to the process that can show it
            answer({"error": f"{type(error).__name__}: {error}"})
