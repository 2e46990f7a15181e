"""The shift classes of a regular solution: slide through them, by hand or one after another."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QGroupBox, QHBoxLayout, QSlider, QToolButton, QVBoxLayout, QWidget

from nqviz.constructions.regular import regular, regular_form

from ...document.document import Document
from ...widgets.animation_speed import pause
from ...widgets.widgets import named, note, set_enabled

PAUSE_MS = 700
"""How long each class stays while they play."""

MOST_QUEENS = 2500
"""The most queens that slide."""


class ShiftClasses(QWidget):
    """Shows which shift class of which regular solution is on the board, and changes it.

    Every class is the solution translated along the last axis, cyclically; n of them make all.
    The controls are there only while the board holds a regular solution.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._form: tuple[tuple[int, ...], int] | None = None
        self._words = note("constructions.classes", "The shift class on the board")
        self._slider = named(
            QSlider(Qt.Orientation.Horizontal), "constructions.class", "Shift class"
        )
        self._slider.valueChanged.connect(self.show_class)
        self._back = self._push("class_back", "Back", self.go_back)
        self._play = self._push("class_play", "Play", self.play)
        self._next = self._push("class_next", "Next", self.go_next)
        self._clock = QTimer(self)  # runs only while classes play
        self._clock.timeout.connect(self.go_on)
        row = QHBoxLayout()
        for push in (self._back, self._play, self._next):
            row.addWidget(push, 1)
        self._group = QGroupBox("Shift classes")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._group)
        column = QVBoxLayout(self._group)
        column.addWidget(self._words)
        column.addWidget(self._slider)
        column.addLayout(row)
        document.board_changed.connect(self._update_ui)
        document.queens_changed.connect(self._update_ui)
        document.tab_changed.connect(self.stop)
        self._update_ui()

    def _push(self, name: str, text: str, call: object) -> QToolButton:
        push = named(QToolButton(), f"constructions.{name}", text)
        push.setText(text)
        push.clicked.connect(call)
        return push

    # Sliding ---------------------------------------------------------------------------------

    def go_back(self) -> None:
        """Go to the class before."""
        self.stop()
        self._step(-1)

    def go_next(self) -> None:
        """Go to the class after."""
        self.stop()
        self._step(1)

    def go_on(self) -> None:
        """Go to the class after while classes play."""
        self._step(1)

    def play(self) -> None:
        """Show one class after another until it is pressed again."""
        if self._clock.isActive():
            self.stop()
        elif self._form is not None:
            self._clock.start(pause(PAUSE_MS))
            self._show()

    def stop(self) -> None:
        """Stay at the class that is shown."""
        self._clock.stop()
        self._show()

    def _step(self, by: int) -> None:
        if self._form is not None:
            self.show_class((self._form[1] + by) % self._document.board.n)

    def show_class(self, shift: int) -> None:
        """Slide to a class, from 0, in one step that can be undone."""
        if self._form is None or shift == self._form[1]:
            return
        document = self._document
        moved = regular(document.board, self._form[0], shift)
        new = set(moved.indices.tolist())
        old = set(np.flatnonzero(document.counts.occupied).tolist())
        gone = old - new
        document.edit(
            f"Slide to shift class {shift + 1}",
            place=new - old,
            remove=gone,
            unlock=document.givens & gone,
        )

    # Reading ---------------------------------------------------------------------------------

    def _update_ui(self) -> None:
        document = self._document
        self._form = None
        if self.isVisible() and document.counts.queens <= MOST_QUEENS and document.cut is None:
            self._form = regular_form(document.placement())
        if self._form is None:
            self._clock.stop()
        self._show()

    def _show(self) -> None:
        form, n = self._form, self._document.board.n
        self._group.setVisible(form is not None)
        why = f"The board holds no regular placement of at most {MOST_QUEENS:,} queens"
        for control, tip in (
            (self._back, "Slide one class back"),
            (self._play, "Show one class after another"),
            (self._next, "Slide one class on"),
            (self._slider, "Slide the placement along the last axis"),
        ):
            set_enabled(control, form is not None, tip if form is not None else why)
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, n - 1)
            self._slider.setValue(form[1] if form is not None else 0)
        self._play.setText("Stop" if self._clock.isActive() else "Play")
        self._play.setAccessibleName(self._play.text())
        if form is None:
            return
        values = ", ".join(map(str, form[0]))
        self._words.setText(f"Coefficients {values}: class {form[1] + 1} of {n}.")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_ui()

    def hideEvent(self, event: QHideEvent) -> None:
        self.stop()
        super().hideEvent(event)
