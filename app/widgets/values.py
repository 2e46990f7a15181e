"""The values of controls: read, shown without a signal, and the signals of their changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from PySide6.QtCore import QSignalBlocker, Qt, SignalInstance
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
)

Control: TypeAlias = (
    QSpinBox | QDoubleSpinBox | QAbstractSlider | QAbstractButton | QComboBox | QLineEdit
)


def value_of(control: Control) -> Any:
    """Return the number, text, data or state that a control shows."""
    if isinstance(control, QComboBox):
        return control.currentData()
    if isinstance(control, QLineEdit):
        return control.text()
    return control.isChecked() if isinstance(control, QAbstractButton) else control.value()


def changes_of(control: Control) -> SignalInstance:
    """Return the signal of a control that shows another value."""
    if isinstance(control, QComboBox):
        return control.currentIndexChanged
    if isinstance(control, QLineEdit):
        return control.textChanged
    return control.toggled if isinstance(control, QAbstractButton) else control.valueChanged


def show_value(control: Control, value: Any) -> None:
    """Show a value without a signal; in a combo box the choice with these data."""
    with QSignalBlocker(control):
        if isinstance(control, QComboBox):
            _choose(control, value)
        elif isinstance(control, QLineEdit):
            control.setText(value)
        elif isinstance(control, QAbstractButton):
            control.setChecked(value)
        else:
            control.setValue(value)


def _choose(box: QComboBox, data: object) -> None:
    """Choose by data; the first that can be chosen where there are no such, or they cannot be."""
    equal = (row for row in range(box.count()) if box.itemData(row) == data)
    place = next(equal, -1)  # `findData` takes equal tuples for different
    model = box.model()
    for each in (place, *range(box.count())):
        if each >= 0 and model.flags(model.index(each, 0)) & Qt.ItemFlag.ItemIsEnabled:
            box.setCurrentIndex(each)
            return


def offer(box: QComboBox, choices: Iterable[tuple[str, object]]) -> None:
    """Offer other choices without a signal; the chosen one stays so where it is among them."""
    chosen = box.currentData()
    with QSignalBlocker(box):
        box.clear()
        for text, data in choices:
            box.addItem(text, data)
    show_value(box, chosen)
