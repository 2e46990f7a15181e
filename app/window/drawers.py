"""The drawers of a window: which there are, and the panels that have not become drawers yet."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ..drawers.drawer import Drawer


def framed(name: str, title: str, icon_name: str, panel: QWidget) -> Drawer:
    """Put a panel into the frame of a drawer; one that is a drawer stays as it is."""
    if isinstance(panel, Drawer):
        return panel
    kind = type(name, (Drawer,), {"name": name, "title": title, "icon_name": icon_name})
    drawer: Drawer = kind()
    drawer.body.addWidget(panel)
    return drawer
