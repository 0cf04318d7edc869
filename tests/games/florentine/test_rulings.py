"""Each ruling of Florentine Dominoes, D1 to D14, in a position made for it. D15 is in test_views.py."""

from itertools import combinations, permutations, product

import pytest

import bottega
from bottega import IllegalMove, Position
from bottega.errors import OptionError
from bottega.games.florentine import layout
from bottega.games.florentine.deck import canonical, card_code, card_name, named

CROSS = ("d4", "d3", "d2", "d1", "d5", "d6", "d7", "c4", "b4", "a4", "e4", "f4", "g4")


def table(*cards: str, players: int = 2, colours: str = "RBGO") -> Position:
    """A game with this deck, top card first."""
    return bottega.game("florentine", players=players, deck=",".join(cards), colours=colours[:players]).start(seed=0)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position.play(move)
    return position


def zone(position: Position, number: int) -> list[str]:
    """The cards in a hand or heap, copies included, in ASCII order."""
    state = position.state
    return [card_name(int(state.cards[kind])) for kind in range(64) for _copy in range(state.held[number, kind])]


def reconstruction() -> tuple[str, ...]:
    return named("reconstruction").cards


def test_d1_a_triangle_has_one_of_four_colours_and_perhaps_a_stone() -> None:
    for letters in product("RBGOrbgo", repeat=4):
        card = "".join(letters)
        assert card_name(card_code(card)) == card


def test_d1_each_seat_has_one_black_card_of_its_own_colour() -> None:
    position = play(table(*["RRRR"] * 16), *(f"RRRR@{cell}r0" for cell in (*CROSS, "c3", "b3", "a3")))
    assert {move for move in position.moves() if move != "decline"} == {
        "black@a3W",
        "black@a4W",
        "black@d1N",
        "black@d7S",
        "black@g4E",
    }
    assert play(position, "black@d1N").moves() == ["decline"], "blue has no blue triangle at the edge"


def test_d2_the_reconstruction_follows_its_rule() -> None:
    cards = []
    for a, b in combinations("RBGO", 2):
        cards += [a.lower() + a + b.lower() + b, a + b + a + b]
    for a in "RBGO":
        others = [colour for colour in "RBGO" if colour != a]
        cards += [a.lower() + a + b + c for b, c in permutations(others, 2)]
        cards += [a + b + a.lower() + c for b, c in combinations(others, 2)]
    assert sorted(reconstruction()) == sorted(canonical(card) for card in cards)
    assert len(cards) == 48
    for colour in "rbgo":
        assert "".join(reconstruction()).count(colour) == 12


def test_d2_the_reconstruction_says_what_it_is() -> None:
    assert "reconstruction" in named("reconstruction").note
    assert "reconstruction" in bottega.game("florentine").start(seed=1).text
    assert "reconstruction" not in table(*["RRRR"] * 20).text


def test_d3_a_name_is_the_rotation_with_the_first_colours_then_with_the_first_stones() -> None:
    assert canonical("BGrR") == "rRBG"
    assert canonical("RRBG") == "RRBG"
    assert canonical("bRBR") == "RbRB"
    assert canonical("RBrB") == "rBRB"
    assert canonical("RBRb") == "RbRB"
    assert canonical("OOoo") == "ooOO"
    assert canonical("oOoO") == "oOoO"
    assert canonical("ORGB") == "RGBO"


def test_d4_seats_take_the_colours_in_order() -> None:
    for players in (2, 3, 4):
        position = bottega.game("florentine", players=players).start(seed=1)
        assert position.seats == ("Red", "Blue", "Green", "Ochre")[:players]
        assert position.seat == 0


def test_d4_unless_told_otherwise_and_each_collects_its_own_stones_alone() -> None:
    cards = ["RbGO", "RBGO", *["GGGG"] * 14]
    moves = ("RbGO@d4r0", "RBGO@e4r2")
    assert play(table(*cards, colours="RB"), *moves).score_text == "0 1"
    assert play(table(*cards, colours="BR"), *moves).score_text == "1 0"
    assert play(table(*cards, colours="GO"), *moves).score_text == "0 0"
    assert table(*cards, colours="GO").seats == ("Green", "Ochre")


@pytest.mark.parametrize("colours", ["R", "RBG", "RR", "rb", "RX", ""])
def test_d4_colours_must_be_one_for_each_seat(colours: str) -> None:
    with pytest.raises(OptionError, match="2 different letters"):
        bottega.game("florentine", players=2, colours=colours)


