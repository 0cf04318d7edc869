"""How strong and how fast the players are, and how fast the machine is."""

from html import escape

from bottega.arena import Standing, pairings, standings
from bottega.i18n import _
from bottega.report.charts import Charts
from bottega.report.data import Data
from bottega.report.measures import Share
from bottega.report.page import figure, number, paragraph, percent, section, split, table


def ladder(data: Data, charts: Charts) -> str:
    rows = standings(data.ladder)
    has_elo = all(row.elo for row in rows)
    drawn = [
        (row.player, row.elo.rating, row.elo.low, row.elo.high)
        if has_elo and row.elo
        else (row.player, row.mu, row.mu - 2 * row.sigma, row.mu + 2 * row.sigma)
        for row in rows
    ]
    rating = _("Elo") if has_elo else _("openskill")
    cells = [_standing(row, *ends) for row, (_player, *ends) in zip(rows, drawn, strict=True)]
    pairs = [
        [
            f"{escape(pair.first)} – {escape(pair.second)}",
            str(pair.games),
            percent(Share(pair.score, pair.low, pair.high, pair.games)),
        ]
        for pair in pairings(data.ladder)
    ]
    words = _("{count} games, seats changed in turn, a shared win counting its share.").format(count=len(data.ladder)) + " "
    words += (
        _("The mean of the Elo ratings is 0; intervals are of 95%.")
        if has_elo
        else _("Ratings are openskill's, with two sigma on each side.")
    )
    if has_elo and not all(row.elo and row.elo.is_bounded for row in rows):
        words += " " + _("Somebody won or lost everything: a draw that was not played is counted for each pair in the ratings.")
    tables = [table([_("player"), _("games"), _("won / shared / lost"), _("share of the wins"), rating], cells)]
    if len(pairs) > 1:
        tables.append(table([_("pair"), _("games"), _("share of the first")], pairs))
    chart = charts.ratings(drawn, rating, _("Ratings of the players with their intervals, best first."))
    drawing = figure(chart, _("Ratings with intervals."))
    return section("ladder", _("Ladder of players"), paragraph(words), split(drawing, *tables))


def _standing(row: Standing, value: float, low: float, high: float) -> list[str]:
    """A line of the table of players."""
    rating = (
        f"{value:+.0f} <small>({low:+.0f} – {high:+.0f})</small>"
        if row.elo
        else f"{value:.1f} <small>± {high - value:.1f}</small>"
    )
    return [
        escape(row.player),
        str(row.games),
        f"{row.wins} / {row.shared} / {row.losses}",
        percent(Share(row.score, row.low, row.high, row.games)),
        rating,
    ]


def speed(data: Data, charts: Charts) -> str:
    rows = [
        [_("random games a second, on one core"), number(data.speed.playouts_per_second)],
        [_("moves a second in them"), number(data.speed.moves_per_second)],
        *(
            [_("{player}: milliseconds a move").format(player=escape(row.player)), number(1000 * row.seconds)]
            for row in standings(data.ladder)
        ),
    ]
    words = _("This section depends on the machine and its load, and differs from run to run; all others follow from the seed.")
    return section(
        "speed", _("Speed"), paragraph(words), table([_("what"), _("measured")], rows), paragraph(data.machine, "rests")
    )
