"""The analysis of one decision."""

from dataclasses import replace

import pytest
from conftest import DATA

import bottega
from bottega.analysis import Limit, analyse
from bottega.errors import BottegaError
from bottega.game import Position
from bottega.kernels import State
from bottega.record import read_file
from bottega.testing import random_game

FEW = Limit(simulations=100)


def position_after(name: str, plies: int, seed: int = 3) -> Position:
    for position in random_game(bottega.game(name), seed):
        if len(position.history) == plies:
            break
    return position


@pytest.mark.parametrize("plies", [0, 9])
def test_candidates_are_legal_moves_with_chances_that_add_up(name: str, plies: int) -> None:
    position = position_after(name, plies)
    found = analyse(position.view(position.seat), FEW)
    assert found.seat == position.seat
    assert {candidate.move for candidate in found.candidates} <= set(position.moves())
    assert sum(candidate.visits for candidate in found.candidates) == found.simulations == 100
    for wins in (found.worth.wins, *(candidate.wins for candidate in found.candidates if candidate.visits)):
        assert sum(wins) == pytest.approx(1)
    visits = [candidate.visits for candidate in found.candidates]
    assert visits == sorted(visits, reverse=True)


def test_lines_can_be_played(name: str) -> None:
    """Where nothing is hidden on the very position, else from the mover's own move on."""
    position = position_after(name, 9)
    for candidate in analyse(position.view(position.seat), FEW).candidates[:5]:
        assert candidate.line[0] == candidate.move
        line = candidate.line if name == "firenze" else candidate.line[:1]
        again = position.copy()
        for move in line:
            again.play(move)


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_what_a_seat_cannot_tell_apart_is_judged_alike(name: str) -> None:
    position = position_after(name, 10)
    view = position.view(position.seat)
    twin = view.sample(99)
    assert twin != position
    assert twin.view(view.viewer) == view
    assert analyse(twin.view(view.viewer), FEW, seed=4) == analyse(view, FEW, seed=4)
    assert analyse(view, FEW, seed=5) != analyse(view, FEW, seed=4)


def test_reasons_are_given_what_the_mover_sees(name: str) -> None:
    position = position_after(name, 10)
    view = position.view(position.seat)
    asked: list[tuple[State, State]] = []

    def speak(before: State, move: int, after: State) -> list[str]:
        asked.append((before, after))
        return [f"is number {move}"]

    view.spec = replace(view.spec, reasons=speak)
    best = analyse(view, FEW).candidates[0]
    assert best.reasons == (f"is number {view.spec.parse_move(view.state, best.move)}",)
    for before, after in asked:
        assert before.tobytes() == view.to_bytes()
        assert after.tobytes() != before.tobytes()
        assert after.tobytes() == bytes_seen(position, after, view.viewer), "more than the mover can see"


def bytes_seen(position: Position, state: State, viewer: int) -> bytes:
    seen = state.copy()
    position.spec.rules.view(state, viewer, seen)
    return seen.tobytes()


def test_who_does_not_decide_has_nothing_to_analyse() -> None:
    *_, over = random_game(bottega.game("toscana"), 1)
    with pytest.raises(BottegaError, match="the game is over"):
        analyse(over.view(0), FEW)
    position = bottega.game("firenze").start()
    for viewer in (1, -1):
        with pytest.raises(BottegaError, match=f"seat 0 decides here, and this is what viewer {viewer} sees"):
            analyse(position.view(viewer), FEW)


def test_the_last_decision_is_seen_through() -> None:
    """One place for the black card wins, one shares the win, the others lose (D10, D12)."""
    position = read_file(DATA / "records/florentine-shared-win.bgn").replay(56)
    candidates = analyse(position.view(position.seat), FEW).candidates
    results = {"black@e7S": ((0, 0, 1), (8, 7, 9)), "black@a4W": ((0.5, 0, 0.5), (8, 7, 8))}
    assert candidates[0].move == "black@e7S"
    for candidate in candidates:
        if candidate.visits:
            assert (candidate.wins, candidate.scores) == results.get(candidate.move, ((1, 0, 0), (8, 7, 7)))
