"""Whole games: what is a mistake, and what is luck."""

import math
import statistics
from functools import cache
from pathlib import Path

import pytest
from conftest import DATA

import bottega
from bottega.analysis import MARKS, Eyes, GameAnalysis, Limit, analyse_record
from bottega.analysis.game import SURE, judge
from bottega.record import Record, read_all, read_file
from bottega.testing import random_game

COMPLETE = [path for path in sorted((DATA / "records").glob("*.bgn")) if read_all(path.read_bytes())[0].is_complete]


@cache
def analysed(path: Path, simulations: int = 40) -> tuple[Record, GameAnalysis]:
    record = read_all(path.read_bytes())[0]
    return record, analyse_record(record, Eyes(Limit(simulations=simulations), seed=1))


def shared_win_given_away() -> Record:
    """The last black card is kept back, where it would have won or shared the win."""
    position = read_file(DATA / "records/florentine-shared-win.bgn").replay(56)
    position.play("decline")
    return Record.from_position(position)


@pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.stem)
def test_all_sums_are_sound(path: Path) -> None:
    record, analysis = analysed(path)
    assert tuple(decision.played.move for decision in analysis.decisions) == record.moves
    balances = [analysis.balance(seat) for seat in range(len(analysis.seats))]
    for seat, balance in enumerate(balances):
        own = [decision.loss for decision in analysis.decisions if decision.seat == seat]
        assert balance.decisions == pytest.approx(-math.fsum(own))
        change = balance.decisions + balance.gifts + balance.luck + balance.revision
        assert balance.start + change == pytest.approx(balance.end)
    assert math.fsum(balance.decisions + balance.gifts for balance in balances) == pytest.approx(0, abs=1e-4)
    for part, total in (("luck", 0), ("revision", 0), ("start", 1), ("end", 1)):
        assert math.fsum(getattr(balance, part) for balance in balances) == pytest.approx(total, abs=1e-4)


@pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.stem)
def test_a_game_that_was_played_to_the_end_ends_with_its_result(path: Path) -> None:
    record, analysis = analysed(path)
    last = record.replay()
    if last.is_over:
        assert analysis.end.wins == tuple((seat in last.winners) / len(last.winners) for seat in range(len(last.seats)))
        assert analysis.end.points == tuple(score[0] for score in last.scores())
    else:
        assert 0 < min(analysis.end.wins) <= max(analysis.end.wins) < 1


@pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.stem)
def test_losses_and_marks(path: Path) -> None:
    _record, analysis = analysed(path)
    for decision in analysis.decisions:
        assert (decision.loss == 0) if decision.best == decision.played else (decision.loss >= 0)
        assert decision.legal > 1 or decision.loss == 0
        least = dict(MARKS)[decision.mark] if decision.mark else 0
        assert decision.loss >= least
        assert not decision.mark or decision.loss > SURE * decision.loss_error
    losses = [decision.loss for decision in analysis.mistakes]
    assert losses == sorted(losses, reverse=True)


def test_an_obvious_blunder_is_found_and_ranked_first() -> None:
    analysis = analyse_record(shared_win_given_away(), Eyes(Limit(simulations=20)))
    worst = analysis.mistakes[0]
    assert (worst.number, worst.seat, worst.mark) == (57, 2, "blunder")
    assert (worst.best.move, worst.loss, worst.loss_error) == ("black@e7S", 1, 0)
    assert (worst.before.wins, worst.after.wins) == ((0, 0, 1), (1, 0, 0))
    assert (worst.before.points, worst.after.points, worst.points_loss) == ((8, 7, 9), (8, 7, 7), 2)


def test_there_is_no_luck_where_nothing_is_hidden() -> None:
    _record, analysis = analysed(DATA / "records/firenze-three.bgn")
    assert all(not any(decision.luck) for decision in analysis.decisions)
    assert [analysis.balance(seat).luck_error for seat in range(3)] == [0, 0, 0]


def test_luck_comes_with_what_is_revealed() -> None:
    """T4: a placement turns up the next tile of the stack, and so does a veto; `allow` and `pass` reveal nothing."""
    _record, analysis = analysed(DATA / "records/toscana-resigned.bgn")
    for decision in analysis.decisions:
        assert any(decision.luck) == (decision.played.move != "allow"), decision.played.move
    _record, analysis = analysed(DATA / "records/florentine-shared-win.bgn")
    for decision in analysis.decisions:
        if decision.number > 32:  # D9: the pool is open
            assert not any(decision.luck)


def test_luck_is_fair() -> None:
    """Over everything that could have been hidden, luck adds up to nothing, within its standard error."""
    eyes = Eyes(Limit(simulations=60), seed=2)
    record = read_file(DATA / "records/toscana-dutch.bgn")
    start = record.replay(11)
    view = start.view(start.seat)
    lucks = [judge(view.sample(seed), "B@f5r2", 12, eyes) for seed in range(30)]
    gains = [decision.luck[0] for decision in lucks]
    mean = math.fsum(gains) / len(gains)
    spread = math.sqrt(math.fsum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1))
    assert len({decision.loss for decision in lucks}) == 1, "a decision is judged by what the mover knows"
    assert spread > 0
    assert abs(mean) < 3 * math.hypot(spread / math.sqrt(len(gains)), lucks[0].after.errors[0])


def test_luck_differs_with_other_seeds_as_much_as_it_is_in_doubt() -> None:
    """One look at what really came would be the largest doubt by far: it is taken as often as those at what could come."""
    record = read_file(DATA / "records/toscana-dutch.bgn")
    balances = [analyse_record(record, Eyes(Limit(simulations=100), seed)).balance(0) for seed in range(4)]
    doubt = statistics.fmean(balance.luck_error for balance in balances)
    assert 0.3 * doubt < statistics.stdev(balance.luck for balance in balances) < 1.3 * doubt
    assert doubt < 0.25, "with one look it was 0.35"


def test_the_same_seed_gives_the_same_analysis() -> None:
    record = read_file(DATA / "records/toscana-resigned.bgn")
    first, second, third = (analyse_record(record, Eyes(Limit(simulations=50), seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != third


@pytest.mark.parametrize("name", ["toscana", "florentine"])
def test_a_move_is_judged_by_what_its_mover_knows(name: str) -> None:
    """Another shuffle that the mover cannot tell apart changes nothing but the luck that follows."""
    for position in random_game(bottega.game(name), 8):
        if len(position.history) == 12:
            break
    move = position.moves()[0]
    twin = position.view(position.seat).sample(5)
    assert twin != position
    one, other = (judge(table.copy(), move, 13, Eyes(Limit(simulations=80))) for table in (position, twin))
    assert (one.played, one.best, one.loss, one.loss_error) == (other.played, other.best, other.loss, other.loss_error)


def test_a_record_without_moves() -> None:
    record = Record.from_position(bottega.game("firenze").start())
    analysis = analyse_record(record, Eyes(Limit(simulations=50)))
    assert (analysis.decisions, analysis.start) == ((), analysis.end)


def test_progress_is_told_after_each_decision() -> None:
    told: list[int] = []
    record = read_file(DATA / "records/firenze-study.bgn")
    analyse_record(record, Eyes(Limit(simulations=20)), lambda: told.append(len(told)))
    assert len(told) == len(record.moves)
