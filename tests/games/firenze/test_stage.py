"""Firenze at a table: dominoes in the hand, words, counting, lampredotti, trying ahead."""

import re

import pytest

import bottega
from bottega.game import Position
from bottega.games.firenze.drawing import ARTIST
from bottega.games.firenze.placing import PLACING
from bottega.games.firenze.stage import STAGE
from bottega.placing import Piece
from bottega.svg import Box, Look, outline
from bottega.testing import random_game

THEMES = [Look(theme) for theme in ARTIST.themes.values()]
WARM = THEMES[0]


def table(*moves: str, **options: object) -> Position:
    position = bottega.game("firenze", **options).start()
    for move in moves:
        position.play(move)
    return position


def said(position: Position, text: str) -> str:
    return STAGE.spoken_move(position.state, position.spec.parse_move(position.state, text))


# ---------------------------------------------------------------- in the hand


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.theme.name)
def test_a_held_domino_is_the_one_that_will_lie_there(look: Look) -> None:
    """Element by element where the held cell is that of the board: marble is cut by the cell that it lies on."""
    before, after = table(), table("WG@0,0h")
    held = STAGE.held(before.state, Piece("WG", 4, 20), 0, look)
    board = ARTIST.board(after.state, after.past, look)
    for element in re.findall(r"<use [^>]*>", held.body):
        assert element in board.body
    assert held.symbols.items() <= board.symbols.items()


@pytest.mark.parametrize(
    ("turn", "box", "letters"),
    [
        (0, Box(0, 0, 80, 40), "PG"),
        (1, Box(0, 0, 40, 80), "PG"),
        (2, Box(-40, 0, 80, 40), "GP"),
        (3, Box(0, -40, 40, 80), "GP"),
    ],
)
def test_the_second_square_goes_around_the_first_one(turn: int, box: Box, letters: str) -> None:
    held = STAGE.held(table().state, Piece("PG", 4, 20), turn, WARM)
    assert held.box == box
    assert "".join(re.findall(r'href="#fw-([WPG])\d', held.body)) == letters, "from the north-west to the south-east"


def test_what_covers_a_square_is_a_pyramid() -> None:
    assert STAGE.extra(WARM).body == ARTIST.piece("pyramid", WARM).body


# ---------------------------------------------------------------- words


def test_f9_moves_in_words() -> None:
    position = table("PG@0,0h")
    assert said(position, "PG@0,1h") == "Green lays a pink and green domino at 0,1 to the east"
    assert said(position, "GW@-1,-1v") == "Green lays a green and white domino at -1,-1 to the south"


def test_f5_what_is_covered_is_said_in_the_order_of_the_notation() -> None:
    position = table("PG@0,0h", "WG@0,1h")
    assert said(position, "GP@2,-1v^1,0") == "Pink lays a green and pink domino at 2,-1 to the south and covers 1,0"
    heard = set()
    for position in random_game(bottega.game("firenze"), seed=2):
        for text in position.moves():
            _domino, *others = text.split("^")
            if len(others) > 1:
                last = others.pop()
                assert said(position, text).endswith(f" and covers {'; '.join(others)} and {last}")
                heard.add(len(others))
    assert {1, 2} <= heard


def test_the_table_is_told_row_by_row() -> None:
    assert STAGE.spoken_board(table().state)[0] == "The table is empty."
    rows = STAGE.spoken_board(table("PG@0,0h", "WG@0,1h", "GP@2,-1v^1,0", "GW@-2,1h").state)
    assert rows == (
        "Row -1: 2 green.",
        "Row 0: 0 to 2 pink, pyramid, pink.",
        "Row 1: -2 to 1 green, white, white, green.",
        "Dominoes left: white and pink 20, white and green 18, pink and green 18. Pyramids left: 11.",
    )


def test_dominoes_in_words() -> None:
    state = table().state
    assert [STAGE.spoken_piece(state, piece) for piece in PLACING.pieces(state)] == [
        "the white and pink domino",
        "the white and green domino",
        "the pink and green domino",
    ]


