"""Compile the kernels of the whole library, so that no test waits for the compiler.

A library with all recorded ones is built beside the code, as in a wheel: the processes that tests
start need no numba then, which takes most of such a start. Where it cannot be built, for lack of a
compiler of C, each kernel is called with a small problem, and numba keeps it.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import compile_kernels
import numpy as np

from nqviz.constructions import construct
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.counting import count_maximum, count_planar
from nqviz.counting.enumerate_full import count_full
from nqviz.counting.layered.search import count_layered_directly
from nqviz.counting.layered.totals import count_layered
from nqviz.problems.beautiful import beautiful
from nqviz.problems.colouring import colour
from nqviz.problems.first import first_placement
from nqviz.problems.rings import distribution
from nqviz_app.application import warm_up_all

ROOT = Path(__file__).resolve().parent.parent


def has_library() -> bool:
    """Return whether a library beside the code has every recorded kernel as it is now."""
    libraries = (ROOT / "nqviz" / "core").glob("_kernels.*")
    compiled = b"".join(path.read_bytes() for path in libraries)
    return all(symbol.encode() in compiled for symbol in compile_kernels.recorded_symbols())


def build_library() -> bool:
    """Build the library unless it is there; return whether it is."""
    if has_library():
        return True
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=ROOT, check=False)
    return has_library()


def call_kernels() -> None:
    """Call each kernel: first those of the window, then those that only a command starts."""
    warm_up_all(threading.Event())
    count_full(Board.cube(5, 3))
    construct(Board.cube(5, 3), "stacked")
    count_layered(Board.cube(3, 3))
    count_layered_directly(Board.cube(3, 3))
    count_planar(Board.cube(4, 2))
    count_maximum(Board.cube(4, 3))
    distribution(Board.cube(4, 2))
    beautiful(Board.cube(8, 2))
    colour(Board.cube(12, 2))
    first_placement(Board.cube(6, 2), engine="lex-dfs")
    along = np.stack([np.arange(5000), np.zeros(5000, dtype=np.int64)], axis=1)
    Placement(Board((5000, 2)), along).is_valid()


if __name__ == "__main__":
    if not build_library():
        call_kernels()
