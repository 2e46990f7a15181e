"""The order in which Tab goes through the window: as things lie, not as they were made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QSplitter, QWidget


def set_focus_order(*parts: QWidget) -> None:
    """Let Tab go through these parts of a window one after the other, each as it is laid out."""
    controls = [control for part in parts for control in in_layout(part)]
    for one, other in pairwise(controls):
        QWidget.setTabOrder(one, other)


def in_layout(widget: QWidget) -> Iterator[QWidget]:
    """Give what Tab can reach in a widget, in the order of its layouts."""
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, QScrollArea):
        inside = [widget.widget()]
    elif isinstance(widget, QSplitter):
        inside = [widget.widget(i) for i in range(widget.count())]
    else:
        layout = widget.layout()
        inside = list(_widgets(layout)) if layout is not None else []
    for child in inside:
        if child is not None:
            yield from in_layout(child)


def _widgets(layout: QLayout) -> Iterator[QWidget]:
    for i in range(layout.count()):
        item = layout.itemAt(i)
        if item is None:
            continue
        inner, widget = item.layout(), item.widget()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _widgets(inner)
