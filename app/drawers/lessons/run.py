"""A lesson that is taken: its own tab, its steps and frames, and whether its tasks are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from nqviz.bounds import best_upper
from nqviz.core.board_state import BoardState, Cut
from nqviz.core.placement import Placement
from nqviz.formats.history import Edit
from nqviz.run.outcome import Outcome
from nqviz.view.overlay import Overlay

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...widgets.animation_speed import pause

if TYPE_CHECKING:  # the reader of lessons is loaded with the first lesson
    from nqviz.lessons import Frame, Lesson, Step, Still

PAUSE_MS = 900
"""How long each frame stays at the usual speed."""

AHEAD_MS = 150
"""How long after a step is shown the next one is made."""


class Desk(Protocol):
    """What a lesson needs of the tabs."""

    @property
    def board_tabs(self) -> tuple[BoardTab, ...]:
        """The tabs that are open."""

    def open_tab(self, tab: BoardTab, beside: bool = False) -> BoardTab:
        """Open a tab, in front."""

    def show_tab(self, tab: BoardTab) -> None:
        """Bring a tab to the front."""

    def drop(self, tab: BoardTab) -> None:
        """Close a tab without asking."""


class LessonRun(QObject):
    """Shows the steps of a lesson on a tab of its own and looks at what the learner does.

    The tab's history begins anew at each step, so that Undo takes back what the learner did and
    nothing of the lesson, and leaving never asks whether to save.

    Signals
    -------
    stepped()
        Another step is shown.
    framed()
        Another frame is shown, or frames begin or end to play.
    checked()
        What a task still misses has changed.
    ended()
        The lesson was left or its tab was closed.
    """

    stepped = Signal()
    framed = Signal()
    checked = Signal()
    ended = Signal()

    def __init__(
        self,
        lesson: Lesson,
        document: Document,
        desk: Desk,
        outcome: Callable[[], Outcome[Placement] | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.lesson = lesson
        self.number = 0
        self.frame = 0
        self.frames: tuple[Frame, ...] = ()
        self.done: set[int] = set()
        self.shown: set[int] = set()
        self.missing: str | None = None
        self.answer = ""
        self.speed = 1.0
        self._document, self._desk = document, desk
        self._outcome = outcome
        self._tab: BoardTab | None = None
        self._before: BoardTab | None = None
        self._shows = False
        self._clock = QTimer(self)  # runs only while frames play
        self._clock.timeout.connect(self._tick)
        self._ready: dict[int, tuple[Still, tuple[Frame, ...]]] = {}
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(AHEAD_MS)
        self._ahead.timeout.connect(self._look_ahead)

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.number]

    @property
    def is_open(self) -> bool:
        """Whether the tab of the lesson is there."""
        return self._tab is not None and self._tab in self._desk.board_tabs

    @property
    def is_in_front(self) -> bool:
        """Whether the tab of the lesson is looked at."""
        return self._tab is not None and self._document.tab is self._tab

    # Beginning and leaving -------------------------------------------------------------------

    def begin(self, number: int = 0) -> None:
        """Open the tab of the lesson beside the others and show a step."""
        self._before = self._document.tab
        picture, _ = self._prepare(number)
        self._tab = BoardTab(  # shown below, once
            state_of(picture), name=self.lesson.title, is_temporary=True
        )
        self._desk.open_tab(self._tab, beside=True)
        document = self._document
        document.tab_changed.connect(self._on_tab)
        document.queens_changed.connect(self._on_change)
        document.overlay_changed.connect(self._on_change)
        document.board_changed.connect(self._on_change)
        document.cursor_changed.connect(self._on_cursor)
        self._show(number, on_board=True)

    def leave(self) -> None:
        """Close the tab of the lesson and show the one that was looked at before."""
        if self._tab is None:
            return
        tab, was_in_front = self._tab, self.is_in_front
        self._forget()
        if tab in self._desk.board_tabs:
            if was_in_front and self._before in self._desk.board_tabs:
                assert self._before is not None
                self._desk.show_tab(self._before)
            self._desk.drop(tab)
        self.ended.emit()

    def _forget(self) -> None:
        self._clock.stop()
        self._ahead.stop()
        self._tab = None
        document = self._document
        document.tab_changed.disconnect(self._on_tab)
        document.queens_changed.disconnect(self._on_change)
        document.overlay_changed.disconnect(self._on_change)
        document.board_changed.disconnect(self._on_change)
        document.cursor_changed.disconnect(self._on_cursor)

    def bring(self) -> bool:
        """Bring the tab of the lesson to the front; end the lesson where it is gone."""
        if self._tab is None or not self.is_open:
            self.leave()
            return False
        self._desk.show_tab(self._tab)
        return True

    # Steps -----------------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """Show a step from its beginning."""
        if 0 <= number < len(self.lesson.steps) and self.bring():
            self._show(number)

    def _show(self, number: int, on_board: bool = False) -> None:
        self._clock.stop()
        self.number, self.frame, self.answer = number, 0, ""
        self.shown.discard(number)  # whoever begins the step again does it without help
        picture, self.frames = self._prepare(number)
        self._first = picture
        self._shows = True
        if not on_board:
            self._document.restart(state_of(picture))
        self._document.set_view(self.step.view.on(self._document.view))
        self._mark(picture)
        self._shows = False
        self._look()
        self.stepped.emit()
        self.framed.emit()

        self._ahead.start()

    def _prepare(self, number: int) -> tuple[Still, tuple[Frame, ...]]:
        from nqviz.lessons import prepare

        if number not in self._ready:
            self._ready[number] = prepare(self.lesson, number)
        return self._ready[number]

    def _look_ahead(self) -> None:
        """Make the next step while this one is read, so that it comes without a wait."""
        if self.number + 1 < len(self.lesson.steps):
            picture, _ = self._prepare(self.number + 1)
            best_upper(picture.board)

    def _mark(self, picture: Still) -> None:
        """Mark what the picture marks."""
        document = self._document
        document.set_selection(picture.highlight.tolist())
        document.set_cursor(picture.cursor)
        overlay = None if picture.density is None else Overlay.of_density(picture.density)
        if overlay is not None or document.overlay is not None:
            document.set_overlay(overlay)

    # Frames ----------------------------------------------------------------------------------

    def show_frame(self, frame: int) -> None:
        """Show one frame and stay there; 0 is the beginning of the step."""
        self.stop()
        self._show_frame(frame)

    def play(self) -> None:
        """Show one frame after another, from the beginning if this is the last; again: stop."""
        if self.is_playing or not self.frames:
            self.stop()
            return
        if self.frame == len(self.frames):
            self._show_frame(0)
        self._clock.start(round(pause(PAUSE_MS) / self.speed))
        self.framed.emit()

    def stop(self) -> None:
        """Stay at the frame that is shown."""
        self._clock.stop()
        self.framed.emit()

    def set_speed(self, speed: float) -> None:
        """Play faster or slower than usual."""
        self.speed = speed
        if self.is_playing:
            self._clock.start(round(pause(PAUSE_MS) / speed))

    @property
    def is_playing(self) -> bool:
        """Whether frames play."""
        return self._clock.isActive()

    def _tick(self) -> None:
        if not self.is_in_front or self.frame >= len(self.frames):
            self.stop()
            return
        self._show_frame(self.frame + 1)
        if self.frame == len(self.frames):
            self.stop()

    def _show_frame(self, frame: int) -> None:
        if not 0 <= frame <= len(self.frames) or not self.bring():
            return
        self.frame = frame
        picture = self.frames[frame - 1].picture if frame else self._first
        self._shows = True
        self._turn_to(picture)
        self._mark(picture)
        self._shows = False
        self._look()
        self.framed.emit()

    def _turn_to(self, picture: Still) -> None:
        """Change what differs on the board, or the whole of it."""
        document = self._document
        if picture.cut is not None or document.cut is not None or picture.board != document.board:
            document.restart(state_of(picture))
            return
        new = set(picture.placement.indices.tolist())
        old = set(np.flatnonzero(document.counts.occupied).tolist())
        givens = set(picture.givens.tolist())
        changes = (new - old, old - new, givens - document.givens, document.givens - givens)
        document.restart_after(Edit("", *(tuple(sorted(cells)) for cells in changes)))

    # Tasks -----------------------------------------------------------------------------------

    def report_answer(self, text: str) -> None:
        """Set the typed answer of the task."""
        self.answer = text
        self._look()

    def show_how(self) -> bool:
        """Do the task as its author would; return whether the solver has to be started for it."""
        from nqviz.lessons import demonstration

        task = self.step.task
        if task is None or not self.bring():
            return False
        how, document = demonstration(task, self._first), self._document
        self.show_frame(0)
        self.shown.add(self.number)
        old = set(np.flatnonzero(document.counts.occupied).tolist())
        start = set(self._first.placement.indices.tolist())
        wanted = (start - set(how.remove.tolist())) | set(how.place.tolist())
        if old != wanted:
            document.edit("Show me", place=wanted - old, remove=old - wanted)
        if how.point is not None:
            document.set_cursor(how.point)
        if how.answer:
            self.report_answer(how.answer)
        return how.solve

    def look(self) -> None:
        """Look again whether the task is done, after something that changes no board."""
        self._look()

    def _on_change(self) -> None:
        if not self._shows:
            self._look()

    def _on_cursor(self) -> None:
        task = self.step.task
        if task is not None and task.check.cell_chosen is not None:
            self._on_change()

    def _on_tab(self) -> None:
        if not self.is_open:
            self.leave()
        else:
            self.checked.emit()

    def _look(self) -> None:
        from nqviz.lessons import Seen, unmet

        task = self.step.task
        if task is None or not self.is_in_front or self.number in self.done:
            self.checked.emit()
            return
        document = self._document
        counts = document.counts
        if counts.board != self._first.board:
            self.missing = f"This task is on the {self._first.board}; undo brings it back."
            self.checked.emit()
            return
        seen = Seen(
            counts.board,
            counts.occupied.astype(np.bool_),
            counts.conflicts,
            counts.free,
            document.cursor,
            self.answer,
            self._solver(),
        )
        self.missing = unmet(task.check, seen)
        if self.missing is None and self.number not in self.shown:
            self.done.add(self.number)
        self.checked.emit()

    def _solver(self) -> Literal["none", "finished", "proven"]:
        outcome = self._outcome()
        if outcome is None:
            return "none"
        return "proven" if outcome.status.is_proof else "finished"


def state_of(picture: Still) -> BoardState:
    """Make the state of a document from a picture."""
    cut = picture.cut
    if cut is None:
        return window_state(picture.placement, picture.givens.tolist())
    dropped = np.sort(cut.outer_placement.indices[~cut.kept])
    words = f"{cut.count} of {len(cut.outer_placement)} queens are left for side {cut.m}"
    return window_state(picture.placement, cut=Cut(dropped, cut.deleted, words))


def page_text(text: str) -> str:
    """Make what a lesson says fit for a label with rich text."""
    from nqviz.lessons import to_html

    return to_html(text)
