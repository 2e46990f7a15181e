"""The drawers at the left: one at a time, which slides over the scene and then pushes its edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ..drawers.drawer import WIDTH, Drawer
from ..widgets.motion import DRAWER, animation, duration
from ..widgets.theme import text_scale


class DrawerStack(QStackedWidget):
    """Shows one drawer or none.

    The stack lies above the row of the window. While a drawer slides in or out, nothing below it
    changes; at the end `place`, which stands in the row, takes or loses its width, and the scene is
    drawn once.

    `place`: what takes the room of an open drawer in the row.
    `make`: adds the drawer of a name, which is asked for the first time.
    """

    changed = Signal(str)  # the name of the open drawer, empty where none is

    names = ("board", "solve", "density", "symmetry", "lessons", "history")

    def __init__(self, place: QWidget, parent: QWidget, make: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.setObjectName("drawers")
        self._place = place
        self._drawers: dict[str, Drawer] = {}
        self._ready = set[QWidget | None]()  # those that have been styled and laid out
        self._to_focus: Drawer | None = None
        self._make = make
        self.current = ""  # the name of the open drawer, empty where none is
        self.is_settling = False  # whether the row changes now for a drawer
        self._shown = self._from = 0.0  # the share of the width in sight, now and when it began
        self._slide = animation(self, DRAWER)
        self._slide.valueChanged.connect(self._on_tick)
        self._slide.finished.connect(self._settle)
        self._preparation = self._prepare_all()
        place.installEventFilter(self)
        place.setFixedWidth(0)
        self.hide()

    def add(self, drawer: Drawer) -> None:
        """Add a drawer; it is shown when it is asked for."""
        self._drawers[drawer.name] = drawer
        self.addWidget(drawer)
        drawer.close_wanted.connect(self.close_drawer)

    def drawer(self, name: str) -> Drawer:
        if name not in self._drawers:
            self._make(name)
        return self._drawers[name]

    def open(self, name: str, *, with_focus: bool = False) -> None:
        """Open a drawer in the place of the one that is open."""
        was, self.current = self.current, name
        drawer = self.drawer(name)
        self.setCurrentWidget(drawer)
        self._to_focus = drawer if with_focus else None
        if not was:
            self._start(at_once=drawer not in self._ready)
        if self.isVisible():
            self._focus()
        if was != name:
            self.changed.emit(name)

    def close_drawer(self) -> None:
        """Close the drawer that is open; the focus goes back to the scene."""
        if not self.current:
            return
        self.current = ""
        if self.isHidden():  # it has not moved yet
            self.finish()
        else:
            self._start()
        self.changed.emit("")

    def toggle(self, name: str, *, with_focus: bool = True) -> None:
        """Open a drawer and go into it, or close it where it is open."""
        if self.current == name:
            self.close_drawer()
        else:
            self.open(name, with_focus=with_focus)

    def ready_next(self, name: str) -> bool:
        """Make a drawer, or style and lay it out; return whether it was not ready."""
        if name not in self._drawers:
            self._make(name)
            return True
        drawer = self._drawers[name]
        if drawer in self._ready or drawer.isVisible():
            return False
        self._show_unseen(drawer)
        return drawer in self._ready  # not while another one is open, which it will replace

    def prepare_next(self) -> bool:
        """Do one step of what makes first openings slow; return whether there was one.

        All steps together fill, lay out, style, paint and show the drawers that are closed where
        nobody sees it; a single one takes about as long as a frame.
        """
        return next(self._preparation, None) is not None

    def _prepare_all(self) -> Iterator[Drawer]:
        """Prepare the drawers one by one, and yield the drawer after each step.

        The first step of each comes before all others: it is the longest one.
        """
        drawers = [self.drawer(name) for name in self.names]
        steps = [(drawer, drawer.prepare()) for drawer in drawers]
        for drawer, first in steps:
            for _ in islice(first, 1):
                yield drawer
        for drawer, others in steps:
            for _ in others:
                yield drawer
            for prepare in (self._show_unseen, self._paint_unseen):
                if not drawer.isVisible():
                    prepare(drawer)
                    yield drawer

    def _show_unseen(self, drawer: Drawer) -> None:
        """Show a drawer beside the window and hide it at once: it is styled and laid out then."""
        if self.current or self.isVisible():
            return  # another drawer is open: this one will take its place without a slide
        self.setCurrentWidget(drawer)
        self.setGeometry(-2 * self.open_width, 0, self.open_width, self._place.height())
        self.show()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.hide()
        self._ready.add(drawer)

    def _paint_unseen(self, drawer: Drawer) -> None:
        """Paint a drawer, which loads its icons and shapes its texts."""
        drawer.resize(self.open_width, self._place.height())
        drawer.grab()

    def finish(self) -> None:
        """End a slide at once."""
        self._slide.stop()
        self._settle()

    # Sliding -----------------------------------------------------------------------------------

    @property
    def open_width(self) -> int:
        """The width of an open drawer, in pixels."""
        return round(WIDTH * max(1.0, text_scale(self.font())))

    def _start(self, at_once: bool = True) -> None:
        self._slide.stop()
        self._from = self._shown
        self._on_slide(self._shown)
        if at_once:
            self.show()  # before the slide, which would wait in its middle while it is styled
        self._slide.setDuration(duration(DRAWER))  # what is preferred may have changed
        self._slide.start()

    def _on_tick(self, share: float) -> None:
        """Move, and come into sight with the first picture that shows something.

        Shown before, the first paint would delay the clock of the slide by its own time.
        """
        self._on_slide(self._from + share * (bool(self.current) - self._from))
        if share and self.isHidden():
            self.show()
            self._focus()

    def _focus(self) -> None:
        """Go into the drawer that was opened for it, once it is in sight."""
        drawer, self._to_focus = self._to_focus, None
        if drawer and self.current == drawer.name:
            drawer.focus_body()

    def _on_slide(self, shown: float) -> None:
        self._shown, width = shown, self.open_width
        left = self._place.x() - round((1.0 - shown) * width)
        self.setGeometry(left, self._place.y(), width, self._place.height())

    def _settle(self) -> None:
        width = self.open_width if self.current else 0
        if self._place.minimumWidth() != width:
            self._place.setFixedWidth(width)
            self.is_settling = True
            parent = self.parentWidget()
            if parent is not None and (row := parent.layout()) is not None:
                row.activate()
            self.is_settling = False
        self._on_slide(float(bool(self.current)))
        self._ready.add(self.currentWidget())
        self.setVisible(bool(self.current))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the place in the row."""
        kinds = (QEvent.Type.Resize, QEvent.Type.Move)
        if watched is self._place and event.type() in kinds and self.current:
            self._on_slide(1.0)
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and self.current:
            self._settle()
        super().changeEvent(event)
