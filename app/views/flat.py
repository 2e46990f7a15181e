"""The flat views, one behind the other: layers, square, graph and queens per layer."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from nqviz.view.palette import Theme

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
        for title, view, tip in (
            ("Layers", self.layers, "The board layer by layer"),
            ("Square", self.square, "The board from above, queens as symbols"),
            ("Graph", self.graph, "The graph of attacks on small boards"),
            ("Per layer", self.counts, "How many queens each layer holds"),
        ):
            self._tabs.setTabToolTip(self._tabs.addTab(title), tip)
            self._stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)

    def show_layers(self) -> None:
        """Bring the layers to the front."""
        self._tabs.setCurrentIndex(0)

    @property
    def in_front(self) -> QWidget:
        """What paints the view that is seen, without its controls."""
        painters = (self.layers.grid, self.square.grid, self.graph.grid, self.counts.chart)
        return painters[self._stack.currentIndex()]

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        for view in (self.layers, self.square, self.graph, self.counts):
            view.set_theme(theme)
