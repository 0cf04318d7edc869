"""Cards by name (D3) and decks as files: TOML with a name, a note and the cards, one a line.

name = "my deck"
note = "where these cards come from"
cards = [
    "rRBG",
    "RBRB",
]
"""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bottega.errors import DeckError, NotationError
from bottega.games.florentine.layout import FEWEST_CARDS, MOST_CARDS
from bottega.i18n import _

if TYPE_CHECKING:
    from bottega.kernels import State

COLOUR_LETTERS = "RBGO"
BUILT_IN = Path(__file__).parent / "decks"
SUFFIX = ".toml"


@dataclass(frozen=True)
class Deck:
    """A set of cards to play with; a card that comes twice is listed twice."""

    name: str
    note: str  # where the cards come from
    cards: tuple[str, ...]


def turned(triangles: str, turn: int) -> str:
    """The triangles, clockwise from the north, after so many clockwise quarter turns."""
    return triangles[4 - turn :] + triangles[: 4 - turn]


def canonical(triangles: str) -> str:
    """The name of the card with these triangles (D3)."""

    def order(name: str) -> tuple[list[int], list[bool]]:
        return [COLOUR_LETTERS.index(letter) for letter in name.upper()], [letter.isupper() for letter in name]

    return min((turned(triangles, turn) for turn in range(4)), key=order)


def turn_to(card: str, triangles: str) -> int:
    """The smallest turn after which the card shows these triangles, which are its own."""
    return next(turn for turn in range(4) if turned(card, turn) == triangles)


def check_card(text: str) -> str:
    """The text, which must be the name of a card in canonical form."""
    if len(text) != 4 or any(letter not in "RBGOrbgo" for letter in text):
        raise NotationError(
            _("{text!r} is not a card: expected four letters of R, B, G, O, in lower case where a stone lies").format(
                text=text[:60]
            )
        )
    if canonical(text) != text:
        raise NotationError(_("write {canonical}, not {text!r}").format(canonical=canonical(text), text=text))
    return text


def card_code(name: str) -> int:
    """The number of a card as kernels know it: see `layout`."""
    colours = sum(COLOUR_LETTERS.index(letter.upper()) << 2 * triangle for triangle, letter in enumerate(name))
    return colours | sum(letter.islower() << 8 + triangle for triangle, letter in enumerate(name))


@cache
def card_name(code: int) -> str:
    """The name of a card that kernels know by this number."""
    letters = [COLOUR_LETTERS[code >> 2 * triangle & 3] for triangle in range(4)]
    return "".join(letter.lower() if code >> 8 + triangle & 1 else letter for triangle, letter in enumerate(letters))


def check_size(cards: Sequence[str]) -> str:
    """Why there cannot be that many cards in a deck (D5), empty if there can."""
    if FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        return ""
    return _("a deck has {fewest} to {most} cards, not {count}").format(fewest=FEWEST_CARDS, most=MOST_CARDS, count=len(cards))


# ---------------------------------------------------------------- files


def built_in() -> tuple[str, ...]:
    """The names of the decks that come with the game."""
    return tuple(sorted(path.stem for path in BUILT_IN.glob(f"*{SUFFIX}")))


def named(deck: str) -> Deck:
    """A deck that comes with the game, by its name, or one from a file, by the path of the file."""
    if deck in built_in():
        return _built_in(deck)
    if not deck.endswith(SUFFIX):
        raise DeckError(
            _("there is no deck {name!r}: the decks are {decks}, and the name of a file ends in {suffix}").format(
                name=deck[:200], decks=", ".join(built_in()), suffix=SUFFIX
            )
        )
    return read(Path(deck))


@cache
def _built_in(name: str) -> Deck:
    return read(BUILT_IN / f"{name}{SUFFIX}")


def read(path: Path) -> Deck:
    """The deck in a file."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DeckError(_("the file cannot be read: {reason}").format(reason=reason), str(path)) from error
    return parse(data, str(path))


def parse(data: bytes, source: str = "") -> Deck:
    """The deck in the text of a file."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DeckError(_("the text is not UTF-8"), source, line) from error
    try:
        content = tomllib.loads(text)
    except ValueError as error:  # not only TOMLDecodeError: a number can be too long for Python
        raise _syntax_error(text, str(error), source) from error
    except RecursionError as error:
        raise DeckError(_("the brackets are nested too deeply"), source) from error

    for key in content:
        if key not in ("name", "note", "cards"):
            reason = _("there is no key {key!r}: a deck has name, note and cards").format(key=key[:60])
            raise DeckError(reason, source, _line_of(text, key))
    for key in ("name", "note"):
        if not isinstance(content.get(key, ""), str):
            raise DeckError(_("{key} is a text in quotation marks").format(key=key), source, _line_of(text, key))
    cards = content.get("cards")
    if not isinstance(cards, list):
        reason = _("cards is missing: a list of card names") if cards is None else _("cards is a list of card names")
        raise DeckError(reason, source, _line_of(text, "cards"))
    names: list[str] = []
    for card in cards:
        try:
            if not isinstance(card, str):
                raise NotationError(_("a card is a name in quotation marks, such as {example}").format(example='"rRBG"'))
            names.append(check_card(card))
        except NotationError as error:
            raise DeckError(str(error), source, _line_of_card(text, len(names))) from error
    wrong_size = check_size(names)
    if wrong_size:
        raise DeckError(wrong_size, source, _line_of(text, "cards"))
    return Deck(content.get("name", ""), content.get("note", ""), tuple(names))


def _syntax_error(text: str, message: str, source: str) -> DeckError:
    """The parser ends its message with `(at line 3, column 9)` or `(at end of document)`."""
    reason, _at, place = message.rpartition(" (at ")
    words = place.rstrip(")").replace(",", "").split()
    if len(words) == 4 and words[1].isdecimal() and words[3].isdecimal():
        return DeckError(reason, source, int(words[1]), int(words[3]))
    return DeckError(reason or message, source, text.count("\n") + 1)


def _line_of(text: str, key: str) -> int:
    """The line where the key is set, 0 if it cannot be found."""
    found = re.search(rf"""^[ \t\["']*{re.escape(key)}["' \t]*[=.\]]""", text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 0


_VALUE = re.compile(r'''#[^\n]*|""".*?"""|\'{3}.*?\'{3}|"[^"\n]*"|'[^'\n]*'|[\[{]|[^\s,\[\]{}#"']+''', re.DOTALL)


def _line_of_card(text: str, position: int) -> int:
    """The line of the card in this position, all before it being names in quotation marks."""
    found = re.search(r"""^[ \t"']*cards["' \t]*=\s*\[""", text, re.MULTILINE)
    begin = found.end() if found else 0
    values = [value for value in _VALUE.finditer(text, begin) if not value[0].startswith("#")]
    return text.count("\n", 0, values[position].start()) + 1 if found and position < len(values) else _line_of(text, "cards")


def is_reconstruction(state: "State") -> bool:
    """D2: whatever shows the cards of our reconstruction says so."""
    return _is_reconstruction(state.cards.tobytes(), state.deck.tobytes())


@cache
def _is_reconstruction(kinds: bytes, copies: bytes) -> bool:
    cards, amounts = np.frombuffer(kinds, np.uint16), np.frombuffer(copies, np.uint8)
    held = {card_name(int(cards[kind])): int(amounts[kind]) for kind in np.flatnonzero(amounts).tolist()}
    return held == Counter(named("reconstruction").cards)
