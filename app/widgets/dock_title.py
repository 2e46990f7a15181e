"""The title of a panel, whose words grow with the text as those of Qt's own do not."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QToolButton, QWidget

from .widgets import named

CLOSE, FLOAT = "close", "float"


class DockTitle(QWidget):
    """Names a panel; it can be dragged, and two buttons set it free and close it.

    The buttons take no focus: the Panels menu does the same by keys.
    """

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        title = dock.windowTitle()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 4, 4)
        row.setSpacing(2)
        row.addWidget(QLabel(title), 1)
        for sign, tip, call in (
            (FLOAT, f"Set {title} free from the window, or put it back", self._free),
            (CLOSE, f"Close {title}; the Panels menu brings it back", dock.close),
        ):
            push = named(_Sign(sign), f"{dock.objectName()}.{sign}", tip)
            push.clicked.connect(call)
            row.addWidget(push)
        self._dock = dock

    def _free(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())


class _Sign(QToolButton):
    """A small button with a cross or two windows, in the colour and the size of text."""

    def __init__(self, sign: str) -> None:
        super().__init__()
        self._sign = sign
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        side = self.fontMetrics().height() + 4
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().windowText(), 1.2))
        side = 0.5 * self.fontMetrics().height()
        middle = QRectF(self.rect()).center()
        box = QRectF(middle - QPointF(side, side) / 2, middle + QPointF(side, side) / 2)
        if self._sign == CLOSE:
            painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
            painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))
            return
        step = 0.3 * side
        painter.drawRect(box.adjusted(0, step, -step, 0))
        painter.drawPolyline(
            [
                QPointF(box.left() + step, box.top() + step),
                QPointF(box.left() + step, box.top()),
                box.topRight(),
                QPointF(box.right(), box.bottom() - step),
                QPointF(box.right() - step, box.bottom() - step),
            ]
        )
