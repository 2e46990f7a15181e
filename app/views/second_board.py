"""The second board of a lesson's step, drawn beside its own to be looked at."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from ..document.board_tab import SecondBoard
from ..widgets.fields import label
from ..widgets.layouts import vertical
from ..widgets.painting import clear_pixmap, smooth_painter
from ..widgets.theme import current_theme
from ..widgets.widgets import named
from .qt_canvas import paint_canvas


class SecondBoardView(QFrame):
    """Shows a second board with its line of text; hidden without one."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._drawing = _Drawing()
        self._words = named(label("", "sentence"), "second_board.words")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vertical(self, (self._drawing, 1), self._words, margins=(8, 8, 8, 16), spacing=8)
        self.hide()

    def show_board(self, board: SecondBoard | None) -> None:
        self._drawing.show_board(board)
        self._words.setText("" if board is None else board.words)
        self._words.setVisible(bool(self._words.text()))
        self.setVisible(board is not None)


class _Drawing(QWidget):
    """Paints the drawing, which is made anew for each size and theme."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "second_board.drawing", tip=None)
        self._board: SecondBoard | None = None
        self._pixmap: QPixmap | None = None
        self.setMinimumSize(160, 120)

    def show_board(self, board: SecondBoard | None) -> None:
        if board is not self._board:
            self._board, self._pixmap = board, None
            self.setAccessibleDescription("" if board is None else board.alt_text)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(480, 480)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._board is None:
            return
        if self._pixmap is None:
            theme, size = current_theme(), self.size()
            self._pixmap = clear_pixmap(size, self.devicePixelRatioF())
            canvas = self._board.draw(theme, (size.width(), size.height()))
            painter = smooth_painter(self._pixmap)
            paint_canvas(painter, canvas, self.font())
            painter.end()
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._pixmap)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._pixmap = None
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        self._pixmap = None
        super().changeEvent(event)
        self.update()
