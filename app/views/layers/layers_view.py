"""The layers of a board, side by side or one by one: where most clicking happens."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from PySide6.QtCore import QPointF, QSignalBlocker, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import Theme

from ...document.document import Document
from ...widgets.layouts import laid_out_once
from ...widgets.widgets import button, combo, show_choice
from ..dims import DimControls
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
        self.fit_button = button("layers.fit", "Fit", "Show all layers as large as they can be")
        self._dims = DimControls(document, "layers", self)
        self._lay_out()
        self._shown.currentIndexChanged.connect(self._on_shown)
        self.fit_button.clicked.connect(self.fit)
        document.board_changed.connect(self._on_board)
        document.view_changed.connect(self._on_view)
        document.cursor_changed.connect(self._on_cursor)
        self._shape: tuple[int, ...] = ()
        self._on_board()

    def _lay_out(self) -> None:
        label = QLabel("Boards show")
        label.setBuddy(self._shown)
        self._shown_group = label, self._shown
        controls = QHBoxLayout()
        controls.setContentsMargins(8, 6, 8, 6)
        controls.setSpacing(8)
        for widget in (*self._shown_group, self.fit_button):
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
            self._on_view()

    def _on_shown(self) -> None:
        view = self.document.view
        dims = replace(view.dims, layers=self._shown.currentData())
        self.document.set_view(replace(view, dims=dims))

    def _on_view(self) -> None:
        dims = self.document.view.dims
        fixed = dims.hidden(dims.layers)
        show_choice(self._shown, dims.layers)
        self._dims.show_dims(dims.layers, fixed)
        self.grid.set_layers(dims.layers, fixed)

    def _on_cursor(self) -> None:
        """Fix the coordinates that are fixed at the values of the cell under the cursor."""
        document = self.document
        if document.cursor is not None:
            dims = document.view.dims
            dims = dims.follow(document.board.cell(document.cursor), dims.layers)
            document.set_view(replace(document.view, dims=dims))
