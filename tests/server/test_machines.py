"""Machines in processes of their own: what they get, what they answer, and that their death is survived."""

import asyncio
import io
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from conftest import child_environment
from PIL import Image

import bottega
from bottega.analysis import Eyes, analyse_record
from bottega.game import Position
from bottega.i18n import LANGUAGES
from bottega.players import player
from bottega.record import Record
from bottega.server.crew import MOST_ATTEMPTS, Crew
from bottega.server.machines import HOUSE, MachineError, Machines
from bottega.server.thinker import Judged, framed, warm_up_steps

pytestmark = pytest.mark.asyncio

EYES = "mcts:40"


@asynccontextmanager
async def machines() -> AsyncIterator[Machines]:
    """One that starts with its first job, and is gone afterwards whatever happens."""
    opened = Machines(1, is_eager=False)
    await opened.start()
    try:
        yield opened
    finally:
        await opened.close()


async def until(holds: Callable[[], object]) -> None:
    """Let the others do something until that is so."""
    while not holds():
        await asyncio.sleep(0)


async def collected(steps: AsyncIterator[Judged]) -> list[Judged]:
    return [step async for step in steps]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def after(name: str, moves: int, **options: object) -> Position:
    """A position after so many moves, each the first one in the alphabet."""
    position = bottega.game(name, **options).start(seed=3)
    for _move in range(moves):
        position.play(position.moves()[0])
    return position


# ---------------------------------------------------------------- answers


async def test_a_machine_moves_as_its_player_does(name: str) -> None:
    position = after(name, 4)
    view = position.view(position.seat)
    async with machines() as opened:
        for level in ("greedy", "garzone"):
            assert await opened.choose(level, view, 5) == player(level, 5).choose(view)


async def test_only_players_of_the_house_are_asked(name: str) -> None:
    position = after(name, 1)
    assert set(HOUSE) >= {"random", "greedy", "maestro"}
    async with machines() as opened:
        for stranger in ("mcts:100000000", "engine:sh", "nobody"):
            with pytest.raises(MachineError, match=r"at this table sit .*, and no"):
                await opened.choose(stranger, position.view(position.seat), 1)
        assert await opened.choose("random", position.view(position.seat), 1) in position.moves()


async def test_what_a_seat_cannot_know_does_not_reach_the_machine() -> None:
    """The opponent's stack below its first tile is another one: what is sent is the same, byte for byte."""
    stacks = {"grey": "PFMHAOINKJECBDLG", "red": "DONALEIHKJBFCGMP"}
    sent = []
    for red in (stacks["red"], stacks["red"][:4] + stacks["red"][:3:-1]):
        position = bottega.game("toscana", grey=stacks["grey"], red=red).start()
        position.play("allow")
        sent.append(framed(("choose", "en", {"view": position.view(position.seat)})))
    assert sent[0] == sent[1]


async def test_a_hint_names_the_best_moves_with_chances_and_reasons() -> None:
    position = after("toscana", 2)
    async with machines() as opened:
        found = await opened.hint(position.view(position.seat))
    assert {each.move for each in found} == {"allow", "veto"}
    assert all(0 <= chance <= 1 for each in found for chance in each.wins)
    assert all(each.reasons for each in found)


# ---------------------------------------------------------------- what takes its time


async def test_moves_are_answered_while_a_game_is_judged() -> None:
    position = after("toscana", 6)
    record = Record.from_position(position)
    async with machines() as opened:
        steps = opened.judge(record, EYES, LANGUAGES)
        judged = [await anext(steps)]
        (analyst,) = opened.processes
        os.kill(analyst, signal.SIGSTOP)  # it will not come any further
        rest = asyncio.create_task(collected(steps))
        assert await opened.choose("random", position.view(position.seat), 1) in position.moves()
        assert not rest.done()
        os.kill(analyst, signal.SIGCONT)
        judged += await rest
    analysis = analyse_record(record, Eyes.of_player(EYES))
    assert [step.decision for step in judged] == list(analysis.decisions)
    for step in judged:
        first = step.looked.choices[0]
        assert first.worth.wins[step.decision.seat] == step.decision.before.wins[step.decision.seat]
        assert {choice.move for choice in step.looked.choices} >= {step.decision.played.move, step.decision.best.move}
        assert tuple(step.looked.reasons) == LANGUAGES
        assert step.looked.reasons["en"][step.decision.played.move] == step.decision.played.reasons


