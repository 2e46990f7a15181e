"""Why the bounds of a board hold, as rows of a card."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from nqviz.core.language import tr, tr_later

from ...widgets.fields import label, link
from ...widgets.icons import icon_pixmap
from ...widgets.labels import Paragraph, PlainLabel
from ...widgets.layouts import fill, horizontal, vertical
from ...widgets.numbers import spaced
from ...widgets.painting import MIDDLE_LEFT
from ...widgets.theme import current_theme
from .facts import Argument, Weaker

ICON, INDENT = 18, 28
SHOW, HIDE = tr_later("Show sources"), tr_later("Hide sources")
SHORT = 28
"""Signs of an equation to which it stays in one line."""
_EQUATION = re.compile(r"x1( [+] \d*x\d+)+ = c")


class _Headed(QWidget):
    """A heading with an icon, and what stands below it, indented."""

    def __init__(self, icon_name: str, token: str) -> None:
        super().__init__()
        self._icon_name, self._token = icon_name, token
        self._icon = PlainLabel()
        self._icon.setFixedWidth(INDENT)
        self._icon.setAlignment(MIDDLE_LEFT)
        self._title = label("", "lead")
        self._head = horizontal(None, self._icon, (self._title, 1), spacing=0)
        self._below = vertical(margins=(INDENT, 0, 0, 0), spacing=0)
        vertical(self, self._head, self._below, spacing=4)
        self._draw()

    def set_token(self, token: str) -> None:
        """Tint the icon by another token of the theme."""
        self._token = token
        self._draw()

    def _draw(self) -> None:
        colour = getattr(current_theme(), self._token)
        self._icon.setPixmap(icon_pixmap(self._icon_name, ICON, colour, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._draw()


class ArgumentRow(_Headed):
    """A bound with its argument, and sources below in smaller weight."""

    def __init__(self, name: str, icon_name: str, token: str) -> None:
        self._argument: Argument | None = None
        super().__init__(icon_name, token)
        self._text, self._captions = Paragraph(name), Paragraph(f"{name}.sources", "caption")
        fill(self._below, self._text, self._captions)

    def show_argument(self, title: str, argument: Argument) -> None:
        self._title.setText(title)
        self._argument = argument
        self._captions.show_text("\n".join(argument.captions))
        self._captions.setVisible(bool(argument.captions))
        self._draw()
        self.show()

    def _draw(self) -> None:
        super()._draw()
        argument = self._argument
        if argument is None:
            return
        strong = f'<span style="color: {current_theme().text}; font-weight: 600">'
        text = html.escape(argument.text, quote=False)
        text = _EQUATION.sub(lambda found: f"{strong}{_spread(found[0])}</span>", text)
        self._text.show_markup(text, argument.text)


def _spread(equation: str) -> str:
    """Write ``2x2`` as ``2 x2``, in one line where it is short."""
    terms = re.sub(r"(\d)x", "\\1\u00a0x", equation)
    return terms.replace(" ", "\u00a0") if len(terms) <= SHORT else terms


class WeakerRows(_Headed):
    """Bounds that better ones replace, one a line; a link shows the whole arguments below."""

    def __init__(self) -> None:
        super().__init__("list", "text_2")
        self._has_sources = False
        self._title.setText(tr("Weaker bounds"))
        tip = tr("Show the whole argument of each")
        self._sources = link("atlas.weaker_sources", tr(SHOW), tip, self._turn_sources)
        self._head.addWidget(self._sources)
        self._rows: list[tuple[QLabel, QLabel, Paragraph]] = []
        self._count = 0
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(8)
        self._grid.setContentsMargins(0, 4, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._below.addLayout(self._grid)

    def show_bounds(self, bounds: tuple[Weaker, ...]) -> None:
        while len(self._rows) < len(bounds):
            self._add_row()
        self._count = len(bounds)
        for (text, value, source), bound in zip(self._rows, bounds, strict=False):
            text.setText(bound.text)
            value.setText(f"{bound.sign} {spaced(bound.value)}")
            source.show_text(bound.source)
        self._show_sources(self._has_sources)
        self.setVisible(bool(bounds))

    def _add_row(self) -> None:
        number = len(self._rows) + 1
        text, value = label("", "sentence", f"atlas.weaker{number}"), label("", "plain")
        source = Paragraph(f"atlas.weaker{number}.source", "caption")
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(text, 2 * number, 0)
        self._grid.addWidget(value, 2 * number, 1)
        self._grid.addWidget(source, 2 * number + 1, 0)
        self._rows.append((text, value, source))

    def _turn_sources(self) -> None:
        self._show_sources(not self._has_sources)

    def _show_sources(self, shown: bool) -> None:
        self._has_sources = shown
        self._sources.setText(tr(HIDE if shown else SHOW))
        for place, (text, value, source) in enumerate(self._rows):
            is_used = place < self._count
            text.setVisible(is_used and not shown)
            value.setVisible(is_used)
            source.setVisible(is_used and shown)
            self._grid.addWidget(value, 2 * place + 2 + shown, 1)
