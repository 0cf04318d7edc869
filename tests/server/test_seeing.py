"""What goes over the wire to whom: nobody gets more than the view of the own seat."""

import json
import random

import pytest
from pydantic_core import to_json
from server.playing import ANNA, BRUNO, GUESTS, MACHINE, ME, OPEN, START, STRANGER, do, here, owner, play, position, table_of

from bottega.game import Game, Position
from bottega.games import spec
from bottega.i18n import LANGUAGES, language
from bottega.kernels import SPECTATOR, random_numbers
from bottega.players.external import Story
from bottega.server import events
from bottega.server.pictures import picture_of
from bottega.server.seeing import Seeing
from bottega.server.store import Entry
from bottega.server.table import Table
from bottega.server.turns import fits_of, turn_of

MANY_TRIES = 200


def scene_of(table: Table, guest: str, **choices: object) -> dict[str, object]:
    return Seeing().scene(table, guest, START, theme="warm", **choices)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the view law on the wire


def twin_of(table: Table, viewer: int, seed: int) -> Table:
    """A table with the same log but for the shuffles, which the viewer cannot tell from it."""
    original = position(table)
    story = Story.of(original, viewer)
    deal = original.spec.deal
    assert deal is not None
    chance = random_numbers(seed)
    for _ in range(MANY_TRIES):
        options = deal(story.options, story.moves, [view.state for view in story.views], chance)
        other = Game(original.spec, options).start(seed=0)
        if story.goes_on(other) and other.options != original.options:
            twin = table.copy()
            twin.position = other
            return twin
    raise AssertionError("no twin was found")


