"""A language for tests, which puts ⟦brackets⟧ around every message: text outside of brackets did not go through `_`."""

import gettext
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from unittest.mock import patch

from bottega.i18n import LANGUAGE_NAMES

OPENING, CLOSING = "⟦", "⟧"

#: Not read by people, or for the page alone.
_SILENT = {"script", "style", "template"}
#: Attributes that are read out or shown.
_SPOKEN = ("alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title")
_VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class _Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return f"{OPENING}{message}{CLOSING}"


@contextmanager
def pseudo() -> Iterator[None]:
    """Everybody in this process speaks it, whatever language was chosen. A server should be started within."""
    _forget()
    try:
        with patch("bottega.i18n._catalogue", lambda code: _Pseudo()):
            yield
    finally:
        _forget()


def _forget() -> None:
    """What the server keeps by language: here one language pretends to be another."""
    for name in [name for name in sys.modules if name.startswith("bottega.server")]:
        for kept in vars(sys.modules[name]).values():
            if hasattr(kept, "cache_clear") and not isinstance(kept, type):
                kept.cache_clear()


def outside(text: str) -> str:
    """What stands outside of all brackets. Values that are filled into a message are inside of it."""
    depth, out = 0, []
    for char in text:
        depth += char == OPENING
        if depth == 0:
            out.append(char)
        depth -= char == CLOSING
    return "".join(out)


class _Texts(HTMLParser):
    """The texts and spoken attributes of a page, one string for each stretch of text between the tags of blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[bool] = []  # of each open element: whether it, or one around it, is silent

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        hush = tag in _SILENT or given.get("translate") == "no" or (bool(self._open) and self._open[-1])
        if not hush:
            self.texts += [value for name in _SPOKEN if (value := given.get(name))]
        if tag not in _VOID:
            self._open.append(hush)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not (self._open and self._open[-1]):
            self.texts.append(data)


def untranslated(html: str, names: Iterable[str] = ()) -> list[str]:
    """The texts of a page that did not go through `_`.

    `names` are those of people, games, designers and levels, which are the same in all languages, as are the names of the
    languages, numbers, single letters and what an element with `translate="no"` holds: moves and coordinates.
    Brackets may open before a tag and close behind it: a message can be filled with markup.
    """
    parser = _Texts()
    parser.feed(html)
    parser.close()
    same = sorted({*names, *LANGUAGE_NAMES.values(), "Bottega"}, key=len, reverse=True)
    known = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in same))
    left, depth = [], 0
    for text in parser.texts:
        plain = outside(OPENING * depth + text)
        depth += text.count(OPENING) - text.count(CLOSING)
        if re.search(r"[^\W\d_]{2}", known.sub("", plain)):
            left.append(" ".join(plain.split()))
    return left
