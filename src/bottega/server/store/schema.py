"""The tables of the database. `migrations` leads there from an empty one; a test holds both together."""

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

#: Names of constraints are the same on every database, so that migrations can change them.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

#: One row for each table where people play: what lists show of it.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("is_listed", Boolean, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("host", String(32), nullable=False),
    Column("shown", JSON, nullable=False),  # the rest of the summary
    Index(None, "state", "is_listed", "updated"),
    Index(None, "host", "state"),
)

#: The log. Rows are added and never changed.
events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("data", JSON, nullable=False),
)

#: Who holds a seat where.
sitting = Table(
    "sitting",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Index(None, "table_id"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("theme", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("record", Text, nullable=False),
    Column("data", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Index(None, "guest", "updated"),
)

#: What took long to compute. It could be computed again.
analyses = Table(
    "analyses",
    metadata,
    Column("key", String(128), primary_key=True),
    Column("data", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
)