@pytest.mark.parametrize(("players", "aside"), [(2, 8), (3, 4), (4, 0)])
def test_d5_hands_are_dealt_one_after_the_other_then_the_cards_aside(players: int, aside: int) -> None:
    cards = reconstruction()
    position = table(*cards, players=players, colours="RBGO")
    for seat in range(players):
        assert zone(position, seat) == sorted(cards[4 * seat : 4 * seat + 4])
    assert zone(position, layout.ASIDE) == sorted(cards[4 * players : 4 * players + aside])
    assert position.state.left == 32
    play(position, next(move for move in position.moves() if move.startswith(cards[0])))
    assert zone(position, 0) == sorted([*cards[1:4], cards[16]]), "the card after those aside is the top of the stock"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d5_with_sixteen_cards_the_pool_is_open_from_the_start(players: int) -> None:
    position = table(*reconstruction()[:16], players=players)
    assert zone(position, layout.POOL) == sorted(reconstruction()[:16])
    assert position.state.stage == layout.OPEN_POOL
    assert {move[:4] for move in position.moves()} == set(reconstruction()[:16])
    assert table(*reconstruction()[:17], players=players).state.stage == layout.HIDDEN_STOCK


def test_d5_equal_cards_in_one_hand_are_one_move() -> None:
    position = table("RBRB", "RBRB", "RRRR", "RRRR", *["BBBB"] * 20)
    assert position.moves() == ["RBRB@d4r0", "RBRB@d4r1", "RRRR@d4r0"]
    play(position, "RRRR@d4r0", "x:BBBB")
    assert "RRRR@d3r0" in position.moves(), "the second copy is still there"
    play(position, "RRRR@d3r0", "x:BBBB")
    assert not any("RRRR" in move for move in position.moves())


@pytest.mark.parametrize("count", [15, 65])
def test_d5_a_deck_has_16_to_64_cards(count: int) -> None:
    with pytest.raises(OptionError, match=f"16 to 64 cards, not {count}"):
        table(*["RRRR"] * count)
    assert table(*["RRRR"] * 64).state.left == 48


def test_d6_the_very_first_card_must_be_placed() -> None:
    position = table(*reconstruction())
    assert not any(move.startswith("x:") for move in position.moves())
    play(position, position.moves()[0])
    assert sum(move.startswith("x:") for move in position.moves()) == 4


def test_d6_whoever_placed_or_discarded_draws_one() -> None:
    position = table(*["RRRR"] * 16, "rRRR", "rrRR", *["GGGG"] * 5)
    play(position, "RRRR@d4r0")
    assert zone(position, 0) == ["RRRR", "RRRR", "RRRR", "rRRR"]
    play(position, "x:RRRR")
    assert zone(position, 1) == ["RRRR", "RRRR", "RRRR", "rrRR"]
    assert zone(position, layout.DISCARDS) == ["RRRR"]
    assert position.state.left == 5


def test_d6_discarded_and_aside_cards_are_out_of_play() -> None:
    position = table(*["RRRR"] * 4, "rRRR", *["RRRR"] * 3, *["rrRR"] * 8, *["RRRR"] * 8)
    play(position, "RRRR@d4r0", "x:rRRR")
    assert {move.split("@")[0] for move in position.moves()} == {"RRRR", "x:RRRR"}


def test_d7_the_first_card_goes_on_d4() -> None:
    assert {move[4:7] for move in table(*reconstruction()).moves()} == {"@d4"}


def test_d7_the_cross_comes_first_and_then_two_neighbours_are_needed() -> None:
    position = table(*["RRRR"] * 64)
    for number, cell in enumerate(CROSS):
        open_cells = {move[5:7] for move in position.moves() if "@" in move}
        assert open_cells <= set(CROSS) - set(CROSS[:number])
        play(position, f"RRRR@{cell}r0")
    assert {move[5:7] for move in position.moves() if "@" in move} == {"c3", "c5", "e3", "e5"}


def test_d7_touching_triangles_have_the_same_colour_on_every_side() -> None:
    position = table(*["RRRR"] * 12, "RBRB", "RRBB", "RBOO", "ROOB", players=4)
    play(position, *(f"RRRR@{cell}r0" for cell in CROSS[:10]))
    play(position, "RBRB@e4r1")  # red to the east and west, blue to the north and south
    play(position, "RRRR@f4r0", "RRRR@g4r0")
    assert position.moves() == ["RBOO@e5r3", "ROOB@e3r3", "RRBB@c3r1", "RRBB@c5r0", "RRBB@e3r3", "RRBB@e5r2"]
    with pytest.raises(IllegalMove, match="its red south side would touch blue"):
        position.play("RRBB@e3r2")
    with pytest.raises(IllegalMove, match="its blue west side would touch red"):
        position.play("RRBB@e3r0")


