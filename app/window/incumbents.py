"""The incumbents of the last search, each better than the one before, for an animation."""

from __future__ import annotations

from PySide6.QtCore import QObject

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

from ..document.document import Document

MOST = 2000


class Incumbents(QObject):
    """Records each better suggestion while a search runs.

    `found`: the cells of the suggestions in their order; empty when the board is another one.
    """

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._board: Board | None = None
        self._found: list[IntArray] = []
        self.givens = Placement(document.board)  # the given queens when the search started
        document.overlay_changed.connect(self._on_overlay)

    @property
    def found(self) -> list[IntArray]:
        """The suggestions, if they are for the board that is looked at."""
        return self._found if self._board == self._document.board else []

    def begin(self) -> None:
        """Clear the suggestions when a search starts."""
        self._board, self._found = self._document.board, []
        self.givens = self._document.given_placement()

    def _on_overlay(self) -> None:
        cells = self._document.suggestion
        if cells is None or self._board != self._document.board or len(self._found) >= MOST:
            return
        if not self._found or len(cells) != len(self._found[-1]):
            self._found.append(cells)
