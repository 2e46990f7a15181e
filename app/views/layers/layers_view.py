"""The layers of a board: a strip of small boards, or large ones on half or all of the window."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import LIGHT, Theme
from nqviz.view.view_state import SHARES, Share

from ...document.document import Document
from ...widgets.fields import Choice, Segments, icon_button, label
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.theme import USUAL_PIXELS, GrowsWithText, font, text_scale
from ...widgets.values import offer, show_value
from ...widgets.widgets import named
from .grid import LayersGrid
from .paint import board_theme
from .strip import Strip, strip_width

HEAD = 40
"""The height of the head of the strip at 100 %."""
LARGE_HEAD = 56
"""The height of the head of the large layers at 100 %."""


class LayersView(GrowsWithText, QWidget):
    """The layers of a document, with the share of its view state."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self._theme = LIGHT
        self._shape: tuple[int, ...] = ()
        self.setObjectName("layers")
        self.grid = LayersGrid(document)  # the large layers
        self.grid.set_theme(board_theme(LIGHT))
        self.strip = Strip(document)  # the small ones
        self.head = LayersHead(document)
        self._small, self._large = QWidget(), QWidget()
        self._lay_out()
        document.board_changed.connect(self._on_board)
        document.view_changed.connect(self._on_view)
        document.cursor_changed.connect(self._on_cursor)
        self._on_board()

    def _lay_out(self) -> None:
        self._title = label(tr("Layers"), "strip")
        name, enlarge = "layers.enlarge", lambda: self.show_share("half")
        self._enlarge = icon_button(name, "maximize-2", side=24, size=16, on_click=enlarge)
        self._strip_head = QWidget()
        row = horizontal(self._strip_head, margins=(12, 0, 8, 0), spacing=0)
        fill(row, (self._title, 1), self._enlarge)
        at_left = (1, 0, 0, 0)  # the line
        vertical(self._small, self._strip_head, (self.strip, 1), margins=at_left, spacing=4)
        vertical(self._large, self.head, (self.grid, 1), margins=at_left, spacing=0)
        vertical(self, self._small, self._large, spacing=0)
        self._grow()

    def _grow(self) -> None:
        scale = text_scale(self.font())
        self._title.setFont(font(USUAL_PIXELS * scale, QFont.Weight.DemiBold))
        self._strip_head.setFixedHeight(round(HEAD * scale))
        self.head.setFixedHeight(round(LARGE_HEAD * scale))

    # What others ask for -----------------------------------------------------------------------

    @property
    def strip_width(self) -> int:
        return round(strip_width(self.strip.column.layers) * text_scale(self.font()))

    @property
    def in_front(self) -> QWidget:
        """What paints the layers that are seen."""
        return self.strip if self.document.view.share == "strip" else self.grid

    @property
    def arrangement(self) -> Arrangement:
        return self.grid.arrangement

    @Slot()
    def fit(self) -> None:
        """Show all layers as large as they can be."""
        self.grid.fit()

    def show_share(self, share: Share) -> None:
        """Set the share of the window that the layers have."""
        self.document.set_view(replace(self.document.view, share=share))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.grid.set_theme(board_theme(theme))
        self.strip.set_theme(theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.bar))
        painter.fillRect(0, 0, 1, self.height(), QColor(self._theme.line))

    # What happens in the document --------------------------------------------------------------

    def _on_board(self) -> None:
        if self.document.board.shape != self._shape:
            self._shape = self.document.board.shape
            self._on_view()

    def _on_view(self) -> None:
        view = self.document.view
        is_strip = view.share == "strip"
        self._large.setVisible(not is_strip)
        self._small.setVisible(is_strip)
        self.setFocusProxy(self.strip if is_strip else self.grid)
        self.grid.set_layers(view.dims.layers, view.dims.fixed)

    def _on_cursor(self) -> None:
        """Fix the coordinates that are fixed at the values of the cell under the cursor."""
        document = self.document
        if document.cursor is not None and document.view.dims.fixed:
            dims = document.view.dims.follow(document.board.cell(document.cursor))
            document.set_view(replace(document.view, dims=dims))


class LayersHead(QWidget):
    """The head of the large layers: which coordinates they show, and their share of the window."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._shape: tuple[int, ...] = ()
        self._shown = named(Choice(), "layers.shown")
        self._shown.setMinimumContentsLength(8)
        self._words = label(tr("boards show"))
        self._words.setBuddy(self._shown)
        half, whole = tr("On half of the window (E)"), tr("On all of the window (E)")
        tips, names = (tr("Beside the scene (E)"), half, whole), [share.title() for share in SHARES]
        self._shares = Segments("layers.share", tr("Layers"), names, tips)
        self._shares.setMinimumWidth(216)
        self._close = icon_button("layers.close", "x", size=16)
        self._title = label(tr("Layers"), "head")
        parts = self._title, self._words, self._shown, STRETCH
        row = horizontal(self, *parts, margins=(30, 0, 12, 0), spacing=16)
        row.addWidget(self._shares, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._close)
        self._shown.currentIndexChanged.connect(self._on_shown)
        self._shares.chosen.connect(lambda place: self._show_share(SHARES[place]))
        self._close.clicked.connect(lambda: self._show_share("strip"))
        document.board_changed.connect(self._on_board)
        document.view_changed.connect(self._on_view)
        self._on_board()

    def _show_share(self, share: Share) -> None:
        self._document.set_view(replace(self._document.view, share=share))

    def _on_shown(self) -> None:
        view = self._document.view
        dims = view.dims.show_boards(self._shown.currentData())
        self._document.set_view(replace(view, dims=dims))

    def _on_board(self) -> None:
        board = self._document.board
        if board.shape == self._shape:
            return
        self._shape = board.shape
        pairs = permutations(range(board.d), min(2, board.d))
        offer(self._shown, [(", ".join(f"x{axis + 1}" for axis in axes), axes) for axes in pairs])
        self._shown.setVisible(board.d > 1)
        self._arrange()
        self._on_view()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Leave out words for which there is no room."""
        row = self.layout()
        assert row is not None
        margins = row.contentsMargins()
        room = self.width() - margins.left() - margins.right() - row.spacing()
        for part in (self._shown, self._shares, self._close):
            room -= part.sizeHint().width() + row.spacing()
        for words, is_wanted in ((self._title, True), (self._words, self._document.board.d > 1)):
            room -= words.sizeHint().width() + row.spacing()
            words.setVisible(is_wanted and room >= 0)

    def _on_view(self) -> None:
        show_value(self._shown, self._document.view.dims.layers)
        self._shares.show_place(SHARES.index(self._document.view.share))
