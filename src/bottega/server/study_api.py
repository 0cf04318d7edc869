"""Studying games: the API over HTTP."""

import asyncio
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse
from starlette.responses import Response

from bottega.errors import RecordError
from bottega.i18n import _
from bottega.record import Record
from bottega.server.actions import FARTHEST, MOST_SEATS
from bottega.server.downloads import table_record
from bottega.server.errors import NotNow
from bottega.server.guests import Guest, current_guest
from bottega.server.house import House, house
from bottega.server.pictures import picture_of
from bottega.server.refusals import problems
from bottega.server.shapes import Picture, Turn, Why
from bottega.server.state import OVER, derived_id
from bottega.server.store import Study
from bottega.server.study_analysis import shown, shown_choices
from bottega.server.study_shapes import (
    LONGEST_PATH,
    MISREAD,
    Arrived,
    At,
    Listed,
    Load,
    Looked,
    Made,
    Progress,
    Remark,
    ShownAnalysis,
    ShownStudy,
    Try,
)
from bottega.server.study_shelf import Studies, parsed
from bottega.server.study_tree import (
    Path,
    add_move,
    parse_path,
    path_text,
    position_at,
    remove_line,
    set_comment,
    tree_nodes,
)
from bottega.server.study_words import colours, listed
from bottega.server.table_api import answered
from bottega.server.turns import turn_of, why_of

__all__ = ["Studies", "router"]

router = APIRouter()

CANDIDATES = "candidates"  # what a picture of a studied position can show besides

By: TypeAlias = Annotated[Guest, Depends(current_guest)]
Here: TypeAlias = Annotated[House, Depends(house)]
Theme: TypeAlias = Annotated[str, Query(max_length=20)]
PathAsked: TypeAlias = Annotated[str, Query(max_length=LONGEST_PATH)]
Coordinate: TypeAlias = Annotated[int, Query(ge=-FARTHEST, le=FARTHEST)]

STUDIES = "/api/studies"
STUDY = STUDIES + "/{study_id}"
ASKED = problems(400, 404, 422)
CHANGED = problems(400, 403, 404, 409, 413, 422, 429)


async def _study(study_id: str, at: Here) -> Study:
    return await at.studies.find(study_id)


Found: TypeAlias = Annotated[Study, Depends(_study)]


# ---------------------------------------------------------------- studies


@router.post(STUDIES, tags=["studies"], status_code=201, response_model=Made, responses=CHANGED | MISREAD)
async def load(guest: By, at: Here, wanted: Load) -> Response:
    """Load a record: a new study of this guest."""
    try:
        made = await at.studies.load(guest, wanted.record, at.settings.studies_a_guest)
    except RecordError as error:
        reason = error.reason
        if error.line:
            place = _("line {line}, column {column}: {reason}")
            reason = place.format(line=error.line, column=error.column, reason=error.reason)
        return JSONResponse({"reason": reason, "line": error.line, "column": error.column}, 400)
    return JSONResponse({"id": made}, 201)


@router.get(STUDIES, tags=["studies"])
async def mine(guest: By, at: Here) -> list[Listed]:
    """The studies of this guest, newest first."""
    return [Listed(**listed(study)) for study in await at.studies.of(guest, at.settings.listed)]


@router.post("/api/tables/{table_id}/study", tags=["studies"], status_code=201, responses=CHANGED)
async def study_table(table_id: str, guest: By, at: Here) -> Made:
    """The study of a table where the game is over: it belongs to whoever asks first."""
    table = (await at.tables.room(table_id)).table
    if table.state != OVER:
        raise NotNow(_("the game is not over yet"))
    most = at.settings.studies_a_guest
    made = await at.studies.add(guest, table_record(table), most=most, study_id=derived_id(table_id, "study"), table=table_id)
    return Made(id=made)


@router.get(STUDY, tags=["studies"], response_model=ShownStudy, responses=ASKED)
async def study(study: Found, guest: By, at: Here) -> Response:
    """A study: who played, all moves of all lines, and the analysis if there is one."""
    record = parsed(study.record)
    decisions, _is_all = await at.studies.analyses.found(record)
    progress = await at.studies.analyses.progress(record)
    return answered(await asyncio.to_thread(_shown_study, study, record, guest, decisions) | {"progress": progress})


