"""Patterns by rings: the paper's two, and a search for others that begin with the placement."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QGroupBox, QVBoxLayout, QWidget

from nqviz.constructions.rings import PATTERNS, PERIOD, Pattern
from nqviz.core.board_state import BoardState
from nqviz.core.rings import ring_vector
from nqviz.problems.rings import PatternSearch, search_patterns
from nqviz.problems.rings.patterns import MAX_SIDE
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.progress import Progress

from ...document.board_state import MAX_CELLS, window_state
from ...document.document import Document
from ...jobs import Job, JobRunner, Work
from ...widgets.widgets import button, combo, note, say, set_enabled, spin
from ...widgets.wording import wrapped

LARGEST = isqrt(MAX_CELLS)
WHY_NOT = (
    f"A search begins with a full placement on a flat square of up to {MAX_SIDE} by {MAX_SIDE}"
)


class RingPatterns(QGroupBox):
    """Builds placements on any board of a pattern, and looks for further patterns."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__("Patterns", parent)
        self._document, self._runner = document, runner
        self._job: Job | None = None
        self._is_searching = False
        self._make_controls()
        self._lay_out()
        self._pattern.currentIndexChanged.connect(self._on_pattern)
        self._n.valueChanged.connect(self.read)
        self._build.clicked.connect(self.build)
        self._search.clicked.connect(self.search)
        self._on_pattern()

    def _make_controls(self) -> None:
        self._patterns = list(PATTERNS.values())
        names = [(f"Luque's {name}", None) for name in PATTERNS]
        tip = "A rule by which a placement goes on to ever larger boards"
        self._pattern = combo("rings.pattern", "Pattern", list(names), tip)
        self._n = spin("rings.pattern_n", "Side of the pattern", 1, LARGEST, 8)
        self._build = button("rings.pattern_build", "Build", "Build the pattern for this side")
        self._period = spin(
            "rings.pattern_period", "Period", 1, 24, PERIOD, "By how much the boards shall grow"
        )
        self._most = spin("rings.pattern_most", "Patterns wanted", 1, 20, 1)
        self._search = button("rings.pattern_search", "Search for more", WHY_NOT)
        self._state = note("rings.pattern_state", "What is known of the pattern")

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("Pattern", self._pattern)
        form.addRow("Side n", self._n)
        form.addRow(self._build)
        form.addRow("Period", self._period)
        form.addRow("Number", self._most)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._search)
        column.addWidget(self._state)
        self._state.hide()

    # A pattern -------------------------------------------------------------------------------

    @property
    def pattern(self) -> Pattern:
        """The pattern that is chosen."""
        return self._patterns[self._pattern.currentIndex()]

    def _on_pattern(self) -> None:
        pattern = self.pattern
        self._n.setRange(pattern.first, LARGEST)
        self._n.setSingleStep(pattern.period)
        n = self._n.value()
        self._n.setValue(n - (n - pattern.first) % pattern.period)
        self.read()

    def build(self) -> None:
        """Put the placement of the pattern for the side on the board, in one step."""
        pattern, n = self.pattern, self._n.value()
        name = self._pattern.currentText()

        def work(_run: RunContext) -> BoardState:
            return window_state(pattern.build(n))

        def load(state: BoardState) -> None:
            self._document.load(state, f"Pattern by rings: n = {n}")
            vector = " ".join(map(str, ring_vector(self._document.placement())))
            say(self._state, f"{name}, n = {n:,}. Rings from the centre: {_short(vector)}.")

        tab = self._document.tab

        def end(state: BoardState) -> None:
            self._end()
            if tab is not self._document.tab:
                say(self._state, "It is built, and loaded when its tab is in front again.")
            self._document.when_shown(tab, lambda: load(state))

        self._start(f"Pattern by rings, n = {n}", work, end)

    # Others ----------------------------------------------------------------------------------

    def search(self) -> None:
        """Search for patterns that begin with the queens on the board; stop what runs."""
        if self._job is not None:
            self._job.stop()
            return
        placement, period = self._document.placement(), self._period.value()
        most = self._most.value()

        def work(run: RunContext) -> PatternSearch:
            return search_patterns(placement, period, most=most, run=run)

        self._is_searching = True
        self._start("Search for patterns", work, self._on_found)

    def _on_found(self, found: PatternSearch) -> None:
        self._end()
        for pattern in found.patterns:
            self._patterns.append(pattern)
            n = pattern.first + pattern.period
            vector = " ".join(map(str, ring_vector(pattern.build(n))))
            name = f"Found {len(self._patterns) - len(PATTERNS)}: {pattern.first}, {n}, …"
            self._pattern.addItem(name)
            tip = f"Rings for n = {n}, from the centre: {vector}"
            self._pattern.setItemData(
                self._pattern.count() - 1, wrapped(tip), Qt.ItemDataRole.ToolTipRole
            )
        if found.patterns:
            self._pattern.setCurrentIndex(self._pattern.count() - len(found.patterns))
        say(self._state, _words(found))
        self.read()

    # The job ---------------------------------------------------------------------------------

    def _start(self, title: str, work: Work, succeeded: Callable[[Any], None]) -> None:
        say(self._state, f"{title} …")
        self._job = self._runner.start(
            title,
            work,
            succeeded=succeeded,
            failed=self._on_failure,
            progressed=self._on_progress,
        )
        self.read()

    def _end(self) -> None:
        self._job, self._is_searching = None, False
        self.read()

    def _on_progress(self, progress: Progress) -> None:
        if self._job is not None:
            say(self._state, f"{progress.activity[:1].upper()}{progress.activity[1:]} …")

    def _on_failure(self, reason: str) -> None:
        self._end()
        say(self._state, reason[:1].upper() + reason[1:])

    def read(self) -> None:
        """Let the buttons say what they do for the queens that stand now."""
        pattern, board = self.pattern, self._document.board
        fits = pattern.member(self._n.value()) is not None
        first, period = pattern.first, pattern.period
        sides = f"n = {first}, {first + period}, {first + 2 * period}, …"
        tip = "Put the placement for this side on the board, in one step that can be undone"
        why = "Something is built or searched for" if self._job else f"The pattern has {sides}"
        set_enabled(self._build, fits and self._job is None, tip if fits and not self._job else why)
        queens = self._document.counts.queens
        can = board.is_classical and board.n <= MAX_SIDE and queens == board.n
        can = can and not self._document.counts.conflict_pairs(1)
        self._search.setText("Stop" if self._is_searching else "Search for more")
        tip = "Search for patterns that begin with the queens on the board"
        set_enabled(
            self._search,
            self._is_searching or (can and self._job is None),
            "Stop searching" if self._is_searching else tip if can else WHY_NOT,
        )


def _words(found: PatternSearch) -> str:
    count = len(found.patterns)
    words = f"{count} pattern{'' if count == 1 else 's'} found"
    if found.status is Status.INFEASIBLE:
        words = "There is none with this period and runs of knight's moves"
    elif found.status is Status.FEASIBLE:
        words += "; there are no more of this kind"
    elif found.status is Status.STOPPED:
        words = f"Stopped: {words} so far"
    return f"{words}, after {found.seconds:.1f} s."


def _short(vector: str) -> str:
    return vector if len(vector) < 80 else f"… {vector[-60:]}"
