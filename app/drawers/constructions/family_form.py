"""The form of a family of constructions: a field for each of its parameters."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from nqviz.constructions import Family, Parameter, has_regular
from nqviz.constructions.linear import admissible_coefficients
from nqviz.core.board import Board

from ...widgets.widgets import combo, more_button, named, spin, typed_numbers

SHOWN_COEFFICIENTS = 2000
"""The most admissible coefficients that are offered in the list; others can be typed."""

AUTOMATIC = "automatic"


class FamilyForm:
    """Fields in a form that others share; those for what a family finds by itself stand last.

    Parameters
    ----------
    form : QFormLayout
        Gets a row for each parameter.
    """

    def __init__(self, form: QFormLayout) -> None:
        self._form = form
        self._family: Family | None = None
        self._fields: dict[str, QWidget] = {}
        self._board: Board | None = None

    def show(self, family: Family) -> None:
        """Show the fields of a family in place of those of another."""
        for field in self._fields.values():
            self._form.removeRow(field)
        self._family, self._fields = family, {}
        rare = self._rare()
        for parameter in sorted(family.parameters, key=lambda each: each.name in rare):
            if parameter.name in rare and "more" not in self._fields:
                self._add_more()
            field = self._make(parameter)
            self._fields[parameter.name] = field
            self._form.addRow(parameter.title, field)
        outer = self._fields.get("outer")
        if isinstance(outer, QSpinBox):
            outer.valueChanged.connect(self._list_coefficients)
        self._show_more(False)

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """The controls of the parameters, and what stands before them."""
        titles = map(self._form.labelForField, self._fields.values())
        return (*self._fields.values(), *filter(None, titles))

    def show_board(self, board: Board | None) -> None:
        """Offer what there is for a board; None stands for one without placements."""
        self._board = board
        self._list_coefficients()

    def values(self) -> dict[str, object]:
        """Return the parameters that are set, by name.

        Raises
        ------
        InputError
            If what is typed is no list of whole numbers.
        """
        assert self._family is not None
        values = {each.name: self._value(each) for each in self._family.parameters}
        return {name: value for name, value in values.items() if value is not None}

    # Fields --------------------------------------------------------------------------------

    def _rare(self) -> set[str]:
        """Return the parameters behind More: all that the family finds by itself, if several."""
        assert self._family is not None
        found = {each.name for each in self._family.parameters if each.default is None}
        return found if len(found) > 1 else set()

    def _add_more(self) -> None:
        tip = "What the construction otherwise chooses by itself"
        push = more_button("constructions.more", tip)
        push.toggled.connect(self._show_more)
        self._fields["more"] = push
        self._form.addRow(push)

    def _show_more(self, on: bool) -> None:
        for name in self._rare():
            self._form.setRowVisible(self._fields[name], on)

    def _make(self, parameter: Parameter) -> QWidget:
        name = f"constructions.{parameter.name}"
        if parameter.kind == "numbers":
            line = named(QLineEdit(), name, parameter.title, parameter.help)
            line.setPlaceholderText(AUTOMATIC)
            return line
        if parameter.kind == "coefficients":
            box = combo(name, parameter.title, [(AUTOMATIC, None)], parameter.help)
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            return box
        if parameter.kind == "choice":
            choices: list[tuple[str, object]] = [(each, each) for each in parameter.choices]
            return combo(name, parameter.title, choices, parameter.help)
        return _make_spin(name, parameter)

    def _value(self, parameter: Parameter) -> object:
        field = self._fields[parameter.name]
        if isinstance(field, QLineEdit):
            return typed_numbers(field.text(), parameter.title.lower()) or None
        if isinstance(field, QComboBox):
            text = field.currentText()
            if parameter.kind == "choice" or text in ("", AUTOMATIC):
                return field.currentData() if parameter.kind == "choice" else None
            return typed_numbers(text, parameter.title.lower())
        assert isinstance(field, QSpinBox)
        is_automatic = field.specialValueText() and field.value() == field.minimum()
        return None if is_automatic else field.value()

    # Coefficients --------------------------------------------------------------------------

    def _list_coefficients(self) -> None:
        """List the admissible coefficients modulo the outer side, or else the side."""
        field, outer = self._fields.get("coefficients"), self._fields.get("outer")
        if not isinstance(field, QComboBox):
            return
        field.clear()
        field.addItem(AUTOMATIC, None)
        board = self._board
        if board is None:
            return
        n = outer.value() if isinstance(outer, QSpinBox) else board.n
        if n > 0 and has_regular(n, board.d):
            rows = admissible_coefficients(n, board.d, limit=SHOWN_COEFFICIENTS).tolist()
            field.addItems([", ".join(map(str, row)) for row in rows])


def _make_spin(name: str, parameter: Parameter) -> QSpinBox:
    low = parameter.minimum if parameter.minimum is not None else 0
    field = spin(name, parameter.title, low, 10**6, low, parameter.help)
    if isinstance(parameter.default, int):
        field.setValue(parameter.default)
    else:  # one step below the least value stands for the choice of the construction itself
        field.setMinimum(low - 1)
        field.setSpecialValueText(AUTOMATIC)
        field.setValue(low - 1)
    return field
