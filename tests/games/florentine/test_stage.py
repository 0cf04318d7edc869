"""Florentine Dominoes at a table: cards in the hand, words, counting, spaces that close, trying ahead."""

import re

import numpy as np
import pytest

import bottega
from bottega.game import Position
from bottega.games.florentine import layout
from bottega.games.florentine.deck import turned
from bottega.games.florentine.drawing import ARTIST
from bottega.games.florentine.notation import kind_name
from bottega.games.florentine.placing import BLACK, PLACING
from bottega.games.florentine.stage import STAGE
from bottega.kernels import SPECTATOR
from bottega.placing import Cell
from bottega.svg import Box, Look
from bottega.testing import random_game

THEMES = [Look(theme) for theme in ARTIST.themes.values()]
WARM = THEMES[0]
CROSS = ("d4", "d3", "d2", "d1", "d5", "d6", "d7", "c4", "b4", "a4", "e4", "f4", "g4")


def table(*cards: str, players: int = 2) -> Position:
    return bottega.game("florentine", players=players, deck=",".join(cards)).start(seed=0)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position.play(move)
    return position


def said(position: Position, text: str) -> str:
    return STAGE.spoken_move(position.state, position.spec.parse_move(position.state, text))


def reds() -> Position:
    """Sixteen red cards on the cross and beside it: the black cards come next."""
    return play(table(*["RRRR"] * 16), *(f"RRRR@{cell}r0" for cell in (*CROSS, "c3", "b3", "a3")))


# ---------------------------------------------------------------- in the hand


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.theme.name)
def test_a_held_card_is_the_one_that_will_lie_there(look: Look) -> None:
    compared = 0
    for position in random_game(bottega.game("florentine"), seed=3):
        for text in position.moves()[::5]:
            held = PLACING.held(position.state, text)
            if held is None or held[0] == BLACK:
                continue
            piece, (x, y), turn = held
            drawing = STAGE.held(position.state, piece, turn, look)
            after = play(position.copy(), text)
            board = ARTIST.board(after.state, after.past, look)
            name = f"{'abcdefg'[x]}{y + 1}"
            [(transform, body)] = re.findall(
                rf'<g transform="([^"]*)" data-cell="{name}" data-card="{piece.name}">(.*?)</g>', board.body
            )
            assert body == drawing.body
            assert transform == f"translate({80 * x} {80 * y})"
            assert drawing.symbols.items() <= board.symbols.items()
            compared += 1
    assert compared > 40


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.theme.name)
@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("black@d1N", Box(0, -42, 80, 42)),
        ("black@g4E", Box(80, 0, 42, 80)),
        ("black@d7S", Box(0, 80, 80, 42)),
        ("black@a4W", Box(-42, 0, 42, 80)),
    ],
)
def test_d10_a_black_card_is_held_outside_of_the_card_it_closes(text: str, box: Box, look: Look) -> None:
    position = reds()
    held = PLACING.held(position.state, text)
    assert held is not None
    piece, _cell, turn = held
    drawing = STAGE.held(position.state, piece, turn, look)
    assert drawing.box == box
    after = play(position.copy(), text)
    board = ARTIST.board(after.state, after.past, look)
    [uses] = re.findall(r"<svg [^>]*><g [^>]*>(.*?)</g></svg>", drawing.body)
    assert f">{uses}</g></svg>" in board.body
    assert drawing.symbols.items() <= board.symbols.items()


# ---------------------------------------------------------------- words


def test_d13_moves_in_words() -> None:
    position = table("rRBG", "bBgG", "RGoO", "ROgG", *["RBRB"] * 16)
    assert said(position, "rRBG@d4r1") == "Red lays a card at d4: north green, east red with jade, south red, west blue"
    play(position, "rRBG@d4r1")
    assert said(position, "x:RBRB") == "Blue discards a card: red, blue, red, blue"
    position = reds()
    assert said(position, "black@d1N") == "Red puts the black card against the north side of d1"
    assert said(position, "decline") == "Red keeps the black card"


def test_cards_in_words() -> None:
    position = table("rRBG", "bBgG", "RGoO", "ROgG", *["RBRB"] * 16)
    words = [STAGE.spoken_piece(position.state, piece) for piece in PLACING.pieces(position.state)]
    assert words[0] == "card: north red, east green, south ochre with lapis lazuli, west ochre"
    assert [STAGE.spoken_piece(reds().state, piece) for piece in PLACING.pieces(reds().state)] == ["your black card"]


def test_d7_the_square_is_told_with_what_its_open_cells_demand() -> None:
    position = table("rRBG", "bBgG", "RGoO", "ROgG", *["RBRB"] * 16)
    assert STAGE.spoken_board(position.state)[:2] == ("The square is empty.", "d4 is open for any card.")
    play(position, "rRBG@d4r0")
    assert STAGE.spoken_board(position.view(SPECTATOR).state) == (
        "d4: north red with jade, east red, south blue, west green.",
        "d3 is open: a card there needs south red.",
        "c4 is open: a card there needs east green.",
        "e4 is open: a card there needs west red.",
        "d5 is open: a card there needs north blue.",
        "Cards in the stock: 3.",
        "Aside: 8 times red, blue, red, blue.",
    )


def test_d2_the_reconstruction_is_called_one() -> None:
    assert "reconstruction" in STAGE.spoken_board(bottega.game("florentine").start(seed=1).state)[-1]


def test_d10_black_cards_are_told() -> None:
    sentences = STAGE.spoken_board(play(reds(), "black@g4E").state)
    assert "Red's black card lies against the east side of g4." in sentences
    assert not [sentence for sentence in sentences if "is open" in sentence]


