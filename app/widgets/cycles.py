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
"""So many new objects come of imports or of a new window, and stay: they are looked at once."""


class CycleCollector(QObject):
    """Collects cycles when the event loop waits or begins a turn, as often as Python would.

    Python's own collection is off from then on, for as long as the process lives.

    `parent`: collection ends with it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._last = monotonic()
        dispatcher = QAbstractEventDispatcher.instance()
        dispatcher.aboutToBlock.connect(self._collect)
        dispatcher.awake.connect(self._collect)

    def _collect(self) -> None:
        counts, most = gc.get_count(), gc.get_threshold()
        if counts[0] <= most[0]:
            return
        is_second = counts[1] > most[1] or counts[0] > MANY
        if is_second and counts[2] > most[2] and monotonic() - self._last >= FULL_SECONDS:
            gc.collect()
            self._last = monotonic()
        else:
            gc.collect(1 if is_second else 0)
