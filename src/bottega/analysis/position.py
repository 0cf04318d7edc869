"""One decision: which moves there are, what they are worth, where they lead, and why."""

from dataclasses import dataclass

from bottega.analysis.look import Eyes
from bottega.analysis.worth import Worth
from bottega.errors import BottegaError
from bottega.game import Position, View
from bottega.i18n import _
from bottega.players import Candidate
from bottega.players.searching import Limit
from bottega.search import Settings

SAMPLES = 8  # states that agree with a view: where something is hidden, the future is looked at in so many of them
EXPLAINED = 10  # candidates that get a line and reasons, the best ones
LINE = 8  # moves of a line at the most: further on, it rests on next to nothing


@dataclass(frozen=True)
class ExplainedMove(Candidate):
    """A candidate with what would follow it and what speaks for it."""

    line: tuple[str, ...] = ()  # the moves that would follow, this one first; later ones can suppose cards that need not come
    reasons: tuple[str, ...] = ()  # what the move does, in a player's words, most important first


@dataclass(frozen=True)
class Analysis:
    """What can be said about a decision by someone who knows what the seat knows."""

    seat: int  # whose decision it is
    simulations: int
    worth: Worth  # of the position
    candidates: tuple[ExplainedMove, ...]  # most visited first


def analyse(view: View, limit: Limit, seed: int = 0, settings: Settings | None = None) -> Analysis:
    """Analyse a decision of the viewer. With a number of simulations, the same view and seed give the same answer."""
    return analyse_by(Eyes(limit, seed, settings), view)


def analyse_by(eyes: Eyes, view: View) -> Analysis:
    """The same, seen with those eyes."""
    if not view.legal():
        raise BottegaError(
            _("the game is over: there is nothing to decide")
            if view.is_over
            else _("seat {seat} decides here, and this is what viewer {viewer} sees").format(seat=view.seat, viewer=view.viewer)
        )
    look = eyes.look(view)
    guesses = samples(eyes, view)
    candidates = []
    for rank, found in enumerate(look.found):
        move = view.spec.move_name(view.state, found.move)
        explained = rank < EXPLAINED
        candidates.append(
            ExplainedMove(
                move,
                found.visits,
                found.wins,
                found.points,
                named_line(guesses, (found.move, *found.line[1:])) if explained else (),
                reasons(view, found.move, guesses) if explained else (),
            )
        )
    return Analysis(view.seat, look.simulations, look.worth, tuple(candidates))


def samples(eyes: Eyes, view: View) -> list[Position]:
    """Positions that agree with the view; one is enough if the viewer knows everything."""
    guesses = [view.sample(eyes.chance(view, f"sample {number}")) for number in range(SAMPLES)]
    is_open = all(guess.state.tobytes() == view.to_bytes() for guess in guesses)
    return guesses[:1] if is_open else guesses


def named_line(guesses: list[Position], line: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the moves, as far as they can be made in that one of the positions where most of them can."""
    longest: tuple[str, ...] = ()
    for guess in guesses:
        names = playable(guess, line)
        if len(names) > len(longest):
            longest = names
        if len(longest) == min(LINE, len(line)):
            break
    return longest


def playable(position: Position, line: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the moves of a line, up to the first that is not legal there; at most `LINE` of them."""
    start, position = position, position.copy()
    for move in line[:LINE]:
        if position.is_over or move not in position.view(position.seat).legal():
            break
        position.play(position.spec.move_name(position.state, move))
    return position.history[len(start.history) :]


def reasons(view: View, move: int, guesses: list[Position]) -> tuple[str, ...]:
    """What the move does, as far as the mover can foresee it: what is drawn afterwards is a guess."""
    after = guesses[0].copy()
    after.play(view.spec.move_name(view.state, move))
    return tuple(view.spec.reasons(view.state, move, after.view(view.viewer).state))
