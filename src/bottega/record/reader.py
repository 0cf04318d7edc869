"""The strict reader of game records: text in, tags and a tree of moves out, or an error with its line and column.

One pass without recursion. Moves are taken as words here; `record` checks what they mean.
"""

import re
from dataclasses import dataclass

from bottega.errors import RecordError
from bottega.i18n import _
from bottega.record.syntax import (
    BRACE,
    MAX_CLOCK,
    MAX_NESTING,
    MOVE,
    QUOTE,
    QUOTES,
    RESULT,
    SHORT,
    SURROGATE,
    TAG_NAME,
    UNSEEN,
    Node,
    clock_text,
    quoted,
)

_BLANK = re.compile(r"[ \t\n]*")
_WORD = re.compile(r"[^ \t\n{}()<>]+")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})\.")
_CLOCK = re.compile(r"<(?:([0-9]{1,6}):)?([0-9]{1,8}):([0-9]{1,8})(?:\.([0-9]{1,3}))?>")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]{1,6})\}|(.))", re.DOTALL)
_UNSEEN_IN_FILE = re.compile(rf"(?![\n\t]){UNSEEN.pattern}")


@dataclass
class Parsed:
    """A record taken apart, and where in the text its parts stand."""

    tags: dict[str, str]
    tag_places: dict[str, int]  # offset of the name of each tag
    tags_end: int  # offset of what follows the tags
    root: Node
    move_places: dict[int, int]  # by id of the node: offset of its move
    end: str  # the result that closes the move text
    end_place: int


@dataclass
class _Line:
    """The line of play, main or variation, that is being read."""

    before: Node  # where the last move was made: a variation goes on from here
    last: Node
    number: int  # of the last move
    opened: int  # offset of the parenthesis
    allowed: int  # _CLOCK_NEXT, _COMMENT_NEXT and so on: what may still be said about the last move


#: What can follow a move, in this order.
_CLOCK_NEXT, _COMMENT_NEXT, _VARIATION_NEXT, _MOVE_NEXT = range(4)


