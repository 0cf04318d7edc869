"""Toscana at a table: tiles in the hand, words, a chip on each tile, trying ahead, what still fits."""

import re

import numpy as np
import pytest

import bottega
from bottega.game import Position
from bottega.games.toscana import layout, rules
from bottega.games.toscana.drawing import ARTIST
from bottega.games.toscana.placing import PLACING, tile_parts
from bottega.games.toscana.stage import STAGE
from bottega.placing import Cell, Piece
from bottega.svg import Box, Look
from bottega.testing import random_game

THEMES = [Look(theme) for theme in ARTIST.themes.values()]
WARM = THEMES[0]


def said(position: Position, text: str) -> str:
    return STAGE.spoken_move(position.state, position.spec.parse_move(position.state, text))


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position.play(move)
    return position


def random_position(seed: int, plies: int) -> Position:
    for position in random_game(bottega.game("toscana"), seed):
        if len(position.history) >= plies and PLACING.pieces(position.state):
            break
    return position


# ---------------------------------------------------------------- in the hand


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.theme.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_held_tile_is_the_one_that_will_lie_there(seed: int, look: Look) -> None:
    """Art and shadow, element by element, but for the place."""
    position = random_position(seed, 8)
    [piece] = PLACING.pieces(position.state)
    for turn in range(piece.turns):
        text = next((text for text in position.moves() if text.endswith(f"r{turn}")), None)
        if text is None:
            continue
        held = STAGE.held(position.state, piece, turn, look)
        after = play(position.copy(), text)
        board = ARTIST.board(after.state, after.past, look)
        shadow, art = re.findall(r"^(<use [^>]*/>)(.*)$", held.body)[0]
        assert art in board.body
        assert shadow.removesuffix("/>") in board.body
        assert held.symbols.items() <= board.symbols.items()


def test_t2_the_tile_lies_flat_or_upright() -> None:
    state = random_position(1, 4).state
    boxes = [STAGE.held(state, Piece("A", 4), turn, WARM).box for turn in range(4)]
    assert boxes == [Box(0, 0, 96, 48), Box(0, 0, 48, 96)] * 2


def test_a_tile_whose_owner_is_named_is_drawn_as_such() -> None:
    state = random_position(1, 4).state
    grey, red = (STAGE.held(state, Piece(f"{colour} A", 4), 0, WARM).body for colour in ("grey", "red"))
    assert grey != red
    assert STAGE.held(state, Piece("A", 4), 0, WARM).body == (grey, red)[int(state.turn)]


# ---------------------------------------------------------------- words


def test_t11_moves_in_words(table: Position) -> None:
    assert said(table, "allow") == "Red allows tile A"
    assert said(table, "veto") == "Red vetoes tile A"
    play(table, "veto")
    assert said(table, "B@h8r0") == "Grey lays tile B at h8"
    assert said(table, "B@h8r1") == "Grey lays tile B at h8, turned once"
    play(table, "B@h8r1")
    assert said(table, "allow") == "Grey allows tile A"
    play(table, "allow")
    assert [said(table, text) for text in ("A@f8r2", "A@f8r3")] == [
        "Red lays tile A at f8, turned twice",
        "Red lays tile A at f8, turned three times",
    ]


def test_t7_a_pass_says_why() -> None:
    reasons = set()
    for seed in range(40):
        for position in random_game(bottega.game("toscana"), seed):
            if position.moves() == ["pass"]:
                reasons.add(re.sub(r"tile [A-P]", "tile X", said(position, "pass").split(" ", 1)[1]))
    assert "passes: tile X fits nowhere" in reasons
    empty = position.state.copy()
    empty.over, empty.deciding, empty.turn, empty.left[1] = 0, 0, 1, 0
    assert STAGE.spoken_move(empty, layout.PASS) == "Red passes: no tile is left"


def test_the_board_is_told_row_by_row_then_tile_by_tile(table: Position) -> None:
    assert STAGE.spoken_board(table.state) == (
        "The board is empty.",
        "Grey: veto left; top tile A; below in any order B C D E F G H I J K L M N O P.",
        "Red: veto left; top tile A; below in any order B C D E F G H I J K L M N O P.",
    )
    play(table, "veto", "B@h8r0", "allow", "A@h6r0")
    assert STAGE.spoken_board(table.state) == (
        "Row 6: h to i grey, j to k red.",
        "Row 7: h to k red.",
        "Row 8: h red, i grey, j red, k grey.",
        "Row 9: h to k grey.",
        "Red's tile A lies at h6.",
        "Grey's tile B lies at h8.",
        "Grey: veto left; top tile C; below in any order D E F G H I J K L M N O P; last A.",
        "Red: veto spent; top tile B; below in any order C D E F G H I J K L M N O P.",
    )


def test_a_tile_in_words_says_where_its_squares_are(table: Position) -> None:
    play(table, "allow")
    assert STAGE.spoken_piece(table.state, Piece("A", 4)) == "tile A: red red grey grey, below grey grey grey grey"
    assert STAGE.spoken_piece(table.state, Piece("red K", 4)) == "red's tile K"


# ---------------------------------------------------------------- counting and ceremonies


