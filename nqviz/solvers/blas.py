"""How many threads the linear algebra of an engine uses.

The libraries under NumPy keep one number for the whole process: it is set when the first engine
begins and put back when the last has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import scipy.linalg  # noqa: F401 - only libraries that are loaded are limited
from threadpoolctl import threadpool_limits

_lock = threading.Lock()
_users: list[int] = []
_limits: list[threadpool_limits] = []


@contextmanager
def blas_threads(threads: int) -> Iterator[None]:
    """Let linear algebra use so many threads; of several engines the most modest counts."""
    with _lock:
        _users.append(threads)
        _apply()
    try:
        yield
    finally:
        with _lock:
            _users.remove(threads)
            _apply()


def _apply() -> None:
    while _limits:
        _limits.pop().restore_original_limits()
    if _users:
        _limits.append(threadpool_limits(limits=min(_users), user_api="blas"))
