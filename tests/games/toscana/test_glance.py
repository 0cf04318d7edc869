"""What looks good at a glance: the right moves first, and the same for all who know the same."""

import numpy as np
import pytest

import bottega
from bottega import Position
from bottega.games.toscana import advice, glance
from bottega.kernels import copy_record, hunch, play
from bottega.players import player
from bottega.search.greedy import lead

SPEC = bottega.game("toscana").spec
ALPHABET = "ABCDEFGHIJKLMNOP"


def after(moves: str, grey: str = ALPHABET, red: str = ALPHABET) -> Position:
    position = bottega.game("toscana", grey=grey, red=red).start()
    for move in moves.split():
        position.play(move)
    return position


def top_first(tiles: str) -> str:
    return tiles + "".join(tile for tile in ALPHABET if tile not in tiles)


def urges(position: Position) -> dict[str, float]:
    listed = np.array([SPEC.parse_move(position.state, move) for move in position.moves()], np.int32)
    out = np.full(len(listed), np.nan)
    glance.urges(position.state, listed, out)
    return dict(zip(position.moves(), out.tolist(), strict=True))


def leads(position: Position) -> dict[str, float]:
    """What each move leads to, as two judges see it on average."""
    tried, points, found = np.zeros(1, position.state.dtype).view(np.recarray)[0], np.zeros(2), {}
    for name in position.moves():
        found[name] = 0.0
        for judge in (advice.evaluate, hunch):
            copy_record(position.state, tried)
            play(tried, SPEC.parse_move(position.state, name))
            judge(tried, points)
            found[name] += lead(points, position.seat) / 2
    return found


def placements(seed: int, opponents: tuple[str, str]) -> list[Position]:
    """Positions of a game in which there are many places for the tile on top."""
    position, found = bottega.game("toscana").start(seed=seed), []
    players = [player(name, seed) for name in opponents]
    while not position.is_over:
        if len(position.moves()) >= 20:
            found.append(position.copy())
        position.play(players[position.seat].choose(position.view(position.seat)))
    return found


def test_the_best_placement_looks_good_at_a_glance() -> None:
    ranks = []
    for seed, opponents in enumerate([("greedy", "greedy"), ("greedy", "random"), ("mcts:100", "greedy"), ("random", "random")]):
        for position in placements(seed, opponents):
            looks, worth = urges(position), leads(position)
            best = max(worth, key=lambda name: worth[name])
            ranks.append(sum(look > looks[best] for look in looks.values()))
    assert len(ranks) > 60
    assert np.mean(np.array(ranks) < 20) > 0.8
    assert np.mean(np.array(ranks) < 5) > 0.4


def test_one_move_looks_as_it_does_in_a_list() -> None:
    for position in [after(""), *placements(3, ("greedy", "random"))[::4]]:
        looks = urges(position)
        for name, look in list(looks.items())[::9]:
            assert glance.urge(position.state, SPEC.parse_move(position.state, name)) == look


def test_nothing_is_seen_of_no_moves() -> None:
    glance.urges(after("").state, np.zeros(0, np.int32), np.zeros(0))


def test_what_is_seen_is_weighed_and_added_up() -> None:
    """Seen one by one: so the weights are fitted."""
    position = after("allow D@h9r2 allow", grey="DPOFELNBACMHGIKJ", red="NBGOAMPIJCLHKDEF")
    listed = np.array([SPEC.parse_move(position.state, move) for move in position.moves()], np.int32)
    seen = np.zeros((glance.SIGHTS, len(listed)))
    for sight, weights in enumerate(np.eye(glance.SIGHTS)):
        glance.weigh(position.state, listed, weights, seen[sight])
    assert (seen[: glance.KINDS].sum(axis=0) == 6).all()
    assert (seen[glance.OTHER : glance.OTHER + glance.KINDS].sum(axis=0) == 2).all()
    assert seen[glance.ROOT_JOINED] ** 2 == pytest.approx(seen[glance.JOINED])
    assert seen[glance.JOINED].max() >= 2
    assert set(np.unique(seen[[glance.TOUCHES, glance.GIVES]])) == {0.0, 1.0}
    share = position.state.left.sum() / 32
    assert list(urges(position).values()) == pytest.approx((glance.FIXED + share * glance.BY_SHARE) @ seen)


def test_the_first_tile_is_urged_to_the_middle(table: Position) -> None:
    table.play("allow")
    assert urges(table)["A@g8r0"] > urges(table)["A@f8r0"]


def test_a_placement_that_joins_more_of_the_own_colour_is_urged() -> None:
    """Both cover the cells under the two zones of grey; one touches both with its own squares, the other gives one away."""
    stacks = {"grey": "GDCIPNAMLOKEHBJF", "red": "OBCLEPHDAGFMJINK"}
    position = after("veto D@i8r2 veto B@m8r2 C@g7r1 C@k10r3 I@i13r3 L@l14r0 P@g13r1 E@i6r0", **stacks)
    assert urges(position)["N@g11r0"] > urges(position)["N@e10r1"]  # two zones against one
    assert urges(position)["N@g11r0"] >= sorted(urges(position).values())[-3]


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_to_touch_the_own_zone_is_urged_and_to_touch_the_other_one_for_the_opponent_is_not(share: float) -> None:
    weights = glance.FIXED + share * glance.BY_SHARE
    assert weights[glance.TOUCHES] > 1 > 0 > weights[glance.GIVES]


def test_good_tiles_are_to_be_vetoed_and_bad_ones_not() -> None:
    good, bad = after("", grey=top_first("H")), after("", grey=top_first("L"))
    assert urges(good)["veto"] > urges(good)["allow"] == urges(bad)["allow"] > urges(bad)["veto"]


def test_a_veto_is_judged_by_what_lies_below_in_any_order() -> None:
    one = after("", grey="MABCDEFGHIJKLNOP")
    other = after("", grey="MPONLKJIHGFEDCBA")
    assert urges(one)["veto"] == pytest.approx(urges(other)["veto"])
