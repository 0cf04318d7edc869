"""The rulings F1 to F10, one by one."""

import itertools

import pytest

import bottega
from bottega.games.firenze import layout, rules


def start(*moves: str, **options: object) -> bottega.Position:
    position = bottega.game("firenze", **options).start()
    for move in moves:
        position.play(move)
    return position


def line_of_dominoes(dx: int, dy: int, **options: object) -> bottega.Position:
    """All dominoes in one straight line from the first one."""
    position = start(**options)
    kinds = itertools.cycle(["WP", "WG", "PG"])
    reach = 0
    while not position.is_over:
        kind = next(kinds)
        if not position.history:
            position.play(f"{kind}@0,0h")
            reach = 2 if dx > 0 else 1
            continue
        x, y = dx * reach, dy * reach
        if dx < 0:
            x -= 1
        if dy < 0:
            y -= 1
        position.play(f"{kind}@{x},{y}{'h' if dx else 'v'}")
        reach += 2
    return position


@pytest.mark.parametrize("sets", [1, 2])
def test_f1_dominoes_and_pyramids(sets: int) -> None:
    state = start(sets=sets).state
    assert state.dominoes.tolist() == [20 * sets] * 3
    assert state.pyramids == 12 * sets
    position = start(sets=sets)
    for turn in range(20 * sets):
        assert any(move.startswith("WP") for move in position.moves())
        position.play(f"WP@{2 * turn},0h")
    assert not any(move[:2] in ("WP", "PW") for move in position.moves())
    with pytest.raises(bottega.IllegalMove, match="no white-pink domino is left"):
        position.play(f"WP@{40 * sets},0h")


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, ("pink", "green")),
        ({"neutral": "W"}, ("pink", "green")),
        ({"neutral": "P"}, ("white", "green")),
        ({"neutral": "G"}, ("white", "pink")),
        ({"players": 3}, ("white", "pink", "green")),
    ],
)
def test_f2_seats_keep_the_order_of_the_colours(options: dict[str, object], seats: tuple[str, ...]) -> None:
    position = start(**options)
    assert (position.seats, position.seat) == (seats, 0)
    position.play("WP@0,0h")
    assert position.seat == 1


def test_f2_neutral_is_an_error_with_three_players() -> None:
    with pytest.raises(bottega.OptionError, match="with three players no colour is neutral"):
        bottega.game("firenze", players=3, neutral="W")


def test_f3_the_first_domino_has_six_colourings_in_one_place() -> None:
    assert start().moves() == ["GP@0,0h", "GW@0,0h", "PG@0,0h", "PW@0,0h", "WG@0,0h", "WP@0,0h"]


def test_f3_a_domino_touches_with_at_least_one_square() -> None:
    moves = start("WP@0,0h").moves()
    places = {move.split("@")[1].split("^")[0] for move in moves}
    # around two squares: the six neighbours, each with every empty cell beside it
    around = {(0, -1), (1, -1), (2, 0), (1, 1), (0, 1), (-1, 0)}
    taken = {(0, 0), (1, 0)}
    expected = set()
    for x, y in around:
        for step_x, step_y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = (x + step_x, y + step_y)
            if other not in taken:
                first = min((x, y), other)
                expected.add(f"{first[0]},{first[1]}{'h' if step_x else 'v'}")
    assert places == expected


@pytest.mark.parametrize("sets", [1, 2])
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_f3_the_table_has_no_edge(sets: int, dx: int, dy: int) -> None:
    position = line_of_dominoes(dx, dy, sets=sets)
    assert (position.is_over, len(position.history)) == (True, 60 * sets)
    # W P W G P G to the east or south: no two neighbours are alike; the other way W P meets P G
    assert position.score_text == ("0/1 0/1" if dx + dy > 0 else "0/2 0/1")
    far = 120 * sets - 1
    drawing = position.text
    if dx:
        assert f" {dx * far if dx > 0 else dx * (far - 1)}" in drawing
    while position.history:
        position.undo()
    assert position == start(sets=sets)


