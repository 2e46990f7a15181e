"""The files that the Lessons drawer writes: a first lesson of a board, and the progress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.run.files import atomic_write

from ...document.document import Document

if TYPE_CHECKING:
    from nqviz.lessons import Progress


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
