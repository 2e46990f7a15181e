"""Warm starts of theta bounds as arrays: what a task hands to the tasks that it leaves to others.

A bound that starts from the matrices of the node above takes less than half the steps. They are
rounded to 16 bits, always, so that a task makes the same tree in this process, in another one and
from a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from nqviz.engines.bits import unpack
from nqviz.run.tasks import START, Arrays, TaskRunner, TaskState

from .bound import Relaxation

Triangles: TypeAlias = npt.NDArray[np.float16]
MATRICES, SCALE = f"{START}matrices", f"{START}scale"
BY_CELLS, BY_BOUND = 8, 0.7
"""How the time of a node grows with its cells, as a power, and with its bound, exponentially.

Fitted to the tasks of the count of (10,3).
"""
LEAST_RATE = 1e-4
LARGEST = 6e4
"""The largest value that is kept; 16 bits hold little more."""


def triangles(relaxation: Relaxation) -> Triangles:
    """Return the lower triangles of the matrices of a relaxation; nothing where it is of no use.

    Shape (n (n + 1),) for n cells: those of n times the primal one, then those of the slack.
    """
    if not relaxation.is_usable:
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
        scale = (relaxation.sigma, relaxation.estimate) if relaxation.is_usable else (1.0, np.inf)
        self._scales.append(scale)

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


def durations(part: TaskState, cells: Sequence[int]) -> npt.NDArray[np.float64]:
    """Return estimates of how long the nodes take that a task left, in any unit; shape (nodes,).

    A node takes the longer the more its bound is above the need, which all of them share.
    `cells`: the numbers of cells of the nodes.
    """
    bounds = part.arrays["start scales"][:, 1] if "start scales" in part.arrays else np.zeros(0)
    sizes: npt.NDArray[np.float64] = np.array(cells, dtype=np.float64) ** BY_CELLS
    if len(bounds) != len(sizes) or not np.isfinite(bounds).all():
        return sizes
    rates = np.exp(BY_BOUND * (bounds - bounds.max(initial=0.0)))
    weights: npt.NDArray[np.float64] = sizes * np.maximum(rates, LEAST_RATE)
    return weights


def starts_of(part: TaskState) -> tuple[TaskState, list[Arrays]]:
    """Return a finished task without the warm starts of the nodes it left, and that of each.

    They are arrays of the first state of a task: ``start: matrices``, shape (m,), and ``start:
    scale``, shape (2,). A task of a file has none left: each node has its own there.
    Raises KeyError if the arrays are not those of a task.
    """
    arrays = dict(part.arrays)
    if "starts" not in arrays:
        return part, []
    values, sizes = arrays.pop("starts"), arrays.pop("start sizes")
    scales = arrays["start scales"]  # they stay: `durations` needs them
    each = np.split(values, np.cumsum(sizes)[:-1]) if len(sizes) else []
    pairs = zip(each, scales, strict=True)
    return replace(part, arrays=arrays), [{MATRICES: m, SCALE: scale} for m, scale in pairs]


def handed_down(runner: TaskRunner, index: int) -> Arrays:
    """Return the warm start of a task, if it has one, see `starts_of`.

    Raises InputError if it is one of a checkpoint, and does not fit.
    """
    start, node = runner.starts.get(index, {}), cast(Any, runner.tasks[index])
    with runner.reading():
        check_start(start, len(unpack(node.cells)) if start else 0)
    return start


def check_start(start: Arrays, cells: int) -> None:
    """Raise ValueError or KeyError if a warm start is not one for a node of some cells."""
    if not start:
        return
    values, scale = start[MATRICES], start[SCALE]
    is_whole = values.shape in ((0,), (cells * (cells + 1),))
    if not is_whole or scale.shape != (2,) or not (scale > 0).all():
        raise ValueError(f"the start of a bound on {cells} cells does not fit")


def started(attacks: npt.NDArray[np.bool_], arrays: Arrays) -> Relaxation:
    """Return the relaxation that a task starts from: a warm one if its first state has one.

    `attacks`, shape (n, n): which of the cells of its node attack each other.
    """
    relaxation = Relaxation.cold(attacks)
    n, values = len(attacks), arrays.get(MATRICES)
    if values is None or not len(values):
        return relaxation
    primal, slack = values.astype(np.float32).reshape(2, -1)
    relaxation.x, relaxation.s = _symmetric(primal / np.float32(n), n), _symmetric(slack, n)
    relaxation.sigma, relaxation.estimate = arrays[SCALE].tolist()
    return relaxation


def _symmetric(lower: npt.NDArray[np.float32], n: int) -> npt.NDArray[np.float32]:
    """Return the matrix with a lower triangle, shape (n, n)."""
    matrix = np.zeros((n, n), np.float32)
    matrix[np.tri(n, dtype=np.bool_)] = lower
    return matrix + np.tril(matrix, -1).T
