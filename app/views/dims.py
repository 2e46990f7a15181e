"""Steppers through the coordinates that a view does not show: all values, or one, or a film.

At the left end of its slider a coordinate is spread: all of its values stand side by side.
Further right it is held at one value. The play button runs through the values one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from ..document.document import Document
from ..widgets.animation_speed import pause
from ..widgets.widgets import named

PLAY_PAUSE = 600
"""Milliseconds that each layer stays while a film runs."""
SLIDER_WIDTH = 48
MOST_ROWS = 3
"""With more steppers than that, two stand in a row where there is room."""
PLAY, PAUSE = "▶", "❚❚"


class DimSlider(QWidget):
    """A label, a slider and a play button for one coordinate of a board.

    Signals
    -------
    changed()
        The coordinate is held at another value, or spread.
    """

    changed = Signal()

    def __init__(self, axis: int, view: str) -> None:
        super().__init__()
        self.axis = axis
        self._side = 1
        self._clock: QTimer | None = None
        coordinate = f"x{axis + 1}"
        self._label = QLabel()
        tip = f"Left end: all values of {coordinate} side by side; further right only one"
        self._slider = named(
            QSlider(Qt.Orientation.Horizontal), f"{view}.dims.{axis + 1}", coordinate, tip
        )
        self._slider.setMinimumWidth(SLIDER_WIDTH)
        self._label.setBuddy(self._slider)
        self._play = named(
            QToolButton(),
            f"{view}.play.{axis + 1}",
            f"Play {coordinate}",
            f"Show one value of {coordinate} after another",
        )
        self._play.setCheckable(True)
        self._play.setAutoRaise(True)
        self._play.setText(PLAY)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._label)
        row.addWidget(self._slider, 1)
        row.addWidget(self._play)
        self._slider.valueChanged.connect(self._on_value)
        self._play.toggled.connect(self._on_play)

    def spread(self, side: int, name: str) -> None:
        """Spread a coordinate of so many values, under a name; no signal is sent."""
        self._side = side
        self._play.setChecked(False)
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, side)
            self._slider.setPageStep(max(1, side // 10))
        self._slider.setAccessibleName(name)
        self._play.setAccessibleName(f"Play {name}")
        self._set_widths()
        self.hold(None)

    @property
    def value(self) -> int | None:
        """The (0-based) value at which the coordinate is held, None while it is spread."""
        return self._slider.value() - 1 if self._slider.value() else None

    def hold(self, value: int | None) -> None:
        """Hold the coordinate at a (0-based) value, or spread it; no signal is sent."""
        with QSignalBlocker(self._slider):
            self._slider.setValue(0 if value is None else value + 1)
        self._show_value()

    def _set_widths(self) -> None:
        """Leave room for the longest words, so that nothing moves while a film runs."""
        metrics = self.fontMetrics()
        words = f"x{self.axis + 1}: {self._side} of {self._side}"
        self._label.setMinimumWidth(metrics.horizontalAdvance(words))
        self._play.setFixedWidth(metrics.horizontalAdvance("WW") + 8)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._set_widths()
        super().changeEvent(event)

    def _on_value(self) -> None:
        self._show_value()
        self.changed.emit()

    def _show_value(self) -> None:
        value = self._slider.value()
        words = f"{value} of {self._side}" if value else "all"
        self._label.setText(f"x{self.axis + 1}: {words}")

    def _on_play(self, plays: bool) -> None:
        self._play.setText(PAUSE if plays else PLAY)
        if plays:
            self._clock = QTimer(self)
            self._clock.setInterval(pause(PLAY_PAUSE))
            self._clock.timeout.connect(self._on_tick)
            self._clock.start()
            self._on_tick()
        elif self._clock is not None:
            self._clock.stop()
            self._clock.deleteLater()
            self._clock = None

    def _on_tick(self) -> None:
        self._slider.setValue(self._slider.value() % self._side + 1)

    def setVisible(self, visible: bool) -> None:
        """Show it or not; its controls are hidden, too, for those who ask them one by one."""
        for widget in (self._label, self._slider, self._play):
            widget.setVisible(visible)
        super().setVisible(visible)

    def hideEvent(self, event: QHideEvent) -> None:
        self._play.setChecked(False)
        super().hideEvent(event)


class DimControls(QWidget):
    """The steppers of all coordinates that a view hides, in rows under it.

    The values are those of the view state of the document, which all views share.

    Parameters
    ----------
    document : Document
    view : str
        The beginning of the names of the controls.
    parent : QWidget, optional
    """

    def __init__(self, document: Document, view: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._view = document, view
        self._sides: dict[int, int] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 2, 8, 2)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(0)
        self._columns = 0
        self.sliders: list[DimSlider] = []
        self._made: dict[int, DimSlider] = {}

    def show_dims(self, shown: tuple[int, ...], fixed: Mapping[int, int]) -> None:
        """Show a stepper for each coordinate that is not shown, at its fixed value if it has one.

        Parameters
        ----------
        shown : tuple of int
            The axes that the view shows.
        fixed : mapping of int to int
            The values of the other axes that are fixed.
        """
        shape = self._document.board.shape
        sides = {axis: side for axis, side in enumerate(shape) if axis not in shown}
        if sides != self._sides:
            self._sides = sides
            self._offer(sides)
        for slider in self.sliders:
            if slider.value != fixed.get(slider.axis):
                slider.hold(fixed.get(slider.axis))

    def _offer(self, sides: Mapping[int, int]) -> None:
        """Set up a stepper for each of these axes, with so many values."""
        for slider in self.sliders:
            self._grid.removeWidget(slider)
        self._columns = 0
        layers = "Layer" if len(sides) == 1 else "Layer along coordinate {}"
        self.sliders = [self._stepper(axis) for axis in sides]
        for slider in self.sliders:
            slider.spread(sides[slider.axis], layers.format(slider.axis + 1))
        self._set_rows()
        for axis, slider in self._made.items():
            slider.setVisible(axis in sides)
        self.setVisible(bool(sides))
        self._set_rows()

    def _set_rows(self) -> None:
        """Set one stepper in a row, or two."""
        wide = self._width_of(2) <= self.width()
        columns = 2 if wide and len(self.sliders) > MOST_ROWS else 1
        if columns == self._columns:
            return
        self._columns = columns
        for place, slider in enumerate(self.sliders):
            self._grid.addWidget(slider, place // columns, place % columns)

    def _width_of(self, columns: int) -> int:
        """Return how wide so many steppers in a row are at least."""
        margins, between = self._grid.contentsMargins(), self._grid.horizontalSpacing()
        widest = max((slider.minimumSizeHint().width() for slider in self.sliders), default=0)
        return margins.left() + columns * (widest + between) - between + margins.right()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width_of(1), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_rows()

    def _stepper(self, axis: int) -> DimSlider:
        """Return the stepper of a coordinate, which is made once."""
        if axis not in self._made:
            self._made[axis] = DimSlider(axis, self._view)
            self._made[axis].changed.connect(lambda: self._on_changed(self._made[axis]))
        return self._made[axis]

    def _on_changed(self, slider: DimSlider) -> None:
        """Fix or spread a coordinate; the cursor moves along, so that all views show its layer."""
        document = self._document
        dims = document.view.dims.fix(slider.axis, slider.value)
        document.set_view(replace(document.view, dims=dims))
        if document.cursor is not None and slider.value is not None:
            cell = list(document.board.cell(document.cursor))
            cell[slider.axis] = slider.value
            document.set_cursor(document.board.index(cell))
