"""The rulings of Toscana, one by one. Positions with longer games behind them are in tests/data/toscana/positions.txt."""

from itertools import product

import numpy as np
import pytest

import bottega
from bottega import IllegalMove, Position, kernels
from bottega.games.toscana import layout, rules
from bottega.testing import random_game

ALPHABET = "ABCDEFGHIJKLMNOP"

# grey's K fits nowhere after these moves, while red's B does; then neither grey's K nor red's M does
STUCK = {"grey": "GOCJHDBNIAPEKMFL", "red": "POFKJHADCLGIBMNE"}
STUCK_MOVES = (
    "veto O@i9r1 veto O@k8r1 C@m7r1 F@o6r3 J@h13r3 K@m11r1 H@f11r1 J@h6r2 D@d11r3 H@f7r1 B@k4r2 A@d6r1 N@h2r0 D@b7r3 "
    "I@o2r1 C@f2r3 A@d15r0 L@o14r1 P@j13r1 G@p10r1 E@a11r3 I@d2r1"
)
# grey has to pass after these moves, and then red, vetoed or not; grey has not used its veto
ASKED = {"grey": "ILCJEOHNFPBKGADM", "red": "KMOBILFAJDHGPNEC"}
ASKED_MOVES = (
    "veto L@h9r0 allow K@j11r1 C@i7r0 allow M@g5r2 J@f10r3 allow O@k2r1 E@d7r3 allow B@d3r0 O@d11r1 allow I@b2r3 H@m7r1 allow "
    "L@o7r1 N@b7r1 allow F@l12r2 F@o14r1 allow A@m1r3 P@h12r1 allow J@j15r2 B@b14r3 allow D@g1r2 K@d15r0 allow H@o2r1"
)
# grey has placed all its tiles after these moves, and it is red's turn
EMPTY = {"grey": "IPCFDHAOBEJGMKLN", "red": "BLIKFDMJGACEPHON"}
EMPTY_MOVES = (
    "veto P@h7r1 veto L@h11r1 C@h5r2 I@j11r3 F@g3r2 K@f8r1 D@h1r0 F@b7r0 H@d13r0 D@l4r1 A@c3r2 M@l8r0 O@n4r1 J@l12r2 B@p1r1 "
    "G@e15r0 E@a1r1 A@b9r1 J@i16r2 C@m16r2 G@p5r1 E@a5r2 M@l10r0 P@l14r0 K@b13r3 H@p11r1 L@d9r1 O@j7r1 N@c1r2 pass I@l2r0"
)


def after(moves: str, **options: str) -> Position:
    position = bottega.game("toscana", **({"grey": ALPHABET, "red": ALPHABET} | options)).start()
    for move in moves.split():
        position.play(move)
    return position


def random_positions(seed: int, **options: str) -> list[Position]:
    return [position.copy() for position in random_game(bottega.game("toscana", **options), seed)]


# ---------------------------------------------------------------- literal readings of T5 and T9

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def board_of(position: Position) -> dict[tuple[int, int], tuple[int, int]]:
    """Colour and tile by row and column, as far as tiles lie there."""
    lying = np.empty(layout.CELLS, np.int32)
    rules.tiles_on_board(position.state, lying)
    cells = [cell for cell in range(layout.CELLS) if lying[cell] != layout.NO_TILE]
    return {divmod(cell, 17): (rules.colour_at(position.state, cell), int(lying[cell])) for cell in cells}


def literal_places(position: Position) -> set[str]:
    """The places of the next tile by the letter of T2, T5 and T11."""
    board, mover = board_of(position), int(position.state.turn)
    tile = rules.top_tile(position.state, mover)
    names: dict[frozenset[object], str] = {}
    for turns, top, left in product(range(4), range(17), range(17)):
        squares = {}
        for i in range(8):
            y, x = divmod(i, 4)
            dy, dx = ((y, x), (x, 1 - y), (1 - y, 3 - x), (3 - x, y))[turns]
            squares[top + dy, left + dx] = 1 - mover if i in layout.OTHER_CELLS[tile] else mover
        inside = all(y < 17 and x < 17 and (y, x) not in board for y, x in squares)
        own = [at for at, colour in squares.items() if colour == mover]
        touches = any(board.get((y + dy, x + dx), (None,))[0] == mover for y, x in own for dy, dx in STEPS)
        if inside and (touches if board else (8, 8) in squares):
            names.setdefault(frozenset(squares.items()), f"{ALPHABET[tile]}@{'abcdefghijklmnopq'[left]}{top + 1}r{turns}")
    return set(names.values())


def literal_scores(position: Position) -> tuple[tuple[int, ...], ...]:
    """The number of tiles in the best zone of each colour by the letter of T9."""
    board, best = board_of(position), [0, 0]
    rest = set(board)
    while rest:
        zone = [rest.pop()]
        colour = board[zone[0]][0]
        for y, x in zone:
            for near in ((y + dy, x + dx) for dy, dx in STEPS):
                if near in rest and board[near][0] == colour:
                    rest.remove(near)
                    zone.append(near)
        best[colour] = max(best[colour], len({board[at][1] for at in zone}))
    return (best[0],), (best[1],)


