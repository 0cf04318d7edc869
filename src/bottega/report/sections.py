"""The sections of a report about the course of the games, each one made from the games it rests on."""

from collections.abc import Callable, Sequence
from html import escape

import numpy as np

from bottega.i18n import _
from bottega.kernels import Ints
from bottega.report import measures
from bottega.report.charts import QUIET, Charts, Row, Series
from bottega.report.data import Data, order_names, rests
from bottega.report.gather import Games
from bottega.report.measures import Share, amount, share
from bottega.report.page import figure, gallery, number, paragraph, percent, section, split, spread, table

FEW_OPENINGS = 6  # each of them has a line of its own in the chart
MOST_OPENINGS = 12  # listed; of more than that the best and the worst


# ---------------------------------------------------------------- at a glance


def glance(data: Data, charts: Charts) -> str:
    def fact(label: str, read: Callable[[Games], str]) -> str:
        words = _("random play: {figure}").format(figure=read(data.random))
        return f"<div><dt>{escape(label)}</dt><dd>{read(data.player)}<small>{escape(words)}</small></dd></div>"

    facts = [
        fact(_("turns in a game"), lambda games: number(float(measures.turn_counts(games).mean()))),
        fact(_("choices in a turn"), lambda games: number(measures.choices(games).overall)),
        fact(_("wins of who starts"), lambda games: f"{100 * measures.shares_by_order(games)[:, 0].mean():.1f}%"),
        fact(_("games without a single winner"), lambda games: f"{100 * (measures.winners(games) > 1).mean():.1f}%"),
        fact(_("changes of the lead"), lambda games: number(float(_changes(games).mean()))),
        fact(_("of a game until it is decided (median)"), _median_decided),
    ]
    intro = _("The large figures are from the games of {player}; those of players without a plan stand below.").format(
        player=data.player.player
    )
    return section("glance", _("At a glance"), paragraph(intro), f'<dl class="facts">{"".join(facts)}</dl>', rests(data))


def _median_decided(games: Games) -> str:
    decided = measures.decided(games)
    return f"{100 * np.median(decided):.0f}%" if len(decided) else "–"


def _changes(games: Games) -> Ints:
    return measures.lead_changes(measures.leaders(games, measures.keys(games.points)))


# ---------------------------------------------------------------- length and choices


def length(data: Data, charts: Charts) -> str:
    counts = [measures.turn_counts(games) for _label, _colour, games in data.sources]
    least, most = min(found.min() for found in counts), max(found.max() for found in counts)
    if least == most:
        words = _("Every game has {turns} turns.").format(turns=least)
        return section("length", _("Length"), paragraph(words), rests(data))
    minor = data.study.minor_name()
    words = _("How long a game lasts.") + " "
    words += _("A turn is a move; decisions on {minor} are not counted.").format(minor=minor) if minor else _("A turn is a move.")
    rows = [
        [escape(label), spread(amount(found)), str(found.min()), str(found.max())]
        for label, found in zip(_labels(data), counts, strict=True)
    ]
    alt = _("Histogram of the number of turns in a game, for random play and for {player}.").format(player=data.player.player)
    chart = charts.histogram(data.series(measures.turn_counts), _("turns in a game"), alt)
    return section(
        "length",
        _("Length"),
        paragraph(words),
        split(
            figure(chart, _("Share of the games with so many turns.")),
            table([_("games of"), _("turns, mean and quartiles"), _("least"), _("most")], rows),
        ),
        rests(data),
    )


def choices(data: Data, charts: Charts) -> str:
    found = [(label, colour, measures.choices(games)) for label, colour, games in data.sources]
    alt = _("Mean number of legal moves turn by turn, with quartiles, for random play and for {player}.").format(
        player=data.player.player
    )
    rows = []
    for label, _colour, one in found:
        top = int(one.mean.argmax())
        middle = len(one.turn) // 2
        rows.append(
            [
                escape(label),
                number(one.overall),
                number(one.mean[0]),
                number(one.mean[middle]),
                number(one.mean[-1]),
                _("{choices} in turn {turn}").format(choices=number(one.mean[top]), turn=one.turn[top]),
            ]
        )
    head = [_("games of"), _("all turns"), _("first"), _("middle"), _("last"), _("most")]
    caption = _("Mean (line) and middle half (band) of the number of legal moves in each turn.")
    words = _("Out of how many moves a player chooses. Turns that fewer than one game in ten reaches are left out.")
    return section(
        "choices",
        _("Choices"),
        paragraph(words),
        split(figure(charts.bands(found, _("turn"), alt), caption), table(head, rows, _("Mean number of legal moves"))),
        rests(data),
    )


