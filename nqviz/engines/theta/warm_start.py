"""Warm starts of theta bounds as arrays: what a task hands to the tasks that it leaves to others.

A bound that starts from the matrices of the node above takes less than half the steps. They are
rounded to 16 bits, always, so that a task makes the same tree in this process, in another one and
from a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.run.tasks import Arrays

from .bound import Relaxation

Triangles: TypeAlias = npt.NDArray[np.float16]
LARGEST = 6e4
"""The largest value that is kept; 16 bits hold little more."""


def triangles(relaxation: Relaxation) -> Triangles:
    """Return the lower triangles of the matrices of a relaxation; nothing where it has no bound.

    Shape (n (n + 1),) for n cells: those of n times the primal one, then those of the slack.
    """
    if not np.isfinite(relaxation.estimate):
        return np.zeros(0, np.float16)
    n = len(relaxation.x)
    lower = np.tri(n, dtype=np.bool_)
    both = np.concatenate((n * relaxation.x[lower], relaxation.s[lower]))
    return np.clip(both, -LARGEST, LARGEST).astype(np.float16)


class WarmStarts:
    """The warm starts of the nodes that a task leaves to others, in their order."""

    def __init__(self) -> None:
        self._triangles: list[Triangles] = []
        self._scales: list[tuple[float, float]] = []

    def add(self, relaxation: Relaxation) -> None:
        """Add the start of one more node."""
        self._triangles.append(triangles(relaxation))
        self._scales.append((relaxation.sigma, relaxation.estimate))

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return them as arrays of the state of a finished task."""
        return {
            "starts": np.concatenate([np.zeros(0, np.float16), *self._triangles]),
            "start sizes": np.array([len(each) for each in self._triangles], dtype=np.int64),
            "start scales": np.array(self._scales, dtype=np.float64).reshape(-1, 2),
        }


def check_starts(arrays: Arrays, cells: Sequence[int]) -> None:
    """Check that a finished task has the warm starts of the nodes that it left.

    `cells`: the number of cells of each of these nodes.
    Raises ValueError or KeyError if it has others.
    """
    sizes = arrays["start sizes"].tolist()
    fits = len(sizes) == len(cells) and all(
        size in (0, n * (n + 1)) for size, n in zip(sizes, cells, strict=True)
    )
    scales = np.asarray(arrays["start scales"], dtype=np.float64)
    if not fits or arrays["starts"].shape != (sum(sizes),) or scales.shape != (len(cells), 2):
        raise ValueError("the starts of bounds do not fit the nodes")
    if not (scales > 0).all():
        raise ValueError("a start of a bound has no scale")


def start_of(arrays: Arrays, number: int) -> dict[str, npt.NDArray[Any]]:
    """Return the warm start of a node that a finished task left, as arrays of its first state.

    `number`: the place of the node among those that were left.
    """
    ends = np.cumsum(arrays["start sizes"])
    begin = int(ends[number] - arrays["start sizes"][number])
    return {
        "start": arrays["starts"][begin : int(ends[number])],
        "start scale": arrays["start scales"][number],
    }


def started(attacks: npt.NDArray[np.bool_], arrays: Arrays) -> Relaxation:
    """Return the relaxation that a task starts from: a warm one if its first state has one.

    `attacks`, shape (n, n): which of the cells of its node attack each other.
    """
    relaxation = Relaxation.cold(attacks)
    n, values = len(attacks), arrays.get("start")
    if values is None or not len(values):
        return relaxation
    primal, slack = values.astype(np.float32).reshape(2, -1)
    relaxation.x, relaxation.s = _symmetric(primal / np.float32(n), n), _symmetric(slack, n)
    relaxation.sigma, relaxation.estimate = arrays["start scale"].tolist()
    return relaxation


def _symmetric(lower: npt.NDArray[np.float32], n: int) -> npt.NDArray[np.float32]:
    """Return the matrix with a lower triangle, shape (n, n)."""
    matrix = np.zeros((n, n), np.float32)
    matrix[np.tri(n, dtype=np.bool_)] = lower
    return matrix + np.tril(matrix, -1).T
