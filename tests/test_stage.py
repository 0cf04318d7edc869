"""What is said and shown at a table: the same for whoever knows the same, in step with the rules, and nothing too much."""

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pseudo import outside, pseudo
from test_views import TWINS

import bottega
from bottega import testing
from bottega.game import Game, Position, View
from bottega.games import GAMES, spec
from bottega.kernels import SPECTATOR
from bottega.stage import Count
from bottega.svg import Box, Drawing, Look, use
from bottega.testing import random_game

LOOKED_AT_EVERY = 9  # moves
VARIANTS = [(name, number) for name in GAMES for number in range(len(spec(name).variants))]


def looks(name: str) -> list[Look]:
    return [Look(theme) for theme in spec(name).artist.themes.values()]


def played(name: str, number: int) -> Iterator[Position]:
    """Positions of a random game, now and then, and its end."""
    for turn, position in enumerate(random_game(Game(spec(name), spec(name).variants[number]), seed=number + 3)):
        if turn % LOOKED_AT_EVERY == 0 or position.is_over:
            yield position


def shown(drawing: Drawing) -> tuple[object, ...]:
    return drawing.box, drawing.body, tuple(drawing.symbols.items())


def well_formed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{svg}</g>")


# ---------------------------------------------------------------- pieces in the hand


def test_a_held_piece_is_drawn_with_the_symbols_of_the_board(name: str) -> None:
    """They have the same ids for the same shapes: a page can have both."""
    for position in played(name, 0):
        state, artist = position.state, position.spec.artist
        for look in looks(name):
            board = artist.board(state, position.past, look)
            drawings = [
                position.spec.stage.held(state, piece, turn, look)
                for piece in position.spec.placing.pieces(state)
                for turn in range(piece.turns)
            ]
            for drawing in (*drawings, position.spec.stage.extra(look)):
                testing.check_drawing(drawing, name)
                common = set(drawing.symbols) & set(board.symbols)
                assert {symbol: drawing.symbols[symbol] for symbol in common} == {
                    symbol: board.symbols[symbol] for symbol in common
                }
                well_formed(drawing.body)


def test_a_held_piece_takes_the_room_of_its_parts(name: str) -> None:
    """The cell that it is held over has its corner at (0, 0), and its box lies on the cells that the piece would take."""
    found = 0
    for position in played(name, 0):
        state, placing = position.state, position.spec.placing
        side, look = position.spec.artist.side, looks(name)[0]
        for piece in placing.pieces(state):
            for turn in range(piece.turns):
                cells = [part.cell for part in placing.parts(state, piece, (0, 0), turn)]
                west, north = (min(axis) * side for axis in zip(*cells, strict=True))
                east, south = ((max(axis) + 1) * side for axis in zip(*cells, strict=True))
                box = position.spec.stage.held(state, piece, turn, look).box
                assert west <= box.x < box.x + box.width <= east, (piece, turn)
                assert north <= box.y < box.y + box.height <= south, (piece, turn)
                found += 1
    assert found


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_every_legal_move_has_words_of_its_own(name: str, number: int) -> None:
    stage = spec(name).stage
    for position in played(name, number):
        state = position.state
        moves = [position.spec.parse_move(state, text) for text in position.moves()]
        words = {stage.spoken_move(state, move) for move in moves}
        assert len(words) == len(moves)
        assert not any("{" in sentence or "  " in sentence for sentence in words)


def test_words_begin_with_who_decides(name: str) -> None:
    for position in played(name, 0):
        if not position.is_over:
            move = position.spec.parse_move(position.state, position.moves()[0])
            who = position.seats[position.seat]
            assert position.spec.stage.spoken_move(position.state, move).startswith(who[:1].upper() + who[1:] + " ")


def test_a_move_and_what_is_celebrated_sound_the_same_to_everybody(name: str) -> None:
    """What everybody at the table hears may rest only on what all of them see."""
    stage, look = spec(name).stage, looks(name)[0]
    before = [bottega.game(name).start(seed=4).view(viewer) for viewer in range(SPECTATOR, 2)]
    for position in random_game(bottega.game(name), seed=4):
        after = [position.view(viewer) for viewer in range(SPECTATOR, 2)]
        if position.past:
            move = position.past[-1]
            pairs = list(zip(before, after, strict=True))
            assert len({stage.spoken_move(seen.state, move) for seen in before}) == 1
            assert len({stage.moments(seen.state, move, then.state, look) for seen, then in pairs}) == 1
        before = after


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_the_board_is_told_in_whole_sentences(name: str, number: int) -> None:
    for position in played(name, number):
        for viewer in range(SPECTATOR, len(position.seats)):
            sentences = spec(name).stage.spoken_board(position.view(viewer).state)
            assert sentences
            assert all(re.fullmatch(r"[^\s{}].*\.", sentence) and "{" not in sentence for sentence in sentences)


