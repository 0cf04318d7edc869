"""The analysis of a game as text for the terminal, and as JSON for programs."""

from collections.abc import Sequence
from typing import Any

from bottega.analysis.game import MARKS, Choice, Decision, GameAnalysis
from bottega.analysis.words import MARK_NAMES, MARK_PLURALS, percent, sentence, signed
from bottega.analysis.worth import Worth
from bottega.i18n import _
from bottega.record import Record

DIGITS = 4  # decimals of the numbers in JSON


# ---------------------------------------------------------------- text


def as_text(record: Record, analysis: GameAnalysis) -> str:
    """A table of all moves, the mistakes with reasons, and where each seat's chances came from and went to."""
    return "\n\n".join([_moves(analysis), _mistakes(record, analysis), _balances(record, analysis)]) + "\n"


def table(rows: Sequence[Sequence[str]], left: Sequence[int] = ()) -> str:
    """Columns two blanks apart; those listed in `left` are aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _moves(analysis: GameAnalysis) -> str:
    heads = [_("No."), _("seat"), _("move"), *analysis.seats, _("loss"), _("mark")]
    rows = [
        [
            str(each.number),
            analysis.seats[each.seat],
            each.played.move,
            *map(percent, each.after.wins),
            percent(each.loss) if each.best.move != each.played.move else "",
            MARK_NAMES[each.mark]() if each.mark else "",
        ]
        for each in analysis.decisions
    ]
    return _("Chances to win after each move:") + "\n" + table([heads, *rows], left=(1, 2, len(heads) - 1))


def _mistakes(record: Record, analysis: GameAnalysis) -> str:
    ranked = analysis.mistakes
    if not ranked:
        return _("No move was so much worse than another that this search could tell.")
    return "\n".join([_("Mistakes, the worst first:"), *(_mistake(record, analysis, each) for each in ranked)])


def _mistake(record: Record, analysis: GameAnalysis, decision: Decision) -> str:
    head = _("{number}. {move} by {who}: {mark}, gives away {loss} (from {before} to {after}).").format(
        number=decision.number,
        move=decision.played.move,
        who=who(record, analysis, decision.seat),
        mark=MARK_NAMES[decision.mark](),
        loss=percent(decision.loss),
        before=percent(decision.before.wins[decision.seat]),
        after=percent(decision.after.wins[decision.seat]),
    )
    return "\n".join(
        [
            head,
            *_explained(_("played"), decision.played),
            *_explained(_("better"), decision.best),
        ]
    )


def _explained(label: str, choice: Choice) -> list[str]:
    lines = [f"   {label}: {' '.join(choice.line)}"]
    return [*lines, f"      {sentence(choice.reasons)}"] if choice.reasons else lines


def _balances(record: Record, analysis: GameAnalysis) -> str:
    heads = [
        _("seat"),
        _("start"),
        _("own moves"),
        _("others' moves"),
        _("luck"),
        _("(doubt)"),
        _("revision"),
        _("end"),
        *(MARK_PLURALS[name]() for name, _least in MARKS),
    ]
    rows = []
    for seat in range(len(analysis.seats)):
        balance = analysis.balance(seat)
        counts = [sum(each.seat == seat and each.mark == name for each in analysis.decisions) for name, _least in MARKS]
        rows.append(
            [
                who(record, analysis, seat),
                percent(balance.start),
                signed(balance.decisions),
                signed(balance.gifts),
                signed(balance.luck),
                f"±{100 * balance.luck_error:.1f}%",
                signed(balance.revision),
                percent(balance.end),
                *map(str, counts),
            ]
        )
    return _("Decisions and luck, in chances to win:") + "\n" + table([heads, *rows], left=(0,))


def who(record: Record, analysis: GameAnalysis, seat: int) -> str:
    """The seat, and who sat there if that is known."""
    name = record.players.get(seat)
    return f"{analysis.seats[seat]} ({name})" if name else analysis.seats[seat]


# ---------------------------------------------------------------- JSON


def as_json(record: Record, analysis: GameAnalysis, by: str = "") -> dict[str, Any]:
    """The analysis in numbers, strings, lists and dicts. `docs/analysis.md` says what they are."""
    return {
        "game": record.game,
        "by": by,
        "result": record.result,
        "seats": [
            {"name": name, "player": record.players.get(seat, "")} | _rounded(vars(analysis.balance(seat)))
            for seat, name in enumerate(analysis.seats)
        ],
        "start": _worth(analysis.start),
        "end": _worth(analysis.end),
        "decisions": [_decision(each) for each in analysis.decisions],
        "mistakes": [each.number for each in analysis.mistakes],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "number": decision.number,
        "seat": decision.seat,
        "legal": decision.legal,
        "played": _choice(decision.played),
        "best": _choice(decision.best),
        "arrived": _worth(decision.arrived),
        "loss": _round(decision.loss),
        "loss_error": _round(decision.loss_error),
        "points_loss": _round(decision.points_loss),
        "mark": decision.mark,
        "luck": [_round(gain) for gain in decision.luck],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "move": choice.move,
        "visits": choice.visits,
        **_worth(choice.worth),
        "line": list(choice.line),
        "reasons": list(choice.reasons),
    }


def _worth(worth: Worth) -> dict[str, Any]:
    return {
        "wins": [_round(chance) for chance in worth.wins],
        "points": [_round(points) for points in worth.points],
        "errors": [_round(error) for error in worth.errors],
    }


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: _round(number) for name, number in numbers.items()}


def _round(number: float) -> float:
    return round(number, DIGITS) + 0.0  # no minus zero
