"""A page about a game: what a designer or a serious player would want to know, from many games. See docs/report.md."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from bottega.arena import Task, play_task, schedule
from bottega.arena.worker import warm_up
from bottega.bench import machine, measure_playouts
from bottega.errors import BottegaError
from bottega.game import Game
from bottega.i18n import _
from bottega.players import player as find_player
from bottega.report import rulestats, sections, strength
from bottega.report.charts import Charts
from bottega.report.data import Data
from bottega.report.gather import RANDOM, Job, gather, jobs, joined, workers
from bottega.report.page import page, paragraph
from bottega.report.study import studied

__all__ = ["DEFAULT_LADDER", "report"]

DEFAULT_LADDER = ("random", "greedy", "mcts:200")
COUNTED = 400  # random games that are asked the game's own questions
LEAST_WAY = 100  # random games of each way to play, at the least
PLAYER_PORTION = 2  # games of a player in one piece of work


def report(
    game: Game,
    out: str | Path,
    *,
    games: int = 10_000,
    player: str = "greedy",
    player_games: int = 200,
    ladder: Sequence[str] = DEFAULT_LADDER,
    ladder_games: int = 60,
    seed: int = 0,
    processes: int | None = None,
    seconds: float = 2.0,
    is_quiet: bool = False,
) -> Path:
    """Play the games that are needed and write the page; returns its path.

    `games` random games, `player_games` with `player` in all seats, `ladder_games` for each pairing (or table) of the
    players in `ladder`, about `seconds` to measure speed. With the same seed the page is the same, its section on speed
    apart. The file appears when it is complete and not before.
    """
    for what, value in (("games", games), ("player_games", player_games), ("ladder_games", ladder_games)):
        if value < 1:
            raise BottegaError(_("{what} is a number of games, at least 1, not {value}").format(what=what, value=value))
    if processes is not None and processes < 1:
        raise BottegaError(_("a report needs at least one process, not {processes}").format(processes=processes))
    for name in (player, *ladder):
        find_player(name, seed=0)
    tasks = list(schedule(game.spec, game.options, ladder, ladder_games, seed))
    _need_matplotlib()
    with _appearing(Path(out)) as file:
        data = _gathered(game, games, player, player_games, tasks, seed, processes or os.cpu_count() or 1, seconds, is_quiet)
        file.write_text(_written(data), encoding="utf-8")
    return Path(out)


def _need_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401  # wanted later, missed now
    except ImportError:
        raise BottegaError(_("a report needs matplotlib for its charts: pip install 'bottega[arena]'")) from None


@contextmanager
def _appearing(out: Path) -> Iterator[Path]:
    """A file beside `out` that takes its place when all has gone well, and leaves no trace otherwise."""
    try:
        if out.is_dir():
            raise BottegaError(_("{path} is a folder: say which file to write").format(path=out))
        handle, name = tempfile.mkstemp(prefix=f".{out.name}.", suffix=".part", dir=out.parent)
    except OSError as error:
        raise BottegaError(_("{path} cannot be written: {reason}").format(path=out, reason=error.strerror)) from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
        mask = os.umask(0)
        os.umask(mask)
        part.chmod(0o666 & ~mask)  # temporary files are private, a page is not
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _gathered(
    game: Game,
    games: int,
    player: str,
    player_games: int,
    tasks: Sequence[Task],
    seed: int,
    processes: int,
    seconds: float,
    is_quiet: bool,
) -> Data:
    """Play everything, showing how far it is."""
    study = studied(game.spec)
    has_shuffle = any(option.is_shuffle for option in game.spec.options)
    free = 0 if has_shuffle else 2 * len(game.spec.seats(game.spec.setup(game.options)))
    way_games = max(LEAST_WAY, games // 10)
    stages: list[tuple[str, Callable[[Any], Any], list[Any]]] = [
        (_("Random games"), gather, jobs(game, RANDOM, games, seed, counted=COUNTED)),
        (player, gather, jobs(game, player, player_games, seed, free, player_games, PLAYER_PORTION)),
        *(
            (way, gather, jobs(Game(game.spec, options), RANDOM, way_games, seed, counted=COUNTED // 4, portion=LEAST_WAY))
            for way, options in study.ways().items()
        ),
        (_("Ladder"), play_task, list(tasks)),
    ]
    columns = (
        TextColumn("{task.description:24}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(_("left:")),
        TimeRemainingColumn(),
        TimeElapsedColumn(),
    )
    _compile([work[0] for _name, function, work in stages if function is gather], [*tasks, replace(tasks[0], players=(player,))])
    with Progress(*columns, console=Console(stderr=True), disable=is_quiet) as progress, workers(processes) as run:
        bars = [progress.add_task(name, total=len(work), start=False) for name, _function, work in stages]
        results = []
        for bar, (_name, function, work) in zip(bars, stages, strict=True):
            progress.start_task(bar)
            done = []
            for result in run(function, work):
                done.append(result)
                progress.advance(bar)
            results.append(done)
        random, played, *ways, ladder = results
        speed = measure_playouts(game, seconds, seed)
    names = list(study.ways())
    return Data(
        game,
        study,
        joined(random),
        joined(played),
        dict(zip(names, map(joined, ways), strict=True)),
        ladder,
        speed,
        machine(),
        seed,
    )


def _compile(works: Sequence[Job], tasks: Sequence[Task]) -> None:
    """Let everything be compiled here, once: the processes that play then find it on disk."""
    for work in works:
        if work.player == RANDOM:
            gather(replace(work, seeds=work.seeds[:1], counted=1))
    for task in tasks:
        warm_up(task)


def _written(data: Data) -> str:
    """The page."""
    charts = Charts()
    contents = [
        ("glance", _("At a glance"), sections.glance),
        ("length", _("Length"), sections.length),
        ("choices", _("Choices"), sections.choices),
        ("seats", _("Seats and colours"), sections.seats),
        ("results", _("Draws"), sections.results),
        ("scores", _("Scores"), sections.scores),
        ("lead", _("Lead"), sections.lead),
        ("rules", _("Rules"), rulestats.rules),
        ("openings", _("Openings"), sections.openings),
        ("ways", _("Ways to play"), rulestats.ways),
        ("ladder", _("Ladder"), strength.ladder),
        ("speed", _("Speed"), strength.speed),
    ]
    made = [(name, title, make(data, charts)) for name, title, make in contents]
    made = [(name, title, text) for name, title, text in made if text]
    spec = data.game.spec
    options = ", ".join(f"{name}={value}" for name, value in data.game.options.items())
    note = data.study.note(data.game.options)
    header = (
        f"<h1>{escape(spec.title)}</h1>"
        + paragraph(_("A game by {designer}, in figures").format(designer=spec.designer), "by")
        + paragraph(spec.summary)
        + (paragraph(note) if note else "")
        + paragraph(_("Options: {options}. Seed of all games: {seed}.").format(options=options, seed=data.seed), "rests")
    )
    return page(
        _("{game} in figures").format(game=spec.title),
        data.study,
        header,
        [text for _name, _title, text in made],
        [(name, title) for name, title, _text in made],
    )
