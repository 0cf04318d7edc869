"""How a table is laid: from what a guest asks for, or after another game."""

import secrets
from collections.abc import Mapping
from typing import Any

from bottega.game import Game
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.match import Match
from bottega.players import PLAYERS
from bottega.server import events
from bottega.server.actions import NewSeat, NewTable
from bottega.server.errors import RequestError
from bottega.server.guests import Guest, checked_name
from bottega.server.state import MACHINE, OPEN, PERSON, Seat, told
from bottega.server.store import Entry
from bottega.server.table import Table
from bottega.spec import GameSpec

PLAYERS_OPTION = "players"  # how games call the option that says for how many seats they are


def laid(guest: Guest, wanted: NewTable) -> dict[str, Any]:
    """The first event of a table that a guest asks for; raises RequestError or OptionError."""
    spec = find_spec(wanted.game)
    game = _game(spec, wanted)
    count = len(spec.seats(spec.setup(game.options)))
    asked = wanted.seats or (NewSeat(kind="me"), *[NewSeat(kind="open")] * (count - 1))
    if len(asked) != count:
        raise RequestError(_("this game has {count} seats, not {wanted}").format(count=count, wanted=len(asked)))
    seats = [_seat(guest, seat) for seat in asked]
    if all(seat.kind == MACHINE for seat in seats):
        raise RequestError(_("at least one seat is for a person"))
    if wanted.shuffle:
        secrets.SystemRandom().shuffle(seats)
    return {
        "game": spec.name,
        "options": game.options,
        "seats": told(seats),
        "clock": wanted.clock.model_dump(),
        "listed": wanted.listed,
        "hints": wanted.hints,
        "fits": wanted.fits,
        "host": guest.id,
        "previous": None,
        "match": {"number": 1, "games": len(Match(game).games), "before": []} if wanted.match else None,
    }


def _game(spec: GameSpec, wanted: NewTable) -> Game:
    """The game with its options. What is shuffled, chance decides; and no option of a stranger names a file."""
    options = dict(wanted.options)
    known = {option.name: option for option in spec.options}
    for name in options:
        if name in known and known[name].is_shuffle:
            raise RequestError(_("{option} is left to chance here").format(option=name))
        if name in known and known[name].is_local:
            raise RequestError(_("{option} cannot be chosen here").format(option=name))
    if wanted.seats and PLAYERS_OPTION in known and PLAYERS_OPTION not in options:
        options[PLAYERS_OPTION] = len(wanted.seats)
    return Game(spec, options)


def _seat(guest: Guest, wanted: NewSeat) -> Seat:
    if wanted.kind == OPEN:
        return Seat(OPEN)
    if wanted.kind == MACHINE:
        if wanted.name not in PLAYERS:
            raise RequestError(
                _("there is no player {name!r}: the players are {players}.").format(name=wanted.name, players=", ".join(PLAYERS))
            )
        return Seat(MACHINE, name=wanted.name)
    # Somebody at the same device who gave no name is called by the colour of the seat.
    return Seat(PERSON, guest.id, checked_name(wanted.name) if wanted.kind == "here" else guest.name)


def first_entries(table: Table, data: Mapping[str, Any], now: int) -> list[Entry]:
    """The log of a new table: it starts at once if everybody is there."""
    first = events.entries(0, now, (events.LAID, data))
    table.apply(first[0])
    if any(seat.kind == OPEN for seat in table.seats):
        return first
    started = events.entries(1, now, table.started())
    table.apply(started[0])
    return first + started


def next_of_match(table: Table) -> dict[str, Any]:
    """The first event of the table for the next game of a match: the same seats."""
    assert table.match is not None
    first = Game(table.spec, table.match.get("first", table.laid["options"]))
    finished = table.finished()
    return {
        **table.laid,
        "options": Match(first).games[table.match["number"]].options,
        "seats": told(table.seats),
        "previous": table.id,
        "match": {
            "number": table.match["number"] + 1,
            "games": table.match["games"],
            "first": first.options,
            "before": [*table.match["before"], {"winners": finished.winners, "points": finished.points}],
        },
    }


def rematch_of(table: Table) -> dict[str, Any]:
    """The first event of the table for another game by the same people: everybody moves up one seat."""
    match = table.match
    return {
        **table.laid,
        "options": match.get("first", table.laid["options"]) if match else table.laid["options"],
        "seats": told([*table.seats[-1:], *table.seats[:-1]]),
        "previous": table.id,
        "match": {"number": 1, "games": match["games"], "before": []} if match else None,
    }
