"""What the tests of the server share: databases of both kinds, a store, an application with a guest at it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI
from httpx import AsyncClient
from server.postgres import cluster, new_database
from server.visiting import SECRET, arrive, running

from bottega.server.settings import Settings
from bottega.server.store import Store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Path]:
    """The folder of the socket of a PostgreSQL of our own."""
    with cluster() as folder:
        yield folder


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'bottega.sqlite'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An open store on each kind of database."""
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A server of our own: in a file, with one machine that warms up for nobody."""
    return Settings(f"sqlite:///{tmp_path / 'bottega.sqlite'}", SECRET, machines=1, is_eager=False)


@pytest_asyncio.fixture
async def app(settings: Settings) -> AsyncIterator[FastAPI]:
    """The application, started."""
    async with running(settings) as started:
        yield started


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncClient:
    """A guest at the application."""
    return await arrive(app)
