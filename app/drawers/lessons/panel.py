"""The Lessons drawer: what can be learnt, how far one has come, and the lesson that is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSettings, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later
from nqviz.run.context import RunContext

from ...document.document import Document
from ...document.open_boards import OpenBoards
from ...jobs import Job, JobRunner
from ...preferences import ListedFolders
from ...views.panel_job import start_file_job
from ...widgets.fields import icon_button, label
from ...widgets.layouts import fill, vertical
from ...widgets.widgets import named, show_note
from ..drawer import PADDING, Drawer
from .desk import Drawers, write_progress, write_template
from .entries import Entry
from .lesson_list import LessonList
from .page import LessonPage
from .parts import DRAWER, PageSizes
from .rich_text import load_formulas
from .run import LessonRun
from .step_controls import StepControls

if TYPE_CHECKING:
    from nqviz.lessons import Lesson

    from ..solve.panel import SolvePanel

FOLDERS = "lessons/folders"
OWN = "own "
"""What the keys of lessons of folders begin with."""


class LessonsPanel(Drawer):
    """A list of lessons; while one is taken, its page.

    `solver`: what searches on the board of a lesson.
    `drawers`: the drawers of the window.
    """

    name, title = "lessons", tr_later("Lessons")
    changed = Signal()  # a lesson begins or ends
    page_wanted = Signal(str)  # a step is about a page of the window

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        tabs: OpenBoards,
        solver: SolvePanel,
        drawers: Drawers,
        settings: QSettings | None = None,
    ) -> None:
        super().__init__()
        self._document, self._runner, self._tabs = document, runner, tabs
        self._solver, self._drawers = solver, drawers
        self._drawer_before = ""
        self.run: LessonRun | None = None
        self.page = self.make_page(DRAWER, "lessons")
        self.folders = ListedFolders(settings, FOLDERS, self.refresh)
        self._own_entries: list[Entry] = []
        self._reading: Job | None = None
        self.list = LessonList(settings)
        self._make_list()
        column = self.own_body()
        column.setContentsMargins(0, 0, 0, 0)
        fill(column, (self._list_page, 1), (self.page, 1))
        self.under.hide()
        self._turn_to(self._list_page)
        self.page.panel_wanted.connect(self._open_panel)
        runner.job_ended.connect(self._on_job_end)

    def make_page(self, sizes: PageSizes, name: str) -> LessonPage:
        """Return a page for the lesson that is taken, as large as a drawer or a screen needs it."""
        controls = StepControls(self._document, self._solver, name, sizes.chart)
        page = LessonPage(controls, sizes, name)
        page.left.connect(self.leave)
        page.task.shown.connect(self.show_how)
        page.link_wanted.connect(self._follow_link, Qt.ConnectionType.QueuedConnection)
        return page

    def _make_list(self) -> None:
        words = tr("Each lesson has a board of its own. Leave it at any time; your boards stay.")
        about = named(label(words, "sentence"), "lessons.about")
        self._problems = named(label("", "sentence"), "lessons.problems")
        self._problems.hide()
        self._list_page = QWidget()
        self._list_page.setFocusProxy(self.list)
        inset = vertical(None, about, margins=(PADDING - 8, 0, PADDING - 8, 0))
        parts = inset, (self.list, 1), self._problems
        vertical(self._list_page, *parts, margins=(8, 0, 8, 0), spacing=8)
        self._own = icon_button("lessons.own", "folder-open", on_click=self._show_own_menu)
        self.head_row.insertWidget(1, self._own)
        self.menu = QMenu(self)
        self.menu.setObjectName("lessons.menu")
        self.list.wanted.connect(self.start)
        self.list.menu_wanted.connect(self._show_row_menu)

    def _turn_to(self, page: QWidget) -> None:
        """Show the list or the lesson."""
        for each in (self._list_page, self.page):
            each.setVisible(each is page)
        self._own.setVisible(page is self._list_page)

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    # The list ----------------------------------------------------------------------------------

    def prepare(self) -> Iterator[None]:
        """List the lessons, where no files have to be read for it, and draw their pictures."""
        if not self.folders.paths and not self.list.entries.entries:
            self.refresh()
            yield
        yield from self.list.prepare()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.list.entries.entries:
            self.refresh()

    def refresh(self, then: Callable[[], object] | None = None) -> None:
        """Look for lessons again: those that ship, and those of the folders, which come later.

        `then`: called when all are listed.
        """
        if self._reading is not None:
            self._reading.abandon()
        self._reading = None
        if not self.folders.paths:
            self._show_own((), ())
            return
        self._show_list()
        folders = tuple(self.folders.paths)

        def work(run: RunContext) -> tuple[list[Lesson], list[str]]:
            from nqviz.lessons import read_folder

            found: list[Lesson] = []
            problems: list[str] = []
            for folder in folders:
                shelf = read_folder(folder, run)
                found += shelf.lessons
                problems += shelf.problems
            return found, problems

        def end(found: Sequence[Lesson], problems: Sequence[str]) -> None:
            self._reading = None
            self._show_own(found, problems)
            if then is not None:
                then()

        self._reading = start_file_job(
            self._runner,
            tr("Reading lessons"),
            work,
            lambda read: end(*read),
            report=self._document.report,
            refuse=lambda why: end((), (why,)),
            ended=lambda stopped: end((), ()) if stopped else None,
        )

    def _show_own(self, found: Sequence[Lesson], problems: Sequence[str]) -> None:
        """List the lessons of the folders, and what is wrong with others."""
        self._own_entries = [Entry(each, f"{OWN}{each.name}") for each in found]
        show_note(self._problems, "\n".join(problems))
        self._show_list()

    def _show_list(self) -> None:
        """List the lessons that ship, and those that were read last."""
        from nqviz.lessons import lessons

        row = max(self.list.row, 0)
        entries = [Entry(lesson, lesson.name) for lesson in lessons()] + self._own_entries
        self.list.entries.show_entries(entries)
        self.list.choose(min(row, len(entries) - 1))

    def _show_own_menu(self) -> None:
        self.menu.clear()
        make = self.menu.addAction(tr("Make a lesson of this board …"))
        make.triggered.connect(self._make_lesson)
        add, title = (
            self.menu.addAction(tr("Add a folder with lessons …")),
            tr("Folder with lessons"),
        )
        add.triggered.connect(lambda: self.folders.ask(self, title))
        remove = self.menu.addAction(tr("Remove the folders from the list"))
        remove.setEnabled(bool(self.folders.paths))
        remove.triggered.connect(lambda: self.folders.set([]))
        self.menu.addSeparator()
        self.menu.addAction(tr("Export your progress …")).triggered.connect(self._export_progress)
        self.menu.popup(self._own.mapToGlobal(QPoint(0, self._own.height())))

    def _show_row_menu(self, row: int, place: QPoint) -> None:
        entry = self.list.entries.entries[row]
        reached = self.list.entries.record(entry).reached
        self.menu.clear()
        if 0 < reached < len(entry.lesson.steps):
            on = self.menu.addAction(tr("Go on at step {step}", step=reached + 1))
            on.triggered.connect(lambda: self.start(row))
        first = self.menu.addAction(tr("Begin at the first step"))
        first.triggered.connect(lambda: self.start(row, anew=True))
        answers = self.menu.addAction(tr("Show all answers, which counts as shown"))
        answers.triggered.connect(lambda: self.start(row, anew=True, shows_all=True))
        self.menu.popup(place)

    def _make_lesson(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Make a lesson"), "", tr("Lesson (*.yaml)"))
        if name:
            self.make_lesson(Path(name).with_suffix(".yaml"))

    def _export_progress(self) -> None:
        kinds = tr("Page (*.html);;JSON (*.json)")
        name, _ = QFileDialog.getSaveFileName(self, tr("Export progress"), "progress.html", kinds)
        if name:
            write_progress(self._document, self.list.entries.progress(), Path(name))

    def make_lesson(self, path: Path) -> None:
        """Write a lesson of one step that shows this board, and list the lessons of its folder."""
        if write_template(self._document, path):
            self.folders.add(str(path.parent))

    # Taking a lesson ---------------------------------------------------------------------------

    def bring(self) -> None:
        """Bring the drawer into sight."""
        self._drawers.open("lessons")
        if not self.list.entries.entries:
            self.refresh()
        (self._list_page if self.run is None else self.page).setFocus()

    def take_named(self, name: str) -> None:
        """Begin a lesson that ships with nqviz, by its name."""
        self._take_step(name, 0)

    def take_link(self, link: str) -> None:
        """Begin the step of a link to a lesson that ships with nqviz.

        Raises InputError if there is none.
        """
        from nqviz.lessons import linked_step

        lesson, number = linked_step(link)
        self._take_step(lesson.name, number)

    def _take_step(self, name: str, number: int) -> None:
        self.bring()
        entries = self.list.entries.entries
        self.take(next(each for each in entries if each.lesson.name == name), number)

    def _follow_link(self, link: str) -> None:
        """Go to the step of a link; the page that it was on may be gone then."""
        try:
            self.take_link(link)
        except InputError as error:
            self._document.report(f"{error}.")

    def start(self, row: int, anew: bool = False, shows_all: bool = False) -> None:
        """Begin the lesson of a row, or go on where it was left.

        `shows_all`: whether the lesson does each task, which is marked as shown.
        """
        entry = self.list.entries.entries[row]
        if entry.key.startswith(OWN):  # its author may have changed it
            self.refresh(lambda: self._begin(entry.key, anew, shows_all))
        else:
            self._begin(entry.key, anew, shows_all)

    def _begin(self, key: str, anew: bool, shows_all: bool) -> None:
        """Begin a lesson that is still listed."""
        entries = self.list.entries
        entry = next((each for each in entries.entries if each.key == key), None)
        if entry is not None:
            reached = entries.record(entry).reached
            number = 0 if anew or reached >= len(entry.lesson.steps) else reached
            self.take(entry, number, shows_all)

    def take(self, entry: Entry, number: int = 0, shows_all: bool = False) -> None:
        """Begin a lesson at a step, on a board of its own."""
        self.leave()
        had_focus = self._has_focus()
        entries = self.list.entries
        self.run = run = LessonRun(
            entry.lesson,
            self._document,
            self._tabs,
            lambda: self._solver.outcome,
            self,
            entries.record(entry),
            shows_all,
        )
        self.page.follow(run)
        run.progressed.connect(lambda: entries.remember(entry, run.log.record))
        run.ended.connect(self._on_end)
        self._drawer_before = self._drawers.current
        self._drawers.open("lessons")
        try:
            run.begin(number)
        except InputError as error:  # a certificate or a family that was there before is gone
            self._document.report(tr("The lesson cannot begin: {reason}.", reason=error))
            run.leave()
            return
        load_formulas(entry.lesson, self._runner, self.window(), self._document.report)
        self._turn_to(self.page)
        if had_focus:
            self.page.setFocus()
        self.running_changed.emit(True)
        self.changed.emit()

    def leave(self) -> None:
        """End the lesson; the boards and the drawers are as they were before it."""
        if self.run is not None:
            self.run.leave()

    def _open_panel(self, name: str) -> None:
        """Open the drawer that a step is about; this one keeps the lesson meanwhile."""
        if name in self._drawers.names:
            self._drawers.open(name)
        else:
            self.page_wanted.emit(name)

    def _on_end(self) -> None:
        had_focus = self._has_focus()
        run, self.run = self.run, None
        self._turn_to(self._list_page)
        if self._drawer_before:
            self._drawers.open(self._drawer_before)
        else:
            self._drawers.close_drawer()
        if had_focus:
            self._list_page.setFocus()
        if run is not None:
            run.deleteLater()
        self.running_changed.emit(False)
        self.changed.emit()

    def show_how(self) -> None:
        """Do the task of the step as its author would."""
        if self.run is not None and self.run.show_how():
            self._solver.start()

    def _on_job_end(self) -> None:
        if self.run is not None:
            self.run.look()
