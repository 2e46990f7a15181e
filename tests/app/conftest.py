"""A test of the window that leaves a thread, a timer, a widget or a VTK object behind fails."""

import atexit
import gc
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from virtual_display import virtual_display

from nqviz import Board, Placement
from nqviz.engines.threads import wait_for_engines
from nqviz.run.blas_threads import blas_threads
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from tests.patience import STALL

from .patient_bot import PatientBot
from .window_driver import make_panels

if sys.platform == "linux" and "PYTEST_XDIST_WORKER" in os.environ:
    # Windows of one display share the focus, so each worker has a display of its own.
    _display = virtual_display()
    os.environ.update(_display.__enter__())
    atexit.register(_display.__exit__, None, None, None)


def settle() -> None:
    """Run deferred deletions of Qt and the garbage collection of Python."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()
    gc.collect()


def is_running(each: object) -> Any:
    return type(each) is QTimer and shiboken6.isValid(each) and each.isActive()


@pytest.fixture(autouse=True)
def no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing move by itself; the tests of motion say otherwise."""
    monkeypatch.setenv("NQVIZ_REDUCED_MOTION", "1")


@pytest.fixture(scope="session", autouse=True)
def linear_algebra_thread() -> None:
    """Start the one thread that lives as long as the process before threads are counted."""
    with blas_threads(1):
        pass


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> Any:
    """Do what a person does, and wait as long as a busy machine may need."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def processes_of_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow engines to start processes, as `main` does."""
    monkeypatch.setattr("nqviz.engines.process.processes_allowed", lambda: True)


@pytest.fixture(autouse=True)
def no_previews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no process for the preview of a dialog that a test opens; its own tests do."""
    monkeypatch.setattr("nqviz_app.dialogs.export_preview.processes_allowed", lambda: False)


@pytest.fixture
def drawn_scenes() -> None:
    """Let OpenGL draw the scenes of a test that looks at their pixels."""


@pytest.fixture(autouse=True)
def undrawn_scenes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have scenes with all their actors, but draw none: OpenGL in software takes very long."""
    if "drawn_scenes" not in request.fixturenames:
        monkeypatch.setattr("nqviz_app.views.scene.scene_picture.ScenePicture._draw", _draw_nothing)


def _draw_nothing(picture: Any) -> None:
    """Leave the picture black: a widget that paints nothing shows whatever was in its memory."""
    width, height = picture._size()
    if (picture._board.width(), picture._board.height()) != (width, height):
        picture._board = QImage(width, height, QImage.Format.Format_RGB32)
        picture._board.fill(0)


def left_behind(threads: set[threading.Thread], widgets: set[int]) -> list[str]:
    """Name what there is besides these threads, these widgets and what is frozen."""
    objects = gc.get_objects()
    return [
        *(f"thread {each.name}" for each in threading.enumerate() if each not in threads),
        *(f"widget {each}" for each in QApplication.allWidgets() if id(each) not in widgets),
        *(f"timer {each}" for each in objects if is_running(each)),
        *sorted({name for each in objects if (name := type(each).__name__).startswith("vtk")}),
    ]


@pytest.fixture(autouse=True)
def nothing_left(qapp: QApplication) -> Iterator[Any]:
    settle()
    # What is there before the test is not looked at afterwards. It stays frozen: with all that
    # was imported, collecting takes longer than many a test.
    gc.freeze()
    threads = set(threading.enumerate())
    widgets = {id(widget) for widget in QApplication.allWidgets()}
    yield
    assert wait_for_engines(4 * STALL), "an engine is still running"
    for thread in set(threading.enumerate()) - threads:  # it was told to end
        thread.join(4 * STALL)
    for _ in range(3):  # what is deleted may delete more
        settle()
        left = left_behind(threads, widgets)
        if not left:
            break
    assert not left, f"left behind: {left[:10]}"


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Any]:
    """Show a widget; after the test it is ended by `end`, closed and deleted."""
    shown = []

    def make(widget: Any, size: tuple[int, int] | None = None, end: Any = lambda: None) -> Any:
        if size is not None:
            widget.resize(*size)
        with qtbot.waitExposed(widget):
            widget.show()
        QCoreApplication.processEvents()
        shown.append((widget, end))
        return widget

    yield make
    for widget, end in shown:
        end()
        widget.close()
        widget.deleteLater()
    shown.clear()


@pytest.fixture
def make_window(show: Any) -> Any:
    """Open the main window on a placement; without its panels it is as after a start."""
    from nqviz_app.window.main_window import MainWindow

    def make(placement: Any = None, givens: Iterable[int] = (), *, with_panels: bool = True) -> Any:
        if placement is None:  # an empty placement is false
            placement = Placement(Board.cube(8, 2))
        window = MainWindow(Document(window_state(placement, givens)))
        if with_panels:
            make_panels(window)

        def end() -> None:
            for tab in window.tabs.board_tabs:  # else it asks whether to save them
                tab.undo_stack.setClean()

        return show(window, (1400, 900), end)

    return make


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch, qapp: Any) -> Iterator[None]:
    """Prefer German, as settings of a start before would, and leave no language behind."""
    from nqviz_app.preferences import Choices, Preferences
    from nqviz_app.window.qt_texts import use_texts

    def german_preferences(*given: Any) -> Any:
        preferences = Preferences(*given)
        preferences.choices = Choices(language="de", first_view=False)
        return preferences

    monkeypatch.setattr("nqviz_app.window.main_window.Preferences", german_preferences)
    yield
    use_texts("en")


@pytest.fixture
def make_layers(show: Any) -> Any:
    """Show the view of layers on a placement, without the window around it."""
    from nqviz_app.views.layers.layers_view import LayersView

    def make(
        placement: Any,
        givens: Iterable[int] = (),
        cut: Any = None,
        size: tuple[int, int] = (800, 700),
        share: Any = "all",
    ) -> Any:
        document = Document(window_state(placement, givens, cut))
        document.set_view(replace(document.view, share=share))
        view = LayersView(document)
        document.setParent(view)
        return show(view, size)

    return make
