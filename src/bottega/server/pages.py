"""The pages around the tables: home, a new table, lobby, rules, lessons, strategy, settings, about."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from bottega.errors import BottegaError
from bottega.games import GAMES, spec
from bottega.i18n import _, language
from bottega.server import showcase
from bottega.server.errors import NotFound
from bottega.server.guests import LONGEST_NAME, Guest, current_guest
from bottega.server.house import House, house
from bottega.server.rendering import render
from bottega.server.store import Summary


@asynccontextmanager
async def warm_up(app: FastAPI) -> AsyncIterator[None]:
    """Draw the boards of the front page while nobody waits for them yet."""
    drawing = asyncio.create_task(run_in_threadpool(showcase.warm_up)) if app.state.house.settings.is_eager else None
    yield
    if drawing:
        await drawing


router = APIRouter(include_in_schema=False, lifespan=warm_up)

By = Annotated[Guest, Depends(current_guest)]
At = Annotated[House, Depends(house)]

A_DAY = "private, max-age=86400"
FEW, MANY = 6, 60  # tables in a list


def known(game: str) -> str:
    """The name of a game of the house; everything else is an address without a page."""
    if game not in GAMES:
        raise NotFound(_("there is no game {name!r}: the games are {games}.").format(name=game[:40], games=", ".join(GAMES)))
    return game


def known_theme(theme: str) -> str:
    if theme not in showcase.THEMES:
        raise NotFound(_("there is no theme {name!r}").format(name=theme[:40]))
    return theme


Known = Annotated[str, Depends(known)]
Theme = Annotated[str, Depends(known_theme)]


def error_page(request: Request, guest: Guest, status: int, reason: str) -> HTMLResponse:
    """What a person sees where there is nothing to see."""
    return render(request, guest, "error.html", status=status, code=status, reason=reason)


# ---------------------------------------------------------------- tables


@router.get("/")
async def home(request: Request, guest: By, at: At) -> HTMLResponse:
    mine = [table for table in await tables(at, guest, "mine", MANY) if table["state"] != "over"][:FEW]
    return render(
        request,
        guest,
        "home.html",
        games=await run_in_threadpool(showcase.all_facts),
        levels=showcase.levels(),
        mine=mine,
        open=await tables(at, guest, "open", FEW),
    )


@router.get("/lobby")
async def lobby(request: Request, guest: By, at: At) -> HTMLResponse:
    return render(request, guest, "lobby.html", games=await run_in_threadpool(showcase.all_facts), **await _lists(at, guest))


@router.get("/lobby/tables")
async def lobby_tables(request: Request, guest: By, at: At) -> HTMLResponse:
    """The lists alone: the lobby asks for them again and again."""
    return render(request, guest, "parts/lobby_lists.html", words=(), **await _lists(at, guest))


async def _lists(at: House, guest: Guest) -> dict[str, Any]:
    mine = await tables(at, guest, "mine", MANY)
    return {
        "open": await tables(at, guest, "open", MANY),
        "running": await tables(at, guest, "running", MANY),
        "mine": [table for table in mine if table["state"] != "over"],
        "over": [table for table in mine if table["state"] == "over"][:FEW],
    }


async def tables(at: House, guest: Guest, which: str, limit: int) -> list[dict[str, Any]]:
    """A list of tables as pages show them."""
    found = await at.store.summaries(which, guest.id, limit)
    return [_shown(table, summary, guest) for table, summary in found if summary.game in GAMES]


def _shown(table: str, summary: Summary, guest: Guest) -> dict[str, Any]:
    taken = [seat for seat in summary.seats if seat["kind"] != "open"]
    return {
        "id": table,
        "game": summary.game,
        "title": spec(summary.game).title,
        "state": summary.state,
        "seats": [
            {"colour": seat["colour"], "player": (seat["level"] or "").capitalize() or seat["player"], "kind": seat["kind"]}
            for seat in summary.seats
        ],
        "free": len(summary.seats) - len(taken),
        "ply": summary.ply,
        "is_mine": guest.id in summary.guests,
        "is_my_turn": guest.id in summary.deciding,
        "clock": clock_words(summary.clock),
        "updated": summary.updated,
    }


def clock_words(clock: dict[str, Any]) -> str:
    """`10 min + 5 s`, `60 s a move`, `3 days a move`; empty without a clock."""
    if clock["kind"] == "move":
        return _("{seconds} s a move").format(seconds=clock["seconds"])
    if clock["kind"] == "fischer":
        return _("{minutes:g} min + {increment} s").format(minutes=clock["seconds"] / 60, increment=clock["increment"])
    if clock["kind"] == "days":
        return _("{days} days a move").format(days=clock["days"]) if clock["days"] > 1 else _("one day a move")
    return ""


@router.get("/new/{game}")
async def new(request: Request, guest: By, game: Known) -> HTMLResponse:
    facts = await run_in_threadpool(showcase.facts, game)
    return render(
        request,
        guest,
        "new.html",
        words=("base", "new"),
        game=facts,
        levels=showcase.levels(),
        seats=showcase.seats(game, {}),
        most=facts.players[-1],
    )


@router.get("/new/{game}/seats")
async def new_seats(request: Request, game: Known) -> JSONResponse:
    """The seats of a game with the options in the query, or why there is none with these."""
    closed = {option.name for option in spec(game).options if option.is_local or option.is_shuffle}
    given = {name: value for name, value in request.query_params.items() if value and name not in closed}
    try:
        return JSONResponse({"seats": showcase.seats(game, given), "reason": ""})
    except BottegaError as error:
        return JSONResponse({"seats": [], "reason": str(error)})


# ---------------------------------------------------------------- to read


@router.get("/rules/{game}")
async def rules(request: Request, guest: By, game: Known) -> HTMLResponse:
    return render(
        request,
        guest,
        "rules.html",
        game=await run_in_threadpool(showcase.facts, game),
        rules=await run_in_threadpool(showcase.shown_rules, game),
    )


@router.get("/strategy/{game}")
async def strategy(request: Request, guest: By, game: Known) -> HTMLResponse:
    facts = await run_in_threadpool(showcase.facts, game)
    banner = (await run_in_threadpool(showcase.shown_rules, game))["banner"]
    return render(request, guest, "strategy.html", game=facts, banner=banner, advice=spec(game).stage.strategy())


@router.get("/learn/{game}")
async def learn(request: Request, guest: By, game: Known) -> HTMLResponse:
    steps = [step.title for step in spec(game).stage.lesson()]
    return render(
        request,
        guest,
        "learn.html",
        words=("base", "hand", "learn"),
        game=await run_in_threadpool(showcase.facts, game),
        steps=steps,
    )


@router.get("/about")
async def about(request: Request, guest: By) -> HTMLResponse:
    return render(request, guest, "about.html", games=await run_in_threadpool(showcase.all_facts), levels=showcase.levels())


@router.get("/settings")
async def settings(request: Request, guest: By) -> HTMLResponse:
    return render(request, guest, "settings.html", longest=LONGEST_NAME)


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Browsers ask for it unasked; every page names its own."""
    return Response(status_code=HTTPStatus.NO_CONTENT)


