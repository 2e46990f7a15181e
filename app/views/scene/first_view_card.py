"""The card of the first view: what is seen, and three ways to go on."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nqviz.core.language import tr, tr_later

from ...widgets.fields import icon_button, label, link
from ...widgets.labels import Paragraph
from ...widgets.layouts import STRETCH, fill
from ...widgets.theme import text_scale
from ...widgets.widgets import button
from .floating import SHADOW, Plate

WIDTH = 360
HEAD = tr_later("121 queens, none attacks another.")
SENTENCE = tr_later(
    "An 11 × 11 × 11 board holds no more: one queen stands on each of the 121 columns."
    " Turn the board, or try a smaller one yourself."
)


class FirstViewCard(Plate):
    """Shown once, over the first board; whatever is done with it closes it for good."""

    closed = Signal()  # it is not to be shown again
    try_wanted = Signal()  # a board to complete
    lesson_wanted = Signal()  # the lesson about moves
    gallery_wanted = Signal()  # the boards of the atlas

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_offered = False  # whether it is shown, or put aside for a while
        self.setObjectName("first_view")
        self.setAccessibleName(tr(HEAD))
        head, sentence = label(tr(HEAD), "lead"), Paragraph("first_view.sentence")
        sentence.show_text(tr(SENTENCE))
        self._try = button("first_view.try", primary=True)
        self._lesson = link("first_view.lesson")
        self._gallery = link("first_view.gallery")
        self._cross = icon_button("first_view.close", "x", side=24, size=16)
        self._cross.setParent(self)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(SHADOW + 21, SHADOW + 20, SHADOW + 16, SHADOW + 17)
        column.setSpacing(0)
        fill(column, head, 6)
        sentence.setContentsMargins(0, 0, 12, 0)
        fill(column, sentence, 14)
        row = QHBoxLayout()
        row.setSpacing(12)  # links have 4 px around their texts
        fill(row, self._try, self._lesson, self._gallery, STRETCH)
        column.addLayout(row)
        for part, signal in (
            (self._try, self.try_wanted),
            (self._lesson, self.lesson_wanted),
            (self._gallery, self.gallery_wanted),
        ):
            part.clicked.connect(self.close_for_good)
            part.clicked.connect(signal)
        self._cross.clicked.connect(self.close_for_good)
        self.hide()

    def close_for_good(self) -> None:
        """Close the card, which may be put aside; it does not come back."""
        if self.is_offered:
            self.is_offered = False
            self.hide()
            self.closed.emit()

    def offer(self) -> None:
        """Show the card until it is closed."""
        self.is_offered = True
        self.show()

    def needs(self, most: int) -> QSize:
        """Return the size of the plate, at most so many pixels wide."""
        width = min(round(WIDTH * text_scale(self.font())), most)
        self._column.activate()
        height = self._column.totalHeightForWidth(width + 2 * SHADOW) - 2 * SHADOW
        return QSize(width, height)

    def resizeEvent(self, event: object) -> None:
        plate = self.plate
        self._cross.move(plate.right() - self._cross.width() - 9, plate.top() + 9)
        self._cross.raise_()
