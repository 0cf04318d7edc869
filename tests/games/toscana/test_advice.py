"""What is known about playing Toscana well: the outlook of a position, urges, and reasons in words."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import bottega
from bottega import Position
from bottega.games.toscana import advice, judgement, layout, rules, spaces
from bottega.games.toscana.outlook import ARRIVALS, BEST, GROUND, NEVER, NUMBERS, PLACES, WORKING, look
from bottega.kernels import State
from bottega.players import player
from bottega.spec import Symmetry
from bottega.testing import random_game

SPEC = bottega.game("toscana").spec
ALPHABET = "ABCDEFGHIJKLMNOP"
EDITIONS = ("piatnik", "dutch")


def after(moves: str, grey: str = ALPHABET, red: str = ALPHABET, **options: str) -> Position:
    position = bottega.game("toscana", grey=grey, red=red, **options).start()
    for move in moves.split():
        position.play(move)
    return position


def outlook(state: State) -> list[float]:
    out = np.full(2, np.nan)
    advice.evaluate(state, out)
    return out.tolist()


def hunch(state: State) -> list[float]:
    out = np.full(2, np.nan)
    advice.hunch(state, out)
    return out.tolist()


def forecast(state: State) -> list[float]:
    """The points of each seat, and its chance to win."""
    points, wins = np.full((2, 2), np.nan)
    advice.forecast(state, 1.0, points, wins)
    return [*points.tolist(), *wins.tolist()]


def chances(state: State) -> list[float]:
    return forecast(state)[2:]


def urge(position: Position, move: str) -> float:
    number = SPEC.parse_move(position.state, move)
    assert move in position.moves()
    return float(advice.urge(position.state, number))


def reasons(position: Position, move: str) -> list[str]:
    seat = position.seat
    before = position.view(seat).state.copy()
    number = SPEC.parse_move(before, move)
    position.play(move)
    return SPEC.reasons(before, number, position.view(seat).state)


def positions(seed: int, **options: str) -> list[Position]:
    return [position.copy() for position in random_game(bottega.game("toscana", **options), seed)]


def top_first(tiles: str) -> str:
    """A stack with these tiles on top."""
    return tiles + "".join(tile for tile in ALPHABET if tile not in tiles)


# ---------------------------------------------------------------- facts about zones and room


@pytest.mark.parametrize("seed", [1, 2])
def test_open_cells_are_those_that_a_tile_has_room_to_cover(seed: int) -> None:
    for position in positions(seed)[::5]:
        lying = np.empty(layout.CELLS, np.int32)
        rules.tiles_on_board(position.state, lying)
        free = lying.reshape(17, 17) == layout.NO_TILE
        expected = np.zeros((17, 17), bool)
        for height, width in ((2, 4), (4, 2)):
            for y in range(18 - height):
                for x in range(18 - width):
                    if free[y : y + height, x : x + width].all():
                        expected[y : y + height, x : x + width] = True
        out = np.zeros(layout.BANDS + 2, np.uint64)
        assert spaces.open_cells(position.state, out) == expected.sum()
        assert [cell for cell in range(layout.CELLS) if _has(out, cell)] == np.flatnonzero(expected).tolist()


@pytest.mark.parametrize("colour", [0, 1])
def test_zones_are_all_squares_of_a_colour_and_the_best_of_them_is_the_score(colour: int) -> None:
    for position in positions(3)[2::5]:
        found = np.zeros((64, layout.BANDS + 2), np.uint64)
        found = found[: spaces.zones(position.state, colour, found)]
        assert np.bitwise_or.reduce(found).tolist() == position.state.squares[colour].tolist()
        tiles = [spaces.count_tiles(position.state, zone) for zone in found]
        best, rest, zone = np.zeros((3, layout.BANDS + 2), np.uint64)
        assert spaces.best_zone(position.state, colour, best, rest, zone) == max(tiles) == position.scores()[colour][0]
        level = [zone for zone, worth in zip(found, tiles, strict=True) if worth == max(tiles)]
        assert best.tolist() == np.bitwise_or.reduce(level).tolist()


def _has(board: np.typing.NDArray[np.uint64], cell: int) -> bool:
    return bool(int(board[layout.BAND_OF[cell]]) >> int(layout.BIT_OF[cell]) & 1)


# ---------------------------------------------------------------- evaluate


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(4))
def test_at_the_end_the_outlook_is_the_score(edition: str, seed: int) -> None:
    game = positions(seed, edition=edition)
    assert outlook(game[-1].state) == [points for (points,) in game[-1].scores()]
    assert outlook(game[-2].state) == outlook(game[-1].state)  # the pass that ends the game was forced
    assert forecast(game[-1].state)[:2] == forecast(game[-2].state)[:2] == outlook(game[-1].state)
    assert hunch(game[-1].state) == hunch(game[-2].state) == outlook(game[-1].state)
    assert outlook(game[20].state) != [points for (points,) in game[20].scores()]


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_every_view_has_the_outlook_and_the_urges_of_the_position(viewer: int) -> None:
    for position in positions(5):
        seen, twin = position.view(viewer), position.view(viewer).sample(9)
        assert outlook(seen.state) == outlook(twin.state) == outlook(position.state)
        assert forecast(seen.state) == forecast(twin.state) == forecast(position.state)
        assert hunch(seen.state) == hunch(twin.state) == hunch(position.state)
        for name in position.moves()[:5]:
            move = SPEC.parse_move(position.state, name)
            expected = pytest.approx(advice.urge(position.state, move))  # the tiles below a stack's top add up in another order
            assert advice.urge(seen.state, move) == expected
            assert advice.urge(twin.state, move) == expected


@pytest.mark.parametrize("symmetry", SPEC.symmetries, ids=lambda symmetry: symmetry.name)
def test_a_turned_or_mirrored_position_has_the_same_outlook(symmetry: Symmetry) -> None:
    for position, image in _images(symmetry):
        assert outlook(image.state) == pytest.approx(outlook(position.state), rel=1e-4)
        assert hunch(image.state) == pytest.approx(hunch(position.state))
        assert forecast(image.state) == pytest.approx(forecast(position.state), rel=1e-4)


def test_a_mirrored_move_has_the_same_urge() -> None:
    """A turned one need not: a glance sees six rows, and all of them."""
    (mirror,) = [symmetry for symmetry in SPEC.symmetries if symmetry.name == "mirror"]
    for position, image in _images(mirror):
        for name in position.moves()[::7]:
            assert urge(image, mirror.move(name)) == pytest.approx(urge(position, name)), name


def _images(symmetry: Symmetry) -> Iterator[tuple[Position, Position]]:
    """The positions of a random game, each with its image."""
    game = bottega.game("toscana")
    options = symmetry.options(game.start(seed=6).options)
    assert options is not None
    image = bottega.game("toscana", **options).start()
    for position in random_game(game, 6):
        if position.history:
            image.play(symmetry.move(position.history[-1]))
        yield position, image


def test_with_colours_exchanged_the_outlook_is_exchanged() -> None:
    swapped = {"grey": "red", "red": "grey"}
    game = bottega.game("toscana", first="red")
    options = {swapped.get(name, name): swapped.get(value, value) for name, value in game.start(seed=7).options.items()}
    image = bottega.game("toscana", **options).start()
    for position in random_game(game, 7):
        if position.history:
            image.play(position.history[-1])
        assert outlook(image.state) == pytest.approx(outlook(position.state)[::-1], rel=1e-4)
        assert hunch(image.state) == pytest.approx(hunch(position.state)[::-1])
        grey, red, grey_wins, red_wins = forecast(position.state)
        assert forecast(image.state) == pytest.approx([red, grey, red_wins, grey_wins], rel=1e-4)


def test_chances_get_surer_in_the_course_of_the_game() -> None:
    games = [positions(seed) for seed in range(12)]
    for game in games:
        assert all(sum(chances(position.state)) == pytest.approx(1) for position in game)
        grey, red = (points for (points,) in game[-1].scores())
        assert chances(game[-1].state)[0] == (np.sign(grey - red) + 1) / 2
    sure = [np.mean([abs(chances(game[moves].state)[0] - 0.5) for game in games]) for moves in (0, 20, -1)]
    assert sure[0] < sure[1] < sure[2]


def test_the_chances_agree_with_who_wins() -> None:
    """What the lead says, alike in all positions, would say less."""
    said, leads, won = [], [], []
    for seed in range(40):
        position = bottega.game("toscana").start(seed=seed)
        seats = [player("mcts:60", seed), player("mcts:60", seed + 1)]
        judged = 0
        while not position.is_over:
            if not position.state.deciding and len(position.history) >= 10:
                grey, red, grey_wins, _red_wins = forecast(position.state)
                leads.append(grey - red)
                said.append(grey_wins)
                judged += 1
            position.play(seats[position.seat].choose(position.view(position.seat)))
        grey, red = (points for (points,) in position.scores())
        won += [(np.sign(grey - red) + 1) / 2] * judged

    def surprise(chance: NDArray[np.float64]) -> float:
        chance = np.clip(chance, 1e-6, 1 - 1e-6)
        return float(-np.mean(won * np.log(chance) + (1 - np.array(won)) * np.log(1 - chance)))

    by_lead = [surprise(1 / (1 + np.exp(-np.array(leads) / spread))) for spread in (0.4, 0.6, 0.8, 1.0, 1.5, 2.0)]
    assert surprise(np.array(said)) < min(0.45, *by_lead)


def test_the_weights_are_of_what_is_seen() -> None:
    """The network must be fitted anew when `outlook` counts something else."""
    assert judgement.WEIGHTS0.shape[0] == NUMBERS
    assert np.flatnonzero(judgement.WEIGHTS2.any(axis=0)).tolist() == [0, 1, 2]


def test_the_tile_that_will_be_turned_up_counts_in_the_forecast_alone() -> None:
    """Who chooses by `evaluate` does not know it yet, and a search may not choose by more than that."""
    position = after("allow G@g8r0", grey=top_first("GOH"), red=top_first("GK"))
    other = after("allow G@g8r0", grey=top_first("GHO"), red=top_first("GK"))
    assert position.state.turn == layout.RED
    assert outlook(position.state) == outlook(other.state)
    assert chances(position.state)[layout.GREY] < chances(other.state)[layout.GREY]  # O is bad and H is good
    assert outlook(after("", grey=top_first("OH")).state) != outlook(after("", grey=top_first("HO")).state)  # grey's turn


def test_the_veto_and_good_tiles_help() -> None:
    """On average: what a tile or the veto is worth depends on the position."""
    spent, better = [], []
    for position in [position for seed in range(8) for position in positions(seed)[1:14:3]]:
        state, other = position.state, position.state.copy()
        if state.vetoes[layout.GREY]:
            other.vetoes[layout.GREY] = 0
            spent.append(chances(state)[layout.GREY] - chances(other)[layout.GREY])
        top = layout.TILES - int(state.left[layout.GREY])
        below = [ALPHABET[tile] for tile in state.stacks[layout.GREY, top + 1 :]]
        if {"H", "O"} <= set(below) and not state.deciding and state.turn == layout.RED:
            good, bad = state.copy(), state.copy()
            for changed, name in ((good, "H"), (bad, "O")):
                place = top + 1 + below.index(name)
                stack = changed.stacks[layout.GREY]
                stack[top], stack[place] = int(stack[place]), int(stack[top])
            better.append(forecast(good)[layout.GREY] - forecast(bad)[layout.GREY])
    assert len(spent) > 10
    assert np.mean(spent) > 0
    assert len(better) > 3
    assert np.mean(better) > 0


def test_a_zone_that_is_walled_in_has_little_to_hope_for() -> None:
    """Far less than any other zone of its size at that time of the game."""
    hopes: dict[bool, list[float]] = {True: [], False: []}
    numbers = np.zeros(NUMBERS, np.float32)
    for position in [position for seed in range(30) for position in positions(seed)[8:24]]:
        look(position.state, np.zeros((WORKING, layout.BANDS + 2), np.uint64), False, numbers)
        ground = numbers[GROUND:PLACES].reshape(ARRIVALS, -1)
        mover = int(position.state.turn)
        hopes[bool(ground[:NEVER].sum() == 0)].append(forecast(position.state)[mover] - numbers[BEST])
    assert len(hopes[True]) > 5
    assert np.mean(hopes[True]) < np.mean(hopes[False]) - 1


# ---------------------------------------------------------------- hunch


def test_the_turn_the_veto_and_good_tiles_help_by_a_hunch() -> None:
    position = after("allow G@g8r0", grey=top_first("GAH"), red=top_first("GK"))
    grey, red = hunch(position.state)
    turned = position.state.copy()
    turned.turn = layout.GREY
    assert hunch(turned)[layout.GREY] > grey
    spent = position.state.copy()
    spent.vetoes[layout.GREY] = 0
    assert hunch(spent)[layout.GREY] < grey
    assert hunch(spent)[layout.RED] > red
    better = after("allow G@g8r0", grey=top_first("GHA"), red=top_first("GK"))
    assert hunch(better.state)[layout.GREY] > grey


def test_a_zone_that_is_walled_in_has_nothing_to_hope_for_by_a_hunch() -> None:
    position = after("allow G@g8r0 allow B@g10r2 allow", grey=top_first("GAH"), red=top_first("BKH"))
    walled = position.state.copy()
    near = np.zeros(layout.BANDS + 2, np.uint64)
    spaces.spread(walled.squares[layout.RED], layout.BOARD & ~walled.squares[layout.GREY], near)
    walled.squares[layout.GREY] |= near & ~walled.squares[layout.RED]
    assert hunch(walled)[layout.RED] < hunch(position.state)[layout.RED] - 2


INTERPRETED = """
import json, sys
import numpy as np
from bottega.games import spec
from bottega.games.toscana import advice, layout
states = np.frombuffer(sys.stdin.buffer.read(), layout.STATE)
spec("toscana")
answers = []
for state, moves in zip(states, json.loads(sys.argv[1])):
    points, roughly, expected, wins = np.zeros((4, 2))
    advice.evaluate(state, points)
    advice.hunch(state, roughly)
    advice.forecast(state, 1.0, expected, wins)
    urges = [float(advice.urge(state, move)) for move in moves]
    answers.append([*points.tolist(), *roughly.tolist(), *expected.tolist(), *wins.tolist(), *urges])
