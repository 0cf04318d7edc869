"""The form of game records: the tree of moves, and how it and the tags are written. `docs/records.md` has the grammar.

What a record means, and whether its moves are legal, is the business of `record`. Nothing here recurses, so that no tree,
however deep, exhausts the stack.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bottega.errors import RecordError
from bottega.i18n import _

QUOTE, BRACE = '"', "{"
WIDTH = 100  # columns of the move text that the writer fills
MAX_NESTING = 100  # variations within variations
MAX_CLOCK = 10**6 * 3_600_000  # milliseconds: a million hours

NO_RESULT = "*"
ENDINGS = ("played", "resigned", "time", "forfeit", "agreement", "adjudicated", "abandoned", "unfinished")

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,63}")
RESULT = re.compile(r"\*|draw|[0-9](?:\+[0-9])*")
MOVE = re.compile(r"(?![0-9]+\.\Z)(?:(?![{}()<>])[!-~])+")  # to be matched in full: any word but a move number

_BREAK = re.compile(r"(?<=[^ {]) (?=[^ }])")  # a blank in a comment that can become a line break and be read again

#: What would hide or reorder text, or break a line, when shown as it is: written as an escape, refused otherwise.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
SURROGATE = re.compile("[\ud800-\udfff]")
SHORT = {"n": "\n", "t": "\t", "r": "\r"}
QUOTES = {QUOTE: ('"', '"'), BRACE: ("}", "{}")}  # how a text opens: how it closes, and what is escaped within


@dataclass(eq=False, repr=False)
class Node:
    """A move of a game or of a variation, and what is said about it. The root of the tree stands before the first move."""

    move: str = ""
    comment: str = ""
    clock: int | None = None  # milliseconds left on the mover's clock after the move; None: not known
    children: list["Node"] = field(default_factory=list)  # ways to go on: the first is the main line, the others are variations

    def line(self) -> Iterator["Node"]:
        """The nodes after this one along the main line."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:
            mine, its = pairs.pop()
            if (mine.move, mine.comment, mine.clock, len(mine.children)) != (its.move, its.comment, its.clock, len(its.children)):
                return False
            pairs += zip(mine.children, its.children, strict=True)
        return True

    def __repr__(self) -> str:
        return (
            f"<Node {self.move or 'before the first move'}, goes on with {', '.join(c.move for c in self.children) or 'nothing'}>"
        )


@dataclass
class Contents:
    """What a record holds."""

    game: str
    options: dict[str, str]  # all of them; without the shuffles if the record is public
    result: str = NO_RESULT
    score: str = ""  # the score text after the last move
    ended: str = "unfinished"  # one of ENDINGS
    players: dict[int, str] = field(default_factory=dict)  # seat to name
    tags: dict[str, str] = field(default_factory=dict)  # Event, Site, Date and whatever else, in order
    root: Node = field(default_factory=Node)


def clock_text(clock: int) -> str:
    """Milliseconds as `M:SS` or `H:MM:SS`, with as many decimals as are needed."""
    seconds, milliseconds = divmod(clock, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return text + f".{milliseconds:03}".rstrip("0").rstrip(".")


def quoted(text: str, opening: str) -> str:
    """The text between quotes, or between braces, with everything escaped that needs it."""
    if SURROGATE.search(text):
        raise RecordError(_("{text} holds half a character (a surrogate), which no file can").format(text=ascii(text[:60])))
    closing, special = QUOTES[opening]
    short = {char: letter for letter, char in SHORT.items()}
    escaped = re.sub(rf"[{special}\\]", r"\\\g<0>", text)
    return opening + UNSEEN.sub(lambda found: "\\" + (short.get(found[0]) or f"u{{{ord(found[0]):x}}}"), escaped) + closing


def written(tags: dict[str, str], root: Node, end: str) -> str:
    """The text of a record."""
    heads = [f"[{name} {quoted(value, QUOTE)}]" for name, value in tags.items()]
    lines = [""]
    for word in [*_words(root), end]:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += " " + word if lines[-1] else word
    return "\n".join([*heads, "", *lines]) + "\n"


def _words(root: Node) -> list[str]:
    """The move text in pieces between which a line may break."""
    words: list[str] = []

    def say(node: Node) -> None:
        if node.clock is not None:
            words[-1] += f" <{clock_text(node.clock)}>"
        if node.comment:
            words.extend(_BREAK.split(quoted(node.comment, BRACE)))

    say(root)
    todo = [("go on", root, 0)]  # the last comes first
    while todo:
        step, node, number = todo.pop()
        if step == "close":
            words[-1] += ")"
        elif step == "open":
            words.append(f"({number}. {node.move}")
            say(node)
            todo += [("close", node, number), ("go on", node, number)]
        elif node.children:
            main, *variations = node.children
            words.append(f"{number + 1}. {main.move}")
            say(main)
            todo.append(("go on", main, number + 1))
            todo += [("open", variation, number + 1) for variation in reversed(variations)]
    return words
