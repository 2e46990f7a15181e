"""The speaker's window of a presentation: notes, what comes next, and the time since it began."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QResizeEvent, QScreen
from PySide6.QtWidgets import QApplication, QWidget

from nqviz.core.language import tr

from ..drawers.lessons.rich_text import named_text
from ..drawers.lessons.run import LessonRun
from ..widgets.fields import label
from ..widgets.layouts import STRETCH, fill, vertical
from ..widgets.timing import ticking
from ..widgets.widgets import named

SIZE = 720, 480
LEAST_HEIGHT = 640
"""Up to this height of the window text has its usual size, and grows with it beyond."""


def other_screen(screen: QScreen) -> QScreen | None:
    """Return a screen that shows another part of the desktop, none where all show the same."""
    shown = screen.geometry()
    others = (each for each in QApplication.screens() if not each.geometry().intersects(shown))
    return next(others, None)


class SpeakerNotes(QWidget):
    """Shows the notes of the step on a second screen where there is one.

    `window`: the window that presents, on the screen of the audience.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setObjectName("notes")
        self.setWindowTitle(tr("Speaker notes"))
        self._window = window
        self._run: LessonRun | None = None
        self._title = named(label("", "head"), "notes.step")
        self._notes = named_text("notes.text", tr("The notes of the step"), "intro")
        self._next = named(label("", "sentence"), "notes.next")
        self._time = named(label("", "verdict"), "notes.time")
        self._title.setWordWrap(True)
        column = vertical(self, margins=(32, 32, 32, 32), spacing=16)
        fill(column, self._title, self._notes, STRETCH, self._next, self._time)
        self._since = QElapsedTimer()
        self._clock = ticking(self, self._show_time, 1000)

    def open(self) -> None:
        """Show the notes: on all of another screen, or as a window where there is none."""
        other = other_screen(self._window.screen())
        self._since.start()
        self._clock.start()
        self._show_time()
        if other is not None:
            self.setScreen(other)  # on Wayland a window has no place of its own choice
            self.setGeometry(other.availableGeometry())
            self.showFullScreen()
        else:
            self.resize(*SIZE)
            self.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write larger on a large screen, which is read while standing."""
        super().resizeEvent(event)
        scale = max(1.0, self.height() / LEAST_HEIGHT)
        sizes = {self._title: 20, self._notes: 15, self._next: 15, self._time: 28}
        for words, pixels in sizes.items():
            words.setStyleSheet(f"font-size: {round(pixels * scale)}px;")

    def end(self) -> None:
        """Close the window and stop its clock."""
        self._clock.stop()
        self.hide()
        self.deleteLater()

    def follow(self, run: LessonRun) -> None:
        """Show the notes of a lesson from now on."""
        if run is not self._run:
            self._run = run
            run.stepped.connect(self.show_step)
            self.show_step()

    def show_step(self) -> None:
        run = self._run
        if run is None:
            return
        steps, number = run.lesson.steps, run.number
        place = {"number": number + 1, "last": len(steps)}
        self._title.setText(tr("{number} of {last}: {title}", title=run.step.title, **place))
        notes = run.step.notes or tr("This step has no notes.")
        self._notes.show_texts(notes, pictures=run.lesson.pictures)
        is_last = number + 1 == len(steps)
        self._next.setText(
            tr("Then the end") if is_last else tr("Next: {title}", title=steps[number + 1].title)
        )

    def _show_time(self) -> None:
        minutes, seconds = divmod(self._since.elapsed() // 1000, 60)
        self._time.setText(f"{minutes}:{seconds:02}")
