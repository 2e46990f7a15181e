"""The Planar panel: first queens, most beautiful queens, and completions on allowed lines."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.widgets import named
from .beautiful import BeautifulPage
from .complete import CompletePage
from .first import FirstPage


class PlanarPanel(QWidget):
    """A tab bar over pages, each with a search of its own on flat square boards."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.first = FirstPage(document, runner)
        self.beautiful = BeautifulPage(document, runner)
        self.complete = CompletePage(document, runner)
        self._tabs = named(QTabBar(), "planar.tabs", "Questions about flat boards")
        self._tabs.setToolTip("")
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._stack = QStackedWidget()
        for title, page, tip in (
            ("First", self.first, "The placement that comes first in order"),
            ("Beautiful", self.beautiful, "The placement nearest to the middle"),
            ("Complete", self.complete, "Completions, with lines that no queen may stand on"),
        ):
            self._tabs.setTabToolTip(self._tabs.addTab(title), tip)
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
