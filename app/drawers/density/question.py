"""The fields of the Density drawer: of which placements, and how they are found."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from nqviz.core.language import Texts, tr, tr_later, tr_piece

from ...document.document import Document
from ...widgets.fields import GAP, Disclosure, beside, field
from ...widgets.labels import Paragraph
from ...widgets.layouts import fill, vertical
from ...widgets.widgets import combo, name_piece, set_seconds, spin

ALL, GIVEN, ORBIT, SHIFT = "all", "given", "orbit", "shift"
SAMPLE, FILES, LIMIT = "sample", "files", "limit"
KINDS: list[tuple[str, object]] = [
    (tr_later("All maximum placements"), ALL),
    (tr_later("Completions of the given queens"), GIVEN),
    (tr_later("Images of this placement"), ORBIT),
    (tr_later("A shift class (regular)"), SHIFT),
    (tr_later("A sample (local search)"), SAMPLE),
    (tr_later("Placements in files"), FILES),
    (tr_later("Limit for large boards (d = 2)"), LIMIT),
]
ABOUT: Texts = {
    ALL: "How many of all maximum placements have a queen on each cell. Small boards come with it;"
    " others are counted in the background.",
    GIVEN: "Of the largest placements that contain the given queens: lock queens to give them.",
    ORBIT: "Of the images of the placement on the board under all symmetries.",
    SHIFT: "Of the regular solutions with one constant. All classes together use all cells alike;"
    " one does not.",
    SAMPLE: "Of what many local searches find, where counting is out of reach: an estimate, never"
    " exact.",
    FILES: "Of placements that you have in files, on this board.",
    LIMIT: "Where ever larger solutions of the n-queens problem stand, after Simkin, computed as a"
    " convex program; 1 is the mean.",
}
_TIMED = {ALL, GIVEN, SAMPLE}


class DensityQuestion(QWidget):
    """Chooses the placements that count."""

    changed = Signal()  # another kind, or another number, is chosen

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._kind = combo("density.kind", [(tr(text), kind) for text, kind in KINDS])
        self._shift = spin("density.shift", 0, 999, 0)
        self._samples = spin("density.samples", 1, 100_000, 100)
        self._queens = spin("density.queens", 0, 100_000, 0, lowest=tr("the most"))
        self._seconds = spin("density.seconds", 1, 86400, 60, suffix=" s")
        self.about = Paragraph("density.about")  # what the chosen kind means; the panel places it
        # The time limit; the panel places it.
        self.limit = Disclosure("density.more", self._seconds)
        column = vertical(self, field(self._kind), spacing=GAP)
        self._shift_field = field(self._shift, tr("Class"))
        self._queens_field = field(self._queens, tr("Each"))
        self._sample_fields = beside(field(self._samples), self._queens_field)
        fill(column, self._shift_field, self._sample_fields)
        self._kind.currentIndexChanged.connect(self._show_fields)
        for box in (self._shift, self._samples, self._queens):
            box.valueChanged.connect(self.changed)
        document.board_changed.connect(self._name_piece)
        self._name_piece()
        self._show_fields()

    @property
    def kind(self) -> str:
        """The placements that count."""
        return str(self._kind.currentData())

    @property
    def shift(self) -> int:
        """The shift class, from 0."""
        return self._shift.value()

    @property
    def samples(self) -> int:
        """How many searches a sample makes."""
        return self._samples.value()

    @property
    def queens(self) -> int | None:
        """How many queens each placement of a sample has; None for the most that are found."""
        return self._queens.value() or None

    @property
    def seconds(self) -> int:
        """The time limit."""
        return self._seconds.value()

    @property
    def key(self) -> tuple[object, ...]:
        """What is asked: equal for equal questions about equal queens."""
        numbers = {SHIFT: (self.shift,), SAMPLE: (self.samples, self.queens)}
        return self.kind, *numbers.get(self.kind, ())

    def set_seconds(self, seconds: int) -> None:
        """Set the time limit, 0 for the longest."""
        set_seconds(self._seconds, seconds)

    def objection(self) -> str:
        """Return why the chosen density cannot be computed now; empty if it can."""
        document = self._document
        piece = document.board.piece
        if self.kind == GIVEN and not document.givens:
            return tr_piece("No queen is given: lock one first", piece)
        if self.kind == ORBIT and not document.counts.queens:
            return tr_piece("No queen is on the board", piece)
        if self.kind == LIMIT and not document.board.is_classical:
            return tr("The limit is of the n-queens problem on flat squares, with d = 2")
        return ""

    def _show_fields(self) -> None:
        self._shift_field.setVisible(self.kind == SHIFT)
        self._sample_fields.setVisible(self.kind == SAMPLE)
        self.limit.setVisible(self.kind in _TIMED)
        self.about.show_text(tr_piece(ABOUT[self.kind], self._document.board.piece))
        self.changed.emit()

    def _name_piece(self) -> None:
        piece = self._document.board.piece
        for place, (text, _kind) in enumerate(KINDS):
            self._kind.setItemText(place, tr_piece(text, piece))
        name_piece(piece, self._queens)
        self.about.show_text(tr_piece(ABOUT[self.kind], piece))
