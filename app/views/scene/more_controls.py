"""What is chosen rarely about the scene, in a panel that opens over it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLabel, QWidget

from nqviz.core.board import Board

from ...widgets.widgets import combo, named, set_enabled, set_quietly, spin

STYLES: list[tuple[str, object]] = [("Spheres", "sphere"), ("Pieces", "piece"), ("Cubes", "cube")]
QUEENS: list[tuple[str, object]] = [
    ("All queens", "all"),
    ("Active layer", "layer"),
    ("Attacked", "attacked"),
    ("Given", "given"),
]
DENSITIES: list[tuple[str, object]] = [
    ("Cubes by size", "size"),
    ("Even cubes", "colour"),
    ("Active layer", "slice"),
    ("Cloud", "volume"),
]
DENSITY_TIP = "How a density is drawn: as cubes of its size, even ones, one layer, or a cloud"
SLOW = "Cloud (slow: no graphics card)"
CLIQUES: list[tuple[str, object]] = [
    ("No clique", None),
    ("Cube", "cube"),
    ("Star", "star"),
    ("Cross", "cross"),
    ("Odd cycle", "odd-cycle"),
]
SWITCHES = {
    "ortho": ("Parallel", "Parallel lines stay parallel, whatever their distance", False),
    "lattice": ("Lattice", "Lines between the cells", True),
    "labels": ("Labels", "Coordinates along the edges, and what colours stand for", True),
    "depth": ("Fade", "Let what is far away fade", False),
}
CLIQUE_TIP = (
    "Outline cells around the cursor that all attack each other, or an odd cycle of cells"
    " each of which attacks the next"
)
SIZE_TIP = "Side or distance in cells; an odd cycle of size h has 2h + 3 cells"
NO_SIZE = "Choose a clique first"


class AxisClip:
    """The range of values of one coordinate that is drawn: from, to, or only one."""

    def __init__(self, axis: int) -> None:
        name, coordinate = f"scene.clip.{axis + 1}", f"x{axis + 1}"
        self.axis, self._side = axis, 1
        self.label = QLabel(coordinate)
        self.low = spin(f"{name}.low", f"First value of {coordinate} drawn", 1, 1, 1)
        self.high = spin(f"{name}.high", f"Last value of {coordinate} drawn", 1, 1, 1)
        self.one = named(
            QCheckBox("only this"), f"{name}.one", f"One slice of {coordinate}", "Draw one value"
        )
        self.label.setBuddy(self.low)
        # The two ends push each other, so that every value can be typed.
        self.low.valueChanged.connect(self._on_low)
        self.high.valueChanged.connect(self._on_high)
        self.one.toggled.connect(self._on_one)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The controls, in a row."""
        return self.label, self.low, self.high, self.one

    def draw_all(self, side: int) -> None:
        """Draw all of so many values; no signal is sent."""
        self._side = side
        with QSignalBlocker(self.one):
            self.one.setChecked(False)
        self.high.setEnabled(True)
        for box, value in ((self.low, 1), (self.high, side)):
            with QSignalBlocker(box):
                box.setRange(1, side)
                box.setValue(value)

    @property
    def range(self) -> tuple[int, int] | None:
        """The (0-based) values drawn, both ends included; None for all."""
        ends = self.low.value() - 1, self.high.value() - 1
        return None if ends == (0, self._side - 1) else ends

    def _on_low(self, value: int) -> None:
        if self.one.isChecked() or self.high.value() < value:
            set_quietly(self.high, value)

    def _on_high(self, value: int) -> None:
        if self.low.value() > value:
            set_quietly(self.low, value)

    def _on_one(self, only: bool) -> None:
        set_quietly(self.high, self.low.value() if only else self._side)
        self.high.setEnabled(not only)


