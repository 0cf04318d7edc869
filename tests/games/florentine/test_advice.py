"""What is known about playing Florentine Dominoes well: evaluation, urge and reasons."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from conftest import child_environment

import bottega
from bottega import Position
from bottega.games import spec
from bottega.games.florentine import advice, layout, rules
from bottega.kernels import SPECTATOR, State, evaluate, random_numbers, urge
from bottega.spec import Symmetry

FLORENTINE = spec("florentine")
CROSS = ("d4", "d3", "d2", "d1", "d5", "d6", "d7", "c4", "b4", "a4", "e4", "f4", "g4")


def table(*cards: str, colours: str = "RB") -> Position:
    """A game with this deck, top card first; with 16 cards everything is in the open pool."""
    return bottega.game("florentine", players=len(colours), deck=",".join(cards), colours=colours).start(seed=0)


def pool(*cards: str, colours: str = "RB", filler: str = "GGGG") -> Position:
    """A game in which these cards and enough of the filler are in the open pool."""
    return table(*cards, *[filler] * (layout.FEWEST_CARDS - len(cards)), colours=colours)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position.play(move)
    return position


def hopes(state: State) -> list[float]:
    out = np.zeros(int(state.players))
    evaluate(state, out)
    return out.tolist()


def urge_of(position: Position, move: str) -> float:
    return urge(position.state, FLORENTINE.parse_move(position.state, move))


def reasons_of(position: Position, move: str) -> list[str]:
    """The reasons that the mover gives for its move."""
    assert move in position.moves()
    seat, number = position.seat, FLORENTINE.parse_move(position.state, move)
    before = position.view(seat).state
    return FLORENTINE.reasons(before, number, play(position.copy(), move).view(seat).state)


def random_game(seed: int, **options: str) -> Iterator[Position]:
    """One position, again and again, before each move of a random game and at its end."""
    position = bottega.game("florentine", **options).start(seed=seed)
    random = random_numbers(seed)
    while not position.is_over:
        yield position
        position.play(FLORENTINE.move_name(position.state, int(rules.pick(position.state, random))))
    yield position


# ---------------------------------------------------------------- evaluation


@pytest.mark.parametrize("variant", FLORENTINE.variants)
def test_at_the_end_the_evaluation_is_the_score(variant: dict[str, str]) -> None:
    for seed in range(10):
        *_course, end = random_game(seed, **variant)
        assert hopes(end.state) == [stones for (stones,) in end.scores()]


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_every_viewer_comes_to_the_same_numbers(players: str) -> None:
    for position in random_game(3, players=players):
        for viewer in range(SPECTATOR, int(players)):
            assert hopes(position.view(viewer).state) == hopes(position.state)


@pytest.mark.parametrize("symmetry", FLORENTINE.symmetries, ids=lambda symmetry: symmetry.name)
@pytest.mark.parametrize("players", ["2", "4"])
def test_turned_mirrored_or_recoloured_everything_is_worth_the_same(symmetry: Symmetry, players: str) -> None:
    options = symmetry.options(bottega.game("florentine", players=players).start(seed=5).options)
    assert options is not None
    image = bottega.game("florentine", **options).start(seed=0)
    for position in random_game(5, players=players):
        if position.history:
            image.play(symmetry.move(position.history[-1]))
        assert hopes(image.state) == pytest.approx(hopes(position.state), abs=1e-9)
        for move in position.moves():
            assert urge_of(image, symmetry.move(move)) == pytest.approx(urge_of(position, move), abs=1e-9)


def test_seats_that_change_places_change_their_numbers() -> None:
    for position in random_game(8, players="2"):
        twin = position.state.copy()
        twin.colours[:2] = position.state.colours[1::-1]
        twin.blacks[:2] = position.state.blacks[1::-1]
        twin.turn = 1 - position.state.turn
        assert hopes(twin) == hopes(position.state)[::-1]


def test_once_nothing_fits_the_best_black_card_is_counted_for_whoever_is_still_to_be_asked() -> None:
    position = pool("GGGG", "GGGG", "GGGG", "rGGG", filler="BBBB")
    play(position, "GGGG@d4r0", "GGGG@d3r0", "GGGG@d2r0", "rGGG@d1r0")
    assert position.state.stage == layout.BLACK_CARDS
    assert hopes(position.state) == [1.0, 0.0]
    assert hopes(play(position.copy(), "black@d1N").state) == [1.0, 0.0]
    assert hopes(play(position.copy(), "decline").state) == [0.0, 0.0]


def test_stones_are_worth_less_the_less_likely_their_space_is_to_be_closed() -> None:
    """A jade in a closed space, facing a cell that a red card can take, and facing one that nothing fits any more."""
    start = play(pool("rGGG", "RGGG", "RGGG"), "rGGG@d4r0")
    closed = hopes(play(start.copy(), "RGGG@d3r2", "GGGG@e4r0").state)[0]
    facing = hopes(play(start.copy(), "RGGG@e4r0", "GGGG@f4r0").state)[0]
    alone = hopes(play(start.copy(), "RGGG@e4r0", "RGGG@f4r0").state)[0]
    assert closed > facing > alone


@pytest.mark.parametrize("variant", [{"players": "2"}, {"players": "3", "deck": ",".join(["RRRR,rRbB,RBRB,rBRB,RGRG,BoOG"] * 6)}])
def test_the_cards_that_are_not_on_the_square_are_known_to_all(variant: dict[str, str]) -> None:
    for position in random_game(1, **variant):
        state = position.state
        placed = np.bincount(state.board[state.board != layout.EMPTY], minlength=layout.MOST_CARDS)
        left = sum(1 << kind for kind in range(layout.MOST_CARDS) if state.deck[kind] > placed[kind])
        for viewer in range(SPECTATOR, len(position.seats)):
            assert rules.unplaced(position.view(viewer).state) == left


def trace(variant: int, seed: int) -> str:
    """A digest of evaluation and urges during one random game."""
    digest = hashlib.sha256()
    for turn, position in enumerate(random_game(seed, **FLORENTINE.variants[variant])):
        if turn % 5 == 0 or position.state.stage >= layout.BLACK_CARDS:
            state = position.state
            digest.update(repr(hopes(state)).encode())
            for move in position.moves()[:8]:
                digest.update(repr(float(urge(state, FLORENTINE.parse_move(state, move)))).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("variant", [0, 2, 6])
def test_the_compiled_kernels_do_what_their_source_says(variant: int) -> None:
    command = [sys.executable, "-W", "ignore:overflow", __file__, str(variant)]
    environment = child_environment(NUMBA_DISABLE_JIT="1", PYTHONPATH=str(Path(__file__).parents[2]))
    child = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert child.stdout.strip() == trace(variant, 0)


# ---------------------------------------------------------------- urge


def test_closing_a_space_is_liked_better_than_carrying_it_on_or_leaving_it() -> None:
    position = play(pool("rGGG", "RGGG", "RRGG", colours="BR"), "rGGG@d4r0")
    assert urge_of(position, "RGGG@d3r2") > urge_of(position, "RRGG@d3r1")
    assert urge_of(position, "RGGG@d3r2") > urge_of(position, "GGGG@e4r0") == 0.0


def test_closing_a_stone_of_an_opponent_is_disliked_and_taking_it_to_the_edge_is_liked() -> None:
    position = pool("GGGG", "GGGG", "rGGG", "RGGG", "RRRG", "RGGG", colours="BR")
    play(position, "GGGG@d4r0", "GGGG@d3r0", "rGGG@d2r0", "GGGG@e4r0")
    assert urge_of(position, "RGGG@d1r2") < 0.0 < urge_of(position, "RRRG@d1r2")


def test_two_spaces_with_stones_are_joined_and_closed_at_once() -> None:
    position = corner("RRGG", "GGOO")
    assert urge_of(position, "RRGG@c3r1") == pytest.approx(2 * (1 - advice.CHANCE[advice.POOLED, 0, 1]), abs=0.3)


def test_a_space_that_ends_in_a_second_side_at_the_edge_is_lost() -> None:
    assert advice.worth_of(advice.LATE, 3, 2, 0) == 0.0
    assert advice.worth_of(advice.LATE, 3, 0, 0) == 3.0


def test_a_discard_looks_better_with_stones_of_others_than_with_own_ones() -> None:
    position = play(table(*["GGGG"] * 4, "rGGG", "BGGG", "bGGG", *["GGGG"] * 20, colours="BR"), "GGGG@d4r0")
    own, none, other, placing = (urge_of(position, move) for move in ("x:rGGG", "x:BGGG", "x:bGGG", "GGGG@d3r0"))
    assert own < none < other < placing


def test_a_black_card_is_worth_the_stones_it_closes() -> None:
    position = pool("GGGG", "GGGG", "GGGG", "rGGG", filler="BBBB")
    play(position, "GGGG@d4r0", "GGGG@d3r0", "GGGG@d2r0", "rGGG@d1r0")
    assert urge_of(position, "black@d1N") == 1.0
    assert urge_of(position, "decline") == 0.0


def test_the_one_move_player_by_urge_beats_the_random_player() -> None:
    won, games = 0.0, 20
    for seed in range(games):
        position = bottega.game("florentine").start(seed=seed // 2)
        random, seat = random_numbers(seed), seed % 2
        while not position.is_over:
            state = position.state
            if position.seat == seat:
                urges = {move: urge_of(position, move) for move in position.moves()}
                position.play(max(urges, key=urges.__getitem__))
            else:
                position.play(FLORENTINE.move_name(state, int(rules.pick(state, random))))
        won += (seat in position.winners) / len(position.winners)
    assert won > 0.9 * games


# ---------------------------------------------------------------- reasons


def corner(*cards: str) -> Position:
    """The cross of green with a jade beside c3 to the east and another to the south; these cards are left, red decides."""
    position = pool(*["GGGG"] * 11, "rGGG", "rGGG", *cards, colours="BR", filler="OOOO")
    special = {"d3": "rGGG@d3r3", "c4": "rGGG@c4r0"}
    return play(position, *(special.get(cell, f"GGGG@{cell}r0") for cell in CROSS))


def test_reasons_for_the_first_stone() -> None:
    assert reasons_of(pool("rRGG", "RGGG"), "rRGG@d4r0") == ["brings 1 jade to a space with 2 open sides"]
    assert reasons_of(pool("rGrG", "RGGG"), "rGrG@d4r0") == ["brings 1 jade to a space with one open side"] * 2


def test_reasons_for_closing_a_space() -> None:
    position = play(pool("rGGG", "RGGG", colours="BR"), "rGGG@d4r0")
    assert reasons_of(position, "RGGG@d3r2") == ["closes a space with 1 jade"]
    rubies = play(pool("gOOO", "gOOO", colours="BG", filler="OOOO"), "gOOO@d4r0")
    assert reasons_of(rubies, "gOOO@d3r2") == ["closes a space with 2 rubies"]


def test_reasons_for_closing_a_space_of_an_opponent() -> None:
    position = play(pool("rGGG", "RGGG"), "rGGG@d4r0")
    assert reasons_of(position, "RGGG@d3r2") == ["closes a space with 1 jade for an opponent"]


def test_reasons_for_joining_spaces() -> None:
    assert reasons_of(corner("RRGG", "GGOO"), "RRGG@c3r1") == [
        "closes a space with 2 jade",
        "joins spaces with 1 jade and 1 jade",
    ]


def test_reasons_for_what_can_no_longer_be_closed() -> None:
    theirs = play(pool("rGGG", "RGGG"), "rGGG@d4r0")
    assert reasons_of(theirs, "RGGG@e4r0") == ["leaves 1 jade dead"]
    own = play(pool("rGGG", "RGGG", colours="BR"), "rGGG@d4r0")
    assert reasons_of(own, "RGGG@e4r0") == ["gives up 1 jade: the space cannot be closed any more"]


def test_reasons_at_the_edge() -> None:
    position = pool("GGGG", "GGGG", "rGGG", "RRRG", "RGGG", "RGGG", colours="RB")
    play(position, "GGGG@d4r0", "GGGG@d3r0", "rGGG@d2r0")
    assert reasons_of(position, "RRRG@d1r2") == ["takes 1 jade to the edge of the square"]
    own = pool("GGGG", "GGGG", "GGGG", "rGGG", colours="BR")
    play(own, "GGGG@d4r0", "GGGG@d3r0", "GGGG@d2r0")
    assert reasons_of(own, "rGGG@d1r0") == ["leaves a space with 1 jade to the black card"]


def test_reasons_for_leaving_one_open_side() -> None:
    position = play(pool("rRGG", "RGGG", "RGGG", colours="BR"), "rRGG@d4r0")
    assert reasons_of(position, "RGGG@d3r2") == ["leaves one open side around 1 jade"]


def test_reasons_for_a_discard() -> None:
    deck = ["GGGG", *["BBBB"] * 3, "rRbB", "BBBB", "BBBB", "BBBB", *["OOOO"] * 8, "GGGG", *["BBBB"] * 20]
    position = play(table(*deck), "GGGG@d4r0")
    assert reasons_of(position, "x:BBBB") == ["nothing in the hand fits"]
    assert reasons_of(position, "x:rRbB") == [
        "nothing in the hand fits",
        "gives up 1 amber until the pool opens",
        "keeps 1 jade off the square until the pool opens",
    ]


def test_reasons_tell_nothing_of_a_hand_that_is_hidden() -> None:
    deck = ["GGGG", *["BBBB"] * 3, "OOOO", "BBBB", "BBBB", "BBBB", *["OOOO"] * 8, "GGGG", *["BBBB"] * 20]
    position = play(table(*deck), "GGGG@d4r0")
    before, number = position.view(SPECTATOR).state, FLORENTINE.parse_move(position.state, "x:BBBB")
    assert FLORENTINE.reasons(before, number, play(position, "x:BBBB").view(SPECTATOR).state) == []


def test_reasons_for_black_cards() -> None:
    position = pool("GGGG", "GGGG", "GGGG", "rGGG", filler="BBBB")
    play(position, "GGGG@d4r0", "GGGG@d3r0", "GGGG@d2r0")
    assert reasons_of(position, "rGGG@d1r0")[-1] == "after it nothing fits any more"
    play(position, "rGGG@d1r0")
    assert reasons_of(position, "black@d1N") == ["closes a space with 1 jade"]
    assert reasons_of(position, "decline") == ["leaves a space with 1 jade open that the black card could close"]
    assert reasons_of(play(position, "decline"), "decline") == ["the black card could close nothing"]


def test_reasons_are_few_and_do_not_depend_on_what_the_mover_cannot_see() -> None:
    """Given as the mover sees them or as they are, the records give the same words: at most four of them."""
    for players in ("2", "3", "4"):
        position = bottega.game("florentine", players=players).start(seed=4)
        for following in random_game(4, players=players):
            if following.history:
                number = FLORENTINE.parse_move(position.state, following.history[-1])
                seen = [at.view(position.seat).state for at in (position, following)]
                given = FLORENTINE.reasons(position.state, number, following.state)
                assert given == FLORENTINE.reasons(seen[0], number, seen[1])
                assert len(given) <= 4
                position = following.copy()


if __name__ == "__main__":
    print(trace(int(sys.argv[1]), 0))