def test_all_words_are_for_translators(name: str) -> None:
    """Nothing is put together from words of one language: outside of messages there are no letters."""
    stage, look = spec(name).stage, looks(name)[0]
    with pseudo():
        before = None
        for position in random_game(bottega.game(name), seed=3):
            state, words = position.state, list(stage.spoken_board(position.state))
            words += [stage.spoken_piece(state, piece) for piece in position.spec.placing.pieces(state)]
            words += [step.words for step in stage.counting(state, look)]
            if before is not None:
                words.append(stage.spoken_move(before, position.past[-1]))
                words += [moment.words for moment in stage.moments(before, position.past[-1], state, look)]
            assert not any(re.search(r"\w", outside(sentence)) for sentence in words), words
            before = state


# ---------------------------------------------------------------- counting and ceremonies


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_counting_adds_up_to_the_score(name: str, number: int) -> None:
    for position in played(name, number):
        steps = spec(name).stage.counting(position.state, looks(name)[0])
        points = [sum(step.points for step in steps if step.seat == seat) for seat in range(len(position.seats))]
        assert points == [score[0] for score in position.scores()], position.history
        assert [step.seat for step in steps if step.points] == sorted(step.seat for step in steps if step.points)


def test_overlays_are_pictures_in_the_units_of_the_board(name: str) -> None:
    drawn = 0
    for seed in range(3):
        before = None
        for position in random_game(bottega.game(name), seed):
            for look in looks(name):
                stage = position.spec.stage
                shown = (
                    [] if before is None else [m.overlay for m in stage.moments(before, position.past[-1], position.state, look)]
                )
                if position.is_over:
                    shown += [step.overlay for step in stage.counting(position.state, look)]
                for overlay in filter(None, shown):
                    root = well_formed(overlay)
                    assert not root.findall(".//use"), "a page has no other symbols than those of the board"
                    box = position.spec.artist.board(position.state, position.past, look).box
                    for circle in root.findall(".//circle"):
                        assert box.x < float(circle.attrib["cx"]) < box.x + box.width
                        assert box.y < float(circle.attrib["cy"]) < box.y + box.height
                    drawn += 1
            before = position.state
    assert drawn > 3


# ---------------------------------------------------------------- trying ahead, and what fits


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_trying_ahead_is_for_the_own_pieces(name: str, number: int) -> None:
    tried = 0
    for position in played(name, number):
        for seat in range(len(position.seats)):
            seen = position.view(seat)
            testing.check_ahead(seen)
            state = position.spec.stage.ahead(seen.state, seat)
            if state is not None:
                view = View(position.spec, position.seats, state, seat, seen.past)
                if position.seat == seat and position.spec.placing.pieces(seen.state):
                    assert view.moves() == position.moves(), "in its own turn a seat tries what it can do"
                tried += 1
    assert tried


def test_nothing_is_tried_ahead_when_the_game_is_over(name: str) -> None:
    *_, position = random_game(bottega.game(name), seed=5)
    for seat in range(len(position.seats)):
        assert position.spec.stage.ahead(position.view(seat).state, seat) is None
        assert position.spec.stage.fits(position.view(seat).state, (0, 0)) == ()


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_what_can_be_laid_now_fits(name: str, number: int) -> None:
    """And whatever is said to fit is a piece of the game that one can see."""
    stage, placing = spec(name).stage, spec(name).placing
    looked = 0
    for position in played(name, number):
        view = position.view(position.seat)
        for text in position.moves()[::211]:
            held = placing.held(position.state, text)
            if held is None or held[0].name == "black":
                continue
            for part in placing.parts(position.state, *held):
                fitting = stage.fits(view.state, part.cell)
                assert held[0].name in {piece.name.split(" ")[-1] for piece in fitting}, (text, part.cell)
                for piece in fitting:
                    assert position.spec.artist.piece(piece.name, looks(name)[0]).body
                    assert stage.spoken_piece(view.state, piece)
                    assert piece.amount > 0
                looked += 1
    assert looked


