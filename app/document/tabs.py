"""The tabs: one for each sheet; the document looks at the sheet of the tab in front."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabBar, QWidget

from nqviz.core.placement import Placement

from ..widgets.widgets import named
from .board_state import BoardTab, State
from .document import Document


class BoardTabs(QTabBar):
    """A bar of sheets; it hides while there is only one.

    Signals
    -------
    closed(Sheet)
        A sheet was closed; it is not looked at any more.
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
        self._sheets = [document.sheet]
        self._first = document.sheet
        self.setTabsClosable(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setAutoHide(True)
        self.addTab("")
        self.currentChanged.connect(self._on_current)
        self.tabCloseRequested.connect(self.close_sheet)
        self.tabMoved.connect(self._on_moved)
        document.file_changed.connect(self._show_titles)
        document.board_changed.connect(self._show_titles)
        self._show_titles()

    @property
    def sheets(self) -> tuple[BoardTab, ...]:
        """The sheets in the order of their tabs."""
        return tuple(self._sheets)

    def add_state(self, state: State) -> BoardTab:
        """Open a sheet for a state, in front; an untouched sheet makes room for it."""
        return self.add_sheet(BoardTab(state))

    def add_sheet(self, sheet: BoardTab, beside: bool = False) -> BoardTab:
        """Open a sheet, in front; an untouched one makes room for it, unless it goes beside."""
        self.add_sheets([sheet], 0, beside)
        return sheet

    def add_sheets(self, sheets: Sequence[BoardTab], current: int, beside: bool = False) -> None:
        """Open sheets, one of them in front; an untouched one makes room for them.

        Only the one that the window began with does, or an empty one: what somebody has opened
        stays open.
        """
        front = self._sheets[self.currentIndex()]
        is_spare = front is self._first or not front.state.counts.queens
        for sheet in sheets:
            self._sheets.append(sheet)
            self.addTab("")
        self.setCurrentIndex(self._sheets.index(sheets[current]))
        if not beside and is_spare and front.is_untouched:
            self._remove(self._sheets.index(front))
        self._show_titles()

    def drop(self, sheet: BoardTab) -> None:
        """Close a sheet without asking; an empty one comes when it was the last."""
        if len(self._sheets) == 1:
            self.add_sheet(BoardTab(State.of(Placement(sheet.state.counts.board))), beside=True)
        self._remove(self._sheets.index(sheet))

    def show_sheet(self, sheet: BoardTab) -> None:
        """Bring the tab of a sheet to the front."""
        self.setCurrentIndex(self._sheets.index(sheet))

    def close_sheet(self, index: int) -> bool:
        """Close a sheet after asking what to do with its changes; the last one stays."""
        if len(self._sheets) == 1:
            self._document.message.emit("This is the only board that is open.")
            return False
        if not self._may_close(self._sheets[index]):
            return False
        self._remove(index)
        return True

    def _remove(self, index: int) -> None:
        sheet = self._sheets.pop(index)
        with QSignalBlocker(self):
            self.removeTab(index)
        self._on_current(self.currentIndex())
        self._show_titles()
        self.closed.emit(sheet)

    def _on_current(self, index: int) -> None:
        if 0 <= index < len(self._sheets):
            self._document.show_sheet(self._sheets[index])

    def _on_moved(self, start: int, end: int) -> None:
        self._sheets.insert(end, self._sheets.pop(start))

    def _show_titles(self) -> None:
        for index, sheet in enumerate(self._sheets):
            mark = "" if sheet.undo_stack.isClean() else " ●"
            self.setTabText(index, sheet.title + mark)
            self.setTabToolTip(index, str(sheet.path or sheet.state.counts.board))
