"""The controls of a window: what people press, choose and type in, told apart from its parts."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QScrollBar,
    QTabBar,
    QTabWidget,
    QWidget,
)

_KINDS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
)
_ITSELF = {"scene.view", "layers.grid", "square.grid", "graph.grid", "counts.chart", "solve.chart"}
"""What is painted by itself and is a control all the same."""


def controls_of(window: QWidget) -> Iterator[QWidget]:
    """Yield every control of a window, without the parts that Qt makes of it by itself."""
    for widget in window.findChildren(QWidget):
        is_control = isinstance(widget, _KINDS) and not _is_part(widget, window)
        if is_control or widget.objectName() in _ITSELF:
            yield widget


def _is_part(widget: QWidget, window: QWidget) -> bool:
    if isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_"):
        return True
    above = widget.parentWidget()
    while above is not None and above is not window:
        if isinstance(above, (*_KINDS, QTabBar, QTabWidget)) and not _is_page(widget, above):
            return True
        above = above.parentWidget()
    return False


def _is_page(widget: QWidget, above: QWidget) -> bool:
    """Return whether a widget is on a page of a tab widget rather than a part of its frame."""
    if not isinstance(above, QTabWidget):
        return False
    pages = [above.widget(i) for i in range(above.count())]
    return any(page is not None and page.isAncestorOf(widget) for page in pages)
