"""How many threads linear algebra uses.

The libraries under NumPy and SciPy keep one number for the whole process: it is set when the first
engine begins and put back when the last has ended. One thread of its own changes it, because
threadpoolctl drops what any other thread than the first asks for.
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
    """Let linear algebra use so many threads; of several users the most modest counts."""
    import scipy.linalg  # noqa: F401 - only libraries that are loaded are limited

    with _lock:
        _users.append(threads)
        _keeper.submit(_apply).result()
    try:
        yield
    finally:
        with _lock:
            _users.remove(threads)
            _keeper.submit(_apply).result()


def _apply() -> None:
    while _limits:
        _limits.pop().restore_original_limits()
    if _users:
        _limits.append(threadpool_limits(limits=min(_users), user_api="blas"))
