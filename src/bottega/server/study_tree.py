"""The tree of a study: a recorded game, and what somebody tried besides. A path says which way to go on at each move: "0.0.1"."""

import re
from typing import Any, TypeAlias

from bottega.errors import BottegaError
from bottega.game import Position
from bottega.i18n import _
from bottega.kernels import NOBODY
from bottega.placing import Cell
from bottega.record import Node, Record
from bottega.server.errors import NotFound, RequestError, TooMany

Path: TypeAlias = tuple[int, ...]

MOST_NODES = 4000  # of one study
EVALUATION = re.compile(r"\[%[a-z]+ [^\]]*\] ?")  # what programs write into comments for each other
_PATH = re.compile(r"(\d{1,4}(\.\d{1,4})*)?")


class NoSuchMove(NotFound):
    """The path leads nowhere."""


# ---------------------------------------------------------------- ways through the tree


def parse_path(text: str) -> Path:
    """A path from its text; empty: before the first move."""
    if not _PATH.fullmatch(text):
        raise RequestError(_("a path is written as 0.0.1, not {path!r}").format(path=text[:60]))
    return tuple(int(step) for step in text.split(".")) if text else ()


def path_text(path: Path) -> str:
    return ".".join(map(str, path))


def nodes_along(record: Record, path: Path) -> list[Node]:
    """The nodes on the way, the root left out."""
    node, way = record.root, []
    for step in path:
        if step >= len(node.children):
            raise NoSuchMove(_("there is no such move in this study"))
        node = node.children[step]
        way.append(node)
    return way


def node_at(record: Record, path: Path) -> Node:
    return [record.root, *nodes_along(record, path)][-1]


def position_at(record: Record, path: Path) -> Position:
    """The position at the end of the path."""
    position = record.start()
    for node in nodes_along(record, path):
        position.play(node.move)
    return position


def size(record: Record) -> int:
    """How many moves there are in all lines together."""
    count, todo = 0, [record.root]
    while todo:
        node = todo.pop()
        count += len(node.children)
        todo += node.children
    return count


def is_game(path: Path, plies: int) -> bool:
    """Whether the path stays within the game as it was played."""
    return len(path) <= plies and not any(path)


# ---------------------------------------------------------------- changes


def add_move(record: Record, path: Path, move: str, extras: tuple[Cell, ...] = ()) -> tuple[Path, bool]:
    """Go on with a move, which becomes a new line unless it is there already. Its path, and whether it is new."""
    position = position_at(record, path)
    text = position.spec.placing.with_extras(move, extras) if extras else move
    children = node_at(record, path).children
    for index, child in enumerate(children):
        if child.move == text:
            return (*path, index), False
    if size(record) >= MOST_NODES:
        raise TooMany(_("a study has room for {most} moves").format(most=MOST_NODES))
    position.play(text)
    children.append(Node(text))
    return (*path, len(children) - 1), True


def remove_line(record: Record, path: Path, plies: int) -> None:
    """Take a move out, and everything that follows it. The game itself stays."""
    if is_game(path, plies):
        raise RequestError(_("the game itself stays as it was played: variations can be taken out"))
    node_at(record, path)
    del node_at(record, path[:-1]).children[path[-1]]


def set_comment(record: Record, path: Path, comment: str) -> None:
    """Say something about a move, or about the whole game before the first one. What programs wrote there stays."""
    node = node_at(record, path)
    kept = "".join(EVALUATION.findall(node.comment)).strip()
    node.comment = " ".join(filter(None, (" ".join(comment.split()), kept)))


def settle_ending(record: Record, plies: int, result: str, ended: str) -> None:
    """Score and result must be those of the main line, which can go on where the game was broken off."""
    line = [node.move for node in record.root.line()]
    position = position_at(record, (0,) * len(line))
    record.score = position.score_text
    if len(line) == plies:
        record.result, record.ended = result, ended
    else:
        record.result, record.ended = position.result, "played" if position.is_over else "unfinished"


# ---------------------------------------------------------------- on the wire


def tree_nodes(record: Record) -> list[dict[str, Any]]:
    """All nodes, parents before their children, which are in order: the first is the main line."""
    start = record.start()
    told = [_told(None, NOBODY, record.root, "", start)]
    todo = [(record.root, 0, start)]
    while todo:
        node, number, position = todo.pop()
        for child in node.children:
            after = position.copy()
            after.play(child.move)
            todo.append((child, len(told), after))
            told.append(_told(number, position.seat, child, move_words(position, child.move), after))
    return told


def _told(parent: int | None, seat: int, node: Node, words: str, after: Position) -> dict[str, Any]:
    return {
        "parent": parent,
        "seat": seat,
        "move": node.move,
        "words": words,
        "comment": EVALUATION.sub("", node.comment),
        "clock": node.clock,
        "score": [list(parts) for parts in after.scores()],
        "decides": after.seat,
    }


def move_words(position: Position, move: str) -> str:
    """A move as one would say it; one that cannot be made here, as it is written."""
    state = position.state
    try:
        return position.spec.stage.spoken_move(state, position.spec.parse_move(state, move))
    except BottegaError:
        return move
