"""Work sharing: idle threads take over parts of the search of other threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

_Part = TypeVar("_Part")


class Sharing(Generic[_Part]):
    """Parts of a search, and the workers that wait for a part.

    `workers`: the number of threads that call `work`.
    `whole`: the first part: the whole search.
    """

    def __init__(self, workers: int, whole: _Part) -> None:
        self._workers = workers
        self._parts = deque([whole])
        self._idle = 0
        self._over = False
        self._change = threading.Condition()

    def submit_incumbent(self, part: _Part) -> bool:
        """Pass a part to a waiting worker; return whether there is one."""
        with self._change:
            if self._over or len(self._parts) >= self._idle:
                return False
            self._parts.append(part)
            self._change.notify()
            return True

    def work(self, do: Callable[[_Part], None]) -> None:
        """Process parts until all workers wait; an error in one worker ends all."""
        try:
            while (part := self._take()) is not None:
                do(part)
        finally:
            with self._change:
                self._over = True
                self._change.notify_all()

    def _take(self) -> _Part | None:
        with self._change:
            self._idle += 1
            while not self._parts and not self._over:
                if self._idle == self._workers:
                    return None
                self._change.wait()
            if self._over:
                return None
            self._idle -= 1
            return self._parts.popleft()
