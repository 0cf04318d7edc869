"""The catalogues of the languages agree with the sources, and the translations with their messages."""

import gettext
import importlib.util
import pkgutil
import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from babel.messages import Catalog
from pseudo import outside, pseudo, untranslated

import bottega
from bottega.drawing import svg
from bottega.drawing.style import Style
from bottega.game import Position
from bottega.i18n import LANGUAGES, LOCALES, N_, _, best_language, language
from bottega.server import words as script_words
from bottega.svg import Drawing

ROOT = Path(__file__).parent.parent
OTHERS = LANGUAGES[1:]


def _script() -> ModuleType:
    """The script behind `make locales`."""
    spec = importlib.util.spec_from_file_location("locales_script", ROOT / "scripts" / "locales.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()


@pytest.fixture(scope="module")
def sources() -> Catalog:
    found: Catalog = SCRIPT.extract()
    return found


@pytest.fixture(scope="module", params=OTHERS)
def code(request: pytest.FixtureRequest) -> str:
    """Each language but the source language."""
    return str(request.param)


@pytest.fixture(scope="module")
def catalogue(code: str) -> Catalog:
    found: Catalog = SCRIPT.read(code)
    return found


def _ids(catalogue: Catalog) -> set[str]:
    return {str(message.id) for message in catalogue if message.id}


def _pairs(catalogue: Catalog) -> list[tuple[str, str]]:
    """Messages and their translations; what has none is another test's business."""
    return [(str(message.id), str(message.string)) for message in catalogue if message.id and message.string]


def test_the_template_holds_the_messages_of_the_sources(sources: Catalog) -> None:
    with SCRIPT.TEMPLATE.open("rb") as file:
        template = SCRIPT.read_po(file)
    assert _ids(template) == _ids(sources), "say `make locales`"


def test_every_message_is_translated(sources: Catalog, catalogue: Catalog) -> None:
    assert _ids(catalogue) == _ids(sources), "say `make locales`"
    assert SCRIPT.missing(catalogue) == []


def test_no_translation_is_a_guess(catalogue: Catalog) -> None:
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def _placeholders(text: str) -> Counter[tuple[str, str, str]]:
    """What `format` fills in, with conversion and format; doubled braces are none."""
    return Counter(
        (name, form or "", conversion or "")
        for _literal, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    )


def _is_template(message: str) -> bool:
    """Whether a message is filled in: some only quote a brace."""
    try:
        return bool(_placeholders(message))
    except ValueError:
        return False


def test_placeholders_are_those_of_the_message(catalogue: Catalog) -> None:
    wrong = [
        (message, text)
        for message, text in _pairs(catalogue)
        if _is_template(message) and _placeholders(message) != _placeholders(text)
    ]
    assert wrong == []


def test_blanks_and_markup_are_those_of_the_message(catalogue: Catalog) -> None:
    """Blanks at both ends, the number of lines, tags, options of commands and addresses."""
    kept = re.compile(r"<[^>]+>|(?<!\w)--[a-z-]+|https?://\S+|`[^`]*`")
    for message, text in _pairs(catalogue):
        assert _ends(message) == _ends(text), (message, text)
        assert message.count("\n") == text.count("\n"), (message, text)
        assert sorted(kept.findall(message)) == sorted(kept.findall(text)), (message, text)


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


#: How the languages write quotes; straight ones stay in what is typed.
FOREIGN_QUOTES = {"it": "„", "fr": "“”„", "de": "”", "nl": "„"}


def test_typography(code: str, catalogue: Catalog) -> None:
    """A sentence ends as its original does, and quotes are those of the language."""
    for message, text in _pairs(catalogue):
        assert not set(FOREIGN_QUOTES[code]) & set(text), (message, text)
        assert code != "fr" or not re.search(r" [:;!?»]|« ", text), (message, text)  # no line breaks there
        assert "  " not in text or "  " in message, (message, text)
        assert message.rstrip().endswith(":") == text.rstrip().endswith(":"), (message, text)
        assert message.rstrip().endswith(".") == text.rstrip().endswith("."), (message, text)


def test_what_is_read_is_what_was_translated(code: str, catalogue: Catalog) -> None:
    with (LOCALES / code / "LC_MESSAGES" / "bottega.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    different = [message for message, text in _pairs(catalogue) if compiled.gettext(message) != text]
    assert different == [], "say `make locales`"


def test_a_task_speaks_its_language(code: str) -> None:
    assert _("The rules") == "The rules"
    token = language.set(code)
    try:
        assert _("The rules") != "The rules"
        assert _("no such message") == "no such message"
    finally:
        language.reset(token)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("ja,fr-CH;q=0.7,it;q=0.8", "it"),
        ("nl;q=0.5, en;q=0.5", "nl"),
        ("IT-it", "it"),
        ("de;q=0,fr;q=0.1", "fr"),
        ("de;q=lots,fr;q=0.1", "fr"),
        ("de;q=7,fr; q = 0.1", "fr"),
        ("de;q=nan", "en"),
        ("*", "en"),
        (";;q=,,=;", "en"),
    ],
)
def test_the_best_language_of_a_browser(header: str, code: str) -> None:
    assert best_language(header) == code


