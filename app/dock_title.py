"""The title of a panel, whose words grow with the text as those of Qt's own do not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QStyle, QToolButton, QWidget

from .widgets import named


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
        icons = QStyle.StandardPixmap
        for name, tip, icon, call in (
            ("float", f"Set {title} free from the window, or put it back", "Normal", self._free),
            ("close", f"Close {title}; the Panels menu brings it back", "Close", dock.close),
        ):
            push = named(QToolButton(), f"{dock.objectName()}.{name}", tip)
            push.setIcon(self.style().standardIcon(icons[f"SP_TitleBar{icon}Button"]))
            push.setIconSize(QSize(12, 12))
            push.setAutoRaise(True)
            push.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            push.clicked.connect(call)
            row.addWidget(push)
        self._dock = dock

    def _free(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())
