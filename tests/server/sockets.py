"""A WebSocket to an application that runs without a port."""

import asyncio
import itertools
import json
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from httpx import AsyncClient
from server.visiting import HOME

PATIENCE = 60.0  # seconds after which a test gives up


class Closed(Exception):
    """The server has closed the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Socket:
    """The client's end."""

    def __init__(self) -> None:
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.from_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.can_take = asyncio.Event()  # what the server sends
        self.can_take.set()
        self.heard: defaultdict[str, deque[dict[str, Any]]] = defaultdict(deque)  # by type, not yet asked for
        self.numbers = itertools.count(1)

    async def send_to_client(self, message: dict[str, Any]) -> None:
        await self.can_take.wait()
        self.from_server.put_nowait(message)

    def say(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self.to_server.put_nowait({"type": "websocket.receive", kind: text})

    async def hear(self) -> dict[str, Any]:
        """The next message; raises Closed."""
        message = await self.from_server.get()
        if message["type"] == "websocket.close":
            raise Closed(message["code"])
        heard: dict[str, Any] = json.loads(message["text"])
        return heard

    async def hear_until(self, kind: str) -> dict[str, Any]:
        """The next message of a type; those of others can be heard later."""
        async with asyncio.timeout(PATIENCE):
            while not self.heard[kind]:
                message = await self.hear()
                self.heard[message["type"]].append(message)
        return self.heard[kind].popleft()

    async def scene(self, ply: int, **fields: Any) -> dict[str, Any]:
        """The next scene after so many moves, with these values."""
        while (scene := await self.hear_until("scene"))["ply"] != ply or any(scene[name] != fields[name] for name in fields):
            pass
        return scene

    async def do(self, **action: Any) -> dict[str, Any]:
        """Do something; `done`, `refused` or `hint`."""
        number = next(self.numbers)
        self.say(json.dumps({"id": number, **action}))
        async with asyncio.timeout(PATIENCE):
            while (message := await self.hear()).get("id") != number:
                self.heard[message["type"]].append(message)
        return message


@asynccontextmanager
async def live(
    app: FastAPI, client: AsyncClient, table: str, query: str = "", origin: str | None = HOME, **headers: str
) -> AsyncIterator[Socket]:
    """A guest's socket at a table."""
    socket = Socket()
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    sent = {"host": HOME.partition("://")[2], "cookie": cookie, **({"origin": origin} if origin else {}), **headers}
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "scheme": "ws",
        "path": f"/api/tables/{table}/live",
        "raw_path": f"/api/tables/{table}/live".encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": ("127.0.0.1", 1),
        "server": ("bottega.test", 80),
        "subprotocols": [],
        "state": {},
    }
    socket.to_server.put_nowait({"type": "websocket.connect"})
    task = asyncio.create_task(app(scope, socket.to_server.get, socket.send_to_client))  # type: ignore[arg-type]
    try:
        opening = await socket.from_server.get()
        if opening["type"] == "websocket.close":
            raise Closed(opening["code"])
        assert opening["type"] == "websocket.accept"
        yield socket
    finally:
        socket.can_take.set()
        socket.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await task
