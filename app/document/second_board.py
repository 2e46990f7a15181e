"""A board that is drawn beside that of a tab, to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nqviz.rendering.canvas.canvas import Canvas
from nqviz.view.palette import Theme


@dataclass(frozen=True, eq=False)
class SecondBoard:
    """A drawing of a board with its texts."""

    # Returns the drawing in a theme and a size in pixels.
    draw: Callable[[Theme, tuple[int, int]], Canvas]
    words: str  # what it shows, in one line; empty for no line
    alt_text: str  # what it shows, for screen readers
