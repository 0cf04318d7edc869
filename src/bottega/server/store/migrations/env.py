"""How Alembic runs the migrations: over the connection that it is given, in one transaction."""

from alembic import context

from bottega.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
