"""The head of the Atlas page: its parts, a sentence about the one that is shown, other boards."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QWidget

from nqviz.bounds import CubeBounds
from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later

from ...widgets.fields import Segments, label
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.theme import text_scale
from ...widgets.widgets import combo, named, sentence
from .boards import read_board
from .cells import full_cell

MAXIMUM, FULL, COUNTS, QUESTIONS, DENSITIES, MINE = range(6)
NAMES = tr_later(("Maximum", "Full", "Counts", "Questions", "Densities", "Mine"))
"""The parts of the atlas."""
TIPS = tr_later(
    (
        "The most queens on each board",
        "Which boards have a full placement",
        "The tables of the papers",
        "Conjectures and open questions",
        "How often each cell is used",
        "The library and your folders",
    )
)
SEGMENTS_WIDTH, OTHER_WIDTH = 580, 184
QUEENS, RATIOS = "queens", "ratios"
FINDING = tr_later("Finding the bounds of all boards …")
MOST_QUEENS = tr_later(
    "The most queens on every board of side n and dimension d. {known} of {count} are proven."
)
FULL_ONES = tr_later(
    "Which boards have a full placement, of n^(d-1) queens: {full} have one, {none} have none,"
    " {open} are open."
)
_SENTENCES = {
    COUNTS: tr_later("The tables of the papers, printed beside counted."),
    QUESTIONS: tr_later(
        "The conjectures and open questions of the papers, and what is known of them."
    ),
    DENSITIES: tr_later("How often each cell is used by all maximum placements of a board."),
    MINE: tr_later("Placements that ship with nqviz, and those of your folders."),
}


class AtlasHead(QWidget):
    """Title, parts, a sentence, and at its right what the table shows and a field for a board."""

    figures_changed = Signal()  # other figures are wanted in the table
    board_typed = Signal(object)  # (AtlasBoard) the card of a board is wanted

    def __init__(self) -> None:
        super().__init__()
        self._sentence = label("", "intro", "atlas.sentence", wraps=True)
        title, tips = tr("Part of the atlas"), tuple(map(tr, TIPS))
        self.segments = Segments("atlas.segments", title, NAMES, tips)  # the parts
        figures = [(tr("Queens"), QUEENS), (tr("Share of n^(d-1)"), RATIOS)]
        self._figures = combo("atlas.figures", figures)
        self._figures.currentIndexChanged.connect(self.figures_changed)
        self.other = named(QLineEdit(), "atlas.other")
        self.other.setPlaceholderText(tr("Another board: 4,5,6"))
        self.other.returnPressed.connect(self._on_other)
        self._lay_out()

    def _lay_out(self) -> None:
        self._first, self._second = (QBoxLayout(QBoxLayout.Direction.LeftToRight) for _ in range(2))
        self._title = label(tr("Atlas"), "verdict")
        fill(self._first, self._title, STRETCH, self.segments)
        fields = horizontal(None, STRETCH, self._figures, self.other, spacing=12)
        fill(self._second, (self._sentence, 1), fields)
        vertical(self, self._first, self._second, margins=(16, 0, 0, 0), spacing=4)

    def fit(self, room: int, narrow: bool) -> None:
        """Lay the parts below the title where they do not fit beside it, and the fields likewise.

        room : the width of the head, in pixels
        narrow : whether the fields stand below the sentence
        """
        layout = self.segments.layout()
        assert layout is not None
        needed = max(SEGMENTS_WIDTH, layout.minimumSize().width())
        self.segments.setMinimumWidth(needed)
        beside = needed + self._title.sizeHint().width() <= room
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._first.setDirection(across if beside else down)
        self._second.setDirection(down if narrow else across)
        self.other.setMinimumWidth(round(OTHER_WIDTH * text_scale(self.font())))

    @property
    def shows_ratios(self) -> bool:
        """Whether the table is to show the share of a full placement."""
        return bool(self._figures.currentData() == RATIOS)

    def show_part(self, place: int) -> None:
        """Show a part as chosen, with the fields that it needs."""
        self.segments.show_place(place)
        self.other.setVisible(place in (MAXIMUM, FULL))
        self._figures.setVisible(place == MAXIMUM)

    # The sentence --------------------------------------------------------------------------------

    def show_text(self, text: str) -> None:
        self._sentence.setText(text)

    def describe(self, bounds: Collection[CubeBounds]) -> None:
        """Describe what the part shows; the bounds are those in its table."""
        place = self.segments.place
        if place in _SENTENCES:
            self.show_text(tr(_SENTENCES[place]))
        elif not bounds:
            self.show_text(tr(FINDING))
        elif place == MAXIMUM:
            known = sum(each.is_proven for each in bounds)
            self.show_text(tr(MOST_QUEENS, known=known, count=len(bounds)))
        else:
            kinds = [full_cell(each).kind for each in bounds]
            full, none = kinds.count("proven"), kinds.count("none")
            self.show_text(tr(FULL_ONES, full=full, none=none, open=kinds.count("open")))

    def begin_board(self, text: str) -> None:
        """Begin to type a board into its field."""
        self.other.setText(text)
        self.other.setFocus()

    def _on_other(self) -> None:
        try:
            place = read_board(self.other.text())
        except InputError as error:
            self.show_text(sentence(str(error)))
        else:
            self.board_typed.emit(place)