def _shown_study(study: Study, record: Record, guest: Guest, decisions: list[dict[str, Any]]) -> dict[str, Any]:
    position = record.start()
    seen = listed(study)
    winners = record.result.split("+")
    paints = position.spec.cells.seat_colours(position.state)
    return {
        "id": study.id,
        "game": study.game,
        "title": seen["title"],
        "options": study.data["options"],
        "tags": record.tags,
        "seats": [
            {
                "colour": colour,
                "player": record.players.get(seat, ""),
                "is_winner": record.result == "draw" or str(seat) in winners,
                "paint": {theme: look.colours[paints[seat]] for theme, look in position.spec.artist.themes.items()},
            }
            for seat, colour in enumerate(colours(study))
        ],
        "score_parts": [_(part) for part in position.spec.score_parts],
        "result": record.result,
        "ended": record.ended,
        "words": seen["result"],
        "plies": study.data["plies"],
        "is_mine": study.guest == guest.id,
        "table": study.data["table"],
        "version": study.version,
        "nodes": tree_nodes(record),
        "analysis": shown(record, decisions) if decisions else None,
    }


# ---------------------------------------------------------------- one position


@router.get(STUDY + "/picture", tags=["studies"], response_model=Picture, responses=ASKED)
async def picture(
    study: Found,
    guest: By,
    at: Here,
    path: PathAsked = "",
    show: Annotated[str, Query(max_length=60)] = "",
    theme: Theme = "",
    seat: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None,
) -> Response:
    """The picture at the end of a path, everything open, or as a seat saw it. `show` can ask for `candidates` as well."""
    record, way = parsed(study.record), parse_path(path)
    names = [name for name in show.split(",") if name]
    found = await _look_at(at, record, way, None) if CANDIDATES in names else None
    chances = tuple((choice["move"], choice["wins"][found["seat"]]) for choice in found["choices"]) if found else ()

    def draw() -> dict[str, Any]:
        shows = [name for name in names if name != CANDIDATES]
        return picture_of(position_at(record, way), seat, theme or guest.theme, shows, chances)

    return answered(await asyncio.to_thread(draw))


@router.get(STUDY + "/turn", tags=["studies"], response_model=Turn | None, responses=ASKED)
async def turn(study: Found, guest: By, path: PathAsked = "", theme: Theme = "") -> Response:
    """What whoever is to move there could do. Nothing if the game is over."""
    record, way = parsed(study.record), parse_path(path)

    def deal() -> dict[str, Any] | None:
        position = position_at(record, way)
        return None if position.is_over else turn_of(position, position.seat, theme or guest.theme)

    return answered(await asyncio.to_thread(deal))


@router.get(STUDY + "/why", tags=["studies"], response_model=Why, responses=ASKED)
async def why(
    study: Found,
    guest: By,
    piece: Annotated[str, Query(max_length=60)],
    x: Coordinate,
    y: Coordinate,
    turn: Annotated[int, Query(ge=0, le=100)] = 0,
    path: PathAsked = "",
) -> Response:
    """Where a piece over that cell is held, and why it may not lie there: an empty reason if it may."""
    position = await asyncio.to_thread(position_at, parsed(study.record), parse_path(path))
    return answered(why_of(position, position.seat, piece, (x, y), turn))


# ---------------------------------------------------------------- changes


@router.post(STUDY + "/play", tags=["studies"], responses=CHANGED)
async def play(study: Found, guest: By, at: Here, wanted: Try) -> Arrived:
    """Try a move: a new variation, unless it is there already. Whoever does not own the study can follow what is there."""
    way = parse_path(wanted.path)

    def do(record: Record, plies: int) -> tuple[tuple[Path, bool], bool]:
        arrived = add_move(record, way, wanted.move, wanted.extras)
        return arrived, arrived[1]

    arrived, is_new = await at.studies.change(guest, study.id, do, is_open=True)
    return Arrived(path=path_text(arrived), is_new=is_new)


