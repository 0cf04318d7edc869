"""The page of a table. The first scene and picture come with it, so that the board is there at once."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from bottega.i18n import _
from bottega.server.assets import STATIC
from bottega.server.guests import THEMES, Guest, current_guest
from bottega.server.house import House, house
from bottega.server.pictures import AUTO, picture_of
from bottega.server.rendering import render
from bottega.server.room import Room
from bottega.server.spoken import router as spoken_router
from bottega.server.state import OVER, WAITING

router = APIRouter()
router.include_router(spoken_router)

SEEN_THEME = "seen_theme"  # a cookie that the page sets: which theme `auto` came to in this browser


@router.get("/t/{table_id}", include_in_schema=False)
async def table_page(
    request: Request, table_id: str, guest: Annotated[Guest, Depends(current_guest)], at: Annotated[House, Depends(house)]
) -> HTMLResponse:
    """The page of a table, as this guest sees it."""
    room = await at.tables.room(table_id)
    theme = _theme(guest, request.cookies.get(SEEN_THEME, ""))
    scene = room.scene(guest, theme)
    picture = _picture(room, scene["viewer"], theme)
    own, others = seating(scene["mine"], len(scene["seats"]))
    return render(
        request,
        guest,
        "table.html",
        words=("base", "table"),
        scene=scene,
        picture=picture,
        note=picture["note"] if picture else "",
        own=own,
        others=others,
        api=f"/api/tables/{table_id}",
        modules=modules(),
        first={"scene": scene, "picture": picture, "score_parts": [_(part) for part in room.table.spec.score_parts]},
    )


def _theme(guest: Guest, seen: str) -> str:
    """The theme of the guest; where that is left to the browser, the one that it had last time."""
    return seen if guest.theme == AUTO and seen in THEMES else guest.theme


def _picture(room: Room, viewer: int, theme: str) -> dict[str, Any] | None:
    """What lies on the table; nothing before the game."""
    table = room.table
    if table.state == WAITING:
        return None
    return picture_of(table.position_at(table.ply), None if table.state == OVER else viewer, theme)


def seating(mine: list[int], seats: int) -> tuple[int, list[int]]:
    """The seat below the board, and those above it in the order in which they come after it. Nobody moves during a game."""
    own = mine[0] if mine else seats - 1
    return own, [(own + step) % seats for step in range(1, seats)]


@cache
def modules() -> tuple[str, ...]:
    """The scripts of the page, for the browser to fetch all at once."""
    found = [STATIC / "js" / name for name in ("api.js", "svg.js", "theme.js", "words.js")]
    for files in ("js/board*.js", "js/hand*.js", "js/table/*.js"):
        found += sorted(STATIC.glob(files))
    return tuple(file.relative_to(STATIC).as_posix() for file in found if file.name not in ("types.js", "main.js"))
