"""An analysis written into the record of the game: comments, and better lines as variations."""

from bottega.analysis.game import Choice, Decision, GameAnalysis
from bottega.analysis.words import MARK_NAMES, percent, sentence
from bottega.analysis.worth import Worth
from bottega.errors import IllegalMove
from bottega.game import Position
from bottega.i18n import _
from bottega.record import Node, Record, read, write

TAG = "Analysis"  # says who analysed the game
EVALUATION = "[%eval"  # what an analysis says in a comment begins with this, as in chess; what people wrote stands before it


def annotate(record: Record, analysis: GameAnalysis, by: str = "") -> Record:
    """A copy of the record with the analysis in it. An older analysis is replaced; everything else stays.

    `by` says who analysed, for the tag `Analysis`.
    """
    annotated = read(write(record))
    _forget_analysis(annotated)
    if by:
        annotated.tags[TAG] = by
    position = annotated.start()
    parent = annotated.root
    for decision, node in zip(analysis.decisions, annotated.root.line(), strict=True):
        _say(node, _evaluation(decision.after), *_remarks(decision))
        if decision.mark:
            _add_variation(parent, decision.best, position)
        position.play(node.move)
        parent = node
    annotated.check()
    return annotated


def _evaluation(worth: Worth) -> str:
    return f"{EVALUATION} {' '.join(f'{chance:.3f}' for chance in worth.wins)}]"


def _remarks(decision: Decision) -> list[str]:
    """What to say about a move in a comment."""
    remarks = []
    if decision.mark:
        remarks.append(
            _("{mark}: gives away {loss}; {best} was better.").format(
                mark=MARK_NAMES[decision.mark]().capitalize(), loss=percent(decision.loss), best=decision.best.move
            )
        )
    return [*remarks, sentence(decision.played.reasons)]


def _say(node: Node, *texts: str) -> None:
    node.comment = " ".join(text for text in (node.comment, *texts) if text)


def _add_variation(parent: Node, better: Choice, position: Position) -> None:
    """The better move and what would follow, as far as it is legal with the shuffles of this game."""
    if any(child.move == better.move for child in parent.children):
        return  # somebody has looked at it already: that line stays as it is
    position = position.copy()
    for depth, move in enumerate(better.line):
        try:
            position.play(move)
        except IllegalMove:
            break
        node = Node(move)
        if depth == 0:
            _say(node, _evaluation(better.worth), sentence(better.reasons))
        parent.children.append(node)
        parent = node


def _forget_analysis(record: Record) -> None:
    """Take out what an analysis before this one wrote."""
    record.tags.pop(TAG, None)
    todo = [record.root]
    while todo:
        node = todo.pop()
        main, variations = node.children[:1], node.children[1:]
        node.children = main + [child for child in variations if not child.comment.startswith(EVALUATION)]
        node.comment = "" if node.comment.startswith(EVALUATION) else node.comment.partition(" " + EVALUATION)[0]
        todo += node.children
