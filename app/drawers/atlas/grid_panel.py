"""The base of the panels with a table of boards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ...document.board_tab import BoardTab
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.grids import ColumnSteps, Field, Grid, GridModel, GridView
from ...widgets.widgets import named
from ..lazy_panel import LazyPanel


class GridPanel(LazyPanel):
    """A panel with a table whose fields stand for boards.

    Parameters
    ----------
    runner : JobRunner
    open_tab : callable
        Opens a tab.

    Attributes
    ----------
    words : (str, str, str)
        The name, the title and the tooltip of the table.
    """

    words: tuple[str, str, str]

    def __init__(
        self,
        runner: JobRunner,
        open_tab: Callable[[BoardTab], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_tab = open_tab
        self._job = PanelJob(self, runner, self.report)
        self._model = GridModel(self)
        self._table = named(GridView(), *self.words)
        self._table.setModel(self._model)
        self._table.selectionModel().currentChanged.connect(lambda _new, _old: self.update_ui())
        self._table.doubleClicked.connect(lambda _index: self.open_chosen())
        self._columns = ColumnSteps(self._table)
        self.build()
        self.update_ui()

    @abstractmethod
    def report(self, text: str) -> None:
        """Show the state of the work."""

    @abstractmethod
    def build(self) -> None:
        """Make the other controls and lay all of them out."""

    @abstractmethod
    def update_ui(self) -> None:
        """Describe the chosen field, and enable what can be done with it."""

    @abstractmethod
    def open_chosen(self) -> None:
        """Open what the chosen field stands for, if there is something."""

    @property
    def chosen(self) -> Field | None:
        """The field that is chosen; None without one."""
        return self._model.field(self._table.currentIndex())

    def show_grid(self, grid: Grid) -> None:
        """Show another grid, from its first column on."""
        self._model.show(grid)
        self._table.measure()
