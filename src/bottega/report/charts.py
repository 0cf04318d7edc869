"""Charts as SVG inside a page: they scale, follow the page's colours in light and dark, and are the same bytes every time.

matplotlib draws with stand-in colours, and each of them becomes a variable of the page's style sheet.
"""

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.report.measures import Choices, Share

WIDTH = 360  # of every chart, in units that are close to a pixel on a phone
MOST_BARS = 44  # in a histogram; more values are taken together

#: Stand-ins for the colours of the style sheet.
INK, LINE, ACCENT, QUIET = "#010101", "#020202", "#030303", "#040404"
_VARIABLES = {INK: "var(--ink)", LINE: "var(--line)", ACCENT: "var(--accent)", QUIET: "var(--quiet)"}
_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "bottega",
    "font.family": ["DejaVu Sans"],  # comes with matplotlib, so room for labels is the same on every machine
    "font.size": 9.5,
    "axes.labelsize": 9.5,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.5,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "legend.handlelength": 1.4,
}


@dataclass(frozen=True)
class Series:
    """Numbers of one source, with the colour that stands for it."""

    label: str
    colour: str
    values: NDArray[Any]


@dataclass(frozen=True)
class Row:
    """One line of a chart of intervals: what it is about, and a share for each source."""

    label: str
    shares: tuple[tuple[str, Share], ...]  # colour and share


