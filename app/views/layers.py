"""The layers of a board, all at once or one by one: where most clicking happens."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from nqviz.arrangement import Arrangement
from nqviz.palette import Theme

from ..document import Document
from ..widgets import button, combo, named, set_enabled, spin
from .layers_grid import LayersGrid


class LayersView(QWidget):
    """A row of controls over the grid of layers."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setObjectName("layers")
        self.grid = LayersGrid(document)
        self._axis = combo("layers.axis", "Layers along", [], "Which coordinate numbers the layers")
        self._mode = button("layers.mode", "One layer", "")
        self._mode.setCheckable(True)
        tip = "Which layer is shown (Page Up, Page Down)"
        self._slider = named(QSlider(Qt.Orientation.Horizontal), "layers.slider", "Layer", tip)
        self._layer = spin("layers.layer", "Layer", 1, 1, 1, tip)
        self._fit = button("layers.fit", "Fit", "Show all layers as large as they can be")
        self._lay_out()
        self._axis.currentIndexChanged.connect(self._on_axis)
        self._mode.toggled.connect(self._show_layers)
        self._slider.valueChanged.connect(self._layer.setValue)
        self._layer.valueChanged.connect(self._on_layer)
        self._fit.clicked.connect(self.fit)
        self.grid.layer_wanted.connect(self._on_layer_wanted)
        document.board_changed.connect(self._on_board)
        self._shape: tuple[int, ...] = ()
        self._on_board()

    def _lay_out(self) -> None:
        label = QLabel("Layers along")
        label.setBuddy(self._axis)
        header = QHBoxLayout()
        header.setContentsMargins(8, 6, 8, 6)
        header.setSpacing(8)
        header.addWidget(label)
        header.addWidget(self._axis)
        header.addWidget(self._mode)
        header.addWidget(self._slider, 1)
        header.addWidget(self._layer)
        header.addStretch(0)
        header.addWidget(self._fit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(header)
        column.addWidget(self.grid, 1)
        self.setFocusProxy(self.grid)

    # What others ask for -----------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement that is shown, for an export of the same layers."""
        return self.grid.arrangement

    def cell_center(self, index: int) -> QPointF:
        """Give the middle of a cell in the coordinates of the grid."""
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
        if board.shape != self._shape:
            self._shape = board.shape
            with QSignalBlocker(self._axis):
                self._axis.clear()
                for axis in range(board.d):
                    self._axis.addItem(f"x{axis + 1}", axis)
                self._axis.setCurrentIndex(min(2, board.d - 1))
            self._on_axis()
        has_layers = board.d > 2
        reason = "" if has_layers else "A board of two dimensions is one layer"
        set_enabled(self._axis, has_layers, reason or "Which coordinate numbers the layers")
        set_enabled(self._mode, has_layers, reason or "Show one large layer, or all of them")
        if not has_layers:
            self._mode.setChecked(False)

    def _on_axis(self) -> None:
        side = self._shape[self._axis.currentData()]
        for control in (self._slider, self._layer):
            with QSignalBlocker(control):
                control.setRange(1, side)
        self._slider.setValue(self._layer.value())
        self._layer.setSuffix(f" of {side}")
        self._show_layers()

    def _on_layer(self, value: int) -> None:
        with QSignalBlocker(self._slider):
            self._slider.setValue(value)
        self._show_layers()

    def _on_layer_wanted(self, layer: int) -> None:
        self._layer.setValue(layer + 1)

    def _show_layers(self) -> None:
        one = self._mode.isChecked()
        self._slider.setVisible(one)
        self._layer.setVisible(one)
        layer = self._layer.value() - 1 if one else None
        self.grid.set_layers(self._axis.currentData(), layer)
