"""Join the checkpoints of the shards of one question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from nqviz.core.errors import InputError
from nqviz.run.files import write_whole

from .storage import Storage, read_only
from .task_state import Arrays

MOST_NAMED = 5
"""The most missing shards that are named."""


def merge(files: Sequence[Path], target: Path) -> dict[str, Any]:
    """Write the tasks of all shards into a checkpoint of the whole, and return its header.

    Raises InputError if a file is no checkpoint of a shard, is of another question, version, kind
    of machine or list of tasks than the first one, a shard is missing or there twice, or two shards
    have different results of a task that all of them run.
    """
    with ExitStack() as stack:
        parts = [stack.enter_context(read_only(file)) for file in files]
        _check(files, parts)
        weight = sum(part.header["weight"] for part in parts)
        header = {**parts[0].header, "shard": "", "weight": weight}

        def write(path: Path) -> None:
            with Storage(path, header) as merged:
                for file, part in zip(files, parts, strict=True):
                    _add(merged, part, file)

        write_whole(target, write)
    with Storage(target) as merged:
        return merged.header


def _check(files: Sequence[Path], parts: Sequence[Storage]) -> None:
    """Check that the files are all shards of one question."""
    first = parts[0].header
    seen: dict[int, Path] = {}
    words = {
        "work": "another question",
        "program": "another version of nqviz",
        "machine": "another kind of machine",
        "tasks": "another list of tasks",
        "list": "another list of tasks",
        "question": "another question",
    }
    count = _shard(files[0], first["shard"])[1]
    for file, part in zip(files, parts, strict=True):
        for name, what in words.items():
            if part.header.get(name) != first.get(name):
                raise InputError(f"{file}: this shard is of {what} than {files[0]}")
        number, of = _shard(file, part.header["shard"])
        if of != count:
            raise InputError(f"{file}: a shard of {of}, but {files[0]} is one of {count}")
        if number in seen:
            raise InputError(f"{file}: shard {number} of {count} is in {seen[number]} already")
        seen[number] = file
    missing = [str(number) for number in range(1, count + 1) if number not in seen]
    if missing:
        more = ", ..." if len(missing) > MOST_NAMED else ""
        raise InputError(
            f"{len(missing):,} of {count:,} shards are missing: {', '.join(missing[:MOST_NAMED])}"
            f"{more}"
        )


def _shard(file: Path, text: object) -> tuple[int, int]:
    found = re.fullmatch(r"shard (\d{1,7})/(\d{1,7})", str(text))
    if found is None:
        raise InputError(f"{file}: not the checkpoint of a shard")
    return int(found[1]), int(found[2])


def _add(merged: Storage, part: Storage, file: Path) -> None:
    for name, record in part.records.items():
        if not record.state.done:
            raise InputError(f"{file}: task {name} is not done; run this shard to its end")
        before = merged.records.get(name)
        if before is None:
            merged.put(record)
        elif not _same(before.state.arrays, record.state.arrays):
            raise InputError(f"{file}: task {name} has another result in another shard")
        else:  # each shard has run it
            seconds = before.state.seconds + record.state.seconds
            merged.put(replace(before, state=replace(before.state, seconds=seconds)))
    best = _better(merged.best, part.best)
    if best is None:
        raise InputError(f"{file}: another shard has other results beside the tasks")
    if best is not merged.best:
        merged.put_best(best)


def _same(first: Arrays, second: Arrays) -> bool:
    names = set(first) | set(second)
    return all(
        name in first and name in second and np.array_equal(first[name], second[name])
        for name in names
    )


def _better(first: Arrays, second: Arrays) -> Arrays | None:
    """Return the better of two placements, or the results if they are the same; None else.

    That is the larger one, and of dominating sets the smaller one.
    """
    if not second or _same(first, second):
        return first
    if not first:
        return second
    for name, better in (("queens", max), ("dominating", min)):
        if set(first) == set(second) == {name} and first[name].ndim == 1:
            return better(first, second, key=lambda arrays: len(arrays[name]))
    return None
