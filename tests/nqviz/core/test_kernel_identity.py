"""What kernels are found by: never code that is older than what it was made from."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from nqviz.core import jit
from nqviz.core.kernel_identity import fingerprint, kind, signature, symbol

CALLEE = """
from nqviz.core.jit import compiled

FACTOR = 2

@compiled
def scaled(number):
    return FACTOR * number
"""
CALLER = """
from callee import scaled
from nqviz.core.jit import compiled

@compiled
def scaled_ten():
    return scaled(10)

if __name__ == "__main__":
    print(scaled_ten())
"""
CHANGES = [
    ("return FACTOR * number", "return 3 * number"),
    ("FACTOR = 2", "FACTOR = 3"),
]


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_a_kept_kernel_is_not_used_after_what_it_calls_has_changed(
    tmp_path: Path, before: str, after: str
) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    (tmp_path / "caller.py").write_text(CALLER)

    def answer() -> str:
        command = [sys.executable, "-m", "caller"]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    (tmp_path / "callee.py").write_text(CALLEE)
    assert answer() == "20"
    (tmp_path / "callee.py").write_text(CALLEE.replace(before, after))
    assert answer() == "30"


def made(text: str) -> dict[str, object]:
    names: dict[str, object] = {"compiled": jit.compiled, "NamedTuple": NamedTuple}
    exec(text, names)
    return names


FIRST = """
class Pair(NamedTuple):
    one: int
    two: int

TABLE = (1, 2)

@compiled
def inner(number: int) -> int:
    return number + TABLE[0]

@compiled
def outer(pair: Pair) -> int:
    return inner(pair.one)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [("number + ", "number - "), ("(1, 2)", "(2, 2)"), ("one: int\n    two", "two: int\n    one")],
)
def test_a_fingerprint_covers_callees_globals_and_fields(before: str, after: str) -> None:
    def of(text: str) -> str:
        return fingerprint(made(text)["outer"].__wrapped__)  # type: ignore[attr-defined]

    assert of(FIRST) == of(FIRST)
    assert of(FIRST) != of(FIRST.replace(before, after))


def test_types_of_arguments_are_read_or_left_to_numba() -> None:
    fixed = np.zeros((2, 3), dtype=np.uint64)
    fixed.setflags(write=False)
    assert signature((1, True, 2.0, np.int8(1), fixed)) == (
        "int64, bool, float64, int8, readonly uint64[2]"
    )
    across = np.zeros((3, 4)).T
    for odd in (across, 1 << 63, "text", None, np.zeros(2, ">i8")):
        assert signature((odd,)) == ""
    writeable = np.zeros((2, 3), dtype=np.uint64)
    assert len({kind(fixed), kind(writeable), kind(writeable.T), kind(1), kind(1 << 63)}) == 5


def test_a_kernel_of_the_library_is_used_for_the_types_it_was_made_for(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def plus(one: int, two: int) -> int:
        return one + two

    def beside(one: int, two: int) -> int:
        return one - two

    library = ModuleType("library")
    setattr(library, symbol(plus, "int64, int64"), lambda one, two: f"{one} and {two}")
    monkeypatch.setattr(jit, "library", lambda: library)
    assert jit.compiled(plus)(1, 2) == "1 and 2"
    assert jit.compiled(plus)(1.0, 2) == 3.0
    assert jit.compiled(beside)(1, 2) == -1
