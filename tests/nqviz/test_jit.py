"""Kernels: functions that are compiled when they are called, and not before."""

import copy
import pickle
import subprocess
import sys

import pytest

from nqviz.jit import compiled


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


def test_kernels_are_made_without_the_compiler() -> None:
    code = "import sys, nqviz.attacks; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
