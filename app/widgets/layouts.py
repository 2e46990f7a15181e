"""Layouts with their room, areas that scroll, and layouts that wait for all of a change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

TITLE_BAR = 40
"""How high the title bar may be that the system sets on a window."""


Margins = tuple[int, int, int, int]
"""Pixels at the left, top, right and bottom."""
_NONE = (0, 0, 0, 0)


def vertical(
    parent: QWidget | None = None, margins: Margins = _NONE, spacing: int | None = None
) -> QVBoxLayout:
    """Return a layout from the top down; without spacing the style's own."""
    made = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    _set_room(made, margins, spacing)
    return made


def horizontal(
    parent: QWidget | None = None, margins: Margins = _NONE, spacing: int | None = None
) -> QHBoxLayout:
    """Return a layout from the left to the right; without spacing the style's own."""
    made = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    _set_room(made, margins, spacing)
    return made


def _set_room(layout: QBoxLayout, margins: Margins, spacing: int | None) -> None:
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)


def scrolling(inside: QWidget) -> QScrollArea:
    """Return an area as wide as a widget may be, which scrolls it up and down."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)  # which the area has set
    return area


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
