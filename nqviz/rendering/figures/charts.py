"""Charts as data, and how they are drawn: queens per layer, a search, a density by distance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Unpack

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.rendering.canvas.alt_text import Words
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.ticks import ticks
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageChoices, ImageSettings
from nqviz.view.palette import NOT_PROVEN, PROVEN, ColourArray, Theme, layer_colours, rgb

from .write import drawing_format, write_sheet

TEXT, HEADING = 17.0, 23.0
LEFT, BOTTOM, RIGHT, TOP = 96.0, 82.0, 28.0, 118.0
BAR = 0.8
CAP_FACTOR, CAP_SHARE = 4.0, 0.25
DASH = (4.0, 3.0)


@dataclass(frozen=True, eq=False)
class Series:
    """What a chart shows once.

    Attributes
    ----------
    name : str
        Empty where there is nothing to tell apart.
    points : array of shape (k, 2)
    form : str
        "bars" from 0 up, a "line" with a disc on each point, or "stairs" that keep a value
        until the next point.
    colours : str or array of shape (k, 3)
        One for all, or one for each bar.
    dashed : bool
    """

    name: str
    points: FloatArray
    form: str
    colours: str | ColourArray = PROVEN
    dashed: bool = False


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart of numbers.

    Attributes
    ----------
    title, across, up : str
        What it shows, and what its axes count.
    series : tuple of Series
    span : (float, float), (float, float)
        The ends of both axes.
    whole : bool
        Whether the values across are whole numbers.
    ceiling : (float, str), optional
        The most that is possible, as a dashed line, and what it is.
    """

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    span: tuple[tuple[float, float], tuple[float, float]]
    whole: bool = False
    ceiling: tuple[float, str] | None = None

    @property
    def words(self) -> Words:
        """Return what is to be read off."""
        told = [f"{self.up} by {self.across}."]
        for series in self.series:
            values = ", ".join(f"{x:,.6g}: {y:,.6g}" for x, y in series.points.tolist())
            told.append(f"{series.name or 'Values'}: {values}.")
        if self.ceiling is not None:
            told.append(f"{self.ceiling[1]}: {self.ceiling[0]:,.6g}.")
        return Words(self.title, " ".join(told))


# Charts -----------------------------------------------------------------------------------------


def counts_chart(picture: BoardView, axis: int | None = None) -> Chart:
    """Chart how many queens stand in each layer.

    Parameters
    ----------
    picture : BoardView
    axis : int, optional
        The (0-based) coordinate that numbers the layers; the third, or the last, without it.

    Raises
    ------
    InputError
        If there is no such coordinate.
    """
    board = picture.board
    axis = min(2, board.d - 1) if axis is None else axis
    if not 0 <= axis < board.d:
        raise InputError(f"coordinate {axis + 1} does not exist on the {board}")
    side = board.shape[axis]
    heights = np.bincount(board.cells(picture.queens)[:, axis], minlength=side)
    most = most_in_layer(board, axis)
    top = 1.05 * max(most or 1, int(heights.max(initial=0)), 1)
    points = np.stack((np.arange(side) + 1.0, heights.astype(np.float64)), axis=1)
    return Chart(
        f"{counted(len(picture.queens), board.piece)} on the {board}, layer by layer",
        f"x{axis + 1}",
        f"{board.piece}s",
        (Series("", points, "bars", layer_colours(side)),),
        ((0.5, side + 0.5), (0.0, top)),
        whole=True,
        ceiling=None if most is None else (float(most), "at most in a layer"),
    )


@lru_cache(maxsize=16)
def most_in_layer(board: Board, axis: int) -> int | None:
    """Return a bound on the queens of one layer, itself a board of one dimension less.

    None where no bound is known.
    """
    from nqviz.bounds import best_upper

    sides = board.shape[:axis] + board.shape[axis + 1 :]
    try:
        return best_upper(Board(sides, board.torus, board.piece)).value if sides else 1
    except InputError:
        return None


