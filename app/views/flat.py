"""The flat views, one behind the other: layers, square, graph and queens per layer."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from nqviz.view.palette import Theme
from nqviz.view.view_state import FLAT_VIEWS, FlatView

from ..document.document import Document
from ..widgets.widgets import named
from .counts import CountsView
from .graph import GraphView
from .layers.layers_view import LayersView
from .square import SquareView


class FlatViews(QWidget):
    """A tab bar over the flat views; those that are not seen paint nothing."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.setObjectName("flat")
        self.layers = LayersView(document)
        self.square = SquareView(document)
        self.graph = GraphView(document)
        self.counts = CountsView(document)
        self._tabs = named(QTabBar(), "flat.tabs", "Flat views")
        self._tabs.setToolTip("")
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._stack = QStackedWidget()
        pages: dict[FlatView, tuple[str, QWidget, str]] = {
            "layers": ("Layers", self.layers, "The board layer by layer"),
            "square": ("Square", self.square, "The board from above, queens as symbols"),
            "graph": ("Graph", self.graph, "The graph of attacks on small boards"),
            "per layer": ("Per layer", self.counts, "How many queens each layer holds"),
        }
        for title, view, tip in (pages[name] for name in FLAT_VIEWS):
            self._tabs.setTabToolTip(self._tabs.addTab(title), tip)
            self._stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        self._tabs.currentChanged.connect(lambda place: self.show_flat(FLAT_VIEWS[place]))
        document.view_changed.connect(self._on_view)
        self._on_view()

    def show_flat(self, flat: FlatView) -> None:
        """Bring a flat view to the front."""
        self._document.set_view(replace(self._document.view, flat=flat))

    def _on_view(self) -> None:
        place = FLAT_VIEWS.index(self._document.view.flat)
        with QSignalBlocker(self._tabs):
            self._tabs.setCurrentIndex(place)
        self._stack.setCurrentIndex(place)

    @property
    def in_front(self) -> QWidget:
        """What paints the view that is seen, without its controls."""
        painters = (self.layers.grid, self.square.grid, self.graph.grid, self.counts.chart)
        return painters[self._stack.currentIndex()]

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        for view in (self.layers, self.square, self.graph, self.counts):
            view.set_theme(theme)