class SceneMore(QFrame):
    """Holds the choices; `SceneControls` makes an arrangement and options of them.

    Signals
    -------
    arrangement_changed()
        Other cells are drawn, or at other places.
    options_changed()
        The same cells look different.
    shown_changed(), axis_changed()
        Other coordinates make a block; another one numbers the layers.
    clique_changed(object)
        The kind and the size of the clique around the cursor, or None.
    opened()
        The panel is about to be seen.
    """

    arrangement_changed = Signal()
    options_changed = Signal()
    shown_changed = Signal()
    axis_changed = Signal()
    clique_changed = Signal(object)
    opened = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "scene.more_panel", "More about the scene")
        self.setToolTip("")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.clips: list[AxisClip] = []
        self._clips: list[AxisClip] = []
        self.style_box = combo("scene.style", "Queens", STYLES, "How queens are drawn")
        self.queens_box = combo("scene.queens", "Queens drawn", QUEENS, "Leave out other queens")
        self.density_box = combo("scene.density", "Density", DENSITIES, DENSITY_TIP)
        self.shown_box = combo("scene.dims", "Blocks show", [], "Which coordinates make a block")
        self.axis_box = combo(
            "scene.axis", "Layers along", [], "Which coordinate numbers the layers and points up"
        )
        self._clique_box = combo("scene.clique", "Clique", CLIQUES, CLIQUE_TIP)
        self._clique_size = spin("scene.clique_size", "Size of the clique", 1, 1, 1, NO_SIZE)
        self._clique_size.setPrefix("size ")
        self._clique_size.setEnabled(False)
        self._switches = {
            name: named(QCheckBox(text), f"scene.{name}", text, tip)
            for name, (text, tip, _) in SWITCHES.items()
        }
        for name, (_, _, is_on) in SWITCHES.items():
            self._switches[name].setChecked(is_on)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(12, 10, 12, 12)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        self._shown_row = self._add_row(0, "Blocks show", self.shown_box)
        self._axis_row = self._add_row(1, "Layers along", self.axis_box)
        self._add_row(2, "Queens", self.style_box)
        grid.addWidget(self.queens_box, 2, 2, 1, 2)
        self._add_row(3, "Density", self.density_box, 3)
        self._add_row(4, "Clique", self._clique_box)
        grid.addWidget(self._clique_size, 4, 2)
        for place, switch in enumerate(self._switches.values()):
            grid.addWidget(switch, 5 + place // 2, 1 + place % 2)
        self._clip_title = QLabel("Draw from … to")
        grid.addWidget(self._clip_title, 7, 0, 1, 4)
        self._clip_grid = QGridLayout()
        self._clip_grid.setHorizontalSpacing(8)
        self._clip_grid.setVerticalSpacing(6)
        grid.addLayout(self._clip_grid, 8, 0, 1, 4)

    def _add_row(
        self, row: int, text: str, box: QComboBox, columns: int = 1
    ) -> tuple[QWidget, ...]:
        label = QLabel(text)
        label.setBuddy(box)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(box, row, 1, 1, columns)
        return label, box

    def _connect(self) -> None:
        for box in (self.style_box, self.queens_box, self.density_box):
            box.currentIndexChanged.connect(self.options_changed)
        for switch in self._switches.values():
            switch.toggled.connect(self.options_changed)
        self.shown_box.currentIndexChanged.connect(self.shown_changed)
        self.axis_box.currentIndexChanged.connect(self.axis_changed)
        self._clique_box.currentIndexChanged.connect(self._on_clique)
        self._clique_size.valueChanged.connect(self._on_clique)

    def open_under(self, widget: QWidget) -> None:
        """Open below a widget."""
        self.opened.emit()
        self.adjustSize()
        right = widget.mapToGlobal(QPoint(widget.width(), widget.height() + 4))
        self.move(max(right.x() - self.width(), 0), right.y())
        self.show()

    # What is chosen --------------------------------------------------------------------------

    def is_on(self, switch: str) -> bool:
        """Return whether one of the switches is on."""
        return self._switches[switch].isChecked()

    @property
    def ranges(self) -> Mapping[int, tuple[int, int]]:
        """The (0-based) values that are drawn of those coordinates that are clipped."""
        return {clip.axis: clip.range for clip in self.clips if clip.range is not None}

    @property
    def clique(self) -> tuple[str, int] | None:
        """The kind and the size of the clique around the cursor, or None."""
        kind = self._clique_box.currentData()
        return None if kind is None else (kind, self._clique_size.value())

    # What others set -------------------------------------------------------------------------

    def set_board(self, board: Board) -> None:
        """Offer the choices that a board has; no signal is sent."""
        choices = [tuple(range(board.d))] if board.d < 3 else combinations(range(board.d), 3)
        with QSignalBlocker(self.shown_box):
            self.shown_box.clear()
            for axes in choices:
                self.shown_box.addItem(" ".join(f"x{a + 1}" for a in axes), axes)
        for widget in self._shown_row:
            widget.setVisible(board.d > 3)
        for widget in self._axis_row:
            widget.setVisible(board.d > 2)
        with QSignalBlocker(self._clique_size):
            self._clique_size.setRange(1, max(board.n - 1, 1))
        is_queen = board.piece == "queen"
        tip = CLIQUE_TIP if is_queen else f"These are the cliques of queens, not of {board.piece}s"
        set_enabled(self._clique_box, is_queen, tip)
        self._offer_clips(board)

    def tell_clouds(self, slow: bool) -> None:
        """Say whether a cloud takes seconds to draw here, because no graphics card does it."""
        place = self.density_box.findData("volume")
        self.density_box.setItemText(place, SLOW if slow else "Cloud")

    def offer_axes(self, shown: tuple[int, ...]) -> None:
        """Offer the coordinates of a block as those that number its layers; no signal is sent."""
        with QSignalBlocker(self.axis_box):
            self.axis_box.clear()
            for axis in shown:
                self.axis_box.addItem(f"x{axis + 1}", axis)
            self.axis_box.setCurrentIndex(len(shown) - 1)

    def _offer_clips(self, board: Board) -> None:
        """Offer to clip each coordinate; the controls are made once, as they are many."""
        count = board.d if board.d > 2 else 0
        for axis in range(len(self._clips), count):
            self._clips.append(self._clip(axis))
        for clip in self._clips:
            for widget in clip.widgets:
                widget.setVisible(clip.axis < count)
        self._clip_title.setVisible(count > 0)
        self.clips = self._clips[:count]
        for clip in self.clips:
            clip.draw_all(board.shape[clip.axis])

    def _clip(self, axis: int) -> AxisClip:
        clip = AxisClip(axis)
        for column, widget in enumerate(clip.widgets):
            self._clip_grid.addWidget(widget, axis, column)
        for box in (clip.low, clip.high):
            box.valueChanged.connect(self.arrangement_changed)
        clip.one.toggled.connect(self.arrangement_changed)
        return clip

    def _on_clique(self) -> None:
        is_chosen = self.clique is not None
        set_enabled(self._clique_size, is_chosen, SIZE_TIP if is_chosen else NO_SIZE)
        self.clique_changed.emit(self.clique)
