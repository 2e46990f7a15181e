"""The tables of the papers: printed beside counted, and counted again on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QWidget

from nqviz.bounds.thesis import ThesisTable, thesis_table
from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later
from nqviz.run.context import RunContext

from ...document.board_tab import BoardTab, window_state
from ...jobs import JobRunner, Work
from ...widgets.fields import label
from ...widgets.grids import ColumnSteps, Field, Grid, GridModel, GridView
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.library_texts import confirmed_text
from ...widgets.theme import GrowsWithText, text_scale
from ...widgets.widgets import button, named, note
from ..panel_job import PanelJob
from .boards import AtlasBoard
from .paper_tables import (
    BOUNDS,
    COUNTED,
    THRESHOLDS,
    bound_titles,
    bounds_grid,
    count_grid,
    counted_titles,
)

if TYPE_CHECKING:
    from nqviz.counting import CountTable, Threshold

LIST_WIDTH, ROW_HEIGHT = 200, 32
IN_NONE = {
    (True, True): tr_later("This queen is in no maximum placement."),
    (True, False): tr_later("This queen is in no placement of {queens} queens, the maximum."),
    (False, True): tr_later("These {count} queens are in no maximum placement."),
    (False, False): tr_later(
        "These {count} queens are in no placement of {queens} queens, the maximum."
    ),
}
"""What a witness shows, by whether it is one queen, and whether the maximum is not known."""


class CountsPane(GrowsWithText, QWidget):
    """A list of the tables at the left, the chosen one at the right.

    What is quick of a table of counts is counted when it is looked at, the rest on demand.
    """

    open_placement = Signal(object, bool)  # (BoardTab, bool) a board is to be opened
    board_wanted = Signal(object)  # (AtlasBoard) the card of a board is to be shown

    def __init__(self, runner: JobRunner) -> None:
        super().__init__()
        self._done: dict[str, CountTable] = {}
        self._derived: dict[str, ThesisTable] = {}
        self._is_new = True
        self._make_controls()
        self._lay_out()
        self._job = PanelJob(self, runner, self._detail.setText)
        self._list.currentItemChanged.connect(lambda _new, _old: self._choose_table())
        self._table.selectionModel().currentChanged.connect(lambda _new, _old: self._update_ui())
        self._table.doubleClicked.connect(lambda _index: self._show_board())
        self._job.add_start(self._run, self.count_all, self._no_counts, toggles=True)
        self._job.add_start(self._witness, self.open_witness, self._no_witness)
        self.setFocusProxy(self._table)
        self._update_ui()

    def _make_controls(self) -> None:
        self._list = named(QListWidget(), "tables.list")
        for heading, names in ((tr("Counts"), counted_titles()), (tr("Bounds"), bound_titles())):
            head = QListWidgetItem(heading)
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            self._list.addItem(head)
            for name, text in names.items():
                item = QListWidgetItem(text)
                item.setData(Qt.ItemDataRole.UserRole, name)
                self._list.addItem(item)
        self._list.setCurrentRow(1)
        self._grow()
        self._title = label("", "lead", "tables.title", wraps=True)
        self._source = label("", "caption")
        self._state = note("tables.state")
        self._model = GridModel(self)
        self._table = named(GridView(), "tables.table")
        self._table.setModel(self._model)
        self._columns = ColumnSteps(self._table)
        self._detail = note("tables.detail")
        self._run = button("tables.run", primary=True)
        self._confirm = named(QCheckBox(tr("by two methods")), "tables.confirm")
        self._witness = button("tables.witness")

    def _lay_out(self) -> None:
        foot = horizontal(None, self._run, self._confirm, self._witness, STRETCH, spacing=12)
        right = vertical(None, self._title, self._source, self._state, spacing=8)
        fill(right, 8, (self._table, 1), self._columns, self._detail, foot)
        horizontal(self, self._list, (right, 1), margins=(16, 0, 0, 0), spacing=32)

    def _grow(self) -> None:
        """Make the rows of the list as high as the text needs."""
        scale = text_scale(self.font())
        self._list.setFixedWidth(round(LIST_WIDTH * scale))
        for row in range(self._list.count()):
            self._list.item(row).setSizeHint(QSize(0, round(ROW_HEIGHT * scale)))

    def event(self, event: QEvent) -> bool:
        """Ask for as much height as sentences in so many lines need; the atlas scrolls then."""
        is_done, layout = super().event(event), self.layout()
        changes = (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        if event.type() in changes and layout is not None:
            self.setMinimumHeight(layout.minimumHeightForWidth(self.width()))
        return is_done

    # Choosing ------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return str(self._list.currentItem().data(Qt.ItemDataRole.UserRole))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_new:
            self._is_new = False
            self._choose_table()

    def _choose_table(self) -> None:
        """Show the chosen table, and count what is quick of it."""
        name = self.name
        if name in self._derived:
            table = self._derived[name]
            told = tr("Found here beside printed. ✓ proven to be the maximum.")
            self._show_heading(tr(table.title), table.source, told)
            self._show_grid(bounds_grid(table))
        elif name in self._done:
            self._show(self._done[name])
        else:
            self._show_heading((bound_titles() | counted_titles())[name], "", "")
            self._show_grid(Grid())
            if name in BOUNDS:
                self._derive(name)
            else:
                self._count(name, False, False)
        self._update_ui()

    def _show_heading(self, title: str, source: str, state: str) -> None:
        self._title.setText(title)
        self._source.setText(source)
        self._state.setText(state)

    def _show_grid(self, grid: Grid) -> None:
        self._model.show(grid)
        self._table.measure()

    def _derive(self, name: str) -> None:
        """Find the bounds of a table in the background."""
        title, text = bound_titles()[name], tr("Finding …")
        self._start(title, lambda _run: thesis_table(name), self._on_derived, text)

    def _start(self, title: str, work: Work, done: Callable[[Any], object], text: str) -> None:
        self._job.start(title, work, done, text=text, report=self._state.setText)

    def _on_derived(self, table: ThesisTable) -> None:
        self._derived[table.name] = table
        self._choose_table()

    # Counting ------------------------------------------------------------------------------------

    def count_all(self) -> None:
        """Count all of the chosen table that is in reach."""
        self._count(self.name, True, self._confirm.isChecked())

    def _count(self, name: str, long: bool, confirm: bool) -> None:
        def work(run: RunContext) -> CountTable | None:
            from nqviz.counting import count_table

            return count_table(name, run, long=long, confirm=confirm).value

        self._start(counted_titles()[name], work, self._on_table, tr("Counting …"))

    def _on_table(self, table: CountTable) -> None:
        self._done[table.printed.name] = table
        if table.printed.name == self.name:
            self._show(table)
            self._update_ui()
        else:
            self._choose_table()

    def _show(self, table: CountTable) -> None:
        wrong = len(table.differences)
        few = tr("1 differs") if wrong else tr("none differs")
        marks = tr("{wrong} differ", wrong=wrong) if wrong > 1 else few
        words = tr("Counted beside printed: {marks}. ✓ agrees, … not counted yet.", marks=marks)
        if any(each.second is not None for each in table.cells.values()):
            words += f" {confirmed_text(table.confirmed_words())}."
        words = " ".join([words, *map(tr, table.printed.notes)])
        self._show_heading(tr(table.printed.title), table.printed.source, words)
        self._show_grid(count_grid(table))

    # One field -----------------------------------------------------------------------------------

    @property
    def _chosen(self) -> Field | None:
        return self._model.field(self._table.currentIndex())

    def _no_counts(self) -> str:
        return "" if self.name in COUNTED else tr("A table of bounds is not counted")

    def _no_witness(self) -> str:
        return "" if self.name == THRESHOLDS and self._chosen else tr("Choose a threshold first")

    def _update_ui(self) -> None:
        """Show how the chosen field was found."""
        chosen, ask = self._chosen, tr("Choose a field to read how it was found.")
        self._detail.setText(ask if chosen is None else f"{chosen.words}.")
        for part in (self._run, self._confirm):
            part.setVisible(self.name in COUNTED)
        self._witness.setVisible(self.name == THRESHOLDS)
        self._job.update_buttons()

    def _show_board(self) -> None:
        chosen = self._chosen
        if chosen is not None:
            self.board_wanted.emit(AtlasBoard.cube(chosen.n, chosen.d))

    def open_witness(self) -> None:
        """Find again what cannot be completed on the chosen board, and open it."""
        chosen = self._chosen
        if chosen is None:
            return
        board = Board.cube(chosen.n, chosen.d)

        def work(run: RunContext) -> Threshold:
            from nqviz.counting import completion_threshold

            return completion_threshold(board, run=run)

        self._job.start(tr("Threshold of the {board}", board=board), work, self._on_threshold)

    def _on_threshold(self, found: Threshold) -> None:
        if found.witness is None:
            words = tr("Every placement on this board can be completed: there is no witness.")
            self._detail.setText(tr("The search was stopped.") if found.value is None else words)
            return
        count, queens = len(found.witness), found.queens
        words = IN_NONE[count == 1, queens is None]
        self._detail.setText(tr(words, count=count, queens=queens))
        state = window_state(found.witness, found.witness.indices.tolist())
        self.open_placement.emit(BoardTab(state), False)
