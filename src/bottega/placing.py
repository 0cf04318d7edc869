"""How a person makes a move with a hand: take a piece, turn it, hold it over a cell, lay it down.

Each game says in its `placing.py` what can be held and which move text a piece over a cell would be. Whether that move is
legal, and why not, the rules say: nothing is decided here. Terminal and browser share it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from bottega.kernels import State

Cell: TypeAlias = tuple[int, int]  # column to the east, row to the south, as RULES.md counts them: from 0 on boards with letters


@dataclass(frozen=True)
class Piece:
    """Something that can be held in the hand: a domino, the top tile, a card, the black card."""

    name: str  # short, unique among the pieces of a position: "PG", "A", "rRBG", "black"
    turns: int  # how many rotations look different
    amount: int = 1  # how many of this kind there are to choose from


@dataclass(frozen=True)
class Part:
    """One cell of a piece that is held over the board."""

    cell: Cell
    colours: str  # what it shows: letters of the game's notation, one for a square, four (clockwise from north) for a card


@dataclass(frozen=True)
class Word:
    """A decision without a place: veto, pass, discard."""

    move: str  # its text: "veto", "x:rRBG"
    label: str  # for a button: "Veto tile A"
    key: str  # the letter that stands for it on a keyboard
    piece: str = ""  # the name of the piece that it is about: offered while that one is held
    asks: bool = False  # to be confirmed: a slip of the finger would be a pity


class Place(NamedTuple):
    """A legal way to lay a piece down."""

    piece: str  # its name
    cell: Cell  # that it is held over
    turn: int
    move: str  # the text, extras left aside
    extras: tuple[Cell, ...] = ()  # cells that the move may cover besides


@dataclass(frozen=True)
class Placing:
    """What a game says about holding and laying pieces."""

    #: What the seat to decide can hold. Empty: this decision is made with words alone (veto, pass).
    pieces: Callable[["State"], tuple[Piece, ...]]
    #: Where a piece over this cell, which may be beyond the board, is held: the nearest cell and turn at which it can be.
    within: Callable[["State", Piece, Cell, int], tuple[Cell, int]]
    #: The cells that the piece would take; where it takes the cell that it is held over, that one first.
    parts: Callable[["State", Piece, Cell, int], tuple[Part, ...]]
    #: The canonical text of the move that lays it there, legal or not.
    move: Callable[["State", Piece, Cell, int], str]
    #: The way back, from the text of a legal move, its extras left aside: what is held over which cell with how many turns.
    #: None where the move is a word.
    held: Callable[["State", str], tuple[Piece, Cell, int] | None]
    #: The legal decisions without a place.
    words: Callable[["State"], tuple[Word, ...]]
    #: Cells that a legal move may cover besides, and the text of the move that covers these: Firenze's pyramids.
    extras: Callable[["State", str], tuple[Cell, ...]] = lambda state, text: ()
    with_extras: Callable[[str, tuple[Cell, ...]], str] = lambda text, cells: text
    #: All ways to lay a piece down, given the numbers of all legal moves. None: `held` and `extras` say it, less quickly.
    places: Callable[["State", Sequence[int]], Iterable[Place]] | None = None
