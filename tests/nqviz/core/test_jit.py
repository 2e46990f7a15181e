"""Kernels: functions that are compiled when they are called, and not before."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from nqviz.core.jit import compiled
from nqviz.engines.bits import count_members, list_members


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
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""


@pytest.mark.parametrize("word", [0, 1, 6, 1 << 63, (1 << 64) - 1])
def test_instructions_of_the_processor_are_called_by_kernels(word: int) -> None:
    words = np.array([word, 0, word], dtype=np.uint64)
    members = np.zeros(200, dtype=np.int64)
    count = list_members(words, members)
    assert count == count_members(words) == 2 * word.bit_count()
    bits = [bit for bit in range(64) if word >> bit & 1]
    assert members[:count].tolist() == bits + [128 + bit for bit in bits]
