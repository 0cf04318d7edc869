"""The API over HTTP: who asks, the games, and the tables. What else can be asked about a table is in `table_api`."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from bottega.games import GAMES, spec
from bottega.i18n import LANGUAGES, _
from bottega.players.levels import LEVELS
from bottega.server import showcase
from bottega.server.actions import Action, NewTable
from bottega.server.guests import LONGEST_NAME, THEMES, Guest, current_guest
from bottega.server.house import House, house
from bottega.server.machines import HOUSE
from bottega.server.refusals import problems
from bottega.server.shapes import Choice, Done, GameFacts, Games, Laid, ListedTable, Me, Scene
from bottega.server.store import Summary
from bottega.server.table_api import answered

router = APIRouter(prefix="/api")

By = Annotated[Guest, Depends(current_guest)]
At = Annotated[House, Depends(house)]


class Chosen(BaseModel):
    """What a guest wants to be called, to read and to see. What is left out stays as it is; an empty name is none."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=4 * LONGEST_NAME)] | None = None
    language: Literal["en", "it", "fr", "de", "nl"] | None = None
    theme: Literal["auto", "warm", "dark", "contrast"] | None = None


@router.get("/me", tags=["guests"])
async def me(request: Request, guest: By) -> Me:
    """Who asks, and the token for everything that changes something."""
    return Me(
        name=guest.name,
        language=guest.language,
        theme=guest.theme,
        token=request.state.token,
        languages=list(LANGUAGES),
        themes=list(THEMES),
    )


@router.patch("/me", tags=["guests"], responses=problems(400, 403, 413, 422, 429))
async def choose(request: Request, guest: By, at: At, chosen: Chosen) -> Me:
    """Choose a name, a language, a theme."""
    await at.guests.choose(guest, **chosen.model_dump())
    return await me(request, await at.guests.guest(guest.id, request.headers.get("Accept-Language", "")))


@router.get("/games", tags=["tables"])
async def games(guest: By) -> Games:
    """The games with their options, how many can play, and who sits down with you."""
    return Games(games=[_facts(name) for name in GAMES], levels=list(LEVELS), machines=list(HOUSE))


def _facts(name: str) -> GameFacts:
    game = spec(name)
    return GameFacts(
        name=name,
        title=game.title,
        designer=game.designer,
        summary=_(game.summary),
        players=list(showcase.player_counts(game)),
        options=[
            Choice(name=option.name, help=_(option.help), choices=list(option.choices), default=option.default)
            for option in game.options
            if not option.is_shuffle and not option.is_local
        ],
        score_parts=list(game.score_parts),
        has_match=game.match is not None,
    )


@router.get("/tables", tags=["tables"], responses=problems(422))
async def tables(guest: By, at: At, which: Annotated[Literal["open", "running", "mine"], Query()] = "open") -> list[ListedTable]:
    """Tables where a seat is free, where people play, or where this guest has a seat; newest first."""
    found = await at.store.summaries(which, guest.id, at.settings.listed)
    return [_listed(table, summary, guest) for table, summary in found]


@router.post("/tables", tags=["tables"], status_code=201, responses=problems(400, 403, 413, 422, 429))
async def lay(guest: By, at: At, wanted: NewTable) -> Laid:
    """Lay a table. The game starts when all seats are taken."""
    return Laid(id=await at.tables.lay(guest, wanted))


@router.get("/tables/{table_id}", tags=["tables"], response_model=Scene, responses=problems(400, 404, 422))
async def scene(table_id: str, guest: By, at: At, theme: Annotated[str, Query(max_length=20)] = "") -> Response:
    """The scene, as this guest sees it."""
    room = await at.tables.room(table_id)
    return answered(room.scene(guest, theme))


@router.post("/tables/{table_id}/do", tags=["tables"], responses=problems(400, 403, 404, 409, 413, 422, 429))
async def act(table_id: str, guest: By, at: At, action: Annotated[Action, Body()]) -> Done:
    """Do something at a table, as over the socket."""
    room = await at.tables.room(table_id)
    return Done(seq=await room.act(guest, action))


def _listed(table: str, summary: Summary, guest: Guest) -> ListedTable:
    return ListedTable(
        id=table,
        game=summary.game,
        title=spec(summary.game).title,
        state=summary.state,
        options=summary.options,
        clock=summary.clock,
        seats=summary.seats,
        ply=summary.ply,
        created=summary.created,
        updated=summary.updated,
        result=summary.result,
        is_mine=guest.id in summary.guests,
        is_my_turn=guest.id in summary.deciding,
    )
