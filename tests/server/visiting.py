"""An application that runs without a port, and guests who come to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

from bottega.server.app import create_app
from bottega.server.security import TOKEN
from bottega.server.settings import Settings

SECRET = b"only for tests: thirty-two bytes"
HOME = "http://bottega.test"


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[FastAPI]:
    """The application, started."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield app


def stranger(app: FastAPI) -> AsyncClient:
    """Somebody without cookie and token."""
    return AsyncClient(transport=ASGITransport(app=app), base_url=HOME)


async def arrive(app: FastAPI) -> AsyncClient:
    """A new guest, with cookie and token."""
    client = stranger(app)
    client.headers[TOKEN] = (await client.get("/api/me")).json()["token"]
    return client
