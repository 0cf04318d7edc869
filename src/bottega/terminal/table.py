"""A game at one keyboard: who sits where, whose eyes are on the screen, taking back, saving and loading.

Nothing here draws or asks: the typed game and the full-screen one share it.
"""

from collections.abc import Sequence
from pathlib import Path

from bottega.drawing.files import appearing
from bottega.errors import BottegaError
from bottega.game import Game, Position, View
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.light import has_come_to_light, has_secrets
from bottega.players import ENGINE, Player, player
from bottega.players.external import close_player, tell
from bottega.record import Record, write

ME = "me"  # the name of a seat for a person at this keyboard
ABSENT = "random"  # who plays where nobody is named


class Table:
    """A position and the people and machines around it."""

    def __init__(self, position: Position, names: Sequence[str], seed: int | None = None) -> None:
        self.position = position
        self.names = list(names)  # [seat] `me` or the name of a machine
        self.seed = seed
        self.players: list[Player | None] = [self._player(seat) for seat in range(len(self.names))]
        self.at_screen: int | None = None  # the person whose hand may be on the screen
        self.saved = len(position.history)  # moves that are in a file: who starts with some has them from one
        self.movers = _movers(position)  # [move] the seat that made it

    def _player(self, seat: int) -> Player | None:
        name = self.names[seat]
        return None if name == ME else player(name, None if self.seed is None else self.seed + seat)

    # ---------------------------------------------------------------- who sees what

    @property
    def people(self) -> list[int]:
        """The seats of people at this keyboard."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    @property
    def is_persons_turn(self) -> bool:
        return not self.position.is_over and self.players[self.position.seat] is None

    @property
    def is_demonstration(self) -> bool:
        """Machines among themselves."""
        return not self.people

    def _has_secrets(self) -> bool:
        """Whether people at this keyboard hide something from each other."""
        return has_secrets(self.position, self.people)

    @property
    def needs_hand_over(self) -> bool:
        """Whether the person who decides must not see what is on the screen, nor the one before what comes next."""
        return self.is_persons_turn and self.at_screen != self.position.seat and self._has_secrets()

    @property
    def viewer(self) -> int:
        """Whose eyes are on the screen: SPECTATOR where it could be anybody's."""
        people = self.people
        if not people or self.needs_hand_over:
            return SPECTATOR
        if len(people) == 1:
            return people[0]
        if not self._has_secrets():
            return self.position.seat if self.is_persons_turn else people[0]
        return SPECTATOR if self.at_screen is None else self.at_screen

    def view(self) -> View:
        """What may be on the screen now."""
        return self.position.view(self.viewer)

    def sit_down(self) -> None:
        """The person who decides is at the screen, and nobody else looks."""
        self.at_screen = self.position.seat

    # ---------------------------------------------------------------- moves

    def play(self, move: str) -> None:
        """Make a move; raises IllegalMove."""
        seat = self.position.seat
        self.position.play(move)
        self.movers.append(seat)

    def choose(self, position: Position) -> str:
        """The move of the machine whose decision it is. May take its time: to be called with a copy, away from the screen."""
        machine = self.players[position.seat]
        assert machine is not None, "a person decides"
        return machine.choose(tell(machine, position))

    def replace(self, seat: int, name: str) -> None:
        """Somebody else takes the seat, or the same player begins anew; what the old one thinks does not matter any more."""
        old = self.players[seat]
        self.names[seat] = name
        self.players[seat] = self._player(seat)
        if old is not None:
            close_player(old)

    def close(self) -> None:
        """Let the machines go."""
        for machine in self.players:
            if machine is not None:
                close_player(machine)

    # ---------------------------------------------------------------- the past

    def take_back(self) -> None:
        """Back to the last decision of a person, unless someone here has seen since what was hidden then."""
        trial = self.position.copy()
        while trial.history:
            trial.undo()
            if self.players[trial.seat] is None:
                if has_come_to_light(trial, self.position, self.people):
                    raise BottegaError(_("something that was hidden has been seen since: that move cannot be taken back"))
                self.position = trial
                del self.movers[len(trial.history) :]
                self.saved = min(self.saved, len(trial.history))
                return
        raise BottegaError(_("you have made no move yet"))

    # ---------------------------------------------------------------- records

    @property
    def is_unsaved(self) -> bool:
        """Whether leaving now would lose an unfinished game."""
        return not self.position.is_over and len(self.position.history) > self.saved

    def save(self, path: str | Path) -> None:
        """Write the game so far; raises FileError."""
        text = write(Record.from_position(self.position, self.names))
        with appearing(path) as put:
            put(text.encode())
        self.saved = len(self.position.history)


def _movers(position: Position) -> list[int]:
    """Who made each move of a game, found by playing it again."""
    again = Game(position.spec, position.options).start(seed=0)
    movers = []
    for move in position.history:
        movers.append(again.seat)
        again.play(move)
    return movers


def seating(position: Position, wanted: Sequence[str]) -> list[str]:
    """Who sits where, by the names that were asked for; the other seats are played by random."""
    if len(wanted) > len(position.seats):
        raise BottegaError(_("this game has {count} seats, not {wanted}").format(count=len(position.seats), wanted=len(wanted)))
    return [*wanted, *[ABSENT] * (len(position.seats) - len(wanted))]


def seating_of(record: Record, position: Position) -> list[str]:
    """Who goes on with a recorded game: the players of the house that it names, and people in all other seats.

    A record never starts a program: engines have to be asked for.
    """
    return [_known(record.players.get(seat, ME)) for seat in range(len(position.seats))]


def _known(name: str) -> str:
    try:
        if name != ME and not name.startswith(ENGINE):
            player(name, 0)
            return name
    except BottegaError:
        pass
    return ME