@pytest.mark.parametrize("moves", [0, 1, 7, 24])
@pytest.mark.parametrize(("game", "players"), [("toscana", 2), ("florentine", 2), ("florentine", 4)])
def test_what_a_guest_cannot_tell_apart_looks_the_same_on_the_wire(game: str, players: int, moves: int) -> None:
    table = table_of(game, [ME, *[OPEN] * (players - 1)])
    play(table, moves, random.Random(moves))
    for viewer in range(players):
        twin = twin_of(table, viewer, seed=viewer)
        assert position(twin).state.tobytes() != position(table).state.tobytes()
        guests = [owner(table, viewer), STRANGER]
        for guest in guests:
            for known in (None, max(0, moves - 1)):
                assert to_json(scene_of(table, guest.id, known=known)) == to_json(scene_of(twin, guest.id, known=known))
        for eyes in (viewer, SPECTATOR):
            for ply in {0, moves // 2, moves}:
                pictures = [
                    picture_of(each.position_at(ply), eyes, "warm", ["legal", "worth", "threats"]) for each in (table, twin)
                ]
                assert to_json(pictures[0]) == to_json(pictures[1])
            for ahead in (False, True):
                turns = [turn_of(position(each), eyes, "warm", ahead) for each in (table, twin)]
                assert to_json(turns[0]) == to_json(turns[1])
            for cell in ((3, 2), (3, 4), (8, 6)):
                fits = [fits_of(position(each), eyes, cell, "warm") for each in (table, twin)]
                assert to_json(fits[0]) == to_json(fits[1])


@pytest.mark.parametrize("moves", [3, 30])
def test_samples_of_a_view_look_the_same_to_the_viewer(name: str, moves: int) -> None:
    """The same with positions that agree with a view in nothing but the present."""
    table = table_of(name, [ME, OPEN])
    play(table, moves, random.Random(moves))
    for viewer in (SPECTATOR, 0, 1):
        samples: list[Position] = [position(table).view(viewer).sample(seed) for seed in (1, 2)]
        for show in ([], ["legal"], ["worth", "threats", "coordinates"]):
            assert picture_of(samples[0], viewer, "dark", show) == picture_of(samples[1], viewer, "dark", show)
        assert turn_of(samples[0], viewer, "dark", ahead=True) == turn_of(samples[1], viewer, "dark", ahead=True)


@pytest.mark.parametrize("game", ["toscana", "florentine"])
def test_shuffles_and_foreign_hands_are_not_sent_while_the_game_runs(game: str) -> None:
    table = table_of(game, [ME, OPEN])
    play(table, 3, random.Random(2))
    shuffles = [position(table).options[option.name] for option in spec(game).options if option.is_shuffle]
    assert all(len(shuffle) >= 16 for shuffle in shuffles)
    for guest in (*GUESTS, STRANGER):
        text = json.dumps(scene_of(table, guest.id))
        assert not any(shuffle in text for shuffle in shuffles)
        assert not any(other.id in text for other in GUESTS), "who guests are is nobody's business"


def test_only_whoever_decides_gets_the_turn() -> None:
    table = table_of("florentine", [ME, OPEN, OPEN])
    for _ in range(9):
        for seat in range(3):
            turn = scene_of(table, owner(table, seat).id)["turn"]
            assert (turn is not None) == (seat == table.seat)
        assert scene_of(table, STRANGER.id)["turn"] is None
        play(table, 1, random.Random(table.ply))


# ---------------------------------------------------------------- one device


def test_people_at_one_device_hand_it_on_while_they_have_secrets() -> None:
    table, seeing = table_of("florentine", [ME, here("Bruno")]), Seeing()
    assert seeing.eyes(table, ANNA.id) == (SPECTATOR, 0)
    assert seeing.eyes(table, ANNA.id, look=0) == (0, None)
    assert seeing.eyes(table, ANNA.id, look=1) == (SPECTATOR, 0), "it is not Bruno's turn"
    play(table, 1, random.Random(1))
    assert seeing.eyes(table, ANNA.id, look=0) == (SPECTATOR, 1), "Anna has looked, Bruno decides"
    assert scene_of(table, ANNA.id)["turn"] is None
    assert scene_of(table, ANNA.id, look=1)["turn"] is not None


def test_whoever_has_just_moved_may_look_while_others_think() -> None:
    table = table_of("florentine", [ME, MACHINE, here("Bruno")])
    play(table, 1, random.Random(1))
    assert Seeing().eyes(table, ANNA.id, look=0) == (0, None)
    assert Seeing().eyes(table, ANNA.id) == (SPECTATOR, None)


@pytest.mark.parametrize("game", ["firenze", "toscana"])
def test_where_nothing_is_hidden_the_eyes_are_those_of_whoever_decides(game: str) -> None:
    table, seeing = table_of(game, [ME, here("Bruno")]), Seeing()
    for _ in range(5):
        assert seeing.eyes(table, ANNA.id) == (table.seat, None)
        assert scene_of(table, ANNA.id)["turn"] is not None
        play(table, 1, random.Random(table.ply))


def test_nobody_looks_over_the_shoulder_of_a_foreign_seat() -> None:
    table = table_of("florentine", [ME, OPEN])
    for look in (None, 0, 1, 5):
        assert Seeing().eyes(table, BRUNO.id, look) == (1, None)
        assert Seeing().eyes(table, STRANGER.id, look) == (SPECTATOR, None)


# ---------------------------------------------------------------- the scene


def test_a_client_gets_the_moves_that_it_does_not_know() -> None:
    table = table_of("firenze", [ME, OPEN])
    play(table, 6, random.Random(1))
    for known, start in ((None, 0), (0, 0), (4, 4), (6, 6), (9, 6)):
        scene = scene_of(table, ANNA.id, known=known)
        assert scene["from"] == start
        assert [move["move"] for move in scene["moves"]] == list(position(table).history[start:])  # type: ignore[attr-defined]


def test_moves_are_told_in_words_and_told_again_after_a_take_back() -> None:
    table, seeing = table_of("firenze", [ME, MACHINE]), Seeing()
    play(table, 4, random.Random(1))

    def words(seen: Seeing) -> list[str]:
        return [move["words"] for move in seen.scene(table, ANNA.id, START)["moves"]]

    before = words(seeing)
    assert all(before)
    do(table, ANNA, do="offer", what="take_back")
    play(table, 2, random.Random(9))
    assert words(seeing) == words(Seeing())
    assert words(seeing)[:2] == before[:2]
    assert words(seeing) != before


@pytest.mark.parametrize("code", LANGUAGES)
def test_everybody_reads_the_own_language(code: str) -> None:
    table, seeing = table_of("toscana", [ME, OPEN]), Seeing()
    play(table, 5, random.Random(1))
    first = seeing.scene(table, ANNA.id, START)
    token = language.set(code)
    try:
        again = seeing.scene(table, ANNA.id, START)
        assert again == Seeing().scene(table, ANNA.id, START), "what was kept for others does not shine through"
    finally:
        language.reset(token)
    assert seeing.scene(table, ANNA.id, START) == first


def test_what_can_be_done_can_be_done() -> None:
    """Whatever the scene offers is accepted, and what it does not offer is refused."""
    offers = {"draw", "take_back", "rematch"}
    for game, seats, moves in (
        ("firenze", [ME, OPEN], 4),
        ("firenze", [ME, MACHINE], 4),
        ("florentine", [ME, OPEN], 4),
        ("toscana", [ME, OPEN], 0),
        ("firenze", [ME, OPEN], 1000),
    ):
        table = table_of(game, seats)
        play(table, moves, random.Random(3))
        can = set(scene_of(table, ANNA.id)["can"])  # type: ignore[call-overload]
        for what in offers:
            twin = table.copy()
            if what in can:
                do(twin, ANNA, do="offer", what=what)
            else:
                with pytest.raises(ValueError, match=r"."):
                    do(twin, ANNA, do="offer", what=what)
        assert ("resign" in can) == (table.state == "running")
        assert ("hint" in can) == (table.seat == 0)
        assert scene_of(table, STRANGER.id)["can"] in ([], ["fits"])


def test_a_table_that_waits_can_be_joined() -> None:
    table = table_of("florentine", [ME, OPEN, OPEN], guests=[])
    assert scene_of(table, ANNA.id)["can"] == ["leave"]
    assert scene_of(table, BRUNO.id)["can"] == ["sit"]
    seats = scene_of(table, BRUNO.id)["seats"]
    assert [(seat["colour"], seat["player"], seat["kind"]) for seat in seats] == [  # type: ignore[attr-defined]
        ("Red", "Anna", "person"),
        ("Blue", "", "open"),
        ("Green", "", "open"),
    ]


def test_who_is_here_and_who_is_a_machine() -> None:
    table = table_of("florentine", [ME, OPEN, MACHINE])
    seats = scene_of(table, ANNA.id, online={BRUNO.id})["seats"]
    told = [(seat["is_here"], seat["is_online"], seat["level"]) for seat in seats]  # type: ignore[attr-defined]
    assert told == [(True, False, None), (False, True, None), (False, None, "random")]


@pytest.mark.parametrize(
    ("winners", "ended", "words"),
    [("0", "resigned", "Anna wins: Bruno resigned"), ("1", "time", "Bruno wins: the time of Anna is up")],
)
def test_how_it_ended_in_words(winners: str, ended: str, words: str) -> None:
    table = table_of("firenze", [ME, OPEN])
    kind = {"resigned": events.RESIGNED, "time": events.TIMED_OUT}[ended]
    table.apply(Entry(table.seq + 1, START, kind, {"seat": 1 - int(winners), "machine": None}))
    result = scene_of(table, STRANGER.id)["result"]
    assert result == {"text": winners, "ended": ended, "words": words, "winners": [int(winners)]}


def test_ceremonies_come_with_the_move_and_not_when_one_arrives() -> None:
    """A Lampredotto is celebrated once."""
    table = table_of("firenze", [ME, OPEN])
    chance = random.Random(3)
    while not any("^" in move for move in position(table).moves()):
        play(table, 1, chance)
    move = next(move for move in position(table).moves() if "^" in move)
    do(table, owner(table, table.seat), do="play", ply=table.ply, move=move)
    assert scene_of(table, STRANGER.id, known=table.ply - 1)["moments"]
    assert scene_of(table, STRANGER.id)["moments"] == []
    assert scene_of(table, STRANGER.id, known=table.ply)["moments"] == []


def test_all_games_have_the_form_that_the_description_promises(name: str) -> None:
    from bottega.server.shapes import Scene

    table = table_of(name, [ME, OPEN])
    for moves in (0, 5, 1000):
        play(table, moves, random.Random(1))
        for guest in (ANNA, BRUNO, STRANGER):
            scene = scene_of(table, guest.id)
            assert set(scene) == {field.alias or key for key, field in Scene.model_fields.items()}
            Scene.model_validate(scene)
    assert spec(name).title == scene["title"]
