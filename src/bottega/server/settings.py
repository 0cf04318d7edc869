"""What the server is told from outside, and its limits."""

import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bottega.errors import BottegaError
from bottega.i18n import _

SECRET_BYTES = 32


@dataclass(frozen=True)
class Settings:
    """Where things are kept, who signs them, and how much of anything a guest can ask for."""

    database: str  # an address as SQLAlchemy writes them
    secret: bytes  # signs cookies and tokens
    machines: int = 1  # processes that think
    is_eager: bool = True  # they warm up before they are asked
    is_behind_proxy: bool = False  # believe what a proxy says about the client's address and about https
    hosts: tuple[str, ...] = ()  # names that the server answers to; empty: any

    body_bytes: int = 256 * 1024  # of one request
    message_bytes: int = 4096  # of one message over the socket
    messages_a_second: float = 10  # over one socket, after a burst
    burst_of_messages: int = 40
    sockets: int = 50  # of one guest at a time
    writes_a_second: float = 2  # requests of one guest that change something, after a burst
    burst_of_writes: int = 60
    writes_an_address: int = 20  # the same for one address, behind which many guests may be: as a multiple
    open_tables: int = 50  # that one guest laid and that are not over
    studies_a_guest: int = 500
    listed: int = 60  # tables in one list


def data_folder() -> Path:
    """`$BOTTEGA_DATA`, else the place where the system keeps the data of a user's programs."""
    chosen = os.environ.get("BOTTEGA_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "bottega"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "bottega"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "bottega"


def read_settings(database: str = "", **changes: Any) -> Settings:
    """The settings of this machine: from the environment, and for the rest from the data folder, which is made if missing."""
    return Settings(
        database=database_address(database or os.environ.get("BOTTEGA_DATABASE_URL", "")),
        secret=os.environ.get("BOTTEGA_SECRET", "").encode() or _kept_secret(data_folder() / "secret"),
        **{"machines": max(1, (os.cpu_count() or 1) - 1), **changes},
    )


def database_address(given: str) -> str:
    """An address as SQLAlchemy writes them, from one, from the path of a file, or from nothing."""
    if not given:
        return f"sqlite:///{data_folder() / 'bottega.sqlite'}"
    if "://" not in given:
        return f"sqlite:///{Path(given).absolute()}"
    kind, _colon, rest = given.partition("://")
    if kind in ("postgres", "postgresql"):
        return f"postgresql+psycopg://{rest}"
    if kind not in ("sqlite", "postgresql+psycopg"):
        raise BottegaError(_("the database is sqlite:///FILE or postgresql://HOST/NAME, not {kind}://...").format(kind=kind))
    if kind == "sqlite" and rest.strip("/") in ("", ":memory:"):
        raise BottegaError(_("the database is a file, as in sqlite:////home/anna/bottega.sqlite"))
    return given


def _kept_secret(path: Path) -> bytes:
    """The secret of this machine, made when it is first asked for and readable by its user alone."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the shuffles of running games lie there as well
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass
        else:
            with os.fdopen(file, "w") as out:
                out.write(secrets.token_hex(SECRET_BYTES))
        kept = path.read_bytes().strip()
    except OSError as error:
        raise BottegaError(
            _("the data folder {folder} cannot be used: {reason}. Set BOTTEGA_DATA to another one.").format(
                folder=path.parent, reason=error.strerror
            )
        ) from error
    if len(kept) < SECRET_BYTES:
        raise BottegaError(_("{path} holds no secret: delete it, and a new one is made").format(path=path))
    return kept
