"""Write an export in a process of its own, so that whoever asked stays quick.

Drawing a scene keeps the interpreter and OpenGL busy. A process has both for itself, and can be
ended at any moment.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from nqviz.core.errors import InputError
from nqviz.run.context import Progress, RunContext
from nqviz.run.files import write_in_folder
from nqviz.run.processes import process_apart, processes_allowed

from .figure import Figure
from .writing import write_export

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

POLL_SECONDS = 0.05
PATIENCE = 8
"""How many times that it may take to end by itself once it is asked to stop."""


@dataclass(frozen=True)
class _End:
    """How it ended: whether it is written, or what was raised."""

    written: bool = False
    error: Exception | None = None


def write_apart(export: Figure, path: Path | str, run: RunContext | None = None) -> bool:
    """Do what `write_export` does, in a process of its own where processes are allowed.

    Parameters, returns and errors are the same. Whatever a process that had to be killed leaves
    behind is removed.
    """
    run = run or RunContext()
    target = Path(path)
    is_device = target.exists() and not target.is_file() and not target.is_dir()
    if not processes_allowed() or is_device:
        return write_export(export, path, run)
    export.format_of(path)

    def write(name: Path) -> bool:
        end = _run(export, name, run)
        if isinstance(end.error, InputError):  # it knows the file by another name
            raise InputError(str(end.error).replace(str(name), str(path)))
        if end.error is not None:
            raise end.error
        return end.written

    return write_in_folder(target, write)


def _run(export: Figure, path: Path, run: RunContext) -> _End:
    with process_apart(_serve, export, path) as connection:
        return _follow(connection, run)


def _follow(connection: Connection, run: RunContext) -> _End:
    """Pass on the news of the process until it ends, or does not though it was asked to."""
    waited = 0
    while waited < PATIENCE:
        if run.stop.is_set():
            if not waited:
                with suppress(OSError):
                    connection.send("stop")
            waited += 1
        try:
            if not connection.poll(POLL_SECONDS):
                continue
            news = connection.recv()
        except (EOFError, OSError):
            if run.stop.is_set():
                break
            return _End(error=OSError("the process that was drawing it has ended"))
        if isinstance(news, _End):
            return news
        assert isinstance(news, Progress)
        run.progress(news)
    return _End()


# In the process -----------------------------------------------------------------------------


def stand_apart() -> None:
    """Put this process and its children into a process group of their own and ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)


def end_alone(folder: Path) -> NoReturn:
    """End, with all that was started here, as the process that asked has ended before.

    `folder`: the folder made for this process, which that process did not come to remove.
    """
    shutil.rmtree(folder, ignore_errors=True)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _serve(connection: Connection, export: Figure, path: Path) -> None:
    """Write the file, in a folder of its own; end with the process that asked."""
    stand_apart()
    stop = threading.Event()

    def listen() -> None:
        try:
            connection.recv()
        except (EOFError, OSError):
            end_alone(path.parent)
        stop.set()

    threading.Thread(target=listen, daemon=True).start()
    try:
        end = _End(write_export(export, path, RunContext(progress=connection.send, stop=stop)))
    except Exception as error:  # noqa: BLE001 - it is raised again where it was asked for
        end = _End(error=error)
    with suppress(OSError):
        connection.send(end)
