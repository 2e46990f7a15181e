"""The Atlas page alone in a window, which opens in a tenth of the time of the whole one."""

from typing import Any

from PySide6.QtWidgets import QMainWindow

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.jobs import JobRunner
from nqviz_app.views.atlas.page import AtlasPage


class AtlasWindow(QMainWindow):
    """The page, and what it asks for."""

    def __init__(self, settings: Any = None) -> None:
        super().__init__()
        self.document = Document(window_state(Placement(Board.cube(8, 3))), self)
        self.runner = JobRunner(self)
        self.page = AtlasPage(self.document, self.runner, settings)
        self.setCentralWidget(self.page)
        self.opened: list[Any] = []
        self.asked: list[Any] = []
        self.page.open_placement.connect(lambda tab, beside: self.opened.append((tab, beside)))
        self.page.solve_wanted.connect(lambda *what: self.asked.append(what))
        self.page.compare_wanted.connect(lambda board: self.asked.append(board))
        self.page.closed.connect(lambda: self.asked.append("closed"))
