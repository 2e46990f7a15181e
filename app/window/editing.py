"""Editing of several queens: selecting, moving, copying, pasting, and the symmetries of a board.

Each action is one step that can be undone by its name. What cannot be done is said in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted, worded
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Symmetry
from nqviz.formats import format_placement, is_code, parse_placement
from nqviz.view.arrangement import Arrangement

from ..dialogs.select_dialog import SelectDialog
from ..document.document import Document
from ..widgets.tooltips import wrapped

CLIPBOARD = "the clipboard"


class Editing(QObject):
    """The actions of the Edit and Symmetry menus that work on many queens.

    Parameters
    ----------
    window : QWidget
        Whose dialogs these are.
    document : Document
    arrangement : callable
        Gives how the layers are shown now: the keys move queens as they are seen there.
    open_code : callable
        Opens a placement code.
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
        self._menus: list[QMenu] = []
        self._filled_for: Board | None = None

    # Selecting -------------------------------------------------------------------------------

    def select_all(self) -> None:
        """Select every queen."""
        self._document.set_selection(self._queens().tolist())
        self._report(f"{self._counted(self._document.counts.queens)} selected.")

    def select_none(self) -> None:
        """Select nothing."""
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
            self._report(
                "No queen is selected: draw a box around some in the layers, or press Ctrl+A."
            )
        return cells

    def _report(self, text: str) -> None:
        self._document.report(worded(text, self._document.board.piece))

    def _counted(self, count: int) -> str:
        return counted(count, self._document.board.piece)

    # Deleting and locking --------------------------------------------------------------------

    def delete(self) -> None:
        """Remove the selected queens but the given ones."""
        cells = self._required().tolist()
        gone = [cell for cell in cells if not self._document.is_given(cell)]
        if gone:
            self._document.edit(f"Delete {self._counted(len(gone))}", remove=gone)
        if len(gone) < len(cells):
            kept = self._counted(len(cells) - len(gone))
            self._report(f"{kept} given and not deleted: unlock first.")

    def lock(self) -> None:
        """Make the selected queens given ones."""
        cells = self._required().tolist()
        new = [cell for cell in cells if not self._document.is_given(cell)]
        if new:
            self._document.edit(f"Lock {self._counted(len(new))}", lock=new)
        elif cells:
            self._report("The selected queens are given already.")

    def unlock(self) -> None:
        """Unlock the selected queens."""
        cells = self._required().tolist()
        given = [cell for cell in cells if self._document.is_given(cell)]
        if given:
            self._document.edit(f"Unlock {self._counted(len(given))}", unlock=given)
        elif cells:
            self._report("None of the selected queens is given.")

    # The clipboard ---------------------------------------------------------------------------

    def copy(self) -> None:
        """Put the selected queens, or all of them, on the clipboard as text."""
        cells = self._selected_queens()
        if not len(cells):
            cells = self._queens()
        if not len(cells):
            self._report("There is no queen to copy.")
            return
        placement = Placement.from_indices(self._document.board, cells)
        QApplication.clipboard().setText(format_placement(placement))
        self._report(f"{self._counted(len(cells))} copied.")

    def paste(self) -> None:
        """Add the queens of the clipboard at their coordinates, as far as there is room.

        A placement code opens in a tab of its own.
        """
        board = self._document.board
        text = QApplication.clipboard().text()
        if not text.strip():
            self._report("The clipboard holds no text.")
            return
        if is_code(text):
            self._open_code("".join(text.split()))
            return
        try:
            pasted = _pasted(text, board)
        except InputError as error:
            self._report(f"Not pasted: {error}.")
            return
        if pasted.board.d != board.d:
            self._report(
                f"Not pasted: the clipboard holds queens of {pasted.board.d} coordinates;"
                f" the board has {board.d}."
            )
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
            (len(pasted) - len(inside), "off the board"),
            (blocked, "on blocked cells"),
            (len(inside) - blocked - len(free), "where one stands already"),
        )
        refused = ", ".join(f"{self._counted(count)} {why}" for count, why in reasons if count)
        self._report(
            f"{self._counted(len(free))} pasted" + (f"; not pasted: {refused}." if refused else ".")
        )

    # Moving the selected ---------------------------------------------------------------------

    def move_left(self) -> None:
        self._move_along(0, -1)

    def move_right(self) -> None:
        self._move_along(0, 1)

    def move_down(self) -> None:
        self._move_along(1, -1)

    def move_up(self) -> None:
        self._move_along(1, 1)

    def before(self) -> None:
        self._move_along(2, -1)

    def after(self) -> None:
        self._move_along(2, 1)

    def _move_along(self, place: int, step: int) -> None:
        """Move along the axis that the layers show across (0), up (1), or from one to another."""
        shown = self._arrangement().shown[:2]
        others = [axis for axis in range(self._document.board.d) if axis not in shown]
        axes = [*shown, *others] if len(shown) == 2 else [*shown]
        if place >= len(axes):
            self._report(f"The {self._document.board} has no such direction to move along.")
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
        if board.torus:
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
        moving = set(old.tolist())
        inside = board.contains(target)
        for index, cell, fits in zip(old.tolist(), target.tolist(), inside.tolist(), strict=True):
            where = coordinate_text(board.cell(index))
            if document.is_given(index):
                return f"The queen on {where} is given: unlock it first to move it."
            if not fits:
                return f"Not moved: the queen on {where} would leave the board along {axis}."
            other = board.index(cell)
            if board.is_blocked[other]:
                return f"Not moved: the queen on {where} would stand on a blocked cell."
            if document.is_queen(other) and other not in moving:
                return f"Not moved: the queen on {where} meets the one on {coordinate_text(cell)}."
        return None

    # The whole placement ---------------------------------------------------------------------

    def reverse(self, axis: int) -> None:
        """Reverse an axis."""
        board = self._document.board
        flags = tuple(each == axis for each in range(board.d))
        self._apply(f"Reverse x{axis + 1}", tuple(range(board.d)), flags)

    def swap(self, first: int, second: int) -> None:
        """Swap two axes."""
        axes = list(range(self._document.board.d))
        axes[first], axes[second] = second, first
        self._apply(f"Swap x{first + 1} and x{second + 1}", tuple(axes), (False,) * len(axes))

    def quarter_turn(self, first: int, second: int) -> None:
        """Turn so that the positive half of the first axis comes to that of the second."""
        axes = list(range(self._document.board.d))
        axes[first], axes[second] = second, first
        flags = tuple(each == first for each in range(len(axes)))
        self._apply(f"Quarter turn from x{first + 1} to x{second + 1}", tuple(axes), flags)

    def _apply(self, text: str, axes: tuple[int, ...], flags: tuple[bool, ...]) -> None:
        try:
            symmetry = Symmetry(self._document.board, axes, flags)
        except InputError as error:
            self._report(f"{text} is not possible: {error}.")
            return
        self.apply(text, symmetry)

    def apply(self, text: str, symmetry: Symmetry) -> None:
        """Map every queen by a symmetry; one of another board changes nothing."""
        if symmetry.board != self._document.board:
            self._report(f"{text} is of the {symmetry.board}, which is not shown any more.")
            return
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
            self._report(f"{text} is not possible while a cut is shown: load it without its cut.")
            return
        before, givens = frozenset(self._queens().tolist()), document.givens
        after, given_after = _mapped(before, image), _mapped(givens, image)
        selected = _mapped(document.selection, image)
        if (before, givens) == (after, given_after):
            self._report(f"{text} changes nothing: the placement is its own image.")
            return
        document.edit(
            text,
            place=after - before,
            remove=before - after,
            lock=given_after - givens,
            unlock=givens - given_after,
        )
        document.set_selection(selected)

    # Menus that depend on the board ----------------------------------------------------------

    def add_menu(self, bar: QMenuBar) -> None:
        """Add the Symmetry menu behind the Edit menu."""
        menu = QMenu("S&ymmetry", bar)
        menu.setToolTipsVisible(True)
        self._menus = [
            menu.addMenu(title)
            for title in ("&Reverse", "&Swap", "&Quarter turn", "&Translate by 1")
        ]
        bar.insertMenu(bar.actions()[2], menu)
        menu.aboutToShow.connect(self._fill)

    def board_actions(self) -> list[QAction]:
        """Return the actions that this board has, for the command palette."""
        self._fill()
        return [action for menu in self._menus for action in menu.actions()]

    def _fill(self) -> None:
        board = self._document.board
        if board == self._filled_for:
            return
        self._filled_for = board
        for menu in self._menus:
            menu.clear()
        reverse, swap, turn, translate = self._menus
        axes = range(board.d)
        for i in axes:
            _add(reverse, f"Reverse x{i + 1}", f"edit.reverse.{i + 1}", self.reverse, i)
            word = "Translate" if board.torus else "Translate cyclically (attacks may change)"
            _add(translate, f"{word} along x{i + 1}", f"edit.translate.{i + 1}", self.translate, i)
            for j in axes:
                pair = f"{i + 1}.{j + 1}"
                if i < j:
                    text = f"Swap x{i + 1} and x{j + 1}"
                    _add(swap, text, f"edit.swap.{pair}", self.swap, i, j)
                if i != j:
                    text = f"Quarter turn from x{i + 1} to x{j + 1}"
                    _add(turn, text, f"edit.quarter_turn.{pair}", self.quarter_turn, i, j)
        for menu in self._menus:
            menu.setEnabled(not menu.isEmpty())


def _add(menu: QMenu, text: str, name: str, call: Callable[..., None], *axes: int) -> None:
    action = menu.addAction(text)
    action.setObjectName(name)
    action.setToolTip(wrapped(f"{text}: the whole placement, in one step"))
    handler = partial(call, *axes)
    action.triggered.connect(lambda _checked=False: handler())


def _mapped(cells: Iterable[int], image: Callable[[IntArray], IntArray]) -> frozenset[int]:
    return frozenset(image(np.fromiter(cells, dtype=np.int64)).tolist())


def _pasted(text: str, board: Board) -> Placement:
    """Read queens from text: for this board if they fit it, else for whatever board they name."""
    try:
        return parse_placement(text, CLIPBOARD, board).placement
    except InputError:
        return parse_placement(text, CLIPBOARD).placement
