"""The number of threads of linear algebra.

The libraries under NumPy and SciPy have one number for the whole process: it is set when the first
engine begins and restored when the last has ended. A dedicated thread changes it, because
threadpoolctl ignores changes from any thread but the first that made one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from threadpoolctl import threadpool_limits

_lock = threading.Lock()
_users: list[int] = []
_limits: list[threadpool_limits] = []
_keeper = ThreadPoolExecutor(1, thread_name_prefix="linear algebra")


@contextmanager
def blas_threads(threads: int) -> Iterator[None]:
    """Limit linear algebra to some threads; of several contexts the smallest number applies."""
    import scipy.linalg  # noqa: F401 - only libraries that are loaded are limited

    with _lock, _applied():
        _users.append(threads)
    try:
        yield
    finally:
        with _lock, _applied():
            _users.remove(threads)


@contextmanager
def _applied() -> Iterator[None]:
    """Apply the smallest number of the users where a change of them has changed it."""
    before = min(_users, default=None)
    yield
    if min(_users, default=None) != before:
        _keeper.submit(_apply).result()


def _apply() -> None:
    while _limits:
        _limits.pop().restore_original_limits()
    if _users:
        _limits.append(threadpool_limits(limits=min(_users), user_api="blas"))
