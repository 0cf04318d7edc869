"""How often each rule of a game matters: the answers to the game's own questions, and the ways to play compared."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

import numpy as np

from bottega.i18n import _
from bottega.report import measures
from bottega.report.charts import ACCENT, Charts, Row, sparkline
from bottega.report.data import Data, order_names
from bottega.report.gather import Games
from bottega.report.measures import Amount, Share, amount, share
from bottega.report.page import figure, paragraph, percent, section, split, spread, table
from bottega.report.study import Answer

Summary: TypeAlias = Share | Amount | None


@dataclass(frozen=True)
class Question:
    """One question and what was found, for each source."""

    label: str
    found: list[Summary]


def summary(answers: Iterable[Answer]) -> Summary:
    """Truths become a share with its interval, numbers a mean with quartiles; None where there was nothing to answer."""
    values: list[float] = []
    for answer in answers:
        if isinstance(answer, bool | int | float):
            values.append(answer)
        elif answer is not None:
            values.extend(answer)
    if values and all(isinstance(value, bool) for value in values):
        return share(values)
    return amount(values)


def asked(label: str, key: str, sources: Sequence[Games]) -> Question:
    return Question(label, [summary(answers.get(key) for answers in games.answers) for games in sources])


def shown(found: Summary) -> str:
    return percent(found) if isinstance(found, Share) else spread(found)


# ---------------------------------------------------------------- rules


def rules(data: Data, charts: Charts) -> str:
    sources = [games for _label, _colour, games in data.sources]
    parts, drawn = [], []
    head = [_("what"), *(label for label, _colour in data.legend)]
    for heading, keys in data.study.questions().items():
        questions = [asked(label, key, sources) for key, label in keys.items()]
        questions = [question for question in questions if any(found is not None for found in question.found)]
        rows = [[escape(question.label), *_cells(data, question)] for question in questions]
        parts.append(f"<h3>{escape(heading)}</h3>" + table(head, rows))
        for question in questions:
            shares = [
                (colour, found)
                for (_label, colour), found in zip(data.legend, question.found, strict=True)
                if isinstance(found, Share)
            ]
            if shares:
                drawn.append(Row(question.label, tuple(shares)))
    if not parts:
        return ""
    caption = _("What happens in which share of the cases.")
    tables = "".join(parts)
    body = split(figure(charts.intervals(drawn, data.legend, "", caption), caption), tables) if drawn else tables
    words = _(
        "From the first {random:,} of the random games and {games:,} games of {player}, each played again move by move. "
        "Numbers are means with quartiles, shares have intervals of 95%; the small bars show how the numbers are spread."
    ).format(random=len(data.random.answers), games=len(data.player.answers), player=data.player.player)
    return section("rules", _("How often each rule matters"), paragraph(words), body)


def _cells(data: Data, question: Question) -> list[str]:
    """Figures with a small histogram, on the same scale for all sources."""
    amounts = [found for found in question.found if isinstance(found, Amount)]
    low = min((float(found.values.min()) for found in amounts), default=0.0)
    high = max((float(found.values.max()) for found in amounts), default=0.0)
    cells = []
    for (_label, colour), found in zip(data.legend, question.found, strict=True):
        spark = ""
        if isinstance(found, Amount) and high > low:
            spark = sparkline(found.values, low, high, "accent" if colour == ACCENT else "quiet")
        cells.append(shown(found) + spark)
    return cells


# ---------------------------------------------------------------- ways to play


def ways(data: Data, charts: Charts) -> str:
    """All ways to play side by side."""
    if not data.ways:
        return ""
    columns = list(data.ways.values())
    most = max(games.points.shape[2] for games in columns)
    by_order = [measures.shares_by_order(games) for games in columns]
    rows = [
        [escape(_("turns")), *(spread(amount(measures.turn_counts(games))) for games in columns)],
        [escape(_("choices in a turn")), *(spread(_all_choices(games)) for games in columns)],
    ]
    for place, name in enumerate(order_names(most)):
        label = _("wins of the seat that plays {order}").format(order=name) if place else _("wins of who starts")
        rows.append([escape(label), *(percent(share(won[:, place])) if place < won.shape[1] else "–" for won in by_order)])
    rows += [
        [escape(_("no single winner")), *(percent(share(measures.winners(games) > 1)) for games in columns)],
        [escape(_("best score")), *(spread(amount(measures.final_points(games)[:, :, 0].max(axis=1))) for games in columns)],
        [escape(_("margin")), *(spread(amount(measures.margins(games))) for games in columns)],
    ]
    for keys in data.study.questions().values():
        for key, label in keys.items():
            question = asked(label, key, columns)
            if any(found is not None for found in question.found):
                rows.append([escape(label), *(shown(found) for found in question.found)])
    words = _("Random play, {games:,} games of each way; the game's own questions are asked of the first {counted:,}.").format(
        games=len(columns[0]), counted=len(columns[0].answers)
    )
    return section("ways", _("Ways to play"), paragraph(words), table([_("what"), *data.ways], rows))


def _all_choices(games: Games) -> Amount | None:
    return amount(games.choices[measures.turns(games)].astype(np.float64))
