"""Steppers through the coordinates that a view does not show: all values, or one, or a film.

At the left end of its slider a coordinate is spread: all of its values stand side by side.
Further right it is held at one value. The play button runs through the values one after another.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from nqviz.board import Board

from ..pace import pause
from ..widgets import named
from .flow import FlowLayout

PLAY_PAUSE = 600
"""Milliseconds that each layer stays while a film runs."""
SLIDER_WIDTH = 96
PLAY, PAUSE = "▶", "❚❚"


class DimSlider(QWidget):
    """A label, a slider and a play button for one coordinate of a board.

    Signals
    -------
    changed()
        The coordinate is held at another value, or spread.
    """

    changed = Signal()

    def __init__(self, axis: int, side: int, name: str, view: str = "layers") -> None:
        super().__init__()
        self.axis = axis
        self._side = side
        self._clock: QTimer | None = None
        coordinate = f"x{axis + 1}"
        self._label = QLabel()
        self._label.setMinimumWidth(
            self._label.fontMetrics().horizontalAdvance(f"{coordinate}: {side} of {side}")
        )
        tip = f"Left end: all values of {coordinate} side by side; further right only one"
        self._slider = named(
            QSlider(Qt.Orientation.Horizontal), f"{view}.dims.{axis + 1}", name, tip
        )
        self._slider.setRange(0, side)
        self._slider.setPageStep(max(1, side // 10))
        self._slider.setFixedWidth(SLIDER_WIDTH)
        self._label.setBuddy(self._slider)
        self._play = named(
            QToolButton(),
            f"{view}.play.{axis + 1}",
            f"Play {name}",
            f"Show one value of {coordinate} after another",
        )
        self._play.setCheckable(True)
        self._play.setAutoRaise(True)
        self._play.setFixedWidth(self._play.fontMetrics().horizontalAdvance("WW") + 8)
        self._play.setText(PLAY)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (self._label, self._slider, self._play):
            row.addWidget(widget)
        self._slider.valueChanged.connect(self._on_value)
        self._play.toggled.connect(self._on_play)
        self._show_value()

    @property
    def value(self) -> int | None:
        """The (0-based) value at which the coordinate is held, None while it is spread."""
        return self._slider.value() - 1 if self._slider.value() else None

    def hold(self, value: int | None) -> None:
        """Hold the coordinate at a (0-based) value, or spread it; no signal is sent."""
        with QSignalBlocker(self._slider):
            self._slider.setValue(0 if value is None else value + 1)
        self._show_value()

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

    def hideEvent(self, event: QHideEvent) -> None:
        self._play.setChecked(False)
        super().hideEvent(event)


class Dims:
    """The steppers of all coordinates that are not shown, in one flow of controls."""

    def __init__(self, flow: FlowLayout, view: str = "layers") -> None:
        self._flow = flow
        self._view = view
        self.sliders: list[DimSlider] = []

    def offer(self, board: Board, shown: tuple[int, ...]) -> None:
        """Make a stepper for each coordinate of a board that is not shown."""
        for slider in self.sliders:
            slider.hide()  # ends a film
            self._flow.removeWidget(slider)
            slider.setParent(None)
            slider.deleteLater()
        hidden = [axis for axis in range(board.d) if axis not in shown]
        layers = "Layer" if len(hidden) == 1 else "Layer along coordinate {}"
        self.sliders = [
            DimSlider(axis, board.shape[axis], layers.format(axis + 1), self._view)
            for axis in hidden
        ]
        for slider in self.sliders:
            self._flow.addWidget(slider)

    @property
    def fixed(self) -> Mapping[int, int]:
        """The (0-based) values at which coordinates are held."""
        return {s.axis: s.value for s in self.sliders if s.value is not None}

    def follow(self, cell: tuple[int, ...]) -> None:
        """Hold those coordinates that are held at the values of a cell; no signal is sent."""
        for slider in self.sliders:
            if slider.value is not None:
                slider.hold(cell[slider.axis])
