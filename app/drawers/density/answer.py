"""What the Density drawer says about the density that is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nqviz.core.coordinates import coordinate_text
from nqviz.core.language import counted_tr, tr, tr_piece
from nqviz.view.overlay import Overlay

from ...document.document import Document
from ...widgets.fields import label
from ...widgets.labels import Paragraph
from ...widgets.layouts import fill, horizontal, vertical
from ...widgets.library_texts import of_density
from ...widgets.numbers import with_spaces
from ...widgets.painting import MIDDLE_RIGHT
from .histogram import Histogram

NOTHING = "–"


class DensityAnswer(QWidget):
    """The number of placements, what they are, and how many cells are used how often."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._heading = label("", "verdict", "density.heading", wraps=True)
        self._about = Paragraph("density.summary", "answer")
        self._title = label("", "title")
        self._histogram = Histogram("density.histogram")
        self._axis = label("", "caption")
        column = vertical(self, spacing=0)
        fill(column, self._heading, self._about, 24, self._title, 4, self._histogram, 8, self._axis)

    def show_overlay(self, overlay: Overlay) -> None:
        piece = self._document.board.piece
        self._heading.setText(with_spaces(of_density(overlay.heading)))
        self._about.show_text(with_spaces(of_density(overlay.summary or f"{overlay.caption}.")))
        is_count = overlay.kind in ("count", "sample")
        by_use = tr_piece("Cells by how often they hold a queen", piece)
        self._title.setText(by_use if is_count else tr("Cells by value"))
        self._axis.setVisible(is_count)
        self._axis.setText(tr_piece("Placements with a queen on the cell", piece))
        self._histogram.setAccessibleName(self._title.text())
        self._histogram.show_overlay(overlay)


class UseRows(QWidget):
    """Which cells are used most and least, and how often the one under the pointer is."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._most = label(NOTHING, "value", "density.most")
        self._least = label(NOTHING, "value", "density.least")
        self._here = label(NOTHING, "value", "density.here")
        column = vertical(self, spacing=GAP_OF_ROWS)
        for value in (self._most, self._least, self._here):
            value.setWordWrap(True)
            value.setAlignment(MIDDLE_RIGHT)
            column.addLayout(horizontal(None, label(value.accessibleName()), (value, 1)))
        document.cursor_changed.connect(self.show_cursor)

    def show_overlay(self, overlay: Overlay) -> None:
        (least, fewest), (most, many) = overlay.distribution[0], overlay.distribution[-1]
        for part, cells, value in ((self._most, many, most), (self._least, fewest, least)):
            text = f"{counted_tr(cells, 'cell')}, {of_density(overlay.value_text(value))}"
            part.setText(with_spaces(text))
        self.show_cursor()

    def show_cursor(self) -> None:
        """Report about the cell under the pointer."""
        document = self._document
        overlay, cell = document.overlay, document.cursor
        if overlay is None or cell is None:
            self._here.setText(NOTHING)
            return
        where = coordinate_text(document.board.cell(cell))
        value = with_spaces(of_density(overlay.value_text(float(overlay.values[cell]))))
        self._here.setText(f"{where}: {value}")


GAP_OF_ROWS = 12
