"""Presentation mode: the scene on the whole screen, beside it the text of a lesson, no more.

The keys that a presenter's remote sends go through the lesson; Escape brings everything back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QVBoxLayout, QWidget

from ..drawers.lessons.page import PRESENTATION, USUAL_HEIGHT, LessonPage
from ..widgets.fields import label
from ..widgets.layouts import vertical
from ..widgets.widgets import named

if TYPE_CHECKING:
    from .main_window import MainWindow

SHARE = 0.3
"""The part of the screen's width that the text of a lesson takes."""

ADVANCE = (Qt.Key.Key_PageDown, Qt.Key.Key_Space)
"""Keys of a remote: they go through a step with its animation, and then on."""
NEXT = (Qt.Key.Key_Right,)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
PAGES = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
"""Keys that mean nothing to a field that is written in."""


class Presentation(QObject):
    """Turns a window into a presentation and back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._lessons = window.panels.lessons
        self._geometry: QByteArray | None = None
        self._drawer = ""
        self._began_in_lesson = False
        self._hidden: list[QWidget] = []
        self._side: QFrame | None = None
        self._page: LessonPage | None = None
        self._lessons.changed.connect(self._arrange)

    @property
    def is_on(self) -> bool:
        """Whether the window presents."""
        return self._geometry is not None

    def toggle(self) -> None:
        """Begin or end."""
        if self.is_on:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Fill the screen with the scene and, while a lesson is taken, its text."""
        if self.is_on:
            return
        window = self._window
        self._geometry, self._drawer = window.saveGeometry(), window.drawers.current
        self._began_in_lesson = self._lessons.run is not None
        bars = (window.toolbar, window.rail, window.menuBar(), window.statusBar())
        self._hidden = [bar for bar in bars if not bar.isHidden()]
        for bar in self._hidden:
            bar.hide()
        window.scene_page.set_alone(True)
        window.showFullScreen()
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self._arrange()

    def leave(self) -> None:
        """Lay everything as it was."""
        if self._geometry is None:
            return
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        geometry, self._geometry = self._geometry, None
        self._drop_side()
        self._window.scene_page.set_alone(False)
        for bar in self._hidden:
            bar.show()
        self._hidden = []
        drawer = self._drawer if self._lessons.run is None else "lessons"
        if drawer:
            self._window.drawers.open(drawer)
            self._window.drawers.finish()
        self._window.showNormal()
        self._window.restoreGeometry(geometry)

    # The text of the lesson --------------------------------------------------------------------

    def _arrange(self) -> None:
        """Show the text of the lesson that is taken beside the scene, and no drawer."""
        if not self.is_on:
            return
        run, drawers = self._lessons.run, self._window.drawers
        has_ended = self._side is not None and run is None
        if self._began_in_lesson and run is None:
            self._drawer, self._began_in_lesson = drawers.current, False
        self._drop_side()
        drawers.close_drawer()
        drawers.finish()
        self._window.pages.setFocus()
        if run is None:
            if has_ended:
                self._add_side(self._end())
            return
        page = LessonPage(PRESENTATION, "presentation")
        page.left.connect(self._lessons.leave)
        page.task.shown.connect(self._lessons.show_how)
        self._add_side(page)
        self._page = page
        page.follow(run)
        page.show_step()

    def _add_side(self, page: QWidget) -> None:
        """Put a page at the right of the scene."""
        self._side = QFrame()
        self._side.setProperty("role", "bar")
        self._side.setFixedWidth(round(SHARE * self._window.width()))
        column = vertical(self._side)
        column.addWidget(page)
        self._window.add_side(self._side)
        self._side.show()

    def _end(self) -> QWidget:
        """Return the page after the last step."""
        page = QWidget()
        column = QVBoxLayout(page)
        scale = self._window.height() / USUAL_HEIGHT
        column.setContentsMargins(*(round(side * scale) for side in PRESENTATION.margins))
        column.setSpacing(round(PRESENTATION.gap * scale))
        for name, text, size, weight in (
            ("presentation.end", "End of the lesson", PRESENTATION.head, 600),
            ("presentation.way_out", "Esc leaves the presentation.", PRESENTATION.text, 400),
        ):
            words = named(label(text, "reading"), name, text)
            words.setWordWrap(True)
            words.setStyleSheet(f"font-size: {round(size * scale)}px; font-weight: {weight};")
            column.addWidget(words)
        column.addStretch(1)
        return page

    def _drop_side(self) -> None:
        if self._side is not None:
            self._side.hide()
            self._side.deleteLater()
            self._side = self._page = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of a presenter before the widgets of the window do."""
        if event.type() == QEvent.Type.Resize and watched is self._window and self._side:
            self._side.setFixedWidth(round(SHARE * self._window.width()))
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
        if key in ADVANCE and self._page is not None:
            return self._page.advance
        if key in NEXT:
            return self._lessons.go_next
        return self._lessons.go_back if key in BACK else None