# ---------------------------------------------------------------- counting and ceremonies


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d12_stones_are_numbered_through_for_each_seat(players: int) -> None:
    counted = 0
    for seed in range(4):
        *_, position = random_game(bottega.game("florentine", players=players), seed)
        steps = STAGE.counting(position.state, WARM)
        for seat in range(players):
            own = [step for step in steps if step.seat == seat]
            numbers = [int(number) for step in own for number in re.findall(r">(\d+)</text>", step.overlay)]
            assert numbers == list(range(1, position.scores()[seat][0] + 1))
            assert all(f"with {step.points} " in step.words for step in own)
            counted += len(own)
    assert counted


def test_spaces_that_close_light_up_once() -> None:
    """As many stones are announced as the scores rise by."""
    for seed in range(3):
        for position in random_game(bottega.game("florentine", players=4), seed):
            if not position.history:
                continue
            before = position.copy()
            before.undo()
            found = STAGE.moments(before.state, position.past[-1], position.state, WARM)
            closings = [moment for moment in found if " space closes: " in moment.words]
            rise = sum(score[0] for score in position.scores()) - sum(score[0] for score in before.scores())
            assert sum(int(moment.words.split(": ")[1].split(" ")[0]) for moment in closings) == rise
            assert all(moment.overlay for moment in closings)


def test_the_course_of_a_game_is_announced() -> None:
    """D7 the cross, D9 the pool, D10 the black cards: each once, where they come at all."""
    for seed in range(4):
        said_once: list[str] = []
        for position in random_game(bottega.game("florentine"), seed):
            if position.history:
                before = position.copy()
                before.undo()
                moments = STAGE.moments(before.state, position.past[-1], position.state, WARM)
                said_once += [moment.words for moment in moments if "closes" not in moment.words]
        expected = ["The cross is complete", "The stock is empty: all cards form one open pool"]
        assert [words for words in said_once if words in expected and said_once.count(words) == 1][-2:] == expected
        assert said_once[-1] == "Nothing fits any more: now the black cards"


def test_d8_new_hands_are_announced() -> None:
    """Blue has nothing that fits on red, and neither has red after its only red card."""
    position = table("RRRR", *["BBBB"] * 7, *["GGGG"] * 8, *["BBBB"] * 8, *["RRRR"] * 20)
    before = position.state
    play(position, "RRRR@d4r0")
    [moment] = STAGE.moments(before, position.past[-1], position.state, WARM)
    assert moment.words == "Nobody could lay a card: all hands are discarded and dealt anew"


# ---------------------------------------------------------------- trying ahead, and what fits


def test_d15_trying_ahead_takes_the_own_hand() -> None:
    position = play(table("rRBG", "bBgG", "RGoO", "ROgG", *["RBRB"] * 4, *["RGRG"] * 16), "rRBG@d4r0")
    assert position.seat == 1
    state = STAGE.ahead(position.view(0).state, 0)
    assert state is not None
    assert {piece.name for piece in PLACING.pieces(state)} == {"bBgG", "RGoO", "ROgG", "RGRG"}
    assert STAGE.ahead(position.view(1).state, 0) is None, "another hand is hidden"


def test_d10_who_was_asked_for_the_black_card_tries_no_more() -> None:
    position = play(table(*["RRRR"] * 12, *["RBRB"] * 4, players=3), *(f"RRRR@{cell}r0" for cell in CROSS[:12]))
    while position.state.stage != layout.BLACK_CARDS:
        position.play(position.moves()[0])
    first = position.seat
    seats = [(first + after) % 3 for after in range(3)]
    red = seats.index(0)
    can = [STAGE.ahead(position.view(seat).state, seat) is not None for seat in seats]
    assert can[red]
    for seat in seats:
        position.play("decline")
        if not position.is_over:
            assert STAGE.ahead(position.view(seat).state, seat) is None


@pytest.mark.parametrize("plies", [3, 12, 25, 35, 45])
@pytest.mark.parametrize("seed", [1, 2])
def test_cards_fit_where_their_sides_do(plies: int, seed: int) -> None:
    """D7, D9: all cards that are not on the square, turned in any way, compared triangle by triangle."""
    for position in random_game(bottega.game("florentine", players=3), seed):
        if len(position.history) == plies:
            break
    state = position.view(0).state
    placed = [int(kind) for kind in state.board if kind != layout.EMPTY]
    left = [kind for kind in np.flatnonzero(state.deck).tolist() if kind not in placed]
    open_cells = places_of_all_cards(position)
    for x in range(7):
        for y in range(7):
            demands = state.demands[layout.MARGIN + y * layout.ROW + x].tolist()
            expected = [
                kind_name(state, kind)
                for kind in left
                if (x, y) in open_cells
                and any(
                    all(want in (layout.ANY, "RBGO".index(side)) for want, side in zip(demands, card, strict=True))
                    for card in (turned(kind_name(state, kind), turn).upper() for turn in range(4))
                )
            ]
            assert [piece.name for piece in STAGE.fits(state, (x, y))] == expected


def places_of_all_cards(position: Position) -> set[Cell]:
    """Where a card could be laid if all of them were there to choose from."""
    state = position.state.copy()
    state.stage = layout.OPEN_POOL
    state.held[layout.POOL] = state.deck
    state.zones[layout.POOL] = state.shows[0, layout.ANY]
    out = np.empty(layout.CELLS * 4 * layout.MOST_CARDS, np.int32)
    cells = {move >> 2 & 63 for move in out[: position.spec.rules.moves(state, out)].tolist()}
    return {(cell % layout.ROW, cell // layout.ROW) for cell in cells}
