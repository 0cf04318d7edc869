"""Which games are played: who sits where, with which shuffles.

A *table* is a choice of players for the seats. In each *round* one shuffle is played at every table from every side: the
players of a table change seats in turn, so that each sits once in each seat. All random numbers of a game come from the
seed of the run, the round and the seating, so a game is the same whatever else is played and wherever.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.spec import GameSpec

LONGEST_NAME = 40  # characters of a player in the name of a file


@dataclass(frozen=True)
class Task:
    """One game to be played. It is plain data: it travels to other processes and machines as JSON."""

    game: str
    options: dict[str, str]
    round: int
    seating: tuple[str, ...]  # [seat] the player as tables and files call it
    players: tuple[str, ...]  # [seat] the name that makes the player
    shuffle_seed: int
    player_seeds: tuple[int, ...]  # [seat]

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        """What tells a game from all others of a run."""
        return self.round, self.seating

    @property
    def file_name(self) -> str:
        """The name of the file of its record."""
        plain = [re.sub(r"[^A-Za-z0-9.-]+", "-", name)[:LONGEST_NAME] for name in self.seating]
        parts = [f"{self.round:05}", *plain]
        if tuple(plain) != self.seating:  # different players could have become the same
            parts.append(hashlib.sha256("\0".join(self.seating).encode()).hexdigest()[:8])
        return "_".join(parts) + ".bgn"


def derived_seed(*parts: object) -> int:
    """64 bits that tell nothing about the seed among the parts, nor about other numbers derived from it."""
    text = "\0".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def labels(players: Sequence[str]) -> list[str]:
    """What to call the players: a name that comes again gets a number."""
    return [
        name if players[:place].count(name) == 0 else f"{name}.{players[:place].count(name) + 1}"
        for place, name in enumerate(players)
    ]


def all_tables(players: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """All choices of players for the seats; where there are too few of them, all in which each of them sits."""
    if len(players) < 2:
        raise BottegaError(_("an arena needs at least two players, not {count}").format(count=len(players)))
    if len(players) >= seats:
        return list(combinations(players, seats))
    return [table for table in combinations_with_replacement(players, seats) if set(table) == set(players)]


def seatings(table: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """The seatings of a table in a round: every turn of one order around the table, another order in the next round."""
    first, *others = table
    orders: dict[frozenset[tuple[str, ...]], list[tuple[str, ...]]] = {}
    for rest in permutations(others):
        order = (first, *rest)
        turns = list(dict.fromkeys(order[turn:] + order[:turn] for turn in range(len(order))))
        orders.setdefault(frozenset(turns), turns)
    return list(orders.values())[number % len(orders)]


def variants(spec: GameSpec, options: Mapping[str, object]) -> list[dict[str, str]]:
    """The options of the rounds, in turn: where a match has games that differ (T10), rounds differ in the same way.

    What was asked for stays as it is.
    """
    complete = spec.complete(options)
    if spec.match is None:
        return [complete]
    games = [spec.complete({**dict(game), **options}) for game in spec.match(complete)]
    return [game for place, game in enumerate(games) if game not in games[:place]]


def schedule(
    spec: GameSpec,
    options: Mapping[str, object],
    players: Sequence[str],
    games: int,
    seed: int,
    tables: Sequence[Sequence[str]] | None = None,
) -> Iterator[Task]:
    """The games of a run, at least `games` at each table, in whole rounds.

    `tables` names the players of each table by their labels; by default all tables are played.
    """
    names = dict(zip(labels(players), players, strict=True))
    rounds = variants(spec, options)
    seats = len(spec.seats(spec.setup(rounds[0])))
    chosen = [tuple(table) for table in tables] if tables else all_tables(list(names), seats)
    for table in chosen:
        if len(table) != seats or not set(table) <= set(names):
            reason = _("a table names {seats} of the players {players}, not {table}")
            raise BottegaError(reason.format(seats=seats, players=", ".join(names), table=", ".join(table)))
    played = dict.fromkeys(chosen, 0)
    number = 0
    while any(count < games for count in played.values()):
        for table in chosen:
            if played[table] >= games:
                continue
            for seating in seatings(table, number):
                played[table] += 1
                yield Task(
                    spec.name,
                    rounds[number % len(rounds)],
                    number,
                    seating,
                    tuple(names[label] for label in seating),
                    derived_seed(seed, "shuffle", number),
                    tuple(derived_seed(seed, "player", number, *seating, seat) for seat in range(seats)),
                )
        number += 1
