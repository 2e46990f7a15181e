"""A button whose menu chooses the cuts of integer programs."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QStyle, QStyleOptionButton

from nqviz.core.board import Board
from nqviz.core.language import tr, tr_piece
from nqviz.core.made_texts import templates, tr_made
from nqviz.ilp import FAMILIES, cut_names, default_cuts

from ...widgets.fields import draw_icon
from ...widgets.painting import MIDDLE_LEFT
from ...widgets.widgets import named
from ...widgets.wrapped_tips import wrapped

PADDING = 10
"""Pixels beside the text."""
MOST_NAMED = 2
"""More families than these are counted, not named."""


class CutsButton(QPushButton):
    """Shows the chosen cuts; those that do not hold on the board say why and cannot be chosen."""

    changed = Signal()  # other cuts are chosen

    def __init__(self, name: str) -> None:
        super().__init__()
        named(self, name, tr("Cuts"), tr("The rows that integer programs add to their base"))
        self.setProperty("kind", "field")
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.setMenu(menu)
        self._automatic = self._action(menu, f"{name}.auto", tr("&Automatic"))
        self._automatic.setChecked(True)
        self._automatic.triggered.connect(lambda: self._choose(automatic=True))
        menu.addSeparator()
        self._actions: dict[str, QAction] = {}
        for family in cut_names():
            action = self._action(menu, f"{name}.{family}", family)
            action.triggered.connect(lambda: self._choose(automatic=False))
            self._actions[family] = action
        self._update_ui()

    @staticmethod
    def _action(menu: QMenu, name: str, text: str) -> QAction:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.setCheckable(True)
        return action

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.rect().adjusted(PADDING, 0, -2 * PADDING, 0)
        painter.drawText(room, MIDDLE_LEFT, self.text())
        painter.end()
        draw_icon(self, "chevron-down", 16, 16)

    @property
    def cuts(self) -> tuple[str, ...] | None:
        """The chosen families; None: those that are useful on the board."""
        if self._automatic.isChecked():
            return None
        return tuple(name for name, action in self._actions.items() if action.isChecked())

    def show_board(self, board: Board) -> None:
        """Report which cuts hold on a board."""
        useful = ", ".join(default_cuts(board)) or tr("none")
        tip = tr("The useful ones on the {board}: {useful}", board=board, useful=useful)
        self._automatic.setToolTip(wrapped(tip))
        for name, action in self._actions.items():
            family = FAMILIES[name]
            objection = family.objection(board)
            action.setEnabled(objection is None or action.isChecked())
            why = tr_made(objection or "", templates("objections-to-cuts"))
            words = f"{tr(family.description)} – {why}"  # it says for which piece it holds
            if objection is None:
                words = tr_piece(family.description, board.piece)
            action.setToolTip(wrapped(words))
        self._update_ui()

    def _choose(self, automatic: bool) -> None:
        """Choose the useful families, or those that are checked."""
        self._automatic.setChecked(automatic)
        for action in self._actions.values() if automatic else ():
            action.setChecked(False)
        self._update_ui()
        self.changed.emit()

    def _update_ui(self) -> None:
        cuts = self.cuts
        several = tr("{count} families", count=len(cuts)) if cuts and len(cuts) > MOST_NAMED else ""
        text = tr("Automatic") if cuts is None else several or ", ".join(cuts) or tr("Base only")
        self.setText(text)