@pytest.mark.parametrize("sets", [1, 2])
def test_f3_the_last_dominoes_of_a_line_find_all_their_places(sets: int) -> None:
    """The ends of the line are almost a whole torus apart: no place is lost or found around the back."""
    position = line_of_dominoes(1, 0, sets=sets)
    position.undo()
    columns = 120 * sets - 2
    places = {move.split("@")[1].split("^")[0] for move in position.moves()}
    sides = {f"{x},{y}h" for x in range(-1, columns) for y in (-1, 1)} | {f"{x},{y}v" for x in range(columns) for y in (-2, 1)}
    ends = {"-2,0h", "-1,-1v", "-1,0v", f"{columns},0h", f"{columns},-1v", f"{columns},0v"}
    assert places == sides | ends


def test_f4_a_square_of_the_opponent_or_of_the_neutral_colour_is_sandwiched() -> None:
    assert "PW@2,0h^1,0" in start("PG@0,0h", "WG@0,1h").moves()
    assert "PG@2,0h^1,0" in start("PW@0,0h", "WG@0,1h").moves()


OWN_ROW = ("WP@0,0h", "WG@0,1h", "PG@2,0v", "WG@0,2h")  # pink on 1,0 and 2,0; pink to move


def test_f4_the_movers_own_square_is_sandwiched() -> None:
    assert "PG@3,0h^2,0" in start(*OWN_ROW).moves()


GAP = ("WP@0,0h", "WG@0,1v", "PW@1,2h")  # pink on 1,0 and on 1,2, nothing between them; green to move


def test_f4_a_square_of_the_new_domino_is_sandwiched() -> None:
    assert "WG@1,1h^1,1" in start(*GAP, "WG@-1,0v").moves()
    assert "PW@-2,0h^-1,0" in start("PG@0,0h", "WG@0,1h").moves()  # by its own mate and a square beyond


def test_f4_only_the_movers_colour_sandwiches() -> None:
    green_to_move = start(*GAP)
    assert "WG@1,1h" in green_to_move.moves()
    with pytest.raises(bottega.IllegalMove, match="1,1 is not sandwiched: it lies between no two green squares"):
        green_to_move.play("WG@1,1h^1,1")


FOUR = ("WP@0,0h", "WG@-1,1h", "PG@2,0v", "WG@3,1h", "GP@4,-1v", "WG@0,-2v")  # pink on 1,0 2,0 and 4,0; pink to move


def test_f5_any_subset_may_be_covered_and_none_saves_another() -> None:
    """Pink on 3,0 sandwiches 2,0 and 3,0, each of which flanks the other."""
    moves = [move for move in start(*FOUR).moves() if move.startswith("WP@3,-1v")]
    assert moves == ["WP@3,-1v", "WP@3,-1v^2,0", "WP@3,-1v^2,0^3,0", "WP@3,-1v^3,0"]


def test_f5_the_pyramids_that_are_left_are_the_limit() -> None:
    position = start()
    tight = 0
    while not position.is_over:
        moves = position.moves()
        most = max(move.count("^") for move in moves)
        assert most <= position.state.pyramids
        wanted = max(
            rules.sandwiched(position.state, place, colouring).bit_count()
            for place in position.state.places[: position.state.listed].tolist()
            if rules.is_free(position.state, place)
            for colouring in range(layout.COLOURINGS)
            if position.state.dominoes[colouring >> 1]
        )
        assert most == min(wanted, position.state.pyramids)
        tight += wanted > position.state.pyramids
        position.play(max(moves, key=lambda move: (move.count("^"), move)))
    assert tight, "the game never ran short of pyramids"
    assert position.state.pyramids == 0


