"""The reply to a task: a line of text, options, lines to put in order, or marked cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from nqviz.core.language import tr

from ...widgets.fields import label
from ...widgets.layouts import horizontal, vertical
from ...widgets.whats_this import explain
from ...widgets.widgets import button, named, set_enabled, set_objection

if TYPE_CHECKING:
    from nqviz.lessons import Check, Reply


class ReplyBox(QWidget):
    """Shows the field that fits a check, and a button that asks for the comparison.

    `name` is as of `LessonPage`.
    """

    given = Signal(object)  # (Reply) the learner asks whether a reply is right

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._check: Check | None = None
        self._part: Options | Order | None = None
        self._line = named(QLineEdit(), f"{name}.answer")
        self._line.setPlaceholderText(tr("Your answer"))
        self._enter = button(f"{name}.enter", on_click=self._on_enter)
        self._column = vertical(self, spacing=8)
        row = horizontal(None, (self._line, 1), self._enter)
        row.addStretch(0)
        self._column.addLayout(row)
        self._line.returnPressed.connect(self._on_enter)

    def ask(self, check: Check | None) -> None:
        """Show the empty field of a check; without a question, nothing."""
        from nqviz.lessons.replies import shown_order

        self._check = check
        if self._part is not None:
            self._column.removeWidget(self._part)
            self._part.hide()
            self._part.deleteLater()
            self._part = None
        is_asked = check is not None and bool(check.replies)
        self.setVisible(is_asked)
        if check is None or not is_asked:
            return
        self._line.clear()
        self._line.setVisible(check.answer is not None)
        if check.choice is not None:
            several = len(check.choice.right) > 1
            self._part = Options(f"{self._name}.answer.option", check.choice.of, several)
        elif check.order is not None:
            self._part = Order(f"{self._name}.answer.line", shown_order(check.order))
        if self._part is not None:
            self._column.insertWidget(0, self._part)
            explain(self._part)

    def show_reply(self, reply: Reply) -> None:
        """Show a reply, as when the lesson gives it."""
        self._line.setText(reply.text)
        if isinstance(self._part, Options):
            self._part.choose(reply.chosen)
        elif isinstance(self._part, Order):
            self._part.show_lines(reply.order)

    def set_open(self, is_open: bool) -> None:
        """Enable or disable the button that enters a reply."""
        set_objection(self._enter, "" if is_open else tr("It is done"))

    def _on_enter(self) -> None:
        from nqviz.lessons import Reply

        if self._check is None or not self._enter.isEnabled():
            return
        part = self._part
        chosen = part.chosen if isinstance(part, Options) else frozenset()
        lines = part.lines if isinstance(part, Order) else ()
        self.given.emit(Reply(self._line.text(), chosen, lines))


class Options(QWidget):
    """Options of which one, or several, can be chosen; their texts wrap."""

    def __init__(self, name: str, options: Sequence[str], several: bool) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._group.setExclusive(not several)
        column = vertical(self, spacing=4)
        for number, text in enumerate(options, start=1):
            box: QAbstractButton = QCheckBox() if several else QRadioButton()
            named(box, f"{name}_{number}", text, tr("Choose this option"))
            self._group.addButton(box, number)
            column.addWidget(_Row(box, text))

    @property
    def chosen(self) -> frozenset[int]:
        """The numbers of the chosen options, from 1."""
        return frozenset(self._group.id(box) for box in self._group.buttons() if box.isChecked())

    def choose(self, numbers: frozenset[int]) -> None:
        for box in self._group.buttons():
            box.setChecked(self._group.id(box) in numbers)


class _Row(QWidget):
    """An option with its text, which wraps; a click on the text clicks the option."""

    def __init__(self, box: QAbstractButton, text: str) -> None:
        super().__init__()
        self._box = box
        row = horizontal(self)
        row.addWidget(box, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label(text, "reading", wraps=True), 1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self._box.click()
            self._box.setFocus()


class Order(QWidget):
    """Lines that are put in order: each can be moved up by its button."""

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._words = [label("", "reading", wraps=True) for _ in lines]
        names = [f"{name}_{number}" for number in range(1, len(lines) + 1)]
        self._up = [button(each, "↑", tr("Move this line up")) for each in names]
        column = vertical(self, spacing=4)
        for number, (words, up) in enumerate(zip(self._words, self._up, strict=True)):
            row = horizontal(None, (words, 1))
            row.addWidget(up, 0, Qt.AlignmentFlag.AlignTop)
            column.addLayout(row)
            tip = tr("Move this line up") if number else tr("This is the first line")
            set_enabled(up, number > 0, tip)
            up.clicked.connect(lambda _=False, at=number: self._raise(at))
        self.show_lines(lines)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show lines in an order."""
        self.lines = tuple(lines)
        rows = zip(self._words, self._up, lines, strict=True)
        for number, (words, up, text) in enumerate(rows, start=1):
            words.setText(f"{number}. {text}")
            up.setAccessibleName(tr("Move up: {line}", line=text))

    def _raise(self, at: int) -> None:
        lines = list(self.lines)
        lines[at - 1], lines[at] = lines[at], lines[at - 1]
        self.show_lines(lines)
        if at > 1:
            self._up[at - 1].setFocus()
