"""Copying a board as text that makes it again: a placement code, or a script."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.formats import format_code
from nqviz.formats.history_script import history_script
from nqviz.view.view_json import changed_entries

from ..document.document import Document


class Sharing(QObject):
    """Puts text on the clipboard from which the board can be made again."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document

    def copy_code(self) -> None:
        """Copy the board, its queens and the view as a placement code."""
        document = self._document
        givens = tuple(sorted(document.givens))
        try:
            code = format_code(document.placement(), givens, changed_entries(document.view))
        except InputError as error:
            document.report(tr("Not copied: {error}.", error=error))
            return
        QApplication.clipboard().setText(code)
        document.report(
            tr("Copied a placement code of {count} characters.", count=f"{len(code):,}")
        )

    def copy_python(self) -> None:
        """Copy the history as a script that makes the board with the library."""
        document = self._document
        try:
            script = history_script(document.tab.history)
        except InputError as error:
            document.report(tr("Not copied: {error}.", error=error))
            return
        QApplication.clipboard().setText(script)
        document.report(tr("Copied a script of {count} lines.", count=f"{script.count(chr(10)):,}"))
