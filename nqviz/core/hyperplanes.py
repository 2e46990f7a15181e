"""Hyperplanes of attack: which of them two cells of a torus share, without a list of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]


def residues(directions: _Integers, shape: Sequence[int]) -> Iterator[_Integers]:
    """Return for each direction e the sum(e_i x_i) mod n of every cell, shape (size,)."""
    everything = np.indices(shape).reshape(len(shape), -1)
    return (vector @ everything % min(shape) for vector in directions)


def shared_hyperplanes(side: int, d: int) -> npt.NDArray[np.int32]:
    """Return how many hyperplanes of attack contain both the first cell and each cell.

    A hyperplane of direction e contains a cell x and the first cell if sum(e_i x_i) = 0 mod n.
    The number of such e is a sum over axes, one at a time, of the numbers for each residue; on a
    board of n^d cells this takes d n^d steps, and a list of the directions 3^d n^d.
    `side`, `d`: the side n of the board, and its dimension.
    Returns shape (n,) * d, int32: the first entry is the number of all directions.
    """
    if side == 1 or d == 1:  # each hyperplane is one cell
        return np.zeros((side,) * d, np.int32)
    entries = (-1, 0, 1) if side > 2 else (0, 1)  # modulo 2 forward and back are the same
    ways = np.zeros((1, side), np.int64)
    ways[0, 0] = 1
    residue = np.arange(side)
    for axis in range(d):
        last = axis == d - 1  # of the last axis the residue 0 alone is needed
        wanted = residue[:1] if last else residue
        steps = np.array(entries)[:, None, None] * residue[:, None]
        ways = ways[:, (wanted - steps) % side].sum(axis=1).reshape(-1, len(wanted))
    pairs = 2 if side > 2 else 1  # e and -e are one direction; e = 0 is none
    return ((ways - 1) // pairs).astype(np.int32).reshape((side,) * d)
