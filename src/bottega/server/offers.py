"""Offers that wait for an answer: a draw, taking a move back, another game."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

DRAW, TAKE_BACK, REMATCH = "draw", "take_back", "rematch"


@dataclass
class Proposal:
    """Somebody offers something to everybody else."""

    what: str
    seat: int  # for which it is offered
    guest: str  # who offers it
    to: int = 0  # the ply to take back to
    accepted: set[str] = field(default_factory=set)  # guests

    def waits_for(self, guests: Collection[str]) -> set[str]:
        """Who of these has yet to answer."""
        return {guest for guest in guests if guest != self.guest and guest not in self.accepted}


class Offers:
    """The offers at a table, at the most one of each kind."""

    def __init__(self) -> None:
        self._open: dict[str, Proposal] = {}

    def __iter__(self) -> Iterator[Proposal]:
        return iter(self._open.values())

    def __contains__(self, what: str) -> bool:
        return what in self._open

    def copy(self) -> "Offers":
        twin = Offers()
        twin._open = {
            what: Proposal(offer.what, offer.seat, offer.guest, offer.to, offer.accepted.copy())
            for what, offer in self._open.items()
        }
        return twin

    def find(self, what: str) -> Proposal | None:
        return self._open.get(what)

    def make(self, offer: Proposal) -> None:
        self._open[offer.what] = offer

    def accept(self, what: str, guest: str) -> None:
        self._open[what].accepted.add(guest)

    def drop(self, what: str) -> None:
        self._open.pop(what, None)

    def clear(self) -> None:
        self._open.clear()

    def played_on(self, guest: str) -> None:
        """Whoever plays on declines what others offered, and needs no move back; an own offer of a draw stands."""
        self._open = {what: offer for what, offer in self._open.items() if what == DRAW and offer.guest == guest}
