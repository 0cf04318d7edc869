"""What a person holds over the board, before it is laid down: which piece, where, how turned, and whether that is legal."""

from dataclasses import dataclass, field
from functools import cached_property

from bottega.errors import IllegalMove
from bottega.game import View
from bottega.placing import Cell, Part, Piece, Word

PLENTY = 500  # legal moves


@dataclass(frozen=True)
class Grip:
    """What is remembered from one decision to the next."""

    piece: str = ""
    cell: Cell | None = None
    turn: int = 0


@dataclass
class Covering:
    """A legal placement whose extras are being chosen."""

    text: str  # of the placement alone
    cells: tuple[Cell, ...]  # what may be covered
    chosen: set[Cell] = field(default_factory=set)
    at: int = 0  # the one that the keyboard points at

    def go(self, step: int) -> None:
        """Point at another one."""
        self.at = (self.at + step) % len(self.cells)

    def toggle(self, index: int) -> None:
        if index < len(self.cells):
            self.at = index
            self.chosen ^= {self.cells[index]}


class Holding:
    """One decision of a person, from the first look to the move text."""

    def __init__(self, view: View, middle: Cell, grip: Grip) -> None:
        self.view = view
        self.state = view.state
        self._placing = view.spec.placing
        self._legal = frozenset(view.legal())
        self.pieces = self._placing.pieces(self.state)
        self._words = self._placing.words(self.state)
        self._places: list[tuple[Piece, Cell, int]] | None = None
        self._refusals: dict[str, str] = {}  # by the text of a move: asked again and again
        names = [piece.name for piece in self.pieces]
        first = next((index for index, name in enumerate(names) if name in self.fitting), 0)
        self._index = names.index(grip.piece) if grip.piece in names else first
        self._cell = middle if grip.cell is None else grip.cell
        self._turn = grip.turn
        self.covering: Covering | None = None
        self.asked: Word | None = None  # a word that waits to be confirmed
        self._settle()

    @property
    def grip(self) -> Grip:
        return Grip(self.piece.name if self.piece else "", self._cell, self._turn)

    # ---------------------------------------------------------------- the piece in the hand

    @property
    def piece(self) -> Piece | None:
        return self.pieces[self._index] if self.pieces else None

    @property
    def cell(self) -> Cell:
        return self._cell

    @property
    def parts(self) -> tuple[Part, ...]:
        return self._placing.parts(self.state, self.piece, self._cell, self._turn) if self.piece else ()

    def take(self, index: int) -> None:
        """Hold another piece."""
        if 0 <= index < len(self.pieces):
            self._index = index
            self._settle()

    def take_next(self, step: int = 1) -> None:
        if self.pieces:
            self.take((self._index + step) % len(self.pieces))

    def turn(self, step: int = 1) -> None:
        if self.piece:
            self._turn = (self._turn + step) % self.piece.turns
            self._settle()

    def move(self, dx: int, dy: int) -> None:
        self.move_to((self._cell[0] + dx, self._cell[1] + dy))

    def move_to(self, cell: Cell) -> None:
        self._cell = cell
        self._settle()

    def is_at(self, cell: Cell) -> bool:
        """Whether the piece is held where it would be if somebody pointed at that cell."""
        return not self.piece or self._placing.within(self.state, self.piece, cell, self._turn) == (self._cell, self._turn)

    def _settle(self) -> None:
        self.asked = None
        if self.piece:
            self._turn %= self.piece.turns
            self._cell, self._turn = self._placing.within(self.state, self.piece, self._cell, self._turn)

    def show(self, text: str) -> None:
        """Hold the piece as a legal move would lay it."""
        hold = self._placing.held(self.state, text)
        if hold:
            piece, self._cell, self._turn = hold
            self._index = [other.name for other in self.pieces].index(piece.name)
            self._settle()

    def _all_places(self) -> list[tuple[Piece, Cell, int]]:
        """Every way to lay a piece down, by turn, row and column."""
        if self._places is None:
            holds = (self._placing.held(self.state, self.view.spec.move_name(self.state, move)) for move in self._legal)
            self._places = sorted({hold for hold in holds if hold}, key=lambda hold: (hold[2], hold[1][1], hold[1][0]))
        return self._places

    @cached_property
    def fitting(self) -> frozenset[str]:
        """The names of the pieces that can be laid down somewhere. Where there is plenty of choice, that is all of them."""
        if len(self._legal) > PLENTY:
            return frozenset(piece.name for piece in self.pieces)
        return frozenset(piece.name for piece, _cell, _turn in self._all_places())

    def next_place(self) -> bool:
        """On to the next legal place of the piece, first as it is turned, then with other turns; if it fits nowhere, of the
        next piece that does. False if nothing fits."""
        if not self.piece or not self.fitting:
            return False
        while self.piece.name not in self.fitting:
            self.take_next()
        name = self.piece.name
        mine = [(turn, row, column) for piece, (column, row), turn in self._all_places() if piece.name == name]
        here = self._turn, self._cell[1], self._cell[0]
        self._turn, row, column = next((place for place in mine if place > here), mine[0])
        self.move_to((column, row))
        return True

    # ---------------------------------------------------------------- the move

    @property
    def text(self) -> str:
        """The move as it stands."""
        if self.covering:
            return self._placing.with_extras(self.covering.text, tuple(self.covering.chosen))
        return self._placing.move(self.state, self.piece, self._cell, self._turn) if self.piece else ""

    def refusal(self, text: str) -> str:
        """Why that move is against the rules; empty if it is not."""
        if text not in self._refusals:
            try:
                move = self.view.spec.parse_move(self.state, text)
                self._refusals[text] = "" if move in self._legal else self.view.spec.refusal(self.state, move)
            except IllegalMove as error:
                self._refusals[text] = str(error)
        return self._refusals[text]

    @property
    def verdict(self) -> str:
        """Why the move as it stands is against the rules; empty if it is legal."""
        return self.refusal(self.text) if self.piece else ""

    @property
    def extras(self) -> tuple[Cell, ...]:
        """What the move as it stands, being legal, could cover besides."""
        return self._placing.extras(self.state, self.text) if self.piece else ()

    @property
    def words(self) -> tuple[Word, ...]:
        """What can be decided without a place, now that this piece is held."""
        return tuple(word for word in self._words if not word.piece or (self.piece and word.piece == self.piece.name))

    def lay(self) -> str | None:
        """Lay the piece down: the text of the move, or None if it is illegal or something is left to choose."""
        text = self.text
        if not self.piece or self.refusal(text):
            return None
        if self.covering is None:
            extras = self._placing.extras(self.state, text)
            if extras:
                self.covering = Covering(text, extras)
                return None
        return text

    def say(self, word: Word) -> str | None:
        """Decide by a word: its move, or None if it is to be confirmed first."""
        if word.asks and self.asked != word:
            self.asked = word
            return None
        return word.move

    def back(self) -> bool:
        """Leave a choice that was begun; False if there was none."""
        was_choosing = self.covering is not None or self.asked is not None
        self.covering = self.asked = None
        return was_choosing
