"""The Tables panel: the papers' tables of counts, printed beside counted, differences marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout

from nqviz.core.board import Board
from nqviz.run.context import RunContext
from nqviz.view.palette import CONFLICT, NOT_PROVEN, PROVEN

from ...document.board_tab import BoardTab, window_state
from ...widgets.grids import Field, Grid, short
from ...widgets.widgets import button, combo, named, note
from ...widgets.wording import set_tip
from .grid_panel import GridPanel

if TYPE_CHECKING:
    from nqviz.counting import CountTable, Threshold
    from nqviz.counting.tables import TableCell

NAMES: list[tuple[str, object]] = [
    ("Thesis, Table 1", "1"),
    ("Thesis, Table 6", "6"),
    ("Thesis, Table 7", "7"),
    ("Thesis, Table 9", "9"),
    ("Thesis, Table 10", "10"),
    ("Barr & Rao, Table 1", "barr-rao-1"),
]
THRESHOLDS = "10"
WITNESS_TIP = "Open queens that no maximum placement contains, one more than the threshold"


def count_grid(table: CountTable) -> Grid:
    """Lay out a table, what is counted beside what is printed."""
    printed = table.printed
    grid = Grid([f"{printed.row_letter} = {row}" for row in printed.rows], list(printed.columns))
    for i, row in enumerate(printed.rows):
        for j, column in enumerate(printed.columns):
            shown = _field(table.cells[row, column])
            if shown is not None:
                grid.fields[i, j] = shown
    return grid


def _field(each: TableCell) -> Field | None:
    from nqviz.counting.tables import Reach

    cell = each.cell
    where, counted = f"({cell.n},{cell.d})", cell.computed
    how = each.method
    if each.found is not None and each.found.seconds:
        how += f"; {each.found.seconds:.2f} s"
    if each.second is not None and each.is_confirmed is not None:
        word = "Confirmed" if each.is_confirmed else f"BUT COUNTED AS {each.second.count:,}"
        how += f". {word} by {each.second.engine}; {each.second.seconds:.2f} s"
    found = f"Found by {how}" if each.recorded is None else f"{how[:1].upper()}{how[1:]}"
    if counted is None and cell.printed is None:
        if each.reach is Reach.OUT:
            return None
        return Field(cell.n, cell.d, "…", f"{where}: not counted yet; Count all does it")
    if counted is None:
        assert cell.printed is not None
        later = "out of reach here" if each.reach is Reach.OUT else "Count all counts it"
        words = f"{where}: printed {cell.printed:,}; {later}"
        return Field(cell.n, cell.d, f"{short(cell.printed)} …", words)
    if cell.printed is None:
        words = f"{where}: {counted:,}, which the paper does not give. {found}"
        return Field(cell.n, cell.d, f"{short(counted)} (new)", words, PROVEN)
    if counted == cell.printed:
        words = f"{where}: {counted:,}, as it is printed. {found}"
        return Field(cell.n, cell.d, f"{short(counted)} ✓", words)
    colour = CONFLICT if cell.right == counted else NOT_PROVEN
    reason = f" ({cell.reason})" if cell.reason else ""
    words = f"{where}: {counted:,}, not {cell.printed:,} as printed{reason}. {found}"
    return Field(cell.n, cell.d, f"{counted:,} (not {cell.printed:,})", words, colour)


class TablesPanel(GridPanel):
    """Recounts the papers' tables: what is quick when it is looked at, the rest on demand."""

    words = ("tables.table", "Counts", "A click tells how it was counted")

    def build(self) -> None:
        self._done: dict[str, CountTable] = {}
        self._name = combo("tables.name", "Table", NAMES, "Which table of the papers to recount")
        self._title = note("tables.title", "What the table shows")
        self._detail = note("tables.detail", "What is known of the chosen field")
        self._run = button(
            "tables.run", "Count all", "Count also what takes seconds to minutes", True
        )
        self._witness = button("tables.witness", "Open the witness", WITNESS_TIP)
        self._confirm = named(
            QCheckBox("by two methods"),
            "tables.confirm",
            "Count by a second method as well",
            "Count each value once more by a second method, where one reaches so far",
        )
        row = QHBoxLayout()
        row.addWidget(self._run)
        row.addWidget(self._confirm)
        row.addWidget(self._witness)
        column = QVBoxLayout(self)
        column.addWidget(self._name)
        column.addWidget(self._title)
        column.addWidget(self._table, 1)
        column.addWidget(self._columns)
        column.addWidget(self._detail)
        column.addLayout(row)
        self._name.currentIndexChanged.connect(self._choose_table)
        self._job.add_start(self._run, self.count_all, toggles=True)
        self._job.add_start(self._witness, self.open_chosen, self._objection)

    # Counting ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Count what is quick of the chosen table when the panel is first seen."""
        self._choose_table()

    def _choose_table(self) -> None:
        """Show the chosen table, and count what is quick of it."""
        name = self._name.currentData()
        if name in self._done:
            self._show(self._done[name])
        else:
            self._count(name, False, False)
        self.update_ui()

    def count_all(self) -> None:
        """Count all of the chosen table that is in reach."""
        self._count(self._name.currentData(), True, self._confirm.isChecked())

    def _count(self, name: str, long: bool, confirm: bool) -> None:
        def work(run: RunContext) -> CountTable | None:
            from nqviz.counting import count_table

            return count_table(name, run, long=long, confirm=confirm).value

        self._job.start(
            self._name.currentText(),
            work,
            self._on_table,
            text="Counting …",
            report=self._title.setText,
        )

    def _on_table(self, table: CountTable) -> None:
        self._done[table.printed.name] = table
        if table.printed.name == self._name.currentData():
            self._show(table)
            self.update_ui()
        else:
            self._choose_table()

    def _show(self, table: CountTable) -> None:
        wrong = len(table.differences)
        marks = "1 differs" if wrong == 1 else f"{wrong} differ" if wrong else "none differs"
        words = f"Counted beside printed: {marks}. ✓ agrees, … not counted yet."
        if any(each.second is not None for each in table.cells.values()):
            words += f" {table.confirmed_words()}."
        self._title.setText(f"{table.printed.title}. {words}")
        set_tip(self._title, table.printed.source)
        self.show_grid(count_grid(table))

    # One field -----------------------------------------------------------------------------

    def report(self, text: str) -> None:
        """Show the state of the work."""
        self._detail.setText(text)

    def _objection(self) -> str:
        is_threshold = self._name.currentData() == THRESHOLDS
        return "" if is_threshold and self.chosen else "Choose a threshold first"

    def update_ui(self) -> None:
        """Show how the chosen field was counted."""
        shown = self.chosen
        self._detail.setText(
            "Choose a field to read how it was counted." if shown is None else f"{shown.words}."
        )
        self._witness.setVisible(self._name.currentData() == THRESHOLDS)
        self._job.update_buttons()

    def open_chosen(self) -> None:
        """Find again what cannot be completed on the chosen board, and open it in a tab."""
        shown = self.chosen
        if shown is None or self._name.currentData() != THRESHOLDS:
            return
        board = Board.cube(shown.n, shown.d)

        def work(run: RunContext) -> Threshold:
            from nqviz.counting import completion_threshold

            return completion_threshold(board, run=run)

        self._job.start(f"Threshold of the {board}", work, self._on_threshold)

    def _on_threshold(self, found: Threshold) -> None:
        if found.witness is None:
            self._detail.setText(
                "The search was stopped."
                if found.value is None
                else "Whatever stands on this board can be completed: there is no witness."
            )
            return
        count = len(found.witness)
        stand = "This queen is" if count == 1 else f"These {count} queens are"
        self._detail.setText(
            f"{stand} in no placement of {found.queens} queens, the most that fit."
        )
        state = window_state(found.witness, found.witness.indices.tolist())
        self._open_tab(BoardTab(state))
