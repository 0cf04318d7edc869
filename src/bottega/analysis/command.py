"""`bottega analyse`: from a file of records to a report, and to the same records with the analysis in them."""

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bottega.analysis.annotate import annotate
from bottega.analysis.game import GameAnalysis, analyse_record
from bottega.analysis.look import Eyes
from bottega.analysis.report import as_json, as_text
from bottega.errors import FileError, RecordError
from bottega.i18n import _
from bottega.record import Record, read_all, write

DEFAULT_PLAYER = "mcts:1000"


def analyse_file(
    path: str | Path, out: str | Path | None = None, player: str = DEFAULT_PLAYER, seed: int = 0, is_json: bool = False
) -> str:
    """Analyse all games in a file with the eyes of a player; the report, as text or as JSON.

    The annotated records go to `out`, whole or not at all: an interrupted analysis leaves the file as it was.
    """
    eyes = Eyes.of_player(player, seed)
    by = _("{player}, seed {seed}").format(player=player, seed=seed)
    records = _complete_records(Path(path))
    with replaced(out) as put:
        with _progress(sum(len(record.moves) for record in records)) as advance:
            analyses = [analyse_record(record, eyes, advance) for record in records]
        games = list(zip(records, analyses, strict=True))
        put("\n".join(write(annotate(record, analysis, by)) for record, analysis in games))
    if is_json:
        return json.dumps([as_json(record, analysis, by) for record, analysis in games], ensure_ascii=False, indent=2)
    return "\n".join(_headed(number, len(games), *game) for number, game in enumerate(games, 1)).rstrip("\n")


def _headed(number: int, count: int, record: Record, analysis: GameAnalysis) -> str:
    head = _("Game {number} of {count}").format(number=number, count=count) + "\n\n" if count > 1 else ""
    return head + as_text(record, analysis)


def _complete_records(path: Path) -> list[Record]:
    """The records in a file, none of which lacks its shuffles."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise RecordError(_("cannot be read: {reason}").format(reason=_reason(error)), str(path)) from None
    records = read_all(data, str(path))
    if not records:
        raise RecordError(_("there is no game in this file"), str(path))
    for record in records:
        try:
            record.start()
        except RecordError as error:
            raise RecordError(error.reason, str(path)) from None
    return records


@contextmanager
def replaced(out: str | Path | None) -> Iterator[Callable[[str], None]]:
    """Gives a function that writes the text of a file, whose old contents stay until all went well.

    That the file can be written comes to light before the work starts. Without a file the text is let go.
    """
    if out is None:
        yield lambda text: None
        return
    try:
        target = Path(os.path.realpath(out))
        draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
        if target.exists() and not target.is_file():
            raise OSError(_("it is no ordinary file"))
        if target.exists():
            target.open("r+b").close()  # a file that is protected stays protected
        draft.open("x").close()
    except (OSError, ValueError) as error:
        raise FileError(_("cannot be written: {reason}").format(reason=_reason(error)), str(out)) from None
    try:
        if target.exists():
            shutil.copymode(target, draft)
        yield lambda text: _put(draft, text, str(out))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _put(draft: Path, text: str, name: str) -> None:
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise FileError(_("cannot be written: {reason}").format(reason=_reason(error)), name) from None


def _reason(error: OSError | ValueError) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar with the remaining time, for people who watch standard error."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(_("Analysing"), total=total)
        yield lambda: progress.advance(task)
