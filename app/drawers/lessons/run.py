"""A lesson that is taken: its own tab, its steps and frames, and whether its tasks are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QObject, Signal, SignalInstance

from nqviz.bounds import best_upper
from nqviz.core.language import tr
from nqviz.core.placement import Placement
from nqviz.formats.history import Edit
from nqviz.run.outcome import Outcome
from nqviz.view.overlay import Overlay

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...document.open_boards import OpenBoards
from ...widgets.motion import pause
from ...widgets.timing import single_shot, ticking
from .desk import second_board_of, state_of
from .entries import TaskLog

if TYPE_CHECKING:  # the reader of lessons is loaded with the first lesson
    from nqviz.lessons import Frame, Lesson, LessonRecord, Reply, Step, Still

PAUSE_MS = 900
"""How long each frame stays at the usual speed."""

AHEAD_MS = 150
"""How long after a step is shown the next one is made."""


class LessonRun(QObject):
    """Shows the steps of a lesson on a tab of its own and looks at what the learner does.

    The tab's history begins anew at each step, so that Undo takes back what the learner did and
    nothing of the lesson, and leaving never asks whether to save.
    """

    stepped = Signal()  # another step is shown
    framed = Signal()  # another frame is shown, or frames begin or end to play
    checked = Signal()  # what a task still misses has changed
    progressed = Signal()  # the record of the learner has changed
    ended = Signal()  # the lesson was left or its tab was closed

    def __init__(
        self,
        lesson: Lesson,
        document: Document,
        tabs: OpenBoards,
        outcome: Callable[[], Outcome[Placement] | None],
        parent: QObject | None = None,
        record: LessonRecord | None = None,
        shows_all: bool = False,
    ) -> None:
        super().__init__(parent)
        self.lesson = lesson
        self.log = TaskLog(lesson, record, self.progressed.emit)
        self.shows_all = shows_all
        self.number = 0
        self.frame = 0
        self.frames: tuple[Frame, ...] = ()
        self.missing: str | None = None
        self.goals: tuple[tuple[str, int], ...] = ()
        self.reply: Reply | None = None
        self.speed = 1.0
        self._document, self._tabs = document, tabs
        self._outcome = outcome
        self._tab: BoardTab | None = None
        self._before: BoardTab | None = None
        self._shows = False
        self._clock = ticking(self, self._tick)  # runs only while frames play
        self._ready: dict[int, tuple[Still, tuple[Frame, ...]]] = {}
        self._ahead = single_shot(self, self._look_ahead, AHEAD_MS)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def is_open(self) -> bool:
        """Whether the tab of the lesson is there."""
        return self._tab is not None and self._tab in self._tabs.board_tabs

    @property
    def is_in_front(self) -> bool:
        """Whether the tab of the lesson is looked at."""
        return self._tab is not None and self._document.tab is self._tab

    # Beginning and leaving -------------------------------------------------------------------

    def begin(self, number: int = 0) -> None:
        """Open the tab of the lesson beside the others and show a step."""
        self._before = self._document.tab
        picture, _ = self._prepare(number)
        state = state_of(picture)  # shown below, once
        self._tab = BoardTab(state, name=self.lesson.title, is_temporary=True)
        self._tabs.open_tab(self._tab, beside=True)
        for signal, call in self._followed():
            signal.connect(call)
        self._show(number, on_board=True)

    def leave(self) -> None:
        """Close the tab of the lesson and show the one that was looked at before."""
        if self._tab is None:
            return
        tab, was_in_front = self._tab, self.is_in_front
        self._discard()
        if tab in self._tabs.board_tabs:
            if was_in_front and self._before in self._tabs.board_tabs:
                assert self._before is not None
                self._tabs.show_tab(self._before)
            self._tabs.drop(tab)
        self.ended.emit()

    def _discard(self) -> None:
        self._clock.stop()
        self._ahead.stop()
        self._tab = None
        for signal, call in self._followed():
            signal.disconnect(call)

    def _followed(self) -> Iterator[tuple[SignalInstance, Callable[[], None]]]:
        """Return the signals of the document that a lesson follows, with what they call."""
        document = self._document
        yield document.tab_changed, self._on_tab
        yield document.cursor_changed, self._on_cursor
        for change in (document.queens_changed, document.overlay_changed, document.board_changed):
            yield change, self._on_change

    def bring(self) -> bool:
        """Bring the tab of the lesson to the front; end the lesson where it is gone."""
        if self._tab is None or not self.is_open:
            self.leave()
            return False
        self._tabs.show_tab(self._tab)
        return True

    # Steps -----------------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """Show a step from its beginning."""
        if 0 <= number < len(self.lesson.steps) and self.bring():
            self._show(number)

    def _show(self, number: int, on_board: bool = False) -> None:
        self._clock.stop()
        self.number, self.frame, self.reply = number, 0, None
        self.log.shown.discard(number)  # whoever begins the step again does it without help
        picture, self.frames = self._prepare(number)
        self._first = picture
        self._shows = True
        if not on_board:
            self._document.restart(state_of(picture))
        self._document.set_view(self.step.view.on(self._document.view))
        self._document.set_second_board(second_board_of(self.lesson, number))
        self._mark(picture)
        self._document.tab.marks_cells = bool(self.step.task and self.step.task.check.free_cells)
        self._shows = False
        self.look()
        self.log.reach(number)
        self.stepped.emit()
        self.framed.emit()
        self._ahead.start()
        if self.shows_all:
            self.show_how()

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
        if not self.may_play:
            return
        if self.frame == len(self.frames):
            self._show_frame(0)
        self._clock.start(round(pause(PAUSE_MS) / self.speed))
        self.framed.emit()

    @property
    def may_play(self) -> bool:
        """Whether the animation may be seen: a prediction comes before it."""
        task = self.step.task
        waits = task is not None and task.predict and self.reply is None
        return not waits or self.number in self.log.done | self.log.shown

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
        return self._clock.isActive()

    def _tick(self) -> None:
        if not self.is_in_front or self.frame >= len(self.frames):
            self.stop()
            return
        self._show_frame(self.frame + 1)
        if self.frame == len(self.frames):
            self.stop()

    def _show_frame(self, frame: int) -> None:
        may_show = 0 <= frame <= len(self.frames) and (not frame or self.may_play)
        if not may_show or not self.bring():
            return
        self.frame = frame
        picture = self.frames[frame - 1].picture if frame else self._first
        self._shows = True
        self._turn_to(picture)
        self._mark(picture)
        self._shows = False
        self.look()
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

    def give_reply(self, reply: Reply) -> None:
        """Compare a reply of the learner with the check of the task."""
        if self.step.task is not None and self.step.task.check.free_cells:
            reply = replace(reply, marked=self._document.selection)
        self.reply = reply
        self.log.attempt(self.number)
        self.look()
        self.framed.emit()  # a prediction frees the animation

    def next_hint(self) -> None:
        """Show one more hint of the task."""
        if self.step.task is not None:
            self.log.hint(self.number, len(self.step.task.hint))
            self.checked.emit()

    def show_how(self) -> bool:
        """Do the task as its author would; return whether the solver has to be started for it."""
        from nqviz.lessons import demonstration

        task = self.step.task
        if task is None or not self.bring():
            return False
        how, document = demonstration(task, self._first), self._document
        self.show_frame(0)
        self.log.show(self.number)
        start = set(self._first.placement.indices.tolist())
        wanted = (start - set(how.remove.tolist())) | set(how.place.tolist())
        if document.board != self._first.board:
            document.restart(state_of(self._first))
        old = set(np.flatnonzero(document.counts.occupied).tolist())
        if old != wanted:
            document.edit(tr("Show me"), place=wanted - old, remove=old - wanted)
        if how.point is not None:
            document.set_cursor(how.point)
        if how.reply.marked is not None:
            document.set_selection(how.reply.marked)
        if task.check.replies:
            self.reply = how.reply
        self.look()
        self.framed.emit()
        return how.solve

    def _on_change(self) -> None:
        if not self._shows:
            self.look()

    def _on_cursor(self) -> None:
        task = self.step.task
        if task is not None and task.check.cell_chosen is not None:
            self._on_change()

    def _on_tab(self) -> None:
        if not self.is_open:
            self.leave()
        else:
            self.checked.emit()

    def look(self) -> None:
        """Look whether the task is done."""
        from nqviz.lessons import Seen, unmet
        from nqviz.lessons.checks import goal_values

        task, document, outcome = self.step.task, self._document, self._outcome()
        if task is None or not self.is_in_front:
            self.checked.emit()
            return
        if document.board != self._first.board and not task.explore:
            board = self._first.board
            self.missing = tr("This task is on the {board}; undo brings it back.", board=board)
            self.checked.emit()
            return
        solver: Literal["none", "finished", "proven"] = "none"
        if outcome is not None:
            solver = "proven" if outcome.status.is_proof else "finished"
        seen = Seen.of(document.counts, document.cursor, self.reply, solver)
        self.goals = tuple(goal_values(task.check, seen))
        if self.number not in self.log.done:
            self.missing = unmet(task.check, seen)
            if self.missing is None:
                self.log.finish(self.number)
                self.framed.emit()
        self.checked.emit()
