"""Processes that think, and the queue in front of them: a process that dies is replaced, and its job is done again."""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from bottega import i18n
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.server.thinker import HEADER, framed

MOST_ATTEMPTS = 3  # at a job whose process died, and at starting a process
LONGEST = 300.0  # seconds for one job, compiling included: a process that takes longer is stuck
GRACE_SECONDS = 3.0  # for a process that was told to end
IDLE_SECONDS = 600.0  # after which a process that was started for a job goes home

Step: TypeAlias = tuple[str, int, str]  # of warming up; see `thinker.warm_up`


class MachineError(BottegaError):
    """A machine could not answer, though it was asked again."""


class Died(Exception):
    """The process is gone."""


class Idle(Exception):
    """There has been nothing to do for a while."""


class Job:
    """Something to think about, and what whoever asked waits for."""

    def __init__(self, name: str, game: str, given: dict[str, Any]) -> None:
        self.name, self.game, self.given = name, game, given
        self.language = i18n.language.get()
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.deaths = 0  # of processes that did it

    def fail(self, reason: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(MachineError(reason))


class Worker:
    """A process of `thinker`."""

    def __init__(self, process: Process, steps: Sequence[Step]) -> None:
        self.process = process
        self.cold = list(steps)  # what it has yet to warm up, in this order
        self.warm: set[str] = set()  # games that it can play at once
        self.game = ""  # what it thinks about

    @staticmethod
    async def start(niceness: int, steps: Sequence[Step]) -> "Worker":
        """A process that is ready to be asked; raises Died."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "from bottega.server.thinker import main; main()",
            str(niceness),
            stdin=PIPE,
            stdout=PIPE,
            env={**os.environ, "BOTTEGA_QUIET": "1"},
            start_new_session=True,  # Ctrl-C in a terminal goes to our process alone, which then ends this one in good order
        )
        worker = Worker(process, steps)
        try:
            await worker._next()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, name: str, language: str, given: dict[str, Any]) -> tuple[bool, Any]:
        """Whether it went well, and what came of it; raises Died."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(framed((name, language, given)))
            await self.process.stdin.drain()
            went_well, result = await asyncio.wait_for(self._next(), LONGEST)
        except (ConnectionError, TimeoutError):
            raise Died from None
        return went_well, result

    async def _next(self) -> Any:
        assert self.process.stdout is not None
        try:
            (length,) = HEADER.unpack(await self.process.stdout.readexactly(HEADER.size))
            return pickle.loads(await self.process.stdout.readexactly(length))
        except asyncio.IncompleteReadError:
            raise Died from None

    async def warm_up(self) -> None:
        """One step of it; raises Died."""
        step = self.cold[0]
        game, variant, kind = step
        await self.ask("warm_up", "en", {"game": game, "variant": variant, "step": kind})
        self.cold.remove(step)  # its place may have changed meanwhile
        if not any(left[:2] == step[:2] for left in self.cold):
            self.warm.add(game)

    async def end(self) -> None:
        """Close its input, so that it ends; if it does not, end it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), GRACE_SECONDS)
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class Crew:
    """Some processes and the jobs that wait for them, first come, first served."""

    def __init__(self, size: int, niceness: int = 0, steps: Sequence[Step] = ()) -> None:
        self._size, self._niceness, self._steps = size, niceness, steps
        self._todo: deque[Job] = deque()
        self._workers: list[Worker] = []
        self._news = asyncio.Event()  # set, and replaced, whenever somebody who waits should look again
        self._keepers: list[asyncio.Task[None]] = []

    # ---------------------------------------------------------------- for whoever asks

    def start(self) -> None:
        """Processes that have something to warm up start now, others with the first job."""
        self._keepers = [asyncio.create_task(self._keep(number)) for number in range(self._size)]

    async def close(self) -> None:
        """Leave no process, and nobody waiting."""
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        self._give_up(_("the machines have been switched off"))

    async def do(self, name: str, game: str = "", /, **given: Any) -> Any:
        """What comes of a job; raises MachineError."""
        job = Job(name, game, given)
        if not self._keepers:
            job.fail(_("the machines have been switched off"))
        self._todo.append(job)
        self.want(game)
        self._tell()
        return await job.answer

    def want(self, game: str) -> None:
        """What is not warm yet of this game comes before the others; what options seldom ask for comes last of all."""
        for worker in self._workers:
            worker.cold.sort(key=lambda step: (self._is_rare(step), step[0] != game))

    def _is_rare(self, step: Step) -> bool:
        """Whether it is not about the first kind of states of its game."""
        return step[1] != next(variant for game, variant, _kind in self._steps if game == step[0])

    def is_warm(self, game: str) -> bool:
        return not self._steps or any(game in worker.warm for worker in self._workers)

    @property
    def processes(self) -> list[int]:
        """The ids of the processes, for those who watch them."""
        return [worker.process.pid for worker in self._workers]

    # ---------------------------------------------------------------- one process after another

    async def _keep(self, number: int) -> None:
        """See to it that there is a process, and that it has something to do."""
        games = list(dict.fromkeys(game for game, _variant, _kind in self._steps))
        turns = {game: (place - number) % len(games) for place, game in enumerate(games)}
        steps = sorted(self._steps, key=lambda step: (self._is_rare(step), turns[step[0]]))  # each begins with another game
        failures = 0
        while True:
            if failures or not steps:
                await self._wait_for_job()
            try:
                worker = await Worker.start(self._niceness, steps)
            except Died:
                failures += 1
                if failures >= MOST_ATTEMPTS:
                    self._give_up(_("a process that thinks cannot be started"))
                continue
            failures = 0
            self._workers.append(worker)
            try:
                await self._serve(worker)
            except (Died, Idle):
                pass
            finally:
                self._workers.remove(worker)
                self._tell()
                await worker.end()

    async def _serve(self, worker: Worker) -> None:
        """Give jobs to a process, and let it warm up in between, until it dies."""
        while True:
            job = await self._next_job(worker)
            worker.game = job.game if job else worker.cold[0][0]
            try:
                if job:
                    await self._pass_on(job, worker)
                else:
                    await worker.warm_up()
            finally:
                worker.game = ""
                self._tell()

    async def _next_job(self, worker: Worker) -> Job | None:
        """A job for this process; None if there is none and it can warm up meanwhile."""
        while True:
            self._forget_unwanted()
            for job in self._todo:
                if self._suits(worker, job.game):
                    self._todo.remove(job)
                    return job
            if worker.cold:
                return None
            try:
                async with asyncio.timeout(None if self._steps else IDLE_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                raise Idle from None

    def _suits(self, worker: Worker, game: str) -> bool:
        """Whether it knows the game, or nobody else does either: compiling it twice would take longer than waiting."""
        others = (other for other in self._workers if other is not worker)
        return game in worker.warm or not any(game in other.warm or game == other.game != "" for other in others)

    async def _pass_on(self, job: Job, worker: Worker) -> None:
        try:
            went_well, result = await worker.ask(job.name, job.language, job.given)
        except Died:
            job.deaths += 1
            if job.deaths == MOST_ATTEMPTS:
                job.fail(_("{count} processes that thought about this died").format(count=MOST_ATTEMPTS))
            self._todo.appendleft(job)
            raise
        except asyncio.CancelledError:
            self._todo.appendleft(job)  # `close` tells whoever waits
            raise
        if not went_well:
            job.fail(result)
        elif not job.answer.done():
            job.answer.set_result(result)

    # ---------------------------------------------------------------- who waits for what

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _wait_for_job(self) -> None:
        self._forget_unwanted()
        while not self._todo:
            await self._news.wait()
            self._forget_unwanted()

    def _forget_unwanted(self) -> None:
        """Leave out jobs that nobody waits for any more."""
        self._todo = deque(job for job in self._todo if not job.answer.done())

    def _give_up(self, reason: str) -> None:
        for job in self._todo:
            job.fail(reason)
        self._todo.clear()
