"""Games to take away: as a record, a picture or a film. While a game runs, nobody gets more than what he or she sees."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from bottega.analysis import annotate
from bottega.drawing import Style
from bottega.drawing.picture import picture
from bottega.game import Position, View
from bottega.i18n import _
from bottega.record import Record, write
from bottega.server.actions import MOST_SEATS
from bottega.server.errors import NotNow
from bottega.server.guests import Guest, current_guest
from bottega.server.house import House, house
from bottega.server.pictures import AUTO
from bottega.server.refusals import problems
from bottega.server.state import OVER, TableState
from bottega.server.store import Study
from bottega.server.study_analysis import EYES, game_analysis
from bottega.server.study_shapes import LONGEST_PATH
from bottega.server.study_shelf import parsed
from bottega.server.study_tree import parse_path, position_at
from bottega.server.table_api import viewer_of

router = APIRouter(tags=["downloads"])

TABLE = "/api/tables/{table_id}"
STUDY = "/api/studies/{study_id}"
RECORD, SVG, GIF = "application/vnd.bottega.record", "image/svg+xml", "image/gif"

By: TypeAlias = Annotated[Guest, Depends(current_guest)]
Here: TypeAlias = Annotated[House, Depends(house)]
Theme: TypeAlias = Annotated[str, Query(max_length=20)]
SeatAsked: TypeAlias = Annotated[int | None, Query(ge=0, lt=MOST_SEATS)]
ASKED = problems(400, 403, 404, 409, 422)
FILMED = problems(400, 404, 409, 422, 429)


def table_record(table: TableState) -> Record:
    """The game at a table with everything in it: for those who may know it all."""
    if table.position is None:
        raise NotNow(_("the game has not begun: somebody has yet to sit down"))
    date = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    players = [seat.player for seat in table.seats]
    return Record.from_position(table.position, players, table.ending, table.result, Site="Bottega", Date=date)


# ---------------------------------------------------------------- tables


@router.get(TABLE + "/game.bgn", response_class=Response, responses=ASKED | {200: {"content": {RECORD: {}}}})
async def table_bgn(table_id: str, guest: By, at: Here) -> Response:
    """The record of the game; while it runs, as everyone may see it."""
    table = (await at.tables.room(table_id)).table
    record = table_record(table)
    return _file(write(record if table.state == OVER else record.public()), RECORD, f"{table.laid['game']}-{table_id}.bgn")


@router.get(TABLE + "/game.svg", response_class=Response, responses=ASKED | {200: {"content": {SVG: {}}}})
async def table_svg(
    table_id: str,
    guest: By,
    at: Here,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    theme: Theme = "",
    seat: SeatAsked = None,
) -> Response:
    """The position as a picture, as the guest sees it; after the game everything is open."""
    room = await at.tables.room(table_id)
    table, viewer = room.table, viewer_of(room, guest, seat)
    position = table.position_at(ply)
    names = {number: taken.player for number, taken in enumerate(table.seats)}
    shown = position if table.state == OVER else position.view(viewer)
    drawn = await asyncio.to_thread(_picture, shown, position, names, _theme(theme, guest))
    return _file(drawn, SVG, f"{table.laid['game']}-{table_id}.svg")


@router.get(TABLE + "/game.gif", response_class=Response, responses=FILMED | {200: {"content": {GIF: {}}}})
async def table_gif(table_id: str, guest: By, at: Here, theme: Theme = "") -> Response:
    """After the game: the whole of it as a film. It takes a while to make."""
    table = (await at.tables.room(table_id)).table
    if table.state != OVER:
        raise NotNow(_("the game is not over yet"))
    return _file(await at.machines.film(table_record(table), _theme(theme, guest)), GIF, f"{table.laid['game']}-{table_id}.gif")


# ---------------------------------------------------------------- studies


async def _study(study_id: str, at: Here) -> Study:
    return await at.studies.find(study_id)


Found: TypeAlias = Annotated[Study, Depends(_study)]


@router.get(STUDY + "/game.bgn", response_class=Response, responses=ASKED | {200: {"content": {RECORD: {}}}})
async def study_bgn(study: Found, guest: By, at: Here, analysis: bool = False) -> Response:
    """The record with all variations and comments; if wanted, with the analysis written into it."""
    record = parsed(study.record)
    decisions, is_complete = await at.studies.analyses.found(record) if analysis else ([], False)

    def text() -> str:
        if not is_complete:
            return write(record)
        return write(annotate(record, game_analysis(record.start().seats, decisions), EYES))

    return _file(await asyncio.to_thread(text), RECORD, f"{study.game}-{study.id}.bgn")


@router.get(STUDY + "/game.svg", response_class=Response, responses=ASKED | {200: {"content": {SVG: {}}}})
async def study_svg(
    study: Found, guest: By, path: Annotated[str, Query(max_length=LONGEST_PATH)] = "", theme: Theme = ""
) -> Response:
    """The position at the end of a path as a picture."""
    record, way = parsed(study.record), parse_path(path)

    def draw() -> str:
        position = position_at(record, way)
        return _picture(position, position, record.players, _theme(theme, guest))

    return _file(await asyncio.to_thread(draw), SVG, f"{study.game}-{study.id}.svg")


@router.get(STUDY + "/game.gif", response_class=Response, responses=FILMED | {200: {"content": {GIF: {}}}})
async def study_gif(study: Found, guest: By, at: Here, theme: Theme = "") -> Response:
    """The game as a film. It takes a while to make."""
    return _file(await at.machines.film(parsed(study.record), _theme(theme, guest)), GIF, f"{study.game}-{study.id}.gif")


# ---------------------------------------------------------------- how they are made


def _theme(asked: str, guest: Guest) -> str:
    theme = asked or guest.theme
    return "" if theme == AUTO else theme


def _picture(shown: Position | View, position: Position, names: dict[int, str], theme: str) -> str:
    last = position.history[-1] if position.history else ""
    return picture(shown, Style(theme=theme, players=names, coordinates=True), last)


def _file(contents: str | bytes, kind: str, name: str) -> Response:
    return Response(contents, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
