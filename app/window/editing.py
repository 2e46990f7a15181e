"""Editing of several queens: selecting, moving, copying, pasting, and the symmetries of a board.

Each action is one step that can be undone by its name. What cannot be done is said in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenuBar, QWidget

from nqviz.core.board import IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Symmetry
from nqviz.formats import format_placement, is_code, parse_placement
from nqviz.view.arrangement import Arrangement

from ..dialogs.select_dialog import SelectDialog
from ..document.document import Document
from ..document.step_texts import step_text
from .symmetry_menu import SymmetryMenu

CLIPBOARD = "the clipboard"
NONE_SELECTED = tr_later(
    "No queen is selected: draw a box around some in the layers, or select all."
)
OTHER_BOARD = tr_later(
    "Not pasted: the clipboard holds queens of {pasted} coordinates; the board has {board}."
)


class Editing(QObject):
    """The actions of the Edit and Symmetry menus that work on many queens.

    `window`: whose dialogs these are.
    `arrangement`: gives how the layers are shown now: the keys move queens as they are seen there.
    `open_code`: opens a placement code.
    """

    def __init__(
        self,
        window: QWidget,
        document: Document,
        arrangement: Callable[[], Arrangement],
        open_code: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._open_code = open_code
        self._window, self._document, self._arrangement = window, document, arrangement

    # Selecting -------------------------------------------------------------------------------

    def select_all(self) -> None:
        queens = self._queens().tolist()
        self._document.set_selection(queens)
        self._report(tr_later("{queens} selected."), queens=self._shown(len(queens)))

    def select_none(self) -> None:
        self._document.set_selection(())

    def select_by_rule(self) -> None:
        """Ask for a rule and select the queens that it names."""
        SelectDialog(self._document, self._window).open()

    def _queens(self) -> IntArray:
        return np.flatnonzero(self._document.counts.occupied)

    def _selected_queens(self) -> IntArray:
        cells = np.array(sorted(self._document.selection), dtype=np.int64)
        return cells[self._document.counts.occupied[cells]]

    def _required(self) -> IntArray:
        """Return the selected queens; where there are none, say so."""
        cells = self._selected_queens()
        if not len(cells):
            self._report(NONE_SELECTED)
        return cells

    def _report(self, text: str, **values: object) -> None:
        """Report a text about queens, which is given in English."""
        self._document.report(tr_piece(text, self._document.board.piece, **values))

    def _counted(self, count: int) -> str:
        """Return a number of queens for the name of a step, which is stored in English."""
        return counted(count, self._document.board.piece)

    def _shown(self, count: int) -> str:
        """Return a number of queens in the language of texts."""
        return counted_tr(count, self._document.board.piece)

    # Deleting and locking --------------------------------------------------------------------

    def delete(self) -> None:
        """Remove the selected queens but the given ones."""
        cells = self._required().tolist()
        gone = [cell for cell in cells if not self._document.is_given(cell)]
        if gone:
            self._document.edit(f"Delete {self._counted(len(gone))}", remove=gone)
        if len(gone) < len(cells):
            kept = self._shown(len(cells) - len(gone))
            self._report(tr_later("{queens} given and not deleted: unlock first."), queens=kept)

    def lock(self) -> None:
        """Make the selected queens given ones."""
        self._set_given(True, tr_later("The selected queens are given already."))

    def unlock(self) -> None:
        self._set_given(False, tr_later("None of the selected queens is given."))

    def _set_given(self, given: bool, refusal: str) -> None:
        verb = "lock" if given else "unlock"
        cells = self._required().tolist()
        changed = [cell for cell in cells if self._document.is_given(cell) != given]
        if changed:
            text = f"{verb.capitalize()} {self._counted(len(changed))}"
            self._document.edit(text, **{verb: changed})
        elif cells:
            self._report(refusal)

    # The clipboard ---------------------------------------------------------------------------

    def copy(self) -> None:
        """Put the selected queens, or all of them, on the clipboard as text."""
        selected = self._selected_queens()
        cells = selected if len(selected) else self._queens()
        if not len(cells):
            self._report(tr_later("There is no queen to copy."))
            return
        placement = Placement.from_indices(self._document.board, cells)
        QApplication.clipboard().setText(format_placement(placement))
        self._report(tr_later("{queens} copied."), queens=self._shown(len(cells)))

    def paste(self) -> None:
        """Add the queens of the clipboard at their coordinates, as far as there is room.

        A placement code opens in a tab of its own.
        """
        board = self._document.board
        text = QApplication.clipboard().text()
        if not text.strip():
            self._report(tr_later("The clipboard holds no text."))
            return
        if is_code(text):
            self._open_code("".join(text.split()))
            return
        try:
            try:  # for this board if they fit it, else for whatever board they name
                pasted = parse_placement(text, CLIPBOARD, board).placement
            except InputError:
                pasted = parse_placement(text, CLIPBOARD).placement
        except InputError as error:
            self._report(tr_later("Not pasted: {error}."), error=error)
            return
        if pasted.board.d != board.d:
            self._report(OTHER_BOARD, pasted=pasted.board.d, board=board.d)
            return
        inside = pasted.cells[board.contains(pasted.cells)]
        indices = board.indices(inside)
        is_open = ~board.is_blocked[indices]
        free = indices[is_open & ~self._document.counts.occupied[indices]].tolist()
        blocked = len(inside) - int(is_open.sum())
        if free:
            self._document.edit(f"Paste {self._counted(len(free))}", place=free)
            self._document.set_selection(free)
        reasons = (
            (len(pasted) - len(inside), tr("off the board")),
            (blocked, tr("on blocked cells")),
            (len(inside) - blocked - len(free), tr("where one stands already")),
        )
        refused = ", ".join(f"{self._shown(count)} {why}" for count, why in reasons if count)
        text = tr_later("{queens} pasted.")
        if refused:
            text = tr_later("{queens} pasted; not pasted: {refused}.")
        self._report(text, queens=self._shown(len(free)), refused=refused)

    # Moving the selected ---------------------------------------------------------------------

    def move_along(self, place: int, step: int) -> None:
        """Move along the axis that the layers show across (0), up (1), or from one to another."""
        shown = self._arrangement().shown[:2]
        others = [axis for axis in range(self._document.board.d) if axis not in shown]
        axes = [*shown, *others] if len(shown) == 2 else [*shown]
        if place >= len(axes):
            text = tr_later("The {board} has no such direction to move along.")
            self._report(text, board=self._document.board)
        else:
            self.move(axes[place], step)

    def move(self, axis: int, step: int) -> None:
        """Move the selected queens by one cell along an axis; all of them, or none."""
        document, board = self._document, self._document.board
        old = self._required()
        if not len(old):
            return
        target = board.cells(old)
        target[:, axis] += step
        if axis in board.shift_axes:
            target[:, axis] %= board.shape[axis]
        reason = self._obstacle(old, target, f"x{axis + 1}")
        if reason:
            self._report(reason)
            return
        new = board.indices(target)
        before, after = set(old.tolist()), set(new.tolist())
        sign = "+" if step > 0 else "−"
        document.edit(
            f"Move {self._counted(len(old))} along {sign}x{axis + 1}",
            place=after - before,
            remove=before - after,
        )
        document.set_selection(after)

    def _obstacle(self, old: IntArray, target: IntArray, axis: str) -> str | None:
        """Return why queens cannot move, by the first of them that cannot."""
        document, board = self._document, self._document.board
        moving, piece = set(old.tolist()), board.piece
        inside = board.contains(target)
        for index, cell, fits in zip(old.tolist(), target.tolist(), inside.tolist(), strict=True):
            other = board.index(cell) if fits else -1
            if document.is_given(index):
                reason = tr_later("The queen on {cell} is given: unlock it first to move it.")
            elif not fits:
                reason = tr_later(
                    "Not moved: the queen on {cell} would leave the board along {axis}."
                )
            elif board.is_blocked[other]:
                reason = tr_later("Not moved: the queen on {cell} would stand on a blocked cell.")
            elif document.is_queen(other) and other not in moving:
                reason = tr_later("Not moved: the queen on {cell} meets the one on {other}.")
            else:
                continue
            where, there = coordinate_text(board.cell(index)), coordinate_text(cell)
            return tr_piece(reason, piece, cell=where, axis=axis, other=there)
        return None

    # The whole placement ---------------------------------------------------------------------

    def reverse(self, axis: int) -> None:
        self._apply(f"Reverse x{axis + 1}", {}, reversed_axis=axis)

    def swap(self, first: int, second: int) -> None:
        self._apply(f"Swap x{first + 1} and x{second + 1}", {first: second, second: first})

    def quarter_turn(self, first: int, second: int) -> None:
        """Turn so that the positive half of the first axis comes to that of the second."""
        text = f"Quarter turn from x{first + 1} to x{second + 1}"
        self._apply(text, {first: second, second: first}, reversed_axis=first)

    def _apply(self, text: str, swapped: dict[int, int], reversed_axis: int = -1) -> None:
        board = self._document.board
        axes = tuple(swapped.get(axis, axis) for axis in range(board.d))
        flags = tuple(axis == reversed_axis for axis in range(board.d))
        try:
            symmetry = Symmetry(board, axes, flags)
        except InputError as error:
            self._refuse(tr_later("{step} is not possible: {error}."), text, error=error)
        else:
            self.apply(text, symmetry)

    def _refuse(self, why: str, text: str, **values: object) -> None:
        """Say why a step, named by a text in English, is not taken."""
        self._report(why, step=step_text(text), **values)

    def apply(self, text: str, symmetry: Symmetry) -> None:
        """Map every queen by a symmetry; one of another board changes nothing."""
        if symmetry.board != self._document.board:
            why = tr_later("{step} is of the {board}, which is not shown any more.")
            self._refuse(why, text, board=symmetry.board)
        else:
            self._map_all(text, symmetry.indices)

    def translate(self, axis: int) -> None:
        """Move every queen by one along an axis, from the last layer to the first."""
        board = self._document.board
        step = np.eye(board.d, dtype=np.int64)[axis]

        def image(indices: IntArray) -> IntArray:
            return board.indices((board.cells(indices) + step) % board.shape)

        self._map_all(f"Translate cyclically along x{axis + 1}", image)

    def _map_all(self, text: str, image: Callable[[IntArray], IntArray]) -> None:
        """Map every queen, given and selected ones as such, in one step."""
        document = self._document
        if document.cut is not None:
            self._refuse(
                tr_later("{step} is not possible while a cut is shown: load it without its cut."),
                text,
            )
            return
        before, givens = frozenset(self._queens().tolist()), document.givens
        after, given_after = _mapped(before, image), _mapped(givens, image)
        selected = _mapped(document.selection, image)
        if (before, givens) == (after, given_after):
            self._refuse(tr_later("{step} changes nothing: the placement is its own image."), text)
            return
        document.edit(
            text,
            place=after - before,
            remove=before - after,
            lock=given_after - givens,
            unlock=givens - given_after,
        )
        document.set_selection(selected)

    # The menu that depends on the board ------------------------------------------------------

    def add_menu(self, bar: QMenuBar) -> None:
        """Add the Symmetry menu behind the Edit menu."""
        self._symmetries = SymmetryMenu(self, self._document, bar)

    def board_actions(self) -> list[QAction]:
        """Return the actions that this board has, for the command palette."""
        return self._symmetries.board_actions()


def _mapped(cells: Iterable[int], image: Callable[[IntArray], IntArray]) -> frozenset[int]:
    return frozenset(image(np.fromiter(cells, dtype=np.int64)).tolist())