# ---------------------------------------------------------------- counting and ceremonies


def test_f8_groups_of_three_are_counted_colour_by_colour_from_the_north() -> None:
    position = table("PG@0,0h", "GP@2,0h", "PG@-1,0v", "WG@1,1h", "PW@-2,0v", "GW@3,1h")
    assert position.score_text == "1/3 1/4"
    steps = STAGE.counting(position.state, WARM)
    assert [(step.seat, step.points, step.words) for step in steps] == [(0, 1, "a group of 3"), (1, 1, "a group of 4")]
    assert re.findall(r">(\d+)</text>", "".join(step.overlay for step in steps)) == ["1", "1"], "each colour has its own numbers"


def test_f8_where_seats_are_level_their_largest_groups_are_counted_too() -> None:
    """Only then, and only at the end."""
    ties = 0
    for seed in range(12):
        for position in random_game(bottega.game("firenze", players=3), seed):
            if not position.is_over and len(position.history) % 20:
                continue
            broken = [step for step in STAGE.counting(position.state, WARM) if not step.points]
            best = max(score[0] for score in position.scores())
            level = [seat for seat, score in enumerate(position.scores()) if score[0] == best]
            if position.is_over and len(level) > 1:
                assert [step.seat for step in broken] == level
                assert [int(re.findall(r"\d+", step.words)[0]) for step in broken] == [
                    position.scores()[seat][1] for seat in level
                ]
                ties += 1
            else:
                assert broken == []
    assert ties


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.theme.name)
def test_f5_a_lampredotto_is_celebrated_where_it_happened(look: Look) -> None:
    words = {1: "Lampredotto!", 2: "Double lampredotto!", 3: "Triple lampredotto!"}
    heard = set()
    for position in random_game(bottega.game("firenze"), seed=2):
        if not position.history:
            continue
        cells = re.findall(r"\^(-?\d+),(-?\d+)", position.history[-1])
        before = position.copy()
        before.undo()
        found = STAGE.moments(before.state, position.past[-1], position.state, look)
        assert [moment.words for moment in found] == ([words[len(cells)]] if cells else [])
        if cells:
            heard.add(found[0].words)
            for x, y in cells:
                assert outline([(int(x), int(y))], 40, -3) in found[0].overlay
    assert len(heard) > 1


# ---------------------------------------------------------------- trying ahead, and what fits


def test_trying_ahead_sandwiches_for_the_own_colour() -> None:
    """F4: green is on turn, pink tries."""
    position = table("PG@0,0h", "WG@0,1h", "WG@-2,0h")
    assert position.seat == 1
    state = STAGE.ahead(position.view(0).state, 0)
    assert state is not None
    assert PLACING.extras(state, "GP@2,-1v") == ((1, 0),)
    assert PLACING.extras(position.state, "GP@2,-1v") == ()


def test_the_last_domino_can_be_tried_by_all() -> None:
    for position in random_game(bottega.game("firenze", players=3), seed=1):
        if len(position.history) == 59:
            for seat in range(3):
                state = STAGE.ahead(position.view(seat).state, seat)
                assert state is not None
                assert len(PLACING.pieces(state)) == 1


def test_f3_a_hole_of_one_cell_is_for_no_domino() -> None:
    position = table("PG@0,0h", "WG@2,0v", "WG@0,1v")
    assert [piece.name for piece in STAGE.fits(position.state, (1, 1))] == ["WP", "WG", "PG"]
    position.play("GP@1,2h")
    assert STAGE.fits(position.state, (1, 1)) == ()


def test_f1_a_kind_that_is_used_up_fits_nowhere() -> None:
    position = table(*[f"PG@{2 * turn},0h" for turn in range(20)])
    assert [piece.name for piece in STAGE.fits(position.state, (-1, 0))] == ["WP", "WG"]
