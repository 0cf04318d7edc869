"""Studying games: the pages. What they ask for is in `study_api`."""

import asyncio
from functools import cache
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from bottega.server import study_api
from bottega.server.assets import STATIC
from bottega.server.guests import Guest, current_guest
from bottega.server.house import House, house
from bottega.server.pictures import picture_of
from bottega.server.rendering import render
from bottega.server.study_api import Found
from bottega.server.study_shelf import parsed
from bottega.server.study_words import colours, listed

router = APIRouter()
router.include_router(study_api.router)

By: TypeAlias = Annotated[Guest, Depends(current_guest)]
Here: TypeAlias = Annotated[House, Depends(house)]


@router.get("/study", response_class=HTMLResponse, include_in_schema=False)
async def study_page(request: Request, guest: By, at: Here) -> HTMLResponse:
    """Where a record is loaded, and the guest's own studies."""
    own = [listed(study) for study in await at.studies.of(guest, at.settings.listed)]
    return render(request, guest, "study_load.html", words=("base", "study_load"), studies=own)


@router.get("/study/{study_id}", response_class=HTMLResponse, include_in_schema=False)
async def one_study_page(request: Request, study: Found, guest: By) -> HTMLResponse:
    """One study."""
    record = parsed(study.record)
    picture = await asyncio.to_thread(lambda: picture_of(record.start(), None, guest.theme))
    seats = [{"colour": colour, "player": record.players.get(seat, "")} for seat, colour in enumerate(colours(study))]
    return render(
        request,
        guest,
        "study.html",
        words=("base", "study"),
        study=listed(study),
        seats=seats,
        picture=picture,
        event=record.tags.get("Event", ""),
        date=record.tags.get("Date", ""),
        is_mine=study.guest == guest.id,
        table=study.data["table"],
        api=f"/api/studies/{study.id}",
        modules=modules(),
    )


@cache
def modules() -> tuple[str, ...]:
    """The scripts of the page, for the browser to fetch all at once."""
    names = [*STATIC.glob("js/board*.js"), *STATIC.glob("js/hand*.js"), *STATIC.glob("js/study/*.js")]
    names += [STATIC / "js" / name for name in ("api.js", "svg.js", "theme.js", "words.js")]
    left_out = ("types.js", "main.js", "load.js")
    return tuple(sorted(file.relative_to(STATIC).as_posix() for file in names if file.name not in left_out))
