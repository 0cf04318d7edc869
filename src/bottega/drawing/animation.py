"""A game as one SVG file that plays itself, again and again, wherever pictures are shown.

It moves by CSS alone. Where nothing moves, because the program cannot or the reader does not want it, it shows the end of
the game.
"""

from bottega.drawing.film import Times
from bottega.drawing.picture import document
from bottega.drawing.reel import Reel
from bottega.errors import BottegaError
from bottega.i18n import _
from bottega.svg import element, group

PACE = 1.0  # seconds for a move
HOLD = 4.0  # seconds more for the end
FADE = 0.25  # seconds in which something appears, at the most


def animated(reel: Reel, pace: float = PACE, width: float | None = None) -> str:
    """The file; each move takes `pace` seconds."""
    check_pace(pace)
    names: dict[Times, str] = {}

    def wrap(times: Times, text: str) -> str:
        return group(text, class_=names.setdefault(times, f"{reel.prefix}{len(names)}"))

    body = reel.film().body(wrap)
    seconds = len(reel) * pace + HOLD
    style = element("style", _rules(names, pace, seconds, min(FADE, pace / 2)))
    return document(style + body, reel.plan, reel.symbols.values(), reel.prefix, reel.title, width)


def check_pace(pace: float) -> None:
    if not 0.05 <= pace <= 60:
        raise BottegaError(_("a move takes 0.05 to 60 seconds, not {pace:g}").format(pace=pace))


def _rules(names: dict[Times, str], pace: float, seconds: float, fade: float) -> str:
    gone = ",".join(f".{name}" for times, name in names.items() if times[-1][1] is not None)
    still = f"{gone}{{opacity:0}}" if gone else ""
    moving = "".join(
        f".{name}{{animation:{name} {seconds:g}s infinite}}@keyframes {name}{{{_keys(times, pace, seconds, fade)}}}"
        for times, name in names.items()
    )
    return f"{still}@media (prefers-reduced-motion:no-preference){{{moving}}}"


def _keys(times: Times, pace: float, seconds: float, fade: float) -> str:
    """What is new fades in; what it replaces lies below it and goes when it is there."""

    def at(time: float) -> str:
        return f"{100 * time / seconds:.2f}".rstrip("0").rstrip(".") + "%"

    hidden, shown = [], []
    if times[0][0] > 0:
        hidden.append("0%")
    for first, end in times:
        hidden += [at(first * pace)] if first else []
        shown += [at(first * pace + fade) if first else "0%"]
        shown += ["to"] if end is None else [at(end * pace + fade)]
        hidden += [] if end is None else [at(end * pace + fade + seconds / 5000)]
    if times[-1][1] is not None:
        hidden.append("to")
    return f"{','.join(hidden)}{{opacity:0}}" * bool(hidden) + f"{','.join(shown)}{{opacity:1}}"
