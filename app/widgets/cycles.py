"""Reference cycles are collected in the thread of the window alone.

Python collects them in whichever thread allocates next. A widget, a timer or an undo stack of Qt
that is deleted in a thread of a job corrupts the memory of the process.
"""

from __future__ import annotations

import gc
from time import monotonic

from PySide6.QtCore import QAbstractEventDispatcher, QObject

FULL_SECONDS = 60.0
"""The time between two collections of everything: one takes about 80 ms with a board of (11,3)."""


MANY = 20_000
"""So many new objects come of imports or of a new window, and stay: to look at them takes longer
than a frame, and waits for the next collection of everything."""


class CycleCollector(QObject):
    """Collects cycles when the event loop waits or begins a turn, as often as Python would.

    Python's own collection is off from then on, for as long as the process lives.

    `parent`: collection ends with it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._last, self._has_many = monotonic(), False
        dispatcher = QAbstractEventDispatcher.instance()
        dispatcher.aboutToBlock.connect(self._collect)
        dispatcher.awake.connect(self._collect)

    def _collect(self) -> None:
        counts, most = gc.get_count(), gc.get_threshold()
        if counts[0] <= most[0]:
            return
        is_many = counts[0] > MANY
        is_second = is_many or counts[1] > most[1]
        is_due = monotonic() - self._last >= FULL_SECONDS
        if is_second and is_due and (self._has_many or counts[2] > most[2]):
            gc.unfreeze()
            gc.collect()
            self._last, self._has_many = monotonic(), False
        elif is_many:
            gc.freeze()  # at once, however many they are
            self._has_many = True
        else:
            gc.collect(1 if is_second else 0)
