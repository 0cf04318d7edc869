"""A table and who may do what at it. `decide` says what would happen, or why not; nothing changes before it is applied."""

from typing import Any

from bottega.game import Game
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.light import has_come_to_light
from bottega.server import events
from bottega.server.actions import Action, Answer, Hint, Leave, Look, Offer, Play, Resign, Sit, Withdraw
from bottega.server.errors import Forbidden, NotNow, RequestError
from bottega.server.events import Happening
from bottega.server.guests import Guest
from bottega.server.offers import DRAW, REMATCH, TAKE_BACK, Proposal
from bottega.server.state import MACHINE, OPEN, OVER, RUNNING, SUBSTITUTE, WAITING, TableState
from bottega.server.store import Entry
from bottega.server.turns import refusal

DUEL = 2  # players: if one gives up, the other one wins


class Table(TableState):
    """What is at the table, and what guests, machines and clocks may do there."""

    def decide(self, guest: Guest, action: Action, now: int) -> list[Entry]:
        """The events that an action would bring about; raises RequestError with the reason why it may not. Nothing changes."""
        match action:
            case Sit():
                happens = self._sit(guest, action)
            case Leave():
                happens = self._leave(guest, action)
            case Play():
                happens = self._play(guest, action, now)
            case Resign():
                happens = [(events.RESIGNED, self._given_up_by(self._running_seat(guest, action)))]
            case Offer():
                happens = self._offer(guest, action)
            case Answer():
                happens = self._answer(guest, action)
            case Withdraw():
                happens = self._withdraw(guest, action)
            case Look() | Hint():
                raise RequestError(_("this can be asked for over the socket alone"))
        return self._entries(now, *happens)

    def _entries(self, now: int, *happens: Happening) -> list[Entry]:
        """Time does not run backwards at a table, whatever the clock of the machine does."""
        return events.entries(self.seq, max(now, self.updated), *happens)

    # ---------------------------------------------------------------- whose it is

    def _own_seat(self, guest: Guest, action: Action) -> int:
        """The seat for which a guest acts: the one that is said, else the one to decide, else the first."""
        mine = self.seats_of(guest.id)
        if not mine:
            raise Forbidden(_("you have no seat at this table"))
        if action.seat is None:
            return self.seat if self.seat in mine else mine[0]
        if action.seat not in mine:
            raise Forbidden(_("that seat is not yours"))
        return action.seat

    def _running_seat(self, guest: Guest, action: Action) -> int:
        seat = self._own_seat(guest, action)
        self._check_running()
        return seat

    def _check_running(self) -> None:
        if self.state == WAITING:
            raise NotNow(_("the game has not begun: somebody has yet to sit down"))
        if self.state == OVER:
            raise NotNow(_("the game is over"))

    # ---------------------------------------------------------------- before the game

    def _sit(self, guest: Guest, action: Sit) -> list[Happening]:
        if self.seats_of(guest.id):
            raise NotNow(_("you have a seat at this table already"))
        free = [number for number, seat in enumerate(self.seats) if seat.kind == OPEN]
        if self.state != WAITING or not free:
            raise NotNow(_("all seats are taken"))
        seat = free[0] if action.seat is None else action.seat
        if seat not in free:
            raise NotNow(_("that seat is taken: choose another one"))
        sat = (events.SAT, {"seat": seat, "guest": guest.id, "name": guest.name})
        return [sat, self.started()] if len(free) == 1 else [sat]

    def started(self) -> Happening:
        """The event that starts the game, with shuffles by chance."""
        first = Game(find_spec(self.laid["game"]), self.laid["options"]).start()
        return events.STARTED, {"options": first.options}

    def _leave(self, guest: Guest, action: Leave) -> list[Happening]:
        seat = self._own_seat(guest, action)
        if self.state != WAITING:
            raise NotNow(_("the game has begun: you can resign"))
        return [(events.LEFT, {"seat": seat})]

    # ---------------------------------------------------------------- moves

    def _play(self, guest: Guest, action: Play, now: int) -> list[Happening]:
        seat = self._running_seat(guest, action)
        if action.ply != self.ply:
            raise NotNow(_("the game has moved on since: look again"))
        if seat != self.seat:
            raise Forbidden(_("it is not your turn"))
        if self.is_time_up(now):
            raise NotNow(_("your time is up"))
        placing = find_spec(self.laid["game"]).placing
        return [self._checked_move(seat, placing.with_extras(action.move, action.extras) if action.extras else action.move)]

    def _checked_move(self, seat: int, move: str) -> Happening:
        assert self.position is not None
        reason = refusal(self.position.view(seat), move)
        if reason:
            raise RequestError(reason)
        return events.PLAYED, {"seat": seat, "move": move}

    def machine_plays(self, move: str, now: int) -> list[Entry]:
        """The move of the machine whose decision it is; raises RequestError if it is none."""
        assert self.thinking
        return self._entries(now, self._checked_move(self.seat, move))

    # ---------------------------------------------------------------- giving up

    def _given_up_by(self, seat: int) -> dict[str, Any]:
        return {"seat": seat, "machine": None if len(self.seats) == DUEL else SUBSTITUTE}

    def is_time_up(self, now: int) -> bool:
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def time_up(self, now: int) -> list[Entry]:
        """What happens if the time of the seat to decide is up; nothing if it is not."""
        return self._entries(now, (events.TIMED_OUT, self._given_up_by(self.seat))) if self.is_time_up(now) else []

    # ---------------------------------------------------------------- offers

    def _others(self, guest: str) -> list[str]:
        return [other for other in self.guests if other != guest]

    def why_no_offer(self, what: str) -> str:
        """Why nobody can offer that now; empty: it can be offered. About a way back `why_no_way_back` says more."""
        if what == REMATCH:
            if self.state != OVER:
                return _("the game is not over yet")
            if self.is_rematch_agreed or self.next:
                return _("the next game has been laid already")
        elif self.state != RUNNING:
            return _("the game is over") if self.state == OVER else _("the game has not begun: somebody has yet to sit down")
        if what in self.offers:
            return _("that has been offered already")
        if what == DRAW and any(seat.kind == MACHINE for seat in self.seats):
            return _("machines play on: a draw can be agreed on among people only")
        return ""

    def last_decision(self, guest: str) -> int | None:
        """The ply of the last decision that this guest made."""
        mine = self.seats_of(guest)
        return next((ply for ply in reversed(range(self.ply)) if self.movers[ply] in mine), None)

    def why_no_way_back(self, guest: str) -> str:
        """Why the last decision of this guest cannot be taken back; empty: it can."""
        to = self.last_decision(guest)
        return _("you have made no move yet") if to is None else self._seen_since(to)

    def _seen_since(self, to: int) -> str:
        assert self.position is not None
        mover = self.movers[to]
        people = sorted(self.people, key=lambda seat: seat != mover)  # mostly it is the mover who has seen something
        if has_come_to_light(self.position.at(to), self.position, people):
            return _("something that was hidden has been seen since: that move cannot be taken back")
        return ""

    def _offer(self, guest: Guest, action: Offer) -> list[Happening]:
        seat = self._own_seat(guest, action)
        reason = self.why_no_offer(action.what) or (self.why_no_way_back(guest.id) if action.what == TAKE_BACK else "")
        if reason:
            raise NotNow(reason)
        offer = Proposal(action.what, seat, guest.id, self.last_decision(guest.id) or 0)
        if not self._others(guest.id):
            return [self._agreed(offer)]
        data = {"what": offer.what, "seat": seat, "guest": guest.id}
        return [(events.OFFERED, data | ({"to": offer.to} if offer.what == TAKE_BACK else {}))]

    def _agreed(self, offer: Proposal) -> Happening:
        """What happens when everybody has agreed."""
        if offer.what == DRAW:
            return events.DRAWN, {}
        if offer.what == REMATCH:
            return events.REMATCHED, {}
        reason = self._seen_since(offer.to)
        if reason:
            raise NotNow(reason)
        return events.TAKEN_BACK, {"to": offer.to}

    def _answer(self, guest: Guest, action: Answer) -> list[Happening]:
        self._own_seat(guest, action)
        offer = self.offers.find(action.what)
        if offer is None:
            raise NotNow(_("there is no such offer any more"))
        if offer.guest == guest.id:
            raise Forbidden(_("that is your own offer: the others answer it"))
        waiting = offer.waits_for(self.guests)
        if guest.id not in waiting:
            raise NotNow(_("you have answered already"))
        answered = (events.ANSWERED, {"guest": guest.id, "what": action.what, "accept": action.accept})
        return [answered, self._agreed(offer)] if action.accept and waiting == {guest.id} else [answered]

    def _withdraw(self, guest: Guest, action: Withdraw) -> list[Happening]:
        self._own_seat(guest, action)
        offer = self.offers.find(action.what)
        if offer is None:
            raise NotNow(_("there is no such offer any more"))
        if offer.guest != guest.id:
            raise Forbidden(_("that is not your offer"))
        return [(events.WITHDRAWN, {"what": action.what})]

    # ---------------------------------------------------------------- the server itself

    def paused(self, now: int) -> list[Entry]:
        return self._entries(now, (events.PAUSED, {}))

    def resumed(self, now: int) -> list[Entry]:
        return self._entries(now, (events.RESUMED, {}))
