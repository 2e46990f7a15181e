"""Keys of the whole window: F6 goes round its regions, Alt shows the menus, Escape goes back, and
Return presses the button that has the focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenuBar, QPushButton, QToolButton, QWidget

from ..widgets.focus_order import focus_first

Regions = Callable[[], Sequence[QWidget]]
"""Returns the regions that are in sight, in their order."""


class RegionKeys(QObject):
    """Handles the keys that belong to no control.

    `go_back`: closes the page or the drawer that is open.
    """

    def __init__(
        self, window: QMainWindow, regions: Regions, go_back: Callable[[], object]
    ) -> None:
        super().__init__(window)
        self._window, self._regions, self._go_back = window, regions, go_back
        self._is_alt_alone = False
        window.installEventFilter(self)
        window.menuBar().installEventFilter(self)

    def go_on(self, step: int) -> None:
        """Set the focus into the next region (1), or into the one before (-1)."""
        regions = [region for region in self._regions() if region.isVisible()]
        focus = QApplication.focusWidget()
        here = [i for i, region in enumerate(regions) if focus and _holds(region, focus)]
        place = here[-1] + step if here else 0
        focus_first(regions[place % len(regions)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys that no control has taken."""
        if not isinstance(event, QKeyEvent):
            return False
        key, kind = event.key(), event.type()
        if kind == QEvent.Type.ShortcutOverride:  # a shortcut with Alt comes as no key press
            self._is_alt_alone = key == Qt.Key.Key_Alt
            return False
        if kind == QEvent.Type.KeyPress:
            self._is_alt_alone = key == Qt.Key.Key_Alt
            if key == Qt.Key.Key_Escape and not event.modifiers():
                self.toggle_menu_bar() if watched is self._window.menuBar() else self._go_back()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                return _press(QApplication.focusWidget())
        elif kind == QEvent.Type.KeyRelease and key == Qt.Key.Key_Alt and self._is_alt_alone:
            self._is_alt_alone = False
            self.toggle_menu_bar()
            return True
        return False

    def toggle_menu_bar(self) -> None:
        """Show the menu bar and go into it, or hide it."""
        bar: QMenuBar = self._window.menuBar()
        if bar.isNativeMenuBar():
            return
        bar.setVisible(bar.isHidden())
        if bar.isVisible():
            bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
            bar.setActiveAction(bar.actions()[0])


def _press(widget: QWidget | None) -> bool:
    """Press a button, as Space does; return whether it is one."""
    if not isinstance(widget, QPushButton | QToolButton) or not widget.isEnabled():
        return False
    widget.click()
    return True


def _holds(region: QWidget, widget: QWidget) -> bool:
    return region is widget or region.isAncestorOf(widget)
