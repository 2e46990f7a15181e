"""What a lesson needs of the drawers, the boards that it puts into tabs, the files it writes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.run.files import atomic_write

from ...document.board_tab import SecondBoard, window_state
from ...document.document import Document

if TYPE_CHECKING:
    from nqviz.lessons import Lesson, Progress, Still


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


def write_template(document: Document, path: Path) -> bool:
    """Write a lesson of one step that shows the board; report it, and return whether it was."""
    from nqviz.lessons import lesson_template

    try:
        text = lesson_template(document.placement(), document.givens)
        atomic_write(path, text.encode())
    except InputError as error:
        document.report(tr("The lesson is not made: {reason}.", reason=error))
        return False
    document.report(tr("{file} has one step; go on writing it with a text editor.", file=path.name))
    return True


def write_progress(document: Document, progress: Progress, path: Path) -> None:
    """Write what was done in all lessons, as JSON by that suffix, else as a page; report it."""
    from nqviz.lessons.progress import progress_page

    is_json = path.suffix.lower() == ".json"
    text = progress.to_json() if is_json else progress_page([progress])
    try:
        atomic_write(path, text.encode())
    except InputError as error:
        document.report(tr("The progress is not exported: {reason}.", reason=error))
        return
    document.report(tr("Progress exported to {file}.", file=path.name))
