"""Studies: loading, trying, commenting, copying, and analyses that everyone shares."""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import AsyncClient, Response
from server.visiting import arrive

import bottega
from bottega.game import Position
from bottega.record import Node, Record, read, write
from bottega.server import study_analysis
from bottega.server.pictures import picture_of
from bottega.server.study_shapes import LONGEST_RECORD, ShownStudy
from bottega.server.study_tree import MOST_NODES

pytestmark = pytest.mark.asyncio


def played(name: str, moves: int, **options: object) -> Position:
    """A game after so many moves, each the first one in the alphabet."""
    position = bottega.game(name, **options).start(seed=3)
    for _move in range(moves):
        if position.is_over:
            break
        position.play(position.moves()[0])
    return position


def record_of(name: str = "toscana", moves: int = 4, **options: object) -> str:
    return write(Record.from_position(played(name, moves, **options), ["Anna", "Bruno"]))


async def load(client: AsyncClient, text: str) -> str:
    answer = await client.post("/api/studies", json={"record": text})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def told(client: AsyncClient, study: str) -> dict[str, Any]:
    answer = await client.get(f"/api/studies/{study}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    ShownStudy.model_validate(data)
    return data


async def ask(client: AsyncClient, study: str, what: str, **wanted: Any) -> Response:
    return await client.post(f"/api/studies/{study}/{what}", json=wanted)


async def text_of(client: AsyncClient, study: str, query: str = "") -> str:
    return (await client.get(f"/api/studies/{study}/game.bgn{query}")).text


# ---------------------------------------------------------------- loading


async def test_a_record_is_loaded_with_everything_in_it(client: AsyncClient, name: str) -> None:
    position = played(name, 6)
    record = Record.from_position(position, ["Anna"], Event="A rainy Sunday")
    line = list(record.root.line())
    line[2].comment = "[%eval 0.5 0.5] Hm."
    other = next(move for move in played(name, 3).moves() if move != line[3].move)
    line[2].children.append(Node(other, "or so", 61_000))
    study = await told(client, await load(client, write(record)))
    assert (study["game"], study["tags"], study["plies"], study["is_mine"]) == (name, {"Event": "A rainy Sunday"}, 6, True)
    assert [seat["player"] for seat in study["seats"]] == ["Anna"] + [""] * (len(position.seats) - 1)
    nodes = study["nodes"]
    assert (nodes[0]["parent"], nodes[0]["move"], nodes[0]["words"]) == (None, "", "")
    main = [0]
    while following := [number for number, node in enumerate(nodes) if node["parent"] == main[-1]]:
        main.append(following[0])
    assert tuple(nodes[number]["move"] for number in main[1:]) == record.moves
    assert nodes[main[3]]["comment"] == "Hm."
    (variation,) = [node for number, node in enumerate(nodes) if number not in main]
    assert (variation["parent"], variation["move"], variation["comment"], variation["clock"]) == (main[3], other, "or so", 61_000)
    assert all(node["words"] for node in nodes[1:])
    last = nodes[main[-1]]
    assert (last["score"], last["decides"]) == ([list(score) for score in position.scores()], position.seat)


async def test_what_is_wrong_in_a_record_is_told_with_its_place(client: AsyncClient) -> None:
    text = record_of()
    for wrong, line, column in (
        (text.replace("1. allow", "1. nonsense"), text.splitlines().index("") + 2, 4),
        (text.replace('[Game "toscana"]', '[Game "chess"]'), 1, 2),
        ("", 0, 0),
        (text + text, len(text.splitlines()) + 1, 1),
    ):
        answer = await client.post("/api/studies", json={"record": wrong})
        assert answer.status_code == 400
        found = answer.json()
        assert (found["line"], found["column"]) == (line, column)
        assert found["reason"].startswith(f"line {line}, column {column}: " if line else "there is no game")
    assert (await client.get("/api/studies")).json() == []


async def test_a_record_without_its_shuffles_cannot_be_studied(client: AsyncClient) -> None:
    public = write(Record.from_position(played("toscana", 4)).public())
    answer = await client.post("/api/studies", json={"record": public})
    assert (answer.status_code, answer.json()["line"]) == (400, 0)
    assert "the shuffles are not in this record" in answer.json()["reason"]


async def test_a_record_that_is_too_large_is_refused(client: AsyncClient) -> None:
    assert (await client.post("/api/studies", json={"record": "{" * (LONGEST_RECORD + 1)})).status_code == 422
    position = bottega.game("firenze").start()
    record = Record.from_position(position)
    position.play(position.moves()[0])
    first = Node(position.history[0])
    record.root.children.append(first)
    first.children = [Node(move) for move in position.moves()]
    for node in first.children[: 1 + MOST_NODES // len(first.children)]:
        after = position.copy()
        after.play(node.move)
        node.children = [Node(move) for move in after.moves()]
    last = record.replay()
    record.score = last.score_text
    text = write(record)
    assert len(text) < LONGEST_RECORD, "this test is about the number of moves"
    answer = await client.post("/api/studies", json={"record": text})
    assert answer.status_code == 400
    assert "has room for" in answer.json()["reason"]


async def test_a_guest_has_room_for_so_many_studies(client: AsyncClient, app: FastAPI) -> None:
    app.state.house.studies._store.count_studies = _many
    answer = await client.post("/api/studies", json={"record": record_of()})
    assert (answer.status_code, "no room for more" in answer.json()["reason"]) == (429, True)


async def _many(guest: str) -> int:
    return 10_000


async def test_there_is_no_such_study(client: AsyncClient) -> None:
    for address in ("/api/studies/nowhere", "/api/studies/nowhere/picture", "/api/studies/nowhere/game.bgn", "/study/nowhere"):
        assert (await client.get(address)).status_code == 404


# ---------------------------------------------------------------- trying


async def test_a_move_that_is_tried_becomes_a_variation_once(client: AsyncClient) -> None:
    study = await load(client, record_of("toscana", 2))
    position = played("toscana", 1)
    other = next(move for move in position.moves() if move != played("toscana", 2).history[1])
    made = (await ask(client, study, "play", path="0", move=other)).json()
    again = (await ask(client, study, "play", path="0", move=other)).json()
    assert (made["is_new"], again["is_new"], made["path"] == again["path"]) == (True, False, True)
    replies = await client.get(f"/api/studies/{study}/turn", params={"path": made["path"]})
    reply = replies.json()["words"][0]["move"]
    answer = await ask(client, study, "play", path=made["path"], move=reply)
    assert answer.json() == {"path": f"{made['path']}.0", "is_new": True}
    record = read(await text_of(client, study))
    assert record.moves == played("toscana", 2).history
    assert [child.move for child in record.root.children[0].children].count(other) == 1


async def test_extras_come_with_the_move(client: AsyncClient) -> None:
    position = bottega.game("firenze").start()
    for move in ("PG@0,0h", "GP@0,1h"):
        position.play(move)
    study = await load(client, write(Record.from_position(position)))
    answer = await ask(client, study, "play", path="0.0", move="PW@0,2h", extras=[[0, 1]])
    assert answer.json() == {"path": "0.0.0", "is_new": True}
    assert read(await text_of(client, study)).moves[-1] == "PW@0,2h^0,1"


async def test_a_move_against_the_rules_changes_nothing(client: AsyncClient) -> None:
    study = await load(client, record_of())
    before = await text_of(client, study)
    for wanted in (
        {"path": "", "move": "pass"},
        {"path": "0", "move": "nonsense"},
        {"path": "", "move": "veto", "extras": [[0, 0]]},
    ):
        answer = await ask(client, study, "play", **wanted)
        assert answer.status_code == (200 if wanted["move"] == "veto" else 400)
    assert (await ask(client, study, "play", path="5.5", move="allow")).status_code == 404
    assert (await ask(client, study, "play", path="a.b", move="allow")).status_code == 400
    assert read(before).moves == read(await text_of(client, study)).moves


async def test_a_game_that_was_broken_off_can_go_on_and_come_back(client: AsyncClient) -> None:
    position = played("toscana", 4)
    record = Record.from_position(position, ended="resigned", result="1")
    study = await load(client, write(record))
    before = await text_of(client, study)
    move = position.moves()[0]
    made = (await ask(client, study, "play", path="0.0.0.0", move=move)).json()
    longer = read(await text_of(client, study))
    position.play(move)
    assert (longer.moves, longer.score, longer.result, longer.ended) == (position.history, position.score_text, "*", "unfinished")
    assert (await ask(client, study, "remove", path=made["path"])).json()["path"] == "0.0.0.0"
    assert await text_of(client, study) == before


async def test_variations_can_be_taken_out_and_the_game_cannot(client: AsyncClient) -> None:
    study = await load(client, record_of())
    before = await text_of(client, study)
    made = (await ask(client, study, "play", path="", move="veto")).json()
    for path in ("", "0", "0.0.0.0"):
        answer = await ask(client, study, "remove", path=path)
        assert (answer.status_code, "as it was played" in answer.json()["reason"]) == (400, True)
    assert (await ask(client, study, "remove", path=made["path"])).status_code == 200
    assert (await ask(client, study, "remove", path=made["path"])).status_code == 404
    assert await text_of(client, study) == before


async def test_comments_are_kept_in_the_record(client: AsyncClient) -> None:
    study = await load(client, record_of())
    for path, comment, kept in (
        ("", "A fine game", "A fine game"),
        ("0.0", "two\n lines } \\", "two lines } \\"),
        ("0.0", "", ""),
    ):
        assert (await ask(client, study, "comment", path=path, comment=comment)).status_code == 200
        nodes = [read(await text_of(client, study)).root]
        nodes += nodes[0].line()
        assert nodes[len(path.split(".")) if path else 0].comment == kept
    assert (await ask(client, study, "comment", path="", comment="x" * 3000)).status_code == 422
    body, kind = rb'{"path": "", "comment": "half \ud800"}', {"Content-Type": "application/json"}
    assert (await client.post(f"/api/studies/{study}/comment", content=body, headers=kind)).status_code in (400, 422)


# ---------------------------------------------------------------- whose it is


async def test_others_look_and_copy_but_do_not_change(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    study = await load(anna, record_of())
    assert (await told(bruno, study))["is_mine"] is False
    for what, wanted in (
        ("play", {"path": "", "move": "veto"}),
        ("comment", {"path": "", "comment": "hm"}),
        ("remove", {"path": "0.0.0.0"}),
    ):
        answer = await ask(bruno, study, what, **wanted)
        assert (answer.status_code, "somebody else's" in answer.json()["reason"]) == (403, True)
    before = await text_of(bruno, study)
    assert read(before).moves[0] == "allow"
    assert (await ask(bruno, study, "play", path="", move="allow")).json() == {"path": "0", "is_new": False}
    copy = (await ask(bruno, study, "copy")).json()["id"]
    assert await text_of(bruno, copy) == before
    assert (await ask(bruno, copy, "play", path="", move="veto")).json() == {"path": "1", "is_new": True}
    assert (await ask(anna, copy, "comment", path="1", comment="hm")).status_code == 403
    assert await text_of(anna, study) == before
    assert [[study["id"] for study in (await guest.get("/api/studies")).json()] for guest in (anna, bruno)] == [[study], [copy]]


async def test_changes_at_the_same_time_are_all_kept(client: AsyncClient) -> None:
    study = await load(client, record_of("firenze", 1))
    moves = played("firenze", 1).moves()[:3]
    answers = await asyncio.gather(*(ask(client, study, "play", path="0", move=move) for move in moves))
    assert [answer.status_code for answer in answers] == [200] * 3
    nodes = (await told(client, study))["nodes"]
    assert {node["move"] for node in nodes[2:]} == set(moves)


# ---------------------------------------------------------------- positions


async def test_everything_is_open_unless_a_seat_is_asked_for(client: AsyncClient) -> None:
    position = played("florentine", 3)
    study = await load(client, record_of("florentine", 3))
    address = f"/api/studies/{study}/picture"
    shown = (await client.get(address, params={"path": "0.0.0", "theme": "warm"})).json()
    assert shown["trays"] == picture_of(position, None, "warm")["trays"]
    seen = (await client.get(address, params={"path": "0.0.0", "theme": "warm", "seat": 1})).json()
    assert seen["trays"] == picture_of(position, 1, "warm")["trays"]
    assert seen["trays"] != shown["trays"]
    assert (await client.get(address, params={"path": "0.0.0.9"})).status_code == 404
    assert (await client.get(address, params={"path": "0", "show": "nonsense"})).status_code == 400
    assert (await client.get(address, params={"path": "0", "seat": 3})).status_code == 400


async def test_any_position_can_be_played_on(client: AsyncClient, name: str) -> None:
    study = await load(client, record_of(name, 200))
    moves = (await told(client, study))["plies"]
    for ply in (0, moves // 2, moves - 1):
        position = played(name, ply)
        turn = (await client.get(f"/api/studies/{study}/turn", params={"path": ".".join("0" * ply)})).json()
        assert (turn["seat"], turn["is_ahead"]) == (position.seat, False)
        found = {place[3] for places in turn["places"].values() for place in places} | {word["move"] for word in turn["words"]}
        assert found <= set(position.moves())
        assert found
    assert (await client.get(f"/api/studies/{study}/turn", params={"path": ".".join("0" * moves)})).json() is None


async def test_why_a_piece_may_not_lie_there(client: AsyncClient) -> None:
    study = await load(client, record_of("firenze", 1))
    address = f"/api/studies/{study}/why"
    piece = (await client.get(f"/api/studies/{study}/turn", params={"path": "0"})).json()["pieces"][0]["name"]
    far = (await client.get(address, params={"path": "0", "piece": piece, "x": 90, "y": 90})).json()
    assert far["reason"]
    assert (await client.get(address, params={"path": "0", "piece": "nothing", "x": 0, "y": 0})).status_code == 400


# ---------------------------------------------------------------- machines


async def analysed(client: AsyncClient, study: str) -> dict[str, Any]:
    """Wait for an analysis that was asked for."""
    while (progress := (await client.get(f"/api/studies/{study}/progress")).json())["state"] == "running":
        await asyncio.sleep(0)
    data: dict[str, Any] = progress
    return data


async def test_an_analysis_is_there_for_everyone_who_studies_the_game(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    study = await load(anna, record_of("toscana", 3))
    assert (await told(anna, study))["progress"] == {"state": "none", "done": 0, "total": 3, "reason": ""}
    assert (await anna.get(f"/api/studies/{study}/analysis")).json() is None
    assert (await ask(anna, study, "analyse")).json()["state"] == "running"
    assert await analysed(anna, study) == {"state": "done", "done": 3, "total": 3, "reason": ""}
    other = await load(bruno, record_of("toscana", 3))
    mine, his = await told(anna, study), await told(bruno, other)
    assert mine["analysis"] == his["analysis"]
    assert (await ask(bruno, other, "analyse")).json()["state"] == "done"
    analysis = mine["analysis"]
    assert [decision["number"] for decision in analysis["decisions"]] == [1, 2, 3]
    for decision, node in zip(analysis["decisions"], mine["nodes"][1:], strict=True):
        assert (decision["played"], decision["seat"]) == (node["move"], node["seat"])
        assert decision["choices"][0]["move"] == decision["best"]
        assert decision["choices"][0]["wins"] == decision["before"]
        assert all(choice["words"] for choice in decision["choices"])
    for seat, balance in enumerate(analysis["balances"]):
        total = sum(balance[part] for part in ("start", "decisions", "gifts", "luck", "revision"))
        assert total == pytest.approx(balance["end"], abs=0.002)
        assert balance["end"] == analysis["decisions"][-1]["arrived"][seat]
    look = (await bruno.get(f"/api/studies/{other}/look", params={"path": "0"})).json()
    assert look == {"seat": analysis["decisions"][1]["seat"], "choices": analysis["decisions"][1]["choices"]}
    annotated = read(await text_of(anna, study, "?analysis=true"))
    assert annotated.tags["Analysis"]
    assert all("[%eval" in node.comment for node in annotated.root.line())
    assert "[%eval" not in await text_of(anna, study)
    assert await text_of(bruno, other, "?analysis=true") == await text_of(anna, study, "?analysis=true")


async def test_an_analysis_made_by_an_older_method_is_made_anew(client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    study = await load(client, record_of("toscana", 1))
    await ask(client, study, "analyse")
    assert (await analysed(client, study))["state"] == "done"
    monkeypatch.setattr(study_analysis, "METHOD", study_analysis.METHOD + 1)
    assert (await told(client, study))["progress"]["state"] == "none"


async def test_a_single_position_is_looked_at_once(client: AsyncClient) -> None:
    study = await load(client, record_of("firenze", 2))
    made = (await ask(client, study, "play", path="0", move=played("firenze", 1).moves()[-1])).json()["path"]
    address = f"/api/studies/{study}/look"
    assert (await client.get(address, params={"path": made})).json() is None
    found = (await ask(client, study, "look", path=made)).json()
    chances = [choice["wins"][found["seat"]] for choice in found["choices"]]
    assert chances == sorted(chances, reverse=True)
    assert (await client.get(address, params={"path": made})).json() == found
    for shown, expected in (("", False), ("candidates", True)):
        picture = (await client.get(f"/api/studies/{study}/picture", params={"path": made, "show": shown})).json()
        assert (f"{chances[0]:.0%}" in picture["board"]) == expected


async def test_nothing_to_analyse_and_nothing_to_stop(client: AsyncClient) -> None:
    study = await load(client, record_of("firenze", 0))
    answer = await ask(client, study, "analyse")
    assert (answer.status_code, answer.json()["reason"]) == (400, "there is no move to analyse")
    assert (await ask(client, study, "stop")).status_code == 409
    over = await load(client, record_of("toscana", 200))
    last = ".".join("0" * (await told(client, over))["plies"])
    assert (await ask(client, over, "look", path=last)).json() is None


async def test_an_analysis_is_stopped_by_whoever_asked_for_it(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    study = await load(anna, record_of("firenze", 40))
    assert (await ask(anna, study, "analyse")).json()["state"] == "running"
    assert (await ask(bruno, study, "stop")).status_code == 403
    assert (await ask(anna, study, "stop")).json()["state"] == "none"


async def test_nobody_keeps_all_machines_busy(client: AsyncClient) -> None:
    answers = [await ask(client, await load(client, record_of("firenze", moves)), "analyse") for moves in range(30, 34)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


# ---------------------------------------------------------------- tables and pages


async def test_a_table_is_studied_after_the_game(app: FastAPI) -> None:
    anna, bruno = await arrive(app), await arrive(app)
    seats = [{"kind": "me"}, {"kind": "here", "name": "Berta"}]
    table = (await anna.post("/api/tables", json={"game": "toscana", "seats": seats})).json()["id"]
    answer = await anna.post(f"/api/tables/{table}/study")
    assert (answer.status_code, answer.json()["reason"]) == (409, "the game is not over yet")
    assert (await anna.post(f"/api/tables/{table}/do", json={"do": "resign", "seat": 0})).status_code == 200
    study = (await anna.post(f"/api/tables/{table}/study")).json()["id"]
    assert (await bruno.post(f"/api/tables/{table}/study")).json()["id"] == study
    shown = await told(anna, study)
    assert (shown["table"], shown["ended"], shown["result"], shown["is_mine"]) == (table, "resigned", "1", True)
    assert shown["seats"][1]["player"] == "Berta"
    assert "Berta wins" in shown["words"]
    assert (await told(bruno, study))["is_mine"] is False


async def test_the_pages_are_there_in_every_state(client: AsyncClient, name: str) -> None:
    study = await load(client, record_of(name, 3))
    for address, expected in (("/study", f"/study/{study}"), (f"/study/{study}", "Anna")):
        answer = await client.get(address)
        assert (answer.status_code, expected in answer.text) == (200, True)
