"""The times of all methods for first queens: measured here, and as they are published."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView

from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.problems.first import ENGINES, OURS, First
from nqviz.problems.first.compare import published_seconds, published_sides, source
from nqviz.run.outcome import Status
from nqviz.view.palette import NOT_PROVEN, PROVEN

from ...widgets.grids import Field, Grid, GridModel, GridView
from ...widgets.library_texts import ending
from ...widgets.theme import GrowsWithText
from ...widgets.widgets import named

HERE, PUBLISHED = range(2)
NAMES = {OURS: tr_later("Ours")}
"""For methods that the paper has no name for."""


class TimesTable(GrowsWithText, GridView):
    """A row for each method; what was run here stays as long as the window is open."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "planar.first_times")
        self._model = GridModel(self)
        self.setModel(self._model)
        self._runs: dict[tuple[int, str], First] = {}
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def add(self, first: First) -> None:
        """Add the time of a run, unless it was stopped."""
        if first.status is not Status.STOPPED:
            self._runs[first.n, first.engine] = first
        self.show_side(first.n)

    def show_side(self, n: int) -> None:
        """Show the times for a side; nothing where none was run and none is published."""
        is_published = n in published_sides()
        engines = {
            name: engine
            for name, engine in ENGINES.items()
            if is_published or (n, name) in self._runs
        }
        names = [
            tr(NAMES[name]) if name in NAMES else engine.column or tr(engine.title)
            for name, engine in engines.items()
        ]
        grid = Grid(names, [tr("Here"), tr("Published")][: 1 + is_published])
        published = published_seconds(n) if is_published else {}
        for row, (name, engine) in enumerate(engines.items()):
            run = self._runs.get((n, name))
            if run is not None:
                grid.fields[row, HERE] = _measured(run, tr(engine.title))
            if engine.column and is_published:
                seconds = published[engine.column]
                text = tr("no answer") if seconds is None else f"{seconds:,.1f} s"
                grid.fields[row, PUBLISHED] = Field(n, 2, text, f"{tr(engine.title)}: {source()}")
        self.setVisible(bool(engines) and self.parentWidget() is not None)
        self._model.show(grid)
        self._grow()

    def _grow(self) -> None:
        """Return a height that shows all rows."""
        header = self.verticalHeader()
        rows = header.length() or len(ENGINES) * header.defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth()
        self.setMinimumHeight(height)
        self.setMaximumHeight(height)


def _measured(run: First, title: str) -> Field:
    is_proof = run.status.is_proof
    text = f"{run.seconds:,.1f} s" if is_proof else f"> {run.seconds:,.0f} s"
    words = f"{title}: {ending(run.message)}, {counted_tr(run.nodes or 0, 'node')}"
    return Field(run.n, 2, text, words, PROVEN if is_proof else NOT_PROVEN)
