"""Deck files and card names of Florentine Dominoes: any text gives a deck or a clear error."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bottega
from bottega.errors import DeckError, NotationError, OptionError
from bottega.games.florentine.deck import Deck, built_in, canonical, check_card, named, parse, turn_to, turned

CARDS = "cards = [\n" + '"RRRR",\n' * 16 + "]\n"


def refused(text: str | bytes) -> DeckError:
    with pytest.raises(DeckError) as caught:
        parse(text.encode() if isinstance(text, str) else text, "my.toml")
    return caught.value


def test_a_deck_file_is_read() -> None:
    text = 'name = "mine"\nnote = "from my box"\ncards = [\n' + '  "rRBG", # a comment\n' * 20 + "]"
    assert parse(text.encode()) == Deck("mine", "from my box", ("rRBG",) * 20)
    assert parse(CARDS.encode()).cards == ("RRRR",) * 16


def test_a_deck_from_a_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(CARDS)
    position = bottega.game("florentine", cards=path).start(seed=1)
    assert position.options["deck"] == ",".join(["RRRR"] * 16)
    assert position.moves() == ["RRRR@d4r0"]


def test_the_built_in_deck_is_found_by_its_name() -> None:
    assert built_in() == ("reconstruction",)
    assert named("reconstruction").name == "reconstruction"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (CARDS.replace('"RRRR"', '"BRRR"', 1), 2, "write RRRB, not 'BRRR'"),
        (CARDS.replace('"RRRR",\n]', '"RRRX",\n]'), 17, "'RRRX' is not a card"),
        ('cards = [ # "x", [\n"RRRR", "RRRR",\n\n5]', 4, "a card is a name in quotation marks"),
        ('cards = [\n"""RRRR""",\n"RRR"]', 3, "'RRR' is not a card"),
        ('cards = ["RRRR",\n[\n]]', 2, "a card is a name in quotation marks"),
        ("\n" + CARDS.replace('"RRRR",\n', "", 1), 2, "16 to 64 cards, not 15"),
        (CARDS.replace('"RRRR",\n', '"RRRR",\n' * 5), 1, "16 to 64 cards, not 80"),
        (CARDS + "colour = 3", 19, "there is no key 'colour'"),
        (CARDS + "[extra]\nx = 1", 19, "there is no key 'extra'"),
        (CARDS + "name = 3", 19, "name is a text"),
        ('note = ["a"]\n' + CARDS, 1, "note is a text"),
        ("cards = 'RRRR'", 1, "cards is a list"),
        ("\n\n[cards]", 3, "cards is a list"),
        ("name = 'x'", 0, "cards is missing"),
        ("", 0, "cards is missing"),
        (b"name = 'x'\n# \xff\n", 2, "not UTF-8"),
        ("cards = [\n'RRRR' 'RRRR'", 2, "Unclosed array"),
        ("cards = [\n'RRRR',", 2, ""),
        ("name = 'a'\nname = 'b'", 2, "Cannot overwrite a value"),
        ("name = " + "9" * 5000, 1, ""),
        ("cards = " + "[" * 100_000, 0, "nested too deeply"),
    ],
)
def test_a_bad_deck_file_is_refused_with_line_and_reason(text: str | bytes, line: int, reason: str) -> None:
    error = refused(text)
    assert (error.source, error.line) == ("my.toml", line)
    assert reason in error.reason
    assert str(error).startswith(f"my.toml:{line}:" if line else "my.toml: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for path in (tmp_path / "missing.toml", folder, Path("nul\0.toml")):
        with pytest.raises(DeckError, match="cannot be read"):
            named(str(path))


def test_a_deck_that_is_neither_a_name_nor_a_file_is_refused() -> None:
    with pytest.raises(DeckError, match=r"no deck 'recon': the decks are reconstruction, and the name of a file ends in \.toml"):
        bottega.game("florentine", cards="recon")


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ("RRRR", "not 1"),
        (",".join(["BRRR"] * 16), "write RRRB"),
        (",".join(["RRRR"] * 16) + ",", "'' is not a card"),
        ("", "not 1"),
    ],
)
def test_a_bad_deck_option_is_refused(deck: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        bottega.game("florentine", deck=deck)


def test_every_card_has_one_name_and_four_turns_of_it() -> None:
    names = set()
    for letters in product("RBGOrbgo", repeat=4):
        card = "".join(letters)
        name = canonical(card)
        names.add(name)
        assert check_card(name) == name
        assert turned(name, turn_to(name, card)) == card
        if name != card:
            with pytest.raises(NotationError, match=f"write {name}, not '{card}'"):
                check_card(card)
    assert len(names) == 1044, "colourings of a square with 8 colours, up to rotation: (8**4 + 8**2 + 2 * 8) / 4"


@given(st.text() | st.text("RBGOrbgo", min_size=3, max_size=5))
def test_any_text_is_a_card_or_not(text: str) -> None:
    try:
        accepted = check_card(text) == text
    except NotationError:
        accepted = False
    assert accepted == (re.fullmatch("[RBGOrbgo]{4}", text) is not None and canonical(text) == text)


LINES = st.sampled_from(
    ['"RRRR",', '"rRBG", # x', "cards = [", "]", 'name = "x"', "note = 5", "[cards]", "'''", '"BRRR",', "5,", "[", "{", ""]
)


@given(st.binary() | st.lists(LINES, max_size=40).map(lambda lines: "\n".join(lines).encode()))
def test_any_bytes_are_a_deck_or_a_clear_error(data: bytes) -> None:
    try:
        outcome: Deck | DeckError = parse(data, "any.toml")
    except DeckError as error:
        outcome = error
    if isinstance(outcome, Deck):
        assert 16 <= len(outcome.cards) <= 64
    else:
        assert str(outcome).startswith("any.toml:")
        assert 0 <= outcome.line <= data.count(b"\n") + 1
        assert outcome.reason