class Charts:
    """Draws the charts of one page, each with names of its own inside."""

    def __init__(self) -> None:
        self._number = count(1)

    def histogram(self, series: Sequence[Series], xlabel: str, alt: str) -> str:
        """How often each number comes, in percent; whole numbers, or taken together where there are too many."""

        def draw(axes: Any) -> None:
            low = min(float(one.values.min()) for one in series)
            high = max(float(one.values.max()) for one in series)
            width = max(1, int(np.ceil((high - low + 1) / MOST_BARS)))
            edges = np.arange(low - 0.5, high + 0.5 + width, width)
            for number, one in enumerate(series):
                heights = np.histogram(one.values, edges)[0] * (100 / len(one.values))
                if number == 0:
                    axes.bar(edges[:-1] + width / 2, heights, width * 0.86, color=one.colour, alpha=0.55, label=one.label)
                else:
                    axes.stairs(heights, edges, color=one.colour, linewidth=1.8, label=one.label)
            axes.xaxis.get_major_locator().set_params(integer=True)
            _finish(axes, xlabel, "%", [one.label for one in series])

        return self._figure(draw, alt)

    def bands(self, series: Sequence[tuple[str, str, Choices]], xlabel: str, alt: str) -> str:
        """Mean and quartiles turn by turn, for each label and colour."""

        def draw(axes: Any) -> None:
            for label, colour, found in series:
                axes.fill_between(found.turn, found.low, found.high, color=colour, alpha=0.25, linewidth=0)
                axes.plot(found.turn, found.mean, color=colour, linewidth=1.8, label=label)
            axes.set_ylim(bottom=0)
            axes.margins(x=0.02)
            _finish(axes, xlabel, "", [label for label, _colour, _found in series])

        return self._figure(draw, alt)

    def curves(self, progress: NDArray[Any], series: Sequence[tuple[Series, str]], xlabel: str, alt: str) -> str:
        """Shares from 0 to 100% over the course of the game; each series with its style of line."""

        def draw(axes: Any) -> None:
            for one, style in series:
                axes.plot(100 * progress, 100 * one.values, style, color=one.colour, linewidth=1.8, label=one.label)
            axes.set_xlim(0, 100)
            axes.set_ylim(0, 102)
            _finish(axes, xlabel, "%", [one.label for one, _style in series])

        return self._figure(draw, alt, height=252)

    def intervals(
        self, rows: Sequence[Row], sources: Sequence[tuple[str, str]], xlabel: str, alt: str, even: float | None = None
    ) -> str:
        """Shares with their intervals, a line each under its own heading; `even` is where a fair share would be.

        `sources` are the labels and colours of the legend.
        """

        def draw(axes: Any) -> None:
            places = []
            for number, row in enumerate(rows):
                axes.text(0, -number - 0.30, row.label, transform=axes.get_yaxis_transform(), va="center")
                for step, (colour, share) in enumerate(row.shares):
                    y = -number - 0.62 - 0.22 * step
                    if share.n:
                        axes.plot([100 * share.low, 100 * share.high], [y, y], color=colour, linewidth=2, solid_capstyle="butt")
                        axes.plot(100 * share.value, y, "o", color=colour, markersize=5)
                        places += [100 * share.low, 100 * share.high]
            for label, colour in sources:
                axes.plot([], [], "o-", color=colour, linewidth=2, markersize=5, label=label)
            if even is not None:
                axes.axvline(100 * even, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
                places += [100 * even - 5, 100 * even + 5]
            room = 0.06 * (max(places, default=100) - min(places, default=0)) + 0.5
            axes.set_xlim(max(-1.5, min(places, default=0) - room), min(101.5, max(places, default=100) + room))
            axes.set_ylim(-len(rows) - 0.1, 0)
            axes.xaxis.set_major_formatter("{x:.3g}%")
            _finish(axes, xlabel, "", [label for label, _colour in sources])
            _hide_scale(axes)

        return self._figure(draw, alt, height=62 + 46 * len(rows))

    def ranked(self, shares: Sequence[Share], colour: str, xlabel: str, alt: str, even: float) -> str:
        """Many shares with their intervals side by side, the greatest first."""

        def draw(axes: Any) -> None:
            for place, share in enumerate(sorted(shares, key=lambda share: -share.value), 1):
                axes.plot([place] * 2, [100 * share.low, 100 * share.high], color=colour, linewidth=1.4, solid_capstyle="butt")
                axes.plot(place, 100 * share.value, "o", color=colour, markersize=3)
            axes.set_xlim(0.2, len(shares) + 0.8)
            axes.axhline(100 * even, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
            axes.yaxis.set_major_formatter("{x:.3g}%")
            axes.set_xlabel(xlabel)
            axes.grid(axis="x", visible=False)
            axes.xaxis.get_major_locator().set_params(integer=True)

        return self._figure(draw, alt)

    def ratings(self, rows: Sequence[tuple[str, float, float, float]], xlabel: str, alt: str) -> str:
        """Ratings with low and high ends, the best at the top."""

        def draw(axes: Any) -> None:
            for number, (label, value, low, high) in enumerate(rows):
                axes.text(0, -number - 0.28, label, transform=axes.get_yaxis_transform(), va="center")
                axes.plot([low, high], [-number - 0.68] * 2, color=ACCENT, linewidth=2, solid_capstyle="butt")
                axes.plot(value, -number - 0.68, "o", color=ACCENT, markersize=5)
            axes.margins(x=0.08)
            axes.set_ylim(-len(rows) - 0.1, 0)
            axes.set_xlabel(xlabel)
            _hide_scale(axes)

        return self._figure(draw, alt, height=48 + 42 * len(rows))

    def _figure(self, draw: Callable[[Any], None], alt: str, height: int = 224) -> str:
        import matplotlib
        from matplotlib.figure import Figure

        settings: Any = {**dict(matplotlib.rcParamsDefault), **_SETTINGS}  # not those of whoever calls
        with matplotlib.rc_context(settings):
            figure = Figure(figsize=(WIDTH / 72, height / 72), layout="constrained")
            draw(figure.subplots())
            file = io.StringIO()
            figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        return inlined(file.getvalue(), f"c{next(self._number)}-", alt)


def _hide_scale(axes: Any) -> None:
    """Rows have headings instead of a scale."""
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", visible=True)


def _finish(axes: Any, xlabel: str, unit: str, labels: Sequence[str]) -> None:
    """Scales, and above them the legend in this order."""
    axes.set_xlabel(xlabel)
    axes.grid(axis="x", visible=False)
    if unit:
        axes.yaxis.set_major_formatter(f"{{x:.3g}}{unit}")
    named = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    handles = [named[label] for label in labels]
    axes.legend(handles, labels, loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=2, borderaxespad=0.1, columnspacing=1.2)


def inlined(svg: str, prefix: str, alt: str) -> str:
    """The SVG for use inside a page: no prologue, names of its own, the page's colours and fonts, a text to be read aloud."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", body, flags=re.DOTALL)  # it would hold for the whole page
    body = re.sub(r"<!--.*?-->\s*", "", body, flags=re.DOTALL)
    body = body.replace("xlink:href=", "href=")
    body = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}\1"', body)
    body = re.sub(r"url\(#", f"url(#{prefix}", body).replace('href="#', f'href="#{prefix}')
    body = re.sub(r"font-family: [^;\"]+", "font-family: var(--sans)", body)
    body = re.sub(r"font: ([0-9.]+px) [^;\"]+", r"font: \1 var(--sans)", body)  # how other versions write it
    for stand_in, variable in _VARIABLES.items():
        body = body.replace(stand_in, variable)
    box = re.search(r'viewBox="[^"]+"', body)
    assert box is not None
    inside = body[body.index(">") + 1 :]
    return f'<svg {box[0]} role="img" aria-label="{escape(alt)}">{inside}'


def sparkline(values: NDArray[Any], low: float, high: float, role: str) -> str:
    """A histogram the size of a word, for a table. It repeats what the table says."""
    bars = min(24, max(2, int(high - low) + 1))
    heights = np.histogram(values, bars, (low - 0.5, high + 0.5))[0]
    drawn = "".join(
        f'<rect x="{4 * place}" y="{16 - round(16 * height / heights.max(), 1):g}" width="3" '
        f'height="{round(16 * height / heights.max(), 1):g}"/>'
        for place, height in enumerate(heights)
        if height
    )
    return f'<svg class="spark {role}" viewBox="0 0 96 16" aria-hidden="true">{drawn}</svg>'
