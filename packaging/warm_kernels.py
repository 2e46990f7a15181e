"""Compile the kernels of the whole library, so that no test waits for the compiler.

First those of the window, by its own warm-up; then those of counts, constructions and searches
that only a task or a command starts. Each is called with a small problem.
"""

from __future__ import annotations

import threading

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


def main() -> None:
    """Compile all."""
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
    main()
