"""The steps of a theta search in order: what proves at its end, and what a killed one goes on from.

A checkpoint keeps a line for each step. A search that goes on takes the kept branchings and closed
leaves over, in the order in which they were made, and is then where it was, but for the matrices
that the bound starts from.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from ..errors import InputError
from ..proofs import Entries, Leaf
from ..tasks import Checkpoint, Slice
from .base import Findings
from .exhaustive import identity

MOST_STEPS = 2**31


class TreeRecord:
    """The tree so far.

    Parameters
    ----------
    findings : Findings
    path : str, optional
        The checkpoint file.

    Attributes
    ----------
    tree : list of pairs of int
        The steps as `proofs.TreeProof` has them.
    matrices : list of Entries

    Raises
    ------
    InputError
        If the checkpoint cannot be used, or is one of another search.
    """

    def __init__(self, findings: Findings, path: str | None = None) -> None:
        self.tree: list[tuple[int, int]] = []
        self.matrices: list[Entries] = []
        self._findings = findings
        self._checkpoint: Checkpoint | None = None
        self._kept: deque[Slice] = deque()
        self._best = 0
        if path is not None:
            work = identity(findings.question)
            work = {**work, "what": f"{work['what']} by theta bounds", "engine": "theta"}
            self._checkpoint = Checkpoint(path, work, MOST_STEPS)
            self._take_over(self._checkpoint)

    def add(self, kind: Leaf, number: int, entries: Entries | None = None) -> None:
        """Add a step, for a matrix with its entries, and keep it."""
        place = len(self.tree)
        if entries is not None:
            number = len(self.matrices)
            self.matrices.append(entries)
        self.tree.append((kind, number))
        if self._checkpoint is None:
            return
        best = self._findings.best
        if len(best) > self._best:  # leaves were closed for more queens than this placement has
            self._best = len(best)
            self._checkpoint.save_best({"queens": best.indices})
        arrays = {"step": np.array((kind, number))}
        if entries is not None:
            arrays |= {"values": entries.values, "shift": np.array(entries.shift)}
        self._checkpoint.save(place, Slice(True, 0, arrays))

    def next_kept(self) -> tuple[int, int] | None:
        """Take the next step from the checkpoint, None when there is none left."""
        if not self._kept:
            return None
        arrays = self._kept.popleft().arrays
        kind, number = (int(value) for value in arrays["step"])
        if kind == Leaf.MATRIX:
            number = len(self.matrices)
            self.matrices.append(Entries(arrays["values"], int(arrays["shift"])))
        self.tree.append((kind, number))
        return kind, number

    def refuse(self) -> InputError:
        """Give the error for a step from the checkpoint that cannot be."""
        path = None if self._checkpoint is None else self._checkpoint.path
        return InputError(f"{path}: step {len(self.tree)} of the checkpoint does not fit the board")

    def close(self) -> None:
        """Let the checkpoint go."""
        if self._checkpoint is not None:
            self._checkpoint.close()

    def _take_over(self, checkpoint: Checkpoint) -> None:
        if "queens" in checkpoint.best:
            self._findings.offer(checkpoint.best["queens"].astype(np.int64))
        while len(self._kept) in checkpoint.slices:
            self._kept.append(checkpoint.slices[len(self._kept)])
