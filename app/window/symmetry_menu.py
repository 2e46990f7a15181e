"""The menu of the symmetries and translations of a board, which is filled when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from nqviz.core.board import Board
from nqviz.core.language import tr

from ..document.document import Document
from ..widgets.wrapped_tips import wrapped

if TYPE_CHECKING:
    from .editing import Editing


class SymmetryMenu:
    """The Symmetry menu of a menu bar; its actions are those of the board that is shown."""

    def __init__(self, editing: Editing, document: Document, bar: QMenuBar) -> None:
        self._editing, self._document = editing, document
        self._filled_for: Board | None = None
        menu = QMenu(tr("S&ymmetry"), bar)
        menu.setToolTipsVisible(True)
        self._menus = [
            menu.addMenu(title)
            for title in (tr("&Reverse"), tr("&Swap"), tr("&Quarter turn"), tr("&Translate by 1"))
        ]
        bar.insertMenu(bar.actions()[2], menu)
        menu.aboutToShow.connect(self._fill)

    def board_actions(self) -> list[QAction]:
        """Return the actions that the board has now."""
        self._fill()
        return [action for menu in self._menus for action in menu.actions()]

    def _fill(self) -> None:
        board, editing = self._document.board, self._editing
        if board == self._filled_for:
            return
        self._filled_for = board
        for menu in self._menus:
            menu.clear()
        reverse, swap, turn, translate = self._menus
        axes = range(board.d)
        for i in axes:
            text = tr("Reverse x{axis}", axis=i + 1)
            _add(reverse, text, f"edit.reverse.{i + 1}", editing.reverse, i)
            text = tr("Translate along x{axis}", axis=i + 1)
            if i not in board.shift_axes:
                text = tr("Translate cyclically (attacks may change) along x{axis}", axis=i + 1)
            _add(translate, text, f"edit.translate.{i + 1}", editing.translate, i)
            for j in axes:
                pair, places = f"{i + 1}.{j + 1}", {"first": i + 1, "second": j + 1}
                if i < j:
                    text = tr("Swap x{first} and x{second}", **places)
                    _add(swap, text, f"edit.swap.{pair}", editing.swap, i, j)
                if i != j:
                    text = tr("Quarter turn from x{first} to x{second}", **places)
                    _add(turn, text, f"edit.quarter_turn.{pair}", editing.quarter_turn, i, j)
        for menu in self._menus:
            menu.setEnabled(not menu.isEmpty())


def _add(menu: QMenu, text: str, name: str, call: Callable[..., None], *axes: int) -> None:
    action = menu.addAction(text)
    action.setObjectName(name)
    action.setToolTip(wrapped(tr("{step}: the whole placement, in one step", step=text)))
    action.triggered.connect(lambda _checked=False: call(*axes))
