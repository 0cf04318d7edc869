"""Matches between players on this machine or on a Ray cluster, and what they tell about strength. See docs/arena.md."""

import os
import re
import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from bottega.arena.cluster import RayPool
from bottega.arena.match import Outcome, play_task
from bottega.arena.ratings import Pairing, Standing, pairings, standings
from bottega.arena.results import Header, Results, load, stored_seed
from bottega.arena.schedule import Task, schedule, variants
from bottega.arena.tables import notes, pairings_table, standings_table
from bottega.arena.worker import load_modules
from bottega.arena.workers import Lost, WorkerPool
from bottega.errors import BottegaError
from bottega.games import spec
from bottega.i18n import _
from bottega.players import player
from bottega.players.external import can_be_told, close_player

__all__ = [
    "Lost",
    "Outcome",
    "Pairing",
    "Run",
    "Standing",
    "Task",
    "load",
    "pairings",
    "play_task",
    "run_arena",
    "schedule",
    "show_run",
    "split_words",
    "standings",
]

PLOT = "ratings.svg"


@dataclass(frozen=True)
class Run:
    """A run that has come to its end."""

    game: str
    seed: int
    folder: Path
    outcomes: list[Outcome]
    lost: list[Lost]  # games that could not be played; the same command tries them again


def split_words(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The players and the options of the game among the words of a command."""
    options = [word.partition("=") for word in words if re.match(r"[a-z_]+=", word)]
    return [word for word in words if not re.match(r"[a-z_]+=", word)], {name: value for name, _equals, value in options}


def run_arena(
    game: str,
    players: Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    games: int = 100,
    seed: int | None = None,
    processes: int | None = None,
    folder: str | Path | None = None,
    tables: Sequence[Sequence[str]] | None = None,
    ray: str | None = None,
    modules: Sequence[str] = (),
    is_quiet: bool = False,
) -> Run:
    """Play at least `games` games at each table, those apart that are in the folder already, and keep all of them there.

    `tables` chooses who sits together (by default everyone with everyone), `ray` is the address of a cluster or "local",
    `modules` are imported wherever games are played, so that they can add to `bottega.players.PLAYERS`.
    """
    found, chosen = spec(game), options or {}
    load_modules((), modules)
    _check_players(players, game)
    if games < 1:
        raise BottegaError(_("an arena plays at least one game, not {games}").format(games=games))
    where = Path(folder) if folder else Path("arena") / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    if seed is None:
        stored = stored_seed(where)
        seed = secrets.randbits(32) if stored is None else stored
    tasks = list(schedule(found, chosen, players, games, seed, tables))
    count = processes or os.cpu_count() or 1
    pool = RayPool(ray, count, modules) if ray else WorkerPool(count, modules)
    with Results(where, Header(game, variants(found, chosen), seed)) as results:
        done = {outcome.key for outcome in results.outcomes}
        todo = [task for task in tasks if task.key not in done]
        lost = _play(pool, todo, len(tasks), results, is_quiet)
        wanted = {task.key for task in tasks}
        outcomes = sorted((o for o in results.outcomes if o.key in wanted), key=lambda outcome: outcome.key)
    return Run(game, seed, where, outcomes, lost)


def _check_players(players: Sequence[str], game: str) -> None:
    for name in players:
        machine = player(name, 0)
        if hasattr(machine, "follow") and not can_be_told(spec(game)):
            reason = _("{player} cannot play {game}: the game does not say how to draw its shuffles anew for a seat")
            raise BottegaError(reason.format(player=name, game=spec(game).title))
        close_player(machine)


def _play(pool: WorkerPool | RayPool, todo: Sequence[Task], total: int, results: Results, is_quiet: bool) -> list[Lost]:
    """Play what is to be played, with a bar that shows how far it is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    lost: list[Lost] = []
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(_("games, left:")), TimeRemainingColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    try:
        with closing(pool.play(todo)) as stream, Progress(*columns, console=console, disable=is_quiet) as progress:
            bar = progress.add_task("", total=total, completed=total - len(todo))
            for result in stream:
                if isinstance(result, Lost):
                    lost.append(result)
                else:
                    results.add(*result)
                progress.advance(bar)
    except KeyboardInterrupt:
        if not is_quiet:
            played = len(results.outcomes)
            reason = _("Stopped after {played} games. The same command with --out {folder} goes on from there.")
            print(reason.format(played=played, folder=results.folder), file=sys.stderr)
        raise
    return lost


def show_run(run: Run, console: Any = None) -> Path | None:
    """Print the tables of a run and draw its plot; the path of the plot, None if nothing was played."""
    from rich.console import Console

    from bottega.arena.plot import plot

    console = console or Console()
    for loss in run.lost:
        console.print(_("Not played: {players}: {reason}").format(players=", ".join(loss.task.seating), reason=loss.reason))
    if not run.outcomes:
        return None
    title = _("{game}, {count} games, seed {seed}").format(game=spec(run.game).title, count=len(run.outcomes), seed=run.seed)
    console.print(standings_table(run.outcomes, title))
    pairs = pairings_table(run.outcomes)
    if pairs is not None:
        console.print(pairs)
    for note in notes(run.outcomes):
        console.print(note, markup=False, highlight=False)
    plot(run.outcomes, run.folder / PLOT, title)
    console.print(_("Results, records and plot are in {folder}").format(folder=run.folder), markup=False, highlight=False)
    return run.folder / PLOT
