"""The flat views: the layers beside the scene, and the pages of the square, graph and counts."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nqviz.view.palette import Theme

from ..document.document import Document
from .charts import CountsView
from .graph import GraphView
from .layers.layers_view import LayersView
from .square import SquareView


class FlatViews:
    """The flat views of a document; the window lays them out."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.layers = LayersView(document)
        self.square = SquareView(document)
        self.graph = GraphView(document)
        self.counts = CountsView(document)

    @property
    def in_front(self) -> QWidget:
        """What paints the view that is seen, without its controls."""
        painters: dict[str, QWidget] = {
            "square": self.square.grid,
            "graph": self.graph.grid,
            "per layer": self.counts.chart,
        }
        return painters.get(self._document.view.flat, self.layers.in_front)

    def set_theme(self, theme: Theme) -> None:
        for view in (self.layers, self.square.grid, self.graph.grid):
            view.set_theme(theme)
        self.counts.chart.update()  # its colours come with the palette of the window

    def enlarge(self, words: int, marks: int) -> None:
        """Set the heights of sentences and of all other texts of pages, in pixels; 0: as usual."""
        for part, size in (
            (self.square.words, words),
            (self.graph.words, words),
            (self.square.grid, marks),
            (self.graph.grid, marks),
            (self.counts.chart, marks),
        ):
            part.setStyleSheet(f"font-size: {size}px" if size else "")