def stuck_deck(*after: str) -> list[str]:
    """After RRRR on d4 nobody of two players holds any red; `after` comes next in the stock."""
    return ["RRRR", *["BBBB"] * 16, *after]


def test_d8_when_nobody_can_place_all_hands_are_discarded_and_dealt_anew_from_the_seat_on_turn() -> None:
    position = play(table(*stuck_deck("GGGG", "RRRR", "GGGG", "GGGG", "OOOO", "OOOO", "RRBB", "OOOO", "BBBB")), "RRRR@d4r0")
    assert position.seat == 1
    assert zone(position, 1) == ["GGGG", "GGGG", "GGGG", "RRRR"]
    assert zone(position, 0) == ["OOOO", "OOOO", "OOOO", "RRBB"]
    assert zone(position, layout.DISCARDS) == ["BBBB"] * 8
    assert position.state.left == 1


def test_d8_one_player_who_can_place_is_enough_to_go_on() -> None:
    position = play(table("RRRR", "RRBB", *["BBBB"] * 15, *["GGGG"] * 12), "RRRR@d4r0")
    assert position.moves() == ["x:BBBB"]
    assert zone(position, layout.DISCARDS) == []


def test_d8_is_repeated_while_it_helps_nobody() -> None:
    position = play(table(*stuck_deck(*["GGGG"] * 8, *["OOOO"] * 7, "RRRR", "BBBB")), "RRRR@d4r0")
    assert zone(position, 0) == ["OOOO", "OOOO", "OOOO", "RRRR"]
    assert zone(position, layout.DISCARDS) == ["BBBB"] * 8 + ["GGGG"] * 8
    assert position.state.left == 1


def test_d8_goes_as_far_as_the_stock_goes() -> None:
    position = play(table(*stuck_deck(*["GGGG"] * 5, "RRRR")), "RRRR@d4r0")
    assert position.state.stage == layout.OPEN_POOL, "six cards for two hands of four: the stock is empty"
    assert position.seat == 1
    assert zone(position, layout.POOL) == ["BBBB"] * 16 + ["GGGG"] * 5 + ["RRRR"]
    assert position.moves() == [f"RRRR@{cell}r0" for cell in ("c4", "d3", "d5", "e4")]


def test_d8_does_not_happen_once_the_cross_is_complete() -> None:
    cards = ["RRRR"] * 8 + ["BBBB"] * 8 + ["RRRR"] * 5 + ["BBBB"] * 20
    position = play(table(*cards), *(f"RRRR@{cell}r0" for cell in CROSS))
    assert position.moves() == ["x:BBBB"]
    assert zone(position, layout.DISCARDS) == []


def test_d9_the_pool_opens_as_soon_as_the_last_card_is_drawn() -> None:
    position = table("RRRR", "rRRR", "GGGG", "GGGG", *["OOOO"] * 4, "rrRR", *["OOOO"] * 7, "BBBB", "rrrR")
    play(position, "RRRR@d4r0")
    assert position.state.stage == layout.HIDDEN_STOCK
    play(position, "x:OOOO")
    assert position.state.left == 0
    assert position.seat == 0
    assert zone(position, layout.POOL) == ["BBBB", "GGGG", "GGGG", *["OOOO"] * 11, "rRRR", "rrRR", "rrrR"]
    assert {move[:4] for move in position.moves()} == {"rRRR", "rrRR", "rrrR"}, "no passing, no discard"
    play(position, "rrRR@d3r0")
    assert position.seat == 1
    assert {move[5:7] for move in position.moves()} == {"d2", "d5", "c4", "e4"}, "the cross still comes first"


