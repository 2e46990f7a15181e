"""The Lessons panel: what can be learnt, how far one has come, and the lesson that is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.outcome import Outcome

from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.widgets import button, named, note, set_enabled
from .page import LessonPage
from .run import Desk, LessonRun

if TYPE_CHECKING:
    from nqviz.lessons import Lesson

FOLDERS = "lessons/folders"
PROGRESS = "lessons/progress"


@dataclass(frozen=True)
class Entry:
    """A lesson of the list and the key by which its progress is kept."""

    lesson: Lesson
    key: str


class Drawers(Protocol):
    """What a lesson needs of the drawers of the window."""

    @property
    def current(self) -> str:
        """The name of the open drawer, empty without one."""

    def open(self, name: str) -> None:
        """Open a drawer."""

    def close_drawer(self) -> None:
        """Close the open drawer."""


class LessonsPanel(QWidget):
    """A list of lessons; while one is taken, its page.

    Parameters
    ----------
    document : Document
    runner : JobRunner
    desk : Desk
    outcome : callable
        Returns the outcome of the last search on the board, or None.
    solve : callable
        Starts the search that the Solve panel describes.
    drawers : Drawers
        The drawers of the window.
    settings : QSettings, optional

    Attributes
    ----------
    drawer_before : str
        The drawer that was open before the lesson, empty without one.

    Signals
    -------
    changed()
        A lesson begins or ends.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        desk: Desk,
        outcome: Callable[[], Outcome[Placement] | None],
        solve: Callable[[], object],
        drawers: Drawers,
        settings: QSettings | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._desk = document, desk
        self._outcome, self._settings = outcome, settings
        self._solve, self._drawers = solve, drawers
        self._entries: list[Entry] = []
        self._reached: dict[str, int] = {}
        self.drawer_before = ""
        self.run: LessonRun | None = None
        self.page = LessonPage()
        self.folders = _texts(settings, FOLDERS)
        self._make_list()
        column = QVBoxLayout(self)
        column.addWidget(self._list_page)
        column.addWidget(self.page)
        self._turn_to(self._list_page)
        self.page.left.connect(self.leave)
        self.page.task.shown.connect(self._show_how)
        runner.job_ended.connect(self._on_job_end)

    def _make_list(self) -> None:
        about = note(
            "lessons.about",
            "About lessons",
            "Each lesson opens in a tab of its own. Leave it at any time; your boards stay as they"
            " are.",
        )
        self._list = named(
            QListWidget(), "lessons.list", "Lessons", "Choose a lesson; a double click starts it"
        )
        self._list.setWordWrap(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideNone)  # or the minutes may be cut off
        self._list.setSpacing(2)
        self._list.setResizeMode(QListWidget.ResizeMode.Adjust)  # titles wrap at another width
        # What is below stays in sight in small windows.
        self._list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._list.setMinimumHeight(120)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._what = note("lessons.what", "What the lesson is about")
        self._start = button("lessons.start", "Start", "Take the chosen lesson", primary=True)
        self._again = button("lessons.again", "From the start", "Begin the lesson anew")
        self._add = button(
            "lessons.add_folder", "Add folder …", "List the lessons of a folder of your own as well"
        )
        self._drop = button("lessons.forget", "Forget", "List no folders any more")
        self._problems = note("lessons.problems", "Invalid lesson files")
        self._list_page = QWidget()
        self._list_page.setFocusProxy(self._list)
        column = QVBoxLayout(self._list_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(about)
        column.addWidget(self._list, 1)
        column.addWidget(self._what)
        column.addLayout(_row(self._start, self._again))
        column.addLayout(_row(self._add, self._drop))
        column.addWidget(self._problems)
        self._list.currentRowChanged.connect(self._update_ui)
        self._list.itemActivated.connect(self._on_start)
        self._start.clicked.connect(self._on_start)
        self._again.clicked.connect(lambda: self.start(anew=True))
        self._add.clicked.connect(self._add_folder)
        self._drop.clicked.connect(lambda: self.set_folders([]))

    def _turn_to(self, page: QWidget) -> None:
        """Show the list or the lesson; a stack would keep the height of the taller one for both."""
        for each in (self._list_page, self.page):
            if each is not page:
                each.hide()
        page.show()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    # The list ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        # A panel behind another is shown, too, but painted only once it is in front.
        super().paintEvent(event)
        if not self._entries:
            self.refresh()

    def refresh(self) -> None:
        """Look for lessons again: those that ship, and those of the folders."""
        from nqviz.lessons import lessons, read_folder

        before = self._chosen
        self._entries = [Entry(lesson, lesson.name) for lesson in lessons()]
        problems: list[str] = []
        for folder in self.folders:
            shelf = read_folder(folder)
            self._entries += [Entry(each, f"own {each.name}") for each in shelf.lessons]
            problems += shelf.problems
        self._problems.setText("\n".join(problems))
        self._problems.setVisible(bool(problems))
        keys = [entry.key for entry in self._entries]
        row = keys.index(before.key) if before and before.key in keys else 0
        self._list.clear()
        for entry in self._entries:
            self._list.addItem(QListWidgetItem(self._words(entry)))
        self._list.setCurrentRow(row)

    def _words(self, entry: Entry) -> str:
        lesson, reached = entry.lesson, self._step(entry)
        last = len(lesson.steps)
        state = f", step {reached + 1} of {last}" if 0 < reached < last else ""
        sign, word = ("✓ ", ", done") if reached >= last else ("", state)
        return f"{sign}{lesson.title}\n{lesson.minutes} min{word}"

    def _step(self, entry: Entry) -> int:
        """Return the step that was reached, from 0; behind the last one when all was seen."""
        if entry.key not in self._reached:
            stored = "" if self._settings is None else str(self._settings.value(_key(entry), ""))
            self._reached[entry.key] = int(stored) if stored.isdecimal() else 0
        return min(self._reached[entry.key], len(entry.lesson.steps))

    def _remember(self, entry: Entry, step: int) -> None:
        self._reached[entry.key] = step
        if self._settings is not None:
            self._settings.setValue(_key(entry), step)
        row = self._entries.index(entry)
        item = self._list.item(row)
        if item is not None:
            item.setText(self._words(entry))

    @property
    def _chosen(self) -> Entry | None:
        row = self._list.currentRow()
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def _update_ui(self) -> None:
        entry = self._chosen
        self._what.setText("" if entry is None else entry.lesson.about)
        reached = 0 if entry is None else self._step(entry)
        goes_on = entry is not None and 0 < reached < len(entry.lesson.steps)
        self._start.setText("Go on" if goes_on else "Start")
        self._start.setAccessibleName(self._start.text())
        chosen = entry is not None
        set_enabled(self._start, chosen, "Take the lesson" if chosen else "Choose a lesson first")
        self._again.setVisible(goes_on)
        has_folders = bool(self.folders)
        tip = "List no folders any more" if has_folders else "No folder is listed"
        set_enabled(self._drop, has_folders, tip)

    def _add_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Folder with lessons")
        if folder and folder not in self.folders:
            self.set_folders([*self.folders, folder])

    def set_folders(self, folders: Sequence[str]) -> None:
        """List the lessons of these folders, now and at every later start."""
        self.folders = list(folders)
        if self._settings is not None:
            self._settings.setValue(FOLDERS, self.folders)
        self.refresh()

    # Taking a lesson ---------------------------------------------------------------------------

    def bring(self) -> None:
        """Bring the panel into sight."""
        self._drawers.open("lessons")
        if not self._entries:
            self.refresh()
        (self._list_page if self.run is None else self.page).setFocus()

    def _on_start(self) -> None:
        self.start()

    def start(self, anew: bool = False) -> None:
        """Begin the chosen lesson, or go on where it was left."""
        entry = self._chosen
        if entry is not None and self.folders:  # its author may have changed it
            self.refresh()
            entry = self._chosen if self._chosen and self._chosen.key == entry.key else None
        if entry is None:
            return
        reached = self._step(entry)
        self.take(entry, 0 if anew or reached >= len(entry.lesson.steps) else reached)

    def take(self, entry: Entry, number: int = 0) -> None:
        """Begin a lesson at a step, in a tab of its own."""
        self.leave()
        had_focus = self._has_focus()
        run = LessonRun(entry.lesson, self._document, self._desk, self._outcome, self)
        self.run = run
        self.page.follow(run)
        run.stepped.connect(lambda: self._on_step(entry))
        run.ended.connect(self._on_end)
        self.drawer_before = self._drawers.current
        self._drawers.open("lessons")
        try:
            run.begin(number)
        except InputError as error:  # a certificate or a family that was there before is gone
            self._document.report(f"The lesson cannot begin: {error}.")
            run.leave()
            return
        self._turn_to(self.page)
        if had_focus:
            self.page.setFocus()
        self.changed.emit()

    def leave(self) -> None:
        """End the lesson; the tabs and the panels are as they were before it."""
        if self.run is not None:
            self.run.leave()

    def go_next(self) -> None:
        """Go on to the next step."""
        self.page.go_next()

    def go_back(self) -> None:
        """Go back to the step before."""
        self.page.go_back()

    def _on_step(self, entry: Entry) -> None:
        assert self.run is not None
        number, last = self.run.number, len(entry.lesson.steps)
        behind = last if number + 1 == last else number
        if self._step(entry) < last:
            self._remember(entry, behind)
        if self.run.step.drawer is not None:
            self._drawers.open(self.run.step.drawer)

    def _on_end(self) -> None:
        had_focus = self._has_focus()
        run, self.run = self.run, None
        self._turn_to(self._list_page)
        if self.drawer_before:
            self._drawers.open(self.drawer_before)
        else:
            self._drawers.close_drawer()
        if had_focus:
            self._list_page.setFocus()
        if run is not None:
            run.deleteLater()
        self._update_ui()
        self.changed.emit()

    def _show_how(self) -> None:
        if self.run is not None and self.run.show_how():
            self._solve()

    def _on_job_end(self) -> None:
        if self.run is not None:
            self.run.look()


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row


def _key(entry: Entry) -> str:
    return f"{PROGRESS}/{entry.key.replace('/', ' ').replace(chr(92), ' ')}"


def _texts(settings: QSettings | None, key: str) -> list[str]:
    """Read a list of texts; some settings keep a list of one as a text."""
    value = settings.value(key, []) if settings is not None else []
    if isinstance(value, str):
        return [value]
    return [str(each) for each in value] if isinstance(value, list) else []
