"""A stop that comes when the work has come to something, however long that takes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from nqviz import Progress


def _at_once(_news: Progress) -> bool:
    return True


class StopWhen(threading.Event):
    """A stop flag that its own `watch`, given as the progress of a run, sets.

    Parameters
    ----------
    ready : callable
        Tells whether news say what the stop waits for; without it the first news do.
    """

    def __init__(self, ready: Callable[[Progress], bool] = _at_once) -> None:
        super().__init__()
        self.seen: list[Progress] = []
        self._ready = ready
        self._when = 0.0

    def watch(self, news: Progress) -> None:
        self.seen.append(news)
        if not self.is_set() and self._ready(news):
            self._when = time.monotonic()
            self.set()

    @property
    def age(self) -> float:
        """Seconds since it was set."""
        assert self.is_set()
        return time.monotonic() - self._when


def has_found(count: int) -> Callable[[Progress], bool]:
    """Wait for a placement of so many queens."""
    return lambda news: news.incumbent is not None and len(news.incumbent) >= count
