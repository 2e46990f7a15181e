"""Pages as files of pixels and of vectors, by matplotlib's object API."""

from __future__ import annotations

import re
from functools import singledispatchmethod
from hashlib import sha256
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection, LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import ColourArray

from .alt_text import AltText
from .canvas import (
    UNITS_PER_INCH,
    Canvas,
    Discs,
    Fill,
    Hatching,
    Mark,
    Rectangles,
    Stamps,
    Strokes,
    Text,
)

_HATCH = 0.5
_SEAM = 0.3
_MOST_POINTS = 1000
"""How many points of lines of one look are joined: matplotlib fits no longer ones to pixels."""
_TRUETYPE = 42
"""How fonts are put into a PDF; many publishers refuse those of Type 3."""


def encoded(canvas: Canvas, ending: str, settings: ImageSettings, alt_text: AltText) -> bytes:
    """Return the bytes of a file.

    `ending`: "png", "svg" or "pdf".
    `settings`: its size is that of the canvas.
    `alt_text`: what the picture shows; part of the file.
    """
    page = _Page(canvas, UNITS_PER_INCH if ending == "png" else settings.units_per_inch)
    return finished(page.figure, ending, settings, alt_text)


def pixels(canvas: Canvas, settings: ImageSettings) -> ColourArray:
    """Draw a canvas and return the pixels, shape (height, width, 3), of its size in `settings`."""
    figure = _Page(canvas, UNITS_PER_INCH).figure
    figure.set_facecolor(settings.colours.background)
    agg = _as_large_as(figure, settings)
    agg.draw()  # type: ignore[no-untyped-call]
    return np.array(agg.buffer_rgba())[..., :3]  # type: ignore[no-untyped-call]


def _as_large_as(figure: Figure, settings: ImageSettings) -> FigureCanvasAgg:
    """Set a figure to exactly the pixels of the settings."""
    dpi = settings.pixels[0] / figure.get_figwidth()
    # matplotlib cuts fractions of a pixel off; a thousandth more makes up for rounding.
    width, height = ((side + 1e-3) / dpi for side in settings.pixels)
    figure.set_size_inches(width, height)
    figure.set_dpi(dpi)
    return FigureCanvasAgg(figure)


def finished(figure: Figure, ending: str, settings: ImageSettings, alt_text: AltText) -> bytes:
    """Return the bytes of a figure of matplotlib, with its text alternative."""
    choices: dict[str, Any] = {"dpi": figure.dpi}
    if ending == "png":
        _as_large_as(figure, settings)
        choices = {"dpi": figure.dpi, "pil_kwargs": {"dpi": (settings.dpi, settings.dpi)}}
        choices["metadata"] = {"Title": alt_text.title, "Description": alt_text.description}
        choices["metadata"]["Software"] = None
    elif ending == "pdf":
        choices["metadata"] = {"Title": alt_text.title, "Subject": alt_text.description}
        choices["metadata"]["CreationDate"] = None
    else:
        choices["metadata"] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    stream = BytesIO()
    # With the salt the same drawing gives the same file.
    text = "path" if settings.outlines else "none"
    with rc_context({"svg.hashsalt": "nqviz", "svg.fonttype": text, "pdf.fonttype": _TRUETYPE}):
        figure.savefig(
            stream,
            format=ending,
            transparent=settings.transparent,
            facecolor="none" if settings.transparent else settings.colours.background,
            **choices,
        )
    data = stream.getvalue()
    return _described(data.decode(), alt_text).encode() if ending == "svg" else data


def _described(svg: str, alt_text: AltText) -> str:
    """Put the text alternative into an SVG, where screen readers look for it.

    The names differ from those of other pictures, so that several can stand in one page.
    """
    name = sha256(f"{alt_text.title}\n{alt_text.description}".encode()).hexdigest()[:8]
    head_lines = f' role="img" aria-labelledby="title-{name} desc-{name}">'
    head_lines += f'\n <title id="title-{name}">{escape(alt_text.title, quote=False)}</title>'
    head_lines += f'\n <desc id="desc-{name}">{escape(alt_text.description, quote=False)}</desc>'
    return re.sub(r"(<svg\b[^>]*)>", lambda head: head[1] + head_lines, svg, count=1)


