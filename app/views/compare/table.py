"""What the Compare page shows of the rows: a table of as many columns as it is wide, a chart."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from nqviz.core.board_names import board_name
from nqviz.core.language import tr, tr_later
from nqviz.problems.compare import Row
from nqviz.rendering.figures.comparison import comparison_alt_text, draw_comparison, panel_height

from ...widgets.painting import MIDDLE_LEFT, MIDDLE_RIGHT
from ...widgets.theme import GrowsWithText, theme_of
from ...widgets.widgets import named
from ...widgets.wrapped_tips import wrapped
from ..qt_canvas import paint_canvas

HEADINGS = tr_later(
    ("Board", "Program", "Engine", "Rows", "LP", "Nodes", "Seconds", "Status", "Queens", "Known")
)
BOARD, PROGRAM, ENGINE, ROWS, LP, NODES, SECONDS, STATUS, QUEENS, KNOWN = range(len(HEADINGS))
SHARED = (BOARD, ENGINE)
"""Columns that are left out when all rows say the same there."""
ORDER = (BOARD, PROGRAM, ENGINE, QUEENS, SECONDS, ROWS, LP, NODES, STATUS, KNOWN)
"""How columns stand; where the table is narrow, those at the end are left out."""
ALWAYS = 5
BESIDE_HEADING = 14
NARROWEST = 70
"""Pixels of a program's name that are seen at least."""


class CompareTable(GrowsWithText, QTableWidget):
    """A row for each board, program and engine; it never scrolls sideways."""

    # What the table has no room for in the row that is chosen, or an empty text.
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(0, len(HEADINGS))
        named(self, "compare.table", tip=None)
        self.setShowGrid(False)
        self._rows: tuple[Row, ...] = ()
        for column, heading in enumerate(HEADINGS):
            item = QTableWidgetItem(tr(heading))
            item.setTextAlignment(_alignment(column))
            self.setHorizontalHeaderItem(column, item)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # programs begin alike
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self._grow()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(PROGRAM, QHeaderView.ResizeMode.Stretch)
        for place, column in enumerate(ORDER):
            header.moveSection(header.visualIndex(column), place)
        self.setMinimumHeight(180)
        self.itemSelectionChanged.connect(self._describe_row)
        self._fit()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            about = "\n".join(part for part in (row.program, row.note, row.published) if part)
            for column, text in enumerate(_fields(row)):
                item = QTableWidgetItem(text)
                item.setToolTip(wrapped(about))
                item.setTextAlignment(_alignment(column))
                self.setItem(number, column, item)
        self._fit()

    def shared(self, column: int) -> str | None:
        """Return what all rows say in a column, None where they differ."""
        texts = {_fields(row)[column] for row in self._rows}
        return texts.pop() if len(texts) == 1 else None

    def _grow(self) -> None:
        self.verticalHeader().setDefaultSectionSize(round(1.8 * self.fontMetrics().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show as many columns as fit, the most asked for first."""
        left_out = {column for column in SHARED if self.shared(column) is not None}
        room = self.viewport().width()
        for place, column in enumerate(ORDER):
            if column in left_out:
                continue
            room -= NARROWEST if column == PROGRAM else self._width(column)
            if room < 0 and place >= ALWAYS:
                left_out.update(ORDER[place:])
                break
        for column in ORDER:
            self.setColumnHidden(column, column in left_out)
        self._describe_row()

    def _width(self, column: int) -> int:
        heading = self.horizontalHeader().fontMetrics().horizontalAdvance(tr(HEADINGS[column]))
        return max(heading + BESIDE_HEADING, self.sizeHintForColumn(column))

    def _describe_row(self) -> None:
        chosen = self.selectionModel().selectedRows()
        number = chosen[0].row() if chosen else -1
        if not 0 <= number < len(self._rows):
            self.chosen.emit("")
            return
        row = self._rows[number]
        fields = _fields(row)
        parts = [f"{board_name(row.instance)}, {row.program}, {row.engine}"]
        names = {ROWS: tr("{} rows"), LP: tr("LP {}"), NODES: tr("{} nodes")}
        names |= {STATUS: "{}", KNOWN: "{}"}
        parts += [name.format(fields[column]) for column, name in names.items() if fields[column]]
        if row.fewest_nodes is not None and row.fewest_nodes != row.most_nodes:
            ends = {"fewest": f"{row.fewest_nodes:,}", "most": f"{row.most_nodes:,}"}
            parts.append(tr("{fewest} to {most} nodes over {seeds} seeds", seeds=row.seeds, **ends))
        parts += [part.rstrip(".") for part in (row.note, row.published) if part]
        self.chosen.emit("; ".join(parts) + ".")


def _alignment(column: int) -> Qt.AlignmentFlag:
    """Return how a column and its heading are aligned: numbers at the right."""
    return MIDDLE_RIGHT if column in (ROWS, LP, NODES, SECONDS) else MIDDLE_LEFT


def _fields(row: Row) -> tuple[str, ...]:
    return (
        board_name(row.instance.removesuffix(" board")),
        row.program,
        row.engine,
        "" if row.rows is None else f"{row.rows:,}",
        "" if row.lp_bound is None else f"{row.lp_bound:,.2f}",
        "" if row.nodes is None else f"{row.nodes:,.0f}",
        "" if row.seconds is None else f"{row.seconds:,.2f}",
        row.status,
        row.interval,
        row.known,
    )


NOTHING = tr_later("Nothing compared yet. Choose boards, programs and engines, then press Compare.")


class CompareChart(QWidget):
    """Two lines for each row: what was run, and below it the bar of its seconds."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "compare.chart", tip=None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        self._rows = tuple(row for row in rows if row.seconds is not None)
        self.setAccessibleDescription(comparison_alt_text(self._rows).description)
        self.updateGeometry()
        self.update()

    def _text(self) -> float:
        return float(QFontInfo(self.font()).pixelSize())

    def sizeHint(self) -> QSize:
        return QSize(220, panel_height(len(self._rows), self._text()))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._rows:
            size = self.width(), self.height()
            canvas = draw_comparison(self._rows, theme_of(self), size, self._text())
            paint_canvas(painter, canvas, self.font())
        else:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), flags, tr(NOTHING))
