"""The drawings of boards of lessons: in a handout, and beside the board of a step."""

from __future__ import annotations

from nqviz.core.board_state import BoardState
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.figures.layers import draw_layers
from nqviz.rendering.figures.square import draw_square
from nqviz.view.board_overlays import BoardOverlays, Marks, picture_of
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import Theme
from nqviz.view.view_state import ViewState

from .model import StepView
from .still import Still


def view_of(picture: Still, step: StepView) -> BoardView:
    """Return what a step shows of a board; highlighted cells have a diamond."""
    state = BoardState(picture.placement, picture.givens.tolist(), picture.board_cut)
    marks = Marks(picture.highlight, "") if len(picture.highlight) else None
    values = None if picture.density is None else Overlay.of_density(picture.density)
    return picture_of(state, step.on(ViewState()), BoardOverlays(picture.cursor, values, marks))


def draw_board(view: BoardView, step: StepView, theme: Theme, size: tuple[int, int]) -> Canvas:
    """Draw a board of a step: as a square where the step shows one, else layer by layer.

    `size`: width and height in units.
    """
    if step.flat == "square" and view.board.d == 3:
        return draw_square(view, theme, size)
    return draw_layers(view, default_layers(view.board, size[0] / size[1]), theme, size)
