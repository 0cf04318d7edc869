"""What a game declares about itself. Everything above the games reads this, and nothing else, about a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bottega.cells import Cells
from bottega.errors import OptionError
from bottega.i18n import _
from bottega.learning import Space
from bottega.placing import Placing
from bottega.sheets import Printing
from bottega.stage import Stage
from bottega.svg import Drawing, Look, Theme

if TYPE_CHECKING:
    from bottega.kernels import Random, Setup, State

Options: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class Option:
    """One choice to be made before a game starts, always given and kept as text."""

    name: str
    help: str
    choices: tuple[str, ...] = ()  # empty: any text that the game's `setup` accepts
    default: str = ""  # empty: left out unless given
    is_shuffle: bool = False  # fixes an order that is otherwise drawn from the seed: secret while the game runs
    is_local: bool = False  # may name a file of this machine: not for the guests of a server
    label: str = ""  # what it is called in a form; empty: its name
    labels: tuple[str, ...] = ()  # the choices in words; empty: as they are

    def check(self, value: str) -> str:
        if self.choices and value not in self.choices:
            raise OptionError(
                _("{option} is one of {choices}, not {value!r}").format(
                    option=self.name, choices=", ".join(self.choices), value=value
                )
            )
        return value


@dataclass(frozen=True)
class Symmetry:
    """A way to turn, mirror or recolour a whole game so that the rules cannot tell the difference."""

    name: str
    options: Callable[
        [Options], Options | None
    ]  # complete options, shuffles included, to those of the image; None: not for these
    move: Callable[[str], str]  # a move text to the text of its image


@dataclass(frozen=True)
class Artist:
    """How a game looks. States are positions or views: what a view hides is drawn face down."""

    themes: Mapping[str, Theme]  # "warm", the default, "dark" and "contrast"
    #: The board with the tiles on it; `past` are the numbers of the moves so far.
    board: Callable[["State", Sequence[int], Look], Drawing]
    #: What lies in front of a seat: hand, stack, tokens. Seat -1: what lies there for all.
    tray: Callable[["State", int, Look], Drawing]
    #: The names of all pieces of a set, and how many there are of each.
    pieces: Callable[[], Mapping[str, int]]
    #: One piece, its north-west corner at (0, 0).
    piece: Callable[[str, Look], Drawing]
    #: The size of one unit of a drawing when printed: a piece has its size on the table.
    millimetres: float
    #: The side of a cell of the board in the units of the drawings: cell (x, y) begins at (x * side, y * side).
    side: float
    #: What must be said wherever the position is shown, in a few words; empty: nothing.
    note: Callable[["State"], str] = lambda state: ""


@dataclass(frozen=True)
class Chance:
    """What chance decides in a game, for whoever wants to decide it piece by piece: each when it turns up, and not before.

    An *urn* is the part of a record that holds pieces which nobody has seen, in their order, the next one first. Writing to it
    changes that order. Where there are several urns, pieces turn up from each of them in turn.
    """

    #: The names of the pieces: urns hold their numbers, a number as often as there are such pieces.
    pieces: Callable[["Setup"], tuple[str, ...]]
    #: The urns of a game that is to start; from now on the setup record fixes the order of all pieces, any order if it did not.
    setup_urns: Callable[["Setup"], tuple[NDArray[Any], ...]]
    #: The urns of a running game, that of the player on turn first.
    state_urns: Callable[["State"], tuple[NDArray[Any], ...]]
    #: Which of the numbers of `learning`, one for each piece, tell what has turned up, to a seat that knows the moves.
    news: tuple[str, ...]
    #: Which of them only the seat itself may know; none: the game has no secrets.
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameSpec:
    """A game, declared by its folder in `bottega/games`."""

    name: str
    title: str
    designer: str
    summary: str  # one sentence
    options: tuple[Option, ...]
    score_parts: tuple[str, ...]  # what the numbers of a score are, most important first
    rules: ModuleType  # the kernels: see `bottega.kernels`, "the generic rule functions"

    #: Checked, complete options to a setup record; raises OptionError where they contradict each other.
    setup: Callable[[Options], "Setup"]
    #: A setup record to options with every shuffle fixed: starting from them gives the same game.
    options_of: Callable[["Setup"], dict[str, str]]
    #: The record type of the states of a game with this setup: one of `rules.STATES`.
    state_type: Callable[["Setup"], np.dtype[Any]]
    #: The names of the seats in play order, as a player says them: "Pink", "grey".
    seats: Callable[["Setup"], tuple[str, ...]]
    #: Strict: raises NotationError (not canonical) or IllegalMove (cannot even be numbered) with the reason.
    parse_move: Callable[["State", str], int]
    move_name: Callable[["State", int], str]
    #: Why this numbered move, which is not among the legal ones, is against the rules, in a player's words.
    refusal: Callable[["State", int], str]
    #: The position, or a view of it, for a terminal of plain text.
    text: Callable[["State"], str]
    #: What the move did for and against the seat that made it, in a player's words, most important first: given what the
    #: seat saw before and after it, and the move. Empty where there is nothing to say.
    reasons: Callable[["State", int, "State"], list[str]]

    artist: Artist
    placing: Placing
    cells: Cells  # how it is drawn with characters
    printing: Printing  # what to print, cut out and play with
    stage: Stage  # what is said and shown at a table

    #: What environments show and take, given the setup and the side of the window (0: the usual one); None: it has none.
    learning: Callable[["Setup", int], Space] | None = None
    #: The most actions, as `learning` numbers them, that a game with this setup can have.
    longest: Callable[["Setup"], int] | None = None
    chance: Chance | None = None  # None: nothing is left to chance
    #: How to search this game, where that differs from plain UCT: fields of `bottega.search.Settings`.
    search: Mapping[str, Any] = field(default_factory=dict)
    #: Simulations that make a craftsman of whoever searches so: clearly better than one move ahead, clearly worse than the best.
    craft: int = 1000
    #: Options with the shuffles, of a game that a seat cannot tell from the one it plays: given the options without shuffles,
    #: the moves, what the seat saw before each move and sees now, and random numbers. Whoever asks replays and compares; it
    #: may take a few tries. None: the game has no shuffles.
    deal: Callable[[Options, Sequence[str], Sequence["State"], "Random"], Options] | None = None
    symmetries: tuple[Symmetry, ...] = ()
    #: Fields of the state that hold nothing but working memory or the order of past moves: left out of comparisons.
    derived_fields: tuple[str, ...] = ()
    #: Options of the games of a match, given those of its first game; None: this game is played one by one.
    match: Callable[[Options], tuple[Options, ...]] | None = None
    #: Options sets that between them reach every branch of the rules, for tests and checks.
    variants: tuple[Options, ...] = field(default=({},))

    def complete(self, given: Mapping[str, object]) -> dict[str, str]:
        """The given options, checked one by one, with the defaults filled in."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(
                    _("{game} has no option {name!r}; it has {options}").format(
                        game=self.title, name=name, options=", ".join(known)
                    )
                )
        chosen = {option.name: option.default for option in self.options if option.default}
        chosen |= {name: known[name].check(str(value)) for name, value in given.items() if value is not None}
        return {option.name: chosen[option.name] for option in self.options if option.name in chosen}
