"""The analysis of a studied game: as it is kept, with reasons in all languages, and as it is shown in one of them."""

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import Any

from bottega import i18n
from bottega.analysis import MARKS, Choice, Decision, GameAnalysis, Worth
from bottega.analysis.words import MARK_NAMES, sentence
from bottega.game import Position
from bottega.record import Record
from bottega.server.study_tree import move_words
from bottega.server.thinker import Judged, Looked

EYES = "mcts:600"  # with which games and positions are looked at: a long game takes a minute or two
METHOD = 5  # one more whenever analyses come out differently: those kept by an older one are made anew
DIGITS = 4  # decimals of chances


def key_of(kind: str, position: Position) -> str:
    """Under which the analysis of a game, or of its last position, is kept: whoever studies the same game shares it."""
    options = "\n".join(f"{name}={value}" for name, value in position.options.items())
    text = "\n".join([position.spec.name, options, *position.history])
    return f"{kind} {EYES} {METHOD} {blake2b(text.encode(), digest_size=16).hexdigest()}"


# ---------------------------------------------------------------- as it is kept


def kept(judged: Judged) -> dict[str, Any]:
    """One decision as JSON."""
    decision = judged.decision
    return kept_look(judged.looked) | {
        "number": decision.number,
        "seat": decision.seat,
        "legal": decision.legal,
        "played": decision.played.move,
        "best": decision.best.move,
        "arrived": _rounded(asdict(decision.arrived)),
        "loss": _rounded(decision.loss),
        "loss_error": _rounded(decision.loss_error),
    }


def kept_look(looked: Looked) -> dict[str, Any]:
    """What was found at one position as JSON."""
    choices = [_rounded(asdict(choice)) | {"reasons": []} for choice in looked.choices]  # those are there in all languages
    return {"choices": choices, "reasons": {language: dict(found) for language, found in looked.reasons.items()}}


def _rounded(data: Any) -> Any:
    if isinstance(data, float):
        return round(data, DIGITS) + 0.0  # no minus zero
    if isinstance(data, dict):
        return {name: _rounded(value) for name, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list | tuple) else data


def game_analysis(seats: tuple[str, ...], data: Sequence[dict[str, Any]]) -> GameAnalysis:
    """The analysis again from what was kept of it, with reasons in the language of the moment."""
    decisions = tuple(_decision(each) for each in data)
    return GameAnalysis(seats, decisions, decisions[0].before, decisions[-1].arrived)


def _decision(data: dict[str, Any]) -> Decision:
    choices = {choice.move: choice for choice in choices_of(data)}
    return Decision(
        data["number"],
        data["seat"],
        data["legal"],
        choices[data["played"]],
        choices[data["best"]],
        _worth(data["arrived"]),
        data["loss"],
        data["loss_error"],
    )


def choices_of(data: dict[str, Any]) -> list[Choice]:
    """The moves that were weighed, best first, with reasons in the language of the moment."""
    languages: dict[str, dict[str, list[str]]] = data["reasons"]
    reasons = languages.get(i18n.language.get()) or languages[i18n.LANGUAGES[0]]
    return [
        Choice(
            choice["move"],
            _worth(choice["worth"]),
            tuple(choice["line"]),
            tuple(reasons.get(choice["move"], ())),
            choice["visits"],
        )
        for choice in data["choices"]
    ]


def _worth(data: dict[str, list[float]]) -> Worth:
    return Worth(tuple(data["wins"]), tuple(data["points"]), tuple(data["errors"]))


# ---------------------------------------------------------------- as it is shown


def shown(record: Record, data: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What there is of the analysis of a game: decisions, mistakes, and where each seat's chances came from and went to."""
    position = record.start()
    analysis = game_analysis(position.seats, data)
    decisions = []
    for decision, each in zip(analysis.decisions, data, strict=True):
        decisions.append(_shown_decision(position, decision, each))
        position.play(decision.played.move)
    return {
        "decisions": decisions,
        "mistakes": [each.number for each in analysis.mistakes],
        "balances": [_rounded(asdict(analysis.balance(seat))) | _counts(analysis, seat) for seat in range(len(position.seats))],
    }


def _counts(analysis: GameAnalysis, seat: int) -> dict[str, int]:
    return {name: sum(each.seat == seat and each.mark == name for each in analysis.decisions) for name, _least in MARKS}


def _shown_decision(position: Position, decision: Decision, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "number": decision.number,
        "seat": decision.seat,
        "legal": decision.legal,
        "before": decision.before.wins,
        "after": decision.after.wins,
        "arrived": decision.arrived.wins,
        "loss": decision.loss,
        "mark": decision.mark,
        "mark_words": MARK_NAMES[decision.mark]() if decision.mark else "",
        "luck": _rounded(decision.luck),
        "played": decision.played.move,
        "best": decision.best.move,
        "choices": shown_choices(position, data),
    }


def shown_choices(position: Position, data: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves that were weighed, best first."""
    return [
        {
            "move": choice.move,
            "words": move_words(position, choice.move),
            "wins": choice.worth.wins,
            "points": choice.worth.points,
            "line": choice.line,
            "reasons": sentence(choice.reasons),
        }
        for choice in choices_of(data)
    ]
