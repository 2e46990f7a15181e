"""The row of controls over the scene: what is shown of the board, and how."""

from __future__ import annotations

from dataclasses import replace

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
from nqviz.rendering.scene import can_wrap
from nqviz.view.view_state import LARGEST_GAP, ViewState

from ...document.document import Document
from ...widgets.flow import FlowLayout
from ...widgets.widgets import combo, named, show_choice, spin
from ..dims import DimControls
from .more_controls import SceneMore

GAP_STEPS = 10
"""The steps of the gap in a cell."""

VIEWS = {
    "front": ("Front", "Look along the second coordinate"),
    "right": ("Right", "Look along the first coordinate"),
    "top": ("Top", "Look down on the layers"),
    "isometric": ("Corner", "Look from a corner"),
    "reset": ("Fit", "Bring the whole board into sight"),
}
ACTIONS = {
    "front": "view.front",
    "right": "view.right",
    "top": "view.top",
    "isometric": "view.corner",
    "reset": "view.reset",
}
"""The actions that do the same as the buttons of the views."""
COLOURINGS: list[tuple[str, object]] = [
    ("One colour", "theme"),
    ("By ring", "ring"),
    ("By attacks", "attacks"),
    ("By density", "density"),
]


class SceneControls(QWidget):
    """Shows the view state of a document, as far as it is about the scene, and edits it.

    Attributes
    ----------
    dims : DimControls
        The steppers through the coordinates that make no block; they stand under the scene.

    Signals
    -------
    view_wanted(str)
        A standard view by its name, or "reset".
    turntable_wanted(bool)
        The board is to turn by itself, or to stand still.
    """

    view_wanted = Signal(str)
    turntable_wanted = Signal(bool)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._shown: tuple[Board, ViewState] | None = None
        self.more = SceneMore(document, self)
        self.dims = DimControls(document, "scene", self)
        self._make()
        self._lay_out()
        self._connect()
        self.show_view()

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
            "scene.layer", "Layer", 0, 1, 0, "The layer that stands out and takes clicks"
        )
        self._layer.setSpecialValueText("All")
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
        self.buttons = {ACTIONS[name]: push for name, push in zip(VIEWS, views, strict=True)}
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
        self._layer.valueChanged.connect(self._on_layer)
        self._gap.valueChanged.connect(self._on_gap)
        self._wrap.toggled.connect(self._on_wrap)

    # What is shown ---------------------------------------------------------------------------

    def show_view(self) -> None:
        """Show how the document sees its board, with the choices that the board has.

        No signal is sent.
        """
        document = self._document
        board, view = document.board, replace(document.view, camera=None)
        if (board, view) == self._shown:
            return
        if self._shown is None or board != self._shown[0]:
            self._set_board(board)
        self._shown = board, view
        show_choice(self._colour, view.colour_on(board))
        with QSignalBlocker(self._layer):
            self._layer.setRange(0, board.shape[view.dims.scene[-1]])
            self._layer.setValue(0 if view.active_layer is None else view.active_layer + 1)
        with QSignalBlocker(self._gap), QSignalBlocker(self._wrap):
            self._gap.setValue(round(view.gap * GAP_STEPS))
            self._wrap.setChecked(view.wrapped)
        self.more.show_view(view)
        self.dims.show_dims(view.dims.scene, view.dims.hidden(view.dims.scene))

    def _set_board(self, board: Board) -> None:
        """Offer the choices that a board has."""
        self.more.set_board(board)
        for group in self._layer_groups:
            group.setVisible(board.d > 2)
        self._wrap.setVisible(can_wrap(board))
        layers = [("By layer", "layer")] if board.d > 2 else []
        axes = [(f"By x{axis + 1}", f"x{axis + 1}") for axis in range(board.d)]
        with QSignalBlocker(self._colour):
            self._colour.clear()
            for text, name in (*layers, *COLOURINGS, *axes):
                self._colour.addItem(text, name)

    def stop_turning(self) -> None:
        """Stop the turntable."""
        self._turntable.setChecked(False)

    # Edits -----------------------------------------------------------------------------------

    def _on_colour(self) -> None:
        colour = self._colour.currentData()
        self._document.set_view(replace(self._document.view, colour=colour))

    def _on_layer(self, layer: int) -> None:
        active = layer - 1 if layer else None
        self._document.set_view(replace(self._document.view, active_layer=active))

    def _on_gap(self, steps: int) -> None:
        self._document.set_view(replace(self._document.view, gap=steps / GAP_STEPS))

    def _on_wrap(self, wrapped: bool) -> None:
        view = replace(self._document.view, wrapped=wrapped, camera=None)
        self._document.set_view(view)


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
