"""What the page of a study says."""

from bottega.i18n import _
from bottega.server.words import hand


def words() -> dict[str, str]:
    return (
        hand.words()
        | _balance()
        | {
            "study_ask": _("Ask the machine"),
            "study_asking": _("The machine looks …"),
            "study_at": _("{ply} / {count}"),
            "study_before": _("Before the first move"),
            "study_best": _("The best moves here"),
            "study_better": _("Better: {words}."),
            "study_chance": _("{name}: {chance} to win"),
            "study_comment_saved": _("The comment is kept."),
            "study_copied": _("The link is copied."),
            "study_film": _("The film is being made: that can take a minute …"),
            "study_film_done": _("The film is ready."),
            "study_graph_at": _("After move {ply}: {chances}"),
            "study_here": _("To be decided by {name}"),
            "study_loss": _("{mark}: gives away {loss}."),
            "study_luck": _("What turned up then: {luck} for {name}."),
            "study_no_mistakes": _("No move was so much worse than another that the machine could tell."),
            "study_nowhere": _("There is nothing more to decide here: the game is over."),
            "study_only": _("There was no other move."),
            "study_played": _("played"),
            "study_progress": _("{done} of {total} moves"),
            "study_total": _("{chance} to win"),
            "study_worst": _("{number}. {name}: {words}"),
        }
    )


def _balance() -> dict[str, str]:
    """What is counted for each seat over a whole game, and what that means."""
    return {
        "study_start": _("At the start"),
        "study_start_means": _("the chance to win before the first move"),
        "study_decisions": _("Own decisions"),
        "study_decisions_means": _("what the own moves gave away"),
        "study_gifts": _("Decisions of others"),
        "study_gifts_means": _("what the moves of the others gave, or took"),
        "study_fortune": _("Luck"),
        "study_fortune_means": _("what was drawn and revealed, and how sure that is"),
        "study_revision": _("Second thoughts"),
        "study_revision_means": _("what the machine thought otherwise of a position when it looked again"),
        "study_end": _("At the end"),
        "study_end_means": _("the result, or the chance to win after the last move"),
        "study_blunder": _("Blunders"),
        "study_blunder_means": _("moves that give away 20% or more"),
        "study_mistake": _("Mistakes"),
        "study_mistake_means": _("moves that give away 10% or more"),
        "study_inaccuracy": _("Inaccuracies"),
        "study_inaccuracy_means": _("moves that give away 5% or more"),
    }
