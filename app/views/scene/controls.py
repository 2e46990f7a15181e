"""The row of controls over the scene: what is shown of the board, and how."""

from __future__ import annotations

from math import ceil, sqrt

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from nqviz.core.board import Board
from nqviz.rendering.scene import SceneOptions, Wrapped, can_wrap, default_scene
from nqviz.view.arrangement import Arrangement

from ...widgets.flow import FlowLayout
from ...widgets.widgets import combo, named, set_quietly, spin
from ..dims import Dims
from .more_controls import SceneMore

GAP_STEPS = 10
LARGEST_GAP = 3.0

VIEWS = {
    "front": ("Front", "Look along the second coordinate"),
    "right": ("Right", "Look along the first coordinate"),
    "top": ("Top", "Look down on the layers"),
    "isometric": ("Corner", "Look from a corner"),
    "reset": ("Fit", "Bring the whole board into sight"),
}
COLOURINGS: list[tuple[str, object]] = [
    ("One colour", "theme"),
    ("By ring", "ring"),
    ("By attacks", "attacks"),
    ("By density", "density"),
]


class SceneControls(QWidget):
    """Holds the choices and turns them into an arrangement and options.

    Attributes
    ----------
    dims : Dims
        The steppers through the coordinates that make no block; they stand under the scene.

    Signals
    -------
    view_wanted(str)
        A standard view by its name, or "reset".
    turntable_wanted(bool)
        The board is to turn by itself, or to stand still.
    arrangement_changed()
        Other cells are drawn, or at other places.
    wrapped()
        The board was laid on a torus, or taken off it.
    options_changed()
        The same cells look different.
    """

    view_wanted = Signal(str)
    turntable_wanted = Signal(bool)
    arrangement_changed = Signal()
    wrapped = Signal()
    options_changed = Signal()

    def __init__(self, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._colour_wanted: str | None = None
        self._arrangement = default_scene(board)
        self.more = SceneMore(self)
        self.dims = Dims("scene", self)
        self._make()
        self._lay_out()
        self._connect()
        self.set_board(board)

    # Building --------------------------------------------------------------------------------

    def _make(self) -> None:
        self._turntable = _tool(
            "turntable", "Turn", "Turn the board by itself, until it is dragged"
        )
        self._turntable.setCheckable(True)
        self._more = _tool(
            "more", "More ▾", "How queens and densities look, filters, clipping, cliques"
        )
        self._colour = combo(
            "scene.colour", "Colour of queens", [], "What the colours of queens stand for"
        )
        self._colour.setMinimumContentsLength(9)
        self._wrap = named(
            QCheckBox("On a torus"),
            "scene.wrap",
            "Lay the board on a torus",
            "Join the opposite sides of the board: draw it on a torus in space",
        )
        self._layer = spin(
            "scene.layer", "Layer", 1, 1, 1, "The layer that a click meets where no queen is"
        )
        self._gap = named(
            QSlider(Qt.Orientation.Horizontal),
            "scene.gap",
            "Gap between layers",
            "Room between two layers, to look inside",
        )
        self._gap.setRange(0, round(LARGEST_GAP * GAP_STEPS))
        self._gap.setPageStep(5)
        self._gap.setFixedWidth(56)

    def _lay_out(self) -> None:
        self._flow = FlowLayout(self, spacing=6)
        self._layer_groups = [_together("Layer", self._layer), _together("Gap", self._gap)]
        views = [self._view_button(name) for name in VIEWS]
        choices = (self._colour, self._more, self._wrap, *self._layer_groups)
        for widget in (*views, self._turntable, *choices):
            self._flow.addWidget(widget)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _view_button(self, name: str) -> QToolButton:
        text, tip = VIEWS[name]
        push = _tool(name, text, tip)
        push.setAccessibleName(f"{text} view")
        push.clicked.connect(lambda: self.view_wanted.emit(name))
        return push

    def _connect(self) -> None:
        more = self.more
        self._turntable.toggled.connect(self.turntable_wanted)
        self._more.clicked.connect(lambda: more.open_under(self._more))
        self._colour.currentIndexChanged.connect(self._on_colour)
        self._layer.valueChanged.connect(self.options_changed)
        self._gap.valueChanged.connect(self.arrangement_changed)
        self._wrap.toggled.connect(self.wrapped)
        more.options_changed.connect(self.options_changed)
        more.arrangement_changed.connect(self.arrangement_changed)
        more.shown_changed.connect(self._on_shown)
        more.axis_changed.connect(self._on_axis)
        self.dims.changed.connect(self.arrangement_changed)

    # What is chosen --------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board that the choices are about."""
        return self._board

    @property
    def layer_axis(self) -> int | None:
        """The coordinate that numbers the layers; a flat board has none."""
        return self.more.axis_box.currentData() if self._board.d > 2 else None

    def arrangement(self) -> Arrangement:
        """Return where cells are drawn: the same object until that changes.

        It keeps what it works out, which takes a while with very many blocks.
        """
        arrangement = self._chosen_arrangement()
        if arrangement != self._arrangement:
            self._arrangement = arrangement
        return self._arrangement

    def _chosen_arrangement(self) -> Arrangement:
        axis, board = self.layer_axis, self._board
        if axis is None:
            wraps = can_wrap(board) and self._wrap.isChecked()
            return Wrapped.of(board) if wraps else default_scene(board)
        shown = (*(a for a in self.more.shown_box.currentData() if a != axis), axis)
        fixed = self.dims.fixed
        spread = [a for a in range(board.d) if a not in shown and a not in fixed]
        return Arrangement(
            board,
            shown,
            fixed,
            {a: ends for a, ends in self.more.ranges.items() if a not in fixed},
            self._gap.value() / GAP_STEPS,
            ceil(sqrt(board.shape[spread[0]])) if len(spread) == 1 else None,
        )

    def options(self) -> SceneOptions:
        """Return how the scene looks."""
        more = self.more
        return SceneOptions(
            style=more.style_box.currentData(),
            colour_by=self._colour.currentData(),
            queens=more.queens_box.currentData(),
            density=more.density_box.currentData(),
            lattice=more.is_on("lattice"),
            labels=more.is_on("labels"),
            depth_cue=more.is_on("depth"),
            orthographic=more.is_on("ortho"),
            active_layer=None if self.layer_axis is None else self._layer.value() - 1,
        )

    # What others set -------------------------------------------------------------------------

    def set_board(self, board: Board) -> None:
        """Offer the choices that a board has; no signal is sent."""
        self._board = board
        self.more.set_board(board)
        for group in self._layer_groups:
            group.setVisible(board.d > 2)
        self._wrap.setVisible(can_wrap(board))
        self._offer_colours()
        self._offer_axes()

    def follow(self, index: int) -> None:
        """Make the layer of a cell the active one."""
        axis = self.layer_axis
        if axis is not None:
            set_quietly(self._layer, self._board.cell(index)[axis] + 1)

    def stop_turning(self) -> None:
        """Let the board stand still."""
        self._turntable.setChecked(False)

    def _offer_colours(self) -> None:
        """Offer what queens can be coloured by, and keep to what was chosen where it is there."""
        layers = [("By layer", "layer")] if self._board.d > 2 else []
        axes = [(f"By x{axis + 1}", f"x{axis + 1}") for axis in range(self._board.d)]
        with QSignalBlocker(self._colour):
            self._colour.clear()
            for text, name in (*layers, *COLOURINGS, *axes):
                self._colour.addItem(text, name)
            self._colour.setCurrentIndex(max(self._colour.findData(self._colour_wanted), 0))

    def _offer_axes(self) -> None:
        shown = self.more.shown_box.currentData()
        self.more.offer_axes(shown)
        self.dims.submit_incumbent(self._board, shown)
        self._offer_layers()

    def _offer_layers(self) -> None:
        side = self._board.shape[self.more.axis_box.currentData()]
        with QSignalBlocker(self._layer):
            self._layer.setRange(1, side)

    # Reactions -------------------------------------------------------------------------------

    def _on_colour(self) -> None:
        self._colour_wanted = self._colour.currentData()
        self.options_changed.emit()

    def _on_shown(self) -> None:
        self._offer_axes()
        self.arrangement_changed.emit()

    def _on_axis(self) -> None:
        self._offer_layers()
        self.arrangement_changed.emit()


def _tool(name: str, text: str, tip: str) -> QToolButton:
    push = named(QToolButton(), f"scene.{name}", text.partition(" ")[0], tip)
    push.setText(text)
    push.setAutoRaise(True)
    return push


def _together(text: str, *widgets: QWidget) -> QWidget:
    """Keep a text and its controls in one piece."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    if text:
        label = QLabel(text)
        label.setBuddy(widgets[0])
        row.addWidget(label)
    for widget in widgets:
        row.addWidget(widget)
    return group
