"""Record with which types of arguments kernels are called: what compile_kernels.py compiles.

    python packaging/record_kernels.py [pytest arguments]

Runs the tests of the library, or those that are named, and warm_kernels.py, and adds to
kernel_signatures.json what was called. A kernel or a type that is missing there is compiled when
it is called: slower at the first use, and never wrong.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import compile_kernels
import pytest

from nqviz.core import jit
from nqviz.core.kernel_identity import signature

RECORD = Path(__file__).with_name("kernel_signatures.json")
RECORDED = ("tests/nqviz", "tests/guide", "--ignore=tests/nqviz/run/tasks/test_dask.py")
"""A cluster cannot replace its killed workers under this script: its tests would wait for ever."""


class Recorder:
    """Stands before each kernel and notes the types of its arguments."""

    def __init__(self) -> None:
        self.seen: dict[str, set[str]] = {}
        self.unknown: set[str] = set()

    def record(self, kernel: Callable[..., object], arguments: tuple[object, ...]) -> None:
        types = signature(arguments)
        if not kernel.__module__.startswith("nqviz."):
            return
        name = f"{kernel.__module__}:{kernel.__qualname__}"
        if types:
            self.seen.setdefault(name, set()).add(types)
        else:
            self.unknown.add(name)

    def install(self) -> None:
        find = jit._Kernel._built

        def built(kernel: jit._Kernel, arguments: tuple[object, ...]) -> object:
            self.record(kernel, arguments)
            return find(kernel, arguments)

        jit._Kernel._built = built  # type: ignore[method-assign,assignment]

    def save(self) -> None:
        known = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        for name, types in self.seen.items():
            known[name] = sorted({*known.get(name, []), *types})
        known = {name: types for name, types in known.items() if exists(name)}
        RECORD.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")


def exists(name: str) -> bool:
    """Return whether there is still a kernel of this name."""
    try:
        return isinstance(compile_kernels.find(name), jit._Kernel)
    except (ImportError, AttributeError):
        return False


def main(arguments: list[str]) -> int:
    """Record, and return the exit status of the tests."""
    import warm_kernels

    recorder = Recorder()
    recorder.install()
    warm_kernels.call_kernels()
    recorder.save()
    status = pytest.main(arguments or [*RECORDED, "-q"])
    recorder.save()
    for name in sorted(recorder.unknown):
        print(f"{name} was called with an array that is not contiguous, or a type without a name")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
