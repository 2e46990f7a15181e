"""What a picture of a board shows, apart from how: state in, picture out.

The window, the command line and the tests all describe what they want to see as a `BoardView`; the
scene and the drawings turn it into images. Cells are indices of the board's flat array.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

from .overlay import Overlay


def _no_cells() -> IntArray:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class BoardView:
    """All that can be seen of a board.

    Attributes
    ----------
    board : Board
    queens : array of shape (k,)
        Cells of the queens.
    given : array
        Those of the queens that a completion must keep.
    suggested : array
        Cells of queens that a solver proposes and that are not on the board yet.
    free : array, optional
        Free cells, to be marked; None to mark none.
    conflicts : tuple of (int, int)
        Pairs of cells whose queens attack each other.
    cursor : int, optional
        The cell under the cursor; its attack lines are shown with it.
    selected : array
        Cells that are selected, with and without queens.
    overlay : Overlay, optional
        Values of the cells, shown by colour.
    marked : array
        Cells with a small diamond in their corner, whether or not a queen stands there.
    marked_words : str
        What a diamond says of its cell; empty if that is known from elsewhere.
    dropped : array
        Cells of queens that a cut throws away, drawn small and crossed.
    outside : array of shape (size,), bool, optional
        The cells that a cut deletes or where no queen may stand, drawn grey.
    core : array of shape (size,), bool, optional
        Those of them that a cut deletes in every direction, drawn darker.
    clique : array, optional
        The cells of one clique of the queen graph, outlined and joined; None without one.
    rings : bool
        Whether every other ring of a flat square has a tint.
    cycle : bool
        Whether those cells are an odd cycle instead, given in their order around it.
    """

    board: Board
    queens: IntArray = field(default_factory=_no_cells)
    given: IntArray = field(default_factory=_no_cells)
    suggested: IntArray = field(default_factory=_no_cells)
    free: IntArray | None = None
    conflicts: tuple[tuple[int, int], ...] = ()
    cursor: int | None = None
    selected: IntArray = field(default_factory=_no_cells)
    overlay: Overlay | None = None
    marked: IntArray = field(default_factory=_no_cells)
    marked_words: str = ""
    dropped: IntArray = field(default_factory=_no_cells)
    outside: npt.NDArray[np.bool_] | None = None
    core: npt.NDArray[np.bool_] | None = None
    clique: IntArray | None = None
    rings: bool = False
    cycle: bool = False

    @property
    def cycle_pairs(self) -> IntArray:
        """The pairs of cells that follow each other in the odd cycle, shape (k, 2)."""
        if self.clique is None or not self.cycle:
            return np.zeros((0, 2), dtype=np.int64)
        return np.stack((self.clique, np.roll(self.clique, -1)), axis=1)

    @classmethod
    def of(
        cls, placement: Placement, *, free: bool = False, conflict_limit: int = 2000
    ) -> BoardView:
        """Picture a placement with its conflicts and, if asked for, its free cells."""
        counts = AttackCounts.of(placement)
        return cls(
            placement.board,
            queens=np.flatnonzero(counts.occupied),
            free=counts.free_cells() if free else None,
            conflicts=tuple(counts.conflict_pairs(conflict_limit)),
        )
