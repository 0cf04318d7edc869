"""What can be asked about a table: pictures, the own turn, why a place is refused, what fits, how it is counted."""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Depends, Query
from pydantic_core import to_json
from starlette.responses import Response

from bottega.game import Position
from bottega.i18n import _
from bottega.server.actions import FARTHEST, MOST_SEATS
from bottega.server.errors import Forbidden, NotNow
from bottega.server.guests import Guest, current_guest
from bottega.server.house import House, house
from bottega.server.pictures import look_of, picture_of
from bottega.server.refusals import problems
from bottega.server.room import Room
from bottega.server.shapes import Counting, Fits, Picture, Turn, Why
from bottega.server.state import OVER, WAITING
from bottega.server.turns import fits_of, turn_of, why_of

router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])

By: TypeAlias = Annotated[Guest, Depends(current_guest)]
Theme: TypeAlias = Annotated[str, Query(max_length=20)]
SeatAsked: TypeAlias = Annotated[int | None, Query(ge=0, lt=MOST_SEATS)]
Coordinate: TypeAlias = Annotated[int, Query(ge=-FARTHEST, le=FARTHEST)]
WRONG = problems(400, 403, 404, 409, 422)


async def _room(table_id: str, at: Annotated[House, Depends(house)]) -> Room:
    return await at.tables.room(table_id)


At: TypeAlias = Annotated[Room, Depends(_room)]


def viewer_of(room: Room, guest: Guest, seat: int | None) -> int:
    """Whose eyes: those of one of the guest's own seats, if one is asked for."""
    table = room.table
    if table.state == WAITING:
        raise NotNow(_("the game has not begun: somebody has yet to sit down"))
    if seat is None:
        return room.seeing.eyes(table, guest.id)[0]
    if seat not in table.seats_of(guest.id):
        raise Forbidden(_("that seat is not yours"))
    return seat


def answered(data: Any) -> Response:
    """The answer as it is: it has the form that the description promises, and checking that would take longer than making it."""
    return Response(to_json(data), media_type="application/json")


@router.get("/picture", response_model=Picture, responses=WRONG)
async def picture(
    room: At,
    guest: By,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    show: Annotated[str, Query(max_length=60)] = "",
    theme: Theme = "",
    seat: SeatAsked = None,
) -> Response:
    """The picture after so many moves. When the game is over, everything is open."""
    viewer = viewer_of(room, guest, seat)
    table = room.table
    eyes = None if table.state == OVER else viewer
    shown = [name for name in show.split(",") if name]
    return answered(await asyncio.to_thread(picture_of, table.position_at(ply), eyes, theme or guest.theme, shown))


@router.get("/turn", response_model=Turn | None, responses=WRONG)
async def turn(room: At, guest: By, ahead: bool = False, theme: Theme = "", seat: SeatAsked = None) -> Response:
    """What the viewer can decide now; `ahead`: off turn, what could be tried. Nothing if there is nothing."""
    viewer = viewer_of(room, guest, seat)
    return answered(turn_of(_position(room), viewer, theme or guest.theme, ahead))


@router.get("/why", response_model=Why, responses=WRONG)
async def why(
    room: At,
    guest: By,
    piece: Annotated[str, Query(max_length=60)],
    x: Coordinate,
    y: Coordinate,
    turn: Annotated[int, Query(ge=0, le=100)] = 0,
    ahead: bool = False,
    seat: SeatAsked = None,
) -> Response:
    """Where a piece over that cell is held, and why it may not lie there: an empty reason if it may."""
    viewer = viewer_of(room, guest, seat)
    return answered(why_of(_position(room), viewer, piece, (x, y), turn, ahead))


@router.get("/fits", response_model=Fits, responses=WRONG)
async def fits(room: At, guest: By, x: Coordinate, y: Coordinate, theme: Theme = "", seat: SeatAsked = None) -> Response:
    """The pieces that may still come and could cover that cell, at a table that allows the question."""
    viewer = viewer_of(room, guest, seat)
    if not room.table.laid["fits"]:
        raise Forbidden(_("this table does not answer which pieces fit"))
    return answered(fits_of(_position(room), viewer, (x, y), theme or guest.theme))


@router.get("/counting", response_model=Counting, responses=WRONG)
async def counting(room: At, guest: By, theme: Theme = "") -> Response:
    """After the game: how it is counted, step by step."""
    if room.table.state != OVER:
        raise NotNow(_("the game is not over yet"))
    spec, position = room.table.spec, _position(room)
    steps = spec.stage.counting(position.state, look_of(spec, theme or guest.theme))
    return answered({"steps": [asdict(step) for step in steps]})


def _position(room: Room) -> Position:
    position = room.table.position
    assert position is not None, "`viewer_of` has seen to it"
    return position
