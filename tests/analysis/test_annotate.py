"""Analyses in game records."""

from functools import cache
from pathlib import Path

import pytest
from conftest import DATA

from bottega.analysis import Eyes, GameAnalysis, Limit, analyse_record, annotate
from bottega.record import Node, Record, read, read_file, write

RECORDS = [DATA / "records" / f"{name}.bgn" for name in ("firenze-study", "toscana-resigned", "florentine-shared-win")]


@cache
def analysed(path: Path) -> tuple[Record, GameAnalysis]:
    record = read_file(path)
    return record, analyse_record(record, Eyes(Limit(simulations=30)))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_annotated_records_are_read_as_they_were_written(path: Path) -> None:
    record, analysis = analysed(path)
    text = write(annotate(record, analysis, "mcts:30"))
    assert write(read(text)) == text
    assert read(text).moves == record.moves
    assert read(text).tags["Analysis"] == "mcts:30"
    assert write(record) == path.read_text(encoding="utf-8"), "the record itself must stay as it was"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_annotating_again_replaces_the_first_analysis(path: Path) -> None:
    record, analysis = analysed(path)
    once = annotate(record, analysis, "one")
    assert write(annotate(once, analysis, "one")) == write(once)


def test_another_analysis_leaves_nothing_of_the_first() -> None:
    record, analysis = analysed(DATA / "records/toscana-resigned.bgn")
    once = annotate(record, analysis, "one")
    other = analyse_record(once, Eyes(Limit(simulations=20), seed=9))
    assert write(annotate(once, other)) == write(annotate(record, other))


def test_every_move_has_its_evaluation_and_every_mistake_its_better_line() -> None:
    record, analysis = analysed(DATA / "records/florentine-shared-win.bgn")
    assert analysis.mistakes
    annotated = annotate(record, analysis)
    parent = annotated.root
    for decision, node in zip(analysis.decisions, annotated.root.line(), strict=True):
        assert node.comment.startswith("[%eval " + " ".join(f"{chance:.3f}" for chance in decision.after.wins) + "]")
        variations = parent.children[1:]
        if decision.mark:
            assert f"{decision.mark.capitalize()}: gives away {100 * decision.loss:.0f}%" in node.comment
            assert [variation.move for variation in variations] == [decision.best.move]
            assert variations[0].comment.startswith("[%eval ")
        else:
            assert variations == []
            assert "gives away" not in node.comment
        parent = node


def test_what_people_wrote_stays() -> None:
    record, analysis = analysed(DATA / "records/firenze-study.bgn")
    annotated = annotate(record, analysis)
    before, after = list(record.root.line()), list(annotated.root.line())
    assert annotated.root.comment == record.root.comment
    for old, new in zip(before, after, strict=True):
        assert new.clock == old.clock
        assert new.comment.startswith(old.comment)
        assert all(variation in new.children for variation in old.children[1:])


def test_a_line_that_somebody_looked_at_is_not_added_twice() -> None:
    record, analysis = analysed(DATA / "records/florentine-shared-win.bgn")
    worst = analysis.mistakes[0]
    mine = read(write(record))
    parent = [mine.root, *mine.root.line()][worst.number - 1]
    parent.children.append(Node(worst.best.move, comment="My idea."))
    annotated = annotate(mine, analysis)
    children = [annotated.root, *annotated.root.line()][worst.number - 1].children
    assert [(child.move, child.comment) for child in children[1:]] == [(worst.best.move, "My idea.")]
