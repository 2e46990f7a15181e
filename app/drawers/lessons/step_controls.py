"""The controls that a step of a lesson asks for, on its page: counts, the torus, and the solver."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from nqviz.core.language import counted_tr

from ...document.document import Document
from ...widgets.fields import label
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.numbers import with_spaces
from ...widgets.values import show_value
from ...widgets.widgets import button, named, set_objection, switch
from ..solve.chart import HEIGHT, BoundChart

if TYPE_CHECKING:
    from nqviz.lessons import Step

    from ..solve.panel import SolvePanel


class StepControls(QWidget):
    """Shows what a step needs, so that nothing it speaks of is hidden.

    `solver`: the search whose button, numbers and chart are shown.
    `name`: the first part of the names of the controls.
    `chart`: the height of the chart, in pixels at the usual size of text.
    """

    def __init__(
        self, document: Document, solver: SolvePanel, name: str, chart: int = HEIGHT
    ) -> None:
        super().__init__()
        self._document, self._solver = document, solver
        self._shown: frozenset[str] = frozenset()
        self._counts = named(label("", "lead", wraps=True), f"{name}.counts")
        self._torus = switch(f"{name}.torus")
        self._numbers = named(label("", "bracket"), f"{name}.numbers")
        self._sentence = named(label("", "sentence"), f"{name}.found")
        self._chart = BoundChart(height=chart)
        self._chart.setObjectName(f"{name}.chart")
        self._solve = button(f"{name}.solve", on_click=solver.start)
        self._stop = button(f"{name}.stop", on_click=solver.stop)
        self._search = QWidget()
        column = vertical(self._search, spacing=8)
        row = horizontal(None, self._solve, self._stop, self._numbers, STRETCH, spacing=12)
        fill(column, row, self._sentence, self._chart)
        vertical(self, self._counts, self._torus, self._search, spacing=8)
        self._torus.toggled.connect(self._wrap)
        solver.updated.connect(self._show_search)
        document.queens_changed.connect(self._show_counts)
        document.board_changed.connect(self._show_counts)
        document.view_changed.connect(self._show_torus)

    def show_step(self, step: Step) -> None:
        """Show what a step needs."""
        self._shown = step.shown_controls
        self.show_in_part(True)
        self._counts.setVisible("counts" in self._shown)
        self._torus.setVisible("torus" in self._shown)
        self._show_counts()
        self._show_torus()
        self._show_search()

    def show_in_part(self, is_last: bool) -> None:
        """Show what a part of the step needs; a search belongs to the task, in the last part."""
        small, solve = self._shown & {"counts", "torus"}, "solve" in self._shown
        self.setVisible(bool(small) or (solve and is_last))
        self._search.setVisible(solve and is_last)

    def _show_counts(self) -> None:
        if "counts" not in self._shown:
            return
        counts = self._document.counts
        parts = (
            counted_tr(counts.queens, counts.board.piece),
            counted_tr(counts.conflicts, "attacking pair"),
            counted_tr(counts.free, "free cell"),
        )
        self._counts.setText(" · ".join(parts))

    def _show_torus(self) -> None:
        show_value(self._torus, self._document.view.wrapped)

    def _wrap(self, wrapped: bool) -> None:
        self._document.set_view(replace(self._document.view, wrapped=wrapped))

    def _show_search(self) -> None:
        if "solve" not in self._shown:
            return
        page = self._solver.page
        self._numbers.setText(with_spaces(page.answer.numbers))
        self._sentence.setText(with_spaces(page.answer.sentence))
        self._chart.setVisible(page.has_chart)
        self._chart.show_trace(self._document.board, page.trace, page.known, page.time_limit)
        self._solve.setVisible(not page.is_running)
        self._stop.setVisible(page.is_running)
        set_objection(self._solve, page.objection())