# ---------------------------------------------------------------- the rulings


def test_t1_the_board_has_17_rows_and_columns_and_i9_is_its_centre(table: Position) -> None:
    table.play("allow")
    corners = [move for move in table.moves() if move.endswith("r0")]
    assert corners == [f"A@{column}{row}r0" for column in "fghi" for row in (8, 9)]
    for beyond in ("A@o9r0", "A@a17r0"):
        with pytest.raises(IllegalMove, match="beyond the board"):
            table.play(beyond)


def test_t2_the_sixteen_tiles_in_order_of_their_other_squares() -> None:
    named = [f"{name}{i}{j}" for name, (i, j) in zip(layout.TILE_NAMES, layout.OTHER_CELLS, strict=True)]
    assert " ".join(named) == "A01 B02 C03 D04 E05 F06 G07 H12 I13 J14 K15 L16 M23 N24 O25 P34"


def test_t2_only_g_l_o_and_p_look_the_same_after_half_a_turn() -> None:
    assert "".join(name for name, turns in zip(ALPHABET, layout.TURNS, strict=True) if turns == 2) == "GLOP"
    looks = {int(layout.OWN[tile, rotation]) for tile in range(16) for rotation in range(layout.TURNS[tile])}
    assert len(looks) == 12 * 4 + 4 * 2


def test_t3_grey_is_seat_0_and_starts_unless_told_otherwise() -> None:
    assert (after("").seats, after("allow").seat, after("allow", first="red").seat) == (("Grey", "Red"), 0, 1)


def test_t4_stacks_that_are_not_given_are_shuffled_each_by_itself() -> None:
    orders = [bottega.game("toscana", red=ALPHABET).start(seed=seed).options for seed in range(20)]
    assert {order["red"] for order in orders} == {ALPHABET}
    assert len({order["grey"] for order in orders}) == 20
    assert all(sorted(order["grey"]) == list(ALPHABET) for order in orders)


def test_t4_a_shuffle_depends_on_the_seed_alone() -> None:
    setup, state = np.zeros(1, rules.SETUP)[0], np.zeros(1, layout.STATE)[0]
    stacks = []
    for seed in (1, 2, 1):
        rules.start(state, setup, kernels.random_numbers(seed))
        stacks.append(setup.stacks.tobytes())
    assert stacks[0] == stacks[2] != stacks[1]


@pytest.mark.parametrize("first", ["grey", "red"])
def test_t5_places_by_the_letter_of_the_rule(first: str) -> None:
    for position in random_positions(seed=3, first=first)[::3]:
        moves = position.moves()
        if moves and "@" in moves[0]:
            assert set(moves) == literal_places(position)


def test_t5_a_corner_or_the_wrong_colour_is_no_touch(table: Position) -> None:
    for move in ("allow", "A@i9r0", "allow"):  # red squares on i9 and j9
        table.play(move)
    assert "A@i7r0" in table.moves()
    for corner_or_grey in ("A@e7r0", "A@g7r2", "A@m9r0"):
        with pytest.raises(IllegalMove, match="no red square of the tile touches a red square"):
            table.play(corner_or_grey)


def test_t6_the_opponent_decides_before_each_placement() -> None:
    assert [after(moves).seat for moves in ("", "allow", "allow A@i9r0", "allow A@i9r0 allow")] == [1, 0, 0, 1]
    assert after("allow A@i9r0").moves() == ["allow", "veto"]


def test_t6_a_vetoed_tile_goes_under_the_stack_and_the_next_one_is_played() -> None:
    state = after("veto").state
    assert "".join(ALPHABET[tile] for tile in state.stacks[layout.GREY]) == "BCDEFGHIJKLMNOPA"
    assert {move[0] for move in after("veto").moves()} == {"B"}


def test_t6_each_player_has_one_veto() -> None:
    position = after("veto B@i9r0 veto B@k7r2")
    assert position.seat == layout.GREY
    assert {move[0] for move in position.moves()} == {"C"}


def test_t6_the_vetoes_are_counted_apart() -> None:
    assert after("veto B@i9r0").moves() == ["allow", "veto"]
    assert after("allow A@i9r0 veto B@i7r2").moves() == ["allow", "veto"]


def test_t6_the_decision_is_left_out_when_one_tile_is_left() -> None:
    for left, decides in ((2, layout.GREY), (1, layout.RED)):
        state = after("allow").state.copy()
        state.left[layout.RED] = left  # as if red had placed the others
        rules.play(state, layout.CENTRE * layout.ROTATIONS)
        assert rules.seat(state) == decides


def test_t6_the_decision_is_offered_where_no_tile_fits() -> None:
    position = after(ASKED_MOVES + " pass", **ASKED)
    assert (position.seat, position.moves()) == (layout.GREY, ["allow", "veto"])
    position.play("allow")
    assert position.moves() == ["pass"]


