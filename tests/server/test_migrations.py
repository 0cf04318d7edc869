"""The migrations lead to exactly the schema that the store works with, from an empty database and from an older one."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from bottega.server.store.engine import DatabaseError, open_engine
from bottega.server.store.migrate import migrate
from bottega.server.store.schema import metadata


def test_migrations_lead_to_the_schema(database: str) -> None:
    engine = open_engine(database)
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    found = inspect(engine)
    for table in metadata.sorted_tables:
        assert found.get_pk_constraint(table.name)["name"] == f"pk_{table.name}"
        assert {key["name"] for key in found.get_foreign_keys(table.name)} == {
            str(key.name) for key in table.foreign_key_constraints
        }
    engine.dispose()


def test_migrating_again_changes_nothing(database: str) -> None:
    engine = open_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests VALUES ('anna', 'Anna', 'it', 'dark', 7)"))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM guests")).scalars().all() == ["Anna"]
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    engine = open_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match=r"newer version of Bottega \(9999\)"):
        migrate(engine)
    engine.dispose()


def test_a_file_is_in_wal_mode_and_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/new/folder/bottega.sqlite")
    with engine.connect() as connection:
        names = ("journal_mode", "synchronous", "foreign_keys")
        assert [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names] == ["wal", 2, 1]
    engine.dispose()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("sqlite:////dev/null/bottega.sqlite", "/dev/null/bottega.sqlite cannot be opened"),
        ("postgresql+psycopg://anna:sesame@127.0.0.1:1/bottega?connect_timeout=2", "cannot be opened: .*refused"),
        ("postgresql+psycopg://anna:sesame@127.0.0.1:port/bottega", "cannot be read"),
    ],
)
def test_a_database_that_cannot_be_opened_is_named_without_its_password(address: str, reason: str) -> None:
    with pytest.raises(DatabaseError, match=reason) as caught:
        open_engine(address)
    assert "sesame" not in str(caught.value)
    assert "anna" not in str(caught.value) or "***" in str(caught.value)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 100)
    with pytest.raises(DatabaseError, match=r"letter\.txt cannot be opened: file is not a database"):
        open_engine(f"sqlite:///{path}")
