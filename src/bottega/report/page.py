"""The pieces of an HTML page."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from bottega.i18n import _, language
from bottega.report.measures import Amount, Share
from bottega.report.study import Study


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def gallery(*parts: str) -> str:
    """Figures, each with what belongs to it, side by side where there is room."""
    return f'<div class="gallery">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def split(drawing: str, *others: str) -> str:
    """A figure, and beside it, where there is room, what belongs to it."""
    return f'<div class="split">{drawing}<div>{"".join(others)}</div></div>'


def table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "", numbers_from: int = 1) -> str:
    """A table; the first cell of a row is its heading. Cells are HTML already, headings and caption are not."""

    def cell(number: int, content: str) -> str:
        if number == 0:
            return f'<th scope="row">{content}</th>'
        return f'<td class="number">{content}</td>' if number >= numbers_from else f"<td>{content}</td>"

    top = "".join(
        f'<th scope="col"{"" if place < numbers_from else " class=number"}>{escape(text)}</th>' for place, text in enumerate(head)
    )
    body = "".join(f"<tr>{''.join(cell(*numbered) for numbered in enumerate(row))}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<div class="table"><table>{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def section(name: str, title: str, *parts: str) -> str:
    return f'<section id="{name}"><h2>{escape(title)}</h2>{"".join(parts)}</section>'


def number(value: float) -> str:
    """As many digits as a person wants to see."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    text = f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: Share) -> str:
    """A share with its interval, as HTML."""
    if share.n == 0:
        return "–"
    return f"{100 * share.value:.1f}% <small>({100 * share.low:.1f} – {100 * share.high:.1f})</small>"


def spread(found: Amount | None) -> str:
    """A mean with the quartiles on either side, as HTML."""
    if found is None:
        return "–"
    return f"{number(found.mean)} <small>({number(found.quartiles[0])} – {number(found.quartiles[2])})</small>"


def page(title: str, study: Study, header: str, sections: Sequence[str], contents: Sequence[tuple[str, str]]) -> str:
    """The whole page, in one file that needs no other."""
    style = files("bottega.report").joinpath("style.css").read_text(encoding="utf-8")
    tones = "".join(
        f"{rule}{{--accent:{study.ACCENT[shade]};--quiet:{study.QUIET[shade]}}}{end}"
        for shade, (rule, end) in enumerate(((":root", ""), ("@media screen and (prefers-color-scheme:dark){:root", "}")))
    )
    links = "".join(f'<li><a href="#{name}">{escape(text)}</a></li>' for name, text in contents)
    return (
        f'<!DOCTYPE html>\n<html lang="{language.get()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}\n{tones}\n</style>\n</head>\n<body>\n"
        f'<header>{header}<nav aria-label="{escape(_("Contents"))}"><ul>{links}</ul></nav></header>\n<main>\n'
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )
