"""What a game says and shows at a table where people sit: pieces in the hand, moves in words, ceremonies, counting, a lesson.

Each game declares it in its `stage.py`. Nothing here decides anything: the rules do. States are positions or views, and what a
view hides is neither shown nor said. Drawings are in the units of the game's board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bottega.placing import Cell, Piece
from bottega.svg import Box, Drawing, Look

if TYPE_CHECKING:
    from bottega.kernels import State

NOTHING = Drawing(Box(0, 0, 0, 0), "")


@dataclass(frozen=True)
class Count:
    """One step of the counting at the end, as people count at the table: a group, a zone, a closed space."""

    seat: int  # whose points they are
    points: int  # what the step adds to the first number of the score
    words: str  # "a group of five"
    overlay: str  # SVG elements to lay over the board: what is counted, with its chips or its number


@dataclass(frozen=True)
class Moment:
    """A small ceremony after a move: "Lampredotto!", a closed space that lights up."""

    words: str
    overlay: str = ""  # SVG elements that light up on the board for a moment


@dataclass(frozen=True)
class Step:
    """One page of a lesson: a position, what there is to know, and mostly something to do."""

    title: str
    words: tuple[str, ...]  # paragraphs
    options: Mapping[str, str]  # of the game, its shuffles included: a lesson is the same for everybody
    moves: tuple[str, ...] = ()  # from the start to the position
    task: str = ""  # what to do; empty: read, look and go on
    #: Whether a legal move does what the task asks: given the state before it, the text of the move and the state after it.
    accepts: Callable[["State", str, "State"], bool] = lambda before, move, after: True
    hint: str = ""  # for whoever made a legal move that does not do it
    praise: str = ""  # for whoever made one that does
    show: tuple[str, ...] = ()  # overlays: legal, worth, threats


@dataclass(frozen=True)
class Advice:
    """A piece of strategy, hidden until asked for: discovering it is half the fun."""

    title: str
    words: tuple[str, ...]  # paragraphs


@dataclass(frozen=True)
class Stage:
    """How a game is presented to people at a table. Texts are in the language of the moment: hence functions."""

    #: A piece in the hand: the cell that it is held over has its north-west corner at (0, 0).
    held: Callable[["State", Piece, int, Look], Drawing]
    #: The numbered move, made in this state, as one would say it: "lays tile K at d5, turned once".
    spoken_move: Callable[["State", int], str]
    #: The position in sentences, for those who hear it: the tiles that lie, in the order of the board.
    spoken_board: Callable[["State"], tuple[str, ...]]
    #: A piece as one would say it: "the pink and green domino".
    spoken_piece: Callable[["State", Piece], str]
    #: What covers an extra cell of a move: Firenze's pyramid.
    extra: Callable[[Look], Drawing] = lambda look: NOTHING
    #: How many of those there are left.
    extras_left: Callable[["State"], int] = lambda state: 0
    #: What a seat sees, as if it had to lay a piece now: for trying ahead. None: it cannot.
    ahead: Callable[["State", int], "State | None"] = lambda view, seat: None
    #: The pieces that may still come, as far as this view knows, and could cover this empty cell.
    fits: Callable[["State", Cell], tuple[Piece, ...]] = lambda view, cell: ()
    #: The steps of the counting; over all of them the points of a seat add up to the first number of its score.
    counting: Callable[["State", Look], tuple[Count, ...]] = lambda state, look: ()
    #: What to celebrate: the state before a move, the move, the state after it.
    moments: Callable[["State", int, "State", Look], tuple[Moment, ...]] = lambda before, move, after, look: ()
    lesson: Callable[[], tuple[Step, ...]] = field(default=lambda: ())
    strategy: Callable[[], tuple[Advice, ...]] = field(default=lambda: ())
