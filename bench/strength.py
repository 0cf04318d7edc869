"""How strong the players are: every figure that docs/search.md states, played anew. It takes hours; a stopped run goes on.

    python bench/strength.py --out results                    everything
    python bench/strength.py --out results --only firenze     the matches whose line contains that text
    python bench/strength.py --out results --games 40         a first impression

For each match one line: who played, how many games, the score of the first player with its 95% interval, what was asked
for, and how long each player thought about a move on average.
"""

import argparse
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from bottega.arena import Outcome, run_arena
from bottega.arena.ratings import wilson
from bottega.bench import machine
from bottega.players.levels import LEVELS

GAMES = 200
PLAIN = "uct:1s"  # plain UCT with the time that maestro may take at the most


@dataclass(frozen=True)
class Match:
    """One player against others, and the score that is asked for."""

    game: str
    players: tuple[str, ...]  # the first one is measured; the rest fill the other seats
    goal: float
    options: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join([self.game, *self.players, *(f"{key}={value}" for key, value in self.options.items())])


def matches() -> list[Match]:
    """Everything that must hold."""
    rows = []
    for game, over_plain, over_greedy, over_level in (
        ("firenze", 0.70, 0.95, 0.65),
        ("toscana", 0.70, 0.95, 0.65),
        ("florentine", 0.58, 0.80, 0.58),
    ):
        rows.append(Match(game, ("maestro", PLAIN), over_plain))
        rows.append(Match(game, ("maestro", "greedy"), over_greedy))
        names = list(LEVELS)
        rows += [Match(game, (better, worse), over_level) for worse, better in pairwise(names)]
    rows.append(Match("firenze", ("maestro", "greedy", "greedy"), 0.75, {"players": "3"}))
    rows.append(Match("florentine", ("maestro", "greedy", "greedy"), 0.60, {"players": "3"}))
    rows.append(Match("florentine", ("maestro", "greedy", "greedy", "greedy"), 0.50, {"players": "4"}))
    return rows


def shares(outcomes: list[Outcome], name: str) -> tuple[float, float, float]:
    """The score of a player, and the seconds that it and the others thought about a move."""
    won, own, others = 0.0, [0.0, 0], [0.0, 0]
    for outcome in outcomes:
        for seat, who in enumerate(outcome.seating):
            tally = own if who == name else others
            tally[0] += outcome.seconds[seat]
            tally[1] += outcome.decisions[seat]
            won += outcome.shares[seat] if who == name else 0.0
    return won / len(outcomes), own[0] / max(own[1], 1), others[0] / max(others[1], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("strength"), help="folder of the results")
    parser.add_argument("--only", default="", help="play the matches whose line contains this text")
    parser.add_argument("--games", type=int, default=GAMES, help="games for each match")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(machine())
    for match in matches():
        if chosen.only not in match.name:
            continue
        folder = chosen.out / match.name.replace(" ", "_").replace(":", "-")
        run = run_arena(
            match.game,
            match.players,
            options=match.options,
            games=chosen.games,
            seed=chosen.seed,
            folder=folder,
            tables=[match.players],
        )
        score, own, others = shares(run.outcomes, match.players[0])
        low, high = wilson(score, len(run.outcomes))
        verdict = "holds" if score >= match.goal else "FAILS"
        print(
            f"{match.name:55}{len(run.outcomes):5} games  {score:6.1%} ({low:.1%} to {high:.1%})  "
            f"asked {match.goal:.0%}: {verdict}  {own * 1000:.0f} and {others * 1000:.0f} ms a move",
            flush=True,
        )


if __name__ == "__main__":
    main()
