"""Where the bytes of a file come from: read in parts, within a limit, and so that it can end."""

from __future__ import annotations

import os
import stat
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError
from ..work import Progress, ProgressCallback, Stopwatch, ignore_progress

MAX_BYTES = 2**27
"""The largest file that is read; a full placement on the (37,5)-board needs 50 million bytes."""

_PART = 2**22
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True)
class Watch:
    """Who looks on while a file is read: a callback for progress, and a stop flag."""

    progress: ProgressCallback = ignore_progress
    stop: threading.Event | None = None
    _since: Stopwatch = field(default_factory=Stopwatch)

    def step(self, activity: str, fraction: float | None = None) -> None:
        """Tell how far it is.

        Raises
        ------
        InputError
            If the user has stopped it.
        """
        if self.stop is not None and self.stop.is_set():
            raise InputError("stopped before its end")
        self.progress(Progress(activity, self._since.seconds, fraction=fraction))


def read_bytes(path: str | Path, pipes: bool = False, watch: Watch | None = None) -> bytes:
    """Read a file whole.

    Parameters
    ----------
    path : str or Path
    pipes : bool
        Whether pipes and devices are read as well, which may take for ever.
    watch : Watch, optional

    Raises
    ------
    InputError
        ``FILE: reason``, if it cannot be read or is too large.
    """
    name = str(path)
    try:
        with _opened(path, pipes) as stream:
            return read_stream(stream, name, watch)
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {reason(error)}") from None
    except InputError:
        raise
    except ValueError:  # a NUL in the name
        raise InputError(f"{name!r}: this is not a name of a file") from None


def read_stream(stream: BinaryIO, name: str, watch: Watch | None = None) -> bytes:
    """Read a stream to its end, at most `MAX_BYTES`."""
    parts: list[bytes] = []
    size = 0
    while part := stream.read(_PART):
        parts.append(part)
        size += len(part)
        if size > MAX_BYTES:
            raise InputError(f"{name}: the file is too large; at most {MAX_BYTES:,} bytes are read")
        (watch or Watch()).step("reading")
    return b"".join(parts)


def reason(error: OSError) -> str:
    """Say in a few words why the system refuses."""
    return (error.strerror or str(error)).lower()


def _opened(path: str | Path, pipes: bool) -> BinaryIO:
    if not str(path):
        raise InputError("the name of the file to read is empty")
    if Path(path).is_dir():
        raise InputError(f"{path}: this is a folder, not a file")
    if pipes:
        return Path(path).open("rb")
    # Whoever opens a pipe would wait for somebody to write into it.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = os.fstat(number).st_mode
    if not stat.S_ISREG(kind):
        os.close(number)
        what = next((words for fits, words in _KINDS if fits(kind)), "something else")
        raise InputError(f"{path}: this is {what}, not a file")
    return os.fdopen(number, "rb")
