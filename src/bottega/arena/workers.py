"""Games played by several processes on this machine."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from bottega.arena.match import Outcome
from bottega.arena.schedule import Task
from bottega.arena.worker import GRACE_SECONDS
from bottega.errors import BottegaError
from bottega.i18n import _

MOST_ATTEMPTS = 3  # at a game whose process died
AHEAD = 2  # games a process has been given, so that it need not wait for the next one


@dataclass(frozen=True)
class Lost:
    """A game that could not be played: each time its process died."""

    task: Task
    reason: str


class Worker:
    """A process that plays games; see `worker`."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from bottega.arena.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "BOTTEGA_QUIET": "1"},
            start_new_session=True,  # Ctrl-C in a terminal goes to our process alone, which then ends this one in good order
        )
        self.given: deque[Task] = deque()  # the first of them is being played
        self._send({"path": sys.path, "modules": list(modules)})

    def give(self, task: Task) -> None:
        self.given.append(task)
        self._send(asdict(task))

    def _send(self, data: object) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has died: `answer` finds out
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            self._process.stdin.flush()

    def answer(self) -> dict[str, object] | None:
        """What it says next; None if it has died."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def tell_to_end(self) -> None:
        """Close its input: it ends on its own, and its engines with it."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def end(self) -> int:
        """Wait for its end, but not for long; its exit code."""
        self.tell_to_end()
        try:
            self._process.wait(2 * GRACE_SECONDS)  # it looks after itself; this is for one that is stopped or stuck
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


class WorkerPool:
    """Several processes; a thread looks after each of them and gives it games as long as there are any."""

    def __init__(self, processes: int, modules: Sequence[str] = ()) -> None:
        self._processes, self._modules = processes, modules
        self._lock = threading.Lock()
        self._todo: deque[Task] = deque()
        self._deaths: Counter[tuple[int, tuple[str, ...]]] = Counter()  # of processes, by the game they were playing
        self._workers: set[Worker] = set()
        self._stopped = False
        self._results: queue.SimpleQueue[tuple[Task, Outcome] | Lost | Exception] = queue.SimpleQueue()

    def play(self, tasks: Sequence[Task]) -> Generator[tuple[Task, Outcome] | Lost, None, None]:
        """Play all games and yield each as it ends, in no particular order. However this ends, no process is left."""
        self._todo.extend(tasks)
        threads = [
            threading.Thread(target=self._look_after_one, daemon=True) for _process in range(min(self._processes, len(tasks)))
        ]
        try:
            for thread in threads:
                thread.start()
            for _task in tasks:
                result = self._results.get()
                if isinstance(result, Exception):
                    raise result
                yield result
        finally:
            with self._lock:
                self._stopped = True
                for worker in self._workers:
                    worker.tell_to_end()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()

    def _look_after_one(self) -> None:
        try:
            while self._has_work():
                worker = self._start_worker()
                if worker is None:
                    return
                try:
                    self._serve(worker)
                finally:
                    code = worker.end()
                    with self._lock:
                        self._workers.discard(worker)
                        self._take_back(worker, code)
        except Exception as error:  # raised again where the results are awaited
            self._results.put(error)

    def _has_work(self) -> bool:
        with self._lock:
            return bool(self._todo) and not self._stopped

    def _start_worker(self) -> Worker | None:
        """A process that is ready; None if everything is to end."""
        for _attempt in range(MOST_ATTEMPTS):
            with self._lock:
                if self._stopped:
                    return None
                worker = Worker(self._modules)
                self._workers.add(worker)
            if worker.answer() is not None:
                return worker
            code = worker.end()
            with self._lock:
                self._workers.discard(worker)
                if self._stopped:
                    return None
        raise BottegaError(_("a process that plays games cannot start: it ends with code {code}").format(code=code))

    def _serve(self, worker: Worker) -> None:
        """Give games and pass on how they ended, until there are none left or the process dies."""
        while True:
            with self._lock:
                while self._todo and len(worker.given) < self._room() and not self._stopped:
                    worker.give(self._todo.popleft())
            if not worker.given:
                return
            answer = worker.answer()
            if answer is None:
                return
            task = worker.given.popleft()
            data = answer.get("outcome")
            if not isinstance(data, dict):
                raise BottegaError(_("a game could not be played: {reason}").format(reason=answer.get("error")))
            self._results.put((task, Outcome.from_json(data)))

    def _room(self) -> int:
        """How many games a process may have; towards the end one, lest it hoards what another could play."""
        return AHEAD if len(self._todo) > self._processes else 1

    def _take_back(self, worker: Worker, code: int) -> None:
        """The games that a process was given and has not played wait for another one."""
        if self._stopped or not worker.given:
            return
        playing = worker.given[0]
        self._deaths[playing.key] += 1
        if self._deaths[playing.key] == MOST_ATTEMPTS:
            worker.given.popleft()
            reason = _("{count} processes that played this game died, the last with code {code}")
            self._results.put(Lost(playing, reason.format(count=MOST_ATTEMPTS, code=code)))
        self._todo.extendleft(reversed(worker.given))
