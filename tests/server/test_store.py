"""The store, on SQLite and on PostgreSQL alike: what was appended is there, once, in order, and whatever fails fails alone."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bottega.errors import BottegaError
from bottega.server.store import Conflict, Entry, GuestRow, Store, Study, Summary, now
from bottega.server.store.store import OPEN_FOR

pytestmark = pytest.mark.asyncio


def summary(**changes: Any) -> Summary:
    some = Summary("toscana", "running", True, [{"player": "Anna"}], ["anna"], ply=0, updated=now(), created=5, host="anna")
    return replace(some, **changes)


def entry(seq: int, **data: Any) -> Entry:
    return Entry(seq, 1_750_000_000_000 + seq, "played", data)


async def listed(store: Store, which: str, guest: str = "", limit: int = 60) -> list[str]:
    return [table for table, _summary in await store.summaries(which, guest, limit)]


async def test_a_log_comes_back_as_it_was_written(store: Store) -> None:
    written = [entry(1, move="K@d5r0", extras=[[0, 1]], name="Zoë \N{SPARKLES}"), entry(2, nothing=None), entry(3)]
    await store.append("one", written[:2], summary())
    await store.append("one", written[2:], summary(ply=1))
    await store.append("two", [entry(1)], summary())
    assert await store.entries("one") == written
    assert await store.entries("two") == [entry(1)]
    assert await store.entries("three") == []


async def test_a_number_is_given_once(store: Store) -> None:
    await store.append("one", [entry(1), entry(2)], summary())
    with pytest.raises(Conflict):
        await store.append("one", [entry(2, move="another"), entry(3)], summary(ply=99, guests=["bruno"]))
    assert await store.entries("one") == [entry(1), entry(2)]
    found = await store.summary("one")
    assert found is not None
    assert (found.ply, found.guests) == (0, ["anna"])
    assert await listed(store, "mine", "bruno") == []


async def test_of_appends_at_the_same_time_a_doubled_one_fails_alone(store: Store) -> None:
    tables = [f"table{number}" for number in range(30)]
    await asyncio.gather(*(store.append(table, [entry(1)], summary()) for table in tables))
    twice = [table for table in tables for _again in range(2)]
    answers = await asyncio.gather(*(store.append(table, [entry(2)], summary()) for table in twice), return_exceptions=True)
    assert sum(isinstance(answer, Conflict) for answer in answers) == len(tables)
    assert sum(answer is None for answer in answers) == len(tables)
    for table in tables:
        assert await store.entries(table) == [entry(1), entry(2)]


async def test_what_waits_together_is_committed_together(store: Store) -> None:
    first = [store.append(f"table{number}", [entry(1)], summary()) for number in range(100)]
    await asyncio.gather(*first)
    assert store.commits < len(first) / 2


async def test_what_was_begun_is_written_though_nobody_waits(store: Store) -> None:
    asked = asyncio.ensure_future(store.append("one", [entry(1)], summary()))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await store.append("two", [entry(1)], summary())  # written after it
    assert await store.entries("one") == [entry(1)]


async def test_what_was_written_is_there_in_another_store(store: Store, database: str) -> None:
    await store.append("one", [entry(1)], summary())
    other = Store(database)
    try:
        assert await other.entries("one") == [entry(1)]
        with pytest.raises(Conflict):
            await other.append("one", [entry(1)], summary())
    finally:
        other.close()


async def test_the_summary_is_that_of_the_last_event(store: Store) -> None:
    await store.append("one", [entry(1)], summary(state="waiting", seats=[]))
    after = summary(ply=3, deciding=["anna"], options={"edition": "dutch"}, clock={"kind": "days", "days": 3}, result="0")
    await store.append("one", [entry(2)], after)
    assert await store.summary("one") == after
    assert await store.summary("two") is None


async def test_lists_are_newest_first_and_show_what_is_asked_for(store: Store) -> None:
    at = now()
    for place, (table, state, is_listed, guests) in enumerate(
        [
            ("waits", "waiting", True, ["anna"]),
            ("waits2", "waiting", True, []),
            ("hidden", "waiting", False, ["anna", "bruno"]),
            ("runs", "running", True, ["anna", "bruno"]),
            ("private", "running", False, ["bruno"]),
            ("over", "over", True, ["anna"]),
        ]
    ):
        await store.append(table, [entry(1)], summary(state=state, is_listed=is_listed, guests=guests, updated=at + place))
    await store.append("stale", [entry(1)], summary(state="waiting", updated=at - OPEN_FOR - 1, guests=[]))
    assert await listed(store, "open") == ["waits2", "waits"]
    assert await listed(store, "open", limit=1) == ["waits2"]
    assert await listed(store, "running") == ["runs"]
    assert await listed(store, "mine", "anna") == ["over", "runs", "hidden", "waits"]
    assert await listed(store, "mine", "bruno") == ["private", "runs", "hidden"]
    assert await listed(store, "mine", "carla") == []
    assert set(await store.unfinished()) == {"runs", "private"}
    with pytest.raises(BottegaError, match="open, running or mine"):
        await store.summaries("all")


async def test_whoever_gives_the_seat_back_has_the_table_no_longer(store: Store) -> None:
    await store.append("one", [entry(1)], summary(guests=["anna", "bruno", "anna"]))
    assert await listed(store, "mine", "bruno") == ["one"]
    await store.append("one", [entry(2)], summary(guests=["anna"]))
    assert await listed(store, "mine", "bruno") == []
    assert await listed(store, "mine", "anna") == ["one"]


async def test_tables_that_are_over_do_not_count_as_open(store: Store) -> None:
    for table, state in (("a", "waiting"), ("b", "running"), ("c", "over")):
        await store.append(table, [entry(1)], summary(state=state))
    await store.append("d", [entry(1)], summary(host="bruno"))
    assert await store.open_tables("anna") == 2
    assert await store.open_tables("carla") == 0


async def test_guests_keep_what_they_chose(store: Store) -> None:
    assert await store.guest("anna") is None
    row = GuestRow("anna", "Anna", "it", "dark", 7)
    await store.save_guest(row)
    assert await store.guest("anna") == row
    await store.save_guest(replace(row, name="Anna Maria", theme=""))
    assert await store.guest("anna") == GuestRow("anna", "Anna Maria", "it", "", 7)


async def test_a_study_changes_version_by_version(store: Store) -> None:
    study = Study("s1", "anna", "firenze", '[Game "firenze"]\n', {"title": "Sunday"}, created=1, updated=1)
    await store.save_study(study)
    assert await store.study("s1") == study
    for stale in (study, replace(study, version=3)):
        with pytest.raises(Conflict):
            await store.save_study(stale)
    second = replace(study, record="changed", updated=9, version=2)
    await store.save_study(second)
    await store.save_study(replace(study, id="s2", updated=5))
    await store.save_study(replace(study, id="s3", guest="bruno"))
    assert [found.id for found in await store.studies("anna")] == ["s1", "s2"]
    assert await store.count_studies("anna") == 2
    assert await store.study("s1") == second
    assert await store.study("s9") is None


async def test_analyses_are_kept_by_key(store: Store) -> None:
    assert await store.analysis("s1/12") is None
    await store.save_analysis("s1/12", {"wins": [0.25, 0.75]})
    await store.save_analysis("s1/12", [{"wins": [0.5, 0.5]}])
    assert await store.analysis("s1/12") == [{"wins": [0.5, 0.5]}]
