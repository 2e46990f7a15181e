"""Presentation mode: the whole screen, large text, the views and the text of a lesson, no more.

The keys that a presenter's remote sends go through the lesson; Escape brings everything back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QWidget,
)

from ..document.tabs import BoardTabs
from ..drawers.lessons.panel import LessonsPanel
from ..widgets.docks import hide_tabs, restore_layout

LARGER = 1.5
"""How much larger text is."""

SHARE = 0.34
"""The part of the screen's width that the text of a lesson takes."""

NEXT = (Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Space)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
PAGES = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
"""Keys that mean nothing to a field that is written in."""


class Presentation(QObject):
    """Turns a window into a presentation and back.

    Parameters
    ----------
    window : QMainWindow
    lessons : LessonsPanel
    docks : mapping from str to QDockWidget
        The panels by their names.
    tabs : BoardTabs
    bars : sequence of QWidget
        Hidden during the presentation, besides the menus and the status bar.

    Signals
    -------
    changed()
        The mode begins or ends: text has another size.
    """

    changed = Signal()

    def __init__(
        self,
        window: QMainWindow,
        lessons: LessonsPanel,
        docks: Mapping[str, QDockWidget],
        tabs: BoardTabs,
        bars: Sequence[QWidget],
    ) -> None:
        super().__init__(window)
        self._window, self._lessons = window, lessons
        self._docks, self._tabs, self._bars = docks, tabs, bars
        self._layout: QByteArray | None = None
        self._geometry = QByteArray()
        self._hidden: list[QWidget] = []
        self._lent: list[QAction] = []
        self._title: QWidget | None = None
        self._began_in_lesson = False
        lessons.changed.connect(self._arrange)

    @property
    def is_on(self) -> bool:
        """Whether the window presents."""
        return self._layout is not None

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
        self._layout, self._geometry = window.saveState(), window.saveGeometry()
        self._began_in_lesson = self._lessons.run is not None
        bars = (*self._bars, window.menuBar(), window.statusBar())
        self._hidden = [bar for bar in bars if not bar.isHidden()]
        for bar in self._hidden:
            bar.hide()
        # Without its menus the window would not hear their keys. Actions without keys stay out:
        # some menus delete theirs when they are filled anew.
        known = window.actions()
        with_keys = (each for each in _actions(window.menuBar()) if not each.shortcut().isEmpty())
        self._lent = [each for each in with_keys if each not in known]
        window.addActions(self._lent)
        window.showFullScreen()
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self.changed.emit()
        self._arrange()

    def leave(self) -> None:
        """Lay everything as it was."""
        if self._layout is None:
            return
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        layout, self._layout = self._layout, None
        self.changed.emit()  # with large text the window may not become small again
        window = self._window
        for bar in self._hidden:
            bar.show()
        for action in self._lent:
            window.removeAction(action)
        self._hidden, self._lent = [], []
        self._tabs.setVisible(self._tabs.count() > 1)
        self._show_title()
        restore_layout(window, layout)
        window.showNormal()
        window.restoreGeometry(self._geometry)

    def _arrange(self) -> None:
        """Leave only the text of the lesson beside the views."""
        if not self.is_on:
            return
        window = self._window
        if self._began_in_lesson and self._lessons.run is None:
            self._layout = self._lessons.layout_before  # as wide as it was with smaller text
            self._began_in_lesson = False
        text = self._docks["lessons"]
        self._tabs.hide()
        self._hide_title()
        for dock in self._docks.values():
            dock.setVisible(dock is text and self._lessons.run is not None)
        hide_tabs(window)
        if self._lessons.run is not None:
            text.raise_()
            width = round(SHARE * window.width())
            window.resizeDocks([text], [width], Qt.Orientation.Horizontal)

    def _hide_title(self) -> None:
        """Put nothing where the title of the lesson's panel is."""
        dock = self._docks["lessons"]
        if self._title is None:
            self._title = dock.titleBarWidget()
            dock.setTitleBarWidget(QWidget())

    def _show_title(self) -> None:
        dock = self._docks["lessons"]
        if self._title is not None:
            nothing = dock.titleBarWidget()
            dock.setTitleBarWidget(self._title)
            nothing.deleteLater()
        self._title = None

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


def _actions(menu: QMenu | QMenuBar) -> Iterator[QAction]:
    """Yield the actions of a menu and of the menus in it."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions(inner)
        elif not action.isSeparator():
            yield action
