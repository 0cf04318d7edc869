"""Game records (`.bgn`): a game with its options and shuffles, its players, its moves, comments, clocks and variations.

`docs/records.md` describes the format. What is read, and what is written, has been checked in full: options, every move of
every variation, score and result.
"""

from collections.abc import Sequence
from pathlib import Path

from bottega.errors import RecordError
from bottega.game import Drawn, Position
from bottega.games import spec as find_spec
from bottega.i18n import _
from bottega.record.check import (
    OPTION,
    RESERVED,
    RULES,
    SEAT,
    THE_END,
    check_record,
    first_position,
    play_node,
    unplaced,
)
from bottega.record.reader import RecordReader
from bottega.record.syntax import ENDINGS, Contents, Node, written

__all__ = ["ENDINGS", "RULES", "Node", "Record", "read", "read_all", "read_file", "write"]

PUBLIC_TAGS = ("Event", "Site", "Date")  # free tags that say nothing about hidden things


class Record(Contents, Drawn):
    """One game as it is kept."""

    @staticmethod
    def from_position(
        position: Position, players: Sequence[str] = (), ended: str = "", result: str = "", **tags: str
    ) -> "Record":
        """The game that led to a position. `ended` and `result` are for games that did not end by the rules."""
        record = Record(
            position.spec.name,
            position.options,
            result or position.result,
            position.score_text,
            ended or ("played" if position.is_over else "unfinished"),
            {seat: name for seat, name in enumerate(players) if name},
            tags,
        )
        node = record.root
        for move in position.history:
            node.children.append(Node(move))
            node = node.children[0]
        record.check()
        return record

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game."""
        return tuple(node.move for node in self.root.line())

    @property
    def is_complete(self) -> bool:
        """Whether the shuffles are in it, so that it can be replayed."""
        return first_position(self, unplaced).options.keys() == self.options.keys()

    def start(self) -> Position:
        """The position before the first move."""
        position = first_position(self, unplaced)
        if position.options.keys() != self.options.keys():
            raise RecordError(_("the shuffles are not in this record: it was made for others while the game ran"))
        return position

    def replay(self, moves: int | None = None) -> Position:
        """The position after that many moves of the game, or after all of them, each one checked."""
        position = self.start()
        line = list(self.root.line())
        if moves is not None and not 0 <= moves <= len(line):
            raise RecordError(_("the game has {count} moves, not {moves}").format(count=len(line), moves=moves))
        for node in line[:moves]:
            play_node(position, node, unplaced)
        return position

    def public(self) -> "Record":
        """The record as everyone may see it while the game runs.

        It has no shuffles, and no comments, variations and free tags either: who knows what they give away.
        """
        hidden = {option.name for option in find_spec(self.game).options if option.is_shuffle}
        root = node = Node()
        for seen in self.root.line():
            node.children.append(Node(seen.move, clock=seen.clock))
            node = node.children[0]
        return Record(
            self.game,
            {name: value for name, value in self.options.items() if name not in hidden},
            self.result,
            self.score,
            self.ended,
            dict(self.players),
            {name: value for name, value in self.tags.items() if name in PUBLIC_TAGS},
            root,
        )

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the game plays itself. Without its shuffles it cannot be replayed."""
        return self.svg(animate=True) if self.is_complete else None

    def check(self) -> Position | None:
        """Raise RecordError if anything is wrong. The last position; None if the shuffles are not in the record."""
        return check_record(self, unplaced)

    def all_tags(self) -> dict[str, str]:
        """Every tag as it stands in the file."""
        options = [option.name for option in find_spec(self.game).options if option.name in self.options]
        return {
            "Game": self.game,
            "Rules": RULES,
            **{OPTION + name: self.options[name] for name in options},
            **{f"{SEAT}{seat}": name for seat, name in sorted(self.players.items())},
            **self.tags,
            "Result": self.result,
            "Score": self.score,
            "Ended": self.ended,
        }


# ---------------------------------------------------------------- reading and writing


def write(record: Record) -> str:
    """The text of a record, checked: `read` gives the same record again."""
    record.check()
    return written(record.all_tags(), record.root, record.result)


def read(text: str | bytes, source: str = "") -> Record:
    """The one record in a text; `source` is what error messages call it."""
    reader = RecordReader(text, source)
    record = _next_record(reader)
    if not reader.is_done:
        raise reader.error(_("another record starts here, and one was expected"))
    return record


def read_all(text: str | bytes, source: str = "") -> list[Record]:
    """All records in a text. If one is wrong, none is loaded."""
    reader = RecordReader(text, source)
    records = []
    while not reader.is_done:
        records.append(_next_record(reader))
    return records


def read_file(path: str | Path) -> Record:
    """The one record in a file."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RecordError(_("cannot be read: {reason}").format(reason=reason), str(path)) from None
    return read(data, str(path))


def _next_record(reader: RecordReader) -> Record:
    parsed = reader.record()

    def blame(reason: str, what: Node | str) -> RecordError:
        if isinstance(what, Node):
            return reader.error(reason, parsed.move_places[id(what)])
        return reader.error(reason, parsed.end_place if what == THE_END else parsed.tag_places.get(what, parsed.tags_end))

    tags = parsed.tags
    for name in RESERVED:
        if name not in tags:
            raise blame(_("the tag {name} is missing").format(name=name), name)
    if tags["Rules"] != RULES:
        raise blame(
            _("the rules are of version {known} here, not {version!r}").format(known=RULES, version=tags["Rules"]), "Rules"
        )
    if tags["Result"] != parsed.end:
        raise blame(
            _("the moves end with {end}, but the tag Result says {result!r}").format(end=parsed.end, result=tags["Result"]),
            THE_END,
        )
    seats = {f"{SEAT}{seat}": seat for seat in range(10)}
    record = Record(
        tags["Game"],
        {name.removeprefix(OPTION): value for name, value in tags.items() if name.startswith(OPTION)},
        tags["Result"],
        tags["Score"],
        tags["Ended"],
        {seats[name]: value for name, value in tags.items() if name in seats},
        {
            name: value
            for name, value in tags.items()
            if name not in RESERVED and name not in seats and not name.startswith(OPTION)
        },
        parsed.root,
    )
    check_record(record, blame)
    return record