def test_d9_what_the_pool_holds_is_placed_until_nothing_fits() -> None:
    position = play(table("RRRR", "rRRR", *["OOOO"] * 14), "RRRR@d4r0")
    assert position.state.stage == layout.OPEN_POOL
    assert "decline" not in position.moves()
    play(position, "rRRR@d5r0")
    assert position.moves() == ["decline"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d10_each_player_is_asked_once_starting_with_the_one_whose_turn_it_is(players: int) -> None:
    position = play(table("RRRR", *["OOOO"] * 15, players=players), "RRRR@d4r0")
    seats = []
    while not position.is_over:
        seats.append(position.seat)
        assert position.moves() == ["decline"], "also whoever has no place is asked"
        play(position, "decline")
    assert seats == [*range(1, players), 0]


def test_d10_black_cards_lie_outside_the_square_against_the_own_colour() -> None:
    position = table("GGGG", "GGGG", "GGGG", "rGGG", *["BBBB"] * 12, colours="GR")
    play(position, "GGGG@d4r0", "GGGG@d3r0", "GGGG@d2r0")
    play(position, "rGGG@d1r1")  # the red triangle to the east, where the square goes on
    assert position.moves() == ["black@d1N", "decline"]
    play(position, "decline")
    assert position.moves() == ["decline"]


def facing(card: str, triangle: int, side: int, end: str) -> str:
    """The score of blue and ochre: `card` on d4 with that triangle to that side, and the first triangle of `end` against it."""
    beside = ("d3", "e4", "d5", "c4")[side]
    position = table(card, end, *["GGGG"] * 14, colours="BO")
    play(position, f"{card}@d4r{(side - triangle) % 4}", f"{end}@{beside}r{(side + 2) % 4}")
    return position.score_text


@pytest.mark.parametrize("side", range(4))
def test_d11_two_triangles_across_a_side_are_a_closed_space(side: int) -> None:
    assert facing("RbGO", 1, side, "BOGO") == "1 0"
    assert facing("RBGO", 1, side, "bOGO") == "1 0"


@pytest.mark.parametrize("side", range(4))
def test_d11_opposite_triangles_of_a_card_only_meet_in_a_point(side: int) -> None:
    assert facing("RbRB", 1, side, "BOGO") == "1 0", "the other blue triangle is open, but another space"


@pytest.mark.parametrize("side", range(4))
def test_d11_triangles_join_across_the_diagonals(side: int) -> None:
    """The blue triangle beside the closed one is open and the same space."""
    assert facing("RbBO", 1, side, "BOGO") == "0 0"
    assert facing("RBbO", 2, side, "BOGO") == "0 0"
    assert facing("RbGO", 1, side, "BBGO") == "0 0"


def test_d11_only_the_matching_black_card_closes_a_space() -> None:
    def end(*blacks: str) -> str:
        cards = ["GGGG", "GGGG", "GGGG", "rGGG", *["BBBB"] * 12]
        position = play(table(*cards, colours="RG"), "GGGG@d4r0", "GGGG@d3r0", "GGGG@d2r0", "rGGG@d1r0")
        return play(position, *blacks).score_text

    assert end("decline", "decline") == "0 0"
    assert end("black@d1N", "decline") == "1 0"


def test_d12_the_most_stones_win_and_level_players_share_even_with_none() -> None:
    level = play(table("RRRR", *["OOOO"] * 15, players=3), "RRRR@d4r0", "decline", "decline", "decline")
    assert (level.score_text, level.result) == ("0 0 0", "draw")
    two = table("rGbG", "BGGG", "RGGG", *["OOOO"] * 13, players=3)
    play(two, "rGbG@d4r3", "BGGG@e4r3", "RGGG@c4r1", "decline", "decline", "decline")
    assert (two.score_text, two.result) == ("1 1 0", "0+1")


def test_d12_stones_in_open_spaces_do_not_count() -> None:
    assert play(table("rrrr", *["RRRR"] * 15), "rrrr@d4r0", "RRRR@d3r0").score_text == "0 0"


def test_d13_r1_moves_the_north_triangle_to_the_east() -> None:
    position = play(table("RbGO", *["BBBB"] * 15), "RbGO@d4r1")  # north ochre, east red, south blue, west green
    assert position.moves() == ["BBBB@d5r0"]


def test_d13_what_looks_the_same_is_one_move() -> None:
    position = table("RBRB", "RRRR", "rBRB", "rRrR", *["OOOO"] * 20)
    turns = {card: [move[-2:] for move in position.moves() if move.startswith(card)] for card in ("RBRB", "RRRR", "rBRB", "rRrR")}
    assert turns == {"RBRB": ["r0", "r1"], "RRRR": ["r0"], "rBRB": ["r0", "r1", "r2", "r3"], "rRrR": ["r0", "r1"]}


def test_d14_the_score_text_has_the_stones_of_each_seat() -> None:
    for players in (2, 3, 4):
        assert table(*reconstruction(), players=players).score_text == " ".join("0" * players)
