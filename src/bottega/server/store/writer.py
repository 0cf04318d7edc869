"""One thread writes, and whatever waits while it does so is written together: many tables share the time that a disk needs."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

Answer = TypeVar("Answer")

TOGETHER = 256  # pieces of work in one transaction at the most


@dataclass(frozen=True)
class _Work:
    do: Callable[[Connection], Any]
    outcome: Future[Any] = field(default_factory=Future)


class Writer:
    """Does pieces of work on the database, in order. A piece may be tried twice: it does nothing but use its connection."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.commits = 0  # so far
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, do: Callable[[Connection], Answer]) -> Future[Answer]:
        """The outcome, once it is durable."""
        work = _Work(do)
        self._waiting.put(work)
        return work.outcome

    def close(self) -> None:
        """Finish what waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = []
            work = self._waiting.get()
            while work is not None:
                if work.outcome.set_running_or_notify_cancel():
                    batch.append(work)
                if self._waiting.empty() or len(batch) == TOGETHER:
                    break
                work = self._waiting.get()
            is_open = work is not None
            if batch:
                self._write(batch)

    def _write(self, batch: list[_Work]) -> None:
        """All in one transaction. Where one of them fails, each in its own: it fails alone."""
        try:
            with self._engine.begin() as connection:
                answers = [work.do(connection) for work in batch]
        except Exception as error:
            if len(batch) == 1:
                batch[0].outcome.set_exception(error)
            else:
                for work in batch:
                    self._write([work])
        else:
            self.commits += 1
            for work, answer in zip(batch, answers, strict=True):
                work.outcome.set_result(answer)
