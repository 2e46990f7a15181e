"""A board tab: one board with its queens, its undo stack, its file and its overlays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QUndoStack

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.trace import Trace
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

MAX_CELLS = 4_000_000
"""The largest board that the window shows, in cells; the library goes further."""
MAX_SIDE = 10_000
"""The longest side that it shows."""

_NUMBERS = count()


@dataclass(frozen=True, eq=False)
class Cut:
    """A subcube cut on its outer board.

    Attributes
    ----------
    dropped : array of shape (k,)
        Cells of the queens that the cut throws away.
    deleted : array of shape (d, n), bool
        For each axis, which of its layers are cut away.
    caption : str
    """

    dropped: IntArray
    deleted: npt.NDArray[np.bool_]
    caption: str

    @cached_property
    def outside(self) -> npt.NDArray[np.bool_]:
        """Whether each cell of the outer board is cut away, shape (size,)."""
        return np.asarray(self._count > 0)

    @cached_property
    def core(self) -> npt.NDArray[np.bool_]:
        """Whether each cell is cut away in every direction, one of the k^d cube, shape (size,)."""
        return np.asarray(self._count == len(self.deleted))

    @cached_property
    def _count(self) -> npt.NDArray[np.int8]:
        """In how many directions each cell is cut away, shape (size,)."""
        count = np.zeros((), dtype=np.int8)
        for layers in self.deleted:
            count = count[..., None] + layers.astype(np.int8)
        return count.ravel()

    def words(self, index: int) -> list[str]:
        """Return what it does to one cell."""
        count = int(self._count[index])
        if not count:
            return []
        every = count == len(self.deleted)
        found = ["cut away in every direction" if every else "cut away"]
        return [*found, "its queen dropped"] if index in self.dropped else found


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What a state was at one moment, to be written to a file."""

    board: Board
    queens: IntArray
    givens: tuple[int, ...] = ()
    cut: Cut | None = None

    def state(self) -> State:
        """Make a state of it again."""
        return State.of(Placement.from_indices(self.board, self.queens), self.givens, self.cut)


@dataclass(eq=False)
class State:
    """A board with its queens; undo goes back to a whole state by keeping it."""

    counts: AttackCounts
    givens: set[int] = field(default_factory=set)
    cut: Cut | None = None

    @classmethod
    def of(cls, placement: Placement, givens: Iterable[int] = (), cut: Cut | None = None) -> State:
        """Count the attacks of a placement; for large boards do it in a job.

        Raises
        ------
        InputError
            If the board is too large for the window or a queen is off the board.
        """
        board = placement.board
        if board.size > MAX_CELLS:
            raise InputError(
                f"the {board} has {board.size:,} cells; the window shows at most {MAX_CELLS:,}"
            )
        if max(board.shape) > MAX_SIDE:
            raise InputError(
                f"the {board} has a side of {max(board.shape):,} cells; the window shows sides of"
                f" at most {MAX_SIDE:,}"
            )
        return cls(AttackCounts.of(placement), set(givens), cut)

    @property
    def queens(self) -> IntArray:
        """The cells of the queens, in order."""
        return np.flatnonzero(self.counts.occupied)

    def edit(self, place: list[int], remove: list[int], lock: list[int], unlock: list[int]) -> None:
        """Change queens and givens."""
        self.givens.difference_update(unlock)
        for index in remove:
            self.counts.remove(index)
        for index in place:
            self.counts.place(index)
        self.givens.update(lock)

    def snapshot(self) -> Snapshot:
        """Take note of what it is now."""
        return Snapshot(self.counts.board, self.queens, tuple(sorted(self.givens)), self.cut)


@dataclass(frozen=True, eq=False)
class Marks:
    """What is marked on the board beside its queens.

    Attributes
    ----------
    cells : array of shape (k,)
        Cells that get a diamond.
    caption : str
        What a diamond says of its cell.
    is_kept : bool
        Whether session files keep it; they do not keep what shows how a search goes on.
    """

    cells: IntArray
    caption: str
    is_kept: bool = True


class BoardTab:
    """All that belongs to one tab of the window.

    Attributes
    ----------
    number : int
        Unique among the tabs of this run of the program.
    state : State
    start : Snapshot
        What the state was before the first command.
    undo_stack : QUndoStack
        Holds the commands that made the state; the document pushes them.
    path : Path, optional
        The file that it was opened from or saved to.
    name : str
        What it is called while it has no file; empty for the name of its board.
    suggestion : array, optional
        The cells of a whole placement that a solver proposes.
    overlay : Overlay, optional
    marks : Marks, optional
    excluded : array of shape (size,), bool, optional
        The cells where no queen may stand.
    greedy, costs : bool
        Whether the greedy queens of flat boards are marked, whether their costs are laid over them.
    search : Trace, optional
        How the last search on this board came to its answer, or how far it is.
    revision : int
        How often what is marked or excluded has been changed, or a search has ended.
    cursor : int, optional
        The cell under the cursor.
    selection : frozenset of int
        The selected cells.
    view : ViewState, optional
        How it is seen; None before it is first looked at.
    waiting : list of callables
        What is to be done when it is looked at again.
    """

    def __init__(self, state: State, path: Path | None = None) -> None:
        self.number = next(_NUMBERS)
        self.state = state
        self.start = state.snapshot()
        self.undo_stack = QUndoStack()
        self.path = path
        self.name = ""
        self.suggestion: IntArray | None = None
        self.overlay: Overlay | None = None
        self._marks: Marks | None = None
        self._excluded: npt.NDArray[np.bool_] | None = None
        self.greedy = self.costs = False
        self.search: Trace | None = None
        self.revision = 0
        self.cursor: int | None = None
        self.selection: frozenset[int] = frozenset()
        self.view: ViewState | None = None
        self.waiting: list[Callable[[], object]] = []

    @property
    def marks(self) -> Marks | None:
        """What is marked beside the queens."""
        return self._marks

    @marks.setter
    def marks(self, marks: Marks | None) -> None:
        self._marks = marks
        self.revision += 1

    @property
    def excluded(self) -> npt.NDArray[np.bool_] | None:
        """The cells where no queen may stand."""
        return self._excluded

    @excluded.setter
    def excluded(self, excluded: npt.NDArray[np.bool_] | None) -> None:
        self._excluded = excluded
        self.revision += 1

    @property
    def is_untouched(self) -> bool:
        """Whether it is in no file, and nobody has changed it, searched it or laid anything on."""
        laid = (self.suggestion, self.overlay, self.marks, self.excluded, self.search)
        untold = self.path is None and self.undo_stack.count() == 0
        return untold and all(each is None for each in laid)

    def start_anew(self) -> None:
        """Let what stands now be the start, with no history before it."""
        self.undo_stack.clear()
        self.start = self.state.snapshot()

    @property
    def title(self) -> str:
        """The name of the file; before it has one its own name, or that of its board."""
        return self.path.name if self.path else self.name or str(self.state.counts.board)