class RecordReader:
    """Reads the records of one text, one after the other."""

    def __init__(self, text: str | bytes, source: str = "") -> None:
        self.source = source
        self.text = ""
        self.at = 0
        self.text = self._clean(text)
        self._skip()

    def error(self, reason: str, at: int | None = None) -> RecordError:
        """The error with line and column of this offset in the text, or of where the reader stands."""
        at = self.at if at is None else at
        line_start = self.text.rfind("\n", 0, at) + 1
        return RecordError(reason, self.source, self.text.count("\n", 0, at) + 1, at - line_start + 1)

    @property
    def is_done(self) -> bool:
        return self.at == len(self.text)

    def _clean(self, text: str | bytes) -> str:
        """The text with plain line ends and without a byte order mark; nothing in it is invisible."""
        if isinstance(text, bytes):
            data = text
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError as broken:
                self.text = data[: broken.start].decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
                reason = _("this is not UTF-8 text (byte {byte:#04x})").format(byte=data[broken.start])
                raise self.error(reason, len(self.text)) from None
        self.text = text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        unseen = _UNSEEN_IN_FILE.search(text)
        if unseen:
            raise self.error(
                _("the invisible character U+{code:04X} stands here; in comments and tags write {escape}").format(
                    code=ord(unseen[0]), escape=quoted(unseen[0], QUOTE)[1:-1]
                ),
                unseen.start(),
            )
        half = SURROGATE.search(text)
        if half:
            raise self.error(_("half a character stands here, U+{code:04X}").format(code=ord(half[0])), half.start())
        return text

    def _skip(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found
        self.at = found.end()

    def _next(self) -> str:
        return self.text[self.at : self.at + 1]

    def record(self) -> Parsed:
        """The next record."""
        tags, tag_places = self._tags()
        if not tags:
            raise self.error(_('expected a record, which starts with tags such as [Game "firenze"]'))
        tags_end = self.at
        root = Node()
        places: dict[int, int] = {}
        lines = [_Line(root, root, 0, self.at, _COMMENT_NEXT)]
        while True:
            line, char = lines[-1], self._next()
            if char == "(":
                lines.append(self._open(line, len(lines)))
            elif char == ")":
                self._close(lines)
            elif char == "{":
                self._say(line, _COMMENT_NEXT, _("one comment can follow a move, after its clock time and before its variations"))
                line.last.comment = self._quoted(BRACE)
                if not line.last.comment:
                    raise self.error(_("this comment is empty: leave it out"), self.at - 2)
            elif char == "<":
                self._say(line, _CLOCK_NEXT, _("one clock time can follow a move, right after it"))
                line.last.clock = self._clock()
            elif char in ("}", ">"):
                raise self.error(_("nothing is open here that {char} could close").format(char=char))
            else:
                place, word = self.at, self._word(lines)
                number = _NUMBER.fullmatch(word)
                if number is None:
                    return Parsed(tags, tag_places, tags_end, root, places, self._end(word, place, lines), place)
                self._move(int(number[1]), place, line, places)
            self._skip()

    def _tags(self) -> tuple[dict[str, str], dict[str, int]]:
        tags: dict[str, str] = {}
        places: dict[str, int] = {}
        lower: set[str] = set()
        while self._next() == "[":
            self.at += 1
            name = TAG_NAME.match(self.text, self.at)
            if name is None:
                raise self.error(
                    _('expected the name of a tag, as in [Game "firenze"]: a letter, then letters, digits, dots or underscores')
                )
            if name[0].lower() in lower:
                raise self.error(_("the tag {name} is here twice").format(name=name[0]))
            lower.add(name[0].lower())
            places[name[0]], self.at = self.at, name.end()
            self._skip()
            if self._next() != QUOTE:
                raise self.error(_('expected the value of the tag {name} in quotes, as in [Game "firenze"]').format(name=name[0]))
            tags[name[0]] = self._quoted(QUOTE)
            self._skip()
            if self._next() != "]":
                raise self.error(_("expected ] after the value of the tag {name}").format(name=name[0]))
            self.at += 1
            self._skip()
        return tags, places

    def _quoted(self, opening: str) -> str:
        """The text between quotes or braces; a line break in a comment stands for a blank."""
        start = self.at
        self.at += 1
        closing, special = QUOTES[opening]
        plain = re.compile(rf"[^{special}\\\t]*" if opening == BRACE else rf"[^{special}\\\t\n]*")
        parts = []
        while True:
            found = plain.match(self.text, self.at)
            assert found
            parts.append(found[0].replace("\n", " "))
            self.at = found.end()
            char = self._next()
            if char == closing:
                self.at += 1
                return "".join(parts)
            if char == "\\":
                parts.append(self._escape(special))
            elif char == "\t":
                raise self.error(_("a tab stands here: write \\t"))
            elif opening == BRACE:
                raise self.error(
                    _("this comment has no end: }} is missing before {next}").format(next=char or _("the end of the text")), start
                )
            else:
                raise self.error(_("this text has no end: the second quote is missing in its line"), start)

    def _escape(self, special: str) -> str:
        found = _ESCAPE.match(self.text, self.at)
        if found and found[1]:
            code = int(found[1], 16)
            if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                raise self.error(_("there is no character {escape}").format(escape=found[0]))
            self.at = found.end()
            return chr(code)
        if found and (found[2] in SHORT or found[2] in special + "\\"):
            self.at = found.end()
            return SHORT.get(found[2], found[2])
        known = " ".join("\\" + char for char in [*special, "\\", *SHORT])
        raise self.error(
            _("unknown escape {escape}: here {known} and \\u{{hexadecimal}} are known").format(
                escape=self.text[self.at :][:2], known=known
            )
        )

    def _say(self, line: _Line, what: int, rule: str) -> None:
        """Something is said about the last move; `rule` tells where such a thing may stand."""
        if line.allowed > what:
            raise self.error(rule)
        line.allowed = what + 1

    def _clock(self) -> int:
        found = _CLOCK.match(self.text, self.at)
        if found is None:
            raise self.error(_("expected a clock time such as <0:59.5> or <1:02:03>"))
        hours, minutes, seconds = int(found[1] or 0), int(found[2]), int(found[3])
        clock = ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "0").ljust(3, "0"))
        if clock >= MAX_CLOCK:
            raise self.error(_("a clock shows less than a million hours"))
        if found[0] != f"<{clock_text(clock)}>":
            raise self.error(_("write the clock time as <{clock}>, not {text}").format(clock=clock_text(clock), text=found[0]))
        self.at = found.end()
        return clock

    def _open(self, line: _Line, depth: int) -> _Line:
        if line.last is line.before:
            raise self.error(_("a variation replaces the move before it, and there is no move before this one"))
        if depth > MAX_NESTING:
            raise self.error(_("variations are nested more than {limit} deep here").format(limit=MAX_NESTING))
        line.allowed = _VARIATION_NEXT
        self.at += 1
        return _Line(line.before, line.before, line.number - 1, self.at - 1, _MOVE_NEXT)

    def _close(self, lines: list[_Line]) -> None:
        if len(lines) == 1:
            raise self.error(_("nothing is open here that {char} could close").format(char=")"))
        if lines[-1].last is lines[-1].before:
            raise self.error(_("this variation is empty"), lines[-1].opened)
        lines.pop()
        self.at += 1

    def _word(self, lines: list[_Line]) -> str:
        found = _WORD.match(self.text, self.at)
        if found is None:
            if len(lines) > 1:
                raise self.error(_("this variation has no end: ) is missing"), lines[-1].opened)
            raise self.error(_("the record has no end: after the last move comes the result, * if there is none"))
        self.at = found.end()
        return found[0]

    def _move(self, number: int, place: int, line: _Line, places: dict[int, int]) -> None:
        if number != line.number + 1:
            raise self.error(_("this is move number {right}, not {number}").format(right=line.number + 1, number=number), place)
        self._skip()
        found = _WORD.match(self.text, self.at)
        if found is None or not MOVE.fullmatch(found[0]):
            raise self.error(_("expected a move after its number"))
        node = Node(found[0])
        places[id(node)] = self.at
        line.last.children.append(node)
        line.before, line.last, line.number, line.allowed = line.last, node, number, _CLOCK_NEXT
        self.at = found.end()

    def _end(self, word: str, place: int, lines: list[_Line]) -> str:
        if len(lines) > 1 or not RESULT.fullmatch(word):
            raise self.error(
                _("expected {number}. and a move, or the end of {what}, not {word!r}").format(
                    number=lines[-1].number + 1,
                    what=_("the variation: )") if len(lines) > 1 else _("the record: its result, * if there is none"),
                    word=word[:60],
                ),
                place,
            )
        self._skip()
        if not self.is_done and self._next() != "[":
            raise self.error(_("the record has ended with its result, and something follows"))
        return word
