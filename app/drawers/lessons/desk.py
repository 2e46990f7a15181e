"""What a lesson needs of the drawers of the window, and the boards that it puts into tabs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from nqviz.core.board_state import BoardState

from ...document.board_tab import SecondBoard, window_state

if TYPE_CHECKING:
    from nqviz.lessons import Lesson, Still


class Drawers(Protocol):
    """What a lesson needs of the drawers of the window."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all drawers."""

    @property
    def current(self) -> str:
        """The name of the open drawer, empty without one."""

    def open(self, name: str) -> None:
        """Open a drawer."""

    def close_drawer(self) -> None:
        """Close the open drawer."""


def second_board_of(lesson: Lesson, number: int) -> SecondBoard | None:
    """Return the board that is drawn beside that of a step, counted from 0; None without one."""
    from nqviz.lessons import second_board

    step, picture = lesson.steps[number], second_board(lesson, number)
    if step.beside is None or picture is None:
        return None
    from nqviz.lessons.drawing import draw_board, view_of
    from nqviz.rendering.canvas.alt_text import alt_text_of

    view = view_of(picture, step.view)
    described = alt_text_of(view, "Layers")
    words = step.beside.say or ""
    return SecondBoard(partial(draw_board, view, step.view), words, described.description)


def state_of(picture: Still) -> BoardState:
    """Make the state of a document from a picture."""
    return window_state(picture.placement, picture.givens.tolist(), picture.board_cut)
