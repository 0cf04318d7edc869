"""Nothing on the pages of tables and studies, and nothing that the server says to them, goes past the translators."""

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import AsyncClient
from pseudo import OPENING, pseudo, untranslated

from bottega.games import GAMES, spec

pytestmark = pytest.mark.asyncio

#: The same in all languages: names, kinds of files, keys, the head of a record.
SAME = ["Anna", "Bruno", *(spec(name).title for name in GAMES), ".bgn", ".svg", ".gif", "Esc", "Home", "End"]
SAME += ['[Game "toscana"]', '[Rules "1"]']


async def lay(client: AsyncClient, game: str) -> str:
    """A table of Anna's where Bruno sits at the same device."""
    assert (await client.patch("/api/me", json={"name": "Anna"})).status_code == 200
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]
    answer = await client.post("/api/tables", json={"game": game, "seats": seats})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def do(client: AsyncClient, table: str, **action: Any) -> Any:
    return await client.post(f"/api/tables/{table}/do", json=action)


def said(data: Any) -> Iterator[str]:
    """What a person reads in an answer: the values of keys that hold words."""
    if isinstance(data, list):
        for item in data:
            yield from said(item)
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str) and key in ("words", "colour", "label", "reason", "summary") and value:
                yield value
            elif key == "sentences":
                yield from value
            else:
                yield from said(value)


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_from_the_first_move_to_the_result(client: AsyncClient, game: str) -> None:
    with pseudo():
        table = await lay(client, game)
        page = (await client.get(f"/t/{table}")).text
        assert untranslated(page, SAME) == []
        refused = await do(client, table, do="play", ply=0, move="nonsense")
        assert refused.status_code >= 400
        assert OPENING in refused.json()["reason"]
        assert (await do(client, table, do="resign")).is_success
        scene = (await client.get(f"/api/tables/{table}")).json()
        picture = (await client.get(f"/api/tables/{table}/picture")).json()
        page = (await client.get(f"/t/{table}")).text
    assert scene["result"]["words"]
    texts = list(said([scene, picture]))
    assert texts
    assert [text for text in texts if untranslated(text, SAME)] == []
    assert untranslated(page, SAME) == []


async def test_a_study(client: AsyncClient) -> None:
    with pseudo():
        table = await lay(client, "toscana")
        assert (await do(client, table, do="resign")).is_success
        made = await client.post(f"/api/tables/{table}/study", json={})
        assert made.is_success, made.text
        for path in ("/study", f"/study/{made.json()['id']}"):
            page = (await client.get(path)).text
            assert untranslated(page, SAME) == []
