"""The Solve panel: ask an engine to complete the placement, watch, stop, accept or discard."""

from __future__ import annotations

import os
import threading

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from nqviz.bounds import best_upper
from nqviz.placement import Placement
from nqviz.problems import ENGINES, complete
from nqviz.solvers import Target
from nqviz.work import Limit, Outcome, Progress, ProgressCallback, Status

from ..document import Document
from ..jobs import Job, JobRunner
from ..widgets import button, combo, named, note, set_enabled, spin
from .chart import BoundChart

MAXIMUM, FULL, COUNT = "max", "full", "count"
KEEP_ALL, KEEP_GIVEN, KEEP_NONE = "all", "given", "none"


class SolvePanel(QWidget):
    """Runs one solve at a time; its incumbents are shown as a suggestion in the views."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._job: Job | None = None
        self._make_controls()
        self._lay_out()
        self._clock = QTimer(self)
        self._clock.setInterval(500)
        self._clock.timeout.connect(self._show_time)
        self._run.clicked.connect(self.run)
        self._stop.clicked.connect(self.stop)
        self._accept.clicked.connect(self.accept)
        self._discard.clicked.connect(self.discard)
        self._target.currentIndexChanged.connect(self._read)
        document.board_changed.connect(self._on_board_change)
        document.queens_changed.connect(self._on_queens_change)
        document.overlay_changed.connect(self._read)
        self._on_board_change()

    def _make_controls(self) -> None:
        self._target = combo(
            "solve.target",
            "What to look for",
            [("The most queens", MAXIMUM), ("A full placement", FULL), ("This many queens", COUNT)],
            "The most queens that fit, a full placement (one on every line along an axis),"
            " or a number of your choice",
        )
        self._count = spin("solve.count", "How many queens", 1, 10**7, 8)
        self._keep = combo(
            "solve.keep",
            "Which queens to keep",
            [
                ("All queens on the board", KEEP_ALL),
                ("Only the given (locked) ones", KEEP_GIVEN),
                ("None: start afresh", KEEP_NONE),
            ],
            "The queens that the solution must contain",
        )
        self._engine = combo(
            "solve.engine",
            "Engine",
            [("Automatic", "auto"), *((engine.name, name) for name, engine in ENGINES.items())],
            "Who searches; automatic picks by board and question",
        )
        self._seconds = named(
            QDoubleSpinBox(),
            "solve.seconds",
            "Time limit in seconds",
            "The search ends after this time with the best found; 0 means no limit",
        )
        self._seconds.setRange(0, 10**6)
        self._seconds.setDecimals(0)
        self._seconds.setValue(60)
        self._seconds.setSuffix(" s")
        self._seconds.setSpecialValueText("no limit")
        cores = os.cpu_count() or 1
        self._threads = spin("solve.threads", "Threads", 1, cores, 1, "Processor cores to use")
        self._run = button("solve.run", "Solve", "Search in the background (Ctrl+Return)", True)
        self._stop = button("solve.stop", "Stop", "End the search and keep the best found")
        self._accept = button("solve.accept", "Accept", "Put the shown solution on the board")
        self._discard = button("solve.discard", "Discard", "Drop the shown solution")
        self._numbers = note("solve.numbers", "Queens found and bound")
        self._numbers.setProperty("role", "figure")
        self._state = note("solve.state", "State of the search", "Nothing has been asked yet.")
        self._chart = BoundChart()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.addRow("Look for", self._target)
        self._form.addRow("Queens", self._count)
        self._form.addRow("Keep", self._keep)
        self._form.addRow("Engine", self._engine)
        self._form.addRow("Time limit", self._seconds)
        self._form.addRow("Threads", self._threads)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        for pair in ((self._run, self._stop), (self._accept, self._discard)):
            row = QHBoxLayout()
            for widget in pair:
                row.addWidget(widget)
            column.addLayout(row)
            if pair[0] is self._run:
                column.addWidget(self._numbers)
                column.addWidget(self._state)
                column.addWidget(self._chart)
        column.addStretch(1)

    # Asking --------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a search is running."""
        return self._job is not None

    def run(self) -> None:
        """Start the search that the controls describe."""
        if self._job is not None:
            return
        document = self._document
        givens = self._kept()
        target = self._wanted()
        limit = Limit(self._seconds.value() or None, threads=self._threads.value())
        engine = str(self._engine.currentData())

        def work(progress: ProgressCallback, stop: threading.Event) -> Outcome:
            return complete(
                givens, target, engine=engine, limit=limit, progress=progress, stop=stop
            )

        document.set_suggestion(None)
        self._chart.clear()
        self._numbers.clear()
        self._state.setText("Starting …")
        self._job = self._runner.start(
            f"Solving the {document.board}",
            work,
            succeeded=self._on_outcome,
            failed=self._on_failure,
            progressed=self._on_progress,
        )
        self._clock.start()
        self._read()

    def _kept(self) -> Placement:
        keep = self._keep.currentData()
        if keep == KEEP_ALL:
            return self._document.placement()
        if keep == KEEP_GIVEN:
            return self._document.given_placement()
        return Placement(self._document.board)

    def _wanted(self) -> Target:
        target = self._target.currentData()
        if target == COUNT:
            return self._count.value()
        return "full" if target == FULL else "max"

    def stop(self) -> None:
        """End the search; the best found stays as a suggestion."""
        if self._job is not None:
            self._job.stop()
            self._state.setText("Stopping …")
            self._read()

    def _drop_job(self, reason: str) -> None:
        """Let go of a search whose question is no longer the one on the board."""
        if self._job is None:
            return
        self._job.abandon()
        self._forget_job()
        self._state.setText(reason)
        self._read()

    def _forget_job(self) -> None:
        self._job = None
        self._clock.stop()

    # Answers -------------------------------------------------------------------------------

    def _on_progress(self, progress: Progress) -> None:
        if self._job is None:
            return
        count = None
        if progress.placement is not None:
            count = len(progress.placement)
            self._document.set_suggestion(progress.placement.indices)
        self._chart.add(progress.seconds, count, progress.bound)
        self._show_numbers(count, progress.bound, proven=False)

    def _on_outcome(self, outcome: Outcome) -> None:
        self._forget_job()
        count = outcome.count
        self._chart.add(outcome.seconds, count, outcome.bound)
        if outcome.placement is not None:
            self._document.set_suggestion(outcome.placement.indices)
        self._show_numbers(count, outcome.bound, proven=outcome.status is Status.OPTIMAL)
        words = [f"{outcome.message} ({outcome.engine}, {outcome.seconds:.1f} s)"]
        if not outcome.status.is_proof:
            words += self._published(count, outcome.bound)
        self._state.setText(" ".join(words))
        self._read()

    def _published(self, count: int | None, bound: int | None) -> list[str]:
        """Say what others have proven of this board where it goes beyond the engine's bound."""
        known = best_upper(self._document.board)
        if bound is not None and known.value >= bound:
            return []
        reached = ": this many are here" if count == known.value else ""
        return [f"Known elsewhere: at most {known.value:,} ({known.source}){reached}."]

    def _on_failure(self, reason: str) -> None:
        self._forget_job()
        self._numbers.clear()
        self._state.setText(reason[:1].upper() + reason[1:])
        self._read()

    def _show_numbers(self, count: int | None, bound: int | None, proven: bool) -> None:
        """Write a closed bracket for what is proven and an open one for what is not."""
        found = "–" if count is None else f"{count:,}"
        if proven:
            text = f"[{found}] proven"
        elif bound is None:
            text = f"[{found}, ?)"
        else:
            gap = f", gap {bound - count:,}" if count is not None else ""
            text = f"[{found}, {bound:,})   at most {bound:,}{gap}"
        self._numbers.setText(text)

    def _show_time(self) -> None:
        if self._job is None or self._job.is_stopping:
            return
        words = f"Searching: {self._job.seconds:.0f} s"
        news = self._job.last_progress
        if news is not None and news.activity:
            words += f", {news.activity}"
        if news is not None and news.nodes:
            words += f", {news.nodes:,} nodes"
        self._state.setText(words + " …")

    # Accepting and keeping in step ---------------------------------------------------------

    def accept(self) -> None:
        """Put the shown solution on the board, in one step."""
        self._drop_job("Stopped: the shown solution was accepted.")
        self._document.accept_suggestion()

    def discard(self) -> None:
        """Drop the shown solution."""
        self._drop_job("Stopped: the shown solution was discarded.")
        self._document.set_suggestion(None)

    def _on_board_change(self) -> None:
        self._drop_job("Stopped: there is another board now.")
        self._numbers.clear()
        self._chart.clear()
        board = self._document.board
        self._count.setMaximum(board.full_count)
        self._count.setValue(board.full_count)
        self._read()

    def _on_queens_change(self) -> None:
        self._drop_job("Stopped: the queens on the board changed.")

    def _read(self) -> None:
        running = self._job is not None
        shown = self._document.suggestion is not None
        self._form.setRowVisible(self._count, self._target.currentData() == COUNT)
        set_enabled(
            self._run,
            not running,
            "A search is running already" if running else "Search in the background (Ctrl+Return)",
        )
        set_enabled(
            self._stop,
            running,
            "End the search and keep the best found" if running else "No search is running",
        )
        waiting = "There is no solution to accept yet"
        set_enabled(
            self._accept, shown, "Put the shown solution on the board" if shown else waiting
        )
        set_enabled(self._discard, shown, "Drop the shown solution" if shown else waiting)
