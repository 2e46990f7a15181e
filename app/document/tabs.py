"""The bar of board tabs; the document shows the tab in front."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabBar, QWidget

from nqviz.core.placement import Placement

from ..widgets.widgets import named
from .board_tab import BoardTab, window_state
from .document import Document


class BoardTabs(QTabBar):
    """A bar of board tabs, hidden while there is only one.

    Signals
    -------
    closed(BoardTab)
        A tab was closed.
    """

    closed = Signal(object)

    def __init__(
        self,
        document: Document,
        may_close: Callable[[BoardTab], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        named(self, "tabs", "Open boards", "The boards that are open")
        self._document = document
        self._may_close = may_close
        self._tabs = [document.tab]
        self._first = document.tab
        self.setTabsClosable(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setAutoHide(True)
        self.addTab("")
        self.currentChanged.connect(self._on_current)
        self.tabCloseRequested.connect(self.close_tab)
        self.tabMoved.connect(self._on_moved)
        document.file_changed.connect(self._show_titles)
        document.board_changed.connect(self._show_titles)
        self._show_titles()

    @property
    def board_tabs(self) -> tuple[BoardTab, ...]:
        """The board tabs, in the order of the bar."""
        return tuple(self._tabs)

    def open_tab(self, tab: BoardTab, beside: bool = False) -> BoardTab:
        """Open a tab in front; it replaces an untouched tab, unless `beside`."""
        self.open_tabs([tab], 0, beside)
        return tab

    def open_tabs(self, tabs: Sequence[BoardTab], current: int, beside: bool = False) -> None:
        """Open tabs, one of them in front.

        They replace the tab in front where it is untouched and either the first one of the window
        or without queens, unless `beside`.
        """
        front = self._tabs[self.currentIndex()]
        is_spare = front is self._first or not front.state.counts.queens
        for tab in tabs:
            self._tabs.append(tab)
            self.addTab("")
        self.setCurrentIndex(self._tabs.index(tabs[current]))
        if not beside and is_spare and front.is_untouched:
            self._remove(self._tabs.index(front))
        self._show_titles()

    def drop(self, tab: BoardTab) -> None:
        """Close a tab without asking; an empty tab replaces the last one."""
        if len(self._tabs) == 1:
            self.open_tab(BoardTab(window_state(Placement(tab.state.board))), beside=True)
        self._remove(self._tabs.index(tab))

    def show_tab(self, tab: BoardTab) -> None:
        """Bring a tab to the front."""
        self.setCurrentIndex(self._tabs.index(tab))

    def close_tab(self, index: int) -> bool:
        """Close a tab after asking what to do with its changes; the last one stays."""
        if len(self._tabs) == 1:
            self._document.report("This is the only board that is open.")
            return False
        if not self._may_close(self._tabs[index]):
            return False
        self._remove(index)
        return True

    def _remove(self, index: int) -> None:
        tab = self._tabs.pop(index)
        with QSignalBlocker(self):
            self.removeTab(index)
        self._on_current(self.currentIndex())
        self._show_titles()
        self.closed.emit(tab)

    def _on_current(self, index: int) -> None:
        if 0 <= index < len(self._tabs):
            self._document.show_tab(self._tabs[index])

    def _on_moved(self, start: int, end: int) -> None:
        self._tabs.insert(end, self._tabs.pop(start))

    def _show_titles(self) -> None:
        for index, tab in enumerate(self._tabs):
            mark = "" if tab.is_saved else " ●"
            self.setTabText(index, tab.title + mark)
            self.setTabToolTip(index, str(tab.path or tab.state.board))
