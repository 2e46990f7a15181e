"""What's this: one sentence or two for every control of the window, by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QScrollBar,
    QTabBar,
    QTabWidget,
    QWidget,
)

from nqviz.core.language import tr_piece
from nqviz.core.shipped import shipped_text

from .wrapped_tips import tip_of

_KINDS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
)
_ITSELF = {"scene.view", "layers.grid", "square.grid", "graph.grid", "counts.chart", "solve.chart"}
"""What is painted by itself and is a control all the same."""
_NUMBER = re.compile(r"_[0-9]+$")


@cache
def sentences(*parts: str) -> dict[str, str]:
    """Return the English sentences of controls by name, of all parts of the window or of some.

    The parts are those of ``whats_this.json``: dialogs, drawers, pages and window.
    """
    tables: dict[str, dict[str, str]] = json.loads(shipped_text("window", "whats_this.json"))
    return {name: text for part in parts or tables for name, text in tables[part].items()}


def explain(window: QWidget, piece: str = "queen") -> None:
    """Set the What's This text of every control; without a text of its own, its tooltip's.

    Texts about queens are about another piece where one is given.
    """
    for control in controls_of(window):
        sentence = _sentence(control.objectName()) or tip_of(control)
        if sentence:
            control.setWhatsThis(tr_piece(sentence, piece))


def _sentence(name: str) -> str:
    """Find the sentence of a name, or of what it is one of many of: scene.dims.4, scene.dims."""
    known = sentences()
    if name.endswith(".close") and name not in known:
        return known["close"]
    name = _NUMBER.sub("", name)
    while name and name not in known:
        name = name.rpartition(".")[0]
    return known.get(name, "")


def controls_of(window: QWidget) -> Iterator[QWidget]:
    """Yield every control of a window, without the parts that Qt makes of it by itself."""
    for widget in window.findChildren(QWidget):
        is_control = isinstance(widget, _KINDS) and not _is_part(widget, window)
        if is_control or widget.objectName() in _ITSELF:
            yield widget


def _is_part(widget: QWidget, window: QWidget) -> bool:
    if isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_"):
        return True
    above = widget.parentWidget()
    while above is not None and above is not window:
        if isinstance(above, (*_KINDS, QTabBar, QTabWidget)) and not _is_page(widget, above):
            return True
        above = above.parentWidget()
    return False


def _is_page(widget: QWidget, above: QWidget) -> bool:
    """Return whether a widget is on a page of a tab widget rather than a part of its frame."""
    if not isinstance(above, QTabWidget):
        return False
    pages = [above.widget(i) for i in range(above.count())]
    return any(page is not None and page.isAncestorOf(widget) for page in pages)
