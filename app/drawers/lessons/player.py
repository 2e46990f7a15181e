"""The player of an animated step: play, one frame back or on, a slider, and the speed."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QSlider, QWidget

from nqviz.core.language import tr

from ...widgets.fields import icon_button
from ...widgets.icons import icon
from ...widgets.labels import PlainLabel
from ...widgets.layouts import STRETCH, horizontal, vertical
from ...widgets.widgets import named, set_enabled, set_objection, speed_box
from .rich_text import named_text
from .run import LessonRun


class LessonPlayer(QWidget):
    """Plays the frames of a lesson's step; `name` as of `LessonPage`."""

    _run: LessonRun  # as soon as one is followed

    def __init__(self, name: str) -> None:
        super().__init__()
        self._say = named_text(f"{name}.say", tr("What this frame shows"), "sentence")
        self._slider = named(QSlider(Qt.Orientation.Horizontal), f"{name}.frame")
        self._count = PlainLabel()
        self._count.setProperty("role", "caption")
        back, on = f"{name}.frame_back", f"{name}.frame_next"
        self._back = icon_button(back, "chevron-left", on_click=lambda: self._go(-1))
        self._play = icon_button(f"{name}.play", "play", on_click=self.play)
        self._next = icon_button(on, "chevron-right", on_click=lambda: self._go(1))
        self._speed = speed_box(f"{name}.speed")
        self._lay_out()
        self._slider.valueChanged.connect(self._on_slider)
        self._speed.currentIndexChanged.connect(self._on_speed)

    def _lay_out(self) -> None:
        row = horizontal(None, self._back, self._play, self._next, STRETCH, self._speed, spacing=4)
        place = horizontal(None, (self._slider, 1), self._count)
        vertical(self, self._say, place, row, spacing=8)

    def follow(self, run: LessonRun) -> None:
        """Play the frames of a lesson from now on."""
        self._run = run
        self._on_speed()
        run.framed.connect(self.update_ui)

    def play(self) -> None:
        self._run.play()

    def _go(self, by: int) -> None:
        self._run.show_frame(self._run.frame + by)

    def _on_slider(self, frame: int) -> None:
        self._run.show_frame(frame)

    def _on_speed(self) -> None:
        self._run.set_speed(float(self._speed.currentData()))

    def update_ui(self) -> None:
        """Show which frame of how many is shown."""
        run = self._run
        self.setVisible(bool(run.frames))
        if not run.frames:
            return
        frame, last = run.frame, len(run.frames)
        words = run.frames[frame - 1].say if frame else tr("Press Play, or go on frame by frame.")
        if not run.may_play:
            words = tr("Answer first; then the animation shows what happens.")
        self._say.show_texts(words, pictures=run.lesson.pictures)
        with QSignalBlocker(self._slider):
            self._slider.setRange(0, last)
            self._slider.setValue(frame)
        self._count.setText(tr("{number} of {last}", number=frame, last=last))
        why = "" if run.may_play else tr("Answer first")
        set_objection(self._back, "" if frame else tr("This is the beginning"))
        set_objection(self._next, why if frame < last else tr("This is the end"))
        self._slider.setEnabled(run.may_play)
        self._play.setIcon(icon("square" if run.is_playing else "play"))
        self._play.setAccessibleName(tr("Pause") if run.is_playing else tr("Play"))
        words = tr("Stay here") if run.is_playing else tr("Show one frame after another")
        set_enabled(self._play, run.may_play, why or words)
