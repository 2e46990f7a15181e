"""Locks between processes: files that the system unlocks when a process ends, also by a kill."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path

_BUSY = (EACCES, EAGAIN, EDEADLK)
_PLACE = 2**30
"""The byte that is locked on Windows: far behind the contents, which others may read."""


class FileLock:
    """A lock on a file, which is made for it and removed at the end.

    `path`: the lock file; its contents are the business of the holder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number: int | None = None

    def acquire(self) -> bool:
        """Lock the file if nobody holds it, and return whether that was possible.

        Raises OSError if the file cannot be made.
        """
        while self._number is None:
            number = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            try:
                _lock(number)
                if _is_at(number, self.path):  # else its holder has removed it meanwhile
                    self._number = number
                    return True
            except OSError as error:
                os.close(number)
                if error.errno in _BUSY:
                    return False
                raise
            os.close(number)
        return True

    def write(self, text: str) -> None:
        """Write the contents of the file while it is locked."""
        assert self._number is not None
        os.write(self._number, text.encode(errors="surrogateescape"))

    def fileno(self) -> int:
        """Return the descriptor of the file while it is locked."""
        assert self._number is not None
        return self._number

    def release(self, *, keep: bool = False) -> None:
        """Unlock the file, and remove it unless it is kept."""
        number, self._number = self._number, None
        if number is None:
            return
        if sys.platform == "win32":  # where an open file cannot be removed
            os.close(number)
        if not keep:
            with suppress(OSError):
                self.path.unlink()
        if sys.platform != "win32":
            os.close(number)

    __del__ = release


def _is_at(number: int, path: Path) -> bool:
    """Return whether an open file is the one that has this name."""
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        os.lseek(number, _PLACE, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        os.lseek(number, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
