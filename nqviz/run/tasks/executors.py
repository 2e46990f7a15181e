"""Executors of tasks: threads or processes of this machine, a Dask cluster, or any executor.

An executor is named ``threads:N``, ``processes:N``, ``dask://HOST:PORT``, ``dask:tls://HOST:PORT``
or ``dask:FILE`` with the scheduler file of a cluster. Processes are started only when the work
takes longer than a moment (see `workers_context`); until they are ready it is done in this process.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nqviz.core.errors import InputError
from nqviz.core.installing import advice
from nqviz.run.context import core_count, ignore_progress

from .abandoned import run_flagged
from .binding import nqviz_version
from .process_workers import ProcessWorkers

if TYPE_CHECKING:
    from distributed import Client

DASK_SECONDS = 5.0
"""Seconds to wait for the answer of a cluster."""
_T = TypeVar("_T")

HEAD_START = 0.1
"""Seconds of work in this process before others are started; it goes on until they are ready."""
SLICE_SECONDS = 0.15
"""Seconds of a slice when a stop has to wait for it."""
LONG_SLICE_SECONDS = 1.0
"""Seconds of a slice when a stop does not wait for it, but its state is sent to a worker."""
POLL_SECONDS = 0.05
"""Seconds that a run waits for slices between two looks at whether to go on."""
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

    Raises InputError if the name is invalid, or its package is not installed.
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

    `executor`: a name, or an executor of the caller, which is not closed.
    `announce`: called with lines for the user.
    `head_start`: whether this process works until others are ready, which are started after a part
    of a second; not for work whose slices are long.
    `work`: what workers are to continue: they import its modules while they start.
    """

    def __init__(
        self,
        executor: str | Executor,
        announce: Callable[[str], None] | None = None,
        head_start: bool = True,
        work: object = None,
    ) -> None:
        self._kind, self._rest = "own", ""
        if isinstance(executor, str):
            self._kind, self._rest = check_executor(executor)
        self._given = executor if isinstance(executor, Executor) else None
        self._here = ThreadPoolExecutor(1, thread_name_prefix="task")
        self._pool: Executor | None = None
        self._processes: ProcessWorkers | None = None
        self._held = ExitStack()
        self._head_start = HEAD_START if head_start else 0.0
        self._until = time.monotonic() + self._head_start
        self._work = work
        self._ended = threading.Event()
        self._announce = announce or ignore_progress
        self._width = 1
        self._counted = 0.0
        self._workers: Callable[[], int] | None = None

    @property
    def width(self) -> int:
        """Return how many slices may be submitted at once, which may be none."""
        self._open_if_wanted()
        if self._is_starting:
            return 1 if self._head_start else 0
        if self._workers is not None and time.monotonic() > self._counted + COUNT_SECONDS:
            self._width = max(2, 2 * self._workers())
            self._counted = time.monotonic()
        return self._width

    @property
    def slice_seconds(self) -> float:
        """The intended seconds of a slice."""
        is_thread = self._is_here or self._kind == "threads"
        return SLICE_SECONDS if is_thread else LONG_SLICE_SECONDS

    def submit(self, work: Callable[..., _T], *arguments: Any) -> Future[_T]:
        """Submit a call to a worker."""
        self._open_if_wanted()
        if self._processes is not None and not (self._is_starting and self._head_start):
            return self._processes.submit(work, *arguments)
        if self._is_here or self._kind == "threads":
            pool = self._here if self._is_here or self._pool is None else self._pool
            return pool.submit(run_flagged, self._ended, work, *arguments)
        assert self._pool is not None
        return self._pool.submit(work, *arguments)

    @property
    def _is_here(self) -> bool:
        """Whether this process works, as it has no other workers yet."""
        return (self._pool is None and self._processes is None) or self._is_starting

    @property
    def _is_starting(self) -> bool:
        """Whether processes are being started; raises BrokenExecutor if they have ended."""
        return self._processes is not None and not self._processes.is_ready

    def replace(self) -> bool:
        """Drop the lost workers; return whether they can be replaced."""
        if self._kind != "processes":
            return False
        self.close_pool()
        return True

    def close_pool(self) -> None:
        """End the workers; discard their unfinished work."""
        self._held.close()
        self._pool, self._processes, self._width = None, None, 1

    def close(self) -> None:
        """End all workers; slices in threads are told."""
        self._ended.set()
        self.close_pool()
        self._here.shutdown(wait=True, cancel_futures=True)

    def _open_if_wanted(self) -> None:
        if self._pool is not None or self._processes is not None:
            return
        if self._kind == "processes":
            if time.monotonic() >= self._until:
                self._open_processes()
        elif self._kind == "threads":
            self._width = int(self._rest)
            self._pool = ThreadPoolExecutor(self._width, thread_name_prefix="task")
            self._held.callback(self._pool.shutdown, wait=True, cancel_futures=True)
        elif self._given is not None:
            self._pool, self._width = self._given, UNKNOWN_WIDTH
        else:
            self._pool = self._open_dask()

    def _open_processes(self) -> None:
        workers = int(self._rest)
        if sys.platform == "win32":
            workers = min(workers, MAX_WORKERS_WINDOWS)
        self._width = 2 * workers  # one slice waits while another is run
        self._processes = ProcessWorkers(workers, self._work)
        self._held.callback(self._processes.close)

    def _open_dask(self) -> Executor:
        client = connect(self._rest, self._announce)
        self._workers = lambda: sum(client.nthreads().values())
        self._held.callback(client.close)
        executor: Executor = client.get_executor(pure=False)
        return executor

    def has_lost(self, error: Exception) -> bool:
        """Return whether an error of a task says that its workers were lost.

        Raises InputError where it says that a worker lacks nqviz.
        """
        if self._kind != "dask":
            return False
        from distributed.scheduler import KilledWorker, NoValidWorkerError

        if isinstance(error, ModuleNotFoundError):
            raise InputError(
                f"a worker cannot import {error.name}; install nqviz-explorer {nqviz_version()} on"
                " all workers"
            ) from error
        return isinstance(error, KilledWorker | NoValidWorkerError)


def wait_some(running: Collection[Future[_T]]) -> set[Future[_T]]:
    """Return the calls that are done, after a moment at most."""
    if not running:
        time.sleep(POLL_SECONDS)
    return wait(running, POLL_SECONDS, FIRST_COMPLETED).done


# A Dask cluster ------------------------------------------------------------------------------


def connect(where: str, announce: Callable[[str], None]) -> Client:
    """Return a client of a cluster, which may have no workers yet.

    `where`: ``//HOST:PORT``, ``tls://HOST:PORT`` with the certificates of the configuration of
    Dask, or the path of a scheduler file.
    `announce`: called with the address of the dashboard.
    Raises InputError if no scheduler answers.
    """
    from distributed import Client

    address = f"tcp:{where}" if where.startswith("//") else where
    shown = where.rpartition("//")[2]
    named = {"address": address} if "//" in where else {"scheduler_file": where}
    try:
        client = Client(**named, timeout=DASK_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, TypeError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers at {shown}") from error
    link = client.dashboard_link
    announce(f"Dask cluster at {shown}" + (f", dashboard {link}" if link else ""))
    if not client.nthreads():
        announce("the cluster has no workers yet; waiting for them")
    return client
