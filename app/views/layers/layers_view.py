"""The layers of a board, side by side or one by one: where most clicking happens."""

from __future__ import annotations

from itertools import permutations

from PySide6.QtCore import QPointF, QSignalBlocker, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import Theme

from ...document.document import Document
from ...widgets.layouts import laid_out_once
from ...widgets.widgets import button, combo
from ..dims import Dims
from .grid import LayersGrid


class LayersView(QWidget):
    """A row of controls over the grid of layers, steppers under it."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setObjectName("layers")
        self.grid = LayersGrid(document)
        self._shown = combo(
            "layers.shown",
            "Coordinates shown: across and up",
            [],
            "Which two coordinates each board shows: the first across, the second up",
        )
        self._shown.setMinimumContentsLength(7)
        self._fit = button("layers.fit", "Fit", "Show all layers as large as they can be")
        self._lay_out()
        self._shown.currentIndexChanged.connect(self._on_shown)
        self._dims.changed.connect(self._on_dims)
        self._fit.clicked.connect(self.fit)
        document.board_changed.connect(self._on_board)
        document.cursor_changed.connect(self._on_cursor)
        self._shape: tuple[int, ...] = ()
        self._on_board()

    def _lay_out(self) -> None:
        label = QLabel("Boards show")
        label.setBuddy(self._shown)
        self._shown_group = label, self._shown
        self._dims = Dims("layers", self)
        controls = QHBoxLayout()
        controls.setContentsMargins(8, 6, 8, 6)
        controls.setSpacing(8)
        for widget in (*self._shown_group, self._fit):
            controls.addWidget(widget)
        controls.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(controls)
        column.addWidget(self.grid, 1)
        column.addWidget(self._dims)
        self.setFocusProxy(self.grid)

    # What others ask for -----------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement that is shown, for an export of the same layers."""
        return self.grid.arrangement

    def cell_center(self, index: int) -> QPointF:
        """Return the middle of a cell in the coordinates of the grid."""
        return self.grid.cell_center(index)

    @Slot()
    def fit(self) -> None:
        """Show all layers as large as they can be."""
        self.grid.fit()

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        self.grid.set_theme(theme)

    # The controls ------------------------------------------------------------------------------

    def _on_board(self) -> None:
        board = self.document.board
        if board.shape == self._shape:
            return
        self._shape = board.shape
        with QSignalBlocker(self._shown):
            self._shown.clear()
            for axes in permutations(range(board.d), min(2, board.d)):
                self._shown.addItem(", ".join(f"x{axis + 1}" for axis in axes), axes)
        with laid_out_once(self):
            for widget in self._shown_group:
                widget.setVisible(board.d > 1)
            self._on_shown()

    def _on_shown(self) -> None:
        self._dims.submit_incumbent(self.document.board, self._shown.currentData())
        self._show_layers()

    def _on_dims(self) -> None:
        self._show_layers()
        # The cursor goes with the layer, so that the scene shows the same one.
        cursor = self.document.cursor
        if cursor is not None:
            cell = list(self.document.board.cell(cursor))
            for axis, value in self._dims.fixed.items():
                cell[axis] = value
            self.document.set_cursor(self.document.board.index(cell))

    def _on_cursor(self) -> None:
        cursor = self.document.cursor
        if cursor is None or self.arrangement.visible([cursor])[0]:
            return
        self._dims.follow(self.document.board.cell(cursor))
        self._show_layers()

    def _show_layers(self) -> None:
        self.grid.set_layers(self._shown.currentData(), self._dims.fixed)
