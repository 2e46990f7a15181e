"""One run of the explorer, from the first window to the last: Qt starts here."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QBuffer, QEvent, QObject, QSettings, QTimer
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from nqviz.bounds import best_upper
from nqviz.constructions.from_catalogue import load_record
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import MAX_DIMENSION, Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.core.placement import Placement
from nqviz.formats.links import is_lesson_link
from nqviz.formats.session import is_session, read_session
from nqviz.run.files import atomic_write
from nqviz.verification import file_kind
from nqviz.view.view_json import view_from_json
from nqviz.view.view_state import ViewState

from .crash_reports import CrashReports, offer_reports, reports_left
from .document.autosave import Recovery, left_behind, offer_recovery, remove_recovery, set_aside
from .document.board_tab import BoardTab, window_state
from .document.document import Document
from .document.session_tabs import read_for_window, tabs_of
from .document.tab_file import TabFile, read_tab_file
from .widgets.theme import use_style
from .window.file_handling import Opening, proven
from .window.main_window import MainWindow

DESKTOP_ID = "org.example.NqvizExplorer"
"""The name of the desktop file, by which a desktop finds the icon and the name of a window."""

EXAMPLE = "11x11x11-121"
"""The record that opens without a file: a full placement on the (11,3)-board."""

SCENE_MS = 2000
"""The delay between showing the window and making a scene that is not in sight, in milliseconds."""
WARM_UP_MS, PREPARE_MS, NEXT_STEP_MS = 100, 1000, 100
"""The delays between making the scene and loading panels and kernels, before scene and drawers are
prepared, and between two steps of it, in milliseconds."""

SETTLE_MS = 400
"""The time for the layout of the window before the screenshot, in milliseconds."""


def run(
    file: Path | None,
    *,
    screenshot: Path | None = None,
    theme: str | None = None,
    size: tuple[int, int] | None = None,
    text_size: int | None = None,
) -> int:
    """Open the window on a file or on the example, and stay until it is closed.

    Returns the exit status: 2 when the screenshot cannot be written.

    Raises InputError if the file cannot be read; then no window opens.
    """
    state, tab_file, later, view = _beginning(file)
    application = QApplication.instance() or QApplication(["nqviz-explorer"])
    assert isinstance(application, QApplication)
    use_style(application)
    application.setApplicationName("nqviz-explorer")
    application.setApplicationDisplayName("nqviz explorer")
    application.setDesktopFileName(DESKTOP_ID)
    application.setWindowIcon(application_icon())
    reports = CrashReports()
    reports.begin()
    document = Document(state)
    if tab_file:
        document.set_saved(tab_file)
    if view:
        document.set_view(view)
    leaving = threading.Event()
    settings = None if screenshot else QSettings("nqviz", "nqviz-explorer")
    window = MainWindow(document, settings)
    if theme:
        window.set_theme(theme)
    if text_size:
        window.services.preferences.change(text_size=text_size)
    if size:
        window.resize(*size)
    reports.noted.connect(window.services.notifications.warn)
    window.left.connect(reports.end)
    window.show()
    _show_first_view(window, file)
    if screenshot is None:
        if later:
            window.files.open(later)
        application.installEventFilter(FileOpening(window.files.open, window))
        _load_later(window, leaving)
        signal.signal(signal.SIGINT, lambda *_: window.close())
        keep_safe(window)
        left = reports_left()
        if left:
            offer_reports(window, left, document.report)
        status = application.exec()
        leaving.set()
        if settings is not None:
            settings.sync()
        return status
    return _shoot_and_leave(application, window, later, screenshot)


class FileOpening(QObject):
    """Opens the files that the system names to the running program.

    macOS does so for a double click. This is an event filter of the application: it passes on
    all other events.
    """

    def __init__(self, open_file: Callable[[Path], object], parent: QObject) -> None:
        super().__init__(parent)
        self._open_file = open_file

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open_file(Path(event.file()))
            return True
        return False


def _load_later(window: MainWindow, leaving: threading.Event) -> None:
    """Load and prepare what the first pictures do not need, after them."""
    loaded = threading.Event()

    def load() -> None:
        window.readiness.load()  # panels show what is looked for next
        warm_up_all(leaving, loaded)

    warming = threading.Thread(target=load, name="warm up", daemon=True)

    def begin() -> None:
        window.readiness.begin()
        QTimer.singleShot(WARM_UP_MS, warming.start)
        QTimer.singleShot(PREPARE_MS, window, lambda: _prepare(window, loaded))

    if window.scene_page.has_scene:
        begin()
    else:
        window.scene_page.scene_made.connect(begin)
        QTimer.singleShot(SCENE_MS, window, lambda: window.scene)  # where it is not in sight


def _prepare(window: MainWindow, loaded: threading.Event) -> None:
    """Prepare what comes next step by step, with time for other events between two.

    `loaded`: whether the modules of the panels are loaded.
    """
    if not loaded.is_set() or prepare_next(window):
        QTimer.singleShot(NEXT_STEP_MS, window, lambda: _prepare(window, loaded))


def prepare_next(window: MainWindow) -> bool:
    """Do one step of what makes first openings and searches slow; return whether there was one."""
    return window.scene.prepare() or window.panels.make_next() or window.drawers.prepare_next()


def _show_first_view(window: MainWindow, file: Path | None) -> None:
    """Begin the lesson of a link, or show the card of the first view if there is nothing else."""
    if file is not None and is_lesson_link(file):
        window.lessons_panel.take_link(str(file))
    if not file and not left_behind():
        window.first_view.begin()


def _beginning(
    file: Path | None,
) -> tuple[BoardState, TabFile | None, Path | None, ViewState | None]:
    """Return what the window begins with, its file, the session or proof to open in it, the view.

    Raises InputError if the file cannot be read; then no window opens.
    """
    if file is not None and is_lesson_link(file):
        from nqviz.lessons import linked_step  # no other start reads lessons

        linked_step(file)
    if file is None or is_lesson_link(file):
        return window_state(example()), None, None, None
    if is_session(file):
        read_session(file)
        return window_state(example()), None, file, None
    if file_kind(file) == "proof":
        from nqviz.proofs import Flawed, load

        with suppress(Flawed):  # the window says what the check finds
            load(file)
        return window_state(example()), None, file, None
    read, tab_file = read_tab_file(file)
    return window_state(read.placement, read.givens), tab_file, None, view_from_json(read.view)


def application_icon() -> QIcon:
    file = resources.files("nqviz_resources.icons").joinpath("nqviz-explorer.svg")
    return QIcon(str(file))


def keep_safe(window: MainWindow) -> Recovery:
    """Autosave what is open, and offer what a run that ended abnormally left."""
    tabs = window.tabs
    services = window.services

    recovery = Recovery(
        lambda: (list(tabs.board_tabs), tabs.current), services.notifications.warn, window
    )
    recovery.set_interval(services.preferences.choices.autosave)
    services.preferences.changed.connect(
        lambda _before: recovery.set_interval(services.preferences.choices.autosave)
    )
    window.left.connect(recovery.end)

    def restore(path: Path, then: Callable[[], object]) -> None:
        def settle(opening: Opening) -> None:
            if opening is Opening.DONE:
                recovery.write_soon(end)
                return
            if opening is Opening.REFUSED:
                services.notifications.warn(
                    tr("What could not be read is kept as {file}.", file=set_aside(path))
                )
            then()

        def end(is_written: bool) -> None:
            if is_written:
                remove_recovery(path)  # what was in it is in another file now
            then()

        window.files.open_session(path, settle)

    offer_recovery(window, left_behind(), restore)
    return recovery


def warm_up_all(leaving: threading.Event, loaded: threading.Event | None = None) -> None:
    """Load plug-ins, lessons and kernels, so that nothing waits for them; end between two.

    `loaded`: to be set when the panels can be made.
    """
    from nqviz.constructions import FAMILIES
    from nqviz.engines import ENGINES
    from nqviz.ilp import FAMILIES as CUTS

    for registry in (FAMILIES, ENGINES, CUTS):
        len(registry)  # plug-ins are searched for once
    if loaded is not None:
        loaded.set()
    from nqviz.constructions.subcube import best_cut
    from nqviz.counting import count_maximum
    from nqviz.engines import warm_up
    from nqviz.lessons import lessons

    for step in (
        _warm_attacks,
        lessons,
        warm_up,
        partial(best_cut, 4, 3),
        partial(count_maximum, Board.cube(2, 2)),
        partial(best_upper, Board.cube(2, MAX_DIMENSION)),  # the bounds of boxes of all dimensions
        _warm_planar,
    ):
        if leaving.is_set():
            return
        step()


def _warm_planar() -> None:
    from nqviz.problems.first import first_placement  # with HiGHS, which no start needs

    first_placement(Board.cube(12, 2))


def _warm_attacks() -> None:
    counts = AttackCounts(Board.cube(2, 2))
    counts.place(0)
    counts.attackers(0)


def example() -> Placement:
    """Return the placement that opens without a file."""
    return load_record(EXAMPLE).placement


def _shoot_and_leave(
    application: QApplication, window: MainWindow, later: Path | None, path: Path
) -> int:
    """Save a screenshot once the window is laid out; return the exit status."""
    failures: list[str] = []
    try:
        if later and file_kind(later) == "proof":
            window.tabs.open_tab(BoardTab(proven(later)[0]))
        elif later:  # nobody uses the window meanwhile
            kept = read_for_window(later)
            window.tabs.open_tabs(tabs_of(kept, window.document.step), kept.current)
    except InputError as error:
        failures.append(str(error))
        window.close()
    else:
        window.scene.schedule_render()  # it is made here, if no paint has made it before
        QTimer.singleShot(SETTLE_MS, lambda: _shoot(window, path, failures))
        application.exec()
    window.deleteLater()
    sys.stderr.writelines(map("nqviz-explorer: {}\n".format, failures))
    return 2 if failures else 0


def _shoot(window: MainWindow, path: Path, failures: list[str]) -> None:
    """Save a screenshot, whole or not at all; add a line to `failures` if that fails."""
    image = QBuffer()
    image.open(QBuffer.OpenModeFlag.WriteOnly)
    kind = path.suffix.removeprefix(".") or "png"
    if window.grab().save(image, kind):
        try:
            atomic_write(path, bytes(image.data().data()))
        except InputError as error:
            failures.append(str(error))
    else:
        failures.append(f"{path}: there are no images of the kind .{kind}; .png is one")
    for tab in window.tabs.board_tabs:  # a session may have unsaved changes
        window.document.ignore_changes(tab)
    window.close()
