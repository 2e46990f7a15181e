"""The pages in the middle of the window: the scene with its layers, and what takes its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from nqviz.view.view_state import FlatView

from ..document.document import Document

SCENE, ATLAS, COMPARE = "scene", "atlas", "compare"
"""The names of pages."""
LATER = (ATLAS, COMPARE)
"""The pages that are made when they are first asked for."""
OF_VIEW: dict[FlatView, str] = {
    "layers": SCENE,
    "square": "square",
    "graph": "graph",
    "per layer": "per_layer",
}
"""The page of each flat view of the view state; the scene has its layers beside it."""


class Pages(QStackedWidget):
    """Shows one page; those of the view state follow it, the others are shown by their names.

    `make`: adds one of the pages of `LATER`.
    """

    changed = Signal(str)  # the name of the page in front

    def __init__(self, document: Document, make: Callable[[str], object]) -> None:
        super().__init__()
        self.setObjectName("pages")
        self._document = document
        self._pages: dict[str, QWidget] = {}
        self._make = make
        self._seen = document.view.flat
        self.currentChanged.connect(self.updateGeometry)
        document.view_changed.connect(self._on_view)

    def minimumSizeHint(self) -> QSize:
        """Return that of the page in front: others need more than a narrow window has."""
        front = self.currentWidget()
        return super().minimumSizeHint() if front is None else front.minimumSizeHint()

    def add(self, name: str, page: QWidget) -> None:
        self._pages[name] = page
        self.addWidget(page)

    @property
    def current(self) -> str:
        front = self.currentWidget()
        return next(name for name, page in self._pages.items() if page is front)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._pages, *LATER)))

    def page(self, name: str) -> QWidget:
        if name not in self._pages:
            self._make(name)
        return self._pages[name]

    def show_page(self, name: str) -> None:
        """Bring a page to the front; a page of the view state is noted there."""
        for flat, page in OF_VIEW.items():
            if page == name and self._document.view.flat != flat:
                self._document.set_view(replace(self._document.view, flat=flat))
        self._bring(name)

    def back(self) -> None:
        self.show_page(SCENE)

    def _on_view(self) -> None:
        flat = self._document.view.flat
        if flat != self._seen:
            self._seen = flat
            self._bring(OF_VIEW[flat])

    def _bring(self, name: str) -> None:
        page = self.page(name)
        if page is not self.currentWidget():
            self.setCurrentWidget(page)
            self.changed.emit(name)