@router.post(STUDY + "/comment", tags=["studies"], responses=CHANGED)
async def comment(study: Found, guest: By, at: Here, wanted: Remark) -> Arrived:
    """Say something about a move, or take it back."""
    way = parse_path(wanted.path)

    def do(record: Record, plies: int) -> tuple[None, bool]:
        set_comment(record, way, wanted.comment)
        return None, True

    await at.studies.change(guest, study.id, do)
    return Arrived(path=wanted.path, is_new=False)


@router.post(STUDY + "/remove", tags=["studies"], responses=CHANGED)
async def remove(study: Found, guest: By, at: Here, wanted: At) -> Arrived:
    """Take out a variation from this move on. The path of the move before it."""
    way = parse_path(wanted.path)

    def do(record: Record, plies: int) -> tuple[None, bool]:
        remove_line(record, way, plies)
        return None, True

    await at.studies.change(guest, study.id, do)
    return Arrived(path=path_text(way[:-1]), is_new=False)


@router.post(STUDY + "/copy", tags=["studies"], status_code=201, responses=CHANGED)
async def copy(study: Found, guest: By, at: Here) -> Made:
    """A copy of one's own, to be changed."""
    return Made(id=await at.studies.copy(guest, study, at.settings.studies_a_guest))


# ---------------------------------------------------------------- analysis


@router.post(STUDY + "/analyse", tags=["studies"], responses=CHANGED)
async def analyse(study: Found, guest: By, at: Here) -> Progress:
    """Have the game analysed, for everyone who studies it."""
    record = parsed(study.record)
    await at.studies.analyses.start(guest, record)
    return Progress(**await at.studies.analyses.progress(record))


@router.post(STUDY + "/stop", tags=["studies"], responses=CHANGED)
async def stop(study: Found, guest: By, at: Here) -> Progress:
    """Interrupt the analysis that one has asked for."""
    record = parsed(study.record)
    at.studies.analyses.stop(guest, record)
    return Progress(**await at.studies.analyses.progress(record))


@router.get(STUDY + "/progress", tags=["studies"], responses=ASKED)
async def progress(study: Found, guest: By, at: Here) -> Progress:
    """How far the analysis is."""
    return Progress(**await at.studies.analyses.progress(parsed(study.record)))


@router.get(STUDY + "/analysis", tags=["studies"], response_model=ShownAnalysis | None, responses=ASKED)
async def analysis(study: Found, guest: By, at: Here) -> Response:
    """The analysis as far as it is."""
    record = parsed(study.record)
    decisions, _is_all = await at.studies.analyses.found(record)
    return answered(await asyncio.to_thread(shown, record, decisions) if decisions else None)


@router.get(STUDY + "/look", tags=["studies"], response_model=Looked | None, responses=ASKED)
async def known_look(study: Found, guest: By, at: Here, path: PathAsked = "") -> Response:
    """What is known about the best moves at the end of a path."""
    return answered(await _look_at(at, parsed(study.record), parse_path(path), None))


@router.post(STUDY + "/look", tags=["studies"], response_model=Looked | None, responses=CHANGED)
async def look(study: Found, guest: By, at: Here, wanted: At) -> Response:
    """Let a machine look at the position at the end of a path; a few seconds."""
    return answered(await _look_at(at, parsed(study.record), parse_path(wanted.path), guest))


async def _look_at(at: House, record: Record, way: Path, asking: Guest | None) -> dict[str, Any] | None:
    """The best moves there, from the analysis of the game if it has them; if somebody asks, a machine looks now."""
    analyses = at.studies.analyses
    decisions, _is_all = ([], False) if any(way) else await analyses.found(record)
    position = await asyncio.to_thread(position_at, record, way)
    data: dict[str, Any] | None = None
    if len(way) < len(decisions):
        data = decisions[len(way)]
    elif not position.is_over:
        data = await analyses.known(position) if asking is None else await analyses.look(asking, position)
    return None if data is None else {"seat": position.seat, "choices": shown_choices(position, data)}
