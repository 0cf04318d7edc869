"""Tables: whole games, who may do what, and that the log tells everything."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_json
from server.playing import (
    ANNA,
    BRUNO,
    CARLA,
    GUESTS,
    MACHINE,
    ME,
    OPEN,
    START,
    STRANGER,
    Time,
    action,
    do,
    here,
    laid_room,
    new_table,
    open_tables,
    owner,
    play,
    position,
    table_of,
)

from bottega.errors import BottegaError
from bottega.kernels import NOBODY
from bottega.server.errors import Forbidden, NotNow, RequestError
from bottega.server.laying import laid, rematch_of
from bottega.server.state import derived_id
from bottega.server.table import Table
from bottega.server.tables import NoSuchTable

TABLES = [("firenze", 2), ("firenze", 3), ("toscana", 2), ("florentine", 2), ("florentine", 3), ("florentine", 4)]


# ---------------------------------------------------------------- whole games


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "players"), TABLES)
async def test_a_whole_game_is_in_the_log(game: str, players: int, tmp_path: Path) -> None:
    """Every guest sees the same at the end, and at any time, whether the table was in memory or is read from the log."""
    chance, time = random.Random(players), Time()
    async with open_tables(tmp_path, time) as tables:
        room = await laid_room(tables, game, [ME, *[OPEN] * (players - 1)])
        while room.table.state == "running":
            move = chance.choice(position(room.table).moves())
            await room.act(owner(room.table, room.table.seat), action(do="play", ply=room.table.ply, move=move))
            time.pass_(chance.random() * 5)
            if room.table.ply % 20 == 1 or room.table.state == "over":
                seen = [to_json(room.scene(guest)) for guest in (*GUESTS, STRANGER)]
                time.pass_(3600)
                tables.forget_idle()
                again = await tables.room(room.table.id)
                assert again is not room, "the room has been forgotten"
                time.now -= 3_600_000
                assert [to_json(again.scene(guest)) for guest in (*GUESTS, STRANGER)] == seen
                room = again
        assert position(room.table).is_over
        assert room.table.ply == len(position(room.table).history) == len(room.table.spent)
        assert room.scene(ANNA)["result"]["winners"] == list(position(room.table).winners)
        entries = await tables.store.entries(room.table.id)
        assert [entry.seq for entry in entries] == list(range(1, room.table.seq + 1))


@pytest.mark.asyncio
async def test_what_cannot_be_stored_does_not_happen(tmp_path: Path) -> None:
    async with open_tables(tmp_path, Time()) as tables:
        room = await laid_room(tables, "firenze", [ME, OPEN])
        stale = await tables.read(room.table.id)
        await room.act(ANNA, action(do="play", ply=0, move="PG@0,0h"))
        room.table = stale  # as if another server had written the move
        with pytest.raises(NotNow):
            await room.act(ANNA, action(do="play", ply=0, move="WG@0,0h"))
        assert position(room.table).history == ("PG@0,0h",), "the log is right"
        assert len(await tables.store.entries(room.table.id)) == room.table.seq


@pytest.mark.asyncio
async def test_of_two_moves_at_once_one_is_made(tmp_path: Path) -> None:
    async with open_tables(tmp_path, Time()) as tables:
        room = await laid_room(tables, "firenze", [ME, OPEN])
        moves = [action(do="play", ply=0, move=move) for move in ("PG@0,0h", "WG@0,0h")]
        outcomes = await asyncio.gather(*(room.act(ANNA, move) for move in moves), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [int, NotNow]
        assert (await tables.read(room.table.id)).ply == 1


@pytest.mark.asyncio
async def test_what_has_begun_is_finished_though_whoever_asked_has_gone(tmp_path: Path) -> None:
    async with open_tables(tmp_path, Time()) as tables:
        room = await laid_room(tables, "firenze", [ME, OPEN])
        asking = asyncio.create_task(room.act(ANNA, action(do="play", ply=0, move="PG@0,0h")))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        with pytest.raises(NotNow, match="moved on"):
            await room.act(ANNA, action(do="play", ply=0, move="PG@0,0h"))
        assert (await tables.read(room.table.id)).ply == room.table.ply == 1


@pytest.mark.asyncio
async def test_a_table_has_one_room(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        table = await tables.lay(ANNA, new_table("firenze"))
        time.pass_(3600)
        tables.forget_idle()
        first, second = await asyncio.gather(tables.room(table), tables.room(table))
        assert first is second
        for unknown in ("AAAAAAAA", "", "..", "x" * 1000, "a\0bcdefg"):
            with pytest.raises(NoSuchTable):
                await tables.room(unknown)


# ---------------------------------------------------------------- laying a table


def test_the_seats_that_are_left_out_are_open() -> None:
    data = laid(ANNA, new_table("florentine", options={"players": 3}))
    assert [seat["kind"] for seat in data["seats"]] == ["person", "open", "open"]


def test_the_number_of_seats_says_how_many_play() -> None:
    assert laid(ANNA, new_table("florentine", [ME, OPEN, OPEN, OPEN]))["options"]["players"] == "4"


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "chess"},
        {"game": "toscana", "seats": [ME]},
        {"game": "toscana", "seats": [ME, OPEN, OPEN]},
        {"game": "firenze", "seats": [ME, OPEN], "options": {"players": 3}},
        {"game": "firenze", "seats": [MACHINE, MACHINE]},
        {"game": "firenze", "seats": [ME, {"kind": "machine", "name": "engine:/bin/sh"}]},
        {"game": "firenze", "seats": [ME, {"kind": "machine", "name": "mcts:999999999"}]},
        {"game": "firenze", "seats": [ME, here("x" * 50)]},
        {"game": "firenze", "options": {"colour": "W"}},
        {"game": "toscana", "options": {"grey": "ABCDEFGHIJKLMNOP"}},
        {"game": "florentine", "options": {"cards": "/etc/passwd.toml"}},
        {"game": "firenze", "match": True},
    ],
)
def test_a_table_that_makes_no_sense_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(BottegaError):
        laid(ANNA, new_table(**settings))  # type: ignore[arg-type]


@pytest.mark.asyncio
async def test_nobody_lays_tables_without_end(tmp_path: Path) -> None:
    async with open_tables(tmp_path, Time()) as tables:
        for _ in range(20):
            await tables.lay(ANNA, new_table("firenze"))
        with pytest.raises(BottegaError, match="too many tables"):
            await tables.lay(ANNA, new_table("firenze"))
        await tables.lay(BRUNO, new_table("firenze"))


def test_it_starts_when_everybody_sits() -> None:
    table = table_of("firenze", [ME, OPEN, OPEN], guests=[])
    assert table.state == "waiting"
    do(table, BRUNO, do="sit", seat=2)
    do(table, BRUNO, do="leave")
    do(table, CARLA, do="sit", seat=2)
    assert table.state == "waiting"
    with pytest.raises(NotNow, match="taken"):
        do(table, BRUNO, do="sit", seat=2)
    with pytest.raises(NotNow, match="have a seat"):
        do(table, CARLA, do="sit", seat=1)
    do(table, BRUNO, do="sit")
    assert table.state == "running"
    assert [seat.name for seat in table.seats] == ["Anna", "Bruno", "Carla"]
    with pytest.raises(NotNow, match="resign"):
        do(table, BRUNO, do="leave")


# ---------------------------------------------------------------- authority


EVERYTHING: list[dict[str, Any]] = [
    {"do": "play", "ply": 4, "move": "?"},
    {"do": "resign"},
    {"do": "leave"},
    {"do": "offer", "what": "draw"},
    {"do": "offer", "what": "take_back"},
    {"do": "offer", "what": "rematch"},
    {"do": "answer", "what": "draw", "accept": True},
    {"do": "answer", "what": "take_back", "accept": True},
    {"do": "answer", "what": "rematch", "accept": True},
    {"do": "withdraw", "what": "draw"},
    {"do": "look", "seat": 0},
    {"do": "hint"},
    {"do": "sit", "seat": 0},
]


@pytest.mark.parametrize("given", EVERYTHING, ids=str)
def test_a_stranger_can_do_nothing(given: dict[str, Any]) -> None:
    table = table_of("firenze", [ME, OPEN])
    play(table, 4, random.Random(1))
    do(table, ANNA, do="offer", what="draw")
    given = given | ({"move": position(table).moves()[0]} if "move" in given else {})
    before = table.seq
    with pytest.raises(RequestError):
        do(table, STRANGER, **given)
    for seat in (0, 1):
        with pytest.raises(RequestError):
            do(table, STRANGER, **given | {"seat": seat})
    assert table.seq == before


@pytest.mark.parametrize("given", [one for one in EVERYTHING if one["do"] != "sit"], ids=str)
def test_nobody_acts_for_the_seat_of_somebody_else(given: dict[str, Any]) -> None:
    table = table_of("firenze", [ME, OPEN])
    play(table, 4, random.Random(1))
    given = given | ({"move": position(table).moves()[0]} if "move" in given else {})
    with pytest.raises(RequestError):
        do(table, BRUNO, **given | {"seat": 0})


def test_a_move_out_of_turn_stale_doubled_or_illegal_changes_nothing() -> None:
    table = table_of("firenze", [ME, OPEN])
    first, second = position(table).moves()[:2]
    with pytest.raises(Forbidden, match="not your turn"):
        do(table, BRUNO, do="play", ply=0, move=first)
    with pytest.raises(RequestError, match="touches no square"):
        do(table, ANNA, do="play", ply=0, move="PG@5,5h")
    with pytest.raises(RequestError, match="is not a move"):
        do(table, ANNA, do="play", ply=0, move="hello")
    do(table, ANNA, do="play", ply=0, move=first)
    for move in (first, second):
        with pytest.raises(NotNow, match="moved on"):
            do(table, ANNA, do="play", ply=0, move=move)
    with pytest.raises(NotNow, match="moved on"):
        do(table, BRUNO, do="play", ply=5, move=position(table).moves()[0])
    assert position(table).history == (first,)


def test_extras_are_part_of_the_move() -> None:
    table = table_of("firenze", [ME, OPEN])
    chance = random.Random(3)
    while not any("^" in move for move in position(table).moves()):
        play(table, 1, chance)
    covering = next(move for move in position(table).moves() if move.count("^") == 1)
    move, cell = covering.split("^")
    x, y = map(int, cell.split(","))
    do(table, owner(table, table.seat), do="play", ply=table.ply, move=move, extras=[(x, y)])
    assert position(table).history[-1] == covering


# ---------------------------------------------------------------- giving up


def test_who_resigns_against_one_has_lost() -> None:
    table = table_of("firenze", [ME, OPEN])
    play(table, 3, random.Random(1))
    do(table, ANNA, do="resign")
    assert (table.state, table.result, table.ending, table.seat) == ("over", "1", "resigned", NOBODY)
    for given in ({"do": "resign"}, {"do": "play", "ply": 3, "move": position(table).moves()[0]}):
        with pytest.raises(NotNow, match="over"):
            do(table, BRUNO, **given)


def test_who_resigns_among_three_is_replaced_by_a_machine() -> None:
    table = table_of("firenze", [ME, OPEN, OPEN])
    play(table, 3, random.Random(1))
    do(table, ANNA, do="resign")
    assert (table.state, table.thinking) == ("running", "lavorante")
    with pytest.raises(Forbidden, match="no seat"):
        do(table, ANNA, do="resign")
    play(table, 1000, random.Random(1))
    assert table.ending == "played"


# ---------------------------------------------------------------- machines


def test_the_move_of_a_machine_is_checked_too() -> None:
    table = table_of("firenze", [MACHINE, ME])
    assert table.thinking == "random"
    with pytest.raises(RequestError):
        table.machine_plays("PG@9,9h", START)
    play(table, 1, random.Random(0))
    assert table.thinking is None


# ---------------------------------------------------------------- following tables


def test_a_rematch_against_machines_needs_nobody_to_agree_and_rotates_the_seats() -> None:
    table = table_of("firenze", [ME, here("Bruno"), MACHINE])
    play(table, 1000, random.Random(2))
    do(table, ANNA, do="offer", what="rematch")
    assert table.rematch == derived_id(table.id, "rematch")
    assert [seat["name"] for seat in rematch_of(table)["seats"]] == ["random", "Anna", "Bruno"]


@pytest.mark.asyncio
async def test_people_agree_on_a_rematch_and_get_a_new_table(tmp_path: Path) -> None:
    async with open_tables(tmp_path, Time()) as tables:
        room = await laid_room(tables, "toscana", [ME, OPEN], options={"edition": "dutch"}, hints=False)
        with pytest.raises(NotNow, match="not over"):
            await room.act(ANNA, action(do="offer", what="rematch"))
        await room.act(ANNA, action(do="resign"))
        await room.act(BRUNO, action(do="offer", what="rematch"))
        assert room.scene(ANNA)["rematch"] is None
        await room.act(ANNA, action(do="answer", what="rematch", accept=True))
        scene = room.scene(ANNA)
        assert scene["rematch"] == derived_id(room.table.id, "rematch")
        again = await tables.room(scene["rematch"])
        assert [seat.name for seat in again.table.seats] == ["Bruno", "Anna"]
        assert again.table.laid["options"] == room.table.laid["options"]
        assert (again.table.state, again.scene(ANNA)["previous"], again.table.laid["hints"]) == ("running", room.table.id, False)
        with pytest.raises(NotNow, match="laid already"):
            await room.act(ANNA, action(do="offer", what="rematch"))


@pytest.mark.asyncio
async def test_a_rematch_that_was_agreed_on_is_laid_even_if_the_server_died_in_between(tmp_path: Path) -> None:
    async with open_tables(tmp_path, Time()) as tables:
        room = await laid_room(tables, "toscana", [ME, here("Bruno")])
        await room.act(ANNA, action(do="resign"))
        table = room.table.copy()
        agreed = table.decide(ANNA, action(do="offer", what="rematch"), START)
        for entry in agreed:
            table.apply(entry)
        await tables.store.append(table.id, agreed, table.summary())
        assert await tables.store.summary(derived_id(table.id, "rematch")) is None
    async with open_tables(tmp_path, Time()) as tables:
        found = await tables.room(table.id)
        again = await tables.room(str(found.table.rematch))
        assert again.table.state == "running"


@pytest.mark.asyncio
async def test_a_match_is_two_games(tmp_path: Path) -> None:
    """T10: the other player starts the second one, colours stay; here each wins one, and the total decides."""
    chance = random.Random(5)
    async with open_tables(tmp_path, Time()) as tables:
        room = await laid_room(tables, "toscana", [ME, OPEN], match=True, options={"first": "red"})
        assert room.scene(ANNA)["match"] == {"number": 1, "games": 2, "standing": ["0", "0"], "next": None, "result": None}
        for _ in range(12):
            move = chance.choice(position(room.table).moves())
            await room.act(owner(room.table, room.table.seat), action(do="play", ply=room.table.ply, move=move))
        await room.act(ANNA, action(do="resign"))
        match = room.scene(BRUNO)["match"]
        assert (match["standing"], match["result"]) == (["0", "1"], None)
        with pytest.raises(NotNow, match="laid already"):
            await room.act(ANNA, action(do="offer", what="rematch"))
        second = await tables.room(match["next"])
        assert second.table.laid["options"]["first"] == "grey"
        assert [seat.name for seat in second.table.seats] == ["Anna", "Bruno"]
        assert second.scene(ANNA)["match"]["standing"] == ["0", "1"]
        assert position(second.table).options["grey"] != position(room.table).options["grey"], "shuffled anew"
        await second.act(BRUNO, action(do="resign"))
        first, last = position(room.table).scores(), position(second.table).scores()
        total = [first[seat][0] + last[seat][0] for seat in (0, 1)]
        expected = "draw" if total[0] == total[1] else str(total.index(max(total)))
        assert second.scene(ANNA)["match"] == {
            "number": 2,
            "games": 2,
            "standing": ["1", "1"],
            "next": None,
            "result": expected,
        }
        await second.act(ANNA, action(do="offer", what="rematch"))
        await second.act(BRUNO, action(do="answer", what="rematch", accept=True))
        third = await tables.room(str(second.table.rematch))
        assert third.table.laid["options"]["first"] == "red"
        assert [seat.name for seat in third.table.seats] == ["Bruno", "Anna"]
        assert third.scene(ANNA)["match"]["standing"] == ["0", "0"]


# ---------------------------------------------------------------- the log


def test_an_event_out_of_order_is_refused() -> None:
    table = table_of("firenze", [ME, OPEN])
    entry = table.decide(ANNA, action(do="play", ply=0, move="PG@0,0h"), START)[0]
    with pytest.raises(BottegaError, match="cannot follow"):
        table.apply(replace(entry, seq=entry.seq + 1))
    with pytest.raises(BottegaError, match="cannot follow"):
        Table("test-tbl").apply(entry)


def test_a_copy_does_not_follow_the_original() -> None:
    table = table_of("firenze", [ME, OPEN])
    twin = table.copy()
    do(table, ANNA, do="offer", what="draw")
    play(table, 3, random.Random(1))
    assert (twin.ply, twin.seq, list(twin.offers), twin.clock.running) == (0, 3, [], 0)


def test_the_summary_tells_no_secrets() -> None:
    table = table_of("florentine", [ME, OPEN], listed=True)
    play(table, 5, random.Random(1))
    summary = table.summary()
    assert summary.guests == [ANNA.id, BRUNO.id]
    assert summary.deciding == [owner(table, table.seat).id]
    assert "deck" not in summary.options
    assert (summary.state, summary.is_listed, summary.ply) == ("running", True, 5)
