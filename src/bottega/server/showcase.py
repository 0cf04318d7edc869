"""The games as the pages show them: facts, levels, and pictures that are drawn once."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from bottega.drawing import Style, svg
from bottega.drawing.printing import pdf
from bottega.game import Game, Position
from bottega.games import GAMES, spec
from bottega.i18n import _
from bottega.players.levels import LEVELS
from bottega.record import Record, read_file
from bottega.server.assets import WEB
from bottega.sheets import Leaflet
from bottega.spec import GameSpec, Option
from bottega.svg import Box, Drawing

THEMES = ("warm", "dark", "contrast")
BANNER = -1  # the number of the picture along the top of a leaflet
PLAYERS = "players"  # the option that says how many sit down; a game without it has one number of seats


@dataclass(frozen=True)
class Facts:
    """What is said about a game before anybody sits down. Texts are in the language of the moment."""

    name: str
    title: str
    designer: str
    summary: str
    players: tuple[int, ...]  # how many can play
    options: tuple["Choice", ...]
    note: str  # what must be said wherever the game is shown
    emblem: Box  # the size of the piece that stands for it
    has_match: bool
    has_lesson: bool
    has_strategy: bool


@dataclass(frozen=True)
class Choice:
    """An option of the rules in a form."""

    name: str
    label: str
    help: str
    choices: tuple[tuple[str, str], ...]  # value and label; empty: any text
    default: str


def facts(name: str) -> Facts:
    """About one game; raises UnknownGame."""
    found = spec(name)
    return Facts(
        found.name,
        found.title,
        found.designer,
        _(found.summary),
        player_counts(found),
        tuple(_choice(option) for option in found.options if _is_asked(option)),
        note(name),
        _emblem(name, THEMES[0]).box,
        found.match is not None,
        bool(found.stage.lesson()),
        bool(found.stage.strategy()),
    )


def all_facts() -> list[Facts]:
    return [facts(name) for name in GAMES]


def player_counts(found: GameSpec) -> tuple[int, ...]:
    """How many can play, smallest first."""
    for option in found.options:
        if option.name == PLAYERS:
            return tuple(sorted(int(count) for count in option.choices))
    return (len(found.seats(found.setup(found.complete({})))),)


def _is_asked(option: Option) -> bool:
    """Whether a form asks for it: shuffles are drawn, files stay at home, and the seats are counted anyway."""
    return not (option.is_shuffle or option.is_local or option.name == PLAYERS)


def _choice(option: Option) -> Choice:
    labels = [_(label) for label in option.labels] or option.choices
    sentence = _(option.help)
    return Choice(
        option.name,
        _(option.label) if option.label else option.name,
        sentence[:1].upper() + sentence[1:],
        tuple(zip(option.choices, labels, strict=True)),
        option.default,
    )


def levels() -> list[dict[str, str]]:
    """The machines that sit down with people, weakest first, with a line about each."""
    lines = {
        "garzone": _("The errand boy guesses more than he knows: a kind first opponent."),
        "apprendista": _("The apprentice has looked over some shoulders and sees what is near."),
        "lavorante": _("The journeyman knows the trade and takes the best move at hand."),
        "artigiano": _("The craftsman thinks ahead and forgives little."),
        "maestro": _("The master searches deep. To win here is an event."),
    }
    return [{"name": name, "title": name.capitalize(), "line": lines.get(name, "")} for name in LEVELS]


def seats(name: str, options: dict[str, str]) -> tuple[str, ...]:
    """The seats of a game with these options, in play order; raises OptionError where they make no sense."""
    game = Game(spec(name), options)
    return tuple(seat[:1].upper() + seat[1:] for seat in game.spec.seats(game.spec.setup(game.options)))


# ---------------------------------------------------------------- pictures


@cache
def _played(name: str) -> Record:
    """The game that stands for its kind: one that is kept, or else a table before the first move."""
    kept = WEB / "showcase" / f"{name}.bgn"
    return read_file(kept) if kept.is_file() else Record.from_position(Game(spec(name), {}).start(seed=1))


@cache
def _end(name: str) -> Position:
    return _played(name).replay()


def note(name: str) -> str:
    """What must be said with pictures of the game."""
    return spec(name).artist.note(_end(name).state)


@lru_cache(maxsize=64)
def board(name: str, theme: str) -> str:
    """The board of a game that was played to its end, as an SVG file."""
    return svg(_end(name), layout="board", mark=False, theme=theme)


def warm_up() -> None:
    """Draw what the front page shows."""
    for name in GAMES:
        for theme in THEMES:
            board(name, theme)
            emblem(name, theme)


@lru_cache(maxsize=64)
def _emblem(name: str, theme: str) -> Drawing:
    found = spec(name)
    return found.artist.piece(next(iter(found.artist.pieces())), Style(theme=theme).look(found))


def emblem(name: str, theme: str) -> str:
    """A piece that stands for the game, as an SVG file."""
    return _emblem(name, theme).document(spec(name).title)


def leaflet(name: str, theme: str = THEMES[0]) -> Leaflet:
    """The rules with their pictures."""
    found = spec(name)
    options = {option: value for option, value in found.complete({}).items() if option in found.printing.options}
    return found.printing.make(found.complete(options), Style(theme=theme).look(found)).leaflet


@lru_cache(maxsize=64)
def figure(name: str, theme: str, place: int) -> str:
    """A picture of the leaflet as an SVG file: that of a section, counted from 0, or the banner."""
    found = leaflet(name, theme)
    shown = found.sections[place].figure if place != BANNER else None
    return (shown.drawing if shown else found.banner).document(spec(name).title)


def has_figure(name: str, place: int) -> bool:
    """Whether this section of the leaflet has a picture."""
    sections = leaflet(name).sections
    return 0 <= place < len(sections) and sections[place].figure is not None


@lru_cache(maxsize=16)
def printed(name: str, paper: str, language: str) -> bytes:
    """Everything to print and cut out, as a PDF in this language, which is that of the moment."""
    return pdf(Game(spec(name), {}), paper=paper)


def shown_rules(name: str) -> dict[str, Any]:
    """The rules for a page: a lead, and sections with paragraphs, steps and the number of their picture."""
    found = leaflet(name)
    sections = [
        {
            "id": f"section-{place}",
            "place": place,
            "heading": section.heading,
            "words": section.words,
            "steps": section.steps,
            "caption": section.figure.caption if section.figure else "",
            "box": section.figure.drawing.box if section.figure else None,
            "width": section.figure.width if section.figure else 0,
        }
        for place, section in enumerate(found.sections)
    ]
    return {"lead": found.lead, "sections": sections, "banner": found.banner.box}
