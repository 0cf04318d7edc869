"""The folder of a run: every game as a line of `results.jsonl` and as a record in `games`.

A line is written as soon as its game is over, so a run that was interrupted, in whatever way, goes on where it stopped.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bottega import __version__
from bottega.arena.match import Outcome
from bottega.arena.schedule import Task
from bottega.errors import BottegaError, FileError
from bottega.i18n import _

FORM = 1  # the version of the form of results files
RESULTS = "results.jsonl"
GAMES = "games"


@dataclass(frozen=True)
class Header:
    """The first line of a results file: what all games of the run have in common."""

    game: str
    variants: Sequence[dict[str, str]]  # the options of the rounds, in turn
    seed: int

    def to_json(self) -> dict[str, Any]:
        return {
            "bottega_arena": FORM,
            "version": __version__,
            "game": self.game,
            "variants": list(self.variants),
            "seed": self.seed,
        }


class Results:
    """The games of a run that have been played, and the file that grows with them. To be used in a `with` statement."""

    def __init__(self, folder: Path, header: Header) -> None:
        self.folder = folder
        self.outcomes: list[Outcome] = []  # their records are in files of their own and left out here
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        self._path = folder / RESULTS
        self._file = self._path.open("a+b")
        try:
            _lock(self._file, self._path)
            self._load(header)
        except BaseException:
            self._file.close()
            raise

    def _load(self, header: Header) -> None:
        lines = _whole_lines(self._file)
        if not lines:
            self._append(header.to_json())
            return
        found = _parse(lines[0], self._path, 1)
        for name, wanted in header.to_json().items():
            if found.get(name) != wanted:
                reason = _("this folder holds a run with {name} {found!r}, not {wanted!r}: choose another folder")
                raise FileError(reason.format(name=name, found=found.get(name), wanted=wanted), str(self._path), 1)
        for number, line in enumerate(lines[1:], 2):
            data = _parse(line, self._path, number)
            try:
                self.outcomes.append(Outcome.from_json({**data, "record": ""}))
            except TypeError:
                raise FileError(_("this line is not that of a game"), str(self._path), number) from None

    def add(self, task: Task, outcome: Outcome) -> None:
        """Keep a game: first its record, then its line."""
        record = self.folder / GAMES / task.file_name
        record.write_text(outcome.record, encoding="utf-8", newline="\n")
        self._append({**outcome.to_json(), "record": f"{GAMES}/{task.file_name}"})
        self.outcomes.append(outcome)

    def _append(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()


def stored_seed(folder: Path) -> int | None:
    """The seed of the run in a folder; None if there is none."""
    try:
        with (folder / RESULTS).open("rb") as file:
            line = file.readline()
    except FileNotFoundError:
        return None
    return int(_parse(line, folder / RESULTS, 1)["seed"]) if line.endswith(b"\n") else None


def load(folder: str | Path) -> list[Outcome]:
    """All games of a run, without their records."""
    path = Path(folder) / RESULTS
    try:
        with path.open("rb") as file:
            lines = file.read().split(b"\n")[:-1]
    except OSError as error:
        raise FileError(_("cannot be read: {reason}").format(reason=error.strerror), str(path)) from None
    return [Outcome.from_json({**_parse(line, path, number), "record": ""}) for number, line in enumerate(lines[1:], 2)]


def _whole_lines(file: IO[bytes]) -> list[bytes]:
    """The lines of the file; half a line at its end, of a run that broke off while writing, is cut off."""
    file.seek(0)
    *lines, rest = file.read().split(b"\n")
    if rest:
        file.truncate(sum(len(line) + 1 for line in lines))
    return lines


def _parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise FileError(_("this line is not JSON: {line!r}").format(line=line[:60]), str(path), number)
    return data


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other runs away from the file as long as it is open, where the system can do so."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BottegaError(_("another arena is writing to {path}").format(path=path)) from None
