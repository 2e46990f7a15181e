"""Executors of tasks: threads or processes of this machine, a Dask cluster, or any executor.

An executor is named ``threads:N``, ``processes:N``, ``dask://HOST:PORT``, ``dask:tls://HOST:PORT``
or ``dask:FILE`` with the scheduler file of a cluster. Processes are started by "spawn", which works
the same on every system, and only when the work takes longer than a moment; until they are ready it
is done in this process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Lock
from pathlib import Path
from typing import Any, TypeVar, cast

from nqviz.core.errors import InputError
from nqviz.core.installing import advice
from nqviz.run.limit import core_count
from nqviz.run.processes import interrupts_blocked

from .abandoned import run_flagged

_T = TypeVar("_T")

HEAD_START = 0.3
"""Seconds of work in this process before others are started; it goes on until they are ready."""
SLICE_SECONDS = 0.15
"""Seconds of a slice when a stop has to wait for it."""
PROCESS_SLICE_SECONDS = 0.5
"""Seconds of a slice in a process, which is ended where a stop would have to wait for it."""
LONG_SLICE_SECONDS = 1.0
"""Seconds of a slice when a stop does not wait for it, but every slice is sent to a worker."""
GATE_SECONDS = 0.2
"""Seconds to wait for workers that are passing the gate."""
LEAVE_SECONDS = 0.25
"""Seconds that workers may take to end; their unfinished work is discarded."""
COUNT_SECONDS = 1.0
"""Seconds between counts of the workers of a cluster, which may change."""
UNKNOWN_WIDTH = 64
"""Slices submitted at once to an executor whose number of workers is unknown."""
MAX_WORKERS = 1024
MAX_WORKERS_WINDOWS = 61
"""The most worker processes that Python can wait for on Windows."""


class WorkersLost(RuntimeError):  # noqa: N818 - it says what happened
    """The workers ended and could not be replaced; the message is one line."""


def default_executor() -> str:
    """Return the name of the executor that uses all cores of this machine."""
    return f"processes:{core_count()}"


def check_executor(name: str) -> tuple[str, str]:
    """Return the kind and the remainder of the name of an executor.

    Raises
    ------
    InputError
        If the name is invalid, or its package is not installed.
    """
    kind, _, rest = name.partition(":")
    if kind == "dask" and rest:
        _check_dask(name, rest)
        return kind, rest
    if kind in ("threads", "processes"):
        if not rest.isascii() or not rest.isdecimal() or not 1 <= int(rest) <= MAX_WORKERS:
            raise InputError(
                f"executor {name!r} needs a number of workers, 1 to {MAX_WORKERS}: {kind}:N"
            )
        return kind, rest
    raise InputError(
        f"unknown executor {name!r}; choose processes:N, threads:N or dask://HOST:PORT"
    )


def _check_dask(name: str, rest: str) -> None:
    """Check the address of a scheduler: ``//HOST:PORT``, ``tls://HOST:PORT``, or a file."""
    _, is_address, where = rest.rpartition("//")
    host, _, port = where.rpartition(":")
    if is_address and (not host or not port.isascii() or not port.isdecimal()):
        raise InputError(f"executor {name!r} lacks a host or a port; give dask://HOST:PORT")
    if find_spec("distributed") is None:
        raise InputError(f"executor {name!r} needs Dask, which is not installed: {advice('dask')}")
    if not is_address and not Path(rest).is_file():
        raise InputError(f"executor {name!r}: there is no scheduler file {rest}")


