"""Who is asking: guests without accounts, known by a signed cookie."""

import re
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import cast

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from bottega import i18n
from bottega.i18n import LANGUAGES, _, best_language
from bottega.server.errors import RequestError
from bottega.server.store import GuestRow, Store, now

COOKIE = "bottega"
THEMES = ("auto", "warm", "dark", "contrast")
LONGEST_NAME = 24
ID_BYTES = 15
REMEMBERED = 10_000  # guests whose choices are kept in memory

_ID = re.compile(r"[A-Za-z0-9_-]{20}")


@dataclass(frozen=True)
class Guest:
    """Somebody at a browser."""

    id: str
    name: str
    language: str
    theme: str


async def current_guest(connection: HTTPConnection) -> Guest:
    """Who asks. The door has read the cookie, or made a new guest."""
    return cast(Guest, connection.state.guest)


class Guests:
    """Reads and signs cookies and tokens, and knows what guests chose."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._cookies = Signer(secret, salt="bottega.guest")
        self._tokens = Signer(secret, salt="bottega.token")
        self._known: OrderedDict[str, GuestRow] = OrderedDict()

    # ---------------------------------------------------------------- cookies and tokens

    def new(self) -> str:
        """The id of a new guest."""
        return secrets.token_urlsafe(ID_BYTES)

    def sign(self, who: str) -> str:
        """The cookie of a guest."""
        return self._cookies.sign(who).decode()

    def read(self, cookie: str) -> str | None:
        """The id in a cookie; None unless we signed it."""
        try:
            who = self._cookies.unsign(cookie.encode()).decode()
        except (BadSignature, UnicodeError):
            return None
        return who if _ID.fullmatch(who) else None

    def token(self, who: str) -> str:
        """What a guest's page shows to prove that a request comes from it. Each page has another one, so that the length of
        a compressed page tells nothing about it."""
        nonce = secrets.token_urlsafe(6)
        return f"{nonce}.{self._tokens.get_signature(f'{nonce} {who}').decode()}"

    def is_token(self, who: str, token: str) -> bool:
        """Whether we made this token for this guest."""
        nonce, _dot, signature = token.partition(".")
        return self._tokens.verify_signature(f"{nonce} {who}".encode(), signature.encode(errors="replace"))

    # ---------------------------------------------------------------- what they chose

    async def guest(self, who: str, accepts: str, is_new: bool = False) -> Guest:
        """The guest of this id, whose language is spoken from here on: the chosen one, else what the browser asks for."""
        row = self._known.get(who)
        if row is None:
            kept = None if is_new else await self._store.guest(who)
            row = self._known.get(who) or kept or GuestRow(who, "", "", "", now())  # something may have been chosen meanwhile
            if not is_new:  # who comes without a cookie may never come again
                self._remember(row)
        else:
            self._known.move_to_end(who)
        language = row.language if row.language in LANGUAGES else best_language(accepts)
        i18n.language.set(language)
        return Guest(who, row.name or default_name(who), language, row.theme or THEMES[0])

    async def choose(self, guest: Guest, *, name: str | None, language: str | None, theme: str | None) -> None:
        """Keep what a guest chose; None leaves it as it is, an empty name is none."""
        stored = None if guest.id in self._known else await self._store.guest(guest.id)
        row = self._known.get(guest.id) or stored or GuestRow(guest.id, "", "", "", now())  # known by now, perhaps
        if name is not None:
            row = replace(row, name=checked_name(name))
        if language is not None:
            row = replace(row, language=language)
        if theme is not None:
            row = replace(row, theme=theme)
        self._remember(row)  # before it is written: whatever else is chosen in the meantime adds to it
        try:
            await self._store.save_guest(row)
        except BaseException:
            self._known.pop(guest.id, None)
            raise

    def _remember(self, row: GuestRow) -> None:
        self._known[row.id] = row
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def default_name(who: str) -> str:
    """What to call somebody who has not said."""
    return _("Guest {number}").format(number=100 + sum(who.encode()) * 7919 % 900)


def checked_name(name: str) -> str:
    """A name that can be shown among others: some letters, no control characters, not too long."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if len(tidy) > LONGEST_NAME:
        raise RequestError(_("a name has at most {longest} characters").format(longest=LONGEST_NAME))
    if any(unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp") for character in tidy):
        raise RequestError(_("a name is made of letters, digits and signs that can be seen"))
    return tidy