def test_t7_a_tile_that_fits_must_be_placed() -> None:
    with pytest.raises(IllegalMove, match="you must place tile A: it fits"):
        after("allow").play("pass")


def test_t7_a_tile_that_does_not_fit_stays_on_top() -> None:
    position = after(STUCK_MOVES, **STUCK)
    assert position.moves() == ["pass"]
    position.play("pass")
    assert rules.top_tile(position.state, layout.GREY) == ALPHABET.index("K")


def test_t8_piatnik_ends_with_two_passes_and_no_placement_between() -> None:
    position = after(STUCK_MOVES + " pass B@b3r3 pass", **STUCK)
    assert (position.result, position.moves()) == ("*", ["pass"])
    position.play("pass")
    assert (position.result, position.seat, position.moves(), position.score_text) == ("1", -1, [], "6 8")


def test_t8_a_veto_decision_between_two_passes_does_not_break_the_row() -> None:
    for decision in ("veto", "allow"):
        position = after(f"{ASKED_MOVES} pass {decision}", **ASKED)
        assert (position.is_over, position.moves()) == (False, ["pass"])
        position.play("pass")
        assert position.is_over


def test_t8_dutch_ends_with_the_first_pass() -> None:
    position = after(STUCK_MOVES + " pass", edition="dutch", **STUCK)
    assert (position.result, position.score_text) == ("1", "6 7")


def test_t8_empty_stacks_pass_as_well() -> None:
    position = after(EMPTY_MOVES + " pass", **EMPTY)
    assert (position.seat, position.state.left[layout.GREY], position.moves()) == (layout.GREY, 0, ["pass"])
    position.play("pass")
    assert position.is_over


def test_t9_scores_by_the_letter_of_the_rule() -> None:
    for seed in range(3):
        for position in random_positions(seed)[::4]:
            assert position.scores() == literal_scores(position)


def test_t9_a_tile_counts_once_for_a_zone_and_for_either_colour() -> None:
    options = {"grey": "KDABCEFGHIJLMNOP", "red": "DABCEFGHIJKLMNOP"}
    assert after("allow K@i9r0", **options).score_text == "1 1"
    assert after("allow K@i9r0 allow D@j7r2", **options).score_text == "1 2"  # red's zone runs over a tile of grey
    joined = after("allow K@i9r0 allow D@j7r2 allow D@i11r2", **options)
    assert joined.score_text == "2 2"  # grey's D joins both parts of K


def test_t9_single_squares_are_zones() -> None:
    assert after("allow C@i9r0", grey="CABDEFGHIJKLMNOP").score_text == "1 1"


def test_t9_equal_scores_are_a_draw() -> None:
    ends = {position.scores(): position.result for seed in range(50) for position in random_positions(seed)[-1:]}
    assert {result for (grey, red), result in ends.items() if grey == red} == {"draw"}
    assert {result for (grey, red), result in ends.items() if grey > red} == {"0"}
    assert {result for (grey, red), result in ends.items() if grey < red} == {"1"}


def test_t12_the_score_text_names_grey_first() -> None:
    assert after("allow K@i9r0 allow D@j7r2", grey="KDABCEFGHIJLMNOP", red="DABCEFGHIJKLMNOP").score_text == "1 2"
    assert after("", first="red").score_text == "0 0"


# ---------------------------------------------------------------- the kernels


@pytest.mark.parametrize("moves", ["", "allow", STUCK_MOVES])
def test_moves_are_counted_even_where_there_is_no_room_for_them(moves: str) -> None:
    position = after(moves, **STUCK)
    enough, scarce = np.zeros(100, np.int32), np.full(2, -7, np.int32)
    count = rules.moves(position.state, enough)
    assert count == len(position.moves())
    assert rules.moves(position.state, scarce[:1]) == rules.moves(position.state, scarce[:0]) == count
    assert scarce.tolist() == [enough[0], -7]


def test_pick_gives_every_legal_move_the_same_chance() -> None:
    random = kernels.random_numbers(5)
    for moves in ("", "allow", "allow A@i9r0 allow"):
        position = after(moves)
        legal = position.moves()
        picked = [position.spec.move_name(position.state, rules.pick(position.state, random)) for _ in range(200 * len(legal))]
        counts = {move: picked.count(move) for move in set(picked)}
        assert sorted(counts) == legal
        assert 140 < min(counts.values()) <= max(counts.values()) < 260  # four standard deviations around 200


def test_the_order_in_which_tiles_were_placed_makes_no_difference() -> None:
    one = after("allow A@i9r0 allow A@i7r0 allow B@i11r0 allow B@k5r0 allow C@m9r0")
    other = after("allow A@i9r0 allow A@i7r0 allow C@m9r0 allow B@k5r0 allow B@i11r0", grey="ACBDEFGHIJKLMNOP")
    assert one == other
    assert hash(one) == hash(other)
    assert one != after("allow A@i9r0 allow A@i7r0 allow B@i11r0 allow B@k5r0 allow C@m9r2")
