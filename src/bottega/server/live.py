"""Live tables: a WebSocket that sends a scene after every event, and takes actions. docs/server.md describes what goes over it.

Nothing waits in line for a slow client: when it can take something again, it gets the scene as it is then.
"""

import asyncio
import time
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import ValidationError
from pydantic_core import from_json, to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from bottega import i18n
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.server.actions import ACTION, LARGEST_ID, Hint, Look
from bottega.server.errors import Forbidden, NotNow
from bottega.server.guests import Guest, current_guest
from bottega.server.house import House, house
from bottega.server.limits import Bucket
from bottega.server.pictures import look_of
from bottega.server.room import Room
from bottega.server.table import Table
from bottega.server.tables import NoSuchTable

router = APIRouter()

BEAT = 20.0  # seconds of silence after which the server says that it is there
PATIENCE = 15.0  # seconds that a client may take to receive a message
MOST_FAULTS = 20  # messages in a row that make no sense
NORMAL, NO_SUCH_TABLE, TOO_LARGE, NOT_FOR_US, TOO_SLOW = 1000, 4404, 1009, 1008, 4408  # why a socket is closed


@router.websocket("/api/tables/{table_id}/live")
async def live(
    socket: WebSocket,
    table_id: str,
    guest: Annotated[Guest, Depends(current_guest)],
    at: Annotated[House, Depends(house)],
    theme: Annotated[str, Query(max_length=20)] = "",
) -> None:
    """Watch a table, and act at it if a seat is yours. `seq` in the address is the number of the last event that was seen."""
    await socket.accept()
    try:
        room = await at.tables.room(table_id)
        look_of(room.table.spec, theme or guest.theme)
    except NoSuchTable as error:
        await socket.close(NO_SUCH_TABLE, str(error))
        return
    except BottegaError as error:
        await socket.close(NOT_FOR_US, _short(str(error)))
        return
    await Connection(socket, guest, at, room, theme or guest.theme).run()


def _short(reason: str) -> str:
    """A reason that fits into the frame that closes a socket."""
    return reason.encode()[:120].decode(errors="ignore")


class Gone(Exception):
    """The client does not take what it is sent."""


class Connection:
    """One client at one table."""

    def __init__(self, socket: WebSocket, guest: Guest, at: House, room: Room, theme: str) -> None:
        self.guest = guest
        self._socket, self._house, self._room, self._theme = socket, at, room, theme
        self._look: int | None = None  # the seat whose person is at the screen
        self._known: int | None = None  # how many moves the client has
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        self._hinting: asyncio.Task[None] | None = None
        self._bucket = Bucket(at.settings.messages_a_second, at.settings.burst_of_messages)
        self._faults = 0

    async def run(self) -> None:
        """Until one side hangs up."""
        i18n.language.set(self.guest.language)
        self._news.set()
        self._room.enter(self)
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._room.leave(self)
            if self._hinting is not None:
                tasks.append(self._hinting)
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception) and not isinstance(outcome, Gone):
                raise outcome
        with suppress(RuntimeError):  # it is closed already
            await self._socket.close(TOO_SLOW if any(isinstance(outcome, Gone) for outcome in outcomes) else NORMAL)

    def tell(self, table: Table) -> None:
        """Something has happened: what was taken back is not known any more, and the device is handed on."""
        if self._known is not None:
            self._known = min(self._known, table.ply)
        if table.seat in table.seats_of(self.guest.id) and table.seat != self._look:
            self._look = None
        self._news.set()

    # ---------------------------------------------------------------- out

    async def _write(self) -> None:
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self._news.wait()
            except TimeoutError:
                await self._send({"type": "beat", "now": time.time_ns() // 1_000_000})
                continue
            self._news.clear()
            scene = self._room.scene(self.guest, self._theme, self._look, self._known)
            self._known = scene["ply"]
            await self._send(scene)

    async def _send(self, message: dict[str, Any]) -> None:
        """Send a message; a client that does not take it is let go."""
        async with self._sending:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._socket.send_text(to_json(message).decode())
            except (TimeoutError, WebSocketDisconnect, RuntimeError) as error:  # too slow, hung up, or closed by ourselves
                raise Gone from error

    # ---------------------------------------------------------------- in

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text") or message.get("bytes") or ""
            if len(data) > self._house.settings.message_bytes:
                await self._socket.close(TOO_LARGE)
                return
            if not self._bucket.take():
                await self._refuse(None, _("that was a bit much at once: please wait a moment"))
                await self._socket.close(NOT_FOR_US)
                return
            await self._hear(data)
            if self._faults > MOST_FAULTS:
                await self._socket.close(NOT_FOR_US)
                return

    async def _hear(self, data: str | bytes) -> None:
        number = None
        try:
            raw = from_json(data)
            number = _number(raw)
            action = ACTION.validate_python(raw)
        except ValueError as error:
            self._faults += 1
            await self._refuse(number, _problem(error))
            return
        self._faults = 0
        try:
            if isinstance(action, Look):
                self._take_device(action.seat)
            elif isinstance(action, Hint):
                self._hint(number)
                return
            else:
                await self._room.act(self.guest, action)
        except BottegaError as error:
            await self._refuse(number, str(error))
        else:
            await self._send({"type": "done", "id": number, "seq": self._room.table.seq})

    async def _refuse(self, number: int | None, reason: str) -> None:
        await self._send({"type": "refused", "id": number, "reason": reason})

    def _take_device(self, seat: int | None) -> None:
        """The person of a seat at this device is at the screen now."""
        table = self._room.table
        mine = table.seats_of(self.guest.id)
        seat = table.seat if seat is None else seat
        if seat not in mine:
            raise Forbidden(_("that seat is not yours"))
        if table.seat in mine and seat != table.seat:
            raise NotNow(_("it is the turn of somebody else at this device"))
        self._look = seat
        self._news.set()

    # ---------------------------------------------------------------- hints

    def _hint(self, number: int | None) -> None:
        """Ask a machine, away from everything else."""
        table, seeing = self._room.table, self._room.seeing
        viewer, _waits = seeing.eyes(table, self.guest.id, self._look)
        if not table.laid["hints"]:
            raise Forbidden(_("there are no hints at this table"))
        if viewer not in table.seats_of(self.guest.id) or viewer != table.seat:
            raise NotNow(_("it is not your turn"))
        if self._hinting is not None and not self._hinting.done():
            raise NotNow(_("a hint is on its way"))
        self._hinting = asyncio.create_task(self._send_hint(number, seeing.view(table, viewer)))

    async def _send_hint(self, number: int | None, view: Any) -> None:
        try:
            candidates = await self._house.machines.hint(view)
        except BottegaError as error:
            await self._refuse(number, str(error))
            return
        told = [
            {"move": one.move, "wins": list(one.wins), "scores": list(one.scores), "reasons": list(one.reasons)}
            for one in candidates
        ]
        await self._send({"type": "hint", "id": number, "ply": len(view.past), "candidates": told})


def _number(raw: Any) -> int | None:
    """The client's own number for its message, if it has one."""
    number = raw.get("id") if isinstance(raw, dict) else None
    return number if isinstance(number, int) and 0 <= number <= LARGEST_ID else None


def _problem(error: ValueError) -> str:
    """What is wrong with a message."""
    if not isinstance(error, ValidationError):
        return _("a message is JSON: this one cannot be read")
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return _("the message has not the form that it should have: {problem}").format(problem=f"{place}: {first['msg']}"[:200])
