"""Search: which move is best, what it leads to, and how sure one can be of it."""

from bottega.search.search import Search
from bottega.search.settings import Settings

__all__ = ["Search", "Settings"]
