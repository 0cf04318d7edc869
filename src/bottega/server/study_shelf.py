"""Studies: loading them, changing them, copying them. Everyone who has the link can look; the owner can change."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from bottega.errors import RecordError
from bottega.i18n import N_, _
from bottega.record import Record, read, write
from bottega.server.errors import Forbidden, NotFound, RequestError, TooMany
from bottega.server.guests import Guest
from bottega.server.machines import Machines
from bottega.server.store import Conflict, Store, Study, now
from bottega.server.study_jobs import Analyses
from bottega.server.study_tree import MOST_NODES, settle_ending, size
from bottega.server.study_words import summary

Answer = TypeVar("Answer")

ID_BYTES = 6
ATTEMPTS = 3  # at a change while somebody else changes the same study
MOST_STUDIES = 500  # of one guest, unless the settings say otherwise


NOT_YOURS = N_("this study is somebody else's: make a copy of your own, and change that")


class NotYours(Forbidden):
    """It belongs to another guest."""


class NoSuchStudy(NotFound):
    """There is no study of this id."""


@lru_cache(64)
def parsed(text: str) -> Record:
    """The record of a study, to be read and not to be changed: it is kept."""
    return read(text)


class Studies:
    """All studies."""

    def __init__(self, store: Store, machines: Machines) -> None:
        self._store = store
        self.analyses = Analyses(store, machines)

    # ---------------------------------------------------------------- new ones

    async def load(self, guest: Guest, text: str, most: int = MOST_STUDIES) -> str:
        """A study of a record, which must be complete; raises RecordError with the place of what is wrong. Its id."""
        record = await asyncio.to_thread(checked, text)
        return await self.add(guest, record, most=most)

    async def add(self, guest: Guest, record: Record, *, most: int = MOST_STUDIES, study_id: str = "", table: str = "") -> str:
        """A study of a complete record; if one of this id is there already, that one."""
        if study_id and await self._store.study(study_id) is not None:
            return study_id
        text = await asyncio.to_thread(write, record)
        data = summary(record) | {"table": table}
        return await self._add(Study(study_id or _new_id(), guest.id, record.game, text, data, now(), now()), most)

    async def copy(self, guest: Guest, study: Study, most: int = MOST_STUDIES) -> str:
        """The same as a study of this guest's own."""
        return await self._add(
            replace(study, id=_new_id(), guest=guest.id, created=now(), updated=now(), version=1),
            most,
        )

    async def _add(self, study: Study, most: int) -> str:
        if await self._store.count_studies(study.guest) >= most:
            raise TooMany(_("you have {count} studies, and there is no room for more").format(count=most))
        with suppress(Conflict):  # somebody made it in the same moment
            await self._store.save_study(study)
        return study.id

    # ---------------------------------------------------------------- old ones

    async def find(self, study_id: str) -> Study:
        """A study by its id; raises NoSuchStudy."""
        found = await self._store.study(study_id)
        if found is None:
            raise NoSuchStudy(_("there is no such study"))
        return found

    async def of(self, guest: Guest, limit: int) -> list[Study]:
        """The studies of a guest, newest first."""
        return await self._store.studies(guest.id, limit)

    async def change(
        self, guest: Guest, study_id: str, do: Callable[[Record, int], tuple[Answer, bool]], is_open: bool = False
    ) -> Answer:
        """Let the owner change the record. `do` gets it and the number of moves of the game itself; it says whether it changed.

        `is_open`: others may ask as well, as long as nothing changes.
        """
        for _attempt in range(ATTEMPTS):
            study = await self.find(study_id)
            is_own = study.guest == guest.id
            if not is_own and not is_open:
                raise NotYours(_(NOT_YOURS))
            answer, text = await asyncio.to_thread(_changed, study, do)
            if text == study.record:
                return answer
            if not is_own:
                raise NotYours(_(NOT_YOURS))
            try:
                await self._store.save_study(replace(study, record=text, updated=now(), version=study.version + 1))
            except Conflict:
                continue
            return answer
        raise Conflict(_("somebody else was quicker: please look again"))

    async def close(self) -> None:
        await self.analyses.close()


def _changed(study: Study, do: Callable[[Record, int], tuple[Answer, bool]]) -> tuple[Answer, str]:
    record = read(study.record)
    answer, is_changed = do(record, study.data["plies"])
    if not is_changed:
        return answer, study.record
    settle_ending(record, study.data["plies"], study.data["result"], study.data["ended"])
    return answer, write(record)


def checked(text: str) -> Record:
    """A record that can be studied; raises RecordError."""
    if not text.strip():
        raise RecordError(_("there is no game in this text"))
    record = read(text)
    record.start()  # without its shuffles a game cannot be replayed
    if size(record) > MOST_NODES:
        raise RequestError(_("a study has room for {most} moves").format(most=MOST_NODES))
    return record


def _new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)