class _Page:
    """A figure with the marks of a canvas."""

    def __init__(self, canvas: Canvas, units_per_inch: float) -> None:
        self._points = 72 / units_per_inch
        self._cell = canvas.cell
        self.figure = Figure(dpi=units_per_inch)
        FigureCanvasAgg(self.figure)
        width, height = (side / units_per_inch for side in canvas.size)
        self.figure.set_size_inches(width, height)
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(canvas.left, canvas.right)
        self._axes.set_ylim(canvas.bottom, canvas.top)
        for level, mark in enumerate(canvas.marks, start=1):
            self._draw(mark, level)

    @singledispatchmethod
    def _draw(self, mark: Mark, level: int) -> None:
        raise TypeError(f"a {type(mark).__name__} cannot be drawn")

    @_draw.register
    def _(self, mark: Rectangles, level: int) -> None:
        colours, kinds = np.unique(mark.colours, axis=0, return_inverse=True)
        paths, fills = [], []
        for kind, colour in enumerate(colours / 255.0):
            joined = _joined(_corners(mark.boxes[kinds.ravel() == kind]), closed=True)
            paths += joined
            fills += [colour] * len(joined)
        filled = PathCollection(
            paths,
            facecolors=fills,
            edgecolors="face",  # closes the seams between neighbours
            linewidths=_SEAM,
            zorder=level,
        )
        self._axes.add_collection(filled, autolim=False)

    @_draw.register
    def _(self, mark: Hatching, level: int) -> None:
        patch = PathPatch(
            _joined(_corners(mark.boxes), closed=True, most=len(mark.boxes) * 5)[0],
            facecolor="none",
            edgecolor=mark.colour,
            linewidth=0,
            hatch="///",
            zorder=level,
        )
        patch.set_hatch_linewidth(_HATCH)
        self._axes.add_patch(patch)

    @_draw.register
    def _(self, mark: Strokes, level: int) -> None:
        if mark.is_curved or (mark.opacity == 1 and not mark.dash):
            paths = _curves(mark.segments) if mark.is_curved else _joined(mark.segments)
            lines: Collection = PathCollection(paths, facecolors="none", edgecolors=mark.colour)
        else:
            lines = LineCollection(list(mark.segments), colors=mark.colour)
        lines.set(
            linewidth=mark.width * self._points,
            linestyle=[(0, mark.dash)] if mark.dash else "solid",
            capstyle="butt" if mark.dash else "round",
            alpha=mark.opacity,
            zorder=level,
        )
        self._axes.add_collection(lines, autolim=False)

    @_draw.register
    def _(self, mark: Stamps, level: int) -> None:
        shape = Path.make_compound_path(
            *(Path(np.append(line, line[:1], axis=0), closed=True) for line in mark.outlines)
        )
        self._scatter(shape, 1.0, mark.centres, level, mark.fill, None, 0.0)

    @_draw.register
    def _(self, mark: Discs, level: int) -> None:
        circle = Path.unit_circle()
        self._scatter(circle, mark.radius, mark.centres, level, mark.fill, mark.edge, mark.width)

    def _scatter(
        self,
        shape: Path,
        size: float,
        centres: FloatArray,
        level: int,
        fill: Fill,
        edge: Fill,
        width: float,
    ) -> None:
        marks = PathCollection(
            [shape],
            sizes=[(size * self._cell * self._points) ** 2],
            offsets=centres,
            offset_transform=self._axes.transData,
            transform=IdentityTransform(),
            facecolors="none" if fill is None else fill,
            edgecolors="none" if edge is None else edge,
            linewidths=width * self._points,
            zorder=level,
        )
        self._axes.add_collection(marks, autolim=False)

    @_draw.register
    def _(self, mark: Text, level: int) -> None:
        plate = mark.plate and {
            "boxstyle": "round,pad=0.35",
            "facecolor": mark.plate[0],
            "edgecolor": mark.plate[1],
            "linewidth": 0.8,
        }
        self._axes.text(
            mark.x,
            mark.y,
            mark.text,
            fontsize=mark.size * self._points,
            color=mark.colour,
            ha=mark.across,
            va=mark.up,
            fontweight="bold" if mark.bold else "normal",
            bbox=plate,
            parse_math=False,
            zorder=level,
            clip_on=False,
        )


def _curves(segments: FloatArray) -> list[Path]:
    """Return quadratic curves, shape (k, 3, 2), each as a path: opaque where they cross."""
    codes = [Path.MOVETO, Path.CURVE3, Path.CURVE3]
    return [Path(points, codes) for points in segments]


def _corners(boxes: FloatArray) -> FloatArray:
    """Return the outlines, shape (k, 5, 2), of boxes, rows of (left, bottom, right, top)."""
    return boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3], [0, 1]]]


def _joined(lines: FloatArray, closed: bool = False, most: int = _MOST_POINTS) -> list[Path]:
    """Join lines of m points each, shape (k, m, 2), to few paths: each takes a while to draw."""
    points = lines.shape[1]
    codes = np.full((len(lines), points), Path.LINETO, Path.code_type)
    codes[:, 0] = Path.MOVETO
    if closed:
        codes[:, -1] = Path.CLOSEPOLY
    step = max(most // points, 1)
    paths = []
    for start in range(0, len(lines), step):
        part = slice(start, start + step)
        paths.append(Path(lines[part].reshape(-1, 2), codes[part].ravel()))
        paths[-1].should_simplify = False
    return paths