@pytest.mark.parametrize("seed", range(6))
def test_t9_each_tile_of_the_best_zone_gets_one_chip(seed: int) -> None:
    """On a square of that colour, and in the zone that is shown with the first chip."""
    *_, position = random_game(bottega.game("toscana"), seed)
    state = position.state
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    for seat in range(2):
        steps = [step for step in STAGE.counting(state, WARM) if step.seat == seat]
        numbers = [number for step in steps for number in re.findall(r">(\d+)</text>", step.overlay)]
        assert numbers == [str(number) for number in range(1, position.scores()[seat][0] + 1)]
        chips = [re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="10"', step.overlay) for step in steps]
        cells = [int(float(y) // 24) * layout.SIDE + int(float(x) // 24) for [(x, y)] in chips]
        assert len({int(lying[cell]) for cell in cells}) == len(steps), "no tile has two chips"
        assert all(rules.colour_at(state, cell) == seat for cell in cells)
        names = [f"{('grey', 'red')[lying[cell] // 16]}'s tile {layout.TILE_NAMES[lying[cell] % 16]}" for cell in cells]
        assert [step.words for step in steps] == names
        assert ["<path" in step.overlay for step in steps] == [True] + [False] * (len(steps) - 1)


def test_t6_a_veto_is_announced(table: Position) -> None:
    before = table.state
    play(table, "veto")
    [moment] = STAGE.moments(before, layout.VETO, table.state, WARM)
    assert moment.words == "Veto! Grey's tile A goes under the stack"


def test_zones_that_join_light_up() -> None:
    """Rarely: only where zones of two or more tiles become the best one."""
    joined = 0
    for seed in range(10):
        for position in random_game(bottega.game("toscana"), seed):
            if not position.history or position.history[-1] in ("veto", "allow", "pass"):
                continue
            before = position.copy()
            before.undo()
            for moment in STAGE.moments(before.state, position.past[-1], position.state, WARM):
                seat = ("Grey", "Red").index(moment.words.split("'")[0])
                assert moment.words.endswith(f"s zones join: {position.scores()[seat][0]} tiles")
                assert position.scores()[seat][0] >= before.scores()[seat][0] + 2
                assert moment.overlay
                joined += 1
    assert 0 < joined <= 20


# ---------------------------------------------------------------- trying ahead, and what fits


def test_t6_trying_ahead_asks_for_no_veto(table: Position) -> None:
    """Both can try their top tile while a veto is decided on."""
    play(table, "allow", "A@h8r0")
    for seat in range(2):
        state = STAGE.ahead(table.view(seat).state, seat)
        assert state is not None
        assert [piece.name for piece in PLACING.pieces(state)] == ["BA"[seat]]
        assert PLACING.words(state) == ()


def test_nothing_can_be_tried_where_the_tile_fits_nowhere() -> None:
    for seed in range(5):
        for position in random_game(bottega.game("toscana"), seed):
            if position.moves() == ["pass"]:
                assert STAGE.ahead(position.view(position.seat).state, position.seat) is None


def may_lie(state: "np.record", owner: int, letter: str, corner: Cell, turn: int, first: bool) -> set[Cell]:
    """T5 in other words than those of the rules: the cells of a tile that may lie there, else none."""
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(state, lying)
    parts = tile_parts(owner, letter, corner, turn)
    cells = {part.cell for part in parts}
    if any(not (0 <= x < 17 and 0 <= y < 17) or lying[y * 17 + x] != layout.NO_TILE for x, y in cells):
        return set()
    if first:
        return cells if (8, 8) in cells else set()
    for part in parts:
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            x, y = part.cell[0] + dx, part.cell[1] + dy
            is_own = part.colours == "gr"[owner] and 0 <= x < 17 and 0 <= y < 17
            if is_own and lying[y * 17 + x] != layout.NO_TILE and rules.colour_at(state, y * 17 + x) == owner:
                return cells
    return set()


@pytest.mark.parametrize(("plies", "cell"), [(9, (7, 5)), (22, (3, 3)), (22, (12, 10)), (40, (1, 14))])
def test_t5_tiles_of_both_stacks_fit_where_their_owners_could_lay_them(plies: int, cell: Cell) -> None:
    position = random_position(2, plies)
    state = position.view(0).state
    expected = []
    for owner, colour in enumerate(("grey", "red")):
        for tile in sorted(state.stacks[owner, 16 - int(state.left[owner]) :].tolist()):
            letter = layout.TILE_NAMES[tile]
            places = (
                may_lie(state, owner, letter, (cell[0] - dx, cell[1] - dy), turn, first=False)
                for turn in range(int(layout.TURNS[tile]))
                for dx in range(4)
                for dy in range(4)
            )
            if any(cell in place for place in places):
                expected.append(f"{colour} {letter}")
    assert [piece.name for piece in STAGE.fits(state, cell)] == expected


def test_t5_the_first_tile_is_of_whoever_starts_and_covers_the_centre(table: Position) -> None:
    fitting = [piece.name for piece in STAGE.fits(table.state, (8, 8))]
    assert fitting == [f"grey {letter}" for letter in layout.TILE_NAMES]
    assert STAGE.fits(table.state, (0, 0)) == ()
