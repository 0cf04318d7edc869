"""The results of a run as tables for a terminal."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.table import Table

from bottega.arena.match import Outcome
from bottega.arena.ratings import Elo, pairings, seat_scores, standings
from bottega.i18n import _

MOST_FAILURES = 10  # listed one by one


def standings_table(outcomes: Sequence[Outcome], title: str) -> Table:
    """All players, best first: wins, wins shared with others, losses, and what follows from them."""
    rows = standings(outcomes)
    has_elo = any(row.elo for row in rows)
    table = _table(title, [_("player")], [_("+/=/−"), _("score, 95%")])
    for name in ([_("Elo")] if has_elo else []) + [_("openskill"), _("a move")]:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        cells = [row.player, f"{row.wins}/{row.shared}/{row.losses}", score_text(row.score, row.low, row.high)]
        cells += [elo_text(row.elo)] if row.elo else []
        table.add_row(*cells, f"{row.mu:.1f} ± {row.sigma:.1f}", time_text(row.seconds))
    return table


def pairings_table(outcomes: Sequence[Outcome]) -> Table | None:
    """All pairs; None where there is none to tell apart from the standings, or more than two play together."""
    rows = pairings(outcomes)
    if not rows:
        return None
    table = _table(_("Pairings"), [_("player"), _("against")], [_("games"), _("score, 95%"), _("Elo difference")])
    for row in rows:
        table.add_row(row.first, row.second, str(row.games), score_text(row.score, row.low, row.high), elo_text(row.elo))
    return table


def _table(title: str, texts: list[str], numbers: list[str]) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for name in texts:
        table.add_column(name, overflow="fold", min_width=8)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def notes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """What else is to be said: seats, failures, and where a rating is not to be taken at its word."""
    seats = ", ".join(f"{seat}: {share:.1%}" for seat, share in enumerate(seat_scores(outcomes)))
    yield _("Share of the wins by seat: {seats}.").format(seats=seats)
    elos = [row.elo for row in standings(outcomes)] + [row.elo for row in pairings(outcomes)]
    if any(elo and not elo.is_bounded for elo in elos):
        yield _("~ somebody won or lost everything: a draw that was not played is counted for each pair in these Elo ratings.")
    failures = sorted(outcome.failure for outcome in outcomes if outcome.failure)
    if failures:
        yield _("Games lost by failure: {count}").format(count=len(failures))
        yield from (f"  {failure}" for failure in failures[:MOST_FAILURES])
        if len(failures) > MOST_FAILURES:
            yield _("  and {count} more").format(count=len(failures) - MOST_FAILURES)


def score_text(score: float, low: float, high: float) -> str:
    return f"{score:.1%} ({low:.0%}–{high:.0%})"


def elo_text(elo: Elo) -> str:
    return f"{'' if elo.is_bounded else '~'}{round(elo.rating):+d} ± {(elo.high - elo.low) / 2:.0f}"


def time_text(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"
