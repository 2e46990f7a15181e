"""Early ends of long set-up work of a board, in a thread whose result is no longer needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_thread = threading.local()


class Interrupted(Exception):  # noqa: N818 - no error: the result is no longer needed
    """Work ended early because its result is no longer needed."""


@contextmanager
def interrupted_by(is_over: Callable[[], bool]) -> Iterator[None]:
    """Interrupt set-up work of this thread as soon as `is_over` returns True.

    Raises Interrupted by the work, at its next `check_interruption`.
    """
    before = getattr(_thread, "is_over", None)
    _thread.is_over = is_over
    try:
        yield
    finally:
        _thread.is_over = before


def check_interruption() -> None:
    """Raise Interrupted if the result of this thread's work is no longer needed.

    Loops that may take longer than half a second call it; what they made so far is dropped.
    """
    is_over = getattr(_thread, "is_over", None)
    if is_over is not None and is_over():
        raise Interrupted
