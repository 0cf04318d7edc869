"""How strong the players are: every figure that docs/search.md states, played anew. It takes hours; a stopped run goes on.

    python bench/strength.py --out results                    everything
    python bench/strength.py --out results --only firenze     the matches whose line contains that text
    python bench/strength.py --out results --games 40         a first impression
    python bench/strength.py --out results --plan             what would be played, and how long it would take

For each match one line: who played, how many games, the score of the first player with its 95% interval, what was asked
for, and how long each player thought about a move on average.

Beside the players of the house plays `clairvoyant`: maestro, shown what is hidden. Its matches ask for nothing; they say
how much of what maestro leaves to others is luck. It is known here alone, and goes on after a stop like everybody else.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

from bottega.arena import Outcome, load, run_arena, schedule
from bottega.arena import match as arena_match
from bottega.arena.ratings import wilson
from bottega.arena.results import RESULTS
from bottega.bench import machine
from bottega.errors import BottegaError
from bottega.game import Game, Position, View
from bottega.games import spec
from bottega.players import PLAYERS, Candidate, Player, player
from bottega.players.external import tell
from bottega.players.levels import LEVELS
from bottega.testing import random_game

GAMES = 200
PLAIN = "uct:1s"  # plain UCT with the time that maestro may take at the most
CLAIRVOYANT = "clairvoyant"
HIDING = ("toscana", "florentine")  # the games in which there is something to foresee


# ---------------------------------------------------------------- who sees what is hidden


class AllSeen(View):
    """A view that hides nothing: the position itself."""

    def __init__(self, position: Position) -> None:
        super().__init__(position.spec, position.seats, position.state.copy(), position.seat, position.past)

    def sample(self, seed: int) -> Position:
        """Only one position agrees with it."""
        return Position(self.spec, self.seats, self._state.copy(), options=None)


class Clairvoyant:
    """Thinks exactly as maestro does. Shown an ordinary view it is maestro; here the arena shows it everything."""

    def __init__(self, seed: int) -> None:
        self._maestro = player("maestro", seed)

    def choose(self, view: View) -> str:
        return self._maestro.choose(view)

    def analyse(self, view: View) -> list[Candidate]:
        return self._maestro.analyse(view)


def show(player: Player, position: Position) -> View:
    """What the arena shows to the player who decides."""
    return AllSeen(position) if isinstance(player, Clairvoyant) else tell(player, position)


def admit_clairvoyant() -> None:
    """Let the clairvoyant play in the arenas of this process."""
    PLAYERS[CLAIRVOYANT] = Clairvoyant
    arena_match.tell = show  # type: ignore[attr-defined]  # the package itself shows nobody more than a view


# ---------------------------------------------------------------- what is played


@dataclass(frozen=True)
class Match:
    """One player against others, and the score that is asked for."""

    game: str
    players: tuple[str, ...]  # the first one is measured; the rest fill the other seats
    goal: float | None = None  # None: a reference
    options: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join([self.game, *self.players, *(f"{key}={value}" for key, value in self.options.items())])

    def folder(self, out: Path) -> Path:
        return out / self.name.replace(" ", "_").replace(":", "-")

    def verdict(self, score: float) -> str:
        if self.goal is None:
            return "for comparison"
        return f"asked {self.goal:.0%}: {'holds' if score >= self.goal else 'FAILS'}"


def matches() -> list[Match]:
    """Everything that must hold, and what it is to be compared with."""
    rows = []
    for game, over_plain, over_greedy, over_level in (
        ("firenze", 0.70, 0.95, 0.65),
        ("toscana", 0.70, 0.95, 0.65),
        ("florentine", 0.58, 0.80, 0.58),
    ):
        rows.append(Match(game, ("maestro", PLAIN), over_plain))
        rows.append(Match(game, ("maestro", "greedy"), over_greedy))
        if game in HIDING:
            rows += [Match(game, (CLAIRVOYANT, other)) for other in (PLAIN, "greedy")]
        names = list(LEVELS)
        rows += [Match(game, (better, worse), over_level) for worse, better in pairwise(names)]
    rows.append(Match("firenze", ("maestro", "greedy", "greedy"), 0.75, {"players": "3"}))
    rows.append(Match("florentine", ("maestro", "greedy", "greedy"), 0.60, {"players": "3"}))
    rows.append(Match("florentine", ("maestro", "greedy", "greedy", "greedy"), 0.50, {"players": "4"}))
    return rows


def shares(outcomes: Sequence[Outcome], name: str) -> tuple[float, float, float]:
    """The score of a player, and the seconds that it and the others thought about a move."""
    won, own, others = 0.0, [0.0, 0], [0.0, 0]
    for outcome in outcomes:
        for seat, who in enumerate(outcome.seating):
            tally = own if who == name else others
            tally[0] += outcome.seconds[seat]
            tally[1] += outcome.decisions[seat]
            won += outcome.shares[seat] if who == name else 0.0
    return won / len(outcomes), own[0] / max(own[1], 1), others[0] / max(others[1], 1)


# ---------------------------------------------------------------- how long it takes


def played(match: Match, out: Path) -> list[Outcome]:
    """The games that are in the folder already."""
    folder = match.folder(out)
    return load(folder) if (folder / RESULTS).exists() else []


@cache
def guess(game: str, options: tuple[tuple[str, str], ...], who: str) -> float:
    """The seconds that a player may need in a game: what it takes in the middle of a random one, for every decision."""
    *positions, _end = [position.copy() for position in random_game(Game(spec(game), dict(options)), 1)]
    thinker = player(who, 1)
    for position in (positions[len(positions) // 2], positions[len(positions) // 3]):  # the first one loads the compiled code
        view = position.view(position.seat)
        begin = time.perf_counter()
        thinker.choose(view)
    return (time.perf_counter() - begin) * len(positions) / len(position.seats)


def expected(match: Match, outcomes: Sequence[Outcome]) -> float:
    """Seconds of thinking in a game: as measured in those that were played, else guessed."""
    if outcomes:
        return sum(sum(outcome.seconds) for outcome in outcomes) / len(outcomes)
    return sum(guess(match.game, tuple(match.options.items()), who) for who in match.players)


def left(chosen: Sequence[Match], games: int, seed: int, out: Path) -> tuple[int, float]:
    """How many games are still to be played, and for how many seconds on this machine."""
    number, seconds = 0, 0.0
    for match in chosen:
        done = played(match, out)
        keys = {outcome.key for outcome in done}
        tasks = schedule(spec(match.game), match.options, match.players, games, seed, [match.players])
        missing = sum(task.key not in keys for task in tasks)
        number += missing
        seconds += missing * expected(match, done) if missing else 0.0
    return number, seconds / (os.cpu_count() or 1)


def duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes == 0:
        return "less than a minute"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


# ---------------------------------------------------------------- the table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("strength"), help="folder of the results")
    parser.add_argument("--only", default="", help="play the matches whose line contains this text")
    parser.add_argument("--games", type=int, default=GAMES, help="games for each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plan", action="store_true", help="play nothing")
    given = parser.parse_args()
    print(machine())
    chosen = [match for match in matches() if given.only in match.name]
    for place, match in enumerate(chosen):
        number, seconds = left(chosen[place:], given.games, given.seed, given.out)
        if number:  # to standard error, where the bar of each match is, too
            plan = f"Matches left: {len(chosen) - place}, games left: {number}, about {duration(seconds)}. Now: {match.name}"
            print(plan, file=sys.stderr, flush=True)
        if given.plan:
            return
        run = run_arena(
            match.game,
            match.players,
            options=match.options,
            games=given.games,
            seed=given.seed,
            folder=match.folder(given.out),
            tables=[match.players],
            modules=[Path(__file__).stem],  # the processes that play know the clairvoyant
        )
        score, own, others = shares(run.outcomes, match.players[0])
        low, high = wilson(score, len(run.outcomes))
        print(
            f"{match.name:55}{len(run.outcomes):5} games  {score:6.1%} ({low:.1%} to {high:.1%})  "
            f"{match.verdict(score):22}{own * 1000:.0f} and {others * 1000:.0f} ms a move",
            flush=True,
        )


admit_clairvoyant()  # wherever this file is imported: see `modules` above

if __name__ == "__main__":
    try:
        main()
    except BottegaError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
