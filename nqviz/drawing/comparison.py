"""A chart of a comparison: a bar of seconds for each program and engine, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import atomic_write
from ..look import Look, format_of
from ..palette import NOT_PROVEN, PROVEN, Theme
from .words import Words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..problems.compare import Row

FORMATS = ("png", "svg", "pdf")
LEAST_SECONDS = 0.01
DPI = 160
BAR_INCHES = 0.34


def save_comparison(
    rows: Sequence[Row], path: Path, theme: str = "light", width: float = 9.0
) -> None:
    """Draw a comparison into a png, svg or pdf file.

    Parameters
    ----------
    rows : sequence of Row
    path : Path
        Its ending chooses the format.
    theme : str
        The name of a theme.
    width : float
        In inches; the height follows the number of bars.

    Raises
    ------
    InputError
        If the ending is not known.
    """
    look = Look(theme=theme)
    ending = check_ending(path)
    figure = comparison_figure(rows, look.colours, width)

    from .page import finished

    across, up = (round(DPI * side) for side in figure.get_size_inches())
    look = replace(look, size=(across, up), dpi=DPI)
    atomic_write(path, finished(figure, ending, look, comparison_words(rows)))


def check_ending(path: Path) -> str:
    """Give the format that a path asks for.

    Raises
    ------
    InputError
        If it is not known.
    """
    return format_of(path.name, FORMATS, "a drawing")


def comparison_words(rows: Sequence[Row]) -> Words:
    """Say what the chart shows."""
    shown = [row for row in rows if row.seconds is not None]
    each = (f"{_label(row)}: {row.seconds:,.2f} s, {row.status}" for row in shown)
    return Words(f"Seconds of {len(shown)} runs of programs and engines", "; ".join(each) + ".")


def comparison_figure(rows: Sequence[Row], theme: Theme, width: float = 9.0) -> Figure:
    """Draw the bars; those that ended without a proof are hatched and have an open end."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shown = [row for row in rows if row.seconds is not None]
    figure = Figure(figsize=(width, 1.3 + BAR_INCHES * max(len(shown), 2)), layout="constrained")
    FigureCanvasAgg(figure)
    figure.set_facecolor(theme.background)
    axes = figure.add_subplot(facecolor=theme.background)
    seconds = [max(row.seconds or 0.0, LEAST_SECONDS) for row in shown]
    places = list(range(len(shown)))
    for place, row, value in zip(places, shown, seconds, strict=True):
        colour = PROVEN if row.is_solved else NOT_PROVEN
        axes.barh(
            place,
            value,
            height=0.66,
            color=colour if row.is_solved else "none",
            edgecolor=colour,
            hatch=None if row.is_solved else "////",
        )
        words = f" {value:,.2f} s" if row.is_solved else f" {row.status}: {row.interval}"
        axes.text(value, place, words, va="center", ha="left", color=theme.foreground, size=9)
        if row.fastest is not None and row.slowest is not None and row.slowest > row.fastest:
            axes.plot([row.fastest, row.slowest], [place, place], color=theme.foreground, lw=1.2)
    axes.set_xscale("log")
    axes.set_xlim(LEAST_SECONDS / 2, max(seconds, default=1.0) * 12)
    axes.set_yticks(places, [_label(row) for row in shown])
    axes.invert_yaxis()
    axes.set_xlabel("seconds (median); hatched: ended without a proof", color=theme.foreground)
    axes.tick_params(colors=theme.foreground, which="both")
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(theme.muted)
    return figure


def _label(row: Row) -> str:
    instance = row.instance.removesuffix(" board")
    return "  ".join(part for part in (instance, row.program, row.engine) if part)
