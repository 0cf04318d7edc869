"""The application: the house with its door, and whatever is behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import bottega
from bottega.server import api, downloads, lessons, live, pages, study, table_api, table_page
from bottega.server.assets import Assets
from bottega.server.house import House
from bottega.server.refusals import explain_refusals
from bottega.server.security import Door
from bottega.server.settings import Settings
from bottega.server.store import Store

SMALL = 600  # bytes that are not worth compressing
EFFORT = 5  # of 9, of the compression: 4% more bytes of a picture than with 9, in less than half the time


def create_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """The application with these settings. It opens its database when it starts, unless that is open already."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = await House.open(settings, store or Store(settings.database))
        yield
        await app.state.house.close()

    app = FastAPI(
        title="Bottega",
        version=bottega.__version__,
        summary="Three Tuscan tile-laying games: tables, studies, machines.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would fetch scripts from elsewhere
        redoc_url=None,
    )
    explain_refusals(app)
    for part in (api, table_api, live, downloads, study, lessons, table_page, pages):
        app.include_router(part.router)
    app.mount("/static", Assets())
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=EFFORT)
    app.add_middleware(Door, settings=settings)
    return app