def profile_chart(picture: BoardView) -> Chart:
    """Chart the mean use of a cell by its distance from the centre of the board.

    Raises
    ------
    InputError
        If the picture has no density.
    """
    from nqviz.counting.densities.profile import radial_profile  # brings engines along

    if picture.overlay is None:
        raise InputError("there is no density to chart")
    shells = radial_profile(picture.board, picture.overlay.values)
    points = np.array([(shell.distance, shell.mean) for shell in shells])
    top = 1.08 * max(1e-9, float(points[:, 1].max()))
    return Chart(
        f"Density of the {picture.board} by the distance from its centre",
        "distance from the centre",
        "mean use of a cell",
        (Series("", points, "line"),),
        ((0.0, max(float(points[-1, 0]), 0.5)), (0.0, top)),
    )


Moment = tuple[float, int | None, int | None]


def search_chart(board: Board, moments: Sequence[Moment], fewest: bool = False) -> Chart:
    """Chart what a search had found and what bound it had proven, against its seconds.

    Parameters
    ----------
    board : Board
    moments : sequence of (float, int or None, int or None)
        Seconds since the start, queens found, and the bound; None where there is none yet.
    fewest : bool
        Whether as few queens as possible were wanted: then the bound comes from below.

    Raises
    ------
    InputError
        If there is nothing to show.
    """
    values = [value for moment in moments for value in moment[1:] if value is not None]
    if not values:
        raise InputError("there is no search to chart yet")
    last = max(moments[-1][0], 1e-3)
    found, bound = moments[-1][1:]
    top = float(max(values))
    if found is not None and bound is not None:  # early bounds are far above what is found
        cap = found + max(CAP_FACTOR * (bound - found), CAP_SHARE * found, 2.0)
        top = min(top, cap)
    room = max(0.5, 0.08 * (top - min(values)))
    series = tuple(
        Series(name, _kept(moments, column, last), "stairs", colour, dashed)
        for column, name, colour, dashed in (
            (1, "found", PROVEN, False),
            (2, "at least" if fewest else "at most", NOT_PROVEN, True),
        )
    )
    return Chart(
        f"Search for {'few' if fewest else 'many'} {board.piece}s on the {board}",
        "seconds",
        f"{board.piece}s",
        tuple(each for each in series if len(each.points)),
        ((0.0, last), (max(0.0, min(values) - room), top + room)),
    )


def _kept(moments: Sequence[Moment], column: int, last: float) -> FloatArray:
    points = [(moment[0], moment[column]) for moment in moments if moment[column] is not None]
    points += [(last, points[-1][1])] if points else []
    return np.array(points, dtype=np.float64).reshape(-1, 2)


# Drawing ----------------------------------------------------------------------------------------


def save_chart(chart: Chart, path: Path | str, **look: Unpack[ImageChoices]) -> None:
    """Draw a chart into a png, svg, pdf or tex file.

    Parameters and errors are those of `save_layers`.
    """
    ending, chosen = drawing_format(path), ImageSettings(**look)
    sheet = draw_chart(chart, chosen.colours, chosen.size)
    write_sheet(sheet, path, ending, chosen, chart.words)


def draw_chart(chart: Chart, theme: Theme, size: tuple[int, int]) -> Canvas:
    """Draw a chart on a new sheet of a size in units."""
    width, height = size
    sheet = Canvas(theme, size, (0, 0, width, height))
    scale = min(1.0, width / 640, height / 480)
    frame = _Frame(chart, scale, size)
    _axes(sheet, frame)
    for series in chart.series:
        _DRAWN[series.form](sheet, frame, series)
    if chart.ceiling is not None:
        value, words = chart.ceiling
        ends = frame.places(np.array([(chart.span[0][0], value), (chart.span[0][1], value)]))
        sheet.strokes(ends[None], theme.foreground, 2.0 * scale, DASH)
        x, y = ends[1].tolist()
        sheet.text(
            x, y + 7 * scale, f"{words}: {value:,g}", frame.text, theme.muted, "right", "baseline"
        )
    _heading(sheet, frame)
    return sheet


class _Frame:
    """Where values lie on a page."""

    def __init__(self, chart: Chart, scale: float, size: tuple[int, int]) -> None:
        self.chart, self.scale = chart, scale
        self.text = TEXT * scale
        self.low = np.array((LEFT, BOTTOM)) * scale
        self.high = np.array(size) - np.array((RIGHT, TOP)) * scale
        self._start = np.array([span[0] for span in chart.span])
        self._length = np.array([(span[1] - span[0]) or 1.0 for span in chart.span])

    def places(self, points: FloatArray) -> FloatArray:
        """Return the places of points, shape (k, 2); those beyond an axis lie at its end."""
        shares = ((points - self._start) / self._length).clip(0.0, 1.0)
        places: FloatArray = self.low + shares * (self.high - self.low)
        return places


