"""The player of an animated step: play, one frame back or on, a slider, and the speed."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...widgets.animation_speed import SPEEDS
from ...widgets.widgets import combo, named, note, set_enabled
from .run import LessonRun, page_text


class LessonPlayer(QGroupBox):
    """Plays the frames of a lesson's step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Step by step", parent)
        self._run: LessonRun | None = None
        self._say = note("lessons.say", "What this frame shows")
        self._say.setTextFormat(Qt.TextFormat.RichText)
        self._slider = named(
            QSlider(Qt.Orientation.Horizontal),
            "lessons.frame",
            "Frame",
            "Drag to any frame of the animation",
        )
        self._count = QLabel()
        self._back = self._push("frame_back", "Back")
        self._play = self._push("play", "Play")
        self._next = self._push("frame_next", "Forward")
        self._speed = combo("lessons.speed", "Speed", [], "How fast the frames follow each other")
        self._speed.setMinimumContentsLength(6)
        for text, factor in SPEEDS:
            self._speed.addItem(text, factor)
        self._speed.setCurrentIndex(1)
        row = QHBoxLayout()
        row.setSpacing(4)
        for push in (self._back, self._play, self._next):
            row.addWidget(push, 1)
        place = QHBoxLayout()
        place.addWidget(self._slider, 1)
        place.addWidget(self._count)
        column = QVBoxLayout(self)
        column.addWidget(self._say)
        column.addLayout(place)
        column.addLayout(row)
        column.addWidget(self._speed)
        self._slider.valueChanged.connect(self._on_slider)
        self._back.clicked.connect(lambda: self._go(-1))
        self._next.clicked.connect(lambda: self._go(1))
        self._play.clicked.connect(self.play)
        self._speed.currentIndexChanged.connect(self._on_speed)

    def _push(self, name: str, text: str) -> QToolButton:
        push = named(QToolButton(), f"lessons.{name}", text)
        push.setText(text)
        return push

    def follow(self, run: LessonRun | None) -> None:
        """Play the frames of a lesson from now on."""
        self._run = run
        if run is not None:
            run.set_speed(float(self._speed.currentData()))
            run.framed.connect(self.update_ui)

    def play(self) -> None:
        """Play, or stop."""
        if self._run is not None:
            self._run.play()

    def _go(self, by: int) -> None:
        if self._run is not None:
            self._run.show_frame(self._run.frame + by)

    def _on_slider(self, frame: int) -> None:
        if self._run is not None:
            self._run.show_frame(frame)

    def _on_speed(self) -> None:
        if self._run is not None:
            self._run.set_speed(float(self._speed.currentData()))

    def update_ui(self) -> None:
        """Show which frame of how many is shown."""
        run = self._run
        self.setVisible(run is not None and bool(run.frames))
        if run is None or not run.frames:
            return
        frame, last = run.frame, len(run.frames)
        words = run.frames[frame - 1].say if frame else "Press Play, or go on frame by frame."
        self._say.setText(page_text(words))
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, last)
            self._slider.setValue(frame)
        self._count.setText(f"{frame} of {last}")
        set_enabled(self._back, frame > 0, "One frame back" if frame else "This is the beginning")
        set_enabled(self._next, frame < last, "One frame on" if frame < last else "This is the end")
        self._play.setText("Pause" if run.is_playing else "Play")
        self._play.setAccessibleName(self._play.text())
        set_enabled(
            self._play, True, "Stay here" if run.is_playing else "Show one frame after another"
        )
