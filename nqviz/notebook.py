"""How values show themselves in a notebook: as drawings, without a screen."""

from __future__ import annotations

from html import escape
from typing import Any

from nqviz.core.placement import Placement
from nqviz.counting.densities.exact import Density
from nqviz.rendering.canvas.alt_text import alt_text_of
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.run.outcome import Outcome
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.overlay import Overlay

MOST_CELLS = 20_000
"""The largest board that is drawn, in cells; larger values are shown as text."""
SIZE = 720, 540


def html_of(outcome: Outcome[Any]) -> str:
    """Return the message of an outcome, and a drawing of its value where there is one."""
    message = outcome.message or str(outcome.status)
    svg = svg_of(outcome.value) or ""
    return f"<p>{escape(message)}</p>{svg[max(svg.find('<svg'), 0) :]}"


def svg_of(value: object) -> str | None:
    """Return the layers of a placement or of a density as SVG.

    Returns None for other values, boards of more than `MOST_CELLS` cells and queens off the board.
    """
    view = _view_of(value)
    if view is None:
        return None
    from nqviz.rendering.canvas.matplotlib_page import encoded
    from nqviz.rendering.figures.layers import draw_layers

    settings = ImageSettings(size=SIZE)
    places = default_layers(view.board, SIZE[0] / SIZE[1])
    canvas = draw_layers(view, places, settings.colours, SIZE)
    return encoded(canvas, "svg", settings, alt_text_of(view, "Layers")).decode()


def _view_of(value: object) -> BoardView | None:
    if not isinstance(value, Placement | Density) or value.board.size > MOST_CELLS:
        return None
    if isinstance(value, Density):
        return BoardView(value.board, overlay=Overlay.of_density(value))
    return BoardView.of(value) if value.board.contains(value.cells).all() else None
