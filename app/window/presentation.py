"""Presentation mode: the whole screen, the views and the text of a lesson, and nothing else.

The keys that a presenter's remote sends go through the lesson; Escape brings everything back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

if TYPE_CHECKING:
    from .main_window import MainWindow

LARGER = 1.5
"""How much larger text is."""

NEXT = (Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Space)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
PAGES = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
"""Keys that mean nothing to a field that is written in."""


class Presentation(QObject):
    """Turns a window into a presentation and back.

    Signals
    -------
    changed()
        The presentation begins or ends.
    """

    changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._lessons = window.panels.lessons
        self._geometry: QByteArray | None = None
        self._drawer = ""
        self._hidden: list[QWidget] = []
        self._lessons.changed.connect(self._arrange)

    @property
    def is_on(self) -> bool:
        """Whether the window presents."""
        return self._geometry is not None

    def text_size(self, percent: int) -> int:
        """Return the size of text in percent, as far as the mode makes it larger."""
        return round(percent * LARGER) if self.is_on else percent

    def toggle(self) -> None:
        """Begin or end."""
        if self.is_on:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Fill the screen with the views and, while a lesson is taken, its text."""
        if self.is_on:
            return
        window = self._window
        self._geometry, self._drawer = window.saveGeometry(), window.drawers.current
        bars = (window.toolbar, window.rail, window.menuBar(), window.statusBar())
        self._hidden = [bar for bar in bars if not bar.isHidden()]
        for bar in self._hidden:
            bar.hide()
        window.showFullScreen()
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self.changed.emit()
        self._arrange()

    def leave(self) -> None:
        """Lay everything as it was."""
        if self._geometry is None:
            return
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        geometry, self._geometry = self._geometry, None
        self.changed.emit()  # with large text the window may not become small again
        for bar in self._hidden:
            bar.show()
        self._hidden = []
        self._show_drawer(self._drawer)
        self._window.showNormal()
        self._window.restoreGeometry(geometry)

    def _arrange(self) -> None:
        """Leave only the text of the lesson beside the views."""
        if self.is_on:
            self._show_drawer("lessons" if self._lessons.run is not None else "")

    def _show_drawer(self, name: str) -> None:
        if name:
            self._window.drawers.open(name)
        else:
            self._window.drawers.close_drawer()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of a presenter before the widgets of the window do."""
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in kinds or not isinstance(event, QKeyEvent):
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self._window:
            return False
        call = self._meaning(event)
        if call is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            call()
        return True

    def _meaning(self, event: QKeyEvent) -> Callable[[], None] | None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            return self.leave
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        writes = isinstance(QApplication.focusWidget(), QLineEdit) and key not in PAGES
        if not plain or writes or self._lessons.run is None:
            return None
        if key in NEXT:
            return self._lessons.go_next
        return self._lessons.go_back if key in BACK else None
