"""Moves as text, and the reasons for refusing them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bottega
from bottega import IllegalMove, NotationError, Position
from bottega.games.toscana import layout, rules
from bottega.games.toscana.notation import cell_name, move_name, parse_move, refusal

ALPHABET = "ABCDEFGHIJKLMNOP"


def placing(tile: str) -> Position:
    """A game in which grey places this tile first."""
    position = bottega.game("toscana", grey=tile + ALPHABET.replace(tile, ""), red=ALPHABET).start()
    position.play("allow")
    return position


def test_t1_cells_are_named_from_a1_in_the_north_west_to_q17() -> None:
    assert [cell_name(cell) for cell in (0, 16, 17, layout.CENTRE, layout.CELLS - 1)] == ["a1", "q1", "a2", "i9", "q17"]


@pytest.mark.parametrize("tile", ALPHABET)
def test_t11_every_move_has_one_name_and_is_read_from_it(tile: str) -> None:
    state = placing(tile).state
    turns = layout.TURNS[ALPHABET.index(tile)]
    numbers = [move for move in range(layout.MOVES) if move >= layout.PLACEMENTS or move % layout.ROTATIONS < turns]
    names = [move_name(state, move) for move in numbers]
    assert [parse_move(state, name) for name in names] == numbers
    assert len(set(names)) == len(names)


def test_t11_the_cell_is_the_north_west_corner_and_turns_are_clockwise() -> None:
    """The two other-coloured squares of tile A, in each rotation."""
    wanted = {"r0": {"i9", "j9"}, "r1": {"j9", "j10"}, "r2": {"k10", "l10"}, "r3": {"i12", "i11"}}
    for turns, cells in wanted.items():
        position = placing("A")
        position.play(f"A@i9{turns}")
        lying = [cell for cell in range(layout.CELLS) if rules.colour_at(position.state, cell) == layout.RED]
        assert {cell_name(cell) for cell in lying} == cells


@pytest.mark.parametrize("tile", "GLOP")
def test_t2_a_rotation_that_another_name_covers_is_refused_with_that_name(tile: str) -> None:
    for turns, canonical in ((2, 0), (3, 1)):
        with pytest.raises(NotationError, match=f"write {tile}@i9r{canonical}, not {tile}@i9r{turns}"):
            placing(tile).play(f"{tile}@i9r{turns}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a@i9r0", "write A@i9r0, not 'a@i9r0'"),
        ("A@I9R0", "write A@i9r0, not 'A@I9R0'"),
        (" A@i9r0", "write A@i9r0, not ' A@i9r0'"),
        ("A @ i9 r0\n", r"write A@i9r0, not 'A @ i9 r0\n'"),
        ("Ai9r0", "write A@i9r0, not 'Ai9r0'"),
        ("A@i09r0", "write A@i9r0, not 'A@i09r0'"),
        ("Veto", "write veto, not 'Veto'"),
        ("pass ", "write pass, not 'pass '"),
        ("A@i9", "say how often tile A is turned: A@i9r0 to A@i9r3"),
        ("G@i9r7", "say how often tile G is turned: G@i9r0 to G@i9r1"),
        ("A@i18r0", "there is no cell i18: the board is a1 to q17"),
        ("A@i0r0", "there is no cell i0: the board is a1 to q17"),
        ("A@z9r0", "there is no cell z9: the board is a1 to q17"),
        ("Q@i9r0", "there is no tile Q: the tiles are A to P"),
        ("", "a move is a tile, a cell and its quarter turns, such as A@e5r1, or one of veto, allow and pass; '' is none"),
    ],
)
def test_t11_what_is_not_canonical_is_refused_with_the_form_it_should_have(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        placing("A").play(text)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    "text", ["A@i²r0", "A@i٩r0", "A@i9r" + "1" * 5000, "A@i" + "9" * 5000 + "r0", "\ud800", "A@i9r0\0", "ⓥeto"]
)
def test_t11_strange_texts_are_refused_in_short(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        placing("A").play(text)
    assert len(str(caught.value)) < 250


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.from_regex(r"\s*[A-Qa-q]\s*@?[a-rA-R]\d{1,3}[rR]?\d?\s*", fullmatch=True)))
def test_t11_any_text_is_a_move_or_refused(text: str) -> None:
    state = placing("A").state
    try:
        move = parse_move(state, text)
    except IllegalMove:
        return
    assert move_name(state, move) == text


def test_moves_that_have_no_text_are_refused_too() -> None:
    state = placing("G").state
    assert refusal(state, layout.CENTRE * layout.ROTATIONS + 2) == "tile G looks the same after half a turn: write G@i9r0"
    assert refusal(state, layout.MOVES) == f"there is no move number {layout.MOVES}"
    assert refusal(state, -1) == "there is no move number -1"


def test_a_refused_move_changes_nothing(table: Position) -> None:
    before = table.state.tobytes()
    for text in ("A@i9r0", "pass", "B@i9r0", "nonsense"):
        with pytest.raises(IllegalMove):
            table.play(text)
    assert table.state.tobytes() == before
