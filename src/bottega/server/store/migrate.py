"""Brings a database to the schema of this version, step by step."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine

from bottega.i18n import _
from bottega.server.store.engine import DatabaseError

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine, to: str = "head") -> None:
    """Does nothing where nothing is to be done."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        at = MigrationContext.configure(connection).get_current_revision()
        if to == "head" and at == ScriptDirectory.from_config(config).get_current_head():
            return
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, to)
        except CommandError as error:
            raise DatabaseError(
                _("the database was made by a newer version of Bottega ({revision}): use that version").format(revision=at)
            ) from error
