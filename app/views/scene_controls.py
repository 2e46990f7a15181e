"""The row of controls over the scene: what is shown of the board, and how."""

from __future__ import annotations

from itertools import combinations
from math import ceil, sqrt

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from nqviz.arrangement import Arrangement
from nqviz.board import Board
from nqviz.scene import SceneOptions, default_scene

from ..widgets import combo, named, set_quietly, spin
from .flow import FlowLayout

GAP_STEPS = 10
LARGEST_GAP = 3.0

STYLES: list[tuple[str, object]] = [("Spheres", "sphere"), ("Pieces", "piece"), ("Cubes", "cube")]
VIEWS = {
    "front": ("Front", "Look along the second coordinate (1)"),
    "right": ("Right", "Look along the first coordinate (2)"),
    "top": ("Top", "Look down on the layers (3)"),
    "isometric": ("Corner", "Look from a corner (4)"),
    "reset": ("Fit", "Bring the whole board into sight (0)"),
}


class SceneControls(QWidget):
    """Holds the choices and turns them into an arrangement and options.

    Signals
    -------
    view_wanted(str)
        A standard view by its name, or "reset".
    arrangement_changed()
        Other cells are drawn, or at other places.
    options_changed()
        The same cells look different.
    """

    view_wanted = Signal(str)
    arrangement_changed = Signal()
    options_changed = Signal()

    def __init__(self, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._dims: dict[int, QSlider] = {}
        self._dim_groups: list[QWidget] = []
        self._make()
        self._lay_out()
        self._connect()
        self.set_board(board)

    # Building --------------------------------------------------------------------------------

    def _make(self) -> None:
        self._style = combo("scene.style", "Queens", STYLES, "How queens are drawn")
        self._style.setMinimumContentsLength(7)
        self._ortho = named(
            QCheckBox("Parallel"),
            "scene.ortho",
            "Parallel projection",
            "Parallel lines stay parallel, whatever their distance",
        )
        self._shown = combo("scene.dims", "Blocks show", [], "Which coordinates make a block")
        self._axis = combo(
            "scene.axis", "Layers along", [], "Which coordinate numbers the layers and points up"
        )
        self._layer = spin(
            "scene.layer", "Layer", 1, 1, 1, "The layer that a click meets where no queen is"
        )
        self._axis.setMinimumContentsLength(3)
        self._low = spin("scene.clip_low", "First layer drawn", 1, 1, 1)
        self._high = spin("scene.clip_high", "Last layer drawn", 1, 1, 1)
        self._gap = named(
            QSlider(Qt.Orientation.Horizontal),
            "scene.gap",
            "Gap between layers",
            "Room between two layers, to look inside",
        )
        self._gap.setRange(0, round(LARGEST_GAP * GAP_STEPS))
        self._gap.setPageStep(5)
        self._gap.setFixedWidth(90)

    def _lay_out(self) -> None:
        self._flow = FlowLayout(self)
        views = _together("", *(self._view_button(name) for name in VIEWS))
        clip = named(
            _together("From", self._low, QLabel("to"), self._high), "scene.clip", "Layers drawn"
        )
        self._shown_group = _together("Blocks show", self._shown)
        self._layer_groups = [
            _together("Layers along", self._axis),
            _together("Layer", self._layer),
            clip,
            _together("Gap", self._gap),
        ]
        queens = _together("Queens", self._style)
        for widget in (views, self._ortho, queens, self._shown_group, *self._layer_groups):
            self._flow.addWidget(widget)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _view_button(self, name: str) -> QToolButton:
        text, tip = VIEWS[name]
        push = named(QToolButton(), f"scene.{name}", f"{text} view", tip)
        push.setText(text)
        push.setAutoRaise(True)
        push.clicked.connect(lambda: self.view_wanted.emit(name))
        return push

    def _connect(self) -> None:
        self._style.currentIndexChanged.connect(self.options_changed)
        self._ortho.toggled.connect(self.options_changed)
        self._layer.valueChanged.connect(self.options_changed)
        self._gap.valueChanged.connect(self.arrangement_changed)
        self._low.valueChanged.connect(self._on_clip)
        self._high.valueChanged.connect(self._on_clip)
        self._axis.currentIndexChanged.connect(self._on_axis)
        self._shown.currentIndexChanged.connect(self._on_shown)

    # What is chosen --------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board that the choices are about."""
        return self._board

    @property
    def layer_axis(self) -> int | None:
        """The coordinate that numbers the layers; a flat board has none."""
        return self._axis.currentData() if self._board.d > 2 else None

    def arrangement(self) -> Arrangement:
        """Give where cells are drawn."""
        axis = self.layer_axis
        if axis is None:
            return default_scene(self._board)
        shown = (*(a for a in self._shown.currentData() if a != axis), axis)
        fixed = {a: slider.value() - 1 for a, slider in self._dims.items() if slider.value()}
        low, high = self._low.value() - 1, self._high.value() - 1
        whole = (low, high) == (0, self._board.shape[axis] - 1)
        spread = [a for a in self._dims if a not in fixed]
        columns = ceil(sqrt(self._board.shape[spread[0]])) if len(spread) == 1 else None
        return Arrangement(
            self._board,
            shown,
            fixed,
            {} if whole else {axis: (low, high)},
            self._gap.value() / GAP_STEPS,
            columns,
        )

    def options(self) -> SceneOptions:
        """Give how the scene looks."""
        axis = self.layer_axis
        return SceneOptions(
            style=self._style.currentData(),
            orthographic=self._ortho.isChecked(),
            active_layer=None if axis is None else self._layer.value() - 1,
        )

    # What others set -------------------------------------------------------------------------

    def set_board(self, board: Board) -> None:
        """Offer the choices that a board has; no signal is sent."""
        self._board = board
        choices = [tuple(range(board.d))] if board.d < 3 else combinations(range(board.d), 3)
        with QSignalBlocker(self._shown):
            self._shown.clear()
            for axes in choices:
                self._shown.addItem(" ".join(f"x{a + 1}" for a in axes), axes)
        self._shown_group.setVisible(board.d > 3)
        for group in self._layer_groups:
            group.setVisible(board.d > 2)
        self._offer_axes()

    def follow(self, index: int) -> None:
        """Make the layer of a cell the active one."""
        axis = self.layer_axis
        if axis is not None:
            set_quietly(self._layer, self._board.cell(index)[axis] + 1)

    def _offer_axes(self) -> None:
        shown = self._shown.currentData()
        with QSignalBlocker(self._axis):
            self._axis.clear()
            for axis in shown:
                self._axis.addItem(f"x{axis + 1}", axis)
            self._axis.setCurrentIndex(len(shown) - 1)
        self._offer_dims([a for a in range(self._board.d) if a not in shown])
        self._offer_layers()

    def _offer_layers(self) -> None:
        side = self._board.shape[self._axis.currentData()]
        for box, value in ((self._layer, self._layer.value()), (self._low, 1), (self._high, side)):
            with QSignalBlocker(box):
                box.setRange(1, side)
                box.setValue(value)

    def _offer_dims(self, axes: list[int]) -> None:
        """Make a slider for each coordinate beyond the block: all values, or one."""
        for group in self._dim_groups:
            self._flow.removeWidget(group)
            group.setParent(None)
            group.deleteLater()
        self._dim_groups = []
        self._dims = {axis: self._dim_slider(axis) for axis in axes}

    def _dim_slider(self, axis: int) -> QSlider:
        slider = named(
            QSlider(Qt.Orientation.Horizontal),
            f"scene.dims.{axis + 1}",
            f"Coordinate {axis + 1}",
            "At the left end all values stand side by side; further right only one is drawn",
        )
        slider.setRange(0, self._board.shape[axis])
        slider.setPageStep(1)
        slider.setFixedWidth(80)
        label = QLabel(f"x{axis + 1}: all")
        label.setMinimumWidth(label.fontMetrics().horizontalAdvance("x12: 888"))
        slider.valueChanged.connect(lambda value: label.setText(f"x{axis + 1}: {value or 'all'}"))
        slider.valueChanged.connect(self.arrangement_changed)
        self._dim_groups.append(_together("", label, slider))
        self._flow.addWidget(self._dim_groups[-1])
        return slider

    # Reactions -------------------------------------------------------------------------------

    def _on_shown(self) -> None:
        self._offer_axes()
        self.arrangement_changed.emit()

    def _on_axis(self) -> None:
        self._offer_layers()
        self.arrangement_changed.emit()

    def _on_clip(self) -> None:
        # The two ends push each other, so that every value can be typed.
        if self._low.value() > self._high.value():
            moved, other = self._low, self._high
            if self.sender() is self._high:
                moved, other = other, moved
            set_quietly(other, moved.value())
        self.arrangement_changed.emit()


def _together(text: str, *widgets: QWidget) -> QWidget:
    """Keep a text and its controls in one piece."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    if text:
        label = QLabel(text)
        spins = [widget for widget in widgets if isinstance(widget, QSpinBox)]
        label.setBuddy(spins[0] if spins else widgets[0])
        row.addWidget(label)
    for widget in widgets:
        row.addWidget(widget)
    return group
