"""The file of a checkpoint: an SQLite database of a header, a best result, and a record a task.

Each record has a checksum over all of its fields and the hash of the header, and the header row has
the exclusive or of all checksums: a record that was changed, removed or taken from another file
refuses the whole file. The journal is a file beside it that SQLite removes, so that a file on a
network drive is as safe as one of this machine, and a process that is killed leaves no torn file.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from nqviz.core.errors import InputError
from nqviz.run.budgets import CHECKPOINT_LINE_BYTES

from .binding import DIGEST_BYTES, canonical, digest, header_hash, host
from .task_state import DAMAGE, Arrays, TaskState, packed, unpacked

MAGIC = b"SQLite format 3\0"
APPLICATION = 0x6E717669
"""Marks a database as a checkpoint."""
VERSION = 3
BUSY_SECONDS = 10.0
"""Seconds to wait for a reader of the file."""
SHARE = 0.01
"""The share of the time that is spent on writing while tasks end faster than they can be written;
then several are written together."""

_TABLES = {
    "about": "CREATE TABLE about (header TEXT, hash TEXT, tally BLOB)",
    "best": "CREATE TABLE best (arrays BLOB, digest BLOB)",
    "task": "CREATE TABLE task (name TEXT PRIMARY KEY, done INTEGER, nodes INTEGER, arrays BLOB,"
    " seconds REAL, weight REAL, host TEXT, at REAL, seed INTEGER, digest BLOB) WITHOUT ROWID",
}
_FIELDS = "name, done, nodes, arrays, seconds, weight, host, at, seed, digest"


@dataclass(frozen=True)
class Record:
    """A task in a file.

    `weight`: its share of the whole, in the unit of the run.
    `host`, `at`: facts about the host with the version of nqviz, and the time in seconds.
    `seed`: of its random numbers, 0 to 2^63 - 1; 0 for tasks without any.
    """

    name: str
    state: TaskState
    weight: float = 1.0
    host: str = field(default_factory=host)
    at: float = field(default_factory=time.time)
    seed: int = 0

    def row(self, key: str) -> tuple[Any, ...]:
        """Return the row of the table, with its checksum; `key` is the hash of the header."""
        part = self.state
        values = (self.name, int(part.done), part.nodes, packed(part.arrays), part.seconds)
        row = (*values, self.weight, self.host, self.at, self.seed)
        return (*row, _checksum(key, row))


def _checksum(key: str, row: tuple[Any, ...]) -> bytes:
    plain = [value for value in row if not isinstance(value, bytes)]
    blobs = [value for value in row if isinstance(value, bytes)]
    return digest(key.encode(), canonical(plain).encode(), *blobs)


class Storage:
    """An open file.

    `header`: begins a file that is new or empty with this header; without it there has to be a
    file.
    `read_only`: whether nothing is written, also no journal.
    Raises InputError if the file is no checkpoint, damaged, or cannot be read or written.
    """

    def __init__(
        self, path: Path, header: dict[str, Any] | None = None, read_only: bool = False
    ) -> None:
        self.path = path
        self.records: dict[str, Record] = {}
        self.best: Arrays = {}
        self._digests: dict[str, bytes] = {}
        self._tally = bytes(DIGEST_BYTES)
        self._committed = self._tally
        self._waiting: dict[str, Record] = {}
        """What was put since the last flush: of a task the last record alone is written."""
        self._pending = False
        self._next = 0.0
        self._lock = threading.RLock()
        self.is_closed = False
        with self._errors():
            name = f"{path.resolve().as_uri()}{'?mode=ro' if read_only else ''}"
            self._file = sqlite3.connect(
                name, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
            )
        try:
            with self._errors():
                self._prepare()
                if header is not None and self._is_empty():
                    self._begin(header)
                else:
                    self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def put(self, *records: Record) -> None:
        """Take records, all or none of which are written; they are kept after `flush`."""
        if self.is_closed:
            return  # by a thread that has not noticed yet that its run has ended
        with self._lock:
            for record in records:
                self.records[record.name] = self._waiting[record.name] = record

    def put_best(self, arrays: Arrays) -> None:
        """Write the best result beside the tasks."""
        data = packed(arrays)
        with self._lock:
            self.best = arrays
            row = data, _checksum(self.key, (data,))
            self._write("", row, "INSERT INTO best VALUES", True)
            self.flush(at_once=False)

    def _write(self, name: str, row: tuple[Any, ...], insert: str, is_best: bool) -> None:
        if self.is_closed:
            return  # by a thread that has not noticed yet that its run has ended
        with self._errors():
            if not self._pending:
                self._open_transaction()
            if is_best:
                self._file.execute("DELETE FROM best")
            self._file.execute(f"{insert} ({', '.join('?' * len(row))})", row)
        before = self._digests.get(name, bytes(DIGEST_BYTES))
        self._digests[name] = row[-1]
        self._tally = _xor(self._tally, before, row[-1])

    def flush(self, at_once: bool = True) -> None:
        """Make certain that what was put is kept; with not `at_once` only if it is cheap."""
        with self._lock:
            now = time.monotonic()
            is_kept = not self._waiting and not self._pending
            if is_kept or (not at_once and now < self._next):
                return
            waiting, self._waiting = self._waiting, {}
            for name, record in waiting.items():
                row = record.row(self.key)
                self._write(name, row, "INSERT OR REPLACE INTO task VALUES", False)
            with self._errors():
                self._file.execute("UPDATE about SET tally = ?", (self._tally,))
                self._file.execute("COMMIT")
            self._pending, self._committed = False, self._tally
            self._next = now + (time.monotonic() - now) / SHARE

    def close(self) -> None:
        """Write what is left, and close the file."""
        with self._lock:
            if self.is_closed:
                return
            try:
                self.flush()
            finally:
                self.is_closed = True
                self._file.close()

    def _open_transaction(self) -> None:
        """Begin to write, unless another process has written since the file was read."""
        self._file.execute("BEGIN IMMEDIATE")
        self._pending = True
        if self._file.execute("SELECT tally FROM about").fetchall() != [(self._committed,)]:
            self._file.execute("ROLLBACK")
            self._pending = False
            raise InputError(f"{self.path}: another run has written to this checkpoint")

    def _prepare(self) -> None:
        """Trust nothing that a file defines itself."""
        file = self._file
        file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, CHECKPOINT_LINE_BYTES)
        file.text_factory = lambda data: data.decode(errors="surrogateescape")
        for pragma in ("trusted_schema = 0", "cell_size_check = 1", "mmap_size = 0"):
            file.execute(f"PRAGMA {pragma}")

    def _is_empty(self) -> bool:
        """Return whether the file is new, or its first run was killed while it was made.

        SQLite takes back first what such a run had begun to write.
        """
        (pages,) = self._file.execute("PRAGMA page_count").fetchone()
        return bool(pages == 0)

    def _begin(self, header: dict[str, Any]) -> None:
        self.header = header
        self.key = header_hash(header)
        file = self._file
        file.execute("BEGIN IMMEDIATE")
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute(f"PRAGMA user_version = {VERSION}")
        for statement in _TABLES.values():
            file.execute(statement)
        row = (canonical(header), self.key, self._tally)
        file.execute("INSERT INTO about VALUES (?, ?, ?)", row)
        file.execute("COMMIT")

    def _read(self) -> None:
        self._check_format()
        file = self._file
        if [text for (text,) in file.execute("PRAGMA quick_check")] != ["ok"]:
            raise self._damaged("its pages do not fit together")
        rows = file.execute("SELECT header, hash, tally FROM about").fetchall()
        try:
            ((text, self.key, tally),) = rows
            self.header = json.loads(text)
            is_right = header_hash(self.header) == self.key and isinstance(self.header, dict)
        except (TypeError, ValueError, RecursionError) as error:
            raise self._damaged("its header cannot be read") from error
        if not is_right:
            raise self._damaged("the checksum of its header does not match")
        for row in file.execute(f"SELECT {_FIELDS} FROM task"):
            self._take(row)
        for row in file.execute("SELECT arrays, digest FROM best"):
            self._take_best(row)
        if self._tally != tally:
            raise self._damaged("records are missing")
        self._committed = tally

    def _check_format(self) -> None:
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise InputError(f"{self.path}: not a checkpoint; the file is unchanged")
        if version != VERSION:
            raise InputError(
                f"{self.path}: a checkpoint of version {version}; nqviz reads versions 1 to"
                f" {VERSION}"
            )
        found = dict(self._file.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))
        if found != _TABLES:
            raise self._damaged("it has other tables than a checkpoint")

    def _take(self, row: tuple[Any, ...]) -> None:
        name, done, nodes, data, seconds, weight, host, at, seed, check = row
        self._count(str(name), check, row[:-1], f"task {name!r:.40}")
        with self._readable(f"task {name!r:.40}"):
            state = TaskState(bool(done), nodes, unpacked(data), seconds)
            self.records[name] = Record(name, state, weight, host, at, seed)

    def _take_best(self, row: tuple[Any, ...]) -> None:
        data, check = row
        self._count("", check, (data,), "its best result")
        with self._readable("its best result"):
            self.best = unpacked(data)

    def _count(self, name: str, check: bytes, row: tuple[Any, ...], what: str) -> None:
        """Check a row, and add its checksum to those of the others."""
        if check != _checksum(self.key, row):
            raise self._damaged(f"the checksum of {what} does not match")
        self._digests[name] = check
        self._tally = _xor(self._tally, check)

    @contextmanager
    def _readable(self, what: str) -> Iterator[None]:
        try:
            yield
        except DAMAGE as error:
            raise self._damaged(f"{what} cannot be read") from error

    def _damaged(self, why: str) -> InputError:
        return InputError(f"{self.path}: the checkpoint is damaged: {why}; the file is unchanged")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise InputError(f"{self.path}: the checkpoint cannot be used: {error}") from error
        except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as error:
            raise self._damaged(f"{error}") from error


def _xor(*digests: bytes) -> bytes:
    value = 0
    for each in digests:
        value ^= int.from_bytes(each, "little")
    return value.to_bytes(DIGEST_BYTES, "little")


@contextmanager
def read_only(path: Path) -> Iterator[Storage]:
    """Open a file to read it, also while a run writes to it, and one whose run was killed.

    Raises InputError without a file, and see `Storage`.
    """
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    journal = path.with_name(f"{path.name}-journal")
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        with suppress(FileNotFoundError):  # SQLite would repair the file first: repair a copy
            shutil.copyfile(journal, Path(folder) / journal.name)
            shutil.copyfile(path, copy)
        with Storage(copy if copy.exists() else path, read_only=not copy.exists()) as storage:
            yield storage
