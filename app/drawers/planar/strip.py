"""The strip of a fingerprint: how many queens stand on each cost, and which costs are decided."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from nqviz.rendering.figures.charts import Level, levels_chart

from ...views.charts import ChartView

MOST_DESCRIBED = 16


class FingerprintStrip(ChartView):
    """A bar for each cost that holds queens, the highest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        name, title = "planar.beautiful_strip", "Queens on each cost"
        super().__init__(name, title, "queens on each cost", (220, 170), parent)
        self.fix_height()
        self.levels: tuple[Level, ...] = ()
        self.current: int | None = None

    def show_levels(
        self,
        fingerprint: Sequence[int],
        decided: Sequence[tuple[int, int]] = (),
        current: int | None = None,
    ) -> None:
        """Show a fingerprint, as far as it is decided, and the cost that is being decided."""
        closed = dict(decided)
        costs = {*fingerprint, *(cost for cost, count in closed.items() if count)}
        if current is not None:
            costs.add(current)
        queens = [*fingerprint]
        self.levels = tuple(
            Level(cost, closed.get(cost, queens.count(cost)), cost in closed)
            for cost in sorted(costs, reverse=True)
        )
        self.current = current
        description = "; ".join(level.text for level in self.levels[:MOST_DESCRIBED])
        self.show_chart(levels_chart(self.levels, current), description)
