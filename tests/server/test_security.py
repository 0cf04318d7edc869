"""The door: nothing is changed from foreign pages, too often or at too great a length, and nothing is told that should not be."""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient
from server.visiting import HOME, arrive, running, stranger
from starlette.websockets import WebSocket, WebSocketDisconnect

from bottega.server.command import configuration
from bottega.server.guests import COOKIE
from bottega.server.limits import Bucket, Buckets
from bottega.server.security import TOKEN
from bottega.server.settings import Settings

pytestmark = pytest.mark.asyncio

SECRET_WORDS = "the shuffle is ABCDEF"


@pytest.fixture
def broken(app: FastAPI) -> FastAPI:
    """The application with addresses where something goes wrong."""
    add_broken(app)
    return app


def add_broken(app: FastAPI) -> None:
    async def fail() -> None:
        raise RuntimeError(SECRET_WORDS)

    async def fail_live(socket: WebSocket) -> None:
        await socket.accept()
        raise RuntimeError(SECRET_WORDS)

    async def leave(socket: WebSocket) -> None:
        await socket.accept()
        raise WebSocketDisconnect(1006)

    app.add_api_route("/api/broken", fail)
    app.add_api_route("/broken", fail)
    app.add_api_websocket_route("/api/broken/live", fail_live)
    app.add_api_websocket_route("/api/left/live", leave)


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/nothing", "/nothing", "/static/nothing.js"])
async def test_every_answer_says_what_a_page_may_do(client: AsyncClient, path: str) -> None:
    headers = (await client.get(path)).headers
    policy = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE"])
async def test_nothing_changes_without_the_token(client: AsyncClient, method: str) -> None:
    for token in ("", "x", "AAAAAAAA.AAAA", client.headers[TOKEN][:-1]):
        answer = await client.request(method, "/api/me", json={"name": "Mallory"}, headers={TOKEN: token})
        assert answer.status_code == 403
        assert TOKEN in answer.json()["reason"]
    del client.headers[TOKEN]
    assert (await client.request(method, "/api/me", json={"name": "Mallory"})).status_code == 403
    assert (await client.get("/api/me")).json()["name"] != "Mallory"


