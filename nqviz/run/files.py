"""Read files in blocks, within a size limit, and write them atomically."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ELOOP
from pathlib import Path
from typing import BinaryIO

from nqviz.core.errors import InputError, shorten

from .budgets import FILE_BYTES
from .context import RunContext
from .temporary import temporary_file, temporary_folder

_PART = 2**22
_PATIENCE = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds between attempts to replace a file that is in use, as virus scanners do on Windows."""
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_bytes(path: str | Path, pipes: bool = False, run: RunContext | None = None) -> bytes:
    """Return the contents of a file.

    `pipes`: whether pipes and devices are read as well, which may never end.
    Raises InputError ``FILE: reason``, if it cannot be read or is too large.
    """
    name = str(path)
    try:
        with open_file(path, pipes) as stream:
            return read_stream(stream, name, run)
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {reason(error)}") from None
    except InputError:
        raise
    except ValueError:  # a NUL in the name
        raise InputError(f"{name!r}: not the name of a file") from None


def read_short(path: Path, most: int, what: str) -> str:
    """Return the text of a file in UTF-8.

    Raises InputError ``FILE: reason`` if it cannot be read or has more than `most` bytes: then it
    is no `what`.
    """
    try:
        with open_file(path) as stream:
            data = stream.read(most + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {reason(error)}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start + 1} is no UTF-8 text") from None
    if len(data) > most:
        raise InputError(f"{path}: more than {most // 1024} KB are no {what}")
    return text


def read_stream(stream: BinaryIO, name: str, run: RunContext | None = None) -> bytes:
    """Read a stream to its end; raise InputError if it has more than `FILE_BYTES`."""
    parts: list[bytes] = []
    size = 0
    while part := stream.read(_PART):
        parts.append(part)
        size += len(part)
        if size > FILE_BYTES:
            raise InputError(
                f"{name}: the file is too large; at most {FILE_BYTES:,} bytes are read"
            )
        (run or RunContext()).step("reading")
    return b"".join(parts)


def reason(error: OSError) -> str:
    """Return the reason of a system error in a few words, in lower case."""
    return (error.strerror or str(error)).lower()


def open_file(path: str | Path, pipes: bool = False) -> BinaryIO:
    """Open a file to read bytes from it; a pipe or a device only with `pipes`.

    Raises InputError if it is a folder, or a pipe or a device that is not allowed.
    Raises OSError if it cannot be opened.
    """
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"a file is given by its path, not by {shorten(path)}")
    if not str(path):
        raise InputError("the name of the file to read is empty")
    if Path(path).is_dir():
        raise InputError(f"{path}: this is a folder, not a file")
    if pipes:
        return Path(path).open("rb")
    # Opening a pipe would wait until another process writes to it.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = os.fstat(number).st_mode
    if not stat.S_ISREG(kind):
        os.close(number)
        what = next((words for fits, words in _KINDS if fits(kind)), "something else")
        raise InputError(f"{path}: this is {what}, not a file")
    return os.fdopen(number, "rb")


def atomic_write(path: str | Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file atomically: to a temporary file in the same folder, which is then renamed.

    `mode`: the permissions of a new file, which the umask restricts; a file that is there keeps its
    own.
    Raises InputError if it cannot be written; an earlier file is unchanged.
    """

    def write(name: Path) -> None:
        with name.open("wb") as stream:
            stream.write(data)

    write_whole(path, write, mode)


def write_whole(path: str | Path, write: Callable[[Path], None], mode: int = 0o666) -> None:
    """Write a file by a callback to a temporary name in the same folder, and rename it at the end.

    `path`: the file. A device or a pipe is written to as it is.
    `write`: called with the name of the file to write. Its exceptions are passed on after the
    temporary file is removed.
    `mode`: the permissions of a new file, as for `atomic_write`.
    Raises InputError if it cannot be written; an earlier file is unchanged.
    """
    with _errors_named(path):
        target = _target(path)
        if target.exists() and not target.is_file():
            write(target)
            return
        with temporary_file(target.parent, mode) as temporary:
            write(temporary)
            _put_in_place(temporary, target)


def write_in_folder(path: str | Path, write: Callable[[Path], bool]) -> bool:
    """Write a file by a callback in a temporary folder, and keep only that file.

    As `write_whole`, for writers that may be killed: everything else they wrote is removed.

    `path`: the file; not a device.
    `write`: called with the name of the file to write, in a temporary folder; returns whether it
    wrote the file.
    Returns the result of `write`; if it is False, an earlier file is unchanged.
    Raises InputError if it cannot be written; an earlier file is unchanged.
    """
    with _errors_named(path):
        target = _target(path)
        with temporary_folder(target.parent) as folder:
            name = folder / target.name
            written = write(name)
            if written:
                _put_in_place(name, target)
            return written


@contextmanager
def _errors_named(path: str | Path) -> Iterator[None]:
    """Raise errors of the system as `InputError` that name the file."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {reason(error)}") from None
    except ValueError as error:
        if "\0" not in str(path):
            raise
        raise InputError(f"{str(path)!r}: not the name of a file") from error


def _target(path: str | Path) -> Path:
    """Return where a file is written: the end of its links, which nothing protects.

    Raises OSError if it is a folder, a loop of links, or a file that may not be written.
    """
    try:
        target = Path(path).resolve()
    except RuntimeError:  # as Python 3.11 reports a loop
        raise OSError(ELOOP, os.strerror(ELOOP)) from None
    if target.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP))
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    # The system would rename over it: only its folder has to be writable.
    if target.is_file() and not target.stat().st_mode & 0o222:
        raise PermissionError(EACCES, "the file is write-protected")
    return target


def _put_in_place(temporary: Path, target: Path) -> None:
    """Rename a file that is on the disk, with the permissions of the file that it replaces."""
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    with temporary.open("rb+") as stream:
        os.fsync(stream.fileno())
    _replace(temporary, target)
    if hasattr(os, "O_DIRECTORY"):  # else there is no such thing as a folder on the disk
        with suppress(OSError):  # some network file systems refuse it
            folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _replace(temporary: Path, target: Path) -> None:
    """Rename; on Windows again and again for a moment, while another process reads the target."""
    for seconds in _PATIENCE if os.name == "nt" else ():
        try:
            temporary.replace(target)
        except PermissionError:
            time.sleep(seconds)
        else:
            return
    temporary.replace(target)
