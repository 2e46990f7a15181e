"""Kernels: functions that are compiled when they are called, and not before."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nqviz.core.jit import compiled
from nqviz.engines.bits import count_members, list_members
from tests.process import run_process


@compiled
def doubled(number: int) -> int:
    """Double a number."""
    return 2 * number


@compiled
def doubled_twice(number: int) -> int:
    """Double a number twice."""
    return doubled(doubled(number))


def test_a_kernel_looks_like_its_function_and_calls_others() -> None:
    assert (doubled.__name__, doubled.__doc__) == ("doubled", "Double a number.")
    assert doubled_twice(5) == 20


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_a_kernel_travels_by_its_name(copied) -> None:  # type: ignore[no-untyped-def]
    assert copied(doubled) is doubled


def test_kernels_and_programs_are_defined_without_what_is_long_to_load() -> None:
    code = (
        "import sys, nqviz.problems.first, nqviz.problems.beautiful, nqviz.problems.rings;"
        "import nqviz.counting, nqviz.constructions;"
        "heavy = {'numba', 'scipy.sparse', 'scipy.linalg', 'scipy.optimize'};"
        "sys.exit(','.join(heavy & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code]
    done = run_process(command)
    assert done.stderr.strip() == ""


PROGRAM = """
from nqviz.core.jit import compiled

@compiled
def tripled(number):
    return 3 * number

if __name__ == "__main__":
    print(tripled(4))
"""


@pytest.mark.parametrize("fault", ["no folder", "full disk", "damaged"])
def test_kernels_work_where_their_cache_does_not(tmp_path: Path, fault: str) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(PROGRAM)
    lines = []
    if fault == "no folder":  # also for a user who may write everywhere
        lines = [
            "from numba.core import caching",
            "caching.CacheImpl._locator_classes = []",
        ]
    elif fault == "full disk":
        lines = [
            "from numba.core import caching",
            "def full(*_): raise OSError(28, 'No space left on device')",
            "caching.IndexDataCacheFile._open_for_write = full",
        ]
    else:
        command, environment = run_with(cache, program)
        subprocess.run(command, env=environment, check=True, capture_output=True)
        kept = list(cache.rglob("*.nb*"))
        assert kept
        for file in kept:
            file.write_bytes(b"damaged")
    lines += ["import runpy", f"runpy.run_path({str(program)!r}, None, '__main__')"]
    command, environment = run_with(cache, "-c", "\n".join(lines))
    done = run_process(command, env=environment)
    assert (done.stdout, done.returncode) == ("12\n", 0), done.stderr


def run_with(cache: Path, *arguments: str | Path) -> tuple[list[str | Path], dict[str, str]]:
    """Return a command of Python and its environment, with a folder for kernels."""
    return [sys.executable, *arguments], {**os.environ, "NUMBA_CACHE_DIR": str(cache)}


@pytest.mark.parametrize("word", [0, 1, 6, 1 << 63, (1 << 64) - 1])
def test_instructions_of_the_processor_are_called_by_kernels(word: int) -> None:
    words = np.array([word, 0, word], dtype=np.uint64)
    members = np.zeros(200, dtype=np.int64)
    count = list_members(words, members)
    assert count == count_members(words) == 2 * word.bit_count()
    bits = [bit for bit in range(64) if word >> bit & 1]
    assert members[:count].tolist() == bits + [128 + bit for bit in bits]
