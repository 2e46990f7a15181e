"""The steps of a theta search: what proves at its end, and what a killed one goes on from.

The tree grows in branches: that of the root, and one for each queen that is placed. Several
threads may work at once, each at branches of its own. A checkpoint keeps a line for each step. A
search that goes on takes the kept placings and closed leaves of each branch over, in the order in
which they were made, and is then where it was, but for the matrices that the bound starts from.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field

import numpy as np

from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.engines.exhaustive.engine import identity
from nqviz.engines.search_state import SearchState
from nqviz.proofs import Entries, Leaf
from nqviz.run.tasks import Checkpoint, TaskState


@dataclass(frozen=True)
class Step:
    """A step of a branch."""

    kind: Leaf
    number: int = 0
    """As `proofs.TreeProof` has it, but for matrices."""
    matrix: Entries | None = None
    child: Branch | None = None
    """Of a queen that was placed."""


@dataclass
class Branch:
    """A part of the tree below one queen."""

    number: int = 0
    """Of the branch, 0 for the root's."""
    steps: list[Step] = field(default_factory=list)
    """Those made or taken over so far."""
    kept: deque[Step] = field(default_factory=deque)
    """Those that a checkpoint has beyond them."""

    def next_kept(self) -> Step | None:
        """Return the next step of the checkpoint, None if there is none left."""
        if not self.kept:
            return None
        self.steps.append(self.kept.popleft())
        return self.steps[-1]


class TreeRecord:
    """The tree so far.

    `path`: the checkpoint file.
    Raises InputError if the checkpoint cannot be used, or is one of another search.
    """

    def __init__(self, state: SearchState, path: str | None = None) -> None:
        self.root = Branch()
        self._state = state
        self._checkpoint: Checkpoint | None = None
        self._branches = 1
        self._written = 0
        self._best = 0
        self._lock = threading.Lock()
        if path is not None:
            work = identity(state.problem)
            what = f"{work['what']} by theta bounds"
            work = {**work, "what": what, "engine": "theta", "steps": "in branches"}
            self._checkpoint = Checkpoint(path, work)
            with self._checkpoint.reading():
                self._take_over(self._checkpoint)

    def place(self, branch: Branch, cell: int) -> Branch:
        """Add a queen to a branch, on a cell of the board; return the branch below it."""
        with self._lock:
            child = Branch(self._branches)
            self._branches += 1
            self._add(branch, Step(Leaf.PLACE, cell, child=child))
        return child

    def close_leaf(self, branch: Branch, step: Step) -> None:
        """Add what closes a branch."""
        with self._lock:
            self._add(branch, step)

    def proof(self) -> tuple[list[tuple[int, int]], list[Entries]]:
        """Return the steps in the order of a walk through the tree, and the matrices they name."""
        tree: list[tuple[int, int]] = []
        matrices: list[Entries] = []
        stack = [iter(self.root.steps)]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            number = step.number
            if step.matrix is not None:
                number = len(matrices)
                matrices.append(step.matrix)
            tree.append((step.kind, number))
            if step.child is not None:
                stack.append(iter(step.child.steps))
        return tree, matrices

    def refuse(self) -> InputError:
        """Return the error for a step from the checkpoint that cannot be."""
        path = None if self._checkpoint is None else self._checkpoint.path
        return InputError(f"{path}: a step of the checkpoint does not fit the board")

    def close(self) -> None:
        """Close the checkpoint."""
        if self._checkpoint is not None:
            self._checkpoint.close()

    def _add(self, branch: Branch, step: Step) -> None:
        branch.steps.append(step)
        if self._checkpoint is None:
            return
        best = self._state.best
        if len(best) > self._best:  # leaves were closed for more queens than this placement has
            self._best = len(best)
            self._checkpoint.save_best({"queens": best.indices})
        child = 0 if step.child is None else step.child.number
        arrays = {"step": np.array((branch.number, step.kind, step.number, child))}
        if step.matrix is not None:
            arrays |= {"values": step.matrix.values, "shift": np.array(step.matrix.shift)}
        self._checkpoint.save(str(self._written), TaskState(True, 0, arrays))
        self._written += 1

    def _take_over(self, checkpoint: Checkpoint) -> None:
        if "queens" in checkpoint.best:
            self._state.submit_incumbent(checkpoint.best["queens"].astype(np.int64))
        branches = {0: self.root}
        while (part := checkpoint.slices.get(str(self._written))) is not None:
            number, kind, value, below = (int(entry) for entry in part.arrays["step"])
            matrix = child = None
            if kind == Leaf.MATRIX:
                matrix = Entries(part.arrays["values"], int(part.arrays["shift"]))
            elif kind == Leaf.PLACE:
                child = branches[below] = Branch(below)
            if number not in branches or kind not in set(Leaf):
                raise self.refuse()
            branches[number].kept.append(Step(Leaf(kind), value, matrix, child))
            self._written += 1
        if self._written != len(checkpoint.slices):
            raise self.refuse()
        self._branches = max(branches) + 1
        if self._written:
            steps = counted(self._written, "step")
            self._state.premises.append(f"{steps} of the checkpoint {checkpoint.path}")