# ---------------------------------------------------------------- seats, colours, results


def seats(data: Data, charts: Charts) -> str:
    by_order = [measures.shares_by_order(games) for _label, _colour, games in data.sources]
    order = [(name, [share(shares[:, place]) for shares in by_order]) for place, name in enumerate(order_names(data.seats))]
    caption = _("Share of the wins by order of play; the broken line is an even share.")
    parts = [_shares(data, charts, order, caption) + _share_table([_("seat"), *_labels(data)], _escaped(order))]
    words = _("Whether it helps to start. A shared win counts its share; the intervals hold the truth in 95 of 100 cases.")
    if len(data.random.castings) > 1:
        by_colour = [measures.shares_by_colour(games) for _label, _colour, games in data.sources]
        paints = data.study.paints()
        colours = [(name, [share(found.get(name, [])) for found in by_colour]) for name in by_colour[0]]
        named = [
            (f'<span class="swatch" style="background:{paints.get(name, "none")}"></span>{escape(name)}', shares)
            for name, shares in colours
        ]
        caption = _("Share of the wins by colour, seats being evenly spread.")
        parts.append(_shares(data, charts, colours, caption) + _share_table([_("colour"), *_labels(data)], named))
        spread_over = _("The games are spread over {count} ways to deal colours and start, so that the two can be told apart.")
        words += " " + spread_over.format(count=len(data.random.castings))
    return section("seats", _("Seats and colours"), paragraph(words), gallery(*parts), rests(data))


def _labels(data: Data) -> list[str]:
    return [label for label, _colour in data.legend]


def _shares(data: Data, charts: Charts, rows: Sequence[tuple[str, Sequence[Share]]], caption: str) -> str:
    drawn = [
        Row(name, tuple((colour, one) for (_label, colour), one in zip(data.legend, shares, strict=True)))
        for name, shares in rows
    ]
    chart = charts.intervals(drawn, data.legend, _("share of the wins"), caption, 1 / data.seats)
    return figure(chart, caption)


def _escaped(rows: Sequence[tuple[str, Sequence[Share]]]) -> list[tuple[str, Sequence[Share]]]:
    return [(escape(name), shares) for name, shares in rows]


def _share_table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[Share]]]) -> str:
    return table(head, [[name, *(percent(one) for one in shares)] for name, shares in rows])


def results(data: Data, charts: Charts) -> str:
    kinds = [_("one winner")] + [
        _("all level: a draw") if count == data.seats else _("shared by {count}").format(count=count)
        for count in range(2, data.seats + 1)
    ]
    winners = [measures.winners(games) for _label, _colour, games in data.sources]
    rows = [(kind, [share(found == count) for found in winners]) for count, kind in enumerate(kinds, 1)]
    drawn = [
        Row(name, tuple((colour, one) for (_label, colour), one in zip(data.legend, shares, strict=True)))
        for name, shares in rows
    ]
    caption = _("Share of the games that end this way.")
    chart = charts.intervals(drawn, data.legend, _("share of the games"), caption)
    words = _("How often several players end level at the top after all tie-breaks.")
    return section(
        "results",
        _("Draws and shared wins"),
        paragraph(words),
        split(
            figure(chart, caption),
            _share_table([_("result"), *_labels(data)], _escaped(rows)),
        ),
        rests(data),
    )


# ---------------------------------------------------------------- scores and leads


def scores(data: Data, charts: Charts) -> str:
    part = _(data.game.spec.score_parts[0])
    final = data.series(lambda games: measures.final_points(games)[:, :, 0])
    margins = data.series(measures.margins)
    rows = []
    for label, _colour, games in data.sources:
        points = measures.final_points(games)[:, :, 0]
        lead = measures.margins(games)
        rows.append(
            [
                escape(label),
                spread(amount(points.max(axis=1))),
                spread(amount(points.min(axis=1))),
                spread(amount(lead)),
                percent(share(lead <= 1)),
            ]
        )
    head = [_("games of"), _("best score"), _("lowest score"), _("margin"), _("margin of 0 or 1")]
    words = _("What players score ({part}), and how far the best is ahead of the second.").format(part=part)
    return section(
        "scores",
        _("Scores and margins"),
        paragraph(words),
        gallery(
            figure(charts.histogram(final, part, _("Histogram of final scores.")), _("Final scores, all seats.")),
            figure(charts.histogram(margins, _("points ahead"), _("Histogram of margins.")), _("Margins, tie-breaks aside.")),
        ),
        table(head, rows, _("Means and quartiles")),
        rests(data),
    )


