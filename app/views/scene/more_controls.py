"""What is chosen rarely about the scene, in a panel that opens over it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLabel, QWidget

from nqviz.core.board import Board
from nqviz.view.view_state import ViewState

from ...document.document import Document
from ...widgets.widgets import combo, named, set_enabled, set_quietly, show_choice, spin

STYLES: list[tuple[str, object]] = [
    ("Automatic", "auto"),
    ("Pieces", "piece"),
    ("Spheres", "sphere"),
    ("Cubes", "cube"),
]
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
    "parallel": ("ortho", "Parallel", "Parallel lines stay parallel, whatever their distance"),
    "lattice": ("lattice", "Lattice", "Lines between the cells"),
    "labels": ("labels", "Labels", "Coordinates along the edges, and what colours stand for"),
    "fade": ("depth", "Fade", "Let what is far away fade"),
}
"""The fields of a view state that are on or off, with the names and the texts of their controls."""
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

    def show(self, side: int, ends: tuple[int, int] | None) -> None:
        """Show the (0-based) ends of what is drawn of so many values; no signal is sent."""
        if (side, ends) == (self._side, self.range):
            return  # one value can be drawn with the ends apart or together
        self._side = side
        low, high = ends or (0, side - 1)
        with QSignalBlocker(self.one):
            self.one.setChecked(ends is not None and low == high)
        self.high.setEnabled(not self.one.isChecked())
        for box, value in ((self.low, low + 1), (self.high, high + 1)):
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
    """Shows a part of the view state of a document and edits it.

    Signals
    -------
    opened()
        The panel is about to be seen.
    """

    opened = Signal()

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._document = document
        named(self, "scene.more_panel", "More about the scene")
        self.setToolTip("")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._clips: list[AxisClip] = []
        self._style = combo("scene.style", "Queens", STYLES, "How queens are drawn")
        self._queens = combo("scene.queens", "Queens drawn", QUEENS, "Leave out other queens")
        self._density = combo("scene.density", "Density", DENSITIES, DENSITY_TIP)
        self._shown = combo("scene.dims", "Blocks show", [], "Which coordinates make a block")
        self._axis = combo(
            "scene.axis", "Layers along", [], "Which coordinate numbers the layers and points up"
        )
        self._clique = combo("scene.clique", "Clique", CLIQUES, CLIQUE_TIP)
        self._clique_size = spin("scene.clique_size", "Size of the clique", 1, 1, 1, NO_SIZE)
        self._clique_size.setPrefix("size ")
        self._clique_size.setEnabled(False)
        self._switches = {
            field: named(QCheckBox(text), f"scene.{name}", text, tip)
            for field, (name, text, tip) in SWITCHES.items()
        }
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(12, 10, 12, 12)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        self._shown_row = self._add_row(0, "Blocks show", self._shown)
        self._axis_row = self._add_row(1, "Layers along", self._axis)
        self._add_row(2, "Queens", self._style)
        grid.addWidget(self._queens, 2, 2, 1, 2)
        self._add_row(3, "Density", self._density, 3)
        self._add_row(4, "Clique", self._clique)
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
        for field, box in (
            ("style", self._style),
            ("queens", self._queens),
            ("density", self._density),
            ("clique", self._clique),
        ):
            box.currentIndexChanged.connect(partial(self._on_choice, field, box))
        for field, switch in self._switches.items():
            switch.toggled.connect(partial(self._edit, field))
        self._clique_size.valueChanged.connect(partial(self._edit, "clique_size"))
        self._shown.currentIndexChanged.connect(lambda: self._show_axes(self._shown.currentData()))
        self._axis.currentIndexChanged.connect(self._on_axis)

    def open_under(self, widget: QWidget) -> None:
        """Open below a widget."""
        self.opened.emit()
        self.adjustSize()
        right = widget.mapToGlobal(QPoint(widget.width(), widget.height() + 4))
        self.move(max(right.x() - self.width(), 0), right.y())
        self.show()

    # Edits -----------------------------------------------------------------------------------

    def _edit(self, field: str, value: Any) -> None:
        self._document.set_view(replace(self._document.view, **{field: value}))

    def _on_choice(self, field: str, box: QComboBox, row: int) -> None:
        self._edit(field, box.itemData(row))

    def _show_axes(self, scene: tuple[int, ...]) -> None:
        """Show other axes in the scene; the last one numbers the layers."""
        self._edit("dims", replace(self._document.view.dims, scene=scene))

    def _on_axis(self) -> None:
        axis, scene = self._axis.currentData(), self._document.view.dims.scene
        self._show_axes((*(each for each in scene if each != axis), axis))

    def _on_clip(self, clip: AxisClip) -> None:
        ends = {axis: kept for axis, kept in self._document.view.clip.items() if axis != clip.axis}
        self._edit("clip", ends if clip.range is None else {**ends, clip.axis: clip.range})

    # What is shown -------------------------------------------------------------------------

    def set_board(self, board: Board) -> None:
        """Offer the choices that a board has; no signal is sent."""
        choices = [tuple(range(board.d))] if board.d < 3 else combinations(range(board.d), 3)
        with QSignalBlocker(self._shown):
            self._shown.clear()
            for axes in choices:
                self._shown.addItem(" ".join(f"x{a + 1}" for a in axes), axes)
        for widget in self._shown_row:
            widget.setVisible(board.d > 3)
        for widget in self._axis_row:
            widget.setVisible(board.d > 2)
        with QSignalBlocker(self._clique_size):
            self._clique_size.setRange(1, max(board.n - 1, 1))
        is_queen = board.piece == "queen"
        tip = CLIQUE_TIP if is_queen else f"These are the cliques of queens, not of {board.piece}s"
        set_enabled(self._clique, is_queen, tip)
        self._offer_clips(board.d if board.d > 2 else 0)

    def show_view(self, view: ViewState) -> None:
        """Show the part of a view state that is edited here; no signal is sent."""
        scene = view.dims.scene
        show_choice(self._shown, tuple(sorted(scene)))
        self._offer_axes(sorted(scene))
        show_choice(self._axis, scene[-1])
        show_choice(self._style, view.style)
        show_choice(self._queens, view.queens)
        show_choice(self._density, view.density)
        show_choice(self._clique, view.clique)
        set_quietly(self._clique_size, view.clique_size)
        tip = NO_SIZE if view.clique is None else SIZE_TIP
        set_enabled(self._clique_size, view.clique is not None, tip)
        for field, switch in self._switches.items():
            with QSignalBlocker(switch):
                switch.setChecked(getattr(view, field))
        for clip, side in zip(self._clips, self._document.board.shape, strict=False):
            clip.show(side, view.clip.get(clip.axis))

    def tell_clouds(self, slow: bool) -> None:
        """Show whether a volume takes seconds to draw because OpenGL is software here."""
        place = self._density.findData("volume")
        self._density.setItemText(place, SLOW if slow else "Cloud")

    def _offer_axes(self, axes: list[int]) -> None:
        """Offer the coordinates of a block as those that number its layers."""
        if axes != [self._axis.itemData(row) for row in range(self._axis.count())]:
            with QSignalBlocker(self._axis):
                self._axis.clear()
                for axis in axes:
                    self._axis.addItem(f"x{axis + 1}", axis)

    def _offer_clips(self, count: int) -> None:
        """Offer to clip so many coordinates; the controls are made once, as they are many."""
        for axis in range(len(self._clips), count):
            self._clips.append(self._clip(axis))
        for clip in self._clips:
            for widget in clip.widgets:
                widget.setVisible(clip.axis < count)
        self._clip_title.setVisible(count > 0)

    def _clip(self, axis: int) -> AxisClip:
        clip = AxisClip(axis)
        for column, widget in enumerate(clip.widgets):
            self._clip_grid.addWidget(widget, axis, column)
        for box in (clip.low, clip.high):
            box.valueChanged.connect(lambda: self._on_clip(clip))
        clip.one.toggled.connect(lambda: self._on_clip(clip))
        return clip
