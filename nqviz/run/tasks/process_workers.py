"""Workers in processes of this machine, which a thread starts while this process works.

How they begin is told in `workers_context`. They end by themselves when this process ends.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import parent_process
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Lock
from typing import Any, TypeVar, cast

from nqviz.run.processes import end_with_starter, interrupts_blocked, workers_context

_T = TypeVar("_T")

GATE_SECONDS = 0.2
"""Seconds to wait for workers that are passing the gate."""
LEAVE_SECONDS = 0.25
"""Seconds that workers may take to end; their unfinished work is discarded."""


class ProcessWorkers:
    """Some processes, started by a thread.

    `workers`: how many.
    `work`: what they receive at first, so that they import its modules.
    """

    def __init__(self, workers: int, work: object) -> None:
        self._first: Future[None] = Future()
        """Done when a worker is ready; has the error if none could be started."""
        self._lock = threading.Lock()
        self._end: Callable[[], None] | None = None
        self._is_closed = False
        self._pool: ProcessPoolExecutor | None = None
        # The exit waits for this thread, wherever it is started from: a worker that is being
        # started would find nothing after it.
        threading.Thread(target=self._start, args=(workers, work), daemon=False).start()

    @property
    def is_ready(self) -> bool:
        """Whether slices can be submitted; raises BrokenExecutor if the workers have ended."""
        if not self._first.done():
            return False
        self._first.result()
        return True

    def submit(self, work: Callable[..., _T], *arguments: Any) -> Future[_T]:
        """Submit a call to a worker; wait until one is ready."""
        self._first.result()
        assert self._pool is not None
        try:
            with interrupts_blocked():  # this may start a process, too
                return self._pool.submit(work, *arguments)
        except (EOFError, OSError) as error:
            raise BrokenExecutor(f"a worker cannot be started: {error}") from error

    def close(self) -> None:
        """End the workers, those that are being started as soon as they are."""
        with self._lock:
            self._is_closed, end = True, self._end
        if end is not None:
            end()

    def _start(self, workers: int, work: object) -> None:
        try:
            with interrupts_blocked(), ExitStack() as undo:
                context = workers_context()
                gate, begun = context.Lock(), context.SimpleQueue()
                is_forked = context.get_start_method() == "forkserver"
                given = (gate, begun, is_forked)
                pool = ProcessPoolExecutor(workers, context, _begin_worker, given)
                undo.callback(_close_pool, pool, gate, begun)
                first, *_ = [pool.submit(_receive, work) for _ in range(workers)]
                end = undo.pop_all().close
        except Exception as error:  # noqa: BLE001 - the run that waits for workers hears of it
            self._first.set_exception(BrokenExecutor(f"no worker can be started: {error}"))
            return
        with self._lock:
            self._pool, self._end = pool, end
            is_closed = self._is_closed
        if is_closed:
            end()
        first.add_done_callback(self._pass_on)

    def _pass_on(self, first: Future[None]) -> None:
        error = BrokenExecutor("it was ended") if first.cancelled() else first.exception()
        if error is None:
            self._first.set_result(None)
        else:
            self._first.set_exception(error)


def _receive(_work: object) -> None:
    """Do nothing: what a worker receives makes it import the modules of the work."""


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


def _begin_worker(gate: Lock, begun: SimpleQueue[int], is_forked: bool) -> None:
    """Ignore interrupts, which the main process handles, and exit when the main process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if is_forked:  # by a process of one thread: the system looks at the thread
        end_with_starter()
    with gate:
        begun.put(os.getpid())
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
