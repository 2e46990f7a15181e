"""A board tab: one board with its queens, its undo stack, its file and its overlays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal
from weakref import finalize

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QUndoStack

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import BoardState, Cut
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr
from nqviz.core.placement import Placement
from nqviz.formats.history import History
from nqviz.formats.trace import Trace
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.view.board_overlays import Marks
from nqviz.view.overlay import Overlay
from nqviz.view.palette import Theme
from nqviz.view.view_state import ViewState

from .tab_file import TabFile


@dataclass(frozen=True)
class Finding:
    """How the queens on a board can be completed."""

    # ``possible``: a placement with `value` queens contains them. ``at most``: no placement that
    # contains them has more than `value` queens, and the board alone would allow more.
    kind: Literal["possible", "at most"]
    value: int  # at least 0
    # How the limit is known where it is not certain, in brackets: see
    # `nqviz.run.outcome.how_known`.
    how: str = ""

    @property
    def badge(self) -> str:
        """The words for a badge."""
        if self.kind == "possible":
            return tr("{value} still possible", value=f"{self.value:,}")
        return tr("At most {value} from here", value=f"{self.value:,}")

    def sentence(self, piece: str = "queen") -> str:
        """Return the words for the status bar, with the name of the piece."""
        pieces = counted_tr(self.value, piece)
        if self.kind == "possible":
            return tr("Can still be finished: {pieces} found", pieces=pieces)
        return tr("At most {pieces} from here{how}", pieces=pieces, how=self.how)


@dataclass(frozen=True, eq=False)
class SecondBoard:
    """A drawing of a board with its texts."""

    # Returns the drawing in a theme and a size in pixels.
    draw: Callable[[Theme, tuple[int, int]], Canvas]
    words: str  # what it shows, in one line; empty for no line
    alt_text: str  # what it shows, for screen readers


MAX_CELLS = 4_000_000
"""The largest board that the window shows, in cells; the library goes further."""
MAX_SIDE = 10_000
"""The longest side that it shows."""

_NUMBERS = count()


def window_state(
    placement: Placement, givens: Iterable[int] = (), cut: Cut | None = None
) -> BoardState:
    """Return the state of a board that the window can show, with its attacks counted.

    This takes seconds on large boards: call it in a job then.

    Raises InputError if the board is too large for the window or a queen is off the board.
    """
    check_size(placement.board)
    state = BoardState(placement, givens, cut)
    assert state.counts is not None  # counted here, not when it is first shown
    return state


def check_size(board: Board) -> None:
    """Check that the window can show a board.

    Raises InputError if the board has too many cells or too long a side.
    """
    if board.size > MAX_CELLS:
        raise InputError(
            f"the {board} has {board.size:,} cells; the window shows at most {MAX_CELLS:,}"
        )
    if max(board.shape) > MAX_SIDE:
        raise InputError(
            f"the {board} has a side of {max(board.shape):,} cells; the window shows sides of"
            f" at most {MAX_SIDE:,}"
        )


class BoardTab:
    """All that belongs to one tab of the window; only the document changes it.

    `history`: the history, or a state to begin one with.
    `file`: the file that it was opened from or saved to.
    `name`: the title while there is no file; empty for the name of the board.
    `overlay`: the values shown on the board by colour.
    `is_temporary`: whether changes need not be saved.
    """

    def __init__(
        self,
        history: History | BoardState,
        file: TabFile | None = None,
        name: str = "",
        overlay: Overlay | None = None,
        is_temporary: bool = False,
    ) -> None:
        self.number = next(_NUMBERS)  # unique among the tabs of this run of nqviz
        self.history = History(history) if isinstance(history, BoardState) else history
        self.undo_stack = QUndoStack()  # one command for each step of the history
        # A stack of Qt that is destroyed sends its signals once more, to what may be gone.
        finalize(self, self.undo_stack.blockSignals, True).atexit = False
        if is_temporary:
            self.undo_stack.indexChanged.connect(self.undo_stack.setClean)
        self.file = file
        self.name = name
        # The cells of a whole placement that a solver proposes.
        self.suggestion: IntArray | None = None
        # What the last search found out about the queens that stand.
        self.finding: Finding | None = None
        # The cells of queens that views show in the place of those on the board.
        self.preview: IntArray | None = None
        self.overlay: Overlay | None = overlay
        self.marks: Marks | None = None
        # Array of shape (size,), bool: the cells where no queen may stand.
        self.excluded: npt.NDArray[np.bool_] | None = None
        # Whether the greedy queens of flat boards are marked, whether the costs of cells are shown.
        self.greedy = self.costs = False
        self.search: Trace | None = None  # the progress of the last search on this board
        # How often marks or excluded cells have been changed, or a search has ended.
        self.revision = 0
        self.cursor: int | None = None  # the cell under the cursor
        self.selection: frozenset[int] = frozenset()  # the selected cells
        self.view: ViewState | None = None  # how the board is seen; None before it is first shown
        self.marks_cells = False  # whether a click marks a cell in place of placing a queen
        self.second_board: SecondBoard | None = None  # the board that is drawn beside this one
        self.waiting: list[Callable[[], object]] = []  # to be called when the tab is shown again

    @property
    def file(self) -> TabFile | None:
        """The file of this document; None after a step to another board, which is a new one."""
        return self._file if self._document == self.history.document else None

    @file.setter
    def file(self, file: TabFile | None) -> None:
        self._file, self._document = file, self.history.document

    @property
    def state(self) -> BoardState:
        return self.history.state

    @property
    def is_untouched(self) -> bool:
        """Whether there is no file, no step, no search and no overlay."""
        overlays = (self.suggestion, self.overlay, self.marks, self.excluded, self.search)
        is_new = self._file is None and not len(self.history)
        return is_new and all(each is None for each in overlays)

    @property
    def is_saved(self) -> bool:
        """Whether nothing has changed since the last save."""
        return self.undo_stack.isClean()

    @property
    def title(self) -> str:
        """The name of the file; before there is one, the name of the tab or of the board."""
        return self.file.path.name if self.file else self.name or self.state.board.translated()

    def restart(self, state: BoardState) -> None:
        """Begin a new history with a board state."""
        self.history = History(state)
        self.undo_stack.clear()

    def clear_overlays(self, old: Board) -> None:
        """Remove what belongs to the queens before, and to another board what belonged to it.

        Where other cells are blocked than on the old board, marks, cursor and selection stay.
        """
        board = self.state.board
        self.suggestion = self.search = self.finding = self.preview = None
        if board != old:
            self.overlay = None
        if board.without_blocked() != old.without_blocked():
            self.marks = self.excluded = None
            self.cursor, self.selection = None, frozenset()

    def follow_view(self, view: ViewState, old: Board) -> None:
        """Show the board like an old one, which had this view."""
        board = self.state.board
        if board.shape == old.shape:
            self.view = view.on(board)
        else:
            self.begin_view(view)

    def begin_view(self, view: ViewState) -> None:
        """Show a board of another shape than that of a view: the first cube if it has queens."""
        board = self.state.board
        view = view.on_other_shape(board)
        fixed = view.dims.fixed
        queens = board.cells(self.state.placement.indices)
        shown = [queens[:, axis] == value for axis, value in fixed.items()]
        if fixed and len(queens) and not np.logical_and.reduce(shown).any():
            view = replace(view, dims=view.dims.follow(queens[0].tolist()))
        self.view = view
