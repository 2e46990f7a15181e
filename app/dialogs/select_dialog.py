"""Selecting by rule: the queens of a layer, of a range, those that attack each other, the given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from PySide6.QtWidgets import QComboBox, QWidget

from nqviz.core.board import IntArray
from nqviz.core.coordinates import to_cells
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece

from ..document.document import Document
from ..widgets.fields import GAP, beside, field
from ..widgets.layouts import fill, scrolling, vertical
from ..widgets.messages import Dialog
from ..widgets.whats_this import explain
from ..widgets.widgets import button, combo, note, spin, switch

ROOM = 24
"""Pixels around the fields."""
LAYER, RANGE, CONFLICTING, GIVEN, NOT_GIVEN = "layer", "range", "conflicting", "given", "not given"


def queens_in_range(document: Document, low: Sequence[int], high: Sequence[int]) -> IntArray:
    """Return the queens whose coordinates, from 1, lie between two ends, both included."""
    queens = np.flatnonzero(document.counts.occupied)
    cells = document.board.cells(queens)
    inside = ((cells >= to_cells(low)) & (cells <= to_cells(high))).all(axis=1)
    return queens[inside]


def queens_by_rule(document: Document, rule: str) -> IntArray:
    """Return the queens that attack another ("conflicting"), are "given" or "not given"."""
    occupied = document.counts.occupied
    if rule == CONFLICTING:
        return np.flatnonzero(occupied & (document.counts.counts > 1))
    given = np.zeros_like(occupied)
    given[list(document.givens)] = True
    return np.flatnonzero(given if rule == GIVEN else occupied & ~given)


class SelectDialog(Dialog):
    """Chooses a rule; shows how many queens follow it before anything is selected."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        piece, shape = document.board.piece, document.board.shape
        super().__init__("select", tr_piece("Select queens", piece), parent)
        self._document = document
        rules = [
            (tr_piece("Queens in one layer", piece), LAYER),
            (tr_piece("Queens in a range of coordinates", piece), RANGE),
            (tr_piece("Queens that attack each other", piece), CONFLICTING),
            (tr_piece("Given queens", piece), GIVEN),
            (tr_piece("Queens that are not given", piece), NOT_GIVEN),
        ]
        self._rule = combo("select.rule", rules, tip=tr_piece("Which queens to select", piece))
        self._rule.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._axis = combo("select.axis", [(f"x{i + 1}", i) for i in range(len(shape))])
        self._layer = spin("select.layer", 1, shape[0], 1)
        self._ends = [
            (
                spin(f"select.low.{i + 1}", 1, side, 1, tr("Least x{axis}", axis=i + 1)),
                spin(f"select.high.{i + 1}", 1, side, side, tr("Greatest x{axis}", axis=i + 1)),
            )
            for i, side in enumerate(shape)
        ]
        self._adds = switch(
            "select.adds", tip=tr_piece("Add the queens to those that are selected already", piece)
        )
        self._count = note("select.count", role="sentence")
        self._lay_out(piece)
        self._connect()
        self._show_rule()
        explain(self, piece)

    def _lay_out(self, piece: str) -> None:
        self._layers = beside(field(self._axis, tr("Layers along")), field(self._layer))
        self._ranges = self._range_widget()
        tip = tr_piece("Select the queens that follow the rule", piece)
        ok = button("select.ok", tip=tip, primary=True, on_click=self.accept)
        column = vertical(self, margins=(ROOM, ROOM, ROOM, ROOM), spacing=GAP)
        fill(column, field(self._rule, tr("Select")), self._layers, self._ranges, self._adds)
        fill(column, self._count, self.foot(ok))

    def _range_widget(self) -> QWidget:
        """Return two fields for each coordinate; of many coordinates some have to be scrolled."""
        inner = QWidget()
        rows = vertical(inner, spacing=GAP)
        for i, (low, high) in enumerate(self._ends):
            least = field(low, tr("x{axis} from", axis=i + 1))
            rows.addWidget(beside(least, field(high, tr("to"))))
        area = scrolling(inner)
        area.setMinimumHeight(min(inner.sizeHint().height(), 260))
        return area

    def _connect(self) -> None:
        self._rule.currentIndexChanged.connect(self._show_rule)
        self._axis.currentIndexChanged.connect(self._offer_layers)
        for box in (self._layer, *chain(*self._ends)):
            box.valueChanged.connect(self._show_count)

    def _offer_layers(self) -> None:
        self._layer.setMaximum(self._document.board.shape[self._axis.currentData()])
        self._show_count()

    def _show_rule(self) -> None:
        rule = self._rule.currentData()
        self._layers.setVisible(rule == LAYER)
        self._ranges.setVisible(rule == RANGE)
        self._show_count()
        self.adjustSize()

    def _show_count(self) -> None:
        count = len(self.found())
        queens = counted_tr(count, self._document.board.piece)
        one, some = tr_later("{queens} follows this rule."), tr_later("{queens} follow this rule.")
        self._count.setText(tr(one if count == 1 else some, queens=queens))

    def found(self) -> IntArray:
        """Return the queens that follow the rule."""
        rule = self._rule.currentData()
        if rule not in (LAYER, RANGE):
            return queens_by_rule(self._document, rule)
        low, high = ([end.value() for end in ends] for ends in zip(*self._ends, strict=True))
        if rule == LAYER:
            axis = self._axis.currentData()
            low, high = [1] * self._document.board.d, list(self._document.board.shape)
            low[axis] = high[axis] = self._layer.value()
        return queens_in_range(self._document, low, high)

    def accept(self) -> None:
        """Select the queens that follow the rule."""
        found = set(self.found().tolist())
        kept = self._document.selection if self._adds.isChecked() else frozenset()
        self._document.set_selection(found | kept)
        queens = counted_tr(len(found), self._document.board.piece)
        self._document.report(tr("{queens} selected.", queens=queens))
        super().accept()
