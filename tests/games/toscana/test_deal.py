"""Stacks that agree with what a seat has seen."""

import pytest

import bottega
from bottega.game import Game
from bottega.games import spec
from bottega.kernels import random_numbers
from bottega.players.external import Story
from bottega.testing import random_game

SPEC = spec("toscana")


def dealt(story: Story, seed: int) -> bottega.Position:
    assert SPEC.deal is not None
    options = SPEC.deal(story.options, story.moves, [view.state for view in story.views], random_numbers(seed))
    return Game(SPEC, options).start(seed=0)


@pytest.mark.parametrize("variant", SPEC.variants)
def test_the_same_moves_give_the_same_views(variant: dict[str, str]) -> None:
    for seed in range(4):
        for position in random_game(Game(SPEC, variant), seed):
            if len(position.history) % 5 == seed:
                assert Story.of(position, 0).goes_on(dealt(Story.of(position, 0), seed))


def test_what_is_not_known_is_drawn_anew() -> None:
    story = Story.of(bottega.game("toscana", grey="ABCDEFGHIJKLMNOP", red="PONMLKJIHGFEDCBA").start(), 0)
    greys = {dealt(story, seed).options["grey"] for seed in range(50)}
    assert len(greys) == 50
    assert {grey[0] for grey in greys} == {"A"}
    assert {grey[1] for grey in greys} > {"B", "P"}


def test_t6_a_tile_put_under_the_stack_lay_where_it_was_seen() -> None:
    position = bottega.game("toscana", grey="ABCDEFGHIJKLMNOP", red="PONMLKJIHGFEDCBA").start()
    position.play("veto")
    position.play(next(move for move in position.moves() if move.startswith("B@")))
    for seed in range(20):
        told = dealt(Story.of(position, 1), seed)
        assert told.options["grey"].startswith("ABC")
        assert Story.of(position, 1).goes_on(told)
