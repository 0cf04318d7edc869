"""Gathers the messages of the sources, brings them into the catalogue of each language and compiles it: `make locales`.

Output depends on the sources and translations alone: no dates, no line numbers, sorted by file and message.
"""

import sys
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bottega.i18n import LANGUAGE_NAMES, LANGUAGES, LOCALES

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = LOCALES / "bottega.pot"
HEADERS = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")


class StableCatalog(Catalog):
    """A catalogue whose header says nothing about when and by what it was written."""

    def _stable_headers(self) -> list[tuple[str, str]]:
        headers = [(name, value) for name, value in Catalog.mime_headers.__get__(self) if name in HEADERS]
        last, value = headers.pop()
        return [*headers, (last, value + "\n")]

    mime_headers = property(_stable_headers, Catalog.mime_headers.__set__)


def extract() -> Catalog:
    """All messages of the sources."""
    with (ROOT / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    found: dict[tuple[str, str], dict[str, set[str]]] = {}
    for file, _line, message, comments, context in extract_from_dir(
        ROOT / "src", methods, options, comment_tags=["Translators:"], strip_comment_tags=True
    ):
        entry = found.setdefault((str(context or ""), message), {"files": set(), "comments": set()})
        entry["files"].add(str(file))
        entry["comments"].update(comments)
    template = StableCatalog(header_comment="# The messages of Bottega.", fuzzy=False)
    for (context, message), entry in sorted(found.items(), key=lambda item: (sorted(item[1]["files"]), item[0])):
        template.add(
            message,
            locations=[(file, 0) for file in sorted(entry["files"])],
            auto_comments=sorted(entry["comments"]),
            context=context or None,
        )
    for entry in template:
        entry.flags.discard("python-format")  # a per cent sign in a sentence is nothing to fill in
    return template


def folder(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES"


def read(language: str) -> Catalog:
    """The catalogue of a language as it was written."""
    path = folder(language) / "bottega.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, template: Catalog) -> Catalog:
    """The messages of the template with the translations that there are; guesses are no translations."""
    old = read(language)
    new = StableCatalog(locale=language, header_comment=f"# Bottega: {LANGUAGE_NAMES[language]}.", fuzzy=False)
    for message in template:
        if message.id:
            known = old.get(message.id, message.context)
            string = known.string if known and not known.fuzzy else ""
            new[message.id] = Message(
                message.id,
                string,
                locations=message.locations,
                flags=message.flags,
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return new


def write(catalogue: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, include_lineno=False, ignore_obsolete=True, width=120)


def compile_catalogue(catalogue: Catalog, path: Path) -> None:
    with path.open("wb") as file:
        write_mo(file, catalogue)


def missing(catalogue: Catalog) -> list[str]:
    """The messages that have no translation."""
    return [str(message.id) for message in catalogue if message.id and not message.string]


def main() -> int:
    template = extract()
    write(template, TEMPLATE)
    for language in LANGUAGES[1:]:
        catalogue = update(language, template)
        write(catalogue, folder(language) / "bottega.po")
        compile_catalogue(catalogue, folder(language) / "bottega.mo")
        left = missing(catalogue)
        print(f"{language}: {len(catalogue) - len(left)} messages, {len(left)} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
