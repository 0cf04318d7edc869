"""What a player is."""

from dataclasses import dataclass
from typing import Protocol

from bottega.game import View


@dataclass(frozen=True)
class Candidate:
    """One move as a player judges it."""

    move: str
    visits: int  # games that the judgement rests on
    wins: tuple[float, ...]  # [seat] chance to win, a shared win counting its share
    scores: tuple[float, ...]  # [seat] expected score, its first part


class Player(Protocol):
    """Someone who decides for a seat. It is shown what the seat sees."""

    def choose(self, view: View) -> str:
        """A legal move for the viewer, whose decision it is."""

    def analyse(self, view: View) -> list[Candidate]:
        """All moves, best first."""
