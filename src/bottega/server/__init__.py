"""The table in the browser: pages, live tables, and the log of everything that happened at them. See docs/server.md."""
