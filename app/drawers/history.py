"""The History panel: every change by its name, and a replay of them step by step."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QUndoView, QVBoxLayout, QWidget

from ..document.document import Document
from ..widgets.animation_speed import pause
from ..widgets.widgets import named, set_enabled

PAUSE_MS = 600
"""How long each step of a replay stays."""


class HistoryPanel(QWidget):
    """The undo stack of the tab as a list, with buttons to walk through it."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._list = named(
            QUndoView(document.undo_group),
            "history.list",
            "History of changes",
            "Click a step to go back or on to it",
        )
        self._list.setEmptyLabel("The board as it was opened")
        self._clock = QTimer(self)  # runs only while steps are shown to move
        self._clock.timeout.connect(self._tick)
        self._first = self._push("first", "Start", self.go_first)
        self._back = self._push("back", "Back", self.go_back)
        self._play = self._push("play", "Play", self.play)
        self._next = self._push("next", "Next", self.go_next)
        self._last = self._push("last", "End", self.go_last)
        self._lay_out()
        document.undo_group.indexChanged.connect(self._update_ui)
        document.undo_group.activeStackChanged.connect(self.stop)
        self._update_ui()

    def _push(self, name: str, text: str, call: object) -> QToolButton:
        push = named(QToolButton(), f"history.{name}", text)
        push.setText(text)
        push.clicked.connect(call)
        return push

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        self.buttons = {"edit.undo": self._back, "edit.redo": self._next}
        for push in (self._first, self._back, self._play, self._next, self._last):
            row.addWidget(push, 1)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self._list, 1)

    # Walking ---------------------------------------------------------------------------------

    def go_first(self) -> None:
        """Go back to before the first step."""
        self._go(0)

    def go_back(self) -> None:
        """Go back by one step."""
        self._go(self._document.undo_stack.index() - 1)

    def go_next(self) -> None:
        """Go on by one step."""
        self._go(self._document.undo_stack.index() + 1)

    def go_last(self) -> None:
        """Go on to the last step."""
        self._go(self._document.undo_stack.count())

    def _go(self, index: int) -> None:
        self.stop()
        self._document.undo_stack.setIndex(index)

    # Replay ----------------------------------------------------------------------------------

    def play(self) -> None:
        """Show one step after another, from the start if this is the end; again: stop."""
        if self._clock.isActive():
            self.stop()
            return
        stack = self._document.undo_stack
        if stack.index() == stack.count():
            stack.setIndex(0)
        self._clock.start(pause(PAUSE_MS))
        self._update_ui()

    def stop(self) -> None:
        """End the replay where it is."""
        self._clock.stop()
        self._update_ui()

    def _tick(self) -> None:
        stack = self._document.undo_stack
        stack.redo()
        if stack.index() == stack.count():
            self.stop()

    def hideEvent(self, event: QHideEvent) -> None:
        self.stop()
        super().hideEvent(event)

    def _update_ui(self) -> None:
        stack = self._document.undo_stack
        plays, at_start = self._clock.isActive(), stack.index() == 0
        at_end = stack.index() == stack.count()
        for push, can, tip, why in (
            (
                self._first,
                not at_start,
                "Go back to the board as it was opened",
                "This is the start",
            ),
            (self._back, not at_start, "Go back by one step", "This is the start"),
            (self._next, not at_end, "Go on by one step", "This is the last step"),
            (self._last, not at_end, "Go on to the last step", "This is the last step"),
            (
                self._play,
                stack.count() > 0,
                "Stop the replay" if plays else "Show one step after another",
                "There is no step to show yet",
            ),
        ):
            set_enabled(push, can, tip if can else why)
        self._play.setText("Stop" if plays else "Play")
        self._play.setAccessibleName(self._play.text())
