"""Room on the screen, and layouts that wait until all that changes in them has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QWidget

TITLE_BAR = 40
"""How high the title bar may be that the system sets on a window."""


@contextmanager
def laid_out_once(*widgets: QWidget) -> Iterator[None]:
    """Lay widgets out once at the end, however many controls of theirs come and go meanwhile.

    Qt lays out anew whatever a control is in as soon as the control comes into sight, and then
    again for the next one.

    Parameters
    ----------
    *widgets : QWidget
        Outer ones before those within them.
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