@pytest.mark.parametrize("origin", ["https://evil.test", "http://bottega.test.evil.test", "null", "http://bottega.test:81", ""])
async def test_pages_of_other_sites_change_nothing(client: AsyncClient, origin: str) -> None:
    answer = await client.patch("/api/me", json={"name": "Mallory"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert (await client.get("/api/me")).json()["name"] != "Mallory"


async def test_our_own_pages_do(client: AsyncClient) -> None:
    answer = await client.patch("/api/me", json={"name": "Anna"}, headers={"Origin": HOME})
    assert answer.json()["name"] == "Anna"


async def test_a_body_may_not_be_longer_than_allowed(client: AsyncClient, settings: Settings) -> None:
    answer = await client.patch("/api/me", content=b" " * (settings.body_bytes + 1))
    assert answer.status_code == 413

    async def drops() -> AsyncIterator[bytes]:  # without a header that tells the length
        for _drop in range(settings.body_bytes // 1000 + 1):
            yield b" " * 1000

    assert (await client.patch("/api/me", content=drops())).status_code == 413
    fits = b'{"name": "Anna"}'.ljust(settings.body_bytes)
    assert (await client.patch("/api/me", content=fits, headers={"Content-Type": "application/json"})).status_code == 200


async def test_one_guest_can_be_too_quick_and_others_are_not_held_up(settings: Settings) -> None:
    async with running(replace(settings, burst_of_writes=3, writes_a_second=0)) as app:
        anna, bruno = await arrive(app), await arrive(app)
        answers = [(await anna.patch("/api/me", json={})).status_code for _again in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert (await bruno.patch("/api/me", json={})).status_code == 200
        assert (await anna.get("/api/me")).status_code == 200


async def test_many_guests_behind_one_address_can_be_too_many(settings: Settings) -> None:
    async with running(replace(settings, burst_of_writes=1, writes_a_second=0, writes_an_address=2)) as app:
        answers = [(await (await arrive(app)).patch("/api/me", json={})).status_code for _guest in range(3)]
        assert answers == [200, 200, 429]


async def test_what_goes_wrong_is_written_down_once_and_told_to_nobody(broken: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    client = await arrive(broken)
    for path in ("/api/broken", "/broken"):
        caplog.clear()
        answer = await client.get(f"{path}?token=sesame", headers={"X-Secret": "sesame"})
        assert answer.status_code == 500
        assert SECRET_WORDS not in answer.text
        assert "Traceback" not in answer.text
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        assert "Traceback" in caplog.text
        for secret in ("sesame", client.cookies[COOKIE], client.headers[TOKEN]):
            assert secret not in caplog.text
    assert set((await client.get("/api/broken")).json()) == {"reason"}


@pytest.mark.parametrize("path", ["/static/css/base.css", "/", "/nothing", "/t/AAAAAAAA"])
async def test_what_cannot_be_changed_says_so(client: AsyncClient, path: str) -> None:
    assert (await client.post(path, json={})).status_code in (404, 405)


@pytest.mark.parametrize("is_behind_proxy", [True, False])
async def test_what_a_proxy_says_is_believed_only_if_there_is_one(settings: Settings, is_behind_proxy: bool) -> None:
    config = configuration(
        replace(settings, is_behind_proxy=is_behind_proxy, burst_of_writes=1, writes_a_second=0, writes_an_address=1)
    )
    config.load()
    async with config.app.router.lifespan_context(config.app):  # type: ignore[union-attr]
        cookies, statuses = [], []
        for address in ("192.0.2.1", "192.0.2.2"):
            said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": address}
            client = AsyncClient(transport=ASGITransport(app=config.loaded_app), base_url=HOME, headers=said)
            me = await client.get("/api/me")
            cookies.append("Secure" in me.headers["Set-Cookie"])
            cookie = me.headers["Set-Cookie"].split(";")[0]
            answer = await client.patch("/api/me", json={}, headers={TOKEN: me.json()["token"], "Cookie": cookie})
            statuses.append(answer.status_code)
    assert cookies == [is_behind_proxy] * 2
    assert statuses == [200, 200 if is_behind_proxy else 429]


async def test_pages_and_programs_get_a_no_in_their_form(client: AsyncClient) -> None:
    page = await client.get("/nothing/here")
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    program = await client.get("/api/nothing/here")
    assert (program.status_code, set(program.json())) == (404, {"reason"})
    wrong_way = await client.delete("/api/games")
    assert (wrong_way.status_code, wrong_way.headers["Allow"], set(wrong_way.json())) == (405, "GET", {"reason"})
    wrong_way = await client.delete("/api/me")
    assert (wrong_way.status_code, wrong_way.headers["Allow"]) == (405, "GET, PATCH")


async def test_a_server_for_this_machine_answers_to_its_own_names_alone(settings: Settings) -> None:
    async with running(replace(settings, hosts=("127.0.0.1", "localhost"))) as app:
        for host, status in (
            ("localhost:8017", 200),
            ("127.0.0.1", 200),
            ("evil.test", 400),
            ("localhost.evil.test", 400),
            ("[", 400),
        ):
            answer = await stranger(app).get("/api/me", headers={"Host": host})
            assert answer.status_code == status, host


async def test_long_answers_are_compressed(client: AsyncClient) -> None:
    answer = await client.get("/api/games", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    plain = await client.get("/api/games", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.json() == answer.json()


async def test_sockets_from_other_sites_are_refused(broken: FastAPI) -> None:
    statuses = []
    for headers in ([(b"origin", b"https://evil.test")], [(b"origin", HOME.encode())], []):
        statuses.append(await handshake(broken, headers))
    assert statuses == ["websocket.close", "websocket.accept", "websocket.accept"]


async def test_what_goes_wrong_in_a_socket_is_written_down_unless_somebody_just_left(
    broken: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    await handshake(broken, [])
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    caplog.clear()
    await handshake(broken, [], "/api/left/live")
    assert caplog.records == []


async def test_a_guest_can_have_too_many_sockets(settings: Settings) -> None:
    for most, answer in ((0, "websocket.close"), (1, "websocket.accept")):
        async with running(replace(settings, sockets=most)) as app:
            add_broken(app)
            guest = await arrive(app)
            cookie = (b"cookie", f"{COOKIE}={guest.cookies[COOKIE]}".encode())
            assert [await handshake(app, [cookie]), await handshake(app, [cookie])] == [answer, answer]  # one after the other


async def handshake(app: FastAPI, headers: list[tuple[bytes, bytes]], path: str = "/api/broken/live") -> str:
    """What the application answers first to a WebSocket."""
    sent: list[str] = []

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(str(message["type"]))

    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", HOME.removeprefix("http://").encode()), *headers],
        "client": ("127.0.0.1", 5),
        "server": ("bottega.test", 80),
        "subprotocols": [],
        "app": app,
    }
    await app(scope, receive, send)  # type: ignore[arg-type]
    assert sent[-1] == "websocket.close" or "left" in path
    return sent[0]


async def test_a_bucket_fills_again() -> None:
    clock = [0.0]
    bucket = Bucket(2, 3, lambda: clock[0])
    assert [bucket.take() for _again in range(4)] == [True, True, True, False]
    clock[0] = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    clock[0] = 1000
    assert sum(bucket.take() for _again in range(10)) == 3


async def test_buckets_are_each_ones_own() -> None:
    buckets = Buckets(0, 1, lambda: 0.0)
    assert [buckets.take("anna"), buckets.take("bruno"), buckets.take("anna")] == [True, True, False]
