"""The boards that are open; the document shows one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from nqviz.core.language import tr
from nqviz.core.placement import Placement

from .board_tab import BoardTab, window_state
from .document import Document


class OpenBoards(QObject):
    """Opens, closes and chooses boards."""

    closed = Signal(object)  # (BoardTab) a board was closed
    changed = Signal()  # boards were opened or closed, another one is shown, or a title has changed

    def __init__(
        self,
        document: Document,
        may_close: Callable[[BoardTab], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._may_close = may_close
        self._tabs = [document.tab]
        self._first = document.tab
        document.file_changed.connect(self.changed)
        document.board_changed.connect(self.changed)

    @property
    def board_tabs(self) -> tuple[BoardTab, ...]:
        """The boards that are open, in the order in which they were opened."""
        return tuple(self._tabs)

    @property
    def current(self) -> int:
        """The place of the board that is shown."""
        return self._tabs.index(self._document.tab)

    def titles(self) -> list[str]:
        """Return the titles of all boards; those of one name are numbered."""
        titles = [tab.title for tab in self._tabs]
        often, seen = Counter(titles), Counter[str]()
        numbered = []
        for title in titles:
            seen[title] += 1
            numbered.append(title if often[title] == 1 else f"{title} · {seen[title]}")
        return numbered

    def open_tab(self, tab: BoardTab, beside: bool = False) -> BoardTab:
        """Open a board and show it; it replaces an untouched one, unless `beside`."""
        self.open_tabs([tab], 0, beside)
        return tab

    def open_tabs(self, tabs: Sequence[BoardTab], current: int, beside: bool = False) -> None:
        """Open boards and show one of them.

        They replace the board that is shown where it is untouched and either the first one of the
        window or without queens, unless `beside`.
        """
        front = self._document.tab
        is_spare = front is self._first or not front.state.counts.queens
        self._tabs += tabs
        self._document.show_tab(tabs[current])
        if not beside and is_spare and front.is_untouched:
            self._remove(front)
        self.changed.emit()

    def drop(self, tab: BoardTab) -> None:
        """Close a board without asking; an empty one replaces the last one."""
        if len(self._tabs) == 1:
            self.open_tab(BoardTab(window_state(Placement(tab.state.board))), beside=True)
        self._remove(tab)

    def show_tab(self, tab: BoardTab) -> None:
        self._document.show_tab(tab)
        self.changed.emit()

    def close_tab(self, tab: BoardTab) -> bool:
        """Close a board after asking what to do with its changes; the last one stays."""
        if len(self._tabs) == 1:
            self._document.report(tr("This is the only board that is open."))
            return False
        if not self._may_close(tab):
            return False
        self._remove(tab)
        return True

    def _remove(self, tab: BoardTab) -> None:
        place = self._tabs.index(tab)
        self._tabs.remove(tab)
        if tab is self._document.tab:
            self._document.show_tab(self._tabs[min(place, len(self._tabs) - 1)])
        self.changed.emit()
        self.closed.emit(tab)
