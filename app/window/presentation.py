"""Presentation mode: the scene on the whole screen, beside it the text of a lesson, no more.

The keys that a presenter's remote sends go through the lesson; Escape brings everything back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget

from nqviz.core.language import tr, tr_later

from ..drawers.lessons.parts import PRESENTATION, USUAL_HEIGHT
from ..widgets.fields import label
from ..widgets.layouts import STRETCH, vertical
from ..widgets.theme import USUAL_PIXELS, current_theme
from ..widgets.timing import single_shot
from ..widgets.widgets import named

if TYPE_CHECKING:
    from ..drawers.lessons.page import LessonPage
    from ..drawers.lessons.panel import LessonsPanel
    from .main_window import MainWindow
    from .speaker_notes import SpeakerNotes

SHARE = 0.3
"""The part of the screen's width that the text of a lesson takes."""

WAY_OUT = tr_later("Esc leaves the presentation.")
HINT_MS = 4000
"""How long it is said at the beginning."""

ADVANCE = (Qt.Key.Key_PageDown, Qt.Key.Key_Space)
"""Keys of a remote: they go through a step with its animation, and then on."""
NEXT = (Qt.Key.Key_Right,)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right)
PAGES = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
"""Keys that mean nothing to a field that is written in."""


class Presentation(QObject):
    """Turns a window into a presentation and back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        application = QApplication.instance()
        assert application is not None
        self._window, self._application = window, application
        self._geometry: QByteArray | None = None
        self._drawer = ""
        self._began_in_lesson = False
        self._hidden: list[QWidget] = []
        self._side: QFrame | None = None
        self._page: LessonPage | None = None
        self._notes: SpeakerNotes | None = None
        self._hint = named(label(tr(WAY_OUT), "reading"), "presentation.hint", tr(WAY_OUT))
        self._hint.setParent(window)  # over whichever page is shown, or the text beside it
        self._hint.hide()
        self._way_out = single_shot(self, self._hint.hide, HINT_MS)

    @property
    def _lessons(self) -> LessonsPanel:
        return self._window.panels.lessons

    @property
    def is_on(self) -> bool:
        return self._geometry is not None

    def toggle(self) -> None:
        """Begin or end."""
        if self.is_on:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Fill the screen with the scene and, while a lesson is taken, its text."""
        if self.is_on:
            return
        window = self._window
        self._geometry, self._drawer = window.saveGeometry(), window.drawers.current
        self._began_in_lesson = self._lessons.run is not None
        bars = (window.toolbar, window.rail, window.menuBar(), window.statusBar())
        self._hidden = [bar for bar in bars if not bar.isHidden()]
        for bar in self._hidden:
            bar.hide()
        window.scene_page.set_alone(True)
        self._enlarge_pages()
        window.showFullScreen()
        self._application.installEventFilter(self)
        self.arrange()
        self._show_way_out()

    def leave(self) -> None:
        """Lay everything as it was."""
        if self._geometry is None:
            return
        self._application.removeEventFilter(self)
        geometry, self._geometry = self._geometry, None
        self._drop_side()
        self._drop_notes()
        self._way_out.stop()
        self._hint.hide()
        self._window.scene_page.set_alone(False)
        self._window.flat.enlarge(0, 0)
        for bar in self._hidden:
            bar.show()
        self._hidden = []
        drawer = self._drawer if self._lessons.run is None else "lessons"
        if drawer:
            self._window.drawers.open(drawer)
            self._window.drawers.finish()
        self._window.showNormal()
        self._window.restoreGeometry(geometry)

    def _enlarge_pages(self) -> None:
        """Show the texts of flat pages as large as those of the lesson and of the scene."""
        scale = self._window.height() / USUAL_HEIGHT
        words, marks = PRESENTATION.text, USUAL_PIXELS * self._window.scene.overlays.text_size
        self._window.flat.enlarge(round(scale * words), round(max(scale, 1.0) * marks))

    def _show_way_out(self) -> None:
        """Show for some seconds how to leave."""
        self._place_hint()
        self._hint.show()
        self._hint.raise_()
        self._way_out.start()

    def follow_theme(self) -> None:
        """Show the hint in the colours of another theme."""
        if not self._hint.isHidden():
            self._place_hint()

    def _place_hint(self) -> None:
        """Put the hint in the upper right: above the text of a lesson, else in a free corner."""
        size = round(PRESENTATION.text * self._window.height() / USUAL_HEIGHT)
        theme = current_theme()
        self._hint.setStyleSheet(  # of its own: pages are dressed one by one
            f"font-size: {size}px; padding: {size // 2}px; color: {theme.text};"
            f" background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 12px;"
        )
        self._hint.adjustSize()
        self._hint.move(self._window.width() - self._hint.width() - size, size)

    # The text of the lesson --------------------------------------------------------------------

    def arrange(self) -> None:
        """Show the text of the lesson that is taken beside the scene, and no drawer."""
        if not self.is_on:
            return
        run, drawers = self._lessons.run, self._window.drawers
        has_ended = self._side is not None and run is None
        if self._began_in_lesson and run is None:
            self._drawer, self._began_in_lesson = drawers.current, False
        self._drop_side()
        drawers.close_drawer()
        drawers.finish()
        self._window.pages.setFocus()
        if run is None:
            self._drop_notes()
            if has_ended:
                self._add_side(self._end(), self._window.width())
                self._window.pages.hide()
            return
        page = self._lessons.make_page(PRESENTATION, "presentation")
        self._add_side(page, self._usual_width)
        self._page = page
        page.follow(run)
        page.show_step()
        run.stepped.connect(self._show_strip)
        self._show_strip()
        from .speaker_notes import other_screen  # no start needs it

        has_notes = any(step.notes for step in run.lesson.steps)
        if self._notes is not None or (has_notes and other_screen(self._window.screen())):
            self.show_notes()

    def _show_strip(self) -> None:
        """Show the layers beside the scene where a step is about them."""
        run = self._lessons.run
        if self.is_on and run is not None:
            self._window.scene_page.set_alone(True, "layers" in run.step.shown_controls)

    def show_notes(self) -> None:
        """Show the notes of the speaker, on another screen where there is one."""
        run = self._lessons.run
        if run is None:
            return
        if self._notes is None:
            from .speaker_notes import SpeakerNotes

            self._notes = SpeakerNotes(self._window)
            self._notes.open()
            self._window.activateWindow()
        self._notes.follow(run)

    def _drop_notes(self) -> None:
        if self._notes is not None:
            self._notes.end()
            self._notes = None

    @property
    def _usual_width(self) -> int:
        return round(SHARE * self._window.width())

    def _add_side(self, page: QWidget, width: int) -> None:
        """Put a page at the right of the scene."""
        self._side = QFrame()
        self._side.setProperty("role", "bar")
        self._side.setFixedWidth(width)
        vertical(self._side, page)
        self._window.add_side(self._side)
        self._side.show()

    def _end(self) -> QWidget:
        """Return the page after the last step."""
        page, scale = QWidget(), self._window.height() / USUAL_HEIGHT
        column = vertical(page, STRETCH, spacing=round(PRESENTATION.gap * scale))
        column.setContentsMargins(*(round(side * scale) for side in PRESENTATION.margins))
        for name, text, size, weight in (
            ("presentation.end", tr("End of the lesson"), PRESENTATION.head, 600),
            ("presentation.way_out", tr(WAY_OUT), PRESENTATION.text, 400),
        ):
            words = named(label(text, "reading"), name, text)
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setStyleSheet(f"font-size: {round(size * scale)}px; font-weight: {weight};")
            column.addWidget(words)
        column.addStretch(1)
        return page

    @property
    def _points(self) -> bool:
        """Whether the step asks for a cell, which arrow keys and mouse point at."""
        run = self._lessons.run
        task = None if run is None else run.step.task
        return task is not None and task.check.cell_chosen is not None

    def _drop_side(self) -> None:
        if self._side is not None:
            self._side.hide()
            self._side.deleteLater()
            self._side = self._page = None
            self._window.pages.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of a presenter before the widgets of the window do."""
        if event.type() == QEvent.Type.Resize and watched is self._window:
            if self._side is not None:
                self._side.setFixedWidth(self._usual_width if self._page else self._window.width())
            self._enlarge_pages()
        if event.type() == QEvent.Type.Resize and watched is self._window.pages:
            self._place_hint()
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in kinds or not isinstance(event, QKeyEvent):
            return False
        windows = (self._window, self._notes)
        if not isinstance(watched, QWidget) or watched.window() not in windows:
            return False
        call = self._meaning(event)
        if call is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            call()
        return True

    def _meaning(self, event: QKeyEvent) -> Callable[[], None] | None:
        key, lessons = event.key(), self._lessons
        if key == Qt.Key.Key_Escape:
            return self.leave
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        writes = isinstance(QApplication.focusWidget(), QLineEdit) and key not in PAGES
        moves_cursor = key in ARROWS and self._points
        if not plain or writes or moves_cursor or lessons.run is None or self._page is None:
            return None
        calls: dict[Qt.Key, Callable[[], None]] = {Qt.Key.Key_N: self.show_notes}
        calls |= dict.fromkeys(ADVANCE, self._page.advance)
        calls |= dict.fromkeys(NEXT, self._page.go_next)
        calls |= dict.fromkeys(BACK, self._page.go_back)
        return calls.get(Qt.Key(key))
