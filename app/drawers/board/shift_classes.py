"""The shift classes of a regular solution: slide through them, by hand or one after another."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from nqviz.constructions.regular import regular, regular_form
from nqviz.core.language import tr_later

from ...document.document import Document
from ...widgets.motion import pause
from ...widgets.timing import ticking

PAUSE_MS = 700
"""How long each class stays while they play."""

MOST_QUEENS = 2500
"""The most queens that slide."""

Form = tuple[tuple[int, ...], int]


class ShiftClasses(QObject):
    """Which shift class of which regular solution is on the board.

    Every class is the solution translated along the last axis, cyclically; n of them make all.
    """

    changed = Signal()  # another solution or class is on the board, or they began or ended to play

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        # The coefficients and the shift, for cells from 0; None while the board holds none.
        self.form: Form | None = None
        self._clock = ticking(self, self.go_on)  # runs only while classes play
        document.tab_changed.connect(self.stop)

    @property
    def is_playing(self) -> bool:
        """Whether one class after another is shown."""
        return self._clock.isActive()

    def refresh(self) -> None:
        """Read which solution is on the board."""
        document, old = self._document, self.form
        self.form = None
        if document.counts.queens <= MOST_QUEENS and document.cut is None:
            self.form = regular_form(document.placement())
        if self.form is None:
            self._clock.stop()
        if self.form != old:
            self.changed.emit()

    def play(self) -> None:
        """Show one class after another until it is pressed again."""
        if self._clock.isActive():
            self.stop()
        elif self.form is not None:
            self._clock.start(pause(PAUSE_MS))
            self.changed.emit()

    def stop(self) -> None:
        """Stay at the class that is shown."""
        if self._clock.isActive():
            self._clock.stop()
            self.changed.emit()

    def go_on(self) -> None:
        """Go to the class after."""
        if self.form is not None:
            self.show_class((self.form[1] + 1) % self._document.board.n)

    def show_class(self, shift: int) -> None:
        """Slide to a class, from 0, in one step that can be undone."""
        if self.form is None or shift == self.form[1]:
            return
        document = self._document
        new = set(regular(document.board, self.form[0], shift).indices.tolist())
        old = set(np.flatnonzero(document.counts.occupied).tolist())
        gone, text = old - new, tr_later("Slide to shift class {shift}").format(shift=shift + 1)
        document.edit(text, place=new - old, remove=gone, unlock=document.givens & gone)
