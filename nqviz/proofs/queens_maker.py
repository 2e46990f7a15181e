"""Make trees of `queens_tree`: searches by the checker's own code, and rounded prices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import replace
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.interruption import Interrupted, check_interruption, interrupted_by
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Contradiction

from .proof import FOUND, NONE, ON, Flawed
from .queens_tree import EARLIER, NodeT, QueensLeaf, QueensTree

SLICE = 50_000
"""Nodes of a search between two checks of the stop flag."""
SHIFTS = (20, 8)
"""Prices are rounded to multiples of one over these powers of 2, the second where it suffices."""
LARGEST = 4000.0
"""The largest price that is used: any number is valid."""

TreeT = TypeVar("TreeT", bound=QueensTree[Any])


class TreeMaker(ABC, Generic[NodeT, TreeT]):
    """Closes the nodes of a proof, one after the other, and writes down the steps.

    `proof`: without steps; they are added to its tree.
    """

    def __init__(self, proof: TreeT, run: RunContext) -> None:
        self.proof = proof
        self._run = run
        self._prices: list[IntArray] = []
        self._price_count = 0

    def made(self) -> TreeT | None:
        """Return the proof; None if the run ends before.

        Raises Contradiction if a placement refutes the claim.
        """
        roots = list(self.proof.roots())
        with suppress(Interrupted), interrupted_by(lambda: self.is_over):
            for i, node in enumerate(roots):
                seconds = self._run.seconds
                self._run.progress(Progress("writing the proof", seconds, fraction=i / len(roots)))
                self.close(node)
            return replace(self.proof, prices=np.concatenate([self.proof.prices, *self._prices]))
        return None

    @abstractmethod
    def close(self, node: NodeT) -> None:
        """Write the steps that close a node."""

    @property
    def is_over(self) -> bool:
        """Whether the run ends."""
        return self._run.ended() is not None

    def place(self, number: int) -> None:
        """Write a queen."""
        self.proof.tree.append((QueensLeaf.PLACE, number))

    def search(self, node: NodeT, most: int, kind: QueensLeaf = QueensLeaf.SEARCH) -> bool:
        """Close a node by the checker's search if it needs no more nodes than these."""
        try:
            search = self.proof.search(node, kind)
        except Flawed:  # more than the checker lists
            return False
        assert search is not None
        end = ON
        while end == ON and search.nodes < most:
            check_interruption()
            end = search.go_on(min(SLICE, most))
        if end == FOUND:
            raise Contradiction(EARLIER)
        if end == NONE:
            self.proof.tree.append((kind, search.nodes))
        return end == NONE

    def remove(self, node: NodeT, exact: npt.NDArray[np.float64], kind: QueensLeaf) -> NodeT:
        """Write rounded prices, shape (prices,), if they remove cells; return what they leave."""
        near = np.clip(exact, -LARGEST, LARGEST)
        fine, coarse = (np.rint(near * 2.0**shift).astype(np.int64) for shift in SHIFTS)
        try:
            left: NodeT = self.proof.priced(node, kind, fine)
        except Flawed:  # more than the checker lists
            return node
        if (left.free == node.free).all():
            return node
        less: NodeT = self.proof.priced(node, kind, coarse)
        is_enough = less.is_closed or not (left.is_closed or (less.free & ~left.free).any())
        self.proof.tree.append((kind, self._price_count))
        self._prices.append(coarse if is_enough else fine)
        self._price_count += len(fine)
        return less if is_enough else left
