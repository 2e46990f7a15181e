"""Drawings as figures for LaTeX: a document of its own, or a picture to be input.

Everything is drawn with plain TikZ and no library, one path for all marks of a colour, so that
large boards stay small files. One unit of the picture is one cell. The colours are defined inside
the picture: they end with it, so that those of figures and articles do not meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatchmethod
from textwrap import wrap

import numpy as np

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import ColourArray, hex_colour

from .alt_text import AltText
from .canvas import Canvas, Discs, Hatching, Mark, Rectangles, Stamps, Strokes, Text, colours_of

BIG_POINTS = 72.0
"""TeX's big points in an inch."""
PER_LINE = 6
"""Coordinates in a line of the file."""
LINE_HEIGHT = 1.2

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "#$%&_"},
    "·": r"$\cdot$",
    "×": r"$\times$",
    "–": "--",
    "−": "$-$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "…": r"\ldots{}",
}
_ACROSS = {"left": "west", "right": "east", "center": ""}
_UP = {"baseline": 0.0, "bottom": 0.0, "top": -1.0, "center": -0.5, "center_baseline": -0.5}
"""How far the baseline is from the place, in heights of digits; `bottom` is that of a plate."""
DIGIT = 0.69
"""The height of digits and capitals, as a share of the size of the text."""
HATCH = 4.0, 0.4
"""The distance of the lines of a hatching and their width, in big points."""


