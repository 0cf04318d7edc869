"""What the server keeps: an append-only log of events for each table, and guests, studies, analyses. SQLite or PostgreSQL."""

from bottega.server.store.engine import DatabaseError
from bottega.server.store.rows import Entry, GuestRow, Study, Summary
from bottega.server.store.store import Conflict, Store, now

__all__ = ["Conflict", "DatabaseError", "Entry", "GuestRow", "Store", "Study", "Summary", "now"]
