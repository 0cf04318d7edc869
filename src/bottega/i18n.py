"""Words for people: every user-facing text goes through `_`.

English is the source language. Catalogues, once there are some, lie in `locales/<language>/LC_MESSAGES/bottega.mo`.
"""

import gettext
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

LOCALES = Path(__file__).parent / "locales"

#: The language of the running task: a server answers several people at once.
language: ContextVar[str] = ContextVar("language", default="en")


@lru_cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("bottega", LOCALES, [code], fallback=True)


def _(message: str) -> str:
    """The message in the current language. Fill in values afterwards: `_("{n} left").format(n=3)`."""
    return _catalogue(language.get()).gettext(message)
