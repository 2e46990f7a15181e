"""The flat views of a document: layers, square, graph and queens per layer."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nqviz.view.palette import Theme
from nqviz.view.view_state import FlatView

from ..document.document import Document
from .counts import CountsView
from .graph import GraphView
from .layers.layers_view import LayersView
from .square import SquareView


class FlatViews:
    """Holds one view of each kind; the window chooses where they stand."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.layers = LayersView(document)
        self.square = SquareView(document)
        self.graph = GraphView(document)
        self.counts = CountsView(document)

    @property
    def in_front(self) -> QWidget:
        """What paints the view that is seen, without its controls."""
        painters: dict[FlatView, QWidget] = {
            "layers": self.layers.grid,
            "square": self.square.grid,
            "graph": self.graph.grid,
            "per layer": self.counts.chart,
        }
        return painters[self._document.view.flat]

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        for view in (self.layers, self.square, self.graph, self.counts):
            view.set_theme(theme)
