"""The conjectures and open questions: rows at the left, the chosen one at the right."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QWidget

from nqviz.catalogue.questions import Question, questions
from nqviz.core.language import tr

from ...widgets.fields import divider, label
from ...widgets.layouts import STRETCH, fill, horizontal, scrolling, vertical
from ...widgets.rows import IconRow
from ...widgets.theme import GrowsWithText, text_scale
from ...widgets.widgets import button

LIST_WIDTH, TEXT_WIDTH = 400, 680
ICONS = {
    "open": "circle-question-mark",
    "partly": "circle-dashed",
    "proven": "circle-check",
    "refuted": "x",
    "answered": "check",
}
"""The icon of a row by the status of its question."""
PARTS = {
    "title": "lead",
    "state": "label",
    "statement": "body",
    "finding": "body",
    "support": "body",
    "against": "body",
    "source": "caption",
    "command": "sentence",
}
"""The texts of a question from above, with their roles in the style sheet."""


class QuestionsPane(GrowsWithText, QWidget):
    """What is known of each question, and the command for its next case."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = QButtonGroup(self)
        self._rows.setExclusive(True)
        for place, each in enumerate(questions()):
            name = re.sub(r"\W", "_", each.name)
            row = IconRow(f"questions.list.{name}", ICONS[each.status], "")
            state = tr(f"{each.state.capitalize()}##state")
            row.describe(tr(each.title), state, tr(each.statement))
            row.setCheckable(True)
            self._rows.addButton(row, place)
        self._parts = {name: label("", role) for name, role in PARTS.items()}
        self._copy = button("questions.copy", on_click=self.copy)
        self._lay_out()
        self._grow()
        self._rows.idToggled.connect(self._show)
        self._rows.button(0).setChecked(True)
        self.setFocusProxy(self._rows.button(0))

    def _lay_out(self) -> None:
        self._list, self._text = QWidget(), QWidget()
        vertical(self._list, *self._rows.buttons(), STRETCH, spacing=2)
        column = vertical(self._text, spacing=12)
        for name, part in self._parts.items():
            part.setObjectName(f"questions.{name}")
            part.setWordWrap(True)
            if name == "source":
                column.addWidget(divider())
            column.addWidget(part)
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse
        self._parts["command"].setTextInteractionFlags(selectable)
        fill(column, horizontal(None, self._copy, STRETCH), STRETCH)
        self._left = scrolling(self._list)
        horizontal(self, self._left, (scrolling(self._text), 1), margins=(16, 0, 0, 0), spacing=32)

    def _grow(self) -> None:
        scale = text_scale(self.font())
        self._left.setFixedWidth(round(LIST_WIDTH * scale))
        self._text.setMaximumWidth(round(TEXT_WIDTH * scale))

    @property
    def chosen(self) -> Question:
        return questions()[self._rows.checkedId()]

    def _show(self, _place: int, is_chosen: bool) -> None:
        if not is_chosen:
            return
        each = self.chosen
        texts = {
            "title": tr(each.title),
            "state": tr(f"{each.state.capitalize()}##state"),
            "statement": tr(each.statement),
            "finding": tr(each.finding),
            "support": _listed(tr("For:"), each.support),
            "against": _listed(tr("Against:"), each.against),
            "source": f"{each.source}.",
            "command": tr("The next case: {command}", command=each.command),
        }
        for name, text in texts.items():
            self._parts[name].setText(text)
            self._parts[name].setVisible(bool(text))

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.chosen.command)


def _listed(head: str, texts: tuple[str, ...]) -> str:
    """Return texts behind a head, nothing without any."""
    return " ".join((head, *map(tr, texts))) if texts else ""
