"""One server for one database: each keeps a cache of the log in memory, and two would let every machine think twice."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url

from bottega.errors import BottegaError
from bottega.i18n import _


class AlreadyOpen(BottegaError):
    """Another server uses this database."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(
            _("Bottega is open already at {address}; for a second one choose another --database").format(address=address)
        )


@contextmanager
def alone(database: str, address: str) -> Iterator[None]:
    """Hold the database; whoever comes meanwhile is told the address. It ends with the process, however that ends."""
    path = make_url(database).database or ""
    if sys.platform == "win32" or not database.startswith("sqlite"):
        yield  # PostgreSQL is run by somebody who knows, and the log refuses to have anything written twice
        return
    import fcntl

    file = Path(f"{path}.lock")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+") as lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyOpen(file.read_text().strip()) from None
        lock.truncate(0)
        lock.write(address)
        lock.flush()
        yield
