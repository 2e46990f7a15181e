"""The page of most beautiful queens: as near to the middle as queens can stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later
from nqviz.problems.beautiful import (
    BEAUTIFUL_ENGINES,
    MAX_BEAUTIFUL,
    Beautiful,
    Deciding,
    beautiful,
    beautiful_certificate,
)
from nqviz.problems.planar import cell_costs, fingerprint, permutation, published_beautiful
from nqviz.rendering.figures.charts import Level, levels_chart
from nqviz.run.budgets import FIRST_SIDE
from nqviz.run.context import Progress
from nqviz.run.outcome import Status
from nqviz.view.board_overlays import Marks

from ...document.document import Document
from ...jobs import JobRunner
from ...views.charts import ChartView
from ...widgets.fields import beside, field
from ...widgets.layouts import fill
from ...widgets.library_texts import of_chart, of_place
from ...widgets.values import show_value
from ...widgets.widgets import combo, show_note, spin, switch
from .page import PlanarPage

TITLES = {
    "guided": tr_later("Guided by the best found"),
    "levels": tr_later("Algorithm 1 of the paper"),
}
"""What the methods are called."""
ABOUT = tr_later(
    "A cell costs four times its squared distance from the middle. The fewest queens stand on the"
    " highest cost, then on the next, and so on."
)
WANTED = tr_later("n queens on an n by n board, as near to the middle as they can stand.")
SAME_PLACEMENT = tr_later(
    "Its fingerprint is that of the published placement. It is the same placement."
)
MOST_DESCRIBED = 16
"""Levels in the description of the chart."""


class BeautifulPage(PlanarPage):
    """Searches for the least fingerprint, cost by cost; the best found is a suggestion."""

    name = "beautiful"
    accepted = tr_later("Accept the most beautiful queens")
    proof_tip = tr_later(
        "Refute what is more beautiful once more, and write the proof to a file that other software"
        " can check; on large boards this may take long"
    )

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__(document, runner)
        self._marks: Marks | None = None
        self._make_controls()
        self._lay_out()
        self._shows_level.toggled.connect(self._mark_level)
        self.job.changed.connect(self._on_job)
        document.board_changed.connect(self._on_board)
        self._on_board()

    def _make_controls(self) -> None:
        self._n = spin("planar.beautiful_n", 1, MAX_BEAUTIFUL, 8)
        engines = [(tr(TITLES.get(name, name)), name) for name in BEAUTIFUL_ENGINES]
        self._engine = combo("planar.beautiful_engine", engines)
        self._about = self._note("about", tr("What is beautiful"), tr(ABOUT))
        self._strip = FingerprintStrip()
        self._strip.hide()
        self._shows_level = switch("planar.beautiful_level")
        self._published = self._note("published", tr("What is published for this side"))
        self._published.hide()

    def _lay_out(self) -> None:
        side = beside(field(self._n), field(self._seconds, tr("Time limit")))
        fill(self.column, side, field(self._engine), self._about)
        fill(self.under, self._shows_level, self._published, self._strip)

    # The search ------------------------------------------------------------------------------

    def begin(self) -> None:
        n, engine = self._n.value(), str(self._engine.currentData())
        self._empty_board(n)
        show_note(self._published, "")
        self._n_asked, self._make_proof = n, None
        self._strip.show_levels(())
        self._suggest(None)
        self._start(
            tr("Most beautiful queens, n = {n}", n=n),
            lambda run: beautiful(Board.cube(n, 2), run, engine=engine),
            self._on_end,
            self._on_progress,
        )
        self._show_open(tr("Deciding one cost after another."), 0)

    def _on_progress(self, news: Deciding) -> None:
        best = news.incumbent
        costs = () if best is None else fingerprint(permutation(best))
        settled = sum(count for _, count in news.decided)
        words = tr("{settled} of {all} queens are decided.", settled=settled, all=self._n_asked)
        if news.level is not None:
            words += " " + tr("Cost {level} is being decided.", level=news.level)
        self._show_open(words, settled)
        self._strip.show_levels(costs, news.decided, news.level)
        if best is not None:
            self._suggest(best)
        self._mark_level()

    def _describe(self, news: Progress | None, seconds: float) -> str:
        return self.answer.sentence

    def _on_end(self, found: Beautiful) -> None:
        costs = found.fingerprint or ()
        proven = costs[: found.decided]
        self._strip.show_levels(costs, [(cost, proven.count(cost)) for cost in set(proven)])
        self._mark_level()
        if found.placement is not None:
            self._suggest(found.placement)
        is_proof = found.status is Status.OPTIMAL
        is_made = found.status.is_proof and found.n <= FIRST_SIDE
        self._make_proof = partial(beautiful_certificate, found) if is_made else None
        numbers = f"[{self._n_asked}]" if is_proof else self._share(found.decided)
        self._show_end(found, numbers, None)
        show_note(self._published, _with_published(found, self._n_asked))

    def _on_job(self) -> None:
        if not self.is_running:
            self._strip.show_levels(())
        self._mark_level()

    # What is laid over the board -------------------------------------------------------------

    def _mark_level(self) -> None:
        """Mark the cells of the cost that is being decided, on the board it is about."""
        document, level = self._document, self._strip.current
        fits = document.board.is_classical and document.board.n == self._n_asked
        tab = self.job.tab
        is_here = fits and tab is document.tab and self.is_running
        if self._shows_level.isChecked() and level is not None and is_here:
            cells = np.flatnonzero(cell_costs(self._n_asked).ravel() == level)
            words = tr("cost {level}, being decided", level=level)
            self._marks = Marks(cells, words, is_kept=False)
            document.set_marks(self._marks)
        elif self._marks is not None and tab is not None:
            if tab.marks is self._marks:
                document.set_marks(None, tab)
            self._marks = None

    # Following the document ------------------------------------------------------------------

    def _on_board(self) -> None:
        self._introduce(tr(WANTED))
        board = self._document.board
        if board.is_classical and board.n <= MAX_BEAUTIFUL and not self.is_running:
            show_value(self._n, board.n)


class FingerprintStrip(ChartView):
    """A bar for each cost that holds queens, the highest first."""

    def __init__(self) -> None:
        name, title = "planar.beautiful_strip", tr("Queens on each cost")
        super().__init__(name, title, tr("queens on each cost"), (220, 170))
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
        self.levels = tuple(
            Level(cost, closed.get(cost, fingerprint.count(cost)), cost in closed)
            for cost in sorted(costs, reverse=True)
        )
        self.current = current
        description = "; ".join(of_place(level.text) for level in self.levels[:MOST_DESCRIBED])
        self.show_chart(of_chart(levels_chart(self.levels, current)), description)
        self.setVisible(self.chart is not None and self.parentWidget() is not None)


def _with_published(found: Beautiful, n: int) -> str:
    """Return how what was found lies to what is published."""
    published = published_beautiful(n)
    if published is None or found.fingerprint is None:
        return ""
    best = fingerprint(published)
    if found.fingerprint == best:
        if found.permutation == published:
            return tr(SAME_PLACEMENT)
        return tr("Its fingerprint is that of the published placement.")
    if found.fingerprint < best:
        return tr("The published placement is less beautiful than this one.")
    return tr("The published placement is more beautiful than this one.")
