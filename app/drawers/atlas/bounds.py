"""The Bounds panel: what is known of every (n,d)-board, and the tables of the thesis beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from nqviz.bounds import Bound, CubeBounds, bounds_table, bracket, cube_lower, cube_upper
from nqviz.bounds.thesis import Cell, ThesisTable, thesis_table, thesis_tables
from nqviz.constructions.from_catalogue import build_bound
from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.view.palette import CONFLICT, NOT_PROVEN, PROVEN

from ...document.board_tab import BoardTab, window_state
from ...widgets.grids import Field, Grid, short
from ...widgets.widgets import button, combo, note, set_enabled
from ...widgets.wording import set_tip
from .grid_panel import GridPanel

ALL = "all"
COUNTS, RATIOS = "counts", "ratios"
LARGEST_N, LARGEST_D = 40, 8


def cube_grid(table: dict[tuple[int, int], CubeBounds], figures: str) -> Grid:
    """Lay out all (n,d)-boards: n down, d across."""
    sides = sorted({n for n, _ in table})
    dimensions = sorted({d for _, d in table})
    grid = Grid([str(n) for n in sides], [f"d = {d}" for d in dimensions])
    for row, n in enumerate(sides):
        for column, d in enumerate(dimensions):
            cell = table[n, d]
            text = bracket(cell.lower, cell.upper, short)
            if figures == RATIOS:
                text = f"[{cell.ratio:.4f}]" if cell.is_proven else f"≥ {cell.ratio:.4f}"
            colour = PROVEN if cell.is_proven else NOT_PROVEN
            grid.fields[row, column] = Field(n, d, text, _cube_words(cell), colour)
    return grid


def _cube_words(cell: CubeBounds) -> str:
    known = f"at least {cell.lower:,} queens and at most {cell.upper:,} fit, not proven which"
    if cell.is_proven:
        known = f"{cell.lower:,} queens fit, proven to be the most"
    return f"({cell.n},{cell.d}): {known}; R = {cell.ratio:.4f}"


def thesis_grid(table: ThesisTable) -> Grid:
    """Lay out a table of the thesis, what is found beside what is printed."""
    grid = Grid([f"{table.row_letter} = {row}" for row in table.rows], list(table.columns))
    for i, row in enumerate(table.rows):
        for j, column in enumerate(table.columns):
            cell = table.cells[row, column]
            if cell.printed is not None or cell.computed is not None:
                text, words, colour = _thesis_words(cell)
                grid.fields[i, j] = Field(cell.n, cell.d, text, words, colour)
    return grid


def _thesis_words(cell: Cell) -> tuple[str, str, str]:
    where = f"({cell.n},{cell.d})"
    if cell.is_misprint:
        text = f"{cell.right:,} (not {cell.printed:,})"
        return text, f"{where}: misprinted as {cell.printed:,}; {cell.reason}", CONFLICT
    if cell.printed is None:
        assert cell.computed is not None
        words = f"{where}: {cell.computed:,} is proven here; the thesis leaves it open"
        return f"{cell.computed:,} (new)", words, PROVEN
    if cell.computed is None:
        return f"{cell.printed:,}", f"{where}: printed {cell.printed:,}, not computed here", ""
    if not cell.agrees:
        text = f"{cell.printed:,} (here {cell.computed:,})"
        words = f"{where}: printed {cell.printed:,}; what can be made here has {cell.computed:,}"
        return text, words, NOT_PROVEN
    return f"{cell.printed:,}", f"{where}: {cell.printed:,}, as it is found here", ""


class BoundsPanel(GridPanel):
    """Tells for every (n,d)-board how many queens fit, why, and opens a placement of so many."""

    words = ("bounds.table", "Bounds", "A click tells why; a double click opens it")

    def build(self) -> None:
        self._cubes: dict[tuple[int, int], CubeBounds] | None = None
        views: list[tuple[str, object]] = [("All (n,d)-boards", ALL)]
        views += [(f"Thesis, Table {name}", name) for name in thesis_tables()]
        self._view = combo("bounds.view", "Table", views, "Which table of bounds to show")
        self._figures = combo(
            "bounds.figures",
            "Figures",
            [("Counts of queens", COUNTS), ("R = count / n^(d-1)", RATIOS)],
            "Counts, or their share of a full placement",
        )
        for box in (self._view, self._figures):
            box.setMinimumContentsLength(6)
        self._title = note("bounds.title", "What the table shows")
        self._detail = note("bounds.detail", "How the bounds of the chosen board follow")
        self._open = button(
            "bounds.open", "Open a placement", "Open the largest placement at hand in a tab", True
        )
        self._lay_out()
        self._view.currentIndexChanged.connect(self._show)
        self._figures.currentIndexChanged.connect(self._show)
        self._job.add_start(self._open, self.open_chosen, self._objection)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.addWidget(self._view)  # not side by side: large text would be cut off
        column.addWidget(self._figures)
        column.addWidget(self._title)
        column.addWidget(self._table, 1)
        column.addWidget(self._columns)
        column.addWidget(self._detail)
        column.addWidget(self._open)

    # The table -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Find the bounds of all boards when the panel is first seen."""
        self._job.start(
            "Bounds of all boards",
            _find_cubes,
            self._on_cubes,
            text="Finding the bounds of all boards …",
            report=self._title.setText,
        )

    def _on_cubes(self, table: dict[tuple[int, int], CubeBounds]) -> None:
        self._cubes = table
        self._show()

    def _show(self) -> None:
        view = self._view.currentData()
        set_enabled(
            self._figures,
            view == ALL,
            "Counts, or their share of a full placement"
            if view == ALL
            else "A table of the thesis has the counts that are printed",
        )
        if view != ALL:
            table = thesis_table(view)
            self._title.setText(f"{table.title}.")
            set_tip(self._title, table.source)
            self.show_grid(thesis_grid(table))
        elif self._cubes is not None:
            self._title.setText(
                "n down, d across. [48]: proven to be the most. [133, 143]: not known how many,"
                " at least 133 and at most 143. A click says why, a double click opens it."
            )
            self.show_grid(cube_grid(self._cubes, self._figures.currentData()))
        self.update_ui()

    # One board -----------------------------------------------------------------------------

    def choose(self, n: int, d: int) -> None:
        """Go to a board in the table that is shown."""
        for (row, column), shown in self._model.grid.fields.items():
            if (shown.n, shown.d) == (n, d):
                self._table.setCurrentIndex(self._model.index(row, column))
                return

    def report(self, text: str) -> None:
        """Show the state of the work."""
        self._detail.setText(text)

    def _objection(self) -> str:
        return "Choose a board first" if self.chosen is None else ""

    def update_ui(self) -> None:
        """Show how the bounds of the chosen board follow."""
        shown = self.chosen
        self._job.update_buttons()
        if shown is None:
            self._detail.setText("Choose a board to read how its bounds follow.")
            return
        upper = next(bound for bound in cube_upper(shown.n, shown.d) if bound.proven)
        lower = cube_lower(shown.n, shown.d)[0]
        lines = [f"{shown.words}."]
        lines += [f"At most {upper.value:,}: {upper.source}.", *_steps(upper)]
        lines += [f"At least {lower.value:,}: {lower.source}.", *_steps(lower)]
        self._detail.setText("\n".join(lines))

    def open_chosen(self) -> None:
        """Build the largest placement at hand for the chosen board and open it in a tab."""
        shown = self.chosen
        if shown is None:
            return
        n, d = shown.n, shown.d

        def work(_run: RunContext) -> tuple[BoardState, str]:
            return best_state(n, d)

        self._job.start(f"Placement on ({n},{d})", work, self._on_state, text="Building …")

    def _on_state(self, result: tuple[BoardState, str]) -> None:
        state, words = result
        self.update_ui()
        self._open_tab(BoardTab(state))
        if words:
            self._detail.setText(f"{words}\n{self._detail.text()}")


def _steps(bound: Bound) -> list[str]:
    return [f"    {step}" for step in bound.steps]


def _find_cubes(_run: RunContext) -> dict[tuple[int, int], CubeBounds]:
    return bounds_table(LARGEST_N, LARGEST_D)


def best_state(n: int, d: int) -> tuple[BoardState, str]:
    """Make the largest placement at hand for the (n,d)-board.

    Returns
    -------
    state : BoardState
    words : str
        One line when more queens are known to fit than there are.

    Raises
    ------
    InputError
        If the board is too large for the window.
    """
    board = Board.cube(n, d)
    window_state(Placement(board))  # says when it is too large, before anything is built
    lower = cube_lower(n, d)
    bound = next(each for each in lower if each.witness is not None or each.value == 1)
    placement = build_bound(board, bound)
    words = ""
    if len(placement) < lower[0].value:
        words = (
            f"{lower[0].value:,} queens are known to fit, but only {len(placement):,} are at hand."
        )
    return window_state(placement), words
