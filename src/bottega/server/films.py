"""Films of games: each is made once at a time, and the last ones are kept."""

import asyncio
from collections import OrderedDict

from bottega.i18n import _
from bottega.record import Record, write
from bottega.server.crew import Crew
from bottega.server.errors import TooMany

KEPT = 8  # in memory: half a megabyte each
WAITING = 8  # films that are being made, or wait for it


class Films:
    """Whoever asks for the same film shares it, and it is made to its end though somebody goes away."""

    def __init__(self, painters: Crew) -> None:
        self._painters = painters
        self._made: OrderedDict[tuple[str, str], bytes] = OrderedDict()  # by record and theme, oldest first
        self._making: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    async def film(self, record: Record, theme: str) -> bytes:
        """A complete record as a GIF; raises MachineError, or TooMany."""
        key = (write(record), theme)
        if key in self._made:
            return self._made[key]
        if key not in self._making:
            if len(self._making) >= WAITING:
                raise TooMany(_("other films are being made: please wait a moment"))
            self._making[key] = asyncio.create_task(self._make(key))
        return await asyncio.shield(self._making[key])

    async def _make(self, key: tuple[str, str]) -> bytes:
        text, theme = key
        try:
            made: bytes = await self._painters.do("film", text=text, theme=theme)
        finally:
            del self._making[key]
        self._made[key] = made
        while len(self._made) > KEPT:
            self._made.popitem(last=False)
        return made