def test_nothing_fits_where_something_lies_or_far_away(name: str) -> None:
    for position in played(name, 0):
        laid = [position.spec.placing.held(position.state, text) for text in position.moves()[:1]]
        assert position.spec.stage.fits(position.state, (400, -300)) == ()
        for held in filter(None, laid):
            if held[0].name == "black":
                continue
            cells = [part.cell for part in position.spec.placing.parts(position.state, *held)]
            after = position.copy()
            after.play(position.moves()[0])
            for cell in cells:
                assert position.spec.stage.fits(after.state, cell) == ()


# ---------------------------------------------------------------- the view law


def everything(view: View) -> list[object]:
    """All that the stage says and shows to a viewer."""
    stage, state, look = view.spec.stage, view.state, Look(view.spec.artist.themes["warm"])
    pieces = view.spec.placing.pieces(state)
    told: list[object] = [stage.spoken_board(state), [stage.spoken_piece(state, piece) for piece in pieces]]
    told += [[shown(stage.held(state, piece, turn, look)) for turn in range(piece.turns)] for piece in pieces]
    told += [stage.counting(state, look), [stage.fits(state, (x, y)) for x in (0, 2, 3, 4, 9) for y in (2, 3, 4, 8)]]
    if view.viewer != SPECTATOR:
        ahead = stage.ahead(state, view.viewer)
        told.append(None if ahead is None else ahead.tobytes())
    return told


@settings(max_examples=40)
@given(st.data())
def test_what_a_seat_cannot_tell_apart_is_told_alike(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(("toscana", "florentine")))
    variants = spec(name).variants
    game = Game(spec(name), variants[data.draw(st.integers(0, len(variants) - 1))])
    plies = data.draw(st.integers(0, 40))
    for position in random_game(game, data.draw(st.integers(0, 10**6))):
        if len(position.history) == plies:
            break
    viewer = data.draw(st.integers(SPECTATOR, len(position.seats) - 1))
    twin = position.copy()
    TWINS[name](twin._state, viewer, np.random.default_rng(data.draw(st.integers(0, 10**6))))
    assert everything(position.view(viewer)) == everything(twin.view(viewer))


def test_a_spectator_hears_of_no_hand() -> None:
    position = bottega.game("florentine", players=3).start(seed=2)
    said = spec("florentine").stage.spoken_board(position.view(SPECTATOR).state)
    assert not [sentence for sentence in said if "holds" in sentence]
    own = spec("florentine").stage.spoken_board(position.view(1).state)
    assert [sentence.split(" ")[0] for sentence in own if "holds" in sentence] == ["Blue"]
    assert spec("florentine").stage.ahead(position.view(SPECTATOR).state, 1) is None, "what is hidden cannot be tried"


# ---------------------------------------------------------------- the conformance test


def broken(position: Position, **changes: object) -> Position:
    twin = position.copy()
    twin.spec = replace(position.spec, stage=replace(position.spec.stage, **changes))  # type: ignore[arg-type]  # by name
    return twin


def test_the_conformance_test_notices_a_stage_that_is_wrong() -> None:
    position = bottega.game("toscana").start(seed=1)
    position.play("allow")
    position.play(position.moves()[0])
    testing.check_stage(position)
    with pytest.raises(AssertionError, match="two moves sound the same"):
        testing.check_stage(broken(position, spoken_move=lambda state, move: "something"))
    with pytest.raises(AssertionError, match=r"no symbols \['nowhere'\]"):
        testing.check_stage(broken(position, extra=lambda look: Drawing(Box(0, 0, 1, 1), use("nowhere"))))
    with pytest.raises(AssertionError, match=r"counted \[7, 0\], the score is \[1, "):
        testing.check_stage(broken(position, counting=lambda state, look: (Count(0, 7, "seven", ""),)))
    with pytest.raises(AssertionError, match="for another seat"):
        testing.check_stage(broken(position, ahead=lambda view, seat: spec("toscana").stage.ahead(view, 1 - seat)))
    hidden = position.state
    with pytest.raises(AssertionError, match="what the seat does not see"):
        testing.check_stage(broken(position, ahead=lambda view, seat: spec("toscana").stage.ahead(hidden, seat)))
