"""The list of families that can fill the board; the chosen one shows its fields."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget

from nqviz.constructions import FAMILIES, Family, first_admissible
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece

from ...document.document import Document
from ...widgets.fields import GAP, Disclosure, Switch, field, icon_button, label
from ...widgets.icons import icon
from ...widgets.layouts import fill, vertical
from ...widgets.library_texts import of_family
from ...widgets.numbers import with_spaces
from ...widgets.rows import IconRow
from ...widgets.widgets import combo, named, sentence
from ...widgets.wrapped_tips import set_tip
from .families import brief, look_of, outer_side, title_of
from .family_form import FamilyForm
from .shift_classes import ShiftClasses

OPEN, PLACED = "open", "placed"
"""Whether a family starts from the board or from the queens on it."""
SHOWS_CUT = tr_later(
    "Load the larger board instead: kept queens, dropped queens (crossed) and the layers that are"
    " cut away (grey)"
)
INDENT = 30
"""Pixels by which the fields stand below the name of their family."""


class FillList(QWidget):
    """Chooses a family that has something for the board, and its parameters.

    The choice is kept: it comes back when the board is again one to which the family applies.
    """

    changed = Signal()  # another family is chosen, or another parameter
    # A family was clicked that applies to this board and not to the open one.
    board_wanted = Signal(Board)

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._preferred = "regular"
        self._shown: tuple[str, Board] | None = None
        self._form: FamilyForm | None = None
        self._start: QComboBox | None = None
        self._start_field: QWidget | None = None
        self._show_cut: Switch | None = None
        self._play: QToolButton | None = None
        self._fields: QWidget | None = None
        self._classes = ShiftClasses(document, self)
        self._classes.changed.connect(self._follow_class)
        self._rows = {name: self._row(name) for name in FAMILIES}
        self._others = {name: self._row(name, other=True) for name in FAMILIES}
        self._column = vertical(self, spacing=0)
        head = label(tr("Fill with …"), "lead")
        head.setContentsMargins(8, 2, 8, 5)
        fill(self._column, head, *self._rows.values())
        inside = QWidget()
        vertical(inside, *self._others.values(), spacing=0)
        # The families that have nothing for the open board.
        self.elsewhere = Disclosure("constructions.elsewhere", inside)
        self.elsewhere.toggled.connect(self._describe_others)
        self.add_below(self.elsewhere)

    def add_below(self, part: QWidget) -> None:
        """Add a part below the list, as wide as the fields."""
        self._column.addLayout(vertical(None, part, margins=(8, 8, 8, 0)))

    def _row(self, name: str, *, other: bool = False) -> IconRow:
        family = FAMILIES[name]
        look, group = look_of(family), "elsewhere" if other else "family"
        row = IconRow(f"constructions.{group}.{name}", look.icon, tr(look.title))
        set_tip(row, tr("Go to the nearest board for which it has something"))
        if other:
            row.clicked.connect(lambda: self._go_elsewhere(name))
        else:
            row.setCheckable(True)
            row.clicked.connect(lambda: self.choose(name))
        return row

    # What is chosen ----------------------------------------------------------------------------

    @property
    def family(self) -> Family | None:
        """The chosen family; None where no family applies."""
        return FAMILIES[self._shown[0]] if self._shown is not None else None

    @property
    def starts_from_queens(self) -> bool:
        """Whether the family shall start from the queens on the board."""
        family = self.family
        if family is not None and family.suits(self._document.board):
            start = self._start
            return self._has_queens and start is not None and start.currentData() == PLACED
        return family is not None

    @property
    def shows_cut(self) -> bool:
        """Whether the larger board of a cut shall be shown."""
        return self._show_cut is not None and self._show_cut.isChecked()

    def parameters(self) -> dict[str, object]:
        """Return the parameters that are set.

        Raises InputError if what is typed is no list of whole numbers.
        """
        return {} if self._form is None else self._form.values()

    def choose(self, name: str) -> None:
        """Choose a family that applies to the board."""
        self._preferred = name
        self.refresh()

    def _go_elsewhere(self, name: str) -> None:
        near = self._nearest(FAMILIES[name])
        if near is not None:
            self._preferred = name
            self.board_wanted.emit(near)

    # What there is -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Offer what there is for the board and its queens."""
        board = self._document.board
        offered = [name for name in FAMILIES if self._applies(FAMILIES[name], board)]
        for name, row in self._rows.items():
            row.setVisible(name in offered)
            self._others[name].setVisible(name not in offered)
            family = FAMILIES[name]
            text = self._text(family, board) if name in offered else ""
            row.describe(title_of(family, board), text, tr_piece(family.summary, board.piece))
        self.elsewhere.setVisible(len(offered) < len(FAMILIES))
        self._describe_others()
        chosen = self._preferred if self._preferred in offered else next(iter(offered), None)
        now = None if chosen is None else (chosen, board)
        if now != self._shown:
            self._shown = now
            self._show_fields()
        for name, row in self._rows.items():
            row.setChecked(name == chosen)  # a click on the chosen one has released it
        self._show_start()
        self._classes.refresh()

    def stop(self) -> None:
        """Stop what plays."""
        self._classes.stop()

    @property
    def _has_queens(self) -> bool:
        return self._document.counts.queens > 0

    def _applies(self, family: Family, board: Board) -> bool:
        return family.suits(board) or (self._has_queens and self._can_start(family, board))

    @staticmethod
    def _can_start(family: Family, board: Board) -> bool:
        return family.build_from is not None and look_of(family).starts_from(board)

    def _text(self, family: Family, board: Board) -> str:
        if family.suits(board):
            return brief(family, board)
        return tr_piece("these queens and one in a new corner", board.piece)

    def _nearest(self, family: Family) -> Board | None:
        with suppress(InputError):  # a board too large to be one has none near
            return family.nearest(self._document.board)
        return None

    def _describe_others(self) -> None:
        """State the nearest boards, which takes time, while they are in sight."""
        if not self.elsewhere.row.isChecked():
            return
        for name, row in self._others.items():
            if row.isHidden():
                continue
            family = FAMILIES[name]
            near = self._nearest(family)
            why = sentence(of_family(family.reason(self._document.board) or ""))
            text = why if near is None else tr("Go to the nearest, {near}", near=near)
            row.describe(tr(look_of(family).title), text, f"{why}.", is_link=near is not None)
            row.setEnabled(near is not None)

    # The fields of the chosen family -----------------------------------------------------------

    def _show_fields(self) -> None:
        """Put the fields of the chosen family below its row."""
        if self._fields is not None:
            self._fields.setParent(None)
            self._fields.deleteLater()
        self._fields = self._form = self._start = self._show_cut = self._play = None
        if self._shown is None:
            self.changed.emit()
            return
        name, board = self._shown
        family, row = FAMILIES[name], self._rows[name]
        self._fields = QWidget()
        column = vertical(self._fields, margins=(INDENT + 8, 6, 8, 10), spacing=GAP)
        if self._can_start(family, board) and family.suits(board):
            choices = [(tr("The empty board"), OPEN), ("", PLACED)]
            self._start = combo("constructions.board", choices)
            self._start.currentIndexChanged.connect(self.changed)
            self._start_field = field(self._start, tr("Start from"))
            column.addWidget(self._start_field)
        outer = outer_side(board) if name == "subcube" and board.d > 1 else None
        presets = {} if outer is None else {"outer": outer}
        if name == "regular":
            play, classes = "constructions.class_play", self._classes
            self._play = icon_button(play, "play", side=20, size=14, on_click=classes.play)
        self._form = FamilyForm(family, board, presets, self._play)
        self._form.changed.connect(self.changed)
        self._form.shifted.connect(self._on_shift)
        if family.parameters:
            column.addWidget(self._form)
        if name == "subcube":
            self._show_cut = self._make_cut_switch()
            column.addWidget(self._show_cut)
        if name == "regular":
            self._form.show_rule(first_admissible(board.n, board.d), 0)
            self._follow_class()
        self._column.insertWidget(self._column.indexOf(row) + 1, self._fields)
        self._fields.setVisible(bool(family.parameters) or self._start is not None)
        self.changed.emit()

    def _show_start(self) -> None:
        """Offer to start from the queens on the board, if there are any."""
        if self._start is None or self._start_field is None:
            return
        number = counted_tr(self._document.counts.queens, self._document.board.piece)
        text = with_spaces(tr("The {number} here", number=number))
        self._start.setItemText(self._start.findData(PLACED), text)
        self._start_field.setVisible(self._has_queens)

    def _make_cut_switch(self) -> Switch:
        tip = tr_piece(SHOWS_CUT, self._document.board.piece)
        switch = named(Switch(tr("Show the cut")), "constructions.show_cut", tip=tip)
        switch.toggled.connect(self.changed)
        return switch

    # Shift classes -----------------------------------------------------------------------------

    def _on_shift(self) -> None:
        """Slide the solution on the board if it is of the rule that is shown."""
        form, classes = self._form, self._classes
        if form is not None and classes.form is not None and form.rule == classes.form[0]:
            shift = form.values().get("shift")
            if isinstance(shift, int):
                classes.stop()
                classes.show_class(shift)

    def _follow_class(self) -> None:
        """Show the rule and the class of the solution that is on the board."""
        if self._form is not None and self._classes.form is not None:
            self._form.show_rule(*self._classes.form)
        if self._play is None:
            return
        on_board, playing = self._classes.form is not None, self._classes.is_playing
        self._play.setEnabled(on_board)
        self._play.setIcon(icon("pause" if playing else "play"))
        self._play.setAccessibleName(tr("Pause") if playing else tr("Play the shift classes"))
        tip = tr("The board holds no regular placement, or one too large to slide")
        set_tip(self._play, tr("Show one shift class after another") if on_board else tip)
