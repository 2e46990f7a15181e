"""What the Density panel shows beside the heat map: orbits of cells and the radial profile."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtWidgets import QWidget

from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text
from nqviz.core.language import tr
from nqviz.rendering.figures.charts import shells_chart

from ...views.charts import ChartView
from ...widgets.fields import label
from ...widgets.grids import ColumnSteps, Field, Grid, GridModel, GridView
from ...widgets.layouts import fill, vertical
from ...widgets.library_texts import of_chart
from ...widgets.widgets import named, show_note

MOST_ROWS = 200
Counts = npt.NDArray[np.float64] | npt.NDArray[np.int64]


class Nearness(NamedTuple):
    """How near a planar density is to the limit density.

    `expected`: what the limit lets expect on each cell, shape (size,).
    `distance`: by Simkin's measure, see `limit_distance`.
    """

    expected: npt.NDArray[np.float64]
    distance: float


class DensityProfile(QWidget):
    """A table of the orbits of cells over a chart of the radial profile."""

    def __init__(self) -> None:
        super().__init__()
        self._title = label(tr("Cells that symmetries carry to one another"), "sentence")
        self._model = GridModel(self)
        self._table = named(GridView(), "density.orbits")
        self._table.setModel(self._model)
        self._table.setMinimumHeight(150)
        title = tr("Mean density by distance from the centre")
        shows = tr("mean density by distance from the centre")
        self._chart = ChartView("density.radial", title, shows, (280, 190))
        self._distance = named(label("", "caption"), "density.distance")
        self._made = label("", "caption", "density.made")
        column = vertical(self, self._title, (self._table, 1), ColumnSteps(self._table))
        fill(column, self._chart, self._distance, self._made)

    def show_density(
        self, board: Board, counts: Counts, nearness: Nearness | None = None, made: str = ""
    ) -> None:
        """Report about a density, beside the limit density if given."""
        from nqviz.counting.densities.profile import orbit_uses, radial_profile  # with all counts

        show_note(self._made, tr("Made by {made}.", made=made) if made else "")
        uses, near = orbit_uses(board, counts)[:MOST_ROWS], ""
        columns = [tr("cells"), tr("mean")]
        even = all(np.isclose(use.least, use.most) for use in uses)
        if not even:
            columns += [tr("least"), tr("most")]
        limit = {}
        if nearness is not None:
            distance = f"{nearness.distance:.4f}"
            near = tr("Distance from the limit density {distance}.", distance=distance)
            columns.append(tr("limit"))
            limit = {use.cell: use.mean for use in orbit_uses(board, nearness.expected)}
        show_note(self._distance, near)
        grid = Grid([coordinate_text(use.cell) for use in uses], columns)
        for row, use in enumerate(uses):
            mean, cell = f"{use.mean:,.5g}", coordinate_text(use.cell)
            values = [f"{use.cells:,}", mean]
            if not even:
                values += [f"{use.least:,.5g}", f"{use.most:,.5g}"]
            if nearness is not None:
                values.append(f"{limit[use.cell]:,.5g}")
            numbers = {"cells": use.cells, "cell": cell, "mean": mean}
            words = tr("{cells} cells like {cell}: {mean} each", **numbers)
            for place, text in enumerate(values):
                grid.fields[row, place] = Field(0, 0, text, words)
        self._model.show(grid)
        self._table.measure()
        shells = radial_profile(board, counts)
        text = ", ".join(f"{shell.distance:.2f}: {shell.mean:.4g}" for shell in shells)
        self._chart.show_chart(of_chart(shells_chart(board, shells)), text)
