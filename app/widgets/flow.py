"""A layout that sets its items one beside the other and goes on in a new row, like words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Rows of items, so that a narrow window needs no scrolling.

    `spacing`, `between_rows`: pixels between items and between rows.
    """

    def __init__(self, parent: QWidget, spacing: int, between_rows: int | None = None) -> None:
        super().__init__(parent)
        self._between_rows = spacing if between_rows is None else between_rows
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Place the items in rows; return the height that they need."""
        margins = self.contentsMargins()
        left, right = rect.x() + margins.left(), rect.right() - margins.right()
        y = rect.y() + margins.top()
        row: list[QLayoutItem] = []
        x = left
        for item in self._items:
            if item.isEmpty():
                continue
            width = item.sizeHint().width()
            if row and x + width > right + 1:
                y += self._place_row(row, QPoint(left, y), move)
                y += self._between_rows
                row, x = [], left
            row.append(item)
            x += width + self.spacing()
        y += self._place_row(row, QPoint(left, y), move)
        return y + margins.bottom() - rect.y()

    def _place_row(self, row: list[QLayoutItem], corner: QPoint, move: bool) -> int:
        """Place the items of a row from its top left corner on; return its height."""
        height = max((item.sizeHint().height() for item in row), default=0)
        x = corner.x()
        for item in row if move else ():
            size = item.sizeHint()
            item.setGeometry(QRect(QPoint(x, corner.y() + (height - size.height()) // 2), size))
            x += size.width() + self.spacing()
        return height