def tikz_document(canvas: Canvas, settings: ImageSettings, alt_text: AltText) -> str:
    """Return a LaTeX document of class standalone with the drawing, or its picture alone.

    `settings`: the picture is that many pixels at its dpi wide and high; with `fragment` it is
    to be input.
    `alt_text`: what the picture shows, as comments.
    """
    figure = _Figure(canvas, BIG_POINTS / settings.units_per_inch, settings.transparent)
    comments = [alt_text.title, *wrap(alt_text.description, 96, break_long_words=False)]
    before = [r"\RequirePackage{fix-cm}", r"\documentclass[tikz]{standalone}", r"\begin{document}"]
    after = [r"\end{document}"]
    if settings.fragment:
        comments.append(
            r"For \input; needs \usepackage{tikz}. With Computer Modern, fix-cm as well."
        )
        before, after = [], []
    lines = [*(f"% {comment}" for comment in comments), *before, *figure.picture(), *after]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Write text so that TeX shows it as it is."""
    return "".join(_SPECIAL.get(character, character) for character in text)


class _Figure:
    """The lines of one picture."""

    def __init__(self, canvas: Canvas, points: float, transparent: bool) -> None:
        self._points = points  # big points in a unit of the canvas
        self._names: dict[str, str] = {}
        unit = canvas.cell * points
        page = _box((canvas.left, canvas.bottom, canvas.right, canvas.top))
        self._unit = unit
        self._begin = rf"\begin{{tikzpicture}}[x={unit:.5g}bp, y={unit:.5g}bp, line join=round]"
        self.lines = [rf"\useasboundingbox {page};"]
        if not transparent:
            self.lines.append(rf"\fill[{self._name(canvas.theme.background)}] {page};")
        for mark in canvas.marks:
            self._draw(mark)

    def picture(self) -> list[str]:
        """Return the lines of the picture, which begins with its colours."""
        colours = [
            rf"\definecolor{{{name}}}{{HTML}}{{{colour[1:]}}}%"
            for colour, name in self._names.items()
        ]
        return [self._begin, *colours, *self.lines, r"\end{tikzpicture}"]

    def _name(self, colour: str) -> str:
        colour = colour.upper()
        return self._names.setdefault(colour, f"nqviz{_letters(len(self._names))}")

    def _path(self, command: str, parts: Iterable[str]) -> None:
        self.lines.append(command)
        pieces = list(parts)
        for start in range(0, len(pieces), PER_LINE):
            self.lines.append("  " + " ".join(pieces[start : start + PER_LINE]))
        self.lines[-1] += ";"

    # Marks ---------------------------------------------------------------------------------------

    @singledispatchmethod
    def _draw(self, mark: Mark) -> None:
        raise TypeError(f"a {type(mark).__name__} cannot be drawn")

    @_draw.register
    def _(self, mark: Rectangles) -> None:
        for colour, rows in _grouped(mark.colours):
            self._path(rf"\fill[{self._name(colour)}]", map(_box, mark.boxes[rows].tolist()))

    @_draw.register
    def _(self, mark: Hatching) -> None:
        step, width = HATCH
        lines = (
            f"{_at(start)} -- {_at(end)}"
            for box in mark.boxes.tolist()
            for start, end in _hatch(box, step / self._unit)
        )
        self._path(rf"\draw[{self._name(mark.colour)}, line width={width}bp]", lines)

    @_draw.register
    def _(self, mark: Strokes) -> None:
        width = mark.width * self._points
        style = [self._name(mark.colour), f"line width={_number(width)}bp"]
        if mark.dash:
            turns = zip(mark.dash[::2], mark.dash[1::2], strict=True)
            pattern = (f"on {_number(a * width)}bp off {_number(b * width)}bp" for a, b in turns)
            style.append(f"dash pattern={' '.join(pattern)}")
        else:
            style.append("line cap=round")
        if mark.opacity < 1:
            style.append(f"opacity={_number(mark.opacity)}")
        join = _curve if mark.is_curved else _line
        lines = (join(each) for each in mark.segments.tolist())
        self._path(rf"\draw[{', '.join(style)}]", lines)

    @_draw.register
    def _(self, mark: Stamps) -> None:
        if mark.fill is None:
            return
        shape = " ".join(f"{_line(each.tolist())} -- cycle" for each in mark.outlines)
        for colour, places in _by_colour(mark.fill, mark.centres):
            self._path(r"\foreach \place in {", _listed(places))
            self.lines[-1] = self.lines[-1].removesuffix(";") + "}"
            self.lines.append(rf"  \fill[{self._name(colour)}, shift={{(\place)}}] {shape};")

    @_draw.register
    def _(self, mark: Discs) -> None:
        circle = f"circle[radius={_number(mark.radius)}]"
        if mark.fill is not None:
            for colour, places in _by_colour(mark.fill, mark.centres):
                parts = (f"{_at(place)} {circle}" for place in places.tolist())
                self._path(rf"\fill[{self._name(colour)}]", parts)
        if mark.edge is not None and mark.width:
            width = _number(mark.width * self._points)
            for colour, places in _by_colour(mark.edge, mark.centres):
                parts = (f"{_at(place)} {circle}" for place in places.tolist())
                self._path(rf"\draw[{self._name(colour)}, line width={width}bp]", parts)

    @_draw.register
    def _(self, mark: Text) -> None:
        size = mark.size * self._points
        anchor, lift = f"base {_ACROSS[mark.across]}".rstrip(), _UP[mark.up] * DIGIT * size
        if mark.plate is not None:
            anchor, lift = "south", 0.0
        style = [f"anchor={anchor}", f"text={self._name(mark.colour)}", "inner sep=0pt"]
        style += [f"yshift={_number(lift)}bp"] if lift else []
        if mark.plate is not None:
            ground, edge = map(self._name, mark.plate)
            style[2] = f"inner sep={_number(0.35 * size)}bp"
            style += ["rounded corners=1.5bp", f"fill={ground}", f"draw={edge}"]
        font = rf"\fontsize{{{_number(size)}bp}}{{{_number(LINE_HEIGHT * size)}bp}}\selectfont"
        font += r"\sffamily" + (r"\bfseries" if mark.bold else "")
        style.append(f"font={font}")
        place = _at((mark.x, mark.y))
        self.lines.append(rf"\node[{', '.join(style)}] at {place} {{{escaped(mark.text)}}};")


def _by_colour(fill: FloatArray | str, centres: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    """Yield places by their colours, in the order in which these come first."""
    colours = colours_of(fill)
    if len(colours) == 1:
        yield hex_colour(colours[0]), centres
        return
    for colour, rows in _grouped(colours):
        yield colour, centres[rows]


def _grouped(colours: ColourArray) -> Iterator[tuple[str, IntArray]]:
    """Yield the rows of each colour, shape (k, 3)."""
    _, first, group = np.unique(colours, axis=0, return_index=True, return_inverse=True)
    for kind in np.argsort(first).tolist():
        yield hex_colour(colours[first[kind]]), np.flatnonzero(group.ravel() == kind)


def _listed(places: FloatArray) -> Iterator[str]:
    """Write places as items of a list, each in braces of its own."""
    for number, (x, y) in enumerate(places.tolist(), start=1):
        yield f"{{{_number(x)},{_number(y)}}}" + ("," if number < len(places) else "")


def _line(points: list[list[float]]) -> str:
    return " -- ".join(map(_at, points))


def _curve(points: list[list[float]]) -> str:
    """Write a quadratic curve by its ends and its control point, as the cubic one that it is."""
    start, control, end = (np.array(point) for point in points)
    near, far = ((point + 2 * control) / 3 for point in (start, end))
    return f"{_at(start)} .. controls {_at(near)} and {_at(far)} .. {_at(end)}"


def _hatch(box: list[float], step: float) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the ends of the rising lines of a hatched box, at multiples of `step` across."""
    left, bottom, right, top = box
    across = step * np.sqrt(2)
    for number in range(int(np.ceil((left - top) / across)), int((right - bottom) / across) + 1):
        offset = number * across  # of the line x - y = offset
        start, end = max(left, bottom + offset), min(right, top + offset)
        if end - start > 1e-6:
            yield np.array((start, start - offset)), np.array((end, end - offset))


def _at(place: Iterable[float]) -> str:
    return f"({','.join(map(_number, place))})"


def _box(corners: Iterable[float]) -> str:
    left, bottom, right, top = corners
    return f"{_at((left, bottom))} rectangle {_at((right, top))}"


def _number(value: float) -> str:
    """Write a number with at most four places; TeX knows no exponents."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _letters(number: int) -> str:
    """Name a colour with letters only: a, b, ..., z, ba, bb, ..."""
    name = ""
    while number or not name:
        number, digit = divmod(number, 26)
        name = chr(ord("a") + digit) + name
    return name
