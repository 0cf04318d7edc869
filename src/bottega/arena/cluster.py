"""Games played on a Ray cluster: the same games as on this machine, since a game depends on its task alone."""

import logging
import os
import sys
from collections.abc import Generator, Sequence
from dataclasses import asdict
from typing import Any

from bottega.arena.match import Outcome, play_task
from bottega.arena.schedule import Task
from bottega.arena.worker import load_modules, read_task, warm_up
from bottega.arena.workers import MOST_ATTEMPTS, Lost
from bottega.errors import BottegaError
from bottega.i18n import _

LOCAL = "local"  # in place of an address: a cluster of this machine alone, started and stopped with the run
AHEAD = 2  # games for each processor of the cluster, so that none waits for the next one


def play_remotely(data: dict[str, Any], path: list[str], modules: list[str]) -> dict[str, Any]:
    """Play a game, on whatever machine of the cluster."""
    load_modules(path, modules)
    task = read_task(data)
    warm_up(task)
    return play_task(task).to_json()


class RayPool:
    """The processors of a cluster."""

    def __init__(self, address: str, processes: int, modules: Sequence[str] = ()) -> None:
        self._address, self._processes, self._modules = address, processes, list(modules)

    def play(self, tasks: Sequence[Task]) -> Generator[tuple[Task, Outcome] | Lost, None, None]:
        """Play all games and yield each as it ends, in no particular order."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report to its makers
        try:
            import ray
        except ImportError:
            raise BottegaError(_("--ray needs Ray: pip install 'bottega[ray]'")) from None
        is_ours = not ray.is_initialized()
        if is_ours:
            self._connect(ray)
        try:
            yield from self._stream(ray, tasks)
        finally:
            if is_ours:
                ray.shutdown()

    def _connect(self, ray: Any) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if self._address == LOCAL:
                ray.init(
                    address=LOCAL,
                    num_cpus=self._processes,
                    include_dashboard=False,
                    _node_ip_address="127.0.0.1",  # nobody else is to reach it
                    **settings,
                )
            else:
                ray.init(address=self._address, **settings)
        except (ConnectionError, RuntimeError, ValueError) as error:
            reason = _("there is no Ray cluster at {address}: {reason}")
            raise BottegaError(reason.format(address=self._address, reason=error)) from None

    def _stream(self, ray: Any, tasks: Sequence[Task]) -> Generator[tuple[Task, Outcome] | Lost, None, None]:
        play = ray.remote(num_cpus=1, max_retries=MOST_ATTEMPTS - 1)(play_remotely)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, Task] = {}
        todo = iter(tasks)
        for _task in tasks:
            while len(waiting) < room and (task := next(todo, None)) is not None:
                waiting[play.remote(asdict(task), sys.path, self._modules)] = task
            (done,), _rest = ray.wait(list(waiting), num_returns=1)
            task = waiting.pop(done)
            try:
                yield task, Outcome.from_json(ray.get(done))
            except ray.exceptions.WorkerCrashedError:
                reason = _("{count} processes that played this game died")
                yield Lost(task, reason.format(count=MOST_ATTEMPTS))
            except ray.exceptions.RayTaskError as error:
                raise BottegaError(_("a game could not be played: {reason}").format(reason=error.cause)) from None