def lead(data: Data, charts: Charts) -> str:
    leading, decided, columns = [], [], []
    for label, colour, games in data.sources:
        score = measures.course(games, measures.keys(games.points))
        judged = measures.course(games, games.estimates)
        leading.append((Series(_("{player}, by score").format(player=label), colour, score.leader_wins), "-"))
        leading.append((Series(_("{player}, by judgement").format(player=label), colour, judged.leader_wins), ":"))
        decided.append((Series(label, colour, score.decided), "-"))
        changes, moment = _changes(games), measures.decided(games)
        columns.append(
            [
                spread(amount(changes)),
                percent(share(changes == 0)),
                spread(amount(100 * moment)),
                percent(share(moment > 0.9)),
            ]
        )
    what = [
        _("changes of the lead"),
        _("games without a change"),
        _("% of the moves until decided"),
        _("games decided in the last tenth"),
    ]
    x = _("% of the moves made")
    alt = _("How often the leader goes on to win, over the course of the game.")
    so_far = _("Share of the games decided so far.")
    changes_alt = _("Histogram of changes of the lead.")
    words = _(
        "Who leads after each move, by the score as it stands or by the judgement of the machine players. The lead changes when "
        "a seat leads that was not the last one to lead. A game is decided when its winner leads for good."
    )
    return section(
        "lead",
        _("Who leads, and when it is decided"),
        paragraph(words),
        gallery(
            figure(charts.curves(score.progress, leading, x, alt), _("How often whoever leads goes on to win.")),
            figure(charts.curves(score.progress, decided, x, so_far), so_far),
            figure(
                charts.histogram(data.series(_changes), _("changes of the lead"), changes_alt),
                _("Changes of the lead in a game, by score."),
            ),
            table(
                [_("by score"), *_labels(data)],
                [list(row) for row in zip(map(escape, what), *columns, strict=True)],
                _("Means with quartiles, shares with intervals"),
            ),
        ),
        rests(data),
    )


# ---------------------------------------------------------------- openings


def openings(data: Data, charts: Charts) -> str:
    """The first real move up to symmetry, and how whoever made it fares."""
    found: list[dict[str, list[float]]] = []
    for _label, _colour, games in data.sources:
        first: dict[str, list[float]] = {}
        for name, won in zip(games.openings, measures.shares_by_order(games)[:, 0].tolist(), strict=True):
            first.setdefault(name, []).append(won)
        found.append(first)
    names = sorted(found[0] | found[1], key=lambda name: (-share(found[0].get(name, [])).value, name))
    mean = float(measures.shares_by_order(data.random)[:, 0].mean())
    shares = [share(found[0][name]) for name in names if name in found[0]]
    missed = sum(not one.low <= mean <= one.high for one in shares)
    listed = names if len(names) <= MOST_OPENINGS + 3 else names[: MOST_OPENINGS // 2] + names[-MOST_OPENINGS // 2 :]
    rows = []
    for name in listed:
        cells = [f"<code>{escape(name)}</code>"]
        for first, (_label, _colour, games) in zip(found, data.sources, strict=True):
            played = first.get(name, [])
            cells += [f"{100 * len(played) / len(games):.1f}%", percent(share(played))]
        rows.append(cells)
    at_home = " ".join(f"{option}={value}" for option, value in data.random.castings[0].items())
    words = _(
        "First moves that differ only by turning, mirroring or recolouring the game are one opening, named as with {options}. "
        "{missed} of {count} intervals miss the average of whoever starts; mere chance would make it about {expected}."
    ).format(options=at_home, missed=missed, count=len(shares), expected=number(0.05 * len(shares)))
    head = [_("opening")]
    for label in _labels(data):
        head += [_("{player}: chosen").format(player=label), _("{player}: wins").format(player=label)]
    caption = "" if listed is names else _("The best and the worst of {count} openings in random play").format(count=len(names))
    alt = _("Share of the wins of whoever starts for each opening, best first.")
    if len(names) <= FEW_OPENINGS:
        shown = [
            Row(name, tuple((colour, share(first.get(name, []))) for first, (_l, colour) in zip(found, data.legend, strict=True)))
            for name in names
        ]
        chart = charts.intervals(shown, data.legend, _("share of the wins"), alt, mean)
        below = _("Wins of who starts by opening; the broken line is the average in random play.")
    else:
        chart = charts.ranked(shares, QUIET, _("openings, best first"), alt, mean)
        below = _("Wins of who starts by opening, random play; the broken line is the average.")
    return section(
        "openings",
        _("Openings"),
        paragraph(words),
        split(figure(chart, below), table(head, rows, caption)),
        rests(data),
    )
