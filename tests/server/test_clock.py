"""Clocks: what is charged to whom, and what happens when time is up."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from server.playing import (
    ANNA,
    BRUNO,
    MACHINE,
    ME,
    OPEN,
    START,
    Time,
    action,
    do,
    laid_room,
    open_tables,
    play,
    position,
    table_of,
)

from bottega.server.actions import CLOCK
from bottega.server.clock import GRACE, Clock
from bottega.server.errors import NotNow

MOVE = {"kind": "move", "seconds": 60}
FISCHER = {"kind": "fischer", "seconds": 600, "increment": 5}
DAYS = {"kind": "days", "days": 3}


def clock_of(settings: dict[str, Any], seats: int = 2) -> Clock:
    return Clock.set_up(CLOCK.validate_python(settings), [True] * seats)


def test_every_move_has_its_own_time() -> None:
    clock = clock_of(MOVE)
    clock.start(0, 1000)
    assert clock.deadline == 61_000
    assert clock.stop(31_000) == 30_000
    assert clock.left_at(0, 99_000) == 30_000, "what was left is shown until the next move"
    clock.start(1, 31_000)
    assert clock.left_at(1, 41_000) == 50_000
    clock.stop(41_000)
    clock.start(0, 41_000)
    assert clock.left_at(0, 41_000) == 60_000


def test_a_fischer_clock_goes_on_and_gets_a_little_more() -> None:
    clock = clock_of(FISCHER)
    clock.start(0, 0)
    clock.stop(100_000)
    assert clock.left_at(0, 0) == 500_000
    clock.reward(0)
    assert clock.left_at(0, 0) == 505_000
    clock.start(0, 200_000)
    assert clock.deadline == 705_000
    assert clock.left_at(0, 1_000_000) == 0, "it does not run below nothing"


def test_days_are_days() -> None:
    clock = clock_of(DAYS)
    clock.start(1, 0)
    assert clock.deadline == 3 * 86_400_000


@pytest.mark.parametrize("settings", [MOVE, FISCHER, DAYS])
def test_time_that_is_skipped_is_not_charged(settings: dict[str, Any]) -> None:
    clock = clock_of(settings)
    clock.start(0, 0)
    before = clock.left_at(0, 10_000)
    clock.skip(5000)
    assert clock.left_at(0, 15_000) == before


def test_without_a_clock_time_is_counted_and_nobody_is_hurried() -> None:
    table = table_of("firenze", [ME, OPEN])
    assert table.deadline is None
    assert table.clock_of(0, START) is None
    do(table, ANNA, START + GRACE + 7000, do="play", ply=0, move="PG@0,0h")
    assert table.spent == [7000]


# ---------------------------------------------------------------- at a table


def test_the_first_decision_has_some_grace() -> None:
    table = table_of("firenze", [ME, OPEN], clock=MOVE)
    assert table.clock_of(0, START + GRACE) == 60_000
    assert table.deadline == START + GRACE + 60_000


def test_who_is_out_of_time_has_lost_against_one() -> None:
    table = table_of("firenze", [ME, OPEN], clock=MOVE)
    late = START + GRACE + 60_000
    assert table.time_up(late - 1) == []
    with pytest.raises(NotNow, match="time is up"):
        do(table, ANNA, late, do="play", ply=0, move="PG@0,0h")
    for entry in table.time_up(late):
        table.apply(entry)
    assert (table.result, table.ending) == ("1", "time")
    assert table.time_up(late + 1) == []


def test_who_is_out_of_time_among_three_is_replaced_by_a_machine_whose_time_is_not_taken() -> None:
    table = table_of("firenze", [ME, OPEN, OPEN], clock=MOVE)
    for entry in table.time_up(START + GRACE + 60_000):
        table.apply(entry)
    assert (table.state, table.thinking, table.deadline) == ("running", "lavorante", None)
    play(table, 1, random.Random(1), START + 10**9)
    assert table.deadline == START + 10**9 + 60_000


def test_the_time_of_machines_is_not_taken() -> None:
    table = table_of("firenze", [MACHINE, ME], clock=FISCHER)
    assert table.deadline is None
    assert [table.clock_of(seat, START) for seat in (0, 1)] == [None, 600_000]


def test_a_move_that_was_taken_back_earns_nothing() -> None:
    table = table_of("firenze", [ME, MACHINE], clock=FISCHER)
    play(table, 2, random.Random(1), START + GRACE + 1000)
    assert table.clock_of(0, START + GRACE + 1000) == 604_000
    do(table, ANNA, START + GRACE + 11_000, do="offer", what="take_back")
    assert table.clock_of(0, START + GRACE + 11_000) == 594_000


def test_a_draw_and_a_win_stop_the_clock() -> None:
    table = table_of("firenze", [ME, OPEN], clock=FISCHER)
    play(table, 60, random.Random(4), START + 30_000)
    assert table.state == "over"
    assert table.deadline is None
    assert table.clock_of(1, START + 10**9) == table.clock_of(1, START + 10**6)


# ---------------------------------------------------------------- on the server


@pytest.mark.asyncio
async def test_the_server_watches_the_clock(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        room = await laid_room(tables, "toscana", [ME, OPEN], clock=MOVE)
        deciding = room.table.seat
        time.now = (room.table.deadline or 0) - 1
        await room.watch_clock()
        assert room.table.state == "running"
        time.now += 1
        await room.watch_clock()
        assert (room.table.ending, room.table.winners) == ("time", [1 - deciding])


@pytest.mark.asyncio
async def test_an_action_that_comes_late_finds_the_time_up_even_if_the_timer_slept(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        room = await laid_room(tables, "firenze", [ME, OPEN], clock=MOVE)
        time.now = room.table.deadline or 0
        with pytest.raises(NotNow, match="over"):
            await room.act(ANNA, action(do="play", ply=0, move="PG@0,0h"))
        assert room.table.ending == "time"


@pytest.mark.asyncio
async def test_a_table_with_a_running_clock_is_not_forgotten(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        ticking = await laid_room(tables, "firenze", [ME, OPEN], clock=DAYS)
        idle = await laid_room(tables, "firenze", [ME, OPEN])
        time.pass_(3600)
        tables.forget_idle()
        assert await tables.room(ticking.table.id) is ticking
        assert await tables.room(idle.table.id) is not idle


@pytest.mark.asyncio
@pytest.mark.parametrize("is_orderly", [True, False])
async def test_nobody_pays_for_the_time_when_the_server_was_away(is_orderly: bool, tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        room = await laid_room(tables, "firenze", [ME, OPEN], clock=FISCHER)
        await room.act(ANNA, action(do="play", ply=0, move="PG@0,0h"))
        await room.act(BRUNO, action(do="play", ply=1, move=position(room.table).moves()[0]))
        table, left = room.table.id, room.table.clock_of(0, time.now) or 0
        time.pass_(100)
        killed = tmp_path / "killed"  # what is on the disk when it is killed: nothing more is written
        killed.mkdir()
        for file in tmp_path.glob("bottega.*"):
            shutil.copy(file, killed)
    time.pass_(86_400)
    async with open_tables(tmp_path if is_orderly else killed, time) as tables:
        await tables.resume()
        room = await tables.room(table)
        assert room.table.state == "running"
        expected = left - (100_000 if is_orderly else 0)
        assert room.table.clock_of(0, time.now) == expected
        time.pass_(10)
        assert room.table.clock_of(0, time.now) == expected - 10_000
        seq = room.table.seq
        tables.forget_idle()
        assert (await tables.room(table)).table.seq == seq, "it is told once"
