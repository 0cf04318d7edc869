"""Whole pictures: valid, the same every time, small, and showing a seat no more than it sees."""

import re
from itertools import cycle
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_views import TWINS

import bottega
from bottega.drawing import LAYOUTS, OVERLAYS, Style, svg
from bottega.drawing.words import fitted, room_for
from bottega.game import Position
from bottega.i18n import _
from bottega.kernels import SPECTATOR
from bottega.record import Record
from bottega.testing import random_game

SVG = "{http://www.w3.org/2000/svg}"
FULL_FIRENZE = 60_000  # bytes
EVERY = 5  # of so many positions of a random game one is drawn


def checked(picture: str) -> ElementTree.Element:
    """The picture, parsed: every id is there once, and all that is used is there."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "an id is given twice"
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture))
    assert {one or other for one, other in used} <= set(ids), "something is used that is not there"
    return root


def words(picture: str) -> list[str]:
    """All lines of text in a picture."""
    return ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter(SVG + "text")]


def test_every_picture_of_random_games_is_valid(name: str) -> None:
    styles = cycle(
        Style(theme=theme, layout=layout, show=OVERLAYS, coordinates=True)
        for theme in bottega.games.spec(name).artist.themes
        for layout in LAYOUTS
    )
    for variant in bottega.games.spec(name).variants:
        for position in random_game(bottega.game(name, **variant), 4):
            if len(position.history) % EVERY == 0 or position.is_over:
                style = next(styles)
                checked(svg(position, **vars(style)))
                viewer = len(position.history) % (len(position.seats) + 1) - 1
                checked(svg(position.view(viewer), **vars(style)))


def test_the_same_position_gives_the_same_bytes(name: str, record: Record) -> None:
    assert record.svg() == Record.from_position(record.replay(), list(record.players.values())).svg()


@pytest.mark.parametrize("players", ["2", "3"])
@pytest.mark.parametrize("theme", ["warm", "dark", "contrast"])
def test_a_full_game_of_firenze_is_small(players: str, theme: str) -> None:
    *_, position = random_game(bottega.game("firenze", players=players), 5)
    assert len(svg(position, theme=theme).encode()) < FULL_FIRENZE
    assert len(svg(position, theme=theme, show=OVERLAYS, coordinates=True).encode()) < FULL_FIRENZE


@given(st.data())
@settings(max_examples=60)
def test_what_a_seat_cannot_tell_apart_is_drawn_alike(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(bottega.GAMES))
    variants = bottega.games.spec(name).variants
    game = bottega.game(name, **variants[data.draw(st.integers(0, len(variants) - 1))])
    plies = data.draw(st.integers(0, 40))
    for position in random_game(game, data.draw(st.integers(0, 10**6))):
        if len(position.history) == plies:
            break
    viewer = data.draw(st.integers(SPECTATOR, len(position.seats) - 1))
    twin = position.copy()
    TWINS[name](twin._state, viewer, np.random.default_rng(data.draw(st.integers(0, 10**6))))
    style: dict[str, Any] = {"show": OVERLAYS, "coordinates": True}
    assert position.view(viewer).svg(**style) == twin.view(viewer).svg(**style)
    assert svg(position, seat=viewer, **style) == svg(twin, seat=viewer, **style)


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_a_picture_with_everything_open_does_tell_them_apart(name: str) -> None:
    """Otherwise the law above would say nothing. In Toscana nobody sees below the top tile: the twins have other tops."""
    position, other = bottega.game(name).start(seed=3), bottega.game(name).start(seed=4)
    assert position.svg() != other.svg()
    assert name == "toscana" or position.svg() != position.view(1).svg() != position.view(0).svg()


def test_legal_places_are_shown_to_the_seat_that_decides(name: str) -> None:
    position = next(p for p in random_game(bottega.game(name), 2) if len(p.history) > 5 and "@" in p.moves()[0])
    other = (position.seat + 1) % len(position.seats)
    assert position.view(other).svg(show=["legal"]) == position.view(other).svg()
    candidates = [(move, 0.5) for move in position.moves()[:3]]
    assert position.view(other).svg(candidates=candidates) == position.view(other).svg()
    assert position.view(position.seat).svg(candidates=candidates) != position.view(position.seat).svg()


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_overlays_are_drawn_when_asked_for(name: str, overlay: str, record: Record) -> None:
    middle = range(len(record.moves) // 2, len(record.moves))
    assert any(record.svg(move=move, show=[overlay]) != record.svg(move=move) for move in middle)


def test_overlays_can_be_given_as_one_text(record: Record) -> None:
    assert record.svg(show="worth,threats") == record.svg(show=["worth", "threats"]) != record.svg(show="")


def test_seats_scores_and_turn_are_told(name: str, record: Record) -> None:
    position = record.replay(9)
    shown = words(record.svg(move=9))
    for seat, player in record.players.items():
        assert player in shown
        assert position.seats[seat][1:] in {line[1:] for line in shown}
        assert "/".join(map(str, position.scores()[seat])) in shown
    assert f"Move 9: {record.moves[8]}" in shown
    assert bottega.games.spec(name).title in shown
    assert record.svg(move=9).count('font-weight="bold"') >= 1


def test_the_end_says_who_has_won(name: str, record: Record) -> None:
    winners = [record.players[seat] for seat in record.replay().winners]
    assert any(all(winner in line for winner in winners) and "win" in line for line in words(record.svg()))


def test_a_board_alone_has_no_words_around_it(record: Record) -> None:
    alone, whole = record.svg(layout="board"), record.svg()
    assert len(alone) < len(whole)
    assert not set(record.players.values()) & set(words(alone))


def test_names_cannot_break_a_picture() -> None:
    name = """<script>alert("1")</script> & 'co' id="x" href="#y" url(#z)"""
    picture = bottega.game("firenze").start().svg(players={0: name}, layout="portrait")
    checked(picture)
    assert "<script" not in picture
    assert any(line.startswith("<scri") for line in words(picture))


@given(st.text(max_size=60), st.floats(20, 400))
def test_lines_keep_to_their_room(line: str, room: float) -> None:
    shown = ElementTree.fromstring(fitted(line.translate(dict.fromkeys(range(32))), 0, 0, 20, room, fill="red"))
    assert room_for(shown.text or "", float(shown.get("font-size", 0))) <= room + 0.1


def test_two_pictures_on_one_page_do_not_disturb_each_other() -> None:
    """Ids that two pictures share stand for the same thing."""
    position = bottega.game("toscana").start(seed=1)
    pictures = [position.svg(), position.svg(theme="dark"), bottega.game("florentine").start(seed=1).svg()]
    found: dict[str, str] = {}
    for picture in pictures:
        for symbol in ElementTree.fromstring(picture).iter():
            if symbol.get("id"):
                text = ElementTree.tostring(symbol, "unicode").strip()
                assert found.setdefault(symbol.get("id", ""), text) == text


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ({"theme": "neon"}, "Firenze has no theme 'neon'; it has warm, dark, contrast"),
        ({"show": ["stars"]}, "what can be shown is legal, worth, threats, not 'stars'"),
        ({"layout": "round"}, "a layout is one of landscape, portrait, board, not 'round'"),
        ({"move": 3}, "make a Record"),
        ({"animate": True}, "make a Record"),
        ({"seat": 2}, "a viewer is a seat from 0 to 1"),
    ],
)
def test_wrong_choices_are_told(choices: dict[str, object], reason: str) -> None:
    with pytest.raises(bottega.BottegaError, match=re.escape(reason)):
        bottega.game("firenze").start().svg(**choices)


def test_a_view_has_its_seat_already() -> None:
    with pytest.raises(bottega.BottegaError, match="leave out the seat"):
        bottega.game("firenze").start().view(0).svg(seat=1)


def test_notebooks_show_positions_views_and_records(name: str, record: Record) -> None:
    position = record.replay(6)
    assert position._repr_svg_() == svg(position)
    assert position.view(0)._repr_svg_() == svg(position.view(0))
    assert record._repr_svg_() == svg(record, animate=True)
    public = record.public()
    assert (public._repr_svg_() is None) == (not public.is_complete)


def test_a_sampled_position_can_be_drawn() -> None:
    guess: Position = bottega.game("florentine").start(seed=1).view(0).sample(3)
    checked(guess.svg())


def test_a_picture_of_our_own_cards_says_so() -> None:
    """D2."""
    note = _("cards: a reconstruction")
    ours = bottega.game("florentine").start(seed=1)
    theirs = bottega.game("florentine", deck=",".join(["RRRR,rRbB,RBRB,rBRB,RGRG,BoOG"] * 6)).start()
    assert note in ours.svg()
    assert note in ours.view(0).svg()
    assert note not in theirs.svg()
