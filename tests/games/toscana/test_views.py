"""What everyone can know (T4): in views, in samples and in the text."""

import pytest

import bottega
from bottega import Position
from bottega.games.toscana import layout, rules
from bottega.kernels import random_numbers

VIEWERS = (-1, 0, 1)


def after(moves: str, grey: str, red: str) -> Position:
    position = bottega.game("toscana", grey=grey, red=red).start()
    for move in moves.split():
        position.play(move)
    return position


def letters(position: Position, owner: int) -> str:
    """The stack from the top down."""
    left = int(position.state.left[owner])
    return "".join(layout.TILE_NAMES[tile] for tile in position.state.stacks[owner, layout.TILES - left :])


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("moves", ["", "allow A@i9r0 allow", "allow A@i9r0 allow B@i7r2 allow"])
def test_t4_the_order_below_the_top_tile_shows_nowhere(viewer: int, moves: str) -> None:
    one = after(moves, "ABCDEFGHIJKLMNOP", "BACDEFGHIJKLMNOP")
    other = after(moves, "ABPONMLKJIHGFEDC", "BAPONMLKJIHGFEDC")
    if moves == "":  # below the very first tile the order of the next one is hidden as well
        other = after(moves, "APONMLKJIHGFEDCB", "BPONMLKJIHGFEDCA")
    assert one.view(viewer).to_bytes() == other.view(viewer).to_bytes()
    assert one.view(viewer).text == other.view(viewer).text == one.text == other.text


@pytest.mark.parametrize("viewer", VIEWERS)
def test_t4_the_top_tile_is_seen(viewer: int) -> None:
    one = after("", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP")
    other = after("", "BACDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP")
    assert one.view(viewer).to_bytes() != other.view(viewer).to_bytes()
    assert "top tile: B" in other.view(viewer).text


def test_t4_a_vetoed_tile_is_known_to_be_last() -> None:
    position = after("veto", "HBCDEFGAIJKLMNOP", "ABCDEFGHIJKLMNOP")
    assert "last, by a veto: H" in position.text
    samples = [position.view(1).sample(seed) for seed in range(30)]
    stacks = {letters(sample, layout.GREY) for sample in samples}
    assert {stack[0] + stack[-1] for stack in stacks} == {"BH"}
    assert len(stacks) == 30
    assert {letters(sample, layout.RED)[0] for sample in samples} == {"A"}
    assert len({letters(sample, layout.RED)[-1] for sample in samples}) > 5


def test_t4_each_order_of_the_hidden_tiles_is_sampled_alike() -> None:
    state = after("", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP").state.copy()
    state.left[:] = 4  # the top tile M, and the hidden N, O and P
    out = state.copy()
    random = random_numbers(3)
    orders = []
    for _ in range(1200):
        rules.sample(state, random, out)
        orders.append(tuple(out.stacks[layout.GREY, 12:].tolist()))
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert 150 < min(counts) <= max(counts) < 250  # four standard deviations around 200


def test_the_text_shows_colours_and_tiles() -> None:
    lines = after("allow A@i9r0 allow B@i7r2", "ABCDEFGHIJKLMNOP", "BACDEFGHIJKLMNOP").text.splitlines()
    assert lines[7:11] == [
        " 7 . . . . . . . . # # # # . . . . .     7 . . . . . . . . B B B B . . . . .",
        " 8 . . . . . . . . # = # = . . . . .     8 . . . . . . . . B B B B . . . . .",
        " 9 . . . . . . . . # # = = . . . . .     9 . . . . . . . . a a a a . . . . .",
        "10 . . . . . . . . = = = = . . . . .    10 . . . . . . . . a a a a . . . . .",
    ]
    assert "last tile: B@i7r2 by red" in lines


def test_the_text_says_what_is_to_be_done() -> None:
    stacks = ("ABCDEFGHIJKLMNOP", "BACDEFGHIJKLMNOP")
    assert "Veto or allow grey's tile A?" in after("", *stacks).text
    assert "Place tile A: 32 ways." in after("allow", *stacks).text
    assert "red, veto spent" in after("veto", *stacks).text
    assert "grey, with a veto" in after("veto", *stacks).text
