"""Workspaces: layouts of panels and views for one kind of work, each by one action."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QSplitter

from ..views.flat import FlatViews
from ..widgets.docks import PLANAR, STANDARD, Workspace, arrange, bring_up, with_focus
from ..widgets.focus_order import focus_first

HALVES, MOSTLY_FLAT = (1, 1), (1, 3)
"""How wide the scene and the flat views are beside each other."""

NO_PANEL = "No panel has the focus: go into one first, by the Panels menu or by a click."


class Workspaces:
    """Lays out the panels and the views of a window for one kind of work."""

    def __init__(
        self,
        window: QMainWindow,
        docks: Iterable[QDockWidget],
        splitter: QSplitter,
        flat: FlatViews,
    ) -> None:
        self._window, self._docks = window, docks
        self._splitter, self._flat = splitter, flat

    def standard(self) -> None:
        """Lay everything as at the first start."""
        self._lay(STANDARD, HALVES)

    def planar(self) -> None:
        """Make the layers large, with the Planar and Rings panels beside them."""
        self._lay(PLANAR, MOSTLY_FLAT)
        self._flat.show_flat("layers")

    def set_free(self) -> None:
        """Make a window of the panel with the focus, or put it back; the focus stays in it."""
        dock = with_focus(self._window)
        if dock is None:
            self._window.statusBar().showMessage(NO_PANEL, 8000)
            return
        control = QApplication.focusWidget()
        dock.setFloating(not dock.isFloating())
        bring_up(dock)
        dock.activateWindow()
        if control is not None and dock.isAncestorOf(control):
            control.setFocus()
        else:
            focus_first(dock.widget())

    def _lay(self, workspace: Workspace, shares: tuple[int, int]) -> None:
        arrange(self._window, self._docks, workspace)
        part = self._splitter.width() // sum(shares)
        self._splitter.setSizes([share * part for share in shares])
