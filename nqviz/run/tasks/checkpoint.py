"""Checkpoints: the results of tasks in a file, so that long work can continue after a kill.

A checkpoint is bound by a hash to the version of nqviz, the question, the list of tasks and
the kind of machine, see `binding`; the file is that of `storage`. Text files of versions 1 and 2
are read and become such a file.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nqviz.core.errors import InputError
from nqviz.run.files import open_file, write_whole
from nqviz.run.locks import FileLock

from .binding import machine, nqviz_version
from .checkpoint_text import read_text
from .storage import MAGIC, Record, Storage
from .task_state import DAMAGE, MISFIT, Arrays, TaskState

WAIT_SECONDS = 2.0
"""Seconds to wait for another run, which may be one that was stopped and is about to end."""
SAVE_SECONDS = 20.0
"""Seconds between writes of an unfinished task."""
SEEDS = 2**63
"""The records of a file hold seeds below this number."""
OPEN_ENDED = 2**31
"""The number of tasks that text files have where tasks are added."""


class Checkpoint:
    """A checkpoint file that is read first, if it exists, and then written to.

    `work`: what identifies this work, in JSON types; "what" describes it in words, "seed" is that
    of its random numbers.
    `tasks`: the number of tasks at the start; 0 where they have no list.
    `listed`: the hash of the list of tasks.
    `shard`: the share of the tasks that this file is of: ``2/5``.
    `weight`: of all tasks of this file together.
    `question`: the question as the command line puts it, for `merge`.
    `slices`: the saved tasks by their names.
    `best`: the best result saved beside the tasks, or empty.
    Raises InputError if the file cannot be read or written, is not a checkpoint, is one of other
    work, or is used by another run.
    """

    def __init__(
        self,
        path: str | Path,
        work: Mapping[str, object],
        tasks: int = 0,
        *,
        listed: str = "",
        shard: str = "",
        weight: float = 1.0,
        question: Sequence[str] = (),
    ) -> None:
        self.path = Path(path)
        header = {
            "program": nqviz_version(),
            "machine": machine(),
            "work": dict(work),
            "tasks": tasks,
            "list": listed,
            "shard": shard,
            "weight": weight,
            "question": list(question),
        }
        self._header: dict[str, Any] = json.loads(json.dumps(header))
        self._seed = int(self._header["work"].get("seed", 0))
        if not 0 <= self._seed < SEEDS:
            raise InputError(f"{self.path}: a checkpoint keeps seeds from 0 to 2^63 - 1")
        self._saved: dict[str, float] = {}
        self._lock = FileLock(self.path.with_name(f".{self.path.name}.lock"))
        try:
            if self.path.exists():
                open_file(self.path).close()  # no lock beside a pipe or a device
            self._be_alone()
            self._storage = self._opened()
        except OSError as error:
            self._lock.release()
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"{self.path}: the checkpoint cannot be used: {reason}") from error
        except BaseException:
            self._lock.release()
            raise
        self.slices = {name: each.state for name, each in self._storage.records.items()}

    @property
    def best(self) -> Arrays:
        """The best result saved beside the tasks, or empty."""
        return self._storage.best

    def save(
        self,
        name: str,
        part: TaskState,
        at_once: bool = False,
        weight: float = 1.0,
        left: Mapping[str, tuple[TaskState, float]] | None = None,
    ) -> None:
        """Write the state of a task; of an unfinished one only at intervals, unless `at_once`.

        `left`: the first states of the tasks that it leaves, with their weights.
        """
        now = time.monotonic()
        is_early = now < self._saved.setdefault(name, now) + SAVE_SECONDS
        if not part.done and is_early and not at_once:
            return
        self._saved[name] = now
        self.slices[name] = part
        states = {name: (part, weight), **(left or {})}
        self._storage.put(*(Record(key, *each, seed=self._seed) for key, each in states.items()))

    def save_best(self, arrays: Arrays) -> None:
        """Write the best result beside the tasks."""
        self._storage.put_best(arrays)

    def flush(self, at_once: bool = True) -> None:
        """Make certain that what was saved is kept; with not `at_once` only if it is cheap."""
        self._storage.flush(at_once)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read what was saved: errors mean that it is not of this work.

        Raises InputError if it cannot be understood; the file is closed then.
        """
        try:
            yield
        except InputError:
            self.close()
            raise
        except MISFIT as error:
            self.close()
            what = self._header["work"]["what"]
            raise InputError(f"{self.path}: the checkpoint does not fit {what}") from error

    def close(self) -> None:
        """Close the file, and let other runs use it; a closed one stays so."""
        if self._storage.is_closed:
            return
        try:
            self._storage.close()
        finally:
            self._lock.release()

    def _be_alone(self) -> None:
        """Lock the file against other runs, which would do the same tasks."""
        deadline = time.monotonic() + WAIT_SECONDS
        while not self._lock.acquire():
            if time.monotonic() < deadline:
                time.sleep(0.02)
                continue
            raise InputError(f"{self.path}: another run is using this checkpoint")

    def _opened(self) -> Storage:
        """Return the file, checked, or a new one."""
        # What a journal belongs to was being written; what SQLite takes back may look odd.
        journal = self.path.with_name(f"{self.path.name}-journal")
        if self.path.exists():
            with open_file(self.path) as stream:
                begins = stream.read(len(MAGIC))
                if begins and begins != MAGIC and not journal.exists():
                    stream.seek(0)
                    return self._rewritten(stream)
        storage = Storage(self.path, self._header)
        try:
            self._check(storage.header)
        except BaseException:
            storage.close()
            raise
        return storage

    def _rewritten(self, stream: Any) -> Storage:
        """Replace a text file by one of this version."""
        old = read_text(stream, self.path)
        header = {**self._header, "work": old.work}
        self._check(header)
        try:
            states = old.named()
        except DAMAGE as error:
            raise InputError(f"{self.path}: the checkpoint does not fit its tasks") from error
        if self._header["tasks"] != old.tasks < OPEN_ENDED:
            raise self._other(old.work)

        def write(path: Path) -> None:
            with Storage(path, self._header) as storage:
                for name, part in states.items():
                    storage.put(Record(name, part, seed=self._seed))
                if old.best:
                    storage.put_best(old.best)

        write_whole(self.path, write)
        return Storage(self.path)

    def _check(self, header: Mapping[str, Any]) -> None:
        """Raise InputError unless a header is the one of this work."""
        ours = self._header
        if header.get("work") != ours["work"]:
            raise self._other(header.get("work"))
        if header.get("program") != ours["program"]:
            raise InputError(
                f"{self.path}: this checkpoint is of version {header.get('program')} of"
                f" nqviz, this one is {ours['program']}; go on with that version, or give"
                " another file"
            )
        if header.get("shard") != ours["shard"]:
            theirs, own = (each["shard"] or "all tasks" for each in (header, ours))
            raise InputError(f"{self.path}: this checkpoint is of {theirs}, not of {own}")
        if header.get("list") != ours["list"] or header.get("tasks") != ours["tasks"]:
            raise InputError(f"{self.path}: this checkpoint has other tasks; give another file")
        if header.get("machine") != ours["machine"]:
            raise InputError(
                f"{self.path}: this checkpoint is of another kind of machine; give another file"
            )

    def _other(self, theirs: object) -> InputError:
        ours = self._header["work"]
        other = theirs.get("what") if isinstance(theirs, dict) else None
        same = ", with other settings" if other == ours["what"] else ""
        return InputError(
            f"{self.path}: this checkpoint is of {other or 'other work'}{same}, not of"
            f" {ours['what']}; give another file"
        )
