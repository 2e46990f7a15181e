"""Text of a file is never markup: in labels, in message boxes, in tooltips."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QWidget

import nqviz_app
from nqviz_app.widgets.labels import Paragraph, PlainLabel
from nqviz_app.widgets.messages import show_problem
from nqviz_app.widgets.wrapped_tips import wrapped

from ..window_driver import open_panel

IMAGE = "unknown piece '<img src=\"/dev/zero\">'"
MADE = re.compile(r"(?<![\w.])QLabel\(")


def test_no_label_guesses_whether_its_text_is_markup(make_window: Any, qtbot: Any) -> None:
    window = make_window()
    for name in ("board", "solve", "density", "symmetry", "history"):
        open_panel(window, name)
    labels = [
        each for each in window.findChildren(QLabel) if each.metaObject().className() != "QLabel"
    ]
    assert len(labels) > 20
    guessing = [each.objectName() for each in labels if each.textFormat() == Qt.TextFormat.AutoText]
    assert guessing == []


def test_labels_are_made_in_one_place() -> None:
    folder = Path(next(iter(nqviz_app.__path__)))
    makers = {path.name for path in folder.rglob("*.py") if MADE.search(path.read_text("utf-8"))}
    assert makers <= {"plain_label.py", "paragraph.py"}


def test_a_label_and_a_paragraph_show_text_as_it_is(qtbot: Any) -> None:
    label, paragraph = PlainLabel(IMAGE), Paragraph("a.b")
    for each in (label, paragraph):
        qtbot.addWidget(each)
    paragraph.show_text(IMAGE)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert "<img" not in QLabel.text(paragraph)
    assert paragraph.text() == IMAGE


def test_a_message_shows_text_as_it_is(qtbot: Any) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    box = show_problem(parent, "Not opened", IMAGE)
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert "<img" in box.text()
    box.close()


@pytest.mark.parametrize("text", [IMAGE, "<b>a</b>", "&lt;\n<img src='x'>", "a < b", "<?xml?>"])
def test_a_tooltip_is_no_markup(text: str) -> None:
    tip = wrapped(text)
    assert not GuiQt.mightBeRichText(tip)  # type: ignore[attr-defined]
    assert tip.replace("\u200b", "").split() == text.split()
    assert wrapped(tip) == tip
