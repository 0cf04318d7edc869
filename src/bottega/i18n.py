"""Words for people: every user-facing text goes through `_`.

English is the source language. The catalogues of the others lie in `locales/<language>/LC_MESSAGES/bottega.mo`; `make locales`
makes them from the sources and from the translations beside them. See docs/languages.md.
"""

import gettext
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

LOCALES = Path(__file__).parent / "locales"

#: The languages that Bottega speaks, and what each calls itself. The first one is the source language.
LANGUAGE_NAMES = {"en": "English", "it": "Italiano", "fr": "Français", "de": "Deutsch", "nl": "Nederlands"}
LANGUAGES = tuple(LANGUAGE_NAMES)

#: The language of the running task: a server answers several people at once.
language: ContextVar[str] = ContextVar("language", default="en")


@lru_cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("bottega", LOCALES, [code], fallback=True)


def _(message: str) -> str:
    """The message in the current language. Fill in values afterwards: `_("{n} left").format(n=3)`."""
    return _catalogue(language.get()).gettext(message)


def N_(message: str) -> str:  # noqa: N802 - what gettext calls it everywhere
    """The message as it is, but known to the catalogues: whoever shows it says `_` to it."""
    return message


def best_language(accept_language: str) -> str:
    """The language that a reader would like best, by the header Accept-Language of a browser; English if there is none."""
    wishes: list[tuple[float, str]] = []
    for wish in accept_language.split(","):
        tag, _semicolon, parameter = wish.partition(";")
        code = tag.strip().lower().partition("-")[0]
        name, _equals, quality = parameter.partition("=")
        weight = _weight(quality.strip()) if name.strip() else 1.0
        if code in LANGUAGES and weight > 0:
            wishes.append((weight, code))
    return max(wishes, key=lambda wish: wish[0])[1] if wishes else LANGUAGES[0]


def _weight(text: str) -> float:
    """The weight of a wish; what makes no sense weighs nothing."""
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
