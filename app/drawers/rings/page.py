"""Completion ring by ring: a search that explains every step, and patterns that go on."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QHeaderView, QTreeView

from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.core.rings import capacities, compact_sum, has_rings, ring_names, ring_vector
from nqviz.problems.rings import Kind, Node, RingSearch, explain
from nqviz.rendering.figures.rings_files import write_explanation
from nqviz.run.outcome import Outcome

from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import start_file_job
from ...widgets.fields import Disclosure, beside
from ...widgets.layouts import fill
from ...widgets.library_texts import of_rings
from ...widgets.row_list import AnyIndex
from ...widgets.widgets import button, named, note, set_enabled
from ...widgets.wrapped_tips import wrapped
from ..planar.page import badge_of
from ..solve.answer import Answer
from ..solve.page import SolvePage
from .distribution import RingDistributionPart
from .patterns import RingPatterns

_SIGNS = {Kind.CONTRADICTION: "✗ ", Kind.SOLUTION: "✓ "}


class _Place(NamedTuple):
    """A step with the numbers of the step above it and of those below it, and its row there."""

    node: Node
    parent: int
    row: int
    children: list[int]


def _words(node: Node) -> str:
    return "\n".join(map(of_rings, (node.title, *node.reasons)))


class ExplanationTree(QAbstractItemModel):
    """Steps by number, from 0; a step without solutions under it has a cross at its end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: list[_Place] = []

    def show(self, root: Node | None) -> None:
        self.beginResetModel()
        self._places = []
        if root is not None:
            self._add(root, -1, 0)
        self.endResetModel()

    def _add(self, node: Node, parent: int, row: int) -> int:
        number = len(self._places)
        place = _Place(node, parent, row, [])
        self._places.append(place)
        for below, child in enumerate(node.children):
            place.children.append(self._add(child, number, below))
        return number

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._places)

    def node(self, number: int) -> Node:
        return self._places[number].node

    def at(self, number: int) -> QModelIndex:
        return self.createIndex(self._places[number].row, 0, number)

    # What the view asks ------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:  # noqa: B008
        if column or row < 0:
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(0, 0, 0) if self._places and row == 0 else QModelIndex()
        children = self._places[parent.internalId()].children
        return self.createIndex(row, 0, children[row]) if row < len(children) else QModelIndex()

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid():
            return QModelIndex()
        above = self._places[index.internalId()].parent
        return QModelIndex() if above < 0 else self.at(above)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return min(1, len(self._places))
        return len(self._places[parent.internalId()].children)

    def columnCount(self, _parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self._places[index.internalId()].node
        if role == Qt.ItemDataRole.DisplayRole:
            sign = _SIGNS.get(node.kind) or ("" if node.solutions else "✗ ")
            return sign + of_rings(node.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return wrapped(_words(node))
        return None


FILES = tr_later(
    "Web pages with boards (*.html);;Text (*.txt);;SVG drawing of the tree (*.svg)"
    ";;PDF drawing of the tree (*.pdf);;TikZ of the tree (*.tex)"
)
ALL_RINGS = tr_later("The {count} outermost rings are listed. All: {whole}.")
SHOWN_RINGS = 13
"""On larger boards only so many of the outermost rings are listed."""
ABOUT = tr_later(
    "Completes the given queens, or all where none is given, from the centre outwards, and"
    " explains every step."
)
WHY_NOT = tr_later("Rings are for queens on flat squares, such as 8 by 8")


class RingsPage(SolvePage):
    """Reads the queens of the document; what it finds is shown as a suggestion only."""

    accept_tip = tr_later(
        "Put the queens of this step on the board, in one step that can be undone"
    )

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__(document, runner)
        self._found: RingSearch | None = None
        self._make_controls()
        self._lay_out()
        for change in (document.board_changed, document.queens_changed):
            self.job.drop_at(change)
            change.connect(self._on_change)
        self._on_change()

    def _make_controls(self) -> None:
        self._vector = note("rings.vector")
        self._vector.setTextFormat(Qt.TextFormat.RichText)  # a table
        self._model = ExplanationTree(self)
        self._tree = named(QTreeView(), "rings.tree")
        self._tree.setModel(self._model)
        self._tree.setHeaderHidden(True)
        self._tree.setUniformRowHeights(True)
        self._tree.setIndentation(14)
        self._tree.setMinimumHeight(220)
        self._tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tree.selectionModel().currentChanged.connect(self._on_current)
        self._back = button("rings.back", on_click=lambda: self._go(-1))
        self._step = button("rings.step", on_click=lambda: self._go(1))
        self._steps = beside(self._back, self._step)
        self._words = note("rings.words")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setProperty("role", "sentence")
        self._save = button("rings.save", on_click=self._ask)
        self._distribution = RingDistributionPart(self._document, self._runner)
        self._patterns = RingPatterns(self._document, self._runner)

    def _lay_out(self) -> None:
        fill(self.under, self._tree, self._steps, self._words, self._save)
        for name, part in (
            ("rings.by_ring", self._vector),
            ("rings.all", self._distribution),
            ("rings.patterns", self._patterns),
        ):
            self.under.addWidget(Disclosure(name, part))

    # Following the document ------------------------------------------------------------------

    def _on_change(self) -> None:
        """Drop the explanation, which is of other queens, and read the rings of these."""
        if self._found is not None:
            self._discard()
        fits = has_rings(self._document.board)
        self._vector.setText(_table(self._document.placement()) if fits else f"{tr(WHY_NOT)}.")
        self._patterns.update_ui()
        self.answer = Answer(tr(ABOUT))
        self._show_step()

    def _discard(self) -> None:
        """Show no explanation, and none of its steps on the board that it was of."""
        self._found = None
        self._model.show(None)
        if self.job.tab is not None:
            self._document.set_suggestion(None, self.job.tab)
        self._show_step()

    def objection(self) -> str:
        board = self._document.board
        if not has_rings(board):
            return tr(WHY_NOT)
        return tr("Where lines stop, no placement is full") if board.stops else ""

    # The search ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Search for all completions with their explanation."""
        queens = self._document.kept_placement()
        self._discard()
        self.answer = Answer()
        self.job.start(
            tr("Completing ring by ring"),
            lambda run: explain(queens, run=run),
            self._on_found,
            text=tr("Searching ring by ring …"),
            failed=self.fail,
        )

    def _on_found(self, outcome: Outcome[RingSearch]) -> None:
        self._found = outcome.value
        root = None if self._found is None else self._found.explanation
        assert root is not None
        kind, badge = badge_of(outcome)
        solutions = f"[{root.solutions:,}]" if outcome.status.is_proof else f"{root.solutions:,}"
        words, credit = " ".join(map(of_rings, root.reasons)), f"{outcome.seconds:.2f} s"
        self.show_answer(Answer(words, solutions, kind, badge, credit))
        self._model.show(root)
        self._tree.expandToDepth(1)
        self._tree.setCurrentIndex(self._model.at(0))

    # Stepping --------------------------------------------------------------------------------

    @property
    def _current(self) -> int | None:
        index = self._tree.currentIndex()
        return int(index.internalId()) if index.isValid() else None

    @property
    def _node(self) -> Node | None:
        return None if self._current is None else self._model.node(self._current)

    def _go(self, by: int) -> None:
        current = self._current
        if current is not None and 0 <= current + by < self._model.steps:
            self._tree.setCurrentIndex(self._model.at(current + by))

    def _on_current(self, index: AnyIndex, _before: AnyIndex) -> None:
        if index.isValid():
            self._tree.scrollTo(index)
            queens = self._model.node(index.internalId()).queens
            self._document.set_suggestion(np.array(queens, dtype=np.int64))
        self._show_step()

    def _show_step(self) -> None:
        node, current, steps = self._node, self._current, self._model.steps
        has = node is not None
        self._words.setText("" if node is None else _words(node))
        for widget in (self._tree, self._steps, self._words, self._save):
            widget.setVisible(has)
        set_enabled(self._back, has and current != 0)
        set_enabled(self._step, has and current != steps - 1)
        self.changed.emit()

    @property
    def accept_text(self) -> str:
        node = self._node
        if node is None or all(map(self._document.is_queen, node.queens)):
            return ""
        return tr("Accept {queens}", queens=counted_tr(len(node.queens), "queen"))

    def accept(self) -> None:
        """Put the queens of the step on the board; the explanation is of other queens then."""
        node, document = self._node, self._document
        if node is None:
            return
        kept = set(node.queens)
        old = set(document.placement().indices.tolist())
        document.edit(tr_later("Place the queens of a step"), place=kept - old, remove=old - kept)

    def show_again(self) -> None:
        if self._node is not None:
            self._document.set_suggestion(np.array(self._node.queens, dtype=np.int64))

    def discard(self) -> None:
        """Drop the explanation."""
        self.job.stop()
        self._discard()
        self.show_answer(Answer(tr(ABOUT)))

    # Files -----------------------------------------------------------------------------------

    def _ask(self) -> None:
        start = str(self._document.folder / "explanation.html")
        path, kind = QFileDialog.getSaveFileName(self, tr("Save the explanation"), start, tr(FILES))
        if path:
            suffix = kind.rpartition("*")[2].removesuffix(")") or ".html"
            target = Path(path)
            self.save_to(target if target.suffix else target.with_suffix(suffix))

    def save_to(self, path: Path) -> None:
        """Write the explanation; the status bar reports the result."""
        if self._found is None or self._found.explanation is None:
            return
        root, board, report = self._found.explanation, self._document.board, self._document.report
        start_file_job(
            self._runner,
            tr("Saving the explanation"),
            lambda _run: write_explanation(root, board, path),
            lambda _nothing: report(tr("Saved the explanation as {file}", file=path.name)),
            report=report,
            refuse=report,
        )


def _table(placement: Placement) -> str:
    """Write the ring vector with its capacities as a small table."""
    n = placement.board.n
    rows = list(zip(ring_names(n), ring_vector(placement), capacities(n), strict=True))
    titles = tr("Ring"), tr("Queens"), tr("Room for")
    head = "<tr><th align='left'>{}</th><th>{}</th><th>{}</th></tr>".format(*titles)
    body, more = "", ""
    for name, count, (low, high) in rows[-SHOWN_RINGS:]:
        room = low if low == high else tr("{low} to {high}", low=low, high=high)
        cells = (f"<td align='center'>{each}</td>" for each in (count, room))
        body += f"<tr><td>{name}</td>{''.join(cells)}</tr>"
    if n > 2 * SHOWN_RINGS:
        whole = compact_sum(n, [count for _, count, _ in rows])
        more = f"<p>{tr(ALL_RINGS, count=SHOWN_RINGS, whole=whole)}</p>"
    return f"<table cellspacing='0' cellpadding='2' width='100%'>{head}{body}</table>{more}"
