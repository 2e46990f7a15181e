"""Labels: plain text, and sentences with more room between their lines than Qt leaves."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class PlainLabel(QLabel):
    """A label of plain text; Qt's own guesses whether a text is markup, and may load its images."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


STYLE = "margin: 0; line-height: 125%; white-space: pre-wrap"
"""20 pixels from line to line in text of 13 pixels; thin spaces stay."""


class Paragraph(QLabel):
    """A label for sentences, which can be selected."""

    def __init__(self, name: str, role: str = "sentence") -> None:
        super().__init__()
        self._plain = ""
        self.setObjectName(name)
        self.setProperty("role", role)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def text(self) -> str:
        return self._plain

    def show_text(self, text: str) -> None:
        self.show_markup(html.escape(text, quote=False), text)

    def show_markup(self, markup: str, plain: str) -> None:
        """Show text with the markup that nqviz wrote."""
        self._plain = plain
        self.setAccessibleName(plain)
        lines = markup.replace("\n", "<br>")
        self.setText(f'<p style="{STYLE}">{lines}</p>' if plain else "")
