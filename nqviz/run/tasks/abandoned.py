"""Whether the run that a slice is for has ended, so that a long slice can end early."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from nqviz.core.interruption import interrupted_by

_T = TypeVar("_T")

_slices = threading.local()
GONE = ("cancelled", "released", "forgotten")
"""The states of a task on a worker of Dask that nobody waits for."""


def is_abandoned() -> bool:
    """Return whether nobody waits for the slice that this thread runs.

    Slices in other processes of this machine are not told: those processes are ended.
    """
    ended: threading.Event | None = getattr(_slices, "ended", None)
    return (ended is not None and ended.is_set()) or _is_gone(_dask_state())


class AbandonedFlag(threading.Event):
    """A stop flag that is also set when nobody waits for the slice of the thread that made it."""

    def __init__(self) -> None:
        super().__init__()
        self._ended: threading.Event | None = getattr(_slices, "ended", None)
        self._state = _dask_state()

    def is_set(self) -> bool:
        """Return whether it was set, or nobody waits for the slice."""
        is_ended = self._ended is not None and self._ended.is_set()
        return is_ended or _is_gone(self._state) or super().is_set()


def run_flagged(ended: threading.Event, work: Callable[..., _T], *arguments: Any) -> _T:
    """Run a slice in this thread; `ended` is set when nobody waits for it any more.

    Raises Interrupted by work that finds then that its result is no longer needed.
    """
    _slices.ended = ended
    try:
        with interrupted_by(ended.is_set):
            return work(*arguments)
    finally:
        _slices.ended = None


def _dask_state() -> tuple[Any, Any] | None:
    """Return the worker of Dask and the key of the task that this thread runs, if it does."""
    thread = getattr(sys.modules.get("distributed.worker"), "thread_state", None)
    state = getattr(thread, "execution_state", None)
    return None if state is None else (state["worker"], thread.key)  # type: ignore[union-attr]


def _is_gone(state: tuple[Any, Any] | None) -> bool:
    if state is None:
        return False
    worker, key = state
    task = worker.state.tasks.get(key)
    return task is None or task.state in GONE
