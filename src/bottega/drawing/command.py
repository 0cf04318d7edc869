"""`bottega draw`: a picture, or a whole game in pictures, as a file whose suffix says of which kind."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bottega.drawing.animation import HOLD, PACE, animated, check_pace
from bottega.drawing.files import appearing
from bottega.drawing.parts import piece
from bottega.drawing.picture import picture
from bottega.drawing.raster import check_width, gif, need, png
from bottega.drawing.reel import named, reel
from bottega.drawing.style import Style
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.record import Record

SUFFIXES = (".svg", ".png", ".gif")
PNG_WIDTH, GIF_WIDTH = 1200, 800  # pixels, unless told otherwise


def draw_piece(game: str, name: str, out: Path, theme: str, width: int | None = None) -> None:
    """Draw one piece of a game as .svg or .png."""
    suffix = _suffix(out, (".svg", ".png"))
    if width is not None:
        check_width(width)
    drawn = piece(game, name, theme=theme, width=width)
    if suffix == ".png":
        need("resvg_py", "resvg-py")
    with appearing(out) as put, _told():
        put(drawn.encode() if suffix == ".svg" else png(drawn, width or PNG_WIDTH))


def _suffix(out: Path, suffixes: tuple[str, ...]) -> str:
    """The kind of picture that the name of a file asks for."""
    suffix = out.suffix.lower()
    if suffix not in suffixes:
        raise BottegaError(
            _("a picture is a file that ends with {suffixes}, not {name!r}").format(suffixes=", ".join(suffixes), name=out.name)
        )
    return suffix


def draw_file(
    record: Record,
    out: Path,
    style: Style,
    *,
    move: int | None = None,
    seat: int | None = None,
    animate: bool = False,
    pace: float = PACE,
    width: int | None = None,
) -> None:
    """Draw a game after so many moves (all of them by default), or as it goes up to there.

    Everything that can be wrong is found before the work starts, and the file appears when it is complete.
    """
    suffix = _suffix(out, SUFFIXES)
    if suffix == ".png" and animate:
        raise BottegaError(_("a PNG does not move: write a .svg or a .gif, or leave out --animate"))
    check_pace(pace)
    if width is not None:
        check_width(width)
    if suffix != ".svg":
        need("resvg_py", "resvg-py")
        need("PIL", "pillow")
    with appearing(out) as put, _told():
        if suffix == ".gif":
            put(_gif(record, style, move, seat, pace, width or GIF_WIDTH))
        elif animate:
            put(animated(reel(record, style, seat, move), pace, width).encode())
        else:
            position = record.replay(move)
            last = position.history[-1] if position.history else ""
            table = position if seat is None else position.view(seat)
            drawn = picture(table, named(style, record), last, width)
            put(drawn.encode() if suffix == ".svg" else png(drawn, width or PNG_WIDTH))


def _gif(record: Record, style: Style, move: int | None, seat: int | None, pace: float, width: int) -> bytes:
    drawn = reel(record, style, seat, move)
    durations = [round(1000 * pace)] * len(drawn)
    durations[-1] += round(1000 * HOLD)
    with _progress(len(drawn)) as advance:
        return gif(drawn.picture, width, durations, advance)


@contextmanager
def _told() -> Iterator[None]:
    """Warnings as lines on standard error, each once."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    console = Console(stderr=True, highlight=False)
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        console.print(f"bottega: {message}", markup=False)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar with the remaining time, for people who watch standard error."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(_("Drawing"), total=total)
        yield lambda: progress.advance(task)