def _axes(sheet: Canvas, frame: _Frame) -> None:
    chart, text, theme = frame.chart, frame.text, sheet.theme
    (left, bottom), (right, top) = frame.low.tolist(), frame.high.tolist()
    values = ticks(*chart.span[1], max(2, int((top - bottom) / (3.2 * text))))
    levels = frame.places(np.array([(chart.span[0][0], value) for value in values]))[:, 1]
    lines = np.array([((left, y), (right, y)) for y in levels])
    sheet.strokes(lines, theme.lattice, 1.0 * frame.scale)
    for value, y in zip(values, levels.tolist(), strict=True):
        sheet.text(left - 9 * frame.scale, y, _tick(value), text, across="right", up="center")
    values = ticks(*chart.span[0], max(2, int((right - left) / (5 * text))), whole=chart.whole)
    for value in values:
        x = float(frame.places(np.array([(value, 0.0)]))[0, 0])
        sheet.text(x, bottom - 10 * frame.scale, _tick(value), text, up="top")
    axes = np.array([((left, bottom), (right, bottom)), ((left, bottom), (left, top))])
    sheet.strokes(axes, theme.foreground, 1.6 * frame.scale)
    below = bottom - 40 * frame.scale
    sheet.text(right, below, chart.across, text, theme.muted, "right", "top")


def _heading(sheet: Canvas, frame: _Frame) -> None:
    """Write over the frame what the chart shows, and what is what in it."""
    chart, scale, text = frame.chart, frame.scale, frame.text
    left, top = float(frame.low[0]), float(frame.high[1])
    size = min(HEADING * scale, float(frame.high[0] - left) / (0.56 * max(len(chart.title), 1)))
    sheet.text(left, top + 72 * scale, chart.title, size, across="left", up="baseline", bold=True)
    y = top + 34 * scale
    sheet.text(left, y, chart.up, text, sheet.theme.muted, "left", "baseline")
    x = left + (0.62 * len(chart.up) + 2.0) * text
    for series in chart.series:
        if not series.name:
            continue
        middle = y + 0.33 * text
        assert isinstance(series.colours, str)
        line = np.array([((x, middle), (x + 2.2 * text, middle))])
        sheet.strokes(line, series.colours, 3.0 * scale, DASH if series.dashed else ())
        sheet.text(x + 2.7 * text, y, series.name, text, across="left", up="baseline")
        x += (0.62 * len(series.name) + 4.5) * text


def _bars(sheet: Canvas, frame: _Frame, series: Series) -> None:
    x, y = series.points.T
    ends = [np.stack((x + side * BAR / 2, level), 1) for side, level in ((-1, 0 * y), (1, y))]
    boxes = np.concatenate([frame.places(end) for end in ends], axis=1)
    tall = y > 0
    colours = series.colours
    if isinstance(colours, str):
        colours = np.tile(np.array(rgb(colours), np.uint8), (len(x), 1))
    sheet.rectangles(boxes[tall], colours[tall])


def _line(sheet: Canvas, frame: _Frame, series: Series) -> None:
    assert isinstance(series.colours, str)
    places = frame.places(series.points)
    strokes = np.stack((places[:-1], places[1:]), axis=1)
    sheet.strokes(strokes, series.colours, 2.5 * frame.scale, DASH if series.dashed else ())
    sheet.discs(places, 4.5 * frame.scale, series.colours)


def _stairs(sheet: Canvas, frame: _Frame, series: Series) -> None:
    assert isinstance(series.colours, str)
    places = frame.places(series.points)
    corners = np.stack((places[1:, 0], places[:-1, 1]), axis=1)
    way = np.concatenate((np.stack((places[:-1], corners), axis=1).reshape(-1, 2), places[-1:]))
    strokes = np.stack((way[:-1], way[1:]), axis=1)
    strokes = strokes[(strokes[:, 0] != strokes[:, 1]).any(axis=1)]
    sheet.strokes(strokes, series.colours, 3.0 * frame.scale, DASH if series.dashed else ())


_DRAWN = {"bars": _bars, "line": _line, "stairs": _stairs}


def _tick(value: float) -> str:
    return f"{value:,.10g}"
