"""The state of a board: its queens with their attack counts, the given queens, and a cut."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .attack_counts import AttackCounts
from .board import Board, IntArray
from .cached import cached_property
from .placement import Placement


@dataclass(frozen=True, eq=False)
class Cut:
    """A subcube cut on its outer board."""

    dropped: IntArray
    """Cells of the queens that the cut removes, shape (k,)."""
    deleted: npt.NDArray[np.bool_]
    """For each axis, which of its layers are cut away. Shape (d, n)."""
    caption: str

    @cached_property
    def outside(self) -> npt.NDArray[np.bool_]:
        """Whether each cell of the outer board is cut away, shape (size,)."""
        return np.asarray(self._count > 0)

    @cached_property
    def core(self) -> npt.NDArray[np.bool_]:
        """Whether each cell is cut away along every axis, one of the k^d cube, shape (size,)."""
        return np.asarray(self._count == len(self.deleted))

    @cached_property
    def _count(self) -> npt.NDArray[np.int8]:
        """Along how many axes each cell is cut away, shape (size,)."""
        count = np.zeros((), dtype=np.int8)
        for layers in self.deleted:
            count = count[..., None] + layers.astype(np.int8)
        return count.ravel()

    def words(self, index: int) -> list[str]:
        """Return what the cut does to one cell, as phrases; none where it is kept."""
        count = int(self._count[index])
        if not count:
            return []
        every = count == len(self.deleted)
        found = ["cut away in every direction" if every else "cut away"]
        return [*found, "its queen dropped"] if index in self.dropped else found


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A board state at one moment, without attack counts."""

    board: Board
    queens: IntArray
    """The cells of the queens, in order. Shape (k,)."""
    givens: tuple[int, ...] = ()
    """The cells of the given queens, in order."""
    cut: Cut | None = None

    @property
    def placement(self) -> Placement:
        """The queens, in the order of their cells."""
        return Placement.from_indices(self.board, self.queens)

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory it takes."""
        return self.queens.nbytes + 32 * len(self.givens)

    def state(self) -> BoardState:
        """Return a new state with these queens."""
        return BoardState(self.placement, self.givens, self.cut)


class BoardState:
    """A board with its queens, some of them given.

    Attack counts are computed when they are first used and kept up to date from then on.
    `givens`: the cells of the given queens, each of which holds a queen.
    `occupied`, shape (size,), bool: whether each cell holds a queen.
    Raises InputError if a queen is off the board.
    """

    def __init__(
        self, placement: Placement, givens: Iterable[int] = (), cut: Cut | None = None
    ) -> None:
        self.board = placement.board
        self.occupied: npt.NDArray[np.bool_] = np.zeros(self.board.size, dtype=np.bool_)
        self.occupied[placement.indices] = True
        self.givens = set(givens)
        self.cut = cut
        self._counts: AttackCounts | None = None

    @property
    def counts(self) -> AttackCounts:
        """The attack counts, to be read only."""
        if self._counts is None:
            self._counts = AttackCounts.of(self.placement)
            self.occupied = self._counts.occupied
        return self._counts

    @property
    def queens(self) -> IntArray:
        """The cells of the queens, in order, shape (k,)."""
        return np.flatnonzero(self.occupied)

    @property
    def placement(self) -> Placement:
        """The queens, in the order of their cells."""
        return Placement.from_indices(self.board, self.queens)

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory it takes."""
        counts = 0 if self._counts is None else self._counts.counts.nbytes
        return self.occupied.nbytes + counts + 64 * len(self.givens)

    def change(
        self,
        place: Collection[int],
        remove: Collection[int],
        lock: Collection[int],
        unlock: Collection[int],
    ) -> None:
        """Change queens and givens, by the indices of their cells, which are not checked."""
        self.givens.difference_update(unlock)
        if self._counts is None:
            self.occupied[list(remove)] = False
            self.occupied[list(place)] = True
        else:
            for index in remove:
                self._counts.remove(index)
            for index in place:
                self._counts.place(index)
        self.givens.update(lock)

    def snapshot(self) -> Snapshot:
        """Return a copy of the queens, the givens and the cut."""
        return Snapshot(self.board, self.queens, tuple(sorted(self.givens)), self.cut)
