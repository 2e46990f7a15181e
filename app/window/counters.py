"""The counters: queens, free cells, conflicts and the upper bound, always in sight."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from nqviz.bounds import best_upper
from nqviz.core.errors import InputError

from ..document.document import Document
from ..widgets.flow import FlowLayout
from ..widgets.widgets import named
from ..widgets.wording import set_tip


class Counters(QFrame):
    """A strip of figures over the views."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("counters")
        self._document = document
        self._row = FlowLayout(self, spacing=24, between_rows=2)
        self._row.setContentsMargins(12, 6, 12, 6)
        self._board = named(QLabel(), "counters.board", "Board")
        self._board.setProperty("role", "title")
        self._row.addWidget(self._board)
        self._queens = self._figure("counters.queens", "Queens")
        self._given = self._figure("counters.given", "Given")
        self._free = self._figure("counters.free", "Free cells")
        self._conflicts = self._figure("counters.conflicts", "Conflicts")
        self._bound = self._figure("counters.bound", "At most")
        document.board_changed.connect(self._read_board)
        document.queens_changed.connect(self._update_ui)
        self._read_board()

    def _figure(self, name: str, title: str) -> QLabel:
        caption = QLabel(title)
        caption.setProperty("role", "caption")
        figure = named(QLabel(), name, title)
        figure.setProperty("role", "figure")
        pair = QWidget()
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(caption)
        row.addWidget(figure)
        self._row.addWidget(pair)
        return figure

    def _read_board(self) -> None:
        board = self._document.board
        self._board.setText(str(board))
        try:
            bound = best_upper(board)
        except InputError:
            self._bound.setText("?")
            set_tip(self._bound, "No bound is known for this board")
        else:
            self._bound.setText(f"{bound.value:,}")
            set_tip(self._bound, f"No placement holds more than {bound.value:,}: {bound.source}")
        self._update_ui()

    def _update_ui(self) -> None:
        counts, givens = self._document.counts, self._document.givens
        self._queens.setText(f"{counts.queens:,}")
        self._given.setText(f"{len(givens):,}")
        self._free.setText(f"{counts.free:,}")
        self._conflicts.setText(f"{counts.conflicts:,}" + (" ✕" if counts.conflicts else ""))
        set_tip(self._conflicts, "Pairs of queens that attack each other")
        self._conflicts.setProperty("alarm", bool(counts.conflicts))
        for widget in (self._conflicts,):  # let the style sheet see the property
            widget.style().unpolish(widget)
            widget.style().polish(widget)
