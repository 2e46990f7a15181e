"""The steps of a history as rows of a list: each with its name and its cells."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, Qt

from nqviz.core.board import Board
from nqviz.core.language import counted_tr, tr
from nqviz.core.notation import square_text
from nqviz.core.pieces import worded
from nqviz.formats.history import Edit, History, Step

from ...document.step_texts import step_text
from ...widgets.row_list import AnyIndex

MOST_CELLS = 6
"""The most cells of a step that are named."""
_NO_BREAK = "\u00a0"
CELLS = Qt.ItemDataRole.UserRole


class Steps(QAbstractListModel):
    """The state that was opened, and a row for each step; the row is the position after it.

    The display text is the name of a step, `CELLS` what it does to which cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self._history: History | None = None
        self._steps: tuple[Step, ...] = ()  # as listed: the history may have gone on since
        self._boards: list[Board] = []
        self._key: tuple[int, ...] = ()

    def show_history(self, history: History) -> None:
        """Show the steps of a history; rows stay as they are while no step is added or dropped."""
        key = (id(history), history.revision, len(history))
        if key == self._key:
            return
        self.beginResetModel()
        self._key, self._history = key, history
        self._steps, self._start = history.steps, history.start
        self._boards = [history.start.board]
        for step in self._steps:
            same = isinstance(step, Edit)
            self._boards.append(self._boards[-1] if same else step.snapshot.board)  # type: ignore[union-attr]
        self.endResetModel()

    @property
    def position(self) -> int:
        """The row of the state that is on the board."""
        return 0 if self._history is None else self._history.position

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return len(self._boards)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        row, roles = index.row(), Qt.ItemDataRole
        if self._history is None or not 0 <= row < len(self._boards):
            return None
        board = self._boards[row]
        if row == 0:
            name = tr("As opened")
            cells = _state(board, len(self._start.queens))
        else:
            step = self._steps[row - 1]
            name, cells = worded(step_text(step.text), board.piece), describe(step, board)
        if role == roles.DisplayRole:
            return name
        if role == CELLS:
            return cells
        if role == roles.AccessibleTextRole:
            state = tr(" (now on the board)") if row == self.position else ""
            return tr(
                "Step {row}: {name}{state}. {cells}", row=row, name=name, state=state, cells=cells
            )
        return None


def describe(step: Step, board: Board) -> str:
    """Return what a step does to which cells, in one line; empty where its name says it.

    `board`: the board after the step.
    """
    if not isinstance(step, Edit):
        return _state(board, len(step.snapshot.queens))
    changes = (
        ("+", step.place),
        ("−", step.remove),
        (tr("lock"), step.lock),
        (tr("unlock"), step.unlock),
    )
    parts = [(sign, _cells(cells, board)) for sign, cells in changes if cells]
    if len(parts) == 1:
        [(sign, cells)] = parts
        if cells.replace(_NO_BREAK, " ") in step.text:
            return ""
        return f"{sign} {cells}" if len(sign) == 1 else cells
    return "   ".join(f"{sign} {cells}" for sign, cells in parts)


def _state(board: Board, queens: int) -> str:
    return tr("{board}, {queens}", board=board, queens=counted_tr(queens, board.piece))


def _cells(cells: Sequence[int], board: Board) -> str:
    names = [square_text(board.cell(index)) for index in sorted(cells)[:MOST_CELLS]]
    more = len(cells) - len(names)
    named = " ".join(name.replace(" ", _NO_BREAK) for name in names)
    return named + (tr(" and {more} more", more=f"{more:,}") if more else "")
