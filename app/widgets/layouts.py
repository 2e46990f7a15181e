"""Layouts with their room, areas that scroll, and layouts that wait for all of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

TITLE_BAR = 40
"""How high the title bar may be that the system sets on a window."""


Margins = tuple[int, int, int, int]
"""Pixels at the left, top, right and bottom."""
_NONE = (0, 0, 0, 0)
_Layout = TypeVar("_Layout", bound=QBoxLayout)


STRETCH = -1
"""In a layout: all the room that nothing else takes."""
Item = QWidget | QLayout
Part = Item | int | tuple[Item, int]
"""What a layout has in a row: an item, an item with its share of the room, or pixels between."""


def vertical(
    parent: QWidget | None = None,
    *parts: Part,
    margins: Margins = _NONE,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a layout from the top down; without spacing the style's own."""
    return _filled(QVBoxLayout(), parent, parts, margins, spacing)


def horizontal(
    parent: QWidget | None = None,
    *parts: Part,
    margins: Margins = _NONE,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a layout from the left to the right; without spacing the style's own."""
    return _filled(QHBoxLayout(), parent, parts, margins, spacing)


def _filled(
    layout: _Layout,
    parent: QWidget | None,
    parts: Iterable[Part],
    margins: Margins,
    spacing: int | None,
) -> _Layout:
    if parent is not None:
        parent.setLayout(layout)
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    fill(layout, *parts)
    return layout


def fill(layout: QBoxLayout, *parts: Part) -> None:
    """Append widgets, layouts and spaces to a layout."""
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            layout.addWidget(item, share)
        elif isinstance(item, QLayout):
            layout.addLayout(item, share)
        elif item == STRETCH:
            layout.addStretch(1)
        else:
            layout.addSpacing(item)


class ScrollingColumn(QScrollArea):
    """An area that scrolls a widget up and down where it has less room than the widget asks for."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        _fill_area(self, inside)

    def sizeHint(self) -> QSize:
        return QSize(self._wide, self._inside.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._wide, super().minimumSizeHint().height())

    @property
    def _wide(self) -> int:
        bar = self.verticalScrollBar().sizeHint().width()
        return self._inside.minimumSizeHint().width() + bar


def within_screen(window: QWidget, size: QSize) -> QSize:
    """Return a size, or as much of it as the screen of a window has room for."""
    return size.boundedTo(window.screen().availableSize() - QSize(0, TITLE_BAR))


def scrolling(inside: QWidget) -> QScrollArea:
    """Return an area as wide as a widget may be, which scrolls it up and down."""
    area = QScrollArea()
    _fill_area(area, inside)
    return area


def _fill_area(area: QScrollArea, inside: QWidget) -> None:
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)  # which the area has set


@contextmanager
def laid_out_once(*widgets: QWidget) -> Iterator[None]:
    """Lay widgets out once at the end, however many controls of theirs come and go meanwhile.

    Qt lays out anew whatever a control is in as soon as the control comes into sight, and then
    again for the next one.

    `*widgets`: outer ones before those within them.
    """
    layouts = [layout for widget in widgets if (layout := widget.layout()) is not None]
    for layout in layouts:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for layout in layouts:
            layout.setEnabled(True)
        for layout in layouts:
            layout.activate()
