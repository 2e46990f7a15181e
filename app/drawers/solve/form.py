"""The form of the Solve panel: what to look for, which queens to keep, and how."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QToolButton, QWidget

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines import AUTO, ENGINES, Problem, Target, uses_cuts
from nqviz.problems import domination_objection
from nqviz.problems.placements import largest_target
from nqviz.run.limit import Limit

from ...document.document import Document
from ...widgets.widgets import combo, named, set_seconds, show_choice, spin
from .cuts_button import CutsButton
from .request import CELLS, DOMINATE, INDEPENDENT, SolveRequest

MAXIMUM, FULL, COUNT = "max", "full", "count"
KEEP_ALL, KEEP_GIVEN, KEEP_NONE = "all", "given", "none"


class SolveForm(QWidget):
    """Describes one question; what is rarely needed is behind "More"."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._make_question()
        self._make_limits()
        self._lay_out()
        self._target.currentIndexChanged.connect(self._update_ui)
        self._engine.currentIndexChanged.connect(self._update_ui)
        self._more.toggled.connect(self._update_ui)
        self._update_ui()

    @property
    def question(self) -> SolveRequest:
        """What the controls describe, for the queens that stand now."""
        limit = Limit(
            self._seconds.value() or None, self._nodes.value() or None, self._threads.value()
        )
        engine = str(self._engine.currentData())
        cuts = self._cuts.cuts if self._takes_cuts else None
        return SolveRequest(self._kept(), self._wanted(), engine, cuts, limit)

    def show_board(self, board: Board) -> None:
        """Offer what there is for a board."""
        self._cuts.show_board(board)
        self._count.setMaximum(largest_target(board))
        self._count.setValue(board.full_count)

    @property
    def _seeks_fewest(self) -> bool:
        return self._target.currentData() in (DOMINATE, INDEPENDENT)

    @property
    def _takes_cuts(self) -> bool:
        """Whether an integer program may be solved, which cuts are for."""
        return self._asks_programs and uses_cuts(str(self._engine.currentData()))

    @property
    def _asks_programs(self) -> bool:
        """Whether the question is one for integer programs with cuts."""
        return not self._seeks_fewest and self._target.currentData() != CELLS

    def _kept(self) -> Placement:
        keep = KEEP_NONE if self._seeks_fewest else self._keep.currentData()
        if keep == KEEP_ALL:
            return self._document.placement()
        if keep == KEEP_GIVEN:
            return self._document.given_placement()
        return Placement(self._document.board)

    def _wanted(self) -> Target | str:
        target = str(self._target.currentData())
        return self._count.value() if target == COUNT else target

    # What cannot be asked ------------------------------------------------------------------

    def _engine_objections(self) -> Callable[[object], str]:
        """Return what says why an engine does not answer the question."""
        ask, counts = self.question, self._document.counts
        ask = replace(ask, cuts=self._cuts.cuts if self._asks_programs else None)
        objection = ask.objections(counts.free if len(ask.givens) == counts.queens else None)
        return lambda engine: objection(str(engine))

    def _target_objections(self) -> Callable[[object], str]:
        """Return what says why something cannot be looked for on this board."""
        board = self._document.board

        def objection(target: object) -> str:
            if target in (DOMINATE, INDEPENDENT):
                return domination_objection(AUTO, board)
            try:
                Problem(Placement(board), "full" if target == FULL else "max")
            except InputError as error:
                return str(error)
            return ""

        return objection

    # Building ------------------------------------------------------------------------------

    def _make_question(self) -> None:
        self._target = combo(
            "solve.target",
            "What to look for",
            [
                ("The most queens", MAXIMUM),
                ("A full placement", FULL),
                ("This many queens", COUNT),
                ("Cells of maximum placements", CELLS),
                ("The fewest that attack every cell", DOMINATE),
                ("The fewest, none attacked", INDEPENDENT),
            ],
            "The most queens that fit, a full placement (one on every line along an axis), a number"
            " of your choice, the cells that can hold a queen of a maximum placement, or the fewest"
            " queens that occupy or attack every cell",
            self._target_objections,
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
            [("Automatic", AUTO), *((e.name, name) for name, e in ENGINES.items())],
            "Solver; Automatic chooses by board and question",
            self._engine_objections,
        )
        self._cuts = CutsButton("solve.cuts")

    def _make_limits(self) -> None:
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
        self._nodes = spin(
            "solve.nodes",
            "Node limit",
            0,
            2**31 - 1,
            0,
            "The search ends after this many nodes of its tree, or moves; 0 means no limit",
        )
        self._nodes.setSpecialValueText("no limit")
        self._nodes.setGroupSeparatorShown(True)
        cores = os.cpu_count() or 1
        self._threads = spin("solve.threads", "Threads", 1, cores, 1, "Processor cores to use")
        self._more = named(
            QToolButton(), "solve.more", "More choices", "Engine, cuts, node limit and threads"
        )
        self._more.setText("More")
        self._more.setCheckable(True)
        self._more.setAutoRaise(True)
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def show_number(self, target: int) -> None:
        """Ask for a number of queens."""
        show_choice(self._target, COUNT)
        self._count.setValue(target)
        self._update_ui()

    def set_limits(self, seconds: int, threads: int) -> None:
        """Set the time limit, 0 for none, and the number of threads."""
        set_seconds(self._seconds, seconds)
        self._threads.setValue(threads)

    def _lay_out(self) -> None:
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.addRow("Look for", self._target)
        self._form.addRow("Queens", self._count)
        self._form.addRow("Keep", self._keep)
        self._form.addRow("Time limit", self._seconds)
        self._form.addRow(self._more)
        self._extras: tuple[QWidget, ...] = (self._engine, self._cuts, self._nodes, self._threads)
        titles = ("Engine", "Cuts", "Node limit", "Threads")
        for title, widget in zip(titles, self._extras, strict=True):
            self._form.addRow(title, widget)

    def _update_ui(self) -> None:
        more = self._more.isChecked()
        self._form.setRowVisible(self._count, self._target.currentData() == COUNT)
        self._form.setRowVisible(self._keep, not self._seeks_fewest)
        for widget in self._extras:
            self._form.setRowVisible(widget, more)
        self._form.setRowVisible(self._cuts, more and self._takes_cuts)
        self._more.setArrowType(Qt.ArrowType.DownArrow if more else Qt.ArrowType.RightArrow)
