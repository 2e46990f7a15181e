"""The History drawer: every change by its name and its cells, and a replay of them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr, tr_later, tr_piece

from ...document.document import Document
from ...widgets.fields import icon_button, label, link
from ...widgets.icons import icon
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.motion import pause
from ...widgets.timing import ticking
from ...widgets.widgets import button, named, set_objection, show_note, speed_box
from ...widgets.wrapped_tips import set_tip
from ..drawer import PADDING, Drawer
from .step_list import StepList

NO_STEPS = tr_later("No steps yet. Place a queen, or fill the board.")
PAUSE_MS = 600
"""How long each step of a replay stays at the usual speed."""


class HistoryPanel(Drawer):
    """The steps of the board that is shown, with buttons to walk through them."""

    name, title = "history", tr_later("History")
    fill_wanted = Signal()  # nothing was done yet, and the board has to be filled
    export_wanted = Signal()  # the replay has to be exported

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.list = StepList()
        self._clock = ticking(self, self._tick)  # runs only while steps are shown to move
        self._first = icon_button("history.first", "arrow-up-to-line", on_click=lambda: self._go(0))
        self._back = icon_button("history.back", "undo-2", on_click=lambda: self._step(-1))
        self._play = icon_button("history.play", "play", on_click=self.play)
        self._next = icon_button("history.next", "redo-2", on_click=lambda: self._step(1))
        self._last = icon_button("history.last", "arrow-down-to-line", on_click=self._go_to_end)
        self.buttons = {"edit.undo": self._back, "edit.redo": self._next}
        self._speed = speed_box("history.speed")
        self._speed.currentIndexChanged.connect(self._on_speed)
        self._export = link("history.export", on_click=self.export_wanted)
        self._empty = named(label("", "sentence"), "history.empty")
        self._fill = button("history.fill", on_click=self.fill_wanted)
        self._lay_out()
        self.list.wanted.connect(self._go)
        self.list.previewed.connect(self._preview)
        document.shown_stack.changed.connect(self._on_change)
        document.shown_stack.replaced.connect(self.stop)
        document.board_changed.connect(self._on_change)
        self._update_ui()

    def _lay_out(self) -> None:
        self._walk = QWidget()
        row = horizontal(self._walk, margins=(PADDING - 8, 0, PADDING - 8, 8), spacing=4)
        fill(row, self._first, self._back, self._play, self._next, self._last, STRETCH, self._speed)
        column = self.own_body()
        column.setContentsMargins(8, 0, 8, 0)
        column.setSpacing(8)
        margins = (PADDING - 8, 0, PADDING - 8, 0)
        empty = vertical(None, self._empty, self._fill, margins=margins, spacing=12)
        fill(column, self._walk, (self.list, 1), empty)
        column.addStretch(0)
        self.foot.addWidget(self._export)

    # Walking ---------------------------------------------------------------------------------

    def _step(self, by: int) -> None:
        self._go(self._document.undo_stack.index() + by)

    def _go_to_end(self) -> None:
        self._go(self._document.undo_stack.count())

    def _go(self, index: int) -> None:
        self.stop()
        self._document.undo_stack.setIndex(index)

    def _preview(self, row: int) -> None:
        """Show the queens after a step on the board, as far as it is the same board."""
        document, history = self._document, self._document.tab.history
        if self._clock.isActive() or not 0 <= row <= len(history) or row == history.position:
            document.set_preview(None)
            return
        board, queens = history.queens_at(row)
        name = str(self.list.steps.index(row).data())
        words = tr("Step {row}: {name}", row=row, name=name) if row else name
        if board == document.board:
            document.set_preview(queens, words)
        else:
            document.set_preview(None)

    # Replay ----------------------------------------------------------------------------------

    def play(self) -> None:
        """Show one step after another, from the start if this is the end; again: stop."""
        if self._clock.isActive():
            self.stop()
            return
        self.list.end_preview()
        stack = self._document.undo_stack
        if stack.index() == stack.count():
            stack.setIndex(0)
        self._clock.start(self._pause)
        self._update_ui()

    def stop(self) -> None:
        """End the replay where it is."""
        self._clock.stop()
        self._update_ui()

    @property
    def _pause(self) -> int:
        return max(1, round(pause(PAUSE_MS) / float(self._speed.currentData())))

    def _on_speed(self) -> None:
        if self._clock.isActive():
            self._clock.start(self._pause)

    def _tick(self) -> None:
        stack = self._document.undo_stack
        stack.redo()
        if stack.index() == stack.count():
            self.stop()

    def hideEvent(self, event: QHideEvent) -> None:
        self.stop()
        self.list.end_preview()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_ui()

    def _on_change(self) -> None:
        if self.isVisible():
            self._update_ui()

    def _update_ui(self) -> None:
        stack = self._document.undo_stack
        plays, has_steps = self._clock.isActive(), stack.count() > 0
        start = "" if stack.index() else tr("This is the start")
        end = "" if stack.index() < stack.count() else tr("This is the last step")
        reasons = {self._first: start, self._back: start, self._next: end, self._last: end}
        for push, why in reasons.items():
            set_objection(push, why)
        set_objection(self._play, "" if has_steps else tr("There is no step to show yet"))
        if plays:
            set_tip(self._play, tr("Stop the replay"))
        self._play.setIcon(icon("square" if plays else "play"))
        self._play.setAccessibleName(tr("Stop") if plays else tr("Play"))
        for widget in (self._walk, self.list, self._export):
            widget.setVisible(has_steps)
        self._fill.setVisible(not has_steps)
        show_note(self._empty, "" if has_steps else tr_piece(NO_STEPS, self._document.board.piece))
        if has_steps and self.isVisible():
            self.list.steps.show_history(self._document.tab.history)
            self.list.show_position()
