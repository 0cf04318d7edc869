"""The results of a run as a picture."""

from collections.abc import Sequence
from pathlib import Path

from bottega.arena.match import Outcome
from bottega.arena.ratings import standings
from bottega.errors import BottegaError
from bottega.i18n import _

LONGEST_LABEL = 40  # characters


def plot(outcomes: Sequence[Outcome], path: Path, title: str) -> None:
    """Draw scores and ratings with their 95% intervals; the file's ending (svg, png, pdf) says in which form."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise BottegaError(_("the plot needs matplotlib: pip install 'bottega[arena]'")) from None

    rows = standings(outcomes)[::-1]  # the best at the top
    has_elo = all(row.elo for row in rows)
    with matplotlib.rc_context({"svg.hashsalt": "bottega", "svg.fonttype": "none"}):  # the same games give the same file
        figure = Figure(figsize=(11, 1.8 + 0.45 * max(len(rows), 3)), layout="constrained")
        figure.suptitle(title)
        scores, ratings = figure.subplots(1, 2)
        names = [_short(row.player) for row in rows]
        for number, row in enumerate(rows):
            scores.plot([row.low, row.high], [number, number], color="tab:blue")
            scores.plot(row.score, number, "o", color="tab:blue")
            if has_elo and row.elo:
                low, middle, high = row.elo.low, row.elo.rating, row.elo.high
            else:
                low, middle, high = row.mu - 2 * row.sigma, row.mu, row.mu + 2 * row.sigma
            ratings.plot([low, high], [number, number], color="tab:red")
            ratings.plot(middle, number, "o", color="tab:red")
        scores.set_yticks(range(len(rows)), names)
        scores.set_xlim(0, 1)
        scores.set_xlabel(_("share of the wins, with 95% interval"))
        ratings.set_yticks(range(len(rows)), ["" for _name in names])
        ratings.set_xlabel(_("Elo, with 95% interval") if has_elo else _("openskill rating, ± 2 sigma"))
        for axes in (scores, ratings):
            axes.set_ylim(-0.6, len(rows) - 0.4)
            axes.grid(axis="x", alpha=0.3)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"
