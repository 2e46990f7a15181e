"""What a checkpoint is bound to: the version of nqviz, the question, the tasks, and the machine.

These are hashed. A file with another hash is refused, and the hash is a part of the checksum of
each record, so that a record cannot come from another file.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from typing import Any

import numpy as np

from nqviz.core.interruption import check_interruption

DIGEST_BYTES = 16


def nqviz_version() -> str:
    """Return the version of nqviz."""
    return str(import_module("nqviz").__version__)


@lru_cache(maxsize=1)
def machine() -> dict[str, object]:
    """Return what saved states depend on: the order of bytes, and the bits of an address."""
    return {"byte order": sys.byteorder, "bits": 64 if sys.maxsize > 2**32 else 32}


@lru_cache(maxsize=1)
def host() -> str:
    """Return facts about this host, for the record of a task, without its name."""
    facts = {
        "program": nqviz_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    return json.dumps(facts, sort_keys=True)


def canonical(value: object) -> str:
    """Return JSON of plain values that is the same wherever it is written."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(*parts: bytes) -> bytes:
    """Return a checksum of some bytes, with their lengths."""
    found = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.digest()


def header_hash(header: Mapping[str, object]) -> str:
    """Return the hash of what a checkpoint is bound to."""
    return digest(canonical(header).encode()).hex()


def list_hash(tasks: Iterable[object]) -> str:
    """Return the hash of a list of tasks: numbers, texts, arrays, and tuples or lists of these.

    Raises TypeError for any other argument of a task.
    """
    found = blake2b(digest_size=DIGEST_BYTES)
    for task in tasks:
        check_interruption()
        _feed(found, task)
    return found.hexdigest()


def _feed(found: Any, value: object) -> None:
    if isinstance(value, np.ndarray):
        found.update(f"array {value.dtype.str} {value.shape} ".encode())
        found.update(np.ascontiguousarray(value).tobytes())
    elif isinstance(value, tuple | list):
        found.update(f"list {len(value)} ".encode())
        for each in value:
            _feed(found, each)
    elif value is None or isinstance(value, int | float | str | np.integer):
        text = repr(value) if isinstance(value, str) else str(value)
        found.update(f"{text} ".encode())
    else:
        raise TypeError(f"a task of {type(value).__name__}")
