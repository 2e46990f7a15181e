"""The fields of a family of constructions: one for each of its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from nqviz.constructions import Family, Parameter, first_admissible, has_regular
from nqviz.constructions.linear import admissible_coefficients
from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later, tr_piece

from ...widgets.fields import GAP, Disclosure, Stepper, beside, field
from ...widgets.layouts import vertical
from ...widgets.values import changes_of
from ...widgets.widgets import combo, named, typed_numbers

SHOWN_COEFFICIENTS = 2000
"""The most admissible coefficients that are offered in the list; others can be typed."""
LISTED_DIMENSION = 5
"""The largest dimension in which they are listed; above, to find them takes seconds."""

AUTOMATIC, AUTO = tr_later("automatic"), tr_later("auto")
"""What stands for the choice of the construction itself, in a wide field and in a narrow one."""
_TERM = re.compile(r"(-?\d+)\s*x(\d+)")


def rule_text(coefficients: tuple[int, ...]) -> str:
    """Return a linear form: ``8 x1 + 6 x2``."""
    return " + ".join(f"{a} x{axis}" for axis, a in enumerate(coefficients, start=1))


def typed_rule(text: str) -> tuple[int, ...]:
    """Read a linear form as `rule_text` writes it, or its coefficients alone.

    Raises InputError if it is neither.
    """
    terms = {int(axis): int(a) for a, axis in _TERM.findall(text)}
    if not terms:
        return typed_numbers(text, "rule")
    return tuple(terms.get(axis, 0) for axis in range(1, max(terms) + 1))


def constant(coefficients: tuple[int, ...], shift: int, n: int) -> int:
    """Return the constant of a rule for coordinates from 1, of its shift for cells from 0."""
    return (shift + 1 - sum(coefficients)) % n


class FamilyForm(QWidget):
    """The fields of one family on one board; those it finds by itself stand behind More.

    Constants of rules are those for coordinates from 1, as everywhere in the window.

    `presets`: values of parameters that the family would find by itself.
    `extra`: what stands beside the label of a shift.
    """

    changed = Signal()  # a field has another value
    shifted = Signal()  # a step was made to another constant of the rule, and it is a number

    def __init__(
        self,
        family: Family,
        board: Board,
        presets: Mapping[str, int],
        extra: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._family, self._board, self._extra = family, board, extra
        self._fields: dict[str, QSpinBox | QComboBox | QLineEdit] = {}
        column = vertical(self, spacing=GAP)
        found = {each.name for each in family.parameters if each.default is None} - set(presets)
        rare = found if len(found) > 1 else set()
        self._add(column, [each for each in family.parameters if each.name not in rare])
        if rare:
            inside = QWidget()
            more = vertical(inside, spacing=GAP)
            self._add(more, [each for each in family.parameters if each.name in rare])
            column.addWidget(Disclosure("constructions.more", inside))
        outer = self._fields.get("outer")
        if isinstance(outer, QSpinBox):
            outer.setValue(presets.get("outer", outer.value()))
            outer.valueChanged.connect(self._list_rules)
        self._list_rules()
        self._connect()

    def _add(self, column: QVBoxLayout, parameters: list[Parameter]) -> None:
        """Add fields, two numbers beside each other, a short rule beside its constant."""
        waiting: QWidget | None = None
        for parameter in parameters:
            control = self._make(parameter)
            self._fields[parameter.name] = control
            is_rule = parameter.kind == "coefficients"
            title = tr("Rule") if is_rule else tr(parameter.title)
            part = field(control, title, self._extra if parameter.name == "shift" else None)
            if not (parameter.kind == "int" or (is_rule and self._board.d <= 3)):
                column.addWidget(part)
            elif waiting is None:
                waiting = part
            else:
                shares = (5, 4) if "coefficients" in self._fields else ()
                column.addWidget(beside(waiting, part, shares=shares))
                waiting = None
        if waiting is not None:
            column.addWidget(waiting)

    def _make(self, parameter: Parameter) -> QSpinBox | QComboBox | QLineEdit:
        name = f"constructions.{parameter.name}"
        tip = tr_piece(parameter.help, self._board.piece)
        if parameter.kind == "numbers":
            line = named(QLineEdit(), name, tr(parameter.title), tip)
            line.setPlaceholderText(tr(AUTOMATIC))
            return line
        if parameter.kind == "coefficients":
            box = combo(name, [], title=tr("Rule"), tip=tip)
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            box.setMinimumContentsLength(6)
            return box
        if parameter.kind == "choice":
            choices = [(tr(each), each) for each in parameter.choices]
            return combo(name, choices, title=tr(parameter.title), tip=tip)
        if parameter.name == "shift" and parameter.default is not None:
            return _shift_stepper(name, self._board)
        return _number(name, parameter, tip)

    def _connect(self) -> None:
        for name, control in self._fields.items():
            if isinstance(control, QComboBox):  # a rule can be typed
                control.currentTextChanged.connect(self.changed)
            else:
                changes_of(control).connect(self.changed)
            if name == "shift" and isinstance(control, QSpinBox) and control.wrapping():
                control.valueChanged.connect(self.shifted)

    # Values ------------------------------------------------------------------------------------

    def values(self) -> dict[str, object]:
        """Return the parameters that are set, by name.

        Raises InputError if what is typed is no list of whole numbers.
        """
        read = {each.name: self._value(each) for each in self._family.parameters}
        values = {name: value for name, value in read.items() if value is not None}
        rule, shift = values.get("coefficients"), values.get("shift")
        if isinstance(rule, tuple) and isinstance(shift, int):
            values["shift"] = (shift - 1 + sum(rule)) % self._modulus
        return values

    @property
    def rule(self) -> tuple[int, ...] | None:
        """The rule that is shown in the field, if it is one of the list."""
        box = self._fields.get("coefficients")
        if not isinstance(box, QComboBox):
            return None
        data = box.itemData(box.findText(box.currentText()))
        return tuple(data) if data else None

    def show_rule(self, coefficients: tuple[int, ...], shift: int) -> None:
        """Show a rule and its shift for cells from 0, without a signal."""
        box, number = self._fields.get("coefficients"), self._fields.get("shift")
        if not isinstance(box, QComboBox) or not isinstance(number, QSpinBox):
            return
        text = rule_text(coefficients)
        with QSignalBlocker(box), QSignalBlocker(number):
            box.setCurrentIndex(box.findText(text))
            box.setCurrentText(text)
            number.setValue(constant(coefficients, shift, self._modulus))
        self.changed.emit()

    def _value(self, parameter: Parameter) -> object:
        control = self._fields[parameter.name]
        if isinstance(control, QLineEdit):
            return typed_numbers(control.text(), parameter.title.lower()) or None
        if isinstance(control, QComboBox):
            if parameter.kind == "choice":
                return control.currentData()
            text = control.currentText()
            return None if text in ("", tr(AUTOMATIC)) else typed_rule(text)
        is_automatic = control.specialValueText() and control.value() == control.minimum()
        return None if is_automatic else control.value()

    # Rules -------------------------------------------------------------------------------------

    @property
    def _modulus(self) -> int:
        outer = self._fields.get("outer")
        side = outer.value() if isinstance(outer, QSpinBox) else 0
        return side if side > 0 else self._board.n

    def _list_rules(self) -> None:
        """List the admissible rules modulo the outer side, or else the side."""
        box = self._fields.get("coefficients")
        if not isinstance(box, QComboBox):
            return
        board, n, outer = self._board, self._modulus, self._fields.get("outer")
        with QSignalBlocker(box):
            box.clear()
            if outer is not None:  # the best of all rules is searched for
                box.addItem(tr(AUTOMATIC), None)
            is_open = isinstance(outer, QSpinBox) and outer.value() <= 0
            if not is_open and board.d > 1 and has_regular(n, board.d):
                for row in _rules(n, board.d):
                    box.addItem(rule_text(row), row)
        self.changed.emit()


def _rules(n: int, d: int) -> list[tuple[int, ...]]:
    """Return the admissible coefficients to offer."""
    if d > LISTED_DIMENSION:
        return [tuple(first_admissible(n, d))]
    return [tuple(row) for row in admissible_coefficients(n, d, SHOWN_COEFFICIENTS).tolist()]


def _shift_stepper(name: str, board: Board) -> Stepper:
    made = Stepper("chevron-left", "chevron-right")
    tip = tr("The constant of the rule, modulo {n}: each is a shift class", n=board.n)
    named(made, name, tr("Shift"), tip)
    made.setRange(0, board.n - 1)
    made.setWrapping(True)
    return made


def _number(name: str, parameter: Parameter, tip: str) -> Stepper:
    low = parameter.minimum if parameter.minimum is not None else 0
    made = named(Stepper(), name, tr(parameter.title), tip)
    made.setRange(low, 10**6)
    if isinstance(parameter.default, int):
        made.setValue(parameter.default)
    else:  # one step below the least value stands for the choice of the construction itself
        made.setMinimum(low - 1)
        made.setSpecialValueText(tr(AUTO))
        made.setValue(low - 1)
    return made
