"""The lessons that can be taken, what a learner does in each, the pictures beside their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QSettings, Qt
from PySide6.QtGui import QPixmap

from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.view.palette import Theme

from ...views.small_pictures import draw_thumb, sides_of
from ...widgets.row_list import AnyIndex

if TYPE_CHECKING:
    from nqviz.lessons import Lesson, LessonRecord, Progress


class TaskLog:
    """The tasks that are done or were shown in a lesson; steps count from 0.

    `record`: the record of the times before.
    `changed`: called when the record has changed.
    """

    def __init__(
        self, lesson: Lesson, record: LessonRecord | None, changed: Callable[[], object]
    ) -> None:
        from nqviz.lessons import LessonRecord  # loaded with the first lesson

        self.record = LessonRecord.of(lesson, record)
        # The steps whose tasks were done this time, and those that the lesson has shown.
        self.done: set[int] = set()
        self.shown: set[int] = set()
        self.hints: dict[int, int] = {}  # the number of hints that are shown of each step
        self._changed = changed

    def reach(self, step: int) -> None:
        """Note that a step is shown."""
        last = self.record.steps
        if self.record.reached < last:
            reached = last if step + 1 == last else step
            self._keep(self.record.model_copy(update={"reached": reached}))

    def attempt(self, step: int) -> None:
        """Note that a reply is checked."""
        if step not in self.shown:
            self._note(step, attempts=self.record.task(step + 1).attempts + 1)

    def hint(self, step: int, most: int) -> None:
        """Note that one more hint is shown, of at most so many."""
        shown = min(self.hints.get(step, 0) + 1, most)
        self.hints[step] = shown
        self._note(step, hints=max(shown, self.record.task(step + 1).hints))

    def show(self, step: int) -> None:
        """Note that the lesson does a task: it does not count as done."""
        self.shown.add(step)
        self._note(step, state="shown")

    def finish(self, step: int) -> None:
        """Note that a task is done, unless the lesson has done it."""
        if step not in self.shown:
            self.done.add(step)
            self._note(step, state="done", day=datetime.now(UTC).astimezone().date())

    def _note(self, step: int, **changes: object) -> None:
        changed = self.record.task(step + 1).model_copy(update=changes)
        self._keep(self.record.with_task(changed))

    def _keep(self, record: LessonRecord) -> None:
        if record != self.record:
            self.record = record
            self._changed()


PROGRESS = "lessons/progress"
CAPTION = Qt.ItemDataRole.UserRole
IS_DONE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Entry:
    """A lesson of the list and the key by which its progress is kept."""

    lesson: Lesson
    key: str


class Entries(QAbstractListModel):
    """The lessons in their order: the display text is the title, `CAPTION` minutes and progress.

    `settings`: where the progress is kept.
    """

    def __init__(self, settings: QSettings | None) -> None:
        super().__init__()
        self._settings = settings
        self.entries: tuple[Entry, ...] = ()
        self._records: dict[str, LessonRecord] = {}
        self._captions: dict[str, str] = {}
        self._pictures: dict[tuple[object, ...], QPixmap | None] = {}

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """List other lessons."""
        if tuple(entries) != self.entries:
            self.beginResetModel()
            self.entries = tuple(entries)
            self._pictures.clear()
            self._captions.clear()
            self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return len(self.entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.entries):
            return None
        entry, roles = self.entries[index.row()], Qt.ItemDataRole
        lesson, caption = entry.lesson, self._caption(entry)
        known: dict[int, object] = {
            roles.DisplayRole: lesson.title,
            roles.ToolTipRole: lesson.about,
            CAPTION: caption,
            IS_DONE: self.record(entry).is_done,
            roles.AccessibleTextRole: f"{lesson.title}, {caption}. {lesson.about}",
        }
        return known.get(role)

    def _caption(self, entry: Entry) -> str:
        if entry.key not in self._captions:
            state, minutes = self.record(entry).state, entry.lesson.minutes
            words = tr("{minutes} min", minutes=minutes) + (f", {state}" if state else "")
            self._captions[entry.key] = words
        return self._captions[entry.key]

    # Progress --------------------------------------------------------------------------------

    def record(self, entry: Entry) -> LessonRecord:
        """Return what the learner has done in a lesson."""
        if entry.key not in self._records:
            self._records[entry.key] = self._stored(entry)
        return self._records[entry.key]

    def _stored(self, entry: Entry) -> LessonRecord:
        from nqviz.lessons import LessonRecord

        kept = "" if self._settings is None else str(self._settings.value(_key(entry), ""))
        if kept.isdecimal() and len(kept) < 10:  # of versions that kept the step alone
            reached = min(int(kept), len(entry.lesson.steps))
            return LessonRecord.of(entry.lesson).model_copy(update={"reached": reached})
        try:
            before = LessonRecord.model_validate_json(kept)
        except ValueError:
            before = None
        return LessonRecord.of(entry.lesson, before)

    def remember(self, entry: Entry, record: LessonRecord) -> None:
        """Keep what the learner has done."""
        self._records[entry.key] = record
        self._captions.pop(entry.key, None)
        if self._settings is not None:
            self._settings.setValue(_key(entry), record.model_dump_json())
        if entry in self.entries:
            index = self.index(self.entries.index(entry))
            self.dataChanged.emit(index, index)

    def progress(self) -> Progress:
        """Return what the learner has done in all lessons of the list."""
        from nqviz.lessons import Progress

        return Progress(lessons=[self.record(entry) for entry in self.entries])

    # Pictures --------------------------------------------------------------------------------

    def picture(self, row: int, theme: Theme, pixels: int, ratio: float) -> QPixmap | None:
        """Return the picture of a lesson if it was made already, None if not or without queens."""
        return self._pictures.get((row, theme.name, pixels, ratio))

    def is_picture_missing(self, theme: Theme, pixels: int, ratio: float) -> bool:
        """Return whether a picture has not been made yet."""
        rows = range(len(self.entries))
        return any((row, theme.name, pixels, ratio) not in self._pictures for row in rows)

    def make_picture(self, theme: Theme, pixels: int, ratio: float) -> None:
        """Make the first picture that is missing."""
        for row, entry in enumerate(self.entries):
            key = (row, theme.name, pixels, ratio)
            if key not in self._pictures:
                self._pictures[key] = _draw(entry.lesson, theme, pixels, ratio)
                return


def _draw(lesson: Lesson, theme: Theme, pixels: int, ratio: float) -> QPixmap | None:
    """Draw the first board of a lesson that has queens."""
    from nqviz.lessons import still

    picture = None
    for step in lesson.steps:
        with suppress(InputError):  # a file that it needs is gone
            picture = None if step.state is None else still(step.state)
        if picture is not None and len(picture.placement):
            break
    if picture is None:
        return None
    side = sides_of(picture.board)[0]
    return draw_thumb(picture.board, picture.placement.indices, side, theme, pixels, ratio)


def _key(entry: Entry) -> str:
    return f"{PROGRESS}/{entry.key.replace('/', ' ').replace(chr(92), ' ')}"
