"""Formulas as images, drawn by MathText from the subset of LaTeX that it knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from nqviz.core.errors import InputError

POINTS = 72.0


@dataclass(frozen=True)
class Formula:
    """A formula as an image.

    `png`: the image, with a transparent background.
    `width`, `ascent`, `descent`: its width, and its height above and below the base line, in the
    unit of the type size.
    """

    png: bytes
    width: float
    ascent: float
    descent: float


@lru_cache(maxsize=256)
def draw_formula(
    tex: str, size: float, colour: str, ratio: float = 1.0, line: tuple[float, float] = (0.0, 0.0)
) -> Formula:
    """Return the image of a formula.

    `tex`: LaTeX without dollar signs, such as ``x^2``.
    `size`: the size of the type, in pixels.
    `colour`: such as ``#202020``.
    `ratio`: pixels of the image in one of these pixels.
    `line`: the least ascent and descent; the rest of the image is empty.
    Raises InputError if MathText does not know a command, or the formula is not well formed.
    """
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

    width, height, depth = _measured(tex, size)
    ascent, descent = max(height - depth, line[0]), max(depth, line[1])
    figure = Figure(figsize=((width + 1) / POINTS, (ascent + descent) / POINTS), dpi=POINTS * ratio)
    font = FontProperties(size=size)
    base = descent / (ascent + descent)
    figure.text(0, base, f"${tex}$", fontproperties=font, color=colour, va="baseline")
    stream = BytesIO()
    figure.savefig(stream, format="png", transparent=True)
    return Formula(stream.getvalue(), width + 1, ascent, descent)


def check_formula(tex: str) -> None:
    """Raise InputError if a formula cannot be drawn."""
    _measured(tex, 10.0)


def _measured(tex: str, size: float) -> tuple[float, float, float]:
    """Return the width, the whole height and the depth below the base line of a formula."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    font = FontProperties(size=size)
    try:
        parsed = MathTextParser("path").parse(f"${tex}$", POINTS, font)
    except (ValueError, RecursionError) as error:
        lines = str(error).strip().splitlines()
        reason = lines[-1] if lines and not isinstance(error, RecursionError) else "too nested"
        raise InputError(f"the formula ${tex}$ cannot be drawn: {reason}") from None
    return float(parsed.width), float(parsed.height), float(parsed.depth)
