"""The Solve panel: ask an engine, watch, stop, accept or discard, and ask again at each click."""

from __future__ import annotations

import threading

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from nqviz.bounds import best_upper
from nqviz.pieces import counted
from nqviz.placement import Placement
from nqviz.problems import Membership
from nqviz.problems.membership import OPEN
from nqviz.work import Outcome, Progress, ProgressCallback, Status

from ..docks import bring_up, find_dock
from ..document import DensityOverlay, Document
from ..jobs import Job, JobRunner
from ..widgets import button, named, note, set_enabled
from .asking import Ask
from .chart import BoundChart
from .proof_button import ProofButton
from .solve_form import SolveForm

PATIENCE = 350
"""Milliseconds after which a search that was stopped is left behind."""


class SolvePanel(QWidget):
    """Runs one solve at a time; its incumbents are shown as a suggestion in the views.

    While a suggestion is shown or looked for, each change of the queens asks again, if wanted.
    """

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._job: Job | None = None
        self._asked: Ask | None = None
        self._outcome: Outcome | None = None
        self._heat: DensityOverlay | None = None
        self._form = SolveForm(document)
        self._make_answer()
        self._lay_out()
        self._clock = self._timer(500, self._show_time)
        self._clock.setSingleShot(False)
        self._again = self._timer(0, self._ask_again)
        self._patience = self._timer(PATIENCE, self._leave_behind)
        self._connect()
        self._on_board_change()

    def _timer(self, milliseconds: int, call: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(call)
        return timer

    # Building ------------------------------------------------------------------------------

    def _make_answer(self) -> None:
        self._run = button("solve.run", "Solve", "Search in the background", True)
        self._stop = button("solve.stop", "Stop", "End the search and keep the best found")
        self._accept = button("solve.accept", "Accept", "Put the shown solution on the board")
        self._discard = button("solve.discard", "Discard", "Drop the shown solution")
        self._numbers = note("solve.numbers", "Queens found and bound")
        self._numbers.setProperty("role", "figure")
        self._state = note("solve.state", "State of the search", "Nothing has been asked yet.")
        self._credit = note("solve.credit", "Who found and who proved it")
        self._credit.setProperty("role", "caption")
        self._save = ProofButton(self._document, self._runner)
        self._chart = BoundChart()
        self._follow = named(
            QCheckBox("Keep solving as I click"),
            "solve.follow",
            "Keep solving as I click",
            "While a solution is shown, search again after each change of the queens",
        )
        self._follow.setChecked(True)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.addWidget(self._form)
        column.addLayout(self._pair(self._run, self._stop))
        for widget in (self._numbers, self._state, self._credit, self._chart):
            column.addWidget(widget)
        column.addLayout(self._pair(self._accept, self._discard))
        column.addWidget(self._follow)
        column.addWidget(self._save)
        column.addStretch(1)

    @staticmethod
    def _pair(first: QWidget, second: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(first)
        row.addWidget(second)
        return row

    def _connect(self) -> None:
        self._run.clicked.connect(self.run)
        self._stop.clicked.connect(self.stop)
        self._accept.clicked.connect(self.accept)
        self._discard.clicked.connect(self.discard)
        self._document.board_changed.connect(self._on_board_change)
        self._document.queens_changed.connect(self._on_queens_change)
        self._document.overlay_changed.connect(self._read)

    # Asking --------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a search is running."""
        return self._job is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the last search for what is on the board ended; None before that."""
        return self._outcome

    @property
    def search(self) -> tuple[list[tuple[float, int | None, int | None]], bool]:
        """The moments of the last search, and whether it wanted as few queens as possible."""
        return self._chart.moments, self._chart.seeks_fewest

    @property
    def says_impossible(self) -> bool:
        """Whether what is said is that there is no answer for the queens that stand."""
        return self._outcome is not None and self._outcome.status is Status.INFEASIBLE

    def run(self) -> None:
        """Start the search that the controls describe."""
        bring_up(find_dock(self, "solve"))
        if self._job is None:
            self._start(self._form.question)

    def _start(self, ask: Ask) -> None:
        start = self._shown()

        def work(progress: ProgressCallback, stop: threading.Event) -> Outcome | Membership:
            return ask.answer(start, progress, stop)

        self._chart.clear(ask.seeks_fewest)
        self._numbers.clear()
        self._credit.clear()
        self._asked, self._outcome = ask, None
        if ask.seeks_cells:
            self._document.set_suggestion(None)
        self._state.setText(f"{ask.who} is starting …")
        self._job = self._runner.start(
            f"Solving the {self._document.board}",
            work,
            succeeded=self._on_end,
            failed=self._on_failure,
            progressed=self._on_progress,
        )
        self._clock.start()
        self._read()

    def _shown(self) -> Placement | None:
        cells = self._document.suggestion
        return None if cells is None else Placement.from_indices(self._document.board, cells)

    # Stopping ------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the search; the best found stays as a suggestion."""
        if self._job is not None and not self._job.is_stopping:
            self._job.stop()
            self._state.setText("Stopping …")
            self._patience.start()
            self._read()

    def _leave_behind(self) -> None:
        """Say what was found though the engine is still busy; it ends by itself."""
        if self._job is None or self._asked is None:
            return
        news, seconds = self._job.last_progress, self._job.seconds
        self._job.abandon()
        best, bound = (None, None) if news is None else (news.placement, news.bound)
        self._on_outcome(self._asked.stopped(best, bound, seconds))

    def _drop_job(self, reason: str) -> None:
        """Let go of a search whose question is no longer the one on the board."""
        self._again.stop()
        self._asked = None
        if self._job is None:
            return
        self._job.abandon()
        self._forget_job()
        self._state.setText(reason)
        self._read()

    def _forget_job(self) -> None:
        self._job = None
        self._clock.stop()
        self._patience.stop()

    # Answers -------------------------------------------------------------------------------

    def _on_progress(self, progress: Progress) -> None:
        if self._job is None or self._asked is None or self._asked.seeks_cells:
            return
        count = None
        if progress.placement is not None:
            count = len(progress.placement)
            if count > len(self._asked.givens):  # else there is nothing to show yet
                self._document.set_suggestion(progress.placement.indices)
        self._chart.add(progress.seconds, count, progress.bound)
        self._show_numbers(count, progress.bound, proven=False)

    def _on_end(self, result: Outcome | Membership) -> None:
        if isinstance(result, Membership):
            self._on_cells(result)
        else:
            self._on_outcome(result)

    def _on_cells(self, known: Membership) -> None:
        """Lay the answer over the board as a density: 1, 0 or a half for what is open."""
        self._forget_job()
        legend = " On the board 1 marks a cell that can, hatching one that cannot."
        self._state.setText(known.message + (legend if known.queens else ""))
        self._credit.setText(f"{known.seconds:.1f} s")
        if known.queens is not None:
            self._numbers.setText(f"[{known.queens:,}] proven")
            heat = (known.cells + (known.cells == OPEN) * 1.5).astype(np.float64)
            words = f"1: a maximum placement of {known.queens} has a queen here, 0: none has"
            meanings = {
                1.0: "a maximum placement has a queen here",
                0.0: "no maximum placement has a queen here",
                0.5: "not known whether a maximum placement has a queen here",
            }
            self._heat = DensityOverlay(
                heat, 1, f"{words}, 0.5: open", ("queen in a", "maximum?"), meanings
            )
            self._document.set_density(self._heat)
        self._read()

    def _drop_heat(self) -> None:
        """Take the answer about cells away: it is for other queens."""
        if self._heat is not None and self._document.density is self._heat:
            self._document.set_density(None)
        self._heat = None

    def _on_outcome(self, outcome: Outcome) -> None:
        self._forget_job()
        self._outcome = outcome
        count = outcome.count
        self._chart.add(outcome.seconds, count, outcome.bound)
        impossible = outcome.status is Status.INFEASIBLE
        if outcome.placement is not None:
            self._document.set_suggestion(None if impossible else outcome.placement.indices)
        self._show_numbers(count, outcome.bound, proven=outcome.status is Status.OPTIMAL)
        words = [outcome.message]
        if impossible:
            self._numbers.setText("Not possible")
            words.insert(0, self._impossible())
        elif not outcome.status.is_proof and not self._seeks_fewest:
            words += self._published(count, outcome.bound)
        self._state.setText(" ".join(words))
        self._credit.setText(_credit(outcome))
        self._read()

    @property
    def _seeks_fewest(self) -> bool:
        return self._asked is not None and self._asked.seeks_fewest

    def _impossible(self) -> str:
        """Say in plain words that what was asked for cannot be, and what to do about it."""
        assert self._asked is not None
        givens, wanted = len(self._asked.givens), self._asked.target
        piece = self._document.board.piece
        what = "full placement" if wanted == "full" else f"placement of {wanted:,} {piece}s"
        if not givens:
            return f"There is no {what}."
        these = f"this {piece}" if givens == 1 else f"these {givens:,} {piece}s"
        return f"There is no {what} with {these}: take one away, or undo."

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
        """Write a closed bracket for what is proven; an open one is not reached by the numbers."""
        found = "–" if count is None else f"{count:,}"
        if proven:
            text = f"[{found}] proven"
        elif bound is None:
            text = f"[{found}, ?)"
        else:
            gap = f", gap {abs(bound - count):,}" if count is not None else ""
            if self._seeks_fewest:
                text = f"({bound - 1:,}, {found}]   at least {bound:,}{gap}"
            else:
                text = f"[{found}, {bound + 1:,})   at most {bound:,}{gap}"
        self._numbers.setText(text)

    def _show_time(self) -> None:
        if self._job is None or self._asked is None or self._job.is_stopping:
            return
        words = f"{self._asked.who}: {self._job.seconds:.0f} s"
        news = self._job.last_progress
        if news is not None and news.fraction:
            words += f", {news.fraction:.0%}"
        if news is not None and news.activity:
            words += f", {news.activity}"
        if news is not None and news.nodes:
            words += f", {counted(news.nodes, 'node')}"
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
        self._outcome = None
        self._numbers.clear()
        self._credit.clear()
        self._chart.clear()
        self._form.show_board(self._document.board)
        self._read()

    def _on_queens_change(self) -> None:
        self._drop_heat()
        if self._asked is None or self._seeks_fewest or not self._follow.isChecked():
            self._drop_job("Stopped: the queens on the board changed.")
            return
        if self._job is not None:  # what it finds is for other queens
            self._job.abandon()
            self._forget_job()
        self._again.start()

    def _ask_again(self) -> None:
        """Answer for the queens that stand now, at once where the last answer contains them."""
        before, outcome = self._asked, self._outcome
        if before is None:
            return
        ask = self._form.question
        same = None if outcome is None else ask.carried_over(before, outcome)
        if same is not None:
            self._asked = ask
            self._on_outcome(same)
            return
        self._start(ask)

    def _read(self) -> None:
        running = self._job is not None
        shown = self._document.suggestion is not None
        set_enabled(
            self._run,
            not running,
            "A search is running already" if running else "Search in the background",
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
        self._save.show_outcome(self._outcome)
        set_enabled(self._discard, shown, "Drop the shown solution" if shown else waiting)


def _credit(outcome: Outcome) -> str:
    """Say who found and who proved it, in how many nodes and how long."""
    parts = [outcome.engine[:1].upper() + outcome.engine[1:]] if outcome.engine else []
    if outcome.nodes:
        parts.append(counted(outcome.nodes, "node"))
    parts.append(f"{outcome.seconds:.1f} s")
    return " · ".join(parts)
