"""The style sheet of a window, part by part: what is in sight at once, the rest afterwards."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from .layouts import within_screen
from .timing import single_shot

FIRST_MS, NEXT_MS = 400, 20
"""The delays before hidden parts are dressed: before the first and between two, in milliseconds."""


class Dressing(QObject):
    """Keeps the parts of a window, its dialogs and its menus in one style sheet.

    A style sheet of the application or of the whole window dresses every widget at once, most of
    which are hidden in drawers and pages. Here a part that is hidden is dressed when it is shown,
    or before that while the window rests.

    `window`: its dialogs and menus are dressed as soon as they are made ready to be shown.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._parts: list[QWidget] = []
        self._sheet = ""
        self._later = single_shot(self, self._dress_next)
        window.installEventFilter(self)

    def add(self, *parts: QWidget) -> None:
        """Dress parts of the window from now on."""
        self._parts = [*filter(isValid, self._parts), *parts]
        for part in parts:
            part.installEventFilter(self)
            if part.isVisibleTo(self._window):
                self._dress(part)
            elif self._sheet and not self._later.isActive():
                self._later.start(NEXT_MS)

    def set_sheet(self, sheet: str) -> None:
        """Dress what is in sight in a style sheet, and the rest later."""
        self._sheet = sheet
        for part in self._undressed():
            if part.isVisibleTo(self._window):
                part.setStyleSheet(sheet)
        self._later.start(FIRST_MS)

    def _dress(self, part: QWidget) -> None:
        if part.styleSheet() != self._sheet:
            part.setStyleSheet(self._sheet)

    def _undressed(self) -> list[QWidget]:
        """Return the parts and the windows of the window that have another style sheet."""
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        children = self._window.findChildren(QWidget, options=direct)
        windows = (child for child in children if child.isWindow())
        every = (*filter(isValid, self._parts), *windows)
        return [part for part in every if part.styleSheet() != self._sheet]

    def _dress_next(self) -> None:
        """Dress one part that is hidden, and go on after other events."""
        parts = self._undressed()
        if parts:
            self._dress(parts[0])
            self._later.start(NEXT_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Dress a part that is shown, and a dialog or a menu before its size is computed."""
        kind = event.type()
        if kind == QEvent.Type.Show and isinstance(watched, QWidget):
            if watched is not self._window:
                self._dress(watched)
            if isinstance(watched, QFileDialog):  # made for thirty rows of files
                watched.resize(within_screen(watched, watched.size()))
        elif kind == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            if isinstance(child, QWidget) and child.isWindow():
                child.installEventFilter(self)
                self._dress(child)
        return False