print(json.dumps(answers))
"""


def test_compiled_advice_is_what_the_source_says() -> None:
    sample = positions(8)[::5]
    moves = [[SPEC.parse_move(position.state, name) for name in position.moves()[:4]] for position in sample]
    compiled = [
        [
            *outlook(position.state),
            *hunch(position.state),
            *forecast(position.state),
            *(advice.urge(position.state, move) for move in some),
        ]
        for position, some in zip(sample, moves, strict=True)
    ]
    child = subprocess.run(
        [sys.executable, "-W", "ignore:overflow", "-c", INTERPRETED, json.dumps(moves)],
        input=b"".join(position.state.tobytes() for position in sample),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr.decode()
    for one, other in zip(json.loads(child.stdout), compiled, strict=True):
        assert one == pytest.approx(other, rel=1e-4)  # the network computes with 32 bits


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("moves", "grey", "red", "move", "expected"),
    [
        ("allow", "NEHFKCIJPLDBMAGO", "AEFBODLMPGJNCKHI", "N@i8r1", []),
        ("allow N@i8r1 veto", "NEHFKCIJPLDBMAGO", "AEFBODLMPGJNCKHI", "E@k10r3", ["brings the best zone from 1 to 2"]),
        (
            "veto K@g9r2 allow C@i11r1",
            "DKIMLONBEGPCFHJA",
            "CAOMIJLKFBEGDPNH",
            "I@j15r0",
            ["adds nothing to the best zone of 2"],
        ),
        (
            "allow D@h9r2 allow",
            "DPOFELNBACMHGIKJ",
            "NBGOAMPIJCLHKDEF",
            "N@h7r2",
            [
                "brings the best zone from 1 to 2",
                "brings the opponent's best zone from 1 to 2",
                "brings 47 more open cells within reach",
                "takes 37 open cells out of the opponent's reach",
            ],
        ),
        (
            "veto D@i8r2 veto B@m8r2 C@g7r1 C@k10r3 I@i13r3 L@l14r0 P@g13r1 E@i6r0",
            "GDCIPNAMLOKEHBJF",
            "OBCLEPHDAGFMJINK",
            "N@g11r0",
            [
                "brings the best zone from 4 to 7",
                "joins two zones of 4 and 3",
                "takes 27 open cells out of the opponent's reach",
                "brings 24 more open cells within reach",
            ],
        ),
        (
            "allow A@f9r0 allow P@f7r0 allow M@h3r3 allow O@f2r1 veto C@j5r2 allow",
            "AMOCGKHDFJLIEPBN",
            "POBFJDEHKGICLAMN",
            "B@j7r2",
            [
                "brings the best zone from 2 to 4",
                "joins zones of 2, 1 and 1",
                "takes 31 open cells out of the opponent's reach",
            ],
        ),
        (
            "veto A@h9r0 allow F@f9r3 P@l9r1 allow A@k7r2 G@d9r1 veto G@o6r1 C@c7r2 O@k3r1 H@k13r3 P@e13r0 N@b10r1 I@n4r2 O@i1r1 "
            "N@n10r3 J@g5r1",
            "EAPGCHNOJFKIMLDB",
            "FACGOPINDLBJEMHK",
            "D@i5r3",
            [
                "joins the opponent's zones of 6 and 5",
                "brings the opponent's best zone from 6 to 11",
                "brings the best zone from 5 to 7",
                "joins two zones of 5 and 1",
            ],
        ),
        (
            "veto O@g9r0 veto K@h11r0 P@k6r1 M@g13r1 K@i15r0",
            "AOPKLJHMBNEIDCFG",
            "FKMNBJPCAOIELHDG",
            "N@l12r0",
            ["cuts a zone of 2 off from the opponent's best one", "adds nothing to the best zone of 3"],
        ),
        (
            "veto C@i7r3 veto C@g11r2 A@k8r1 K@m5r1 N@m9r1 P@o10r1 G@o5r1",
            "LCANGJHPOKDEIBMF",
            "JCKPDFOBHMIGNEAL",
            "D@k4r3",
            [
                "brings the opponent's best zone from 4 to 5",
                "leaves the best zone no room to grow",
                "leaves a zone of 2 cut off from the best one",
                "adds nothing to the best zone of 4",
            ],
        ),
        (
            "allow D@i7r3 veto E@j11r1 veto O@f11r0 B@l12r0 K@n8r3 H@g13r3 J@e14r3",
            "DBOKJPNHIAECFGML",
            "JEBHGINLFAOKMPDC",
            "G@l8r1",
            [
                "brings the best zone from 2 to 4",
                "leaves the opponent's best zone no room to grow",
                "brings the opponent's best zone from 2 to 3",
                "joins two zones of 2 and 1",
            ],
        ),
    ],
)
def test_reasons_for_placements(moves: str, grey: str, red: str, move: str, expected: list[str]) -> None:
    assert reasons(after(moves, grey=grey, red=red), move) == expected


def test_reasons_for_vetoes_say_what_the_tile_is_worth() -> None:
    """Grey's A can join the zone of 1 with the two grey squares on red's tile, or not."""
    start = "allow G@g8r0 allow B@g10r2"
    stacks = {"grey": top_first("GA"), "red": top_first("B")}
    assert reasons(after(start, **stacks), "veto") == ["spends the veto on tile A, worth 2 at once"]
    assert reasons(after(start, **stacks), "allow") == ["keeps the veto: tile A is worth 2 at once"]


DRAWN = {"grey": "IGEFNJCMKDPBLAOH", "red": "PENOKMBFDCGAILHJ"}
DRAWN_MOVES = (
    "veto G@i9r1 veto E@g11r3 E@i13r0 N@c11r2 F@f7r1 O@a9r1 N@m13r0 K@b5r1 J@k11r2 M@a13r0 C@d7r3 B@l15r0 M@o9r1 F@f5r2 K@m7r1 "
    "D@f15r2 D@j5r2 C@b3r0 P@f1r1 G@k3r0 B@o3r1 A@l1r2 L@b1r0 I@h7r2 A@h1r1 L@b16r0"
)


def test_reasons_for_a_pass() -> None:
    assert reasons(after(DRAWN_MOVES, **DRAWN), "pass") == ["tile O fits nowhere"]
    dutch = after(DRAWN_MOVES, edition="dutch", **DRAWN)
    assert reasons(dutch, "pass") == ["ends the game in a draw, 7 to 7", "tile O fits nowhere"]


def test_reasons_are_few_and_tell_nothing_hidden() -> None:
    """The same from the view of the mover as from any position that agrees with it."""
    for position in positions(10)[:-1:3]:
        seen = position.view(position.seat)
        for name in position.moves()[:2]:
            number = SPEC.parse_move(position.state, name)
            texts = []
            for seed in (1, 2):
                guess = seen.sample(seed)
                before = guess.state.copy()
                guess.play(name)
                texts.append(SPEC.reasons(before, number, guess.state))
            assert texts[0] == texts[1]
            assert len(texts[0]) <= 4