# ---------------------------------------------------------------- pictures and paper


@router.get("/pictures/{game}/{theme}/board.svg")
async def board(game: Known, theme: Theme) -> Response:
    return _picture(await run_in_threadpool(showcase.board, game, theme))


@router.get("/pictures/{game}/{theme}/emblem.svg")
async def emblem(game: Known, theme: Theme) -> Response:
    return _picture(await run_in_threadpool(showcase.emblem, game, theme))


@router.get("/pictures/{game}/{theme}/banner.svg")
async def banner(game: Known, theme: Theme) -> Response:
    return _picture(await run_in_threadpool(showcase.figure, game, theme, showcase.BANNER))


@router.get("/pictures/{game}/{theme}/figure-{place}.svg")
async def figure(game: Known, theme: Theme, place: int) -> Response:
    if not showcase.has_figure(game, place):
        raise NotFound(_("the rules of {game} have no picture of this number").format(game=spec(game).title))
    return _picture(await run_in_threadpool(showcase.figure, game, theme, place))


def _picture(svg: str) -> Response:
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": A_DAY})


@router.get("/print/{game}.pdf")
async def printed(game: str, paper: str = "a4") -> Response:
    """The printed set, as `bottega print` makes it."""
    pdf = await run_in_threadpool(showcase.printed, known(game), paper, language.get())
    headers = {"Cache-Control": A_DAY, "Content-Disposition": f'attachment; filename="{game}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)
