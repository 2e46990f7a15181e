"""A Dask cluster as an executor: how it is reached, and what its errors mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nqviz.core.errors import InputError

from .binding import nqviz_version

if TYPE_CHECKING:
    from distributed import Client

DASK_SECONDS = 5.0
"""Seconds to wait for the answer of a cluster."""


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


def is_loss(error: Exception) -> bool:
    """Return whether an error says that the workers of a task were lost.

    Raises InputError if a worker lacks nqviz.
    """
    from distributed.scheduler import KilledWorker, NoValidWorkerError

    if isinstance(error, ModuleNotFoundError):
        raise InputError(
            f"a worker cannot import {error.name}; install nqviz-explorer {nqviz_version()} on"
            " all workers"
        ) from error
    return isinstance(error, KilledWorker | NoValidWorkerError)
