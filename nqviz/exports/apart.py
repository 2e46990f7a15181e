"""Write an export in a process of its own, so that whoever asked stays quick.

Drawing a scene keeps the interpreter and OpenGL busy. A process has both for itself, and can be
ended at any moment.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from ..errors import InputError
from ..files import write_in_folder
from ..work import Progress, ProgressCallback, ignore_progress, processes_allowed
from .request import Export
from .writing import write_export

POLL_SECONDS = 0.05
PATIENCE = 20
"""How many times that it may take to end by itself once it is asked to stop."""


@dataclass(frozen=True)
class _End:
    """How it ended: whether it is written, or what was raised."""

    written: bool = False
    error: Exception | None = None


def write_apart(
    export: Export,
    path: Path | str,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
) -> bool:
    """Do what `write_export` does, in a process of its own where processes are allowed.

    Parameters, returns and errors are the same. Whatever a process that had to be killed leaves
    behind is removed.
    """
    target, flag = Path(path), stop or threading.Event()
    is_device = target.exists() and not target.is_file() and not target.is_dir()
    if not processes_allowed() or is_device:
        return write_export(export, path, progress, stop)
    export.format_of(path)

    def write(name: Path) -> bool:
        end = _run(export, name, progress, flag)
        if isinstance(end.error, InputError):  # it knows the file by another name
            raise InputError(str(end.error).replace(str(name), str(path)))
        if end.error is not None:
            raise end.error
        return end.written

    return write_in_folder(target, write)


def _run(export: Export, path: Path, progress: ProgressCallback, stop: threading.Event) -> _End:
    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_serve, args=(there, export, path), daemon=True)
    process.start()
    there.close()
    try:
        return _follow(here, progress, stop)
    finally:
        process.kill()
        process.join()
        here.close()


def _follow(connection: Connection, progress: ProgressCallback, stop: threading.Event) -> _End:
    """Pass on the news of the process until it ends, or does not though it was asked to."""
    waited = 0
    while waited < PATIENCE:
        if stop.is_set():
            if not waited:
                with suppress(OSError):
                    connection.send("stop")
            waited += 1
        try:
            if not connection.poll(POLL_SECONDS):
                continue
            news = connection.recv()
        except (EOFError, OSError):
            if stop.is_set():
                break
            return _End(error=InputError("the process that was drawing has ended: not written"))
        if isinstance(news, _End):
            return news
        assert isinstance(news, Progress)
        progress(news)
    return _End()


# In the process -----------------------------------------------------------------------------


def _serve(connection: Connection, export: Export, path: Path) -> None:
    """Write the file; end with the program that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stop = threading.Event()

    def listen() -> None:
        try:
            connection.recv()
        except (EOFError, OSError):
            os._exit(1)
        stop.set()

    threading.Thread(target=listen, daemon=True).start()
    try:
        end = _End(write_export(export, path, connection.send, stop))
    except Exception as error:  # noqa: BLE001 - it is raised again where it was asked for
        end = _End(error=error)
    with suppress(OSError):
        connection.send(end)
