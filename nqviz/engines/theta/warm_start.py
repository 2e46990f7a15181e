"""Warm starts of theta bounds as arrays: what a task hands to the tasks that it leaves to others.

A bound that starts from the matrices of the node above takes less than half the steps. They are
rounded to 16 bits, always, so that a task makes the same tree in this process, in another one and
from a file.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.engines.bits import unpack
from nqviz.run.tasks import Arrays, TaskRunner

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
        """Return them as arrays of the state of a finished task that left k nodes.

        ``starts``, shape (m,): all triangles; ``start sizes``, shape (k,): the entries of each
        node; ``start scales``, shape (k, 2).
        """
        return {
            "starts": np.concatenate([np.zeros(0, np.float16), *self._triangles]),
            "start sizes": np.array([len(each) for each in self._triangles], dtype=np.int64),
            "start scales": np.array(self._scales, dtype=np.float64).reshape(-1, 2),
        }


def start_of(arrays: Arrays, number: int, cells: int) -> dict[str, npt.NDArray[Any]]:
    """Return the warm start of a node that a finished task left, as arrays of its first state.

    `number`: the place of the node among those that were left.
    `cells`: the number of its cells.
    Returns ``start``, shape (m,), and ``start scale``, shape (2,).
    Raises ValueError, KeyError or IndexError if the arrays do not fit.
    """
    sizes = arrays["start sizes"]
    begin, size = int(sizes[:number].sum()), int(sizes[number])
    values, scale = arrays["starts"][begin : begin + size], arrays["start scales"][number]
    if len(values) not in (0, cells * (cells + 1)) or scale.shape != (2,) or not (scale > 0).all():
        raise ValueError(f"the start of a bound on {cells} cells does not fit")
    return {"start": values, "start scale": scale}


def handed_down(runner: TaskRunner, index: int) -> dict[str, npt.NDArray[Any]]:
    """Return the warm start that a task has from the task that left it, if that has one.

    Names and shapes are those of `start_of`.
    Raises InputError if that task is one of a checkpoint, and does not fit.
    """
    parent, _, number = runner.names[index].rpartition(".")
    left = runner.slices[runner.names.index(parent)].arrays if parent else {}
    if "starts" not in left:
        return {}
    node: Any = runner.tasks[index]
    with runner.reading():
        return start_of(left, int(number), len(unpack(node.cells)))


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
