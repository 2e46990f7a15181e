"""Named controls for panels, with accessible names and tooltips."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDropEvent, QKeyEvent, QPaintEvent, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from nqviz.core.errors import InputError
from nqviz.core.language import tr

from .control_texts import tip_in_table, title_of
from .fields import Choice, Number, OnClick, Switch
from .labels import Paragraph, PlainLabel
from .layouts import vertical
from .motion import SPEEDS
from .wrapped_tips import set_tip, wrapped

_Widget = TypeVar("_Widget", bound=QWidget)
Objections: TypeAlias = Callable[[], Callable[[object], str]]
"""Returns why a choice is not possible now; empty where it is."""


ROOM_BESIDE_WORDS = 9
"""Pixels at either side of the words of a button, at least."""


def named(widget: _Widget, name: str, title: str = "", tip: str | None = "") -> _Widget:
    """Set the object name, the accessible name and the tooltip of a control; return it.

    `title`, `tip`: in place of those in the table of controls; None for no tooltip.
    """
    title = title or title_of(name)
    widget.setObjectName(name)
    widget.setAccessibleName(title)
    set_tip(widget, tip or tip_in_table(name) or title)
    if tip is None:
        widget.setToolTip("")
    return widget


def accept_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy: after a move the source may delete the file."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def spin(
    name: str,
    low: int,
    high: int,
    value: int,
    title: str = "",
    tip: str = "",
    *,
    suffix: str = "",
    lowest: str = "",
) -> QSpinBox:
    """Make a named field for a whole number; `lowest`: what is shown for the least one."""
    box = named(Number(), name, title, tip)
    box.setRange(low, high)
    box.setValue(value)
    box.setSuffix(suffix)
    box.setSpecialValueText(lowest)
    return box


class ChoiceBox(Choice):
    """A combo box whose choices that are not possible now are greyed and say why.

    It asks for the reasons when somebody is about to choose; until then they cost nothing, however
    often what they depend on changes. What is chosen already stays chosen.

    `objections`: gives what says, of how things stand now, why a choice, by its data, is not
    possible; empty where it is.
    """

    def __init__(self, objections: Objections) -> None:
        super().__init__()
        self._objections = objections

    def weigh(self) -> None:
        """Ask what speaks against each choice."""
        roles = Qt.ItemDataRole
        objection, model = self._objections(), self.model()
        assert isinstance(model, QStandardItemModel)
        for place in range(self.count()):
            why = objection(self.itemData(place))
            model.item(place).setEnabled(not why)
            self.setItemData(place, wrapped(why), roles.ToolTipRole)
            self.setItemData(place, why, roles.AccessibleDescriptionRole)

    def showPopup(self) -> None:
        self.weigh()
        super().showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.weigh()
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.weigh()
        super().wheelEvent(event)


def combo(
    name: str,
    choices: Sequence[tuple[str, object]],
    objections: Objections | None = None,
    title: str = "",
    tip: str = "",
    *,
    least: int = 10,
) -> QComboBox:
    """Make a named combo box of (text, data) choices; objections to some grey them.

    `least`: the characters for which it has room at least.
    """
    empty = Choice() if objections is None else ChoiceBox(objections)
    box = named(empty, name, title, tip)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(least)
    for text, data in choices:
        box.addItem(text, data)
    return box


class Push(QPushButton):
    """A push button that can be as narrow as its words, where the style asks for more."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        if not option.icon.isNull():
            option.text = f" {option.text}"  # the style leaves too little room beside an icon
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        if self.property("primary"):
            return hint
        words = self.fontMetrics().horizontalAdvance(self.text().replace("&", ""))
        return QSize(min(hint.width(), words + 2 * ROOM_BESIDE_WORDS), hint.height())


def switch(name: str, tip: str = "") -> Switch:
    return named(Switch(title_of(name)), name, tip=tip)


def button(
    name: str, text: str = "", tip: str = "", primary: bool = False, on_click: OnClick = None
) -> QPushButton:
    """Make a named push button; the primary one of a panel stands out."""
    text = text or title_of(name)
    push = named(Push(text), name, text.replace("&", ""), tip)
    push.setProperty("primary", primary)
    push.setAutoDefault(False)  # in a dialog, Return is for what is typed there
    if on_click is not None:
        push.clicked.connect(on_click)
    return push


def note(name: str, title: str = "", text: str = "", role: str = "") -> QLabel:
    """Make a named label for sentences: it wraps, and its text can be selected."""
    label = named(PlainLabel(text), name, title, tip=None)
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def sentence(text: str) -> str:
    """Return a text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def show_note(label: QLabel, text: str) -> None:
    """Show a text in a label; hide the label if the text is empty."""
    if isinstance(label, Paragraph):
        label.show_text(text)
    else:
        label.setText(text)
    label.setVisible(bool(text))


def lay_under(words: QLabel, canvas: QWidget, view: QWidget) -> None:
    """Make a view of a canvas under the sentence that says what it shows, or why it shows none."""
    words.setMargin(8)
    column = vertical(view, words, (canvas, 1), spacing=0)
    column.addStretch(0)
    view.setFocusProxy(canvas)


def typed_numbers(text: str, what: str) -> tuple[int, ...]:
    """Read whole numbers that a person typed, parted by commas, spaces or x.

    Raises InputError if one is none; the line begins with `what` they are.
    """
    parts = re.split(r"[\s,x]+", text.strip(" ,"))
    for part in filter(None, parts):
        if not re.fullmatch(r"-?[0-9]{1,18}", part):
            raise InputError(f"{what}: {part!r} is not a whole number; write them as 4, 5, 6")
    return tuple(map(int, filter(None, parts)))


def set_words(control: QAbstractButton, text: str) -> None:
    """Set the text of a button, which is its accessible name, too."""
    control.setText(text)
    control.setAccessibleName(text)


def set_enabled(widget: QWidget, enabled: bool, tip: str = "") -> None:
    """Enable or disable a control; its tooltip says what it does or why it is disabled.

    `tip`: in place of what the table of controls says.
    """
    widget.setEnabled(enabled)
    set_tip(widget, tip or tip_in_table(widget.objectName()))


def set_objection(widget: QWidget, why: str = "", *, piece: str = "queen") -> None:
    """Disable a control for a reason, which its tooltip is then; enable it without one."""
    set_enabled(widget, not why, why or tip_in_table(widget.objectName(), piece))


def name_piece(piece: str, *controls: QWidget) -> None:
    """Name a piece in the names and tooltips that controls have in the table."""
    for control in controls:
        control.setAccessibleName(title_of(control.objectName(), piece))
        set_tip(control, tip_in_table(control.objectName(), piece))


def set_seconds(box: QSpinBox | QDoubleSpinBox, seconds: int) -> None:
    """Set a time limit; 0 means none, or the longest where there has to be one."""
    longest = seconds == 0 and box.minimum() > 0
    box.setValue(int(box.maximum()) if longest else seconds)


def wide_box(name: str, choices: Sequence[tuple[str, object]], title: str = "") -> QComboBox:
    """Return a combo box that is as wide as its widest choice."""
    box = combo(name, choices, title=title)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


def speed_box(name: str) -> QComboBox:
    """Return a combo box of speeds, whose data are factors; the usual one is chosen."""
    box = combo(name, [(tr(text), factor) for text, factor in SPEEDS], least=8)
    box.setCurrentIndex(1)
    return box


def check_box(name: str, text: str = "", tip: str = "") -> QCheckBox:
    return named(QCheckBox(text or title_of(name)), name, text, tip)
