"""Moves of Florentine Dominoes as text: there and back, and what is refused in which words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bottega
from bottega.errors import IllegalMove, NotationError
from bottega.games.florentine import layout
from bottega.games.florentine.notation import cell_name, move_name, parse_cell, parse_move, refusal

POSITION = bottega.game("florentine").start(seed=1)
STATE = POSITION.state


def test_cells_there_and_back() -> None:
    cells = [cell for cell in range(layout.CELLS) if cell % layout.ROW < layout.SIDE]
    assert [cell_name(cell) for cell in (0, 6, 8, layout.CENTRE, 54)] == ["a1", "g1", "a2", "d4", "g7"]
    assert [parse_cell(cell_name(cell)) for cell in cells] == cells


def test_moves_there_and_back() -> None:
    """Every move that any position could have, legal here or not; and every one of them can be refused in words."""
    cells = [cell for cell in range(layout.CELLS) if cell % layout.ROW < layout.SIDE]
    moves = [kind * 256 + cell * 4 + turn for kind in range(48) for cell in cells for turn in range(4)]
    moves += range(layout.DISCARD, layout.DISCARD + 48)
    moves += [layout.BLACK + cell * 4 + side for cell in cells for side in range(4)]
    twice = 0
    for move in [*moves, layout.DECLINE]:
        name = move_name(STATE, move)
        try:
            assert parse_move(STATE, name) == move
        except NotationError:
            assert name[:2] == name[2:4], "only ABAB has turns that look alike"
            assert name[-2:] in ("r2", "r3")
            twice += 1
    assert twice == 6 * 49 * 2


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("rRBG@d4r4", "rRBG@d4r0"),
        ("rRBG@d4r01", "rRBG@d4r1"),
        ("rRBG@D4R1", "rRBG@d4r1"),
        ("RBGr@d4r0", "rRBG@d4r3"),
        ("RBGr@d4r1", "rRBG@d4r0"),
        ("RBRB@d4r3", "RBRB@d4r1"),
        ("BRBR@d4r0", "RBRB@d4r1"),
        (" rRBG @ d4 r1\n", "rRBG@d4r1"),
        ("X:rRBG", "x:rRBG"),
        ("x: rRBG", "x:rRBG"),
        ("x:GrRB", "x:rRBG"),
        ("Black@C1n", "black@c1N"),
        ("DECLINE", "decline"),
        ("decline ", "decline"),
    ],
)
def test_d13_what_is_understood_but_not_canonical_is_refused_with_the_canonical_form(text: str, meant: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(STATE, text)
    assert str(caught.value) == f"write {meant}, not {text!r}"
    parse_move(STATE, meant)


@pytest.mark.parametrize(
    "text", ["", "x", "rRBG", "rRBG@h4r0", "rRBG@d8r0", "rRBG@d٤r0", "rRBG@d4r" + "1" * 5000, "black@d4", "pass"]
)
def test_what_is_no_move_at_all_is_refused_with_the_forms_that_are(text: str) -> None:
    with pytest.raises(NotationError, match="as in rRBG@d4r1, or x:rRBG, black@c1N, decline"):
        parse_move(STATE, text)


def test_a_card_that_is_not_in_the_deck_is_refused_with_those_that_look_like_it() -> None:
    with pytest.raises(IllegalMove, match=r"^the deck has no card RRBG\. Did you mean rRBG\?$"):
        parse_move(STATE, "RRBG@d4r0")
    with pytest.raises(IllegalMove, match=r"^the deck has no card RRRR\.$"):
        parse_move(STATE, "x:RRRR")


@given(st.text() | st.from_regex(r"[rRbBgGoO]{3,5} ?@?[a-hA-H][0-9]r?[0-9]*|[xX]:[rRbBgGoO]+|black@[a-g][0-9][NESWn]|decline"))
def test_any_text_is_a_move_or_is_refused_in_words(text: str) -> None:
    try:
        outcome: int | str = parse_move(STATE, text)
    except IllegalMove as error:
        outcome = str(error)
    if isinstance(outcome, int):
        assert move_name(STATE, outcome) == text
        assert text in POSITION.moves() or refusal(STATE, outcome)
    else:
        assert outcome
