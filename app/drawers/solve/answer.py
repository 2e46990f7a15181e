"""The state and the result of a search in the Solve panel: numbers, text, credit and chart."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.problems import Membership
from nqviz.run.outcome import Outcome, Status
from nqviz.run.progress import Progress

from ...widgets.widgets import note
from .chart import BoundChart
from .request import SolveRequest, bracket, credit

NOTHING = "Nothing has been asked yet."
EARLIER = "The chart shows the last search on this board."
LEGEND = " On the board 1 marks a cell that can, hatching one that cannot."


class SolveAnswer(QWidget):
    """Shows the state and the result of a search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers = note("solve.numbers", "Queens found and bound")
        self._numbers.setProperty("role", "figure")
        self._state = note("solve.state", "State of the search", NOTHING)
        self._credit = note("solve.credit", "Who found and who proved it")
        self._credit.setProperty("role", "caption")
        self.chart = BoundChart()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._numbers, self._state, self._credit, self.chart):
            column.addWidget(widget)

    def report(self, text: str) -> None:
        """Show the state of the search."""
        self._state.setText(text)

    def clear(self, fewest: bool = False) -> None:
        """Clear all numbers.

        Parameters
        ----------
        fewest : bool, optional
            Whether as few queens as possible are searched for from now on.
        """
        self._numbers.clear()
        self._credit.clear()
        self.chart.clear(fewest)

    def show_progress(self, ask: SolveRequest, progress: Progress) -> None:
        """Show what has been found and proven so far."""
        count = None if progress.incumbent is None else len(progress.incumbent)
        self.chart.add(progress.seconds, count, progress.bound)
        self._numbers.setText(bracket(count, progress.bound, False, ask.seeks_fewest))

    def clear_numbers(self) -> None:
        """Clear the count and the bound."""
        self._numbers.clear()

    def show_cells(self, known: Membership) -> None:
        """Show how many cells can be in a maximum placement."""
        self.report(known.message + (LEGEND if known.queens else ""))
        self._credit.setText(f"{known.seconds:.1f} s")
        if known.queens is not None:
            self._numbers.setText(f"[{known.queens:,}] proven")

    def show_outcome(self, ask: SolveRequest, outcome: Outcome[Placement]) -> None:
        """Show what was found and what is proven, and by which engine."""
        count, status, words = outcome.count, outcome.status, [outcome.message]
        proven = status is Status.OPTIMAL
        numbers = bracket(count, outcome.bound, proven, ask.seeks_fewest)
        if status is Status.INFEASIBLE:
            numbers = "Not possible"
            words.insert(0, ask.impossible)
        elif not status.is_proof:
            words.append(ask.published(outcome))
        self._numbers.setText(numbers)
        self.report(" ".join(filter(None, words)))
        self._credit.setText(credit(outcome))


def describe(ask: SolveRequest, news: Progress | None, seconds: float) -> str:
    """Return the text about a running search: engine, seconds, share, activity and nodes."""
    text = f"{ask.who}: {seconds:.0f} s"
    if news is not None:
        text += f", {news.fraction:.0%}" if news.fraction else ""
        text += f", {news.activity}" if news.activity else ""
        text += f", {counted(news.nodes, 'node')}" if news.nodes else ""
    return f"{text} …"
