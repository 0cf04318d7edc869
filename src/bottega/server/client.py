"""A guest without a browser: for programs that sit down at a table of a running server, and for our own tests and benchmarks.

    visitor = await Visitor.arrive("http://127.0.0.1:8017")
    seats = [{"kind": "me"}, {"kind": "machine", "name": "lavorante"}]
    table = await visitor.post("/api/tables", {"game": "toscana", "seats": seats})
    async with visitor.live(table["id"]) as place:
        scene = await place.scene()
        await place.act(do="play", ply=scene["ply"], move=...)

A connection that breaks is made again until the server is back; what the server accepted is never sent twice.
"""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from bottega.errors import BottegaError
from bottega.server.guests import COOKIE
from bottega.server.security import TOKEN

AGAIN = 0.2  # seconds between two attempts to reach the server
PATIENCE = 60.0  # seconds without a server after which a visitor goes home
ANSWER = 30.0  # seconds for an answer over HTTP


class ServerError(BottegaError):
    """The server refused."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Visitor:
    """Somebody who has a cookie of the server."""

    def __init__(self, address: str, cookie: str = "", token: str = "") -> None:
        self.address, self.cookie, self.token = address.rstrip("/"), cookie, token

    @staticmethod
    async def arrive(address: str) -> "Visitor":
        """A new guest of the server."""
        visitor = Visitor(address)
        visitor.token = (await visitor.get("/api/me"))["token"]
        return visitor

    async def get(self, path: str) -> Any:
        return await asyncio.to_thread(self._ask, "GET", path, None)

    async def post(self, path: str, body: Any) -> Any:
        return await asyncio.to_thread(self._ask, "POST", path, body)

    def _ask(self, method: str, path: str, body: Any) -> Any:
        where = urlsplit(self.address)
        connection = HTTPConnection(where.hostname or "", where.port, timeout=ANSWER)
        try:
            headers = {"Content-Type": "application/json", TOKEN: self.token, "Cookie": f"{COOKIE}={self.cookie}"}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        for header in answer.headers.get_all("Set-Cookie", ()):
            if header.startswith(f"{COOKIE}="):
                self.cookie = header.split(";")[0].removeprefix(f"{COOKIE}=")
        found = json.loads(data) if data else None
        if answer.status >= 400:
            raise ServerError(answer.status, found["reason"] if isinstance(found, dict) and "reason" in found else data.decode())
        return found

    @asynccontextmanager
    async def live(self, table: str) -> AsyncIterator["Place"]:
        """A place at a table, as a player or a spectator."""
        place = Place(self, table)
        listening = asyncio.create_task(place.listen())
        try:
            yield place
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


class Place:
    """What comes and goes over the socket of one table."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.seq = 0  # of the last scene
        self.seqs: list[int] = []  # of all scenes, over all connections
        self.reconnected = 0
        self.moves: list[str] = []  # as far as they are known here
        self._scenes: asyncio.Queue[dict[str, Any] | Exception] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._is_open = asyncio.Event()
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def listen(self) -> None:
        """Take what the server sends; when the connection breaks, make a new one."""
        loop = asyncio.get_running_loop()
        last_heard = loop.time()
        for attempt in itertools.count():
            try:
                address = f"{self.visitor.address.replace('http', 'ws', 1)}/api/tables/{self.table}/live?seq={self.seq}"
                headers = {"Cookie": f"{COOKIE}={self.visitor.cookie}", "Origin": self.visitor.address}
                async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
                    self._socket = socket
                    self._is_open.set()
                    self.reconnected += attempt > 0
                    async for message in socket:
                        last_heard = loop.time()
                        self._hear(json.loads(message))
            except (OSError, WebSocketException, InvalidHandshake):
                pass
            self._is_open.clear()
            self._forget_scenes()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the connection broke before the answer came"))
            self._answers.clear()
            if loop.time() - last_heard > PATIENCE:
                self._scenes.put_nowait(ConnectionError(f"no server for {PATIENCE:.0f} seconds"))
                return
            await asyncio.sleep(AGAIN)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "scene":
            self.seq = message["seq"]
            self.seqs.append(self.seq)
            self.moves[message["from"] :] = [move["move"] for move in message["moves"]]
            self._scenes.put_nowait(message)
        elif message.get("id") in self._answers:
            answer = self._answers.pop(message["id"])
            if not answer.done():
                answer.set_result(message)

    def _forget_scenes(self) -> None:
        """Scenes of a broken connection: an action that was not answered may have changed the table since."""
        while not self._scenes.empty():
            self._scenes.get_nowait()

    async def scene(self) -> dict[str, Any]:
        """The next scene. Those that came before a connection broke and were not read are left out."""
        found = await self._scenes.get()
        if isinstance(found, Exception):
            raise found
        return found

    async def latest(self) -> dict[str, Any]:
        """The last of the scenes that have come, or the next one."""
        found = await self.scene()
        while not self._scenes.empty():
            found = await self.scene()
        return found

    async def act(self, **action: Any) -> dict[str, Any]:
        """Do something; the answer of the server, `done` or `refused`. ConnectionError if none came: look at the next scene."""
        await self._is_open.wait()
        assert self._socket is not None
        number = next(self._ids)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            await self._socket.send(json.dumps({"id": number, **action}))
        except WebSocketException as error:
            self._answers.pop(number, None)
            raise ConnectionError(str(error)) from error
        return await answer


def choices(turn: dict[str, Any]) -> list[str]:
    """The moves of a turn, those that cover something besides left aside."""
    return [place[3] for places in turn["places"].values() for place in places] + [word["move"] for word in turn["words"]]
