"""What the Solve panel says of a search: numbers, words, who found it, and how bounds closed in."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.problems import Membership
from nqviz.run.outcome import Outcome, Status
from nqviz.run.progress import Progress

from ...jobs import Job
from ...widgets.widgets import note
from .chart import BoundChart
from .request import SolveRequest, bracket, credit

NOTHING = "Nothing has been asked yet."
EARLIER = "The chart shows the last search on this board."
LEGEND = " On the board 1 marks a cell that can, hatching one that cannot."


class SolveAnswer(QWidget):
    """Shows how a search stands and what came of it; it knows neither jobs nor the document."""

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

    def say(self, text: str) -> None:
        """Say how the search stands."""
        self._state.setText(text)

    def clear(self, fewest: bool = False) -> None:
        """Forget all numbers; say whether as few queens as possible are wanted from now on."""
        self._numbers.clear()
        self._credit.clear()
        self.chart.clear(fewest)

    def tell_time(self, ask: SolveRequest, job: Job, where: str) -> None:
        """Say for how long who has been doing what."""
        words, news = f"{where}{ask.who}: {job.seconds:.0f} s", job.last_progress
        if news is not None:
            words += f", {news.fraction:.0%}" if news.fraction else ""
            words += f", {news.activity}" if news.activity else ""
            words += f", {counted(news.nodes, 'node')}" if news.nodes else ""
        self.say(words + " …")

    def tell_progress(self, ask: SolveRequest, progress: Progress) -> None:
        """Show what has been found and proven so far."""
        count = None if progress.incumbent is None else len(progress.incumbent)
        self.chart.add(progress.seconds, count, progress.bound)
        self._numbers.setText(bracket(count, progress.bound, False, ask.seeks_fewest))

    def tell_failure(self, words: str) -> None:
        """Say why there is no answer."""
        self._numbers.clear()
        self.say(words)

    def tell_cells(self, known: Membership) -> None:
        """Say how many cells can be in a maximum placement."""
        self.say(known.message + (LEGEND if known.queens else ""))
        self._credit.setText(f"{known.seconds:.1f} s")
        if known.queens is not None:
            self._numbers.setText(f"[{known.queens:,}] proven")

    def tell_outcome(self, ask: SolveRequest, outcome: Outcome[Placement]) -> None:
        """Say what was found and what is proven, by whom."""
        count, status, words = outcome.count, outcome.status, [outcome.message]
        proven = status is Status.OPTIMAL
        numbers = bracket(count, outcome.bound, proven, ask.seeks_fewest)
        if status is Status.INFEASIBLE:
            numbers = "Not possible"
            words.insert(0, ask.impossible)
        elif not status.is_proof:
            words.append(ask.published(outcome))
        self._numbers.setText(numbers)
        self.say(" ".join(filter(None, words)))
        self._credit.setText(credit(outcome))