class WorkerPool:
    """The workers of a run, opened when they are needed.

    Parameters
    ----------
    executor : str or Executor
        A name, or an executor of the caller, which is not closed.
    announce : callable, optional
        Called with lines for the user.
    head_start : bool
        Whether this process works until others are ready, which are started after a part of a
        second; not for work whose slices are long.
    """

    def __init__(
        self,
        executor: str | Executor,
        announce: Callable[[str], None] | None = None,
        head_start: bool = True,
    ) -> None:
        self._kind, self._rest = "own", ""
        if isinstance(executor, str):
            self._kind, self._rest = check_executor(executor)
        self._given = executor if isinstance(executor, Executor) else None
        self._here = ThreadPoolExecutor(1, thread_name_prefix="task")
        self._pool: Executor | None = None
        self._close: Callable[[], None] = _nothing
        self._head_start = HEAD_START if head_start else 0.0
        self._until = time.monotonic() + self._head_start
        self._ready: Future[None] | None = None
        self._ended = threading.Event()
        self._announce = announce or _ignore
        self._width = 1
        self._counted = 0.0
        self._workers: Callable[[], int] | None = None

    @property
    def width(self) -> int:
        """Return how many slices may be submitted at once."""
        if self._is_starting:
            return 1
        if self._workers is not None and time.monotonic() > self._counted + COUNT_SECONDS:
            self._width = max(2, 2 * self._workers())
            self._counted = time.monotonic()
        return self._width

    @property
    def slice_seconds(self) -> float:
        """The intended seconds of a slice."""
        if self._pool is None or self._kind == "threads" or self._is_starting:
            return SLICE_SECONDS
        return PROCESS_SLICE_SECONDS if self._kind == "processes" else LONG_SLICE_SECONDS

    def submit(self, work: Callable[..., _T], *arguments: Any) -> Future[_T]:
        """Submit a call to a worker."""
        if self._pool is None and self._wanted:
            self._pool = self._open()
            if self._kind == "processes" and self._head_start:
                with interrupts_blocked():  # this starts processes, which inherit it
                    self._ready = self._pool.submit(_receive, work, *arguments)
        is_here = self._pool is None or self._is_starting
        if self._kind == "processes" and self._pool is not None and not is_here:
            with interrupts_blocked():  # this may start a process, too
                return self._pool.submit(work, *arguments)
        if is_here or self._kind == "threads":
            pool = self._here if is_here or self._pool is None else self._pool
            return pool.submit(run_flagged, self._ended, work, *arguments)
        assert self._pool is not None
        return self._pool.submit(work, *arguments)

    @property
    def _is_starting(self) -> bool:
        """Whether the workers are being started; raises BrokenExecutor if they have ended."""
        if self._ready is None:
            return False
        if self._ready.done():
            self._ready.result()
            return False
        return True

    @property
    def _wanted(self) -> bool:
        return self._kind != "processes" or time.monotonic() >= self._until

    def replace(self) -> bool:
        """Drop the lost workers; return whether they can be replaced."""
        if self._kind != "processes":
            return False
        self.close_pool()
        return True

    def close_pool(self) -> None:
        """End the workers; discard their unfinished work."""
        self._close()
        self._pool, self._close, self._width, self._ready = None, _nothing, 1, None

    def close(self) -> None:
        """End all workers; slices in threads are told."""
        self._ended.set()
        self.close_pool()
        self._here.shutdown(wait=True, cancel_futures=True)

    def _open(self) -> Executor:
        if self._given is not None:
            self._width = UNKNOWN_WIDTH
            return self._given
        if self._kind == "dask":
            return self._open_dask()
        workers = int(self._rest)
        if self._kind == "processes" and sys.platform == "win32":
            workers = min(workers, MAX_WORKERS_WINDOWS)
        if self._kind == "threads":
            self._width = workers
            threads = ThreadPoolExecutor(workers, thread_name_prefix="task")
            self._close = lambda: threads.shutdown(wait=True, cancel_futures=True)
            return threads
        self._width = 2 * workers  # one slice waits while another is run
        context = multiprocessing.get_context("spawn")
        with interrupts_blocked():  # this may start a process, too
            gate, begun = context.Lock(), context.SimpleQueue()
        pool = ProcessPoolExecutor(workers, context, _begin_worker, (gate, begun))
        self._close = lambda: _close_pool(pool, gate, begun)
        return pool

    def _open_dask(self) -> Executor:
        from .dask_cluster import connect

        client = connect(self._rest, self._announce)
        self._workers = lambda: sum(client.nthreads().values())
        self._close = client.close
        executor: Executor = client.get_executor(pure=False)
        return executor

    def has_lost(self, error: Exception) -> bool:
        """Return whether an error of a task says that its workers were lost.

        Raises InputError where it says that a worker lacks nqviz.
        """
        if self._kind != "dask":
            return False
        from .dask_cluster import is_loss

        return is_loss(error)


def _nothing() -> None:
    pass


def _receive(*_arguments: object) -> None:
    """Do nothing: what a worker receives makes it import the modules of the work."""


def _ignore(_line: str) -> None:
    pass


def _close_pool(pool: ProcessPoolExecutor, gate: Lock, begun: SimpleQueue[int]) -> None:
    """End workers: those that have begun after their slice, those still starting at once.

    The exit of nqviz waits for all of them, and a start takes longer than a slice. The gate
    (a lock) stays closed: a worker that has not passed it holds no lock that others need, so it
    can be killed. So can a worker that takes long, such as one whose first slice compiles.
    """
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    if not gate.acquire(timeout=GATE_SECONDS):
        return
    passed = set()
    while not begun.empty():
        passed.add(begun.get())
    for process in processes:
        if process.pid not in passed:
            process.kill()
    slow = _left(processes, LEAVE_SECONDS)
    for each in slow:
        each.kill()
    _left(slow, LEAVE_SECONDS)


def _left(processes: Sequence[BaseProcess], seconds: float) -> list[BaseProcess]:
    """Wait some seconds at most for processes to end; return those that have not."""
    left = {process.sentinel: process for process in processes}
    deadline = time.monotonic() + seconds
    while left and (remaining := deadline - time.monotonic()) > 0:
        for ended in wait_for(list(left), remaining):
            del left[cast(int, ended)]
    return list(left.values())


def _begin_worker(gate: Lock, begun: SimpleQueue[int]) -> None:
    """Ignore interrupts, which the main process handles, and exit when the main process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with gate:
        begun.put(os.getpid())
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
