"""The surface on which layers lie: where each cell is, and what is painted when."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent

from nqviz.rendering.canvas.layers_layout import arrange_layers
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import LIGHT, Theme

from ...document.document import Document
from ...widgets.painting import outline_with
from ...widgets.theme import text_scale
from ..cell_access import CellWidget
from .canvas import Canvas
from .captions import paint_reading
from .frame import has_titles, paint_clique
from .names import room_for_names
from .page_layout import Page, page_of, written
from .paint import Shown, masks_of
from .selection import paint_band
from .view_transform import ViewTransform


class LayersSurface(CellWidget):
    """Lays the layers of a document out and keeps the painting of them up to date.

    What the cells look like is the canvas's: the layers, or the same board as a graph.
    """

    def __init__(self, document: Document, canvas: Canvas) -> None:
        super().__init__()
        self.document = document
        self.theme = LIGHT
        self._shape: tuple[int, ...] = ()
        self._axes: tuple[int, ...] = ()
        self._fixed: Mapping[int, int] = {}
        self._fits = True
        self._band: QRectF | None = None
        self._active = document.view.active_layer
        self._canvas = canvas
        self._shown: Shown | None = None
        self._is_laid = False
        self._arrangement: Arrangement | None = None
        self._kept: ViewTransform | None = None  # those of the last time they were laid out
        self._page: Page | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        self._on_board()
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._on_queens)
        document.overlay_changed.connect(self._on_overlay)
        document.cursor_changed.connect(self.update)
        document.selection_changed.connect(self.update)
        document.view_changed.connect(self._on_view)

    # Where things are ------------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        return self._laid_out()[0]

    @property
    def _transform(self) -> ViewTransform:
        """Where the places of the arrangement are on the widget."""
        return self._laid_out()[1]

    @property
    def cell_size(self) -> float:
        """The size of a cell in pixels."""
        return self._transform.cell

    def cell_center(self, index: int) -> QPointF:
        """Return the middle of a cell, in the coordinates of this widget."""
        x, y = self._transform.points(self.arrangement.positions([index]))[0].tolist()
        return QPointF(x, y)

    def cell_at(self, point: QPointF) -> int | None:
        """Return the index of the cell under a point, None where there is none."""
        if point.x() > self.width() - self._legend_width:
            return None
        return self.arrangement.cell_at(*self._transform.place(point))

    def layer_named_at(self, point: QPointF) -> int | None:
        """Return the (0-based) layer whose name is at a point, None where there is none."""
        arrangement, transform = self.arrangement, self._transform
        style = written(arrangement, transform, text_scale(self.font()))
        if arrangement.gaps is None or not arrangement.spread or not style.above:
            return None
        lower = point + QPointF(0.0, style.above * text_scale(self.font()))
        found = arrangement.cell_at(*transform.place(lower))
        if found is None or arrangement.cell_at(*transform.place(point)) is not None:
            return None
        return self.document.board.cell(found)[arrangement.spread[0]]

    def set_layers(self, shown: tuple[int, ...], fixed: Mapping[int, int]) -> None:
        """Choose the axes that run across and up, and the (0-based) values of those that are held.

        All other coordinates stand side by side.
        """
        if (shown, fixed) != (self._axes, self._fixed):
            self._axes, self._fixed = shown, fixed
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.refresh()

    def fit(self) -> None:
        """Show all layers as large as they can be."""
        self._fits = True
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(640, 520)

    @property
    def _legend_width(self) -> int:
        if self.document.overlay is None or self.document.view.share == "half":
            return 0  # beside the scene its legend is enough
        return round(text_scale(self.font()) * self._canvas.legend_width)

    @property
    def _free_width(self) -> int:
        return max(self.width() - self._legend_width, 80)

    def _on_board(self) -> None:
        board = self.document.board
        if board.shape != self._shape:
            self._shape = board.shape
            self._axes, self._fixed = tuple(range(board.d))[:2], {}
        self._arrange()

    def _arrange(self) -> None:
        """Lay the layers out anew before anybody asks where they are, once for many changes."""
        self._is_laid = False
        self.refresh()

    def _laid_out(self) -> tuple[Arrangement, ViewTransform]:
        """Lay the layers out if that is due, and fit them to the widget unless someone has zoomed.

        Who has zoomed sees all again where nothing would be left in sight.
        """
        if self._is_laid and self._arrangement is not None and self._kept is not None:
            return self._arrangement, self._kept
        self._is_laid = True
        board = self.document.board
        self._page = self._paged() if self._canvas.is_paged else None
        arrangement = self._arranged()
        is_other = self._arrangement is None or self._arrangement.board != board
        if self._fits or is_other or self._kept is None or not _sees(self._kept, arrangement):
            self._fits = True
            arrangement = self._arranged()
            self._kept = self._fitting(arrangement)
        if arrangement == self._arrangement:
            arrangement = self._arrangement  # and what it has worked out
        self._arrangement = arrangement
        return arrangement, self._kept

    def _arranged(self) -> Arrangement:
        """Return the arrangement for the size of the widget; who has zoomed keeps the rows."""
        before = self._arrangement
        if self._page is None:
            aspect = self._free_width / max(self.height(), 80)
            return arrange_layers(self.document.board, self._axes, aspect, self._fixed)
        if self._fits or before is None or not _alike(before, self._page.arrangement):
            return self._page.arrangement
        return before

    def _paged(self) -> Page | None:
        board, scale = self.document.board, text_scale(self.font())
        size, legend, ratio = self.size(), self._legend_width, self.devicePixelRatioF()
        return page_of(board, self._axes, self._fixed, size, legend, ratio, scale)

    def _fitting(self, arrangement: Arrangement) -> ViewTransform:
        if self._page is not None:
            return self._page.transform
        size, legend = self.size(), self._legend_width
        transform = ViewTransform.fitting(arrangement, size, legend)
        if has_titles(arrangement, transform.cell, self.font()):
            return transform
        room = room_for_names(arrangement) * text_scale(self.font())
        return ViewTransform.fitting(arrangement, size, legend, room)

    def _look(self, transform: ViewTransform) -> None:
        self._fits = False
        self._kept = transform
        self.refresh()

    def _bring_into_sight(self, index: int) -> None:
        point = self.cell_center(index)
        reach = min(self._transform.cell, 60.0)
        x = max(reach - point.x(), 0) + min(self._free_width - reach - point.x(), 0)
        y = max(reach - point.y(), 0) + min(self.height() - reach - point.y(), 0)
        if x or y:
            self._look(self._transform.panned(QPointF(x, y)))

    # Painting ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paint everything anew at the next turn of the event loop."""
        self._shown = None
        self.update()

    def _on_queens(self) -> None:
        """Paint the part anew in which cells, queens or what is written of them differ."""
        self._shown = self._now_shown() if self.isVisible() else None
        part = None if self._shown is None else self._canvas.changed_part(self._shown)
        if part is None:
            self.update()
            return
        region = part.region
        # Qt begins the dashes of lines at the bounding box of what it paints: it stays the same.
        for corner in (self.rect().topLeft(), self.rect().bottomRight()):
            region = region + QRect(corner, QSize(1, 1))
        self.update(region)

    def _on_view(self) -> None:
        """Show another active layer; what else differs is laid out by whoever sets the layers."""
        if self.document.view.active_layer != self._active:
            self._active = self.document.view.active_layer
            self.update()

    def _on_overlay(self) -> None:
        self._arrange() if self._fits else self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self._up_to_date()
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        picture = self.document.picture()
        active = self.document.view.active_layer
        self._canvas.paint(painter, shown, picture.cursor, picture.selected, active)
        page, clip = self._page, event.region()
        if page is not None and self._fits and clip.intersects(page.free.toAlignedRect()):
            paint_reading(painter, shown, page.free)
        paint_clique(painter, shown, picture)
        if self._band is not None:
            paint_band(painter, shown, self._band.normalized())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            outline_with(painter, self.theme.accent, 2)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _up_to_date(self) -> Shown:
        if self._shown is None:
            self._shown = self._now_shown()
        return self._shown

    def _now_shown(self) -> Shown:
        return Shown(
            self.document.picture(),
            *masks_of(self.document.counts, self.arrangement),
            self.arrangement,
            self.theme,
            self._transform,
            self.font(),
            has_legend=self._legend_width > 0,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._fits:
            self._arrange()
        else:
            self._kept = self._transform.resized(self.size())
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self._on_overlay()
        super().changeEvent(event)


def _alike(first: Arrangement, second: Arrangement) -> bool:
    """Return whether two arrangements show the same layers, in whatever rows."""
    keys = [(each.board, each.shown, each.fixed) for each in (first, second)]
    return (first.gaps is None) == (second.gaps is None) and keys[0] == keys[1]


def _sees(transform: ViewTransform, arrangement: Arrangement) -> bool:
    return bool(transform.sees_blocks(arrangement).any())
