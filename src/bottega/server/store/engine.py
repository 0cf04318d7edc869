"""A database, opened: SQLite in a file unless told otherwise, or PostgreSQL."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bottega.errors import BottegaError
from bottega.i18n import _

PATIENCE = 10  # seconds: to wait for another program that uses the file, or for the server of the database


class DatabaseError(BottegaError):
    """The database cannot be opened."""


def open_engine(address: str) -> Engine:
    """The database at this address; a file is made if it is missing."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise DatabaseError(_("the address of the database cannot be read: it is like postgresql://HOST/NAME")) from error
    is_file = url.get_backend_name() == "sqlite"
    shown = url.database if is_file else url.render_as_string(hide_password=True)
    try:
        if is_file:
            Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(url, hide_parameters=True, connect_args={"timeout": PATIENCE})
            event.listen(engine, "connect", _prepare_file)
            event.listen(engine, "begin", _begin_file)
        else:
            engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args={"connect_timeout": PATIENCE})
        with engine.connect():
            return engine
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).splitlines()[0]
        raise DatabaseError(
            _("the database {name} cannot be opened: {reason}. Choose another one with --database.").format(
                name=shown, reason=reason
            )
        ) from error
    except ImportError as error:
        raise DatabaseError(_("PostgreSQL needs the package psycopg: pip install 'bottega[postgres]'")) from error


def _prepare_file(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy begins them, below
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_file(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