def test_pseudo_language() -> None:
    with pseudo():
        assert _("Red") == "⟦Red⟧"
        assert N_("Red") == "Red"
        assert outside(_("{name} wins").format(name=_("Red")) + " 3") == " 3"
    assert _("Red") == "Red"


def test_untranslated_text_is_found() -> None:
    page = """
    <title>⟦Home⟧ · Bottega</title><style>p {}</style><p>⟦Hello <b>Anna</b>, ⟦Red⟧⟧ 3–4 <i translate="no">PG@0,0h</i></p>
    <img alt="A board"><input placeholder="⟦Name⟧"><p>Welcome</p><svg><title>Board</title><text>a1</text></svg>
    <p>Firenze Deutsch</p>
    """
    assert untranslated(page, ["Firenze"]) == ["A board", "Welcome", "Board"]


# ---------------------------------------------------------------- nothing goes past the translators


def _forgotten(texts: Iterator[str]) -> set[str]:
    """Texts with words that did not go through `_`; the veto token says the same in all languages."""
    return {text for text in texts if re.search(r"[^\W\d_]{2}", outside(text).replace("VETO", ""))}


def _texts_of(drawing: Drawing) -> Iterator[str]:
    return ElementTree.fromstring(f"<svg>{drawing.body}</svg>").itertext()


def _said_about(position: Position) -> Iterator[str]:
    """What a table shows and says about a position before a move."""
    spec, state, look = position.spec, position.state, Style().look(position.spec)
    yield from spec.stage.spoken_board(state)
    yield from (spec.stage.spoken_piece(state, piece) for piece in spec.placing.pieces(state))
    yield from (word.label for word in spec.placing.words(state))
    yield from _texts_of(spec.artist.board(state, position.past, look))
    for seat in range(-1, len(position.seats)):
        yield from _texts_of(spec.artist.tray(state, seat, look))


def _said_in_a_game(name: str) -> Iterator[str]:
    position, dice = bottega.game(name).start(seed=1), random.Random(1)
    spec, look = position.spec, Style().look(position.spec)
    yield from position.seats
    while not position.is_over:
        if len(position.past) % 8 == 0:
            yield from _said_about(position)
        before, text = position.state, dice.choice(position.moves())
        move = spec.parse_move(before, text)
        yield spec.stage.spoken_move(before, move)
        position.play(text)
        yield from spec.reasons(before, move, position.state)
        yield from (moment.words for moment in spec.stage.moments(before, move, position.state, look))
    yield from _said_about(position)
    yield from (step.words for step in spec.stage.counting(position.state, look))
    yield spec.artist.note(position.state)


def test_all_that_a_game_says_can_be_translated(name: str) -> None:
    with pseudo():
        assert _forgotten(_said_in_a_game(name)) == set()


def test_lessons_strategy_and_rules_can_be_translated(name: str) -> None:
    game = bottega.game(name)
    with pseudo():
        leaflet = game.spec.printing.make(game.options, Style().look(game.spec)).leaflet
        texts = [text for section in leaflet.sections for text in (section.heading, *section.words, *section.steps)]
        texts += [section.figure.caption for section in leaflet.sections if section.figure]
        for step in game.spec.stage.lesson():
            texts += [step.title, *step.words, step.task, step.hint, step.praise]
        for advice in game.spec.stage.strategy():
            texts += [advice.title, *advice.words]
        assert _forgotten(iter([leaflet.lead, *texts])) == set()


@pytest.mark.parametrize("area", [module.name for module in pkgutil.iter_modules(script_words.__path__)])
def test_the_words_of_scripts_can_be_translated(area: str) -> None:
    with pseudo():
        assert _forgotten(iter(import_module(f"{script_words.__name__}.{area}").words().values())) == set()


def test_pictures_keep_no_words_of_another_language(name: str) -> None:
    """Parts of drawings are kept to be used again: not those with words."""
    position = bottega.game(name).start(seed=1)
    assert "⟦" not in svg(position)
    with pseudo():
        assert "⟦" in svg(position)
    assert "⟦" not in svg(position)
