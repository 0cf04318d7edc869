"""Pages from templates: in the language of the guest, with everything escaped that is not a template's own."""

from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bottega.i18n import LANGUAGE_NAMES, _, language
from bottega.server.assets import WEB, static_url
from bottega.server.guests import Guest
from bottega.server.words import words as words_of

__all__ = ["render", "static_url"]


def fill(text: str, **values: object) -> Markup:
    """A translated text with its values, everything escaped but markup: `{{ _("by {name}") | fill(name=name) }}`."""
    return Markup(escape(text)).format(**values)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(_=_, gettext=_, static_url=static_url, languages=LANGUAGE_NAMES)
    made.filters["fill"] = fill
    return made


def render(
    request: Request, guest: Guest, template: str, *, words: tuple[str, ...] = ("base",), status: int = 200, **context: Any
) -> HTMLResponse:
    """A page. `words` are the areas of `bottega.server.words` that its scripts need."""
    html = (
        _environment()
        .get_template(template)
        .render(
            guest=guest,
            token=getattr(request.state, "token", ""),
            language=language.get(),
            path=request.url.path,
            words=words_of(*words),
            **context,
        )
    )
    return HTMLResponse(html, status, {"Cache-Control": "no-store"})
