"""The conjectures and open questions: a list at the left, the chosen one at the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QListWidget, QWidget

from nqviz.catalogue.questions import Question, questions

from ...widgets.fields import label
from ...widgets.layouts import horizontal, scrolling, vertical
from ...widgets.theme import text_scale
from ...widgets.widgets import button, named

LIST_WIDTH = 360
PARTS = {
    "title": "lead",
    "state": "label",
    "statement": "body",
    "finding": "body",
    "support": "body",
    "against": "body",
    "source": "caption",
    "command": "body",
}
"""The texts of a question from above, with their roles in the style sheet."""


class QuestionsPane(QWidget):
    """What is known of each question, and the command for its next case."""

    def __init__(self) -> None:
        super().__init__()
        self._list = named(QListWidget(), "questions.list", "Conjectures and open questions")
        self._list.setSpacing(2)
        for each in questions():
            self._list.addItem(f"{each.title}\n{each.state}")
        self._parts = {name: label("", role) for name, role in PARTS.items()}
        self._copy = button("questions.copy", "Copy the command", "Copy it for a terminal")
        self._copy.clicked.connect(self.copy)
        self._lay_out()
        self._fit_list()
        self._list.currentRowChanged.connect(self._show)
        self._list.setCurrentRow(0)
        self.setFocusProxy(self._list)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = vertical(inside, spacing=12)
        for name, part in self._parts.items():
            part.setObjectName(f"questions.{name}")
            part.setWordWrap(True)
            column.addWidget(part)
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse
        self._parts["command"].setTextInteractionFlags(selectable)
        foot = horizontal()
        foot.addWidget(self._copy)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)
        row = horizontal(self, margins=(16, 0, 0, 0), spacing=32)
        row.addWidget(self._list)
        row.addWidget(scrolling(inside), 1)

    def _fit_list(self) -> None:
        self._list.setFixedWidth(round(LIST_WIDTH * text_scale(self.font())))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_list()

    @property
    def chosen(self) -> Question:
        """The question that is shown."""
        return questions()[self._list.currentRow()]

    def _show(self, _row: int) -> None:
        each = self.chosen
        texts = {
            "title": each.title,
            "state": each.state.capitalize(),
            "statement": each.statement,
            "finding": each.finding,
            "support": " ".join(("For:", *each.support)) if each.support else "",
            "against": " ".join(("Against:", *each.against)) if each.against else "",
            "source": f"{each.source}.",
            "command": each.command,
        }
        for name, text in texts.items():
            self._parts[name].setText(text)
            self._parts[name].setVisible(bool(text))

    def copy(self) -> None:
        """Copy the command."""
        QGuiApplication.clipboard().setText(self.chosen.command)
