"""What a picture of a board shows, apart from how: state in, picture out.

The window, the command line and the tests all describe what they want to see as a `BoardView`; the
scene and the drawings turn it into images. Cells are indices of the board's flat array.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

from .overlay import Overlay


def _no_cells() -> IntArray:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class BoardView:
    """All that can be seen of a board."""

    board: Board
    queens: IntArray = field(default_factory=_no_cells)
    """Cells of the queens, shape (k,)."""
    given: IntArray = field(default_factory=_no_cells)
    """Those of the queens that a completion must keep."""
    suggested: IntArray = field(default_factory=_no_cells)
    """Cells of queens that a solver proposes and that are not on the board yet."""
    free: IntArray | None = None
    """Free cells, to be marked; None to mark none."""
    conflicts: tuple[tuple[int, int], ...] = ()
    """Pairs of cells whose queens attack each other."""
    cursor: int | None = None
    """The cell under the cursor; its attack lines are shown with it."""
    selected: IntArray = field(default_factory=_no_cells)
    """Cells that are selected, with and without queens."""
    overlay: Overlay | None = None
    """Values of the cells, shown by colour."""
    marked: IntArray = field(default_factory=_no_cells)
    """Cells with a small diamond in their corner, whether or not a queen stands there."""
    marked_words: str = ""
    """The meaning of a diamond; empty if it is shown elsewhere."""
    dropped: IntArray = field(default_factory=_no_cells)
    """Cells of queens that a cut throws away, drawn small and crossed."""
    outside: npt.NDArray[np.bool_] | None = None
    """The cells that a cut deletes or where no queen may stand, drawn grey. Shape (size,)."""
    core: npt.NDArray[np.bool_] | None = None
    """Those of them that a cut deletes in every direction, drawn darker. Shape (size,)."""
    clique: IntArray | None = None
    """The cells of one clique of the queen graph, outlined and joined; None without one."""
    rings: bool = False
    """Whether every other ring of a flat square has a tint."""
    cycle: bool = False
    """Whether those cells are an odd cycle instead, given in their order around it."""

    def __post_init__(self) -> None:
        if self.board.blocked:
            blocked = self.board.is_blocked
            outside = blocked if self.outside is None else self.outside | blocked
            object.__setattr__(self, "outside", outside)

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
