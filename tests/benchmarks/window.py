"""The real main window for measuring, and ways to know when its views are painted."""

# ruff: noqa: E402  PySide is there before all that it would read
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nqviz_app.unread_sources import leave_sources_unread

leave_sources_unread()  # as the program does, before all that it imports

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from nqviz import AttackCounts, Board, Placement
from nqviz.constructions import regular

os.environ.setdefault("QT_API", "pyside6")


class Paints(QObject):
    """Counts how often widgets are painted."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.counts = dict.fromkeys(widgets, 0)
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and watched in self.counts:
            self.counts[watched] += 1
        return False

    def all_since(self, before: dict[QWidget, int]) -> bool:
        return all(count > before[widget] for widget, count in self.counts.items())


class Frames:
    """Counts the pictures of the scene that show the document as it is, while it is used."""

    def __init__(self, view: Any) -> None:
        self.count = 0
        self._view, self._renderer = view, view.canvas.plotter.renderer

    def __enter__(self) -> "Frames":
        self._tag = self._renderer.AddObserver("EndEvent", self._on_end)
        return self

    def __exit__(self, *_: object) -> None:
        self._renderer.RemoveObserver(self._tag)

    def _on_end(self, _renderer: object, _event: str) -> None:
        if not self._view._turn.isActive():  # else the change is not in the scene yet
            self.count += 1


def full(n: int) -> Placement:
    """Return a regular placement with n*n queens on the (n,3)-board."""
    return regular(Board.cube(n, 3))


@contextmanager
def window_on(placement: Placement) -> Iterator[Any]:
    """Show the main window on a placement, at 1500 x 920; gone afterwards."""
    from nqviz_app.document.board_tab import window_state
    from nqviz_app.document.document import Document
    from nqviz_app.window.main_window import MainWindow

    AttackCounts(Board.cube(2, 2)).attackers(0)  # kernels are compiled before
    application = QApplication.instance() or QApplication([])
    window = MainWindow(Document(window_state(placement)))
    window.resize(1500, 920)
    window.show()
    turn_for(1.2)  # layout, first pictures, smooth edges, hidden parts dressed
    yield window
    for tab in window.tabs.board_tabs:
        tab.undo_stack.setClean()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # not in the next window
    application.processEvents()


def rest_for(seconds: float) -> None:
    """Run the event loop for some time, asleep while there is nothing to do.

    The processor's time of this thread is then what the window has worked.
    """
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def turn_for(seconds: float) -> None:
    """Run the event loop for some time."""
    wait_until(lambda: False, seconds)


def wait_until(is_done: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Run the event loop until something holds; tell whether it came to hold in time."""
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        QCoreApplication.processEvents()
        if is_done():
            return True
    return False