async def test_a_film_shows_every_move() -> None:
    record = Record.from_position(after("firenze", 2))
    async with machines() as opened:
        made = await opened.film(record, "dark")
    assert Image.open(io.BytesIO(made)).n_frames == 3  # type: ignore[attr-defined]  # of the kinds that move


async def test_a_film_is_made_once_for_everybody_who_asks() -> None:
    record = Record.from_position(after("firenze", 1))
    async with machines() as opened:
        first, second = (asyncio.create_task(opened.film(record, "warm")) for _guest in range(2))
        await until(lambda: opened.processes)
        first.cancel()  # one of them goes away
        made = await second
        (process,) = opened.processes
        os.kill(process, signal.SIGKILL)
        assert await opened.film(record, "warm") == made


# ---------------------------------------------------------------- deaths


async def test_the_death_of_a_process_is_survived() -> None:
    position = after("toscana", 2)
    async with machines() as opened:
        answer = asyncio.create_task(opened.choose("artigiano", position.view(position.seat), 1))
        await until(lambda: opened.processes)
        (killed,) = opened.processes
        os.kill(killed, signal.SIGKILL)
        assert await answer in position.moves()
        assert killed not in opened.processes


async def test_what_kills_every_process_is_given_up() -> None:
    position = after("toscana", 2)
    async with machines() as opened:
        answer = asyncio.create_task(opened.choose("maestro", position.view(position.seat), 1))
        killed: set[int] = set()
        for _attempt in range(MOST_ATTEMPTS):
            await until(lambda: set(opened.processes) - killed)
            for process in set(opened.processes) - killed:
                os.kill(process, signal.SIGKILL)
                killed.add(process)
        with pytest.raises(MachineError, match="3 processes that thought about this died"):
            await answer
        assert await opened.choose("random", position.view(position.seat), 1) in position.moves()


async def test_closing_leaves_no_process_and_nobody_waiting() -> None:
    position = after("florentine", 1)
    opened = Machines(1, is_eager=False)
    await opened.start()
    answers = [asyncio.create_task(opened.choose("maestro", position.view(position.seat), seed)) for seed in range(3)]
    await until(lambda: opened.processes)
    processes = opened.processes
    await opened.close()
    assert not any(is_alive(process) for process in processes)
    for answer in answers:
        with pytest.raises(MachineError, match="switched off"):
            await answer
    with pytest.raises(MachineError, match="switched off"):
        await opened.choose("random", position.view(position.seat), 1)


SERVER = """
import asyncio
from bottega.server.machines import Machines

async def main():
    opened = Machines(1)
    await opened.start()
    while not opened.processes:
        await asyncio.sleep(0)
    print(*opened.processes, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_no_process_outlives_a_server_that_was_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, env=child_environment())
    assert server.stdout is not None
    with server.stdout as told:
        process = int(told.readline())
        watched = os.pidfd_open(process)
        server.kill()
        server.wait()
        ended, _writable, _odd = select.select([watched], [], [], 60)
        os.close(watched)
    assert ended


async def test_who_does_not_wait_any_more_is_not_served() -> None:
    position = after("toscana", 2)
    async with machines() as opened:
        first = asyncio.create_task(opened.choose("artigiano", position.view(position.seat), 1))
        second = asyncio.create_task(opened.choose("maestro", position.view(position.seat), 1))
        third = asyncio.create_task(opened.choose("random", position.view(position.seat), 1))
        await until(lambda: opened.processes)
        second.cancel()
        assert await first in position.moves()
        assert await third in position.moves()
        assert second.cancelled()


# ---------------------------------------------------------------- warming up


async def test_a_game_that_is_wanted_is_warmed_up_first() -> None:
    steps = [("firenze", 0, "rules"), ("florentine", 0, "rules"), ("toscana", 0, "rules"), ("toscana", 1, "rules")]
    crew = Crew(1, steps=steps)
    crew.start()
    try:
        await until(lambda: crew.processes)
        crew.want("toscana")
        await until(lambda: crew.is_warm("toscana"))
        assert not crew.is_warm("florentine")
        await until(lambda: crew.is_warm("florentine") and crew.is_warm("firenze"))
    finally:
        await crew.close()


async def test_everything_that_can_be_played_is_warmed_up(name: str) -> None:
    spec = bottega.game(name).spec
    warmed = {variant for game, variant, _step in warm_up_steps() if game == name}
    kinds = {spec.state_type(spec.setup(spec.complete(spec.variants[variant]))) for variant in warmed}
    assert kinds == set(spec.rules.STATES)