def test_f6_a_covered_square_belongs_to_no_group_and_flanks_nothing() -> None:
    position = start(*OWN_ROW)
    bare = position.copy()
    bare.play("PG@3,0h")
    assert bare.score_text.split()[0] == "1/3"
    position.play("PG@3,0h^2,0")
    assert position.score_text.split()[0] == "0/1"
    for game, allowed in ((bare, True), (position, False)):
        game.play("WG@1,-2v")  # green: white on 1,-2, green on 1,-1
        game.play("GW@2,-1h")  # a square at 2,-1, north of the pink or covered 2,0
        game.play("WG@-1,2v")
        assert ("PW@2,-2h^2,-1" in game.moves()) is allowed


def test_f6_a_covered_square_still_counts_for_placement() -> None:
    position = start(*OWN_ROW, "PG@3,0h^2,0")
    assert "WG@2,-2v" in position.moves()  # its south square touches nothing but the covered 2,0
    with pytest.raises(bottega.IllegalMove, match="2,0 is taken"):
        position.play("WG@2,-1v")


def test_f7_a_sandwich_left_uncovered_is_gone_until_made_anew() -> None:
    position = start("PG@0,0h", "WG@0,1h", "PW@2,0h", "WG@-1,2h")  # pink left 1,0 uncovered
    with pytest.raises(bottega.IllegalMove, match="1,0 is not sandwiched"):
        position.play("WG@1,-1h^1,0")
    assert "WG@1,-1h" in position.moves()
    assert "PW@1,-1h^1,0" not in position.moves()  # north-south needs pink on 1,1, which is green
    anew = start("PG@0,0h", "WP@0,1h", "PW@2,0h", "WG@-1,2h")  # the same with pink on 1,1
    assert "PW@1,-1h^1,0" in anew.moves()


def test_f8_the_game_ends_with_the_last_domino() -> None:
    for sets in (1, 2):
        position = line_of_dominoes(1, 0, sets=sets)
        assert (position.is_over, position.moves(), position.seat) == (True, [], -1)
        with pytest.raises(bottega.IllegalMove, match="the game is over"):
            position.play("WP@0,1h")
        position.undo()
        assert (position.is_over, position.result) == (False, "*")


def test_f8_groups_of_three_or_more_score_and_the_largest_breaks_ties() -> None:
    two = start("WP@0,0h", "WG@0,1h", "PG@2,0v")
    assert two.scores()[0] == (0, 2)
    three = start("WP@0,0h", "WG@0,1h", "PG@2,0v", "WG@0,2h", "PG@3,0h")
    assert three.scores()[0] == (1, 3)
    four = start("WP@0,0h", "WG@0,1h", "PG@2,0v", "WG@0,2h", "PG@3,0v", "WG@0,3h", "PG@4,0h")
    assert four.scores()[0] == (1, 4)
    assert start("WG@0,0h").scores() == ((0, 0), (0, 1))  # no pink square at all


@pytest.mark.parametrize(("pink", "green", "result"), [((2, 5), (2, 4), (0,)), ((1, 9), (2, 3), (1,)), ((2, 4), (2, 4), (0, 1))])
def test_f8_more_groups_win_then_the_larger_one_then_the_win_is_shared(
    pink: tuple[int, int], green: tuple[int, int], result: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = line_of_dominoes(1, 0)
    monkeypatch.setattr(bottega.Position, "scores", lambda _self: (pink, green))
    assert position.winners == result
    assert position.result == ("draw" if len(result) == 2 else str(result[0]))


def test_f9_pyramids_are_sorted_by_row_then_column() -> None:
    position = start(*FOUR)
    with pytest.raises(bottega.NotationError, match=r"write WP@3,-1v\^2,0\^3,0, not"):
        position.play("WP@3,-1v^3,0^2,0")


def test_f9_the_first_letter_is_the_west_or_north_square() -> None:
    position = start("PG@0,0h", "WP@0,1v")
    board = position.state.board
    assert (board[0], board[1], board[128], board[256]) == (layout.PINK, layout.GREEN, layout.WHITE, layout.PINK)


def test_f10_score_text_has_groups_and_largest_for_each_seat() -> None:
    assert start(*OWN_ROW, "PG@3,0h").score_text == "1/3 1/3"
    assert start("WP@0,0h", players=3).score_text == "0/1 0/1 0/0"
