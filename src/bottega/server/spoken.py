"""Moves in words, and moves that are typed: for those who hear the table rather than see it, and for hints."""

import asyncio
from itertools import combinations
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from bottega.game import View
from bottega.i18n import _
from bottega.server.actions import LONGEST_MOVE, MOST_SEATS
from bottega.server.errors import NotNow, RequestError
from bottega.server.guests import Guest, current_guest
from bottega.server.house import House, house
from bottega.server.refusals import problems
from bottega.server.table_api import viewer_of
from bottega.server.turns import deciding_view, refusal

router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])

By: TypeAlias = Annotated[Guest, Depends(current_guest)]
At: TypeAlias = Annotated[House, Depends(house)]
SeatAsked: TypeAlias = Annotated[int | None, Query(ge=0, lt=MOST_SEATS)]
WRONG = problems(400, 403, 404, 409, 422)


async def deciding(at: House, table_id: str, guest: Guest, seat: int | None) -> View | None:
    """What the viewer sees, if the decision is the viewer's own."""
    room = await at.tables.room(table_id)
    viewer = viewer_of(room, guest, seat)
    return deciding_view(room.table.position_at(), viewer)


@router.get("/spoken", responses=WRONG)
async def spoken(table_id: str, guest: By, at: At, seat: SeatAsked = None) -> dict[str, str]:
    """The moves that the viewer can make now, without what they may cover besides, in words: for those who choose by hearing."""
    view = await deciding(at, table_id, guest, seat)
    return {} if view is None else await asyncio.to_thread(spoken_moves, view)


def spoken_moves(view: View) -> dict[str, str]:
    """Every way to lay a piece, and every other decision, by the text of the move."""
    spec, state = view.spec, view.state
    holds = {hold for move in view.legal() if (hold := spec.placing.held(state, spec.move_name(state, move)))}
    texts = [spec.placing.move(state, *hold) for hold in holds] + [word.move for word in spec.placing.words(state)]
    return {text: spec.stage.spoken_move(state, spec.parse_move(state, text)) for text in sorted(texts)}


class ReadMove(BaseModel):
    """A move as the hand makes it: the placement, and the cells that it covers besides; and as one would say it."""

    move: str
    extras: list[tuple[int, int]]
    words: str


@router.get("/read", responses=WRONG)
async def read(
    table_id: str, guest: By, at: At, text: Annotated[str, Query(max_length=LONGEST_MOVE)], seat: SeatAsked = None
) -> ReadMove:
    """What a move that the viewer can make now would do, given its whole text."""
    view = await deciding(at, table_id, guest, seat)
    if view is None:
        raise NotNow(_("it is not your turn"))
    reason = refusal(view, text)
    if reason:
        raise RequestError(reason)
    return read_move(view, text)


def read_move(view: View, text: str) -> ReadMove:
    """A legal move, taken apart."""
    spec, state = view.spec, view.state
    words = spec.stage.spoken_move(state, spec.parse_move(state, text))
    hold = spec.placing.held(state, text)
    if hold is None:
        return ReadMove(move=text, extras=[], words=words)
    move = spec.placing.move(state, *hold)
    cells = spec.placing.extras(state, move)
    covered = (chosen for count in range(len(cells) + 1) for chosen in combinations(cells, count))
    extras = next((chosen for chosen in covered if spec.placing.with_extras(move, chosen) == text), ())
    return ReadMove(move=move, extras=list(extras), words=words)
