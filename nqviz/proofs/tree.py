"""Proofs by a tree: a queen is placed, or an orbit of cells is excluded; leaves are closed.

A node has placed queens, remaining cells, and a group of symmetries that keep both. The steps of
a proof, in depth-first order, are pairs of a kind and a number:

- PLACE v: first comes the node with a further queen on v, with the remaining cells that v does not
  attack and the symmetries that keep v. When it is closed, the node continues without the orbit of
  v, because a symmetry maps any set with a cell of the orbit to one with v. From version 3 on, if
  the node has one placed queen u, it continues with one more refuted pair, see below.
- MATRIX m: closed by matrix m. Its entries for remaining cells i < j, in the order of indices,
  are integers e, those of attacking pairs first, with M_ij = e / 2^q for these and 1 + e / 2^q,
  e >= 0, for the others, and M_ii = 1. A set S without attacks has |S|^2 <= 1_S' M 1_S <=
  |S| lambda_max(M), so there are fewer than k queens if k I - M is positive definite (L. Lovasz,
  1979; A. Schrijver, 1979).
- SEARCH c: closed by a search of c nodes; the checker runs its own plain search, often of more.
- FEW: closed because fewer cells remain than queens are needed.

A tree whose leaves are all closed by searches is the task list of an exhaustive search.

Refuted pairs: let u be the first queen, R the cells left when it was placed, G the group of the
root, which keeps R. After PLACE v at the node of u alone no set sought in R has u and v. For it
may have no w that this node excluded before: then u and w are an image of an earlier pair, by
induction in no set sought. So it was among the cells of the node of u and v, which is closed. A
symmetry g of G maps sets in R to sets in R, so none has g(u) and g(v): in the rest of the node of
u and all nodes below it these two cells attack each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.cached import cached_property
from nqviz.formats.entries import typed
from nqviz.run.budgets import MATRIX_CELLS, TREE_CELLS

from .claim import Claim, Mask
from .group import Symmetries, Table
from .plain_search import PlainSearch
from .proof import Array, Flawed, Proof, Steps, integers, read_steps, searched
from .rigour import is_positive_definite

MAX_SHIFT = 24
SLICE, SLICE_WORK = 20_000, 2**28
"""Nodes of a search, and about as many operations on words, between two checks of the clock."""
SPEED = 2e6
"""The approximate number of nodes of a search that take as long as a matrix of 1000 cells."""


class Leaf(IntEnum):
    """The kinds of steps."""

    PLACE = 0
    MATRIX = 1
    SEARCH = 2
    FEW = 3


@dataclass(frozen=True)
class Entries:
    """A matrix in a file: integer multiples of 1 / 2^shift; see the module."""

    values: npt.NDArray[np.signedinteger[Any]]
    shift: int

    def matrix(self, attacks: Mask) -> npt.NDArray[np.float64]:
        """Return M exactly, shape (n, n), float64; `attacks` of the same shape, bool.

        Raises Flawed if the matrix does not have the form required.
        """
        n = len(attacks)
        upper = np.triu(np.ones((n, n), dtype=np.bool_), 1)
        attacking, others = upper & attacks, upper & ~attacks
        count = int(np.count_nonzero(attacking))
        values = integers(self.values, "a matrix", MATRIX_CELLS**2)
        if len(values) != n * (n - 1) // 2:
            raise Flawed(f"a matrix has {len(values)} entries; {n} cells need {n * (n - 1) // 2}")
        if not 0 <= self.shift <= MAX_SHIFT or (np.abs(values) > 2**31).any():
            raise Flawed("an entry of a matrix is out of range")
        if (values[count:] < 0).any():
            raise Flawed("an entry below 1 for cells that do not attack each other")
        m = np.zeros((n, n))
        m[attacking] = values[:count] / 2.0**self.shift
        m[others] = 1.0 + values[count:] / 2.0**self.shift
        m += m.T
        np.fill_diagonal(m, 1.0)
        return m


def encode(m: npt.NDArray[np.float64], attacks: Mask, shift: int) -> Entries:
    """Return a matrix rounded for a file.

    `m`, shape (n, n), float64: symmetric, at least 1 for cells that do not attack each other.
    `attacks`, shape (n, n), bool.
    `shift`: entries become multiples of 1 / 2^shift.
    """
    upper = np.triu(np.ones(m.shape, dtype=np.bool_), 1)
    values = np.concatenate((m[upper & attacks], np.maximum(m[upper & ~attacks] - 1.0, 0.0)))
    rounded = np.rint(values * 2.0**shift)
    largest = float(np.abs(rounded).max(initial=0.0))
    kind = np.int8 if largest < 2**7 else np.int16 if largest < 2**15 else np.int32
    return Entries(rounded.astype(kind), shift)


@dataclass(frozen=True)
class _Node:
    placed: int
    cells: IntArray
    group: Table | None  # that of the root is computed at first use
    below: int = 0
    """The number of cells and images that the nodes below it hold, which are closed later."""
    first: int = -1
    """The first queen."""
    refuted: tuple[int, ...] = ()
    """The cells that no set sought has together with the first queen."""


@dataclass(frozen=True)
class TreeProof(Proof):
    """A tree of branchings and orbits."""

    kind: ClassVar[str] = "tree"

    tree: list[tuple[int, int]]
    """The steps, a `Leaf` and a number each."""
    matrices: list[Entries] = field(default_factory=list)
    symmetries: Symmetries = field(default_factory=Symmetries)
    pairs: bool = False
    """Whether the cells of refuted pairs attack each other."""

    @property
    def version(self) -> int:
        """3 with refuted pairs, which earlier versions do not know."""
        return 3 if self.pairs else 1

    def settings(self) -> dict[str, object]:
        """Return the symmetries and the shifts of the matrices."""
        return {
            **self.symmetries.settings(),
            "shifts": [entries.shift for entries in self.matrices],
            **({"refuted_pairs": True} if self.pairs else {}),
        }

    def arrays(self) -> dict[str, Array]:
        """Return the steps and the matrices.

        ``tree`` of shape (steps, 2), each ``matrix-...`` of shape (entries,).
        """
        steps = np.array(self.tree, dtype=np.int64).reshape(-1, 2)
        return {
            "tree": steps,
            **{f"matrix-{place}": entries.values for place, entries in enumerate(self.matrices)},
        }

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read the steps and the matrices, shapes as of `arrays`."""
        tree = read_steps(arrays["tree"])
        shifts = typed(settings, "shifts", list)
        if not all(type(shift) is int for shift in shifts):
            raise Flawed("a shift of a matrix is not an integer")
        matrices = [Entries(arrays[f"matrix-{place}"], shift) for place, shift in enumerate(shifts)]
        pairs = "refuted_pairs" in settings and typed(settings, "refuted_pairs", bool)
        return cls(claim, tree, matrices, Symmetries.read(settings, claim.board), pairs)

    # Checking ------------------------------------------------------------------------------

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check every step of the tree."""
        claim = self.claim
        _ = claim.attacks  # raises an error for a board too large before all its cells are listed
        stack = [_Node(0, np.flatnonzero(claim.free), None)]
        efforts = np.cumsum([self._effort(*step) for step in self.tree])
        for place, (kind, number) in enumerate(self.tree):
            if not stack:
                raise Flawed("the tree has steps after its end")
            node = stack.pop()
            need = claim.most + 1 - len(claim.givens) - node.placed
            if need <= 0:
                raise Flawed("the tree places more queens than its bound")
            if kind == Leaf.PLACE:
                stack += self._branches(node, number)
            elif kind == Leaf.SEARCH:
                if not (yield from self._search(node, need, over, efforts[place] / efforts[-1])):
                    return False
            else:
                self._check_leaf(node, need, place)
            if over():
                return False
            yield float(efforts[place] / efforts[-1])
        if stack:
            raise Flawed("the tree ends before all nodes are closed")
        return True

    def _check_leaf(self, node: _Node, need: int, place: int) -> None:
        """Check a leaf that is closed without a search, by the step at a place."""
        kind, number = self.tree[place]
        if kind == Leaf.MATRIX:
            self._check_matrix(node, need, number)
        elif kind != Leaf.FEW or len(node.cells) >= need:
            raise Flawed(f"step {place + 1} of the tree closes a node that stays open")

    def _effort(self, kind: int, number: int) -> float:
        """Return the estimated effort of checking a step."""
        if kind == Leaf.SEARCH:
            return 1e-3 + min(max(number, 0), 10**15) / SPEED
        if kind == Leaf.MATRIX and 0 <= number < len(self.matrices):
            return 1e-3 + 2e-9 * len(self.matrices[number].values)
        return 1e-3

    @cached_property
    def _root_group(self) -> Table:
        group = self.symmetries.table(self.claim.board)
        givens = self.claim.givens.indices
        keep = (np.sort(group[:, givens], axis=1) == np.sort(givens)).all(axis=1)
        return np.ascontiguousarray(group[keep])

    def _branches(self, node: _Node, cell: int) -> list[_Node]:
        """Return the node without an orbit, and the node with a queen, which comes first."""
        if not np.isin(cell, node.cells):
            raise Flawed("a queen is placed on a cell that is not free")
        group = self._root_group if node.group is None else node.group
        images = group[:, cell]
        gone, refuted = images, node.refuted
        if self.pairs and node.placed == 1:
            refuted = (*refuted, cell)
            gone = np.append(images, self._partners(node.first, node.first, (cell,)))
        cells = np.setdiff1d(node.cells, gone)
        rest = replace(node, cells=cells, group=group, refuted=refuted)
        below = node.below + len(rest.cells) + group.size
        if below > TREE_CELLS:
            raise Flawed("the open nodes of the tree have too many cells to check")
        apart = ~self.claim.attacks.between(node.cells, np.array(cell)) & (node.cells != cell)
        apart &= ~np.isin(node.cells, self._partners(cell, node.first, node.refuted))
        with_queen = _Node(
            node.placed + 1,
            node.cells[apart],
            group[images == cell],
            below,
            node.first if node.placed else cell,
            node.refuted,
        )
        return [rest, with_queen]

    def _partners(self, cell: int, first: int, refuted: tuple[int, ...]) -> IntArray:
        """Return the cells that are refuted together with a cell, shape (k,).

        `refuted`: the cells refuted together with the first queen.
        """
        if not refuted:
            return np.zeros(0, np.int64)
        ones, others = self._root_group[:, [first]], self._root_group[:, list(refuted)]
        ones = np.broadcast_to(ones, others.shape)
        return np.concatenate((others[ones == cell], ones[others == cell])).astype(np.int64)

    def _attacks(self, cells: IntArray, node: _Node) -> Mask:
        attacks: Mask = self.claim.attacks.between(cells[:, None], cells[None, :])
        if node.refuted:
            places = np.full(self.claim.board.size, -1)
            places[cells] = np.arange(len(cells))
            one = places[self._root_group[:, node.first]]
            for cell in node.refuted:
                other = places[self._root_group[:, cell]]
                kept = (one >= 0) & (other >= 0)
                attacks[one[kept], other[kept]] = attacks[other[kept], one[kept]] = True
        return attacks

    def _check_matrix(self, node: _Node, need: int, number: int) -> None:
        if not 0 <= number < len(self.matrices):
            raise Flawed(f"the tree refers to matrix {number}, which is missing")
        self._look_at_size(node)
        m = self.matrices[number].matrix(self._attacks(node.cells, node))
        np.negative(m, out=m)
        m.flat[:: len(m) + 1] += need
        if not is_positive_definite(m):
            raise Flawed(f"matrix {number} does not bound its {len(m)} cells below {need}")

    @staticmethod
    def _look_at_size(node: _Node) -> None:
        if len(node.cells) > MATRIX_CELLS:
            raise Flawed(f"a leaf of {len(node.cells)} cells is too large to check")

    def _search(self, node: _Node, need: int, over: Callable[[], bool], fraction: float) -> Steps:
        """Search a leaf; return whether it was searched to its end."""
        if len(node.cells) < need:
            return True
        self._look_at_size(node)
        search = PlainSearch(self._attacks(node.cells, node), need)
        slice_ = max(1, min(SLICE, SLICE_WORK // max(1, len(node.cells)) ** 2))
        found = f"a search finds {self.claim.most + 1} queens"
        return (yield from searched(search, slice_, over, float(fraction), found))
