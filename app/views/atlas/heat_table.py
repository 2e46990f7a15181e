"""The heat table of the atlas: a cell for each side n (down) and dimension d (across), a legend."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from nqviz.core.language import tr

from ...widgets.fields import label
from ...widgets.flow import FlowLayout
from ...widgets.layouts import horizontal
from ...widgets.painting import (
    MIDDLE_RIGHT,
    draw_outline,
    fill_with,
    outline_focus,
    smooth_painter,
    write_in,
)
from ...widgets.row_list import AnyIndex
from ...widgets.theme import current_theme, font, text_scale
from ...widgets.timing import DeferredCall
from ...widgets.widgets import named
from .cells import D_RANGE, N_RANGE, Cells, HeatCell, Kind

ROW, GAP, RADIUS = 40, 4, 4
"""Pixels from row to row, between two cells, and of the rounded corners."""
HEAD, SIDE = 42, 54
"""The height of the heads of the columns and the width of those of the rows."""
BESIDE_TEXT = 6
WAITING = "…"
PAGE_KEYS = frozenset("s0123456789")
"""Keys that the page takes: solve the board, and begin to type another."""


class HeatModel(QAbstractTableModel):
    """The cells of all boards; those that are not at hand yet show an ellipsis."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cells: Cells = {}

    def show_cells(self, cells: Cells) -> None:
        """Show other cells; the chosen one stays."""
        self._cells = cells
        last = self.index(len(N_RANGE) - 1, len(D_RANGE) - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def place(self, index: AnyIndex) -> tuple[int, int]:
        return N_RANGE[index.row()], D_RANGE[index.column()]

    def index_of(self, n: int, d: int) -> QModelIndex:
        """Return the index of a board; invalid outside the table."""
        if n not in N_RANGE or d not in D_RANGE:
            return QModelIndex()
        return self.index(N_RANGE.index(n), D_RANGE.index(d))

    def cell(self, index: AnyIndex) -> HeatCell | None:
        return self._cells.get(self.place(index))

    def rowCount(self, _parent: AnyIndex | None = None) -> int:
        return len(N_RANGE)

    def columnCount(self, _parent: AnyIndex | None = None) -> int:
        return len(D_RANGE)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        is_across = orientation == Qt.Orientation.Horizontal
        letter, values = ("d", D_RANGE) if is_across else ("n", N_RANGE)
        return f"{letter} = {values[0]}" if section == 0 else str(values[section])

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cell = self.cell(index)
        roles = Qt.ItemDataRole
        if role == roles.DisplayRole:
            return WAITING if cell is None else cell.text
        if cell is not None and role in (roles.ToolTipRole, roles.AccessibleTextRole):
            return cell.about
        return None


class HeatDelegate(QStyledItemDelegate):
    """Paints a cell as a tinted plate with its number."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        table, model = self.parent(), index.model()
        assert isinstance(table, HeatTable)
        assert isinstance(model, HeatModel)
        theme, cell = current_theme(), model.cell(index)
        plate = QRectF(option.rect).adjusted(GAP / 2, GAP / 2, -GAP / 2, -GAP / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill_with(painter, theme.raised if cell is None else cell.ground(theme))
        painter.drawRoundedRect(plate, RADIUS, RADIUS)
        if index == table.currentIndex():
            draw_outline(painter, plate.adjusted(1, 1, -1, -1), theme.canvas, RADIUS)
            draw_outline(painter, plate.adjusted(-1, -1, 1, 1), theme.accent, 6)
        ink = theme.text if cell and cell.kind != "none" else theme.text_2
        write_in(painter, cell_font(table, cell), ink)
        text = WAITING if cell is None else cell.text
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def cell_font(table: QWidget, cell: HeatCell | None) -> QFont:
    """Return the font of a cell: what is proven is bolder than what is open."""
    is_proven = cell is not None and cell.kind == "proven"
    weight = QFont.Weight.DemiBold if is_proven else QFont.Weight.Medium
    return font(13 * text_scale(table.font()), weight)


class HeatTable(QTableView):
    """The table; arrows choose a board."""

    chosen = Signal(int, int)  # another board (n, d) is chosen
    # Enter or a double click; with Control it is to be opened beside what is there.
    open_wanted = Signal(bool)

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self._soon = DeferredCall(self, self._measure)  # a new theme sends dozens of events
        named(self, name, title, tip=None)
        self.setProperty("role", "heat")
        self.model_ = HeatModel(self)
        self.setModel(self.model_)
        self.setItemDelegate(HeatDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setMouseTracking(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
            header.setMinimumSectionSize(1)
        self.verticalHeader().setDefaultAlignment(MIDDLE_RIGHT)
        self.setCornerButtonEnabled(False)
        self._measure()

    # Size ----------------------------------------------------------------------------------------

    def show_cells(self, cells: Cells) -> None:
        self.model_.show_cells(cells)
        self._measure()

    def _measure(self) -> None:
        scale = text_scale(self.font())
        self.verticalHeader().setDefaultSectionSize(round(ROW * scale))
        self.verticalHeader().setFixedWidth(round(SIDE * scale))
        self.horizontalHeader().setFixedHeight(round(HEAD * scale))
        self._least = [self._least_width(column) for column in range(len(D_RANGE))]
        self._spread()

    def _least_width(self, column: int) -> int:
        heading = font(15 * text_scale(self.font()), QFont.Weight.DemiBold)
        text = self.model_.headerData(column, Qt.Orientation.Horizontal)
        widths = [QFontMetricsF(heading).horizontalAdvance(str(text))]
        for row in range(len(N_RANGE)):
            cell = self.model_.cell(self.model_.index(row, column))
            if cell is not None:
                widths.append(QFontMetricsF(cell_font(self, cell)).horizontalAdvance(cell.text))
        return round(max(widths)) + 2 * BESIDE_TEXT + GAP

    def _spread(self) -> None:
        """Make columns equally wide; where there is less room, as wide as their text at least."""
        left, wide = self.viewport().width(), dict(enumerate(self._least))
        for column, width in sorted(wide.items(), key=lambda each: -each[1]):
            share = left // len(wide)
            self.setColumnWidth(column, max(width, share))
            left -= max(width, share)
            del wide[column]

    def rows_in(self, width: int, height: int) -> int:
        """Return the height of as many whole rows as fit into a width and a height."""
        row, head = self.verticalHeader().defaultSectionSize(), self.horizontalHeader().height()
        is_narrow = width < self.sizeHint().width()
        bar = self.horizontalScrollBar().sizeHint().height() if is_narrow else 0
        count = min(max((height - head - bar) // row, 1), len(N_RANGE))
        return int(head + count * row + bar)

    def sizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(sum(self._least) + self.verticalHeader().width() + bar, 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._spread()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._soon.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        outline_focus(self)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.viewport().update()  # else the outline of the focus would scroll, too

    # Choosing ------------------------------------------------------------------------------------

    def choose(self, n: int, d: int) -> None:
        """Choose a board; nothing is chosen outside the table."""
        index = self.model_.index_of(n, d)
        if index != self.currentIndex():
            self.setCurrentIndex(index)
            self.viewport().update()

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if current.isValid():
            self.chosen.emit(*self.model_.place(current))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.indexAt(event.position().toPoint()).isValid():
            self.open_wanted.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_wanted.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape or event.text().lower() in PAGE_KEYS:
            event.ignore()  # the page does that; Qt would search for a cell that begins so
        else:
            super().keyPressEvent(event)


BELOW, BETWEEN = 20, 18


class HeatPane(QWidget):
    """The table, as high as whole rows are, and the legend.

    `legend`: what each kind of cell means.
    """

    def __init__(self, table: HeatTable, legend: tuple[tuple[Kind, str], ...]) -> None:
        super().__init__()
        self.table = table
        table.setParent(self)
        self.setFocusProxy(table)
        self._legend = QWidget(self)
        flow = FlowLayout(self._legend, spacing=6, between_rows=4)
        for place, (kind, text) in enumerate(legend):
            first, *others = text.split("; ")
            flow.addWidget(_entry(kind, f"{first};" if others else first, BETWEEN if place else 0))
            for clause in others:
                flow.addWidget(label(clause))
        self._more = label(tr("Scroll for n up to 31"), "caption")
        self._more.setIndent(BETWEEN)
        self._more.setWordWrap(False)
        flow.addWidget(self._more)

    def show_cells(self, cells: Cells) -> None:
        self.table.show_cells(cells)
        self._arrange()

    @property
    def least_width(self) -> int:
        """The width in pixels in which all columns are seen."""
        return self.table.sizeHint().width()

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.width(), self.height()
        indent = self.table.verticalHeader().width()
        below = max(self._legend.heightForWidth(width - indent), 20)
        self.table.setGeometry(0, 0, width, self.table.rows_in(width, height - below - BELOW))
        self.table.scrollTo(self.table.currentIndex())
        self._more.setVisible(self.table.verticalScrollBar().maximum() > 0)
        top = self.table.height() + BELOW
        self._legend.setGeometry(indent, top, width - indent, below)


def _entry(kind: Kind, text: str, indent: int) -> QWidget:
    entry = QWidget()
    row = horizontal(entry, margins=(indent, 0, 0, 0), spacing=8)
    if kind != "none":
        row.addWidget(_Swatch(kind))
    row.addWidget(label(text))
    return entry


class _Swatch(QWidget):
    """The colour of a kind of cell; of open ones from the least to the widest gap."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self._kind = kind
        self.setFixedSize(72 if kind == "open" else 28, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, shades = current_theme(), QLinearGradient(0, 0, self.width(), 0)
        for gap in (0.0, 1.0):
            shades.setColorAt(gap, QColor(HeatCell("", self._kind, gap, "").ground(theme)))
        painter = smooth_painter(self)
        fill_with(painter, shades)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
