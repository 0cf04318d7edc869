"""What a guest sees of a table: whose eyes, and the scene of docs/server.md. Nobody gets more than the view of the own seat."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from bottega import i18n
from bottega.game import View
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.light import has_secrets
from bottega.match import wins
from bottega.server.endings import result_words
from bottega.server.offers import DRAW, REMATCH, TAKE_BACK
from bottega.server.pictures import look_of
from bottega.server.state import OPEN, OVER, PERSON, RUNNING, WAITING
from bottega.server.table import Table
from bottega.server.turns import turn_of

Kept = TypeVar("Kept")


class Seeing:
    """Makes scenes of one table, and keeps what several guests see."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], Any] = {}  # what holds as long as the position stays
        self._moved = 0  # the event that made the position
        self._spoken: dict[str, list[tuple[str, str]]] = {}  # by language the moves so far, each with its words

    def _keep(self, table: Table, key: tuple[Any, ...], make: Callable[[], Kept]) -> Kept:
        if table.moved != self._moved:
            self._kept.clear()
            self._moved = table.moved
        if key not in self._kept:
            self._kept[key] = make()
        kept: Kept = self._kept[key]
        return kept

    # ---------------------------------------------------------------- whose eyes

    def eyes(self, table: Table, guest: str, look: int | None = None) -> tuple[int, int | None]:
        """The seat that is seen with, or SPECTATOR; and the seat whose person is to take the device before anything is shown.

        `look` is the seat whose person has said to be at the screen.
        """
        mine = table.seats_of(guest)
        if not mine:
            return SPECTATOR, None
        if len(mine) == 1 or table.position is None or table.state == OVER:
            return mine[0], None
        position = table.position
        if not self._keep(table, ("secrets", *mine), lambda: has_secrets(position, mine)):
            return (table.seat if table.seat in mine else mine[0]), None
        if look in mine and (table.seat not in mine or table.seat == look):
            return look, None
        return SPECTATOR, table.seat if table.seat in mine else None

    def view(self, table: Table, viewer: int) -> View:
        """What a seat sees, or a spectator."""
        position = table.position
        assert position is not None
        return self._keep(table, ("view", viewer), lambda: position.view(viewer))

    # ---------------------------------------------------------------- the scene

    def scene(
        self,
        table: Table,
        guest: str,
        now: int,
        *,
        look: int | None = None,
        known: int | None = None,
        online: Collection[str] = (),
        theme: str = "",
        is_warming: bool = False,
    ) -> dict[str, Any]:
        """The scene for a guest who knows so many moves already; None: who has just come."""
        viewer, waits_for = self.eyes(table, guest, look)
        mine = table.seats_of(guest)
        start = min(known or 0, table.ply)
        is_news = known is not None and start < table.ply
        return {
            "type": "scene",
            "seq": table.seq,
            "now": now,
            "table": table.id,
            "game": table.laid["game"],
            "title": _(table.spec.title),
            "options": table.laid["options"],
            "state": table.state,
            "viewer": viewer,
            "mine": mine,
            "waits_for_look": waits_for,
            "seats": self._seats(table, guest, now, online),
            "seat": table.seat,
            "ply": table.ply,
            "from": start,
            "moves": self._moves(table, start),
            "turn": self._turn(table, viewer, theme),
            "offers": [
                {"seat": offer.seat, "what": offer.what, "waits_for": self._answering(table, offer.waits_for(table.guests))}
                for offer in table.offers
            ],
            "can": self._can(table, guest, viewer),
            "moments": self._moments(table, theme) if is_news else [],
            "clock": table.laid["clock"],
            "hints": table.laid["hints"],
            "fits": table.laid["fits"],
            "result": self._result(table),
            "match": self._match(table),
            "rematch": table.rematch,
            "previous": table.laid["previous"],
            "thinking": table.thinking,
            "is_warming": is_warming,
        }

    def _answering(self, table: Table, guests: Collection[str]) -> list[int]:
        return [seat for seat in table.people if table.seats[seat].guest in guests]

    def _seats(self, table: Table, guest: str, now: int, online: Collection[str]) -> list[dict[str, Any]]:
        scores, winners = self._scores(table), table.winners
        return [
            {
                "colour": colour,
                "player": seat.player,
                "kind": seat.kind,
                "level": seat.level,
                "is_here": seat.kind == PERSON and seat.guest == guest,
                "is_online": seat.guest in online if seat.kind == PERSON else None,
                "score": list(scores[number]),
                "clock": table.clock_of(number, now),
                "is_winner": number in winners,
            }
            for number, (colour, seat) in enumerate(zip(table.colours(), table.seats, strict=True))
        ]

    def _scores(self, table: Table) -> tuple[tuple[int, ...], ...]:
        """As everybody can count them."""
        if table.position is None:
            return ((0,) * len(table.spec.score_parts),) * len(table.seats)
        return self._keep(table, ("scores",), lambda: self.view(table, SPECTATOR).scores())

    def _moves(self, table: Table, start: int) -> list[dict[str, Any]]:
        if table.position is None:
            return []
        spoken = self._words(table)
        return [
            {"seat": table.movers[ply], "move": move, "words": words, "spent": table.spent[ply]}
            for ply, (move, words) in enumerate(spoken[start:], start)
        ]

    def _words(self, table: Table) -> list[tuple[str, str]]:
        """All moves with their words in the language of the moment, as everybody who watches could say them."""
        assert table.position is not None
        spoken = self._spoken.setdefault(i18n.language.get(), [])
        history, past = table.position.history, table.position.past
        same = 0
        while same < min(len(spoken), len(history)) and spoken[same][0] == history[same]:
            same += 1
        del spoken[same:]
        if same < len(history):
            position, stage = table.position_at(same), table.spec.stage
            for ply in range(same, len(history)):
                words = stage.spoken_move(position.view(SPECTATOR).state, past[ply])
                spoken.append((history[ply], words))
                position.play(history[ply])
        return spoken

    def _turn(self, table: Table, viewer: int, theme: str) -> dict[str, Any] | None:
        if viewer == SPECTATOR or viewer != table.seat:
            return None
        key = ("turn", viewer, theme, i18n.language.get())
        return self._keep(table, key, lambda: turn_of(self.view(table, viewer), viewer, theme))

    def _moments(self, table: Table, theme: str) -> list[dict[str, Any]]:
        """What there is to celebrate in the last move, as everybody who watches sees it."""
        return self._keep(table, ("moments", theme, i18n.language.get()), lambda: _celebrated(table, theme))

    def _can(self, table: Table, guest: str, viewer: int) -> list[str]:
        """What this guest may do now."""
        mine = table.seats_of(guest)
        if table.state == WAITING:
            return ["leave"] if mine else ["sit"] if any(seat.kind == OPEN for seat in table.seats) else []
        can = ["fits"] if table.state == RUNNING and table.laid["fits"] else []
        if not mine:
            return can
        if table.state == RUNNING:
            can.append("resign")
        if viewer != SPECTATOR and viewer == table.seat and table.laid["hints"]:
            can.append("hint")
        offered = [what for what in (DRAW, TAKE_BACK, REMATCH) if not table.why_no_offer(what)]
        if TAKE_BACK in offered:
            key = (TAKE_BACK, guest, *table.people)
            if self._keep(table, key, lambda: table.why_no_way_back(guest)):
                offered.remove(TAKE_BACK)
        return can + offered

    def _result(self, table: Table) -> dict[str, Any] | None:
        if table.state != OVER:
            return None
        words = result_words(table)
        return {"text": table.result, "ended": table.ending, "words": words, "winners": table.winners}

    def _match(self, table: Table) -> dict[str, Any] | None:
        match = table.match
        if match is None:
            return None
        standing = wins(table.finished_games()) or (0,) * len(table.seats)
        return {
            "number": match["number"],
            "games": match["games"],
            "standing": [str(won) for won in standing],
            "next": table.next,
            "result": table.match_result,
        }


def _celebrated(table: Table, theme: str) -> list[dict[str, Any]]:
    assert table.position is not None
    before, after = table.position_at(table.ply - 1).view(SPECTATOR), table.position.view(SPECTATOR)
    moments = table.spec.stage.moments(before.state, table.position.past[-1], after.state, look_of(table.spec, theme))
    return [{"words": moment.words, "overlay": moment.overlay} for moment in moments]
