"""Patterns by rings: the paper's two, and a search for others that begin with the placement."""

from __future__ import annotations

from math import isqrt

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from nqviz.constructions.rings import PATTERNS, PERIOD, Pattern
from nqviz.core.board_state import BoardState
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.rings import ring_vector
from nqviz.problems.rings import search_patterns
from nqviz.problems.rings.patterns import MAX_SIDE
from nqviz.run.outcome import Outcome, Status

from ...document.board_tab import MAX_CELLS, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.fields import GAP, beside, field
from ...widgets.layouts import fill, vertical
from ...widgets.widgets import button, combo, note, show_note, spin
from ...widgets.wrapped_tips import wrapped

LARGEST = isqrt(MAX_CELLS)
WHY_NOT = tr_later(
    "A search begins with a full placement on a flat square of up to {side} by {side}"
)

BUILT = tr_later("{name}, n = {n}. Rings from the centre: {vector}.")
LONG = 80
"""Of ring vectors with so many characters only the end is shown."""
LUQUE = {"first": tr_later("Luque's first"), "second": tr_later("Luque's second")}


class RingPatterns(QWidget):
    """Builds placements on any board of a pattern, and looks for further patterns."""

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        self._document = document
        self._make_controls()
        self._lay_out()
        self._job = PanelJob(self, runner, self._report, document)
        self._job.add_start(self._build, self.build, self._build_objection)
        self._job.add_start(self._search, self.search, self._search_objection, toggles=True)
        self._pattern.currentIndexChanged.connect(self._on_pattern)
        self._n.valueChanged.connect(self.update_ui)
        self._on_pattern()

    def _make_controls(self) -> None:
        self._patterns = list(PATTERNS.values())
        names = [(tr(LUQUE.get(name, name)), None) for name in PATTERNS]
        tip = tr("A rule by which a placement goes on to ever larger boards")
        self._pattern = combo("rings.pattern", names, tip=tip)
        self._n = spin("rings.pattern_n", 1, LARGEST, 8)
        self._build = button("rings.pattern_build")
        self._period = spin("rings.pattern_period", 1, 24, PERIOD)
        self._most = spin("rings.pattern_most", 1, 20, 1)
        self._search = button("rings.pattern_search")
        self._state = note("rings.pattern_state")

    def _lay_out(self) -> None:
        column = vertical(self, spacing=GAP)
        numbers = beside(field(self._n, tr("Side n")), field(self._period))
        fill(column, field(self._pattern), numbers)
        fill(column, field(self._most), beside(self._build, self._search), self._state)
        self._state.hide()

    # A pattern -------------------------------------------------------------------------------

    @property
    def pattern(self) -> Pattern:
        return self._patterns[self._pattern.currentIndex()]

    def _on_pattern(self) -> None:
        pattern = self.pattern
        self._n.setRange(pattern.first, LARGEST)
        self._n.setSingleStep(pattern.period)
        n = self._n.value()
        self._n.setValue(n - (n - pattern.first) % pattern.period)
        self.update_ui()

    def build(self) -> None:
        """Put the placement of the pattern for the side on the board, in one step."""
        pattern, n = self.pattern, self._n.value()
        name = self._pattern.currentText()

        def load(state: BoardState) -> None:
            self._document.load(state, tr_later("Pattern by rings: n = {n}").format(n=n))
            vector = " ".join(map(str, ring_vector(self._document.placement())))
            shown = vector if len(vector) < LONG else f"… {vector[-60:]}"
            self._report(tr(BUILT, name=name, n=f"{n:,}", vector=shown))

        title = tr("Pattern by rings, n = {n}", n=n)
        self._job.start(
            title, lambda _run: window_state(pattern.build(n)), load, text=f"{title} …", in_tab=True
        )

    # Others ----------------------------------------------------------------------------------

    def search(self) -> None:
        """Search for patterns that begin with the queens on the board."""
        placement, period = self._document.placement(), self._period.value()
        most = self._most.value()
        self._job.start(
            tr("Search for patterns"),
            lambda run: search_patterns(placement, run, period=period, most=most),
            self._on_found,
        )

    def _on_found(self, found: Outcome[tuple[Pattern, ...]]) -> None:
        patterns = found.value or ()
        for pattern in patterns:
            self._patterns.append(pattern)
            n = pattern.first + pattern.period
            vector = " ".join(map(str, ring_vector(pattern.build(n))))
            sides = {"number": len(self._patterns) - len(PATTERNS), "first": pattern.first}
            self._pattern.addItem(tr("Found {number}: {first}, {second}, …", second=n, **sides))
            tip = wrapped(tr("Rings for n = {n}, from the centre: {vector}", n=n, vector=vector))
            last = self._pattern.count() - 1
            self._pattern.setItemData(last, tip, Qt.ItemDataRole.ToolTipRole)
        if patterns:
            self._pattern.setCurrentIndex(self._pattern.count() - len(patterns))
        self._report(_describe(found))

    # The buttons -----------------------------------------------------------------------------

    def update_ui(self) -> None:
        """Enable the buttons that can be used with the queens on the board."""
        self._job.update_buttons()

    def _build_objection(self) -> str:
        pattern = self.pattern
        if pattern.member(self._n.value()) is not None:
            return ""
        first, second, third = (pattern.first + times * pattern.period for times in range(3))
        words = tr_later("The pattern has n = {first}, {second}, {third}, …")
        return tr(words, first=first, second=second, third=third)

    def _search_objection(self) -> str:
        board, counts = self._document.board, self._document.counts
        fits = board.is_classical and board.n <= MAX_SIDE and counts.queens == board.n
        return "" if fits and not counts.conflict_pairs(1) else tr(WHY_NOT, side=MAX_SIDE)

    def _report(self, text: str) -> None:
        show_note(self._state, text)


FOUND = tr_later("{patterns} found, after {seconds} s.")
_ENDED = {
    Status.INFEASIBLE: tr_later(
        "There is none with this period and runs of knight's moves, after {seconds} s."
    ),
    Status.FEASIBLE: tr_later(
        "{patterns} found; there are no more of this kind, after {seconds} s."
    ),
    Status.STOPPED: tr_later("Stopped: {patterns} found so far, after {seconds} s."),
}
"""What is said of a search for patterns by how it ended."""


def _describe(found: Outcome[tuple[Pattern, ...]]) -> str:
    values = {
        "patterns": counted_tr(len(found.value or ()), "pattern"),
        "seconds": f"{found.seconds:.1f}",
    }
    return tr(_ENDED.get(found.status, FOUND), **values)
